//! Players by name.

use crate::board::{Board, Side};
use crate::both::Both;
use crate::candidates::candidates;
use crate::david::David;
use crate::goliath::{Goliath, PLIES};
use crate::memory::{Memory, MemoryError};
use crate::player::{Deadline, Forecast, Player, Thought};
use rand::{RngExt, SeedableRng};
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
    Goliath(Goliath),
    /// `david`, `david:LEVEL` or `david:LEVEL:FILE`.
    David {
        /// Moves of a line.
        level: usize,
        /// What he remembers; without a file he forgets at the end of the program.
        file: Option<PathBuf>,
    },
    /// `both`, `both:LEVEL` or `both:LEVEL:FILE`.
    Both {
        /// Moves of a line.
        level: usize,
        /// As for David.
        file: Option<PathBuf>,
    },
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
        let mut parts = text.splitn(3, ':');
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let number = |default: usize, part: Option<&str>| {
            let number = part.map_or(Some(default), |part| part.parse().ok());
            number.filter(|n| (1..=MOST).contains(n)).ok_or_else(none)
        };
        let found = match name.as_str() {
            "goliath" => Contestant::Goliath(Goliath {
                plies: number(PLIES, parts.next())?,
                ..Goliath::default()
            }),
            "david" | "both" => {
                let level = number(LEVEL, parts.next())?;
                let file = parts.next().map(PathBuf::from);
                if file
                    .as_ref()
                    .is_some_and(|file| file.as_os_str().is_empty())
                {
                    return Err(none());
                }
                match name.as_str() {
                    "david" => Contestant::David { level, file },
                    _ => Contestant::Both { level, file },
                }
            }
            "random" => Contestant::Random,
            _ => return Err(none()),
        };
        parts.next().map_or(Ok(found), |_| Err(none()))
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Goliath(goliath) => write!(f, "goliath:{}", goliath.plies),
            Contestant::David { level, .. } => write!(f, "david:{level}"),
            Contestant::Both { level, .. } => write!(f, "both:{level}"),
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
    /// Whether it remembers games.
    pub fn remembers(&self) -> bool {
        matches!(self, Contestant::David { .. } | Contestant::Both { .. })
    }

    /// The same player with its memory in a file, unless it names one or has none.
    pub fn remembering_in(&self, folder: &Path, name: &str) -> Contestant {
        let mut other = self.clone();
        if let Contestant::David { file, .. } | Contestant::Both { file, .. } = &mut other {
            file.get_or_insert_with(|| folder.join(name));
        }
        other
    }

    /// The player.
    ///
    /// # Errors
    /// Its memory cannot be used.
    pub fn player(
        &self,
        memories: &mut Memories,
        seed: u64,
    ) -> Result<Box<dyn Player>, MemoryError> {
        Ok(match self {
            Contestant::Goliath(goliath) => Box::new(*goliath),
            Contestant::David { level, file } => {
                Box::new(David::new(*level, memories.memory(file.as_deref())?))
            }
            Contestant::Both { level, file } => {
                Box::new(Both::new(*level, memories.memory(file.as_deref())?))
            }
            Contestant::Random => Box::new(Random(Pcg64Mcg::seed_from_u64(seed))),
        })
    }
}

/// Any move near the stones.
struct Random(Pcg64Mcg);

impl Player for Random {
    fn think(&mut self, board: &mut Board, _: Side, _: Deadline) -> Thought {
        let moves = candidates(board);
        let place = self.0.random_range(0..moves.len().max(1));
        Thought {
            square: moves.get(place).copied().unwrap_or_else(|| board.centre()),
            forecast: Forecast::Open(0),
            nodes: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_by_name() {
        let cases = [
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
        ];
        for (text, expected) in cases {
            let read = text.parse::<Contestant>().ok();
            assert_eq!(read.map(|c| c.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn players_with_one_file_share_what_they_remember() {
        let folder = tempfile::tempdir().unwrap();
        let mut memories = Memories::default();
        let path = folder.path().join("m");
        let one = memories.memory(Some(&path)).unwrap();
        let other = memories.memory(Some(&path)).unwrap();
        one.learn(crate::code::Win::of_codes(vec![5; 4]).unwrap())
            .unwrap();
        assert_eq!((other.len(), memories.memory(None).unwrap().len()), (1, 0));
    }
}
