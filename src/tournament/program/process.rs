//! A running program: lines in, lines out, and a limit on every wait.

use super::{Failure, duration};
use crate::contestant::Program;
use crate::game::FaultKind;
use crate::transport::lines::next_line;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use kamen_files::{ChildGroup, Stop};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A line of a program's output, and when it came.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) at: Instant,
    pub(super) text: String,
}

/// The last lines of a program on its standard error.
type Tail = Arc<Mutex<VecDeque<String>>>;

/// A running program. Dropping it kills it and everything it has started.
#[derive(Debug)]
pub(super) struct Process {
    name: String,
    group: ChildGroup,
    /// To the thread that writes; `None` once the input is closed.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    /// A line that came too late for the last question; it may be in time for the next.
    held: Option<Line>,
    errors: Tail,
    /// Closed when its standard error is.
    errors_end: Receiver<()>,
}

/// Lines buffered for reading; then the program has to wait.
const WAITING_LINES: usize = 256;
/// Lines of its standard error that a failure shows.
const SHOWN_ERRORS: usize = 3;
/// Time for a program to exit by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often a stop is polled.
const SLICE: Duration = Duration::from_millis(50);

impl Process {
    /// Starts a program.
    pub(super) fn start(words: &[String], program: &Program) -> Result<Process, Failure> {
        let name = words.join(" ");
        let failed = |error: io::Error| {
            let hint = "check cmd= and dir= (a path is relative to dir)";
            Failure::new(
                FaultKind::Crash,
                format!("cannot start `{name}`: {error}; {hint}"),
            )
        };
        let (file, arguments) = words.split_first().ok_or_else(|| failed(missing()))?;
        let mut command = Command::new(file);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        let mut group = ChildGroup::start(&mut command).map_err(failed)?;
        // Nobody but us fills it: with a game's end and the next question, until an answer is missing.
        let (input, to_write) = unbounded();
        let (sender, output) = bounded(WAITING_LINES);
        let (still_open, errors_end) = bounded(0);
        let errors = Tail::default();
        let child = group.child();
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Process {
            name,
            group,
            input: Some(input),
            output,
            held: None,
            errors: Arc::clone(&errors),
            errors_end,
        };
        if let (Some(stdin), Some(stdout), Some(stderr)) = pipes {
            let spawn = |f: Box<dyn FnOnce() + Send>| thread::Builder::new().spawn(f);
            spawn(Box::new(move || write_lines(stdin, &to_write)))
                .and_then(|_| spawn(Box::new(move || read_lines(stdout, &sender))))
                .and_then(|_| {
                    spawn(Box::new(move || {
                        keep_tail(stderr, &errors);
                        drop(still_open);
                    }))
                })
                .map_err(|error| Failure::new(FaultKind::Crash, error))?;
        }
        Ok(process)
    }

    /// Sends a line to the program.
    pub(super) fn send(&self, line: &impl ToString) {
        let line = line.to_string();
        log::trace!("{} < {line}", self.name);
        if let Some(input) = &self.input {
            // Fails only when the program is gone, which is found when its answer is missing.
            let _ = input.send(line);
        }
    }

    /// The next line that the program says until then. Of one that has ended only what is still on the way is waited for, though
    /// something that it has started may keep its output open.
    pub(super) fn receive(&mut self, until: Instant, stop: &Stop) -> Result<Line, Failure> {
        let (mut last, mut looked) = (until, Instant::now());
        loop {
            if stop.is_wanted() {
                return Err(Failure::Stopped);
            }
            let slice = (Instant::now() + SLICE).min(last);
            let line = match self.held.take() {
                Some(line) => Ok(line),
                None => self.output.recv_deadline(slice),
            };
            match line {
                // Of a program that never stops talking there is always another line.
                Ok(line) if line.at > until => {
                    self.held = Some(line);
                    return Err(Failure::new(FaultKind::Hang, "no answer"));
                }
                Ok(line) => {
                    log::trace!("{} > {}", self.name, line.text);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= last => {
                    return Err(match self.is_running() {
                        true => Failure::new(FaultKind::Hang, "no answer"),
                        false => self.ended(),
                    });
                }
                Err(RecvTimeoutError::Timeout) if looked.elapsed() >= SLICE => {
                    looked = Instant::now();
                    if !self.is_running() {
                        last = last.min(looked + FAREWELL);
                    }
                }
                Err(RecvTimeoutError::Timeout) => (),
            }
        }
    }

    /// Discards output that is no answer to a question.
    pub(super) fn forget_output(&mut self) {
        self.held = None;
        for line in self.output.try_iter().take(WAITING_LINES) {
            log::trace!("{} > {} (not asked for)", self.name, line.text);
        }
    }

    /// Whether the program has not ended.
    pub(super) fn is_running(&mut self) -> bool {
        self.group.status().is_none()
    }

    /// Says how the program ended; one that only closed its output is not waited for.
    fn ended(&mut self) -> Failure {
        let end = Instant::now() + FAREWELL;
        let status = loop {
            match self.group.status() {
                Some(status) => break format!("it ended ({status})"),
                _ if Instant::now() >= end => break "it closed its output".to_owned(),
                _ => thread::sleep(Duration::from_millis(5)),
            }
        };
        // What it wrote at its end may still be on the way.
        let _ = self.errors_end.recv_deadline(end);
        Failure::new(FaultKind::Crash, format!("{status}{}", self.last_words()))
    }

    /// What the program has written on its standard error last, for messages.
    pub(super) fn last_words(&self) -> String {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        if errors.is_empty() {
            return String::new();
        }
        let lines: Vec<&str> = errors.iter().map(String::as_str).collect();
        format!("; its last words: {}", lines.join(" | "))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        // Its output ends when it and all that it has started have ended.
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end && self.output.recv_deadline(end).is_ok() {}
    }
}

fn missing() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "no command")
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        let line = format!("{line}\n");
        if input
            .write_all(line.as_bytes())
            .and_then(|()| input.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read_lines(output: impl Read, lines: &Sender<Line>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = next_line(&mut output) {
        let line = Line {
            at: Instant::now(),
            // Nothing that any protocol has, and so passed over like other noise.
            text: line.unwrap_or_else(|error| format!("({error})")),
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

fn keep_tail(errors: impl Read, tail: &Tail) {
    let mut errors = BufReader::new(errors);
    while let Ok(Some(line)) = next_line(&mut errors) {
        let Some(line) = line.ok().filter(|line| !line.trim().is_empty()) else {
            continue;
        };
        let shown: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
        log::debug!("standard error: {shown}");
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == SHOWN_ERRORS {
            tail.pop_front();
        }
        tail.push_back(shown);
    }
}

/// The point in time `seconds` from now.
pub(super) fn after(seconds: f64) -> Instant {
    Instant::now() + duration(seconds)
}
