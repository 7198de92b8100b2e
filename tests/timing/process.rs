//! A running process of the real binary, whose lines of output are read as they come.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A running process; it is killed when dropped.
pub struct Process {
    child: Child,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

impl Process {
    /// Starts a command without a log; the process, and its standard input.
    pub fn start(command: &mut Command) -> (Process, ChildStdin) {
        let mut child = command
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || (output.lines()).try_for_each(|line| sender.send(line.unwrap())));
        let mut stderr = child.stderr.take().unwrap();
        let errors = thread::spawn(move || {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).unwrap();
            String::from_utf8_lossy(&text).into_owned()
        });
        let input = child.stdin.take().unwrap();
        let errors = Some(errors);
        let process = Process {
            child,
            lines,
            errors,
        };
        (process, input)
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The next line of output, or why there is none.
    pub fn next_line(&self, patience: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(patience)
    }

    /// Waits for the exit; `None` if it does not come in time.
    pub fn exit(&mut self, patience: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            match self.child.try_wait().unwrap() {
                Some(status) => return Some(status),
                None if begin.elapsed() > patience => return None,
                None => thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// All of standard error, once it is closed.
    pub fn errors(&mut self) -> String {
        let errors = self.errors.take().map(|thread| thread.join().unwrap());
        errors.unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
