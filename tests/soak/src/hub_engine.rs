//! A program that speaks Hub, with what it has said and when.

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A running program; it is killed when dropped.
pub struct HubEngine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
    /// Pings that were not answered yet.
    pings: usize,
    /// The last lines to it and from it, for faults.
    recent: VecDeque<String>,
}

/// How long anything may take that has no limit of its own.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// How many lines a fault shows.
const RECENT: usize = 24;

impl HubEngine {
    /// Starts this engine and shakes hands.
    ///
    /// # Errors
    /// It does not answer as Hub asks.
    pub fn start(program: &Path) -> Result<HubEngine, String> {
        let mut engine = HubEngine::run(Command::new(program).arg("hub"))?;
        engine.send("hub")?;
        engine.expect("wait", PATIENCE)?;
        Ok(engine)
    }

    /// Starts a program, and says nothing yet.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn run(command: &mut Command) -> Result<HubEngine, String> {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("cannot start {command:?}: {error}"))?;
        let (sender, lines) = unbounded();
        let output = child.stdout.take().ok_or("no output")?;
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.unwrap_or_else(|error| format!("error in the pipe: {error}"));
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take().ok_or("no input")?;
        let recent = VecDeque::new();
        Ok(HubEngine {
            child,
            input,
            lines,
            pings: 0,
            recent,
        })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn note(&mut self, line: String) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(line);
    }

    /// A fault with what was said before it.
    pub fn fault(&self, what: &str) -> String {
        let recent: Vec<&str> = self.recent.iter().map(String::as_str).collect();
        format!("{what}; before it: {}", recent.join(" | "))
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The program has gone.
    pub fn send(&mut self, line: &str) -> Result<(), String> {
        self.note(format!("> {line}"));
        self.pings += usize::from(line == "ping");
        let sent = writeln!(self.input, "{line}");
        sent.map_err(|error| self.fault(&format!("it cannot be written to: {error}")))
    }

    /// Waits for a line that begins with a word, and when it came. Progress may come before it, and nothing else.
    ///
    /// # Errors
    /// Another line comes, or none in time.
    pub fn expect(&mut self, word: &str, patience: Duration) -> Result<(Instant, String), String> {
        let until = Instant::now() + patience;
        loop {
            let (time, line) = self.next_line(word, until)?;
            let first = line.split(' ').next().unwrap_or_default();
            let is_progress = match word {
                "wait" => matches!(first, "id" | "param"),
                "done" => matches!(first, "info" | "pong"),
                "pong" => first == "info",
                _ => false,
            };
            if first == word {
                return Ok((time, line));
            }
            if !is_progress {
                return Err(self.fault(&format!("found '{line}', expected {word}")));
            }
        }
    }

    /// Waits for a line that begins with a word, whatever comes before it, and when it came.
    ///
    /// # Errors
    /// It does not come in time.
    pub fn wait_for(
        &mut self,
        word: &str,
        patience: Duration,
    ) -> Result<(Instant, String), String> {
        let until = Instant::now() + patience;
        loop {
            let (time, line) = self.next_line(word, until)?;
            if line.split(' ').next() == Some(word) {
                return Ok((time, line));
            }
        }
    }

    /// The next line, of those among which one with `word` is expected.
    fn next_line(&mut self, word: &str, until: Instant) -> Result<(Instant, String), String> {
        let left = until.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok((time, line)) => {
                self.note(line.clone());
                self.pings = self.pings.saturating_sub(usize::from(line == "pong"));
                Ok((time, line))
            }
            Err(RecvTimeoutError::Timeout) => Err(self.fault(&format!("no {word} in time"))),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.try_wait();
                Err(self.fault(&format!("it has ended ({status:?}), expected {word}")))
            }
        }
    }

    /// Asks whether it is there, which answers everything before.
    ///
    /// # Errors
    /// Something else is answered.
    pub fn ping(&mut self) -> Result<(), String> {
        self.send("ping")?;
        while self.pings > 0 {
            self.expect("pong", PATIENCE)?;
        }
        Ok(())
    }

    /// Asks it to leave, which it has to do in a second.
    ///
    /// # Errors
    /// It stays, or leaves with another status than 0.
    pub fn quit(mut self) -> Result<(), String> {
        self.send("quit")?;
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(1) {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                other => return Err(self.fault(&format!("it left with {other:?}"))),
            }
        }
        Err(self.fault("it did not leave within a second"))
    }
}

impl Drop for HubEngine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
