//! A client of Hub, and the engine that it talks to, in one process.

use super::is_go;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use kamen_engine::Options;
use kamen_frontend::hub::{HubSettings, converse};
use kamen_protocol::hub::{Command, Reply};
use std::io::{self, BufReader, Read, Write};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The client's side of a conversation in this process.
pub(super) struct Client {
    lines: Sender<Vec<u8>>,
    replies: Receiver<Vec<u8>>,
    rest: Vec<u8>,
    engine: JoinHandle<()>,
}

/// A stream of bytes over a channel.
struct Pipe<T>(T, Vec<u8>);

impl Read for Pipe<Receiver<Vec<u8>>> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let length = self.1.len().min(bytes.len());
        bytes[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

impl Write for Pipe<Sender<Vec<u8>>> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.send(bytes.to_vec());
        sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Client {
    pub(super) fn new(options: Options) -> Client {
        let (lines, input) = bounded(0);
        let (output, replies) = unbounded();
        let settings = HubSettings {
            options,
            name: "Kamen".to_owned(),
            is_line_by_line: false,
        };
        let engine = thread::spawn(move || {
            let input = BufReader::new(Pipe(input, Vec::new()));
            converse(settings, input, false, Pipe(output, Vec::new())).expect("threads");
        });
        Client {
            lines,
            replies,
            rest: Vec::new(),
            engine,
        }
    }

    fn send(&self, line: &str) {
        let sent = self
            .lines
            .send_timeout(format!("{line}\n").into_bytes(), PATIENCE);
        assert!(sent.is_ok(), "the engine does not read {line:?}");
    }

    /// Sends a line, and after a `go` a stop. Returns all answers.
    pub(super) fn ask(&mut self, line: &str) -> Vec<Reply> {
        self.send(line);
        let mut answers = Vec::new();
        if is_go(line) {
            self.send("stop");
            loop {
                let reply = self.next(line);
                let is_done = matches!(reply, Reply::Done { .. });
                answers.push(reply);
                if is_done {
                    break;
                }
            }
        }
        // The first is answered at once, the second after what was held before it.
        self.send("ping");
        let pings = 1 + usize::from(Command::parse(line) == Ok(Command::Ping));
        let mut pongs = 0;
        while pongs < pings {
            match self.next(line) {
                Reply::Pong => pongs += 1,
                reply => answers.push(reply),
            }
        }
        answers
    }

    fn next(&mut self, line: &str) -> Reply {
        loop {
            if let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
                let bytes: Vec<u8> = self.rest.drain(..=end).collect();
                let text = String::from_utf8(bytes).expect("text");
                return Reply::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            }
            match self.replies.recv_timeout(PATIENCE) {
                Ok(bytes) => self.rest.extend(bytes),
                Err(error) => panic!("no answer to {line:?}: {error}"),
            }
        }
    }

    pub(super) fn end(self) {
        self.send("quit");
        assert!(self.engine.join().is_ok(), "the engine has panicked");
        assert!(
            self.rest.is_empty() && self.replies.is_empty(),
            "more than was asked for"
        );
    }
}
