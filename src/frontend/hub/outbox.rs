//! Writes the answers: what belongs together in one write, and progress only as often as a person can read it.

use crossbeam_channel::{Receiver, RecvTimeoutError};
use kamen_engine::{Reply, SearchInfo};
use kamen_protocol::hub;
use std::io::{self, Write};
use std::mem::take;
use std::time::{Duration, Instant};

/// The time between two reports of a search for a move. Some user interfaces take longer to show a line than a move of a fast game
/// has, and most moves of such a game need only their last.
const OF_A_MOVE: Duration = Duration::from_millis(500);
/// The same of an analysis, which somebody watches.
const OF_AN_ANALYSIS: Duration = Duration::from_millis(100);
/// The longest wait for a reader that wants one line at a time.
const PATIENCE: Duration = Duration::from_millis(50);

/// The answers on their way to the client.
pub(super) struct Outbox<W, L> {
    output: W,
    /// The lines of a reply.
    lines: L,
    is_line_by_line: bool,
    /// Lines of a depth of which some are to come.
    incomplete: Vec<SearchInfo>,
    /// The last progress, if it is not written yet: the lines of a depth.
    held: Vec<SearchInfo>,
    /// When the search began or, later, its last progress was written.
    since: Option<Instant>,
    /// When the last line was written.
    written: Option<Instant>,
}

impl<W: Write, L: Fn(Reply) -> Vec<hub::Reply>> Outbox<W, L> {
    pub(super) fn new(output: W, is_line_by_line: bool, lines: L) -> Outbox<W, L> {
        Outbox {
            output,
            lines,
            is_line_by_line,
            incomplete: Vec::new(),
            held: Vec::new(),
            since: None,
            written: None,
        }
    }

    /// Writes replies as they come, until nobody sends any more.
    ///
    /// # Errors
    /// Nobody reads the output.
    pub(super) fn run(&mut self, replies: &Receiver<Reply>) -> io::Result<()> {
        loop {
            let reply = match self.due() {
                None => replies.recv().map_err(RecvTimeoutError::from),
                Some(due) => replies.recv_deadline(due),
            };
            match reply {
                Ok(Reply::Info(report)) => self.hold(report),
                Ok(done @ Reply::Done { .. }) => {
                    self.since = None;
                    self.incomplete.clear();
                    self.write_progress_and(Some(done))?;
                }
                Ok(reply) => self.write(vec![reply])?,
                Err(RecvTimeoutError::Timeout) => {
                    self.since = Some(Instant::now());
                    self.write_progress_and(None)?;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// When the progress that is held is to be written, if there is any.
    fn due(&self) -> Option<Instant> {
        let pause = match self.held.first()?.is_analysis {
            true => OF_AN_ANALYSIS,
            false => OF_A_MOVE,
        };
        self.since.map(|since| since + pause)
    }

    /// Takes in progress, in place of that of a lower depth.
    fn hold(&mut self, report: SearchInfo) {
        let now = Instant::now();
        let begun = now.checked_sub(report.time).unwrap_or(now);
        self.since.get_or_insert(begun);
        // The best line is told last.
        let is_last = report.line.is_none_or(|line| line == 1);
        self.incomplete.push(report);
        if is_last {
            self.held = take(&mut self.incomplete);
        }
    }

    fn write_progress_and(&mut self, done: Option<Reply>) -> io::Result<()> {
        let progress = take(&mut self.held).into_iter().map(Reply::Info);
        self.write(progress.chain(done).collect())
    }

    /// Writes replies that belong together.
    fn write(&mut self, replies: Vec<Reply>) -> io::Result<()> {
        let lines = replies.into_iter().flat_map(&self.lines);
        let lines: Vec<String> = lines.map(|line| format!("{line}\n")).collect();
        lines
            .iter()
            .for_each(|line| log::trace!("> {}", line.trim_end()));
        if !self.is_line_by_line {
            return self.send(&lines.concat());
        }
        for line in lines {
            wait_for_reader(self.written);
            self.send(&line)?;
            self.written = Some(Instant::now());
        }
        Ok(())
    }

    fn send(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}

/// Waits until the line written at `last` was read. py-draughts waits with `select` on a buffered
/// stream: of two lines that it gets in one read it sees the second only with the next.
#[cfg(unix)]
fn wait_for_reader(last: Option<Instant>) {
    let unread = || rustix::io::ioctl_fionread(io::stdout()).is_ok_and(|bytes| bytes > 0);
    while last.is_some_and(|last| last.elapsed() < PATIENCE) && unread() {
        std::thread::sleep(Duration::from_micros(200));
    }
}

/// Nobody can be asked whether the line was read, so all of the patience passes.
#[cfg(not(unix))]
fn wait_for_reader(last: Option<Instant>) {
    let left = last.map_or(Duration::ZERO, |last| {
        PATIENCE.saturating_sub(last.elapsed())
    });
    std::thread::sleep(left);
}

#[cfg(test)]
mod tests;
