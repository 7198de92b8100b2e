//! A client that looks for output at intervals, as user interfaces with a timer do, and leaves it in the pipe until then.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer may take that is expected.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine; it is killed when dropped.
pub struct Poller {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// The beginning of a line.
    rest: String,
}

impl Poller {
    /// Starts `kamen hub` with these further arguments, and waits until it listens.
    pub fn start(arguments: &[&str]) -> Poller {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
        let command = command.arg("hub").args(arguments).env_remove("RUST_LOG");
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut poller = Poller {
            child,
            input,
            output,
            rest: String::new(),
        };
        poller.send("ping");
        poller.wait_for("pong", Duration::from_millis(1));
        poller
    }

    /// The same, ready to search, with a small table and without a book.
    pub fn ready(arguments: &[&str]) -> Poller {
        let mut poller = Poller::start(arguments);
        poller.send("set-param name=tt-size value=14");
        poller.send("set-param name=book value=false");
        poller.send("init");
        poller.wait_for("ready", Duration::from_millis(1));
        poller
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.input
            .write_all(format!("{line}\n").as_bytes())
            .unwrap();
    }

    /// The lines that have come since the last look.
    pub fn look(&mut self) -> Vec<String> {
        let bytes = rustix::io::ioctl_fionread(&self.output).unwrap();
        let mut read = vec![0; usize::try_from(bytes).unwrap()];
        self.output.read_exact(&mut read).unwrap();
        self.rest += std::str::from_utf8(&read).unwrap();
        let end = self.rest.rfind('\n').map_or(0, |at| at + 1);
        let rest = self.rest.split_off(end);
        let whole = std::mem::replace(&mut self.rest, rest);
        whole.lines().map(str::to_owned).collect()
    }

    /// Looks at intervals until a line comes whose first word is this; what each look has found.
    pub fn wait_for(&mut self, word: &str, interval: Duration) -> Vec<Vec<String>> {
        let begin = Instant::now();
        let mut looks = Vec::new();
        loop {
            thread::sleep(interval);
            let lines = self.look();
            let is_here = lines
                .iter()
                .any(|line| line.split(' ').next() == Some(word));
            looks.push(lines);
            if is_here {
                return looks;
            }
            assert!(begin.elapsed() < PATIENCE, "no {word}: {looks:?}");
        }
    }
}

impl Drop for Poller {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
