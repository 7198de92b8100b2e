//! Where the lines of a file begin, for those who come back to a game. Begin with [`Lines`].

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// Notes where the lines begin that another reads.
#[derive(Clone, Default)]
pub(super) struct Lines(Arc<Mutex<Starts>>);

/// The lines read so far, but for those that nobody asks for any more.
#[derive(Default)]
struct Starts {
    /// The number of the first line here, counted from 0.
    first: u64,
    /// The bytes at which they begin.
    starts: VecDeque<u64>,
    /// Bytes read.
    length: u64,
}

impl Lines {
    /// What is read through this is noted.
    pub(super) fn noting<R: Read>(&self, input: R) -> Noting<R> {
        self.with(|lines| lines.starts.push_back(0));
        Noting {
            input,
            lines: self.clone(),
        }
    }

    /// The byte at which a line begins, counted from 1; 0 for one that is not known. Lines before it are forgotten.
    pub(super) fn start(&self, line: u32) -> u64 {
        let wanted = u64::from(line).saturating_sub(1);
        self.with(|lines| {
            while lines.first < wanted && lines.starts.len() > 1 {
                lines.first += 1;
                lines.starts.pop_front();
            }
            let is_known = lines.first == wanted;
            lines
                .starts
                .front()
                .copied()
                .filter(|_| is_known)
                .unwrap_or(0)
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut Starts) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A stream whose lines are noted.
pub(super) struct Noting<R> {
    input: R,
    lines: Lines,
}

impl<R: Read> Read for Noting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.lines.with(|lines| {
            let bytes = buffer.iter().take(read).enumerate();
            let ends = bytes.filter(|(_, byte)| **byte == b'\n');
            let before = lines.length;
            lines
                .starts
                .extend(ends.map(|(at, _)| before + at as u64 + 1));
            lines.length += read as u64;
        });
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_behind_their_ends() {
        let lines = Lines::default();
        let mut noting = lines.noting(&b"one\n\nthree\r\nfour"[..]);
        let mut read = [0; 3];
        while noting.read(&mut read).unwrap() > 0 {}
        let found: Vec<u64> = [1, 1, 3, 4, 5, 3].map(|line| lines.start(line)).into();
        assert_eq!(found, [0, 0, 5, 12, 0, 0]);
    }
}
