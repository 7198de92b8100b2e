//! What the user reads.

use std::fmt::Display;
use std::io::Write;

/// How a game went for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnResult {
    Win,
    Loss,
    Draw,
    /// Broken off, or ended without a reason.
    Open,
}

/// Writes lines, and counts results.
pub(super) struct MatchLog<'a> {
    out: &'a mut dyn Write,
    /// Wins, losses, draws and games without a result.
    tally: [u32; 4],
    /// Games among those without a result that the partner refused or left.
    missed: u32,
}

impl<'a> MatchLog<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        MatchLog {
            out,
            tally: [0; 4],
            missed: 0,
        }
    }

    /// The games that have begun and ended.
    pub(super) fn games(&self) -> u32 {
        self.tally.iter().sum()
    }

    /// The games that the partner refused or left.
    pub(super) fn missed(&self) -> u32 {
        self.missed
    }

    /// Writes a line. That nobody reads it is no reason to leave a game.
    pub(super) fn line(&mut self, text: impl Display) {
        if let Err(error) = writeln!(self.out, "{text}").and_then(|()| self.out.flush()) {
            log::debug!("cannot write the output: {error}");
        }
    }

    /// The partner has refused a game, or left it.
    pub(super) fn miss(&mut self, why: &str) {
        self.missed += 1;
        self.ended(OwnResult::Open, why);
    }

    /// A game has ended.
    pub(super) fn ended(&mut self, outcome: OwnResult, why: &str) {
        let (place, result) = match outcome {
            OwnResult::Win => (0, "won"),
            OwnResult::Loss => (1, "lost"),
            OwnResult::Draw => (2, "drawn"),
            OwnResult::Open => (3, "no result"),
        };
        if let Some(count) = self.tally.get_mut(place) {
            *count += 1;
        }
        let [wins, losses, draws, open] = self.tally;
        let open = if open > 0 {
            format!(", {open} without result")
        } else {
            String::new()
        };
        let game = self.games();
        self.line(format_args!("game {game}: {result}, {why}"));
        self.line(format_args!(
            "won {wins}, lost {losses}, drawn {draws}{open}"
        ));
    }
}

/// Text of the partner, fit for a terminal.
pub(super) fn shown(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted() {
        let mut text = Vec::new();
        let mut report = MatchLog::new(&mut text);
        report.ended(OwnResult::Win, "Scan 2.0 has no move");
        report.miss("the partner hung up");
        assert_eq!((report.games(), report.missed()), (2, 1));
        let expected = "game 1: won, Scan 2.0 has no move\n\
            won 1, lost 0, drawn 0\n\
            game 2: no result, the partner hung up\n\
            won 1, lost 0, drawn 0, 1 without result\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
        assert_eq!(shown("a\x1b[2Jb\u{9b}\u{e9}"), "a?[2Jb?\u{e9}");
    }
}
