//! Dialogues with the real binary, written down in `tests/data/*.hub`.
//!
//! Each line of a file begins with one of these:
//!
//! | Sign | Meaning |
//! | --- | --- |
//! | `#` | a remark |
//! | `== NAME` | a new process; what follows is its dialogue |
//! | `> TEXT` | send the line; `{xN}` is N times the character x, `\xHH` a byte |
//! | `< PATTERN` | the next line of output; `*` stands for any text |
//! | `<< PATTERN` | the same, behind any number of `info` and `param` lines |
//! | `! last PATTERN` | the last `info` line so far |
//! | `! within MS` | the next expected line comes within so many milliseconds |
//! | `! quiet MS` | nothing but `info` lines comes for so many milliseconds |
//! | `! close` | close the input |
//!
//! At the end of a dialogue the input is closed unless `quit` was sent, and then the process must
//! exit with status 0 within a second, without further lines and with nothing on standard error.
//! [`Invariants`] hold for every line of output in every dialogue.

use crate::process::Process;
use std::io::Write;
use std::path::Path;
use std::process::{ChildStdin, Command};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// How long an expected line may take where the dialogue does not say.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many lines of the dialogue a failure shows.
const SHOWN: usize = 40;
/// How long the process may take to exit.
const EXIT: Duration = Duration::from_secs(1);

/// A running engine. Whatever is wrong with it panics with the dialogue so far.
pub struct Engine {
    process: Process,
    input: Option<ChildStdin>,
    name: String,
    dialogue: String,
    invariants: Invariants,
    /// When it was told to exit, by `quit` or the end of the input.
    ended: Option<Instant>,
}

impl Engine {
    /// Starts the engine with the argument that all clients give.
    pub fn start(name: &str) -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
        Engine::start_with(name, command.arg("hub"))
    }

    /// Starts the engine by a command.
    pub fn start_with(name: &str, command: &mut Command) -> Engine {
        let (process, input) = Process::start(command);
        Engine {
            process,
            input: Some(input),
            name: name.to_owned(),
            dialogue: String::new(),
            invariants: Invariants::default(),
            ended: None,
        }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    fn fail(&self, what: &str) -> ! {
        let lines: Vec<&str> = self.dialogue.lines().collect();
        let end = &lines[lines.len().saturating_sub(SHOWN)..];
        panic!("{what}, in {}:\n{}", self.name, end.join("\n"))
    }

    /// Sends a line.
    pub fn send(&mut self, text: &str) {
        let shown: String = text.chars().take(200).collect();
        self.dialogue += &format!("> {shown}\n");
        let line = [&bytes(text)[..], b"\n"].concat();
        let written = match &mut self.input {
            Some(input) => input.write_all(&line),
            None => self.fail("the dialogue sends a line after the end of the input"),
        };
        if let Err(error) = written {
            self.fail(&format!("the engine does not read: {error}"));
        }
        if text == "quit" {
            self.ended = Some(Instant::now());
        }
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.dialogue += "(end of the input)\n";
        self.input = None;
        self.ended.get_or_insert_with(Instant::now);
    }

    /// The next line, or why there is none.
    fn next(&mut self, patience: Duration) -> Result<String, RecvTimeoutError> {
        let line = self.process.next_line(patience)?;
        self.dialogue += &format!("< {line}\n");
        if let Err(fault) = self.invariants.check(&line) {
            self.fail(fault);
        }
        Ok(line)
    }

    /// Waits for the next line, which must fit the pattern; passes over `info` and `param` that do
    /// not, if so told.
    pub fn expect(&mut self, pattern: &str, skip: bool, patience: Duration) -> String {
        let start = Instant::now();
        loop {
            match self.next(patience.saturating_sub(start.elapsed())) {
                Ok(line) if fits(pattern, &line) => return line,
                Ok(line) if skip && line.starts_with("info ") => {}
                Ok(line) if skip && line.starts_with("param ") => {}
                Ok(_) => self.fail(&format!("expected '{pattern}'")),
                Err(why) => self.fail(&format!("expected '{pattern}': {why} ({patience:?})")),
            }
        }
    }

    /// Checks that nothing but progress comes for a while.
    pub fn quiet(&mut self, patience: Duration) {
        let start = Instant::now();
        while let Ok(line) = self.next(patience.saturating_sub(start.elapsed())) {
            if !line.starts_with("info ") {
                self.fail("expected silence");
            }
        }
    }

    pub fn last_info(&self) -> &str {
        &self.invariants.last_info
    }

    /// Waits for the exit and checks what is left.
    pub fn finish(mut self) {
        if self.ended.is_none() {
            self.close();
        }
        let asked = self.ended.unwrap_or_else(Instant::now);
        let Some(status) = self.process.exit(EXIT.saturating_sub(asked.elapsed())) else {
            self.fail("no exit within a second");
        };
        if !status.success() {
            self.fail(&format!("expected exit status 0, found {status}"));
        }
        if self.next(PATIENCE).is_ok() {
            self.fail("expected no further line");
        }
        let errors = self.process.errors();
        assert_eq!(errors, "", "standard error of {}", self.name);
    }

    /// Carries out a line of a file.
    fn step(&mut self, line: &str, patience: &mut Duration) {
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        let number = |text: &str| Duration::from_millis(text.parse().unwrap());
        match (sign, rest.split_once(' ').unwrap_or((rest, ""))) {
            (">", _) => self.send(rest),
            ("<" | "<<", _) => {
                self.expect(rest, sign == "<<", *patience);
                *patience = PATIENCE;
            }
            ("!", ("last", pattern)) => {
                if !fits(pattern, self.last_info()) {
                    self.fail(&format!("expected a last info '{pattern}'"));
                }
            }
            ("!", ("within", time)) => *patience = number(time),
            ("!", ("quiet", time)) => self.quiet(number(time)),
            ("!", ("close", "")) => self.close(),
            _ => self.fail(&format!("bad line of the transcript: {line}")),
        }
    }
}

/// What every client relies on, whatever it asked for.
#[derive(Default)]
struct Invariants {
    last_info: String,
    /// Whether an `info` came since the last `done`.
    informed: bool,
}

impl Invariants {
    fn check(&mut self, line: &str) -> Result<(), &'static str> {
        const INFO: &str = "info depth=* mean-depth=* score=* nodes=* time=* nps=* pv=*";
        match line.split(' ').next() {
            Some("info") => {
                // Further fields stand behind those that clients read.
                let own = [
                    " multi-pv=",
                    " wins-in=",
                    " loses-in=",
                    " wdl=",
                    " sel-depth=",
                ];
                let line = own
                    .iter()
                    .fold(line, |line, field| line.split(field).next().unwrap_or(line));
                let numbers = line.split(' ').skip(1).take(6);
                let mut values = numbers.map(|word| word.split('=').nth(1).unwrap_or_default());
                if !fits(INFO, line) || line.matches('=').count() != 7 {
                    return Err("an info without one of its fields, or out of order");
                }
                let pv = line.split(" pv=").nth(1).unwrap_or_default();
                if !pv.starts_with('"') || !pv.ends_with('"') {
                    return Err("a pv that lidraughts-bot cannot read");
                }
                if !pv.contains(' ') {
                    return Err("a pv that draughtsnet cannot read");
                }
                if !values.all(|value| value.parse::<f64>().is_ok_and(f64::is_finite)) {
                    return Err("an info with a figure that is none");
                }
                self.last_info = line.to_owned();
                self.informed = true;
            }
            Some("done") => {
                let informed = std::mem::take(&mut self.informed);
                let pv = self.last_info.split(" pv=").nth(1).unwrap_or_default();
                let first = pv.split([' ', '"']).find(|word| !word.is_empty());
                let first = first.unwrap_or_default();
                match line.split(' ').nth(1) {
                    None if informed => return Err("an info before a bare done"),
                    Some(_) if !informed => return Err("no info before done"),
                    Some(word) if word.strip_prefix("move=") != Some(first) => {
                        return Err("a done without the first move of the last pv");
                    }
                    _ => {}
                }
            }
            Some("error")
                if !fits("error message=\"*\"", line) || line.matches(['"', '=']).count() != 3 =>
            {
                return Err("an error that pydraughts cannot read");
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether `*` in the pattern can be replaced so that it is the text.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            let ends = rest.char_indices().map(|(i, _)| i).chain([rest.len()]);
            ends.into_iter().any(|i| fits(tail, &rest[i..]))
        }),
    }
}

/// The bytes that a text of a transcript means.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((inside, after)) = rest.strip_prefix('{').and_then(|r| r.split_once('}')) {
            bytes.extend(inside[..1].repeat(inside[1..].parse().unwrap()).bytes());
            rest = after;
        } else if let Some(after) = rest.strip_prefix("\\x") {
            bytes.push(u8::from_str_radix(&after[..2], 16).unwrap());
            rest = &after[2..];
        } else {
            bytes.extend(c.to_string().bytes());
            rest = &rest[c.len_utf8()..];
        }
    }
    bytes
}

/// Plays all dialogues of a file.
pub fn play(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.hub"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let mut dialogues = text.split("\n== ");
    dialogues.next();
    for dialogue in dialogues {
        let mut lines = dialogue.lines();
        let mut engine = Engine::start(&format!("{name}: {}", lines.next().unwrap_or_default()));
        let mut patience = PATIENCE;
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            engine.step(line, &mut patience);
        }
        engine.finish();
    }
}
