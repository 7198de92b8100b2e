//! Runs another program and queries it over a pipe; `perft/AGAINST.md` describes the protocol.

use super::answer::{self, Divide};
use kamen_files::{ChildGroup, command_words};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Why the other program failed.
#[derive(Debug, thiserror::Error)]
pub enum PartnerError {
    /// The command cannot be split into words.
    #[error("cannot read the command `{command}`, expected a program and its arguments")]
    Command {
        /// The command.
        command: String,
    },
    /// The program cannot be started.
    #[error("cannot start `{command}`: {error}")]
    Start {
        /// The command.
        command: String,
        /// The cause.
        error: io::Error,
    },
    /// The program exited before it answered.
    #[error("the partner ended ({status}) instead of answering `{query}`")]
    Ended {
        /// Its exit status.
        status: String,
        /// The query.
        query: String,
    },
    /// The program timed out.
    #[error("the partner did not answer `{query}` within {seconds} s (see --timeout)")]
    Silent {
        /// The query.
        query: String,
        /// The time allowed, in seconds.
        seconds: f64,
    },
    /// The answer is malformed.
    #[error("the partner answered `{query}` with `{found}`, expected {expected}")]
    Nonsense {
        /// The query.
        query: String,
        /// The line that cannot be parsed.
        found: String,
        /// What was expected.
        expected: String,
    },
}

/// The longest line accepted, in bytes.
const MAX_LINE: u64 = 4096;
/// How often it is looked whether the program has ended.
const SLICE: Duration = Duration::from_millis(50);
/// The most lines of an answer.
const MAX_MOVES: usize = 4096;

/// A running program, killed on drop with all that it has started.
#[derive(Debug)]
pub struct Partner {
    group: ChildGroup,
    input: ChildStdin,
    lines: Receiver<String>,
    timeout: Duration,
}

impl Partner {
    /// Starts a program. The command is split into words as by a shell, but no shell runs it.
    ///
    /// # Errors
    /// The command cannot be split into words, or the program cannot be started.
    pub fn start(command: &str, timeout: Duration) -> Result<Partner, PartnerError> {
        let words = command_words(command).unwrap_or_default();
        let [program, arguments @ ..] = words.as_slice() else {
            let command = command.to_owned();
            return Err(PartnerError::Command { command });
        };
        let failed = |error| PartnerError::Start {
            command: command.to_owned(),
            error,
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut group = ChildGroup::start(&mut command).map_err(failed)?;
        let child = group.child();
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, lines) = sync_channel(64);
        let reader = thread::Builder::new().spawn(move || read_lines(output, &sender));
        let partner = Partner {
            group,
            input,
            lines,
            timeout,
        };
        reader.map(|_| partner).map_err(failed)
    }

    /// Asks for the divide of a position at `depth` plies; `squares` is the number of squares of
    /// the board.
    ///
    /// # Errors
    /// The program exited, timed out, or gave a malformed answer.
    pub fn divide(
        &mut self,
        fen: &str,
        depth: u32,
        squares: usize,
    ) -> Result<Divide, PartnerError> {
        let query = format!("{fen} {depth}");
        // A query is far shorter than a pipe's buffer, so this does not block.
        let asked = writeln!(self.input, "{query}").and_then(|()| self.input.flush());
        if asked.is_err() {
            return Err(self.ended(query));
        }
        let end = Instant::now() + self.timeout;
        let mut divide = Divide::new();
        for _ in 0..=MAX_MOVES {
            let line = match self.line(end) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.timeout.as_secs_f64();
                    return Err(PartnerError::Silent { query, seconds });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(query)),
            };
            if line.trim().is_empty() {
                return Ok(divide);
            }
            let (name, nodes) = match answer::parse(&line, squares) {
                Ok(parsed) => parsed,
                Err(expected) => return Err(nonsense(query, &line, &expected)),
            };
            answer::add(&mut divide, name, nodes);
        }
        let expected = format!("an empty line after {MAX_MOVES} moves at most");
        Err(nonsense(query, "more", &expected))
    }

    /// The next line that the program says until then. Of one that has ended only what is still on the way is waited for, since
    /// all that might keep its output open ends with it.
    fn line(&mut self, until: Instant) -> Result<String, RecvTimeoutError> {
        loop {
            let slice = until.min(Instant::now() + SLICE);
            let line = (self.lines).recv_timeout(slice.saturating_duration_since(Instant::now()));
            match line {
                Err(RecvTimeoutError::Timeout) if Instant::now() < until => {
                    self.group.status();
                }
                line => return line,
            }
        }
    }

    /// Reports how the program ended, without waiting if it only closed its output.
    fn ended(&mut self, query: String) -> PartnerError {
        for _ in 0..20 {
            if let Some(status) = self.group.status() {
                let status = status.to_string();
                return PartnerError::Ended { status, query };
            }
            thread::sleep(Duration::from_millis(10));
        }
        let status = "its output is closed".to_owned();
        PartnerError::Ended { status, query }
    }
}

/// The error for an answer that does not match the query.
pub(super) fn nonsense(query: String, found: &str, expected: &str) -> PartnerError {
    let printable = |c: &char| !c.is_control();
    PartnerError::Nonsense {
        query,
        found: found.chars().filter(printable).take(80).collect(),
        expected: expected.to_owned(),
    }
}

/// Sends the lines of `output` until it ends or the receiver is dropped. A line that is too long is
/// sent in parts, none of which is a valid answer.
fn read_lines(output: impl Read, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
        if !read.is_ok_and(|bytes| bytes > 0) {
            return;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        if sender.send(text).is_err() {
            return;
        }
    }
}
