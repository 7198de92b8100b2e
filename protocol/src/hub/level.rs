//! The limits of a search: the command `level`.

use std::fmt;

use crate::hub::number::{real, unsigned, unsigned_32, write_real};
use crate::hub::{Argument, CommandError, Line};

const COUNT: &str = "a number that is not negative";
const NUMBER: &str = "a number";

/// One `level` line (Scan `protocol.txt`, command `level`), or what several of them add up to.
///
/// All limits that are given apply, and the first one reached ends the search. Nothing is clamped
/// here: a time may be negative (move at once) and a depth 0.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Level {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes of the whole search.
    pub nodes: Option<u64>,
    /// Seconds for this move, as sent, also negative.
    pub move_time: Option<f64>,
    /// Seconds on the clock of the side to move, as sent, also negative.
    pub time: Option<f64>,
    /// Moves left in this period of the clock.
    pub moves: Option<u32>,
    /// Seconds added before each move, as sent, also negative.
    pub inc: Option<f64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Strength from 0 (normal) to 3 (weakest): lidraughts' fork, not in Hub.
    pub handicap: Option<u32>,
    /// A limit in plies for losing draughts: lidraughts' fork, not in Hub.
    pub ply: Option<u32>,
}

impl Level {
    /// Adds a later `level` line: what it gives replaces what was given before
    /// (Scan `protocol.txt`, `level`: lines accumulate until the next `pos`).
    pub fn merge(&mut self, later: &Self) {
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
        self.move_time = later.move_time.or(self.move_time);
        self.time = later.time.or(self.time);
        self.moves = later.moves.or(self.moves);
        self.inc = later.inc.or(self.inc);
        self.infinite |= later.infinite;
        self.handicap = later.handicap.or(self.handicap);
        self.ply = later.ply.or(self.ply);
    }

    pub(crate) fn from_line(line: &Line) -> Result<Self, CommandError> {
        let mut level = Self::default();
        for argument in &line.arguments {
            level
                .set(argument)
                .map_err(|expected| CommandError::bad(line, argument, expected))?;
        }
        Ok(level)
    }

    fn set(&mut self, argument: &Argument) -> Result<(), &'static str> {
        let text = argument.value.as_str();
        match argument.name.as_str() {
            "depth" => self.depth = Some(unsigned_32(text).ok_or(COUNT)?),
            "nodes" => self.nodes = Some(unsigned(text, u64::MAX).ok_or(COUNT)?),
            "move-time" => self.move_time = Some(real(text).ok_or(NUMBER)?),
            "time" => self.time = Some(real(text).ok_or(NUMBER)?),
            "moves" => self.moves = Some(unsigned_32(text).ok_or(COUNT)?),
            "inc" => self.inc = Some(real(text).ok_or(NUMBER)?),
            "infinite" => self.infinite = true,
            "handicap" => self.handicap = Some(unsigned_32(text).ok_or(COUNT)?),
            "ply" => self.ply = Some(unsigned_32(text).ok_or(COUNT)?),
            _ => {}
        }
        Ok(())
    }
}

/// Writes one `level` line.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = [
            ("depth", self.depth.map(|x| x.to_string())),
            ("nodes", self.nodes.map(|x| x.to_string())),
            ("move-time", self.move_time.map(write_real)),
            ("time", self.time.map(write_real)),
            ("moves", self.moves.map(|x| x.to_string())),
            ("inc", self.inc.map(write_real)),
            ("handicap", self.handicap.map(|x| x.to_string())),
            ("ply", self.ply.map(|x| x.to_string())),
        ];
        f.write_str("level")?;
        for (name, value) in values {
            if let Some(value) = value {
                write!(f, " {name}={value}")?;
            }
        }
        f.write_str(if self.infinite { " infinite" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Result<Level, CommandError> {
        Level::from_line(&Line::parse(text)?)
    }

    #[test]
    fn every_name_and_spelling() {
        let text = "level depth=12.0 nodes=1e6 move-time=1e-05 time=-0.5 moves=40.0 inc=5 \
                    infinite handicap=3 ply=17 unknown=x";
        let expected = Level {
            depth: Some(12),
            nodes: Some(1_000_000),
            move_time: Some(0.00001),
            time: Some(-0.5),
            moves: Some(40),
            inc: Some(5.0),
            infinite: true,
            handicap: Some(3),
            ply: Some(17),
        };
        assert_eq!(level(text), Ok(expected));
        assert_eq!(level("level"), Ok(Level::default()));
    }

    const BAD: &[&str] = &[
        "level depth=-1",
        "level depth",
        "level depth=4294967296",
        "level nodes=-5",
        "level nodes=nan",
        "level nodes=18446744073709551616",
        "level moves=-1",
        "level moves=x",
        "level time=inf",
        "level move-time=nan",
        "level inc=\"1 2\"",
        "level handicap=-1",
        "level ply=1e99",
    ];

    #[test]
    fn bad_values() {
        for text in BAD {
            let error = level(text);
            assert!(
                matches!(error, Err(CommandError::BadArgument { .. })),
                "{text}: {error:?}"
            );
        }
    }

    /// For every field: the later value wins, and one that is not given leaves the earlier one.
    #[test]
    fn later_lines_replace_what_they_name() {
        let full = |number: u32| Level {
            depth: Some(number),
            nodes: Some(number.into()),
            move_time: Some(number.into()),
            time: Some(number.into()),
            moves: Some(number),
            inc: Some(number.into()),
            infinite: true,
            handicap: Some(number),
            ply: Some(number),
        };
        let none = Level::default();
        let cases = [
            (full(1), full(2), full(2)),
            (full(1), none.clone(), full(1)),
            (none.clone(), full(2), full(2)),
            (none.clone(), none.clone(), none),
        ];
        for (earlier, later, expected) in cases {
            let mut sum = earlier.clone();
            sum.merge(&later);
            assert_eq!(sum, expected, "{earlier} and {later}");
        }
    }
}
