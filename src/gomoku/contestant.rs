//! Players by name.

use crate::board::{Board, Side};
use crate::both::Both;
use crate::david::David;
use crate::goliath::{Goliath, PLIES};
use crate::memory::{Memory, MemoryError};
use crate::player::{Deadline, Player, Thought};
use crate::rating::candidates;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The level that the thesis recommends.
pub const LEVEL: usize = 10;
/// The deepest search, and the longest line.
const MOST: usize = 100;

/// A player, as it is named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// `goliath` or `goliath:PLIES`.
    Goliath(usize),
    /// `david`, `david:LEVEL` or `david:LEVEL:FILE`: the moves of a line, and what he remembers; without a file he forgets at the
    /// end of the program.
    David(usize, Option<PathBuf>),
    /// `both`, `both:LEVEL` or `both:LEVEL:FILE`, as for David.
    Both(usize, Option<PathBuf>),
    /// `random`: any move near the stones.
    Random,
}

/// A name that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no player, expected goliath[:PLIES], david[:LEVEL[:FILE]], both[:LEVEL[:FILE]] or random, with numbers from 1 to {MOST}"
)]
pub struct NoContestant(String);

impl FromStr for Contestant {
    type Err = NoContestant;

    fn from_str(text: &str) -> Result<Contestant, NoContestant> {
        let none = || NoContestant(text.to_owned());
        let parts: Vec<&str> = text.splitn(3, ':').collect();
        let number = |default| {
            let number = parts.get(1).map_or(Ok(default), |part| part.parse());
            let number = number.ok().filter(|n| (1..=MOST).contains(n));
            number.ok_or_else(none)
        };
        let file = parts.get(2).map(PathBuf::from);
        match (parts[0].to_ascii_lowercase().as_str(), &parts[1..]) {
            ("random", []) => Ok(Contestant::Random),
            ("goliath", [] | [_]) => Ok(Contestant::Goliath(number(PLIES)?)),
            (_, [_, ""]) => Err(none()),
            ("david", _) => Ok(Contestant::David(number(LEVEL)?, file)),
            ("both", _) => Ok(Contestant::Both(number(LEVEL)?, file)),
            _ => Err(none()),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Goliath(plies) => write!(f, "goliath:{plies}"),
            Contestant::David(level, _) => write!(f, "david:{level}"),
            Contestant::Both(level, _) => write!(f, "both:{level}"),
            Contestant::Random => write!(f, "random"),
        }
    }
}

/// The memories that are open, so that players with the same file share it.
#[derive(Debug, Default)]
pub struct Memories(HashMap<PathBuf, Memory>);

impl Memories {
    /// The memory in a file, or a new one without a file.
    ///
    /// # Errors
    /// Those of [`Memory::open`].
    pub fn memory(&mut self, file: Option<&Path>) -> Result<Memory, MemoryError> {
        let Some(file) = file else {
            return Ok(Memory::default());
        };
        let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        if let Some(memory) = self.0.get(&whole) {
            return Ok(memory.clone());
        }
        let memory = Memory::open(file)?;
        self.0.insert(whole, memory.clone());
        Ok(memory)
    }
}

impl Contestant {
    /// The same player with its memory in a file, unless it names one or has none.
    pub fn remembering_in(&self, file: PathBuf) -> Contestant {
        match self.clone() {
            Contestant::David(level, None) => Contestant::David(level, Some(file)),
            Contestant::Both(level, None) => Contestant::Both(level, Some(file)),
            other => other,
        }
    }

    /// The player.
    ///
    /// # Errors
    /// Its memory cannot be used.
    pub fn player(&self, open: &mut Memories, seed: u64) -> Result<Box<dyn Player>, MemoryError> {
        let mut memory = |file: &Option<PathBuf>| open.memory(file.as_deref());
        Ok(match *self {
            Contestant::Goliath(plies) => Box::new(Goliath {
                plies,
                prunes: true,
            }),
            Contestant::David(level, ref file) => Box::new(David::new(level, memory(file)?)),
            Contestant::Both(level, ref file) => Box::new(Both(David::new(level, memory(file)?))),
            Contestant::Random => Box::new(Random(Pcg64Mcg::seed_from_u64(seed))),
        })
    }
}

/// Any move near the stones.
struct Random(Pcg64Mcg);

impl Player for Random {
    fn think(&mut self, board: &Board, _: Side, _: Deadline) -> Option<Thought> {
        let moves = candidates(board);
        moves.choose(&mut self.0).copied().map(Thought::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_by_name() {
        for (text, expected) in [
            ("goliath", Some("goliath:4")),
            ("Goliath:2", Some("goliath:2")),
            ("david", Some("david:10")),
            ("david:20:a:b", Some("david:20")),
            ("both:3", Some("both:3")),
            ("random", Some("random")),
            ("goliath:0", None),
            ("goliath:4:file", None),
            ("goliath:101", None),
            ("david:x", None),
            ("david:3:", None),
            ("random:1", None),
            ("", None),
        ] {
            let read = text.parse::<Contestant>().ok();
            assert_eq!(read.map(|c| c.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn players_with_one_file_share_what_they_remember() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m");
        let mut memories = Memories::default();
        let mut wins = |file| memories.memory(file).unwrap();
        let [one, other, none] = [Some(&*path), Some(&*path), None].map(&mut wins);
        one.learn("5 5 5 5".parse().unwrap()).unwrap();
        assert_eq!((other.wins().len(), none.wins().len()), (1, 0));
    }
}
