//! A part of a tournament, for one of several machines.

use kamen_files::Shard;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Which pairs of games are played here. Pairs are numbered over all pairings, in the order of the schedule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub enum Part {
    /// All.
    #[default]
    All,
    /// From this pair to that one, counted from 1.
    Pairs(RangeInclusive<u64>),
    /// Every n-th pair.
    Shard(Shard),
}

/// Why a text names no pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the first and the last pair of games, from 1, such as 1..500")]
pub struct PartError;

impl Part {
    /// Whether it has a pair of games, counted from 0.
    pub fn has(&self, pair: u64) -> bool {
        match self {
            Part::All => true,
            Part::Pairs(pairs) => pairs.contains(&(pair + 1)),
            Part::Shard(shard) => shard.has(pair),
        }
    }

    /// How many of the first `pairs` it has.
    pub fn pairs_of(&self, pairs: u64) -> u64 {
        match self {
            Part::All => pairs,
            Part::Pairs(range) => (pairs.min(*range.end()) + 1).saturating_sub(*range.start()),
            Part::Shard(shard) => shard.count(pairs),
        }
    }
}

/// As it is read: `all`, `1..500`, `2/8`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::All => f.write_str("all"),
            Part::Pairs(pairs) => write!(f, "{}..{}", pairs.start(), pairs.end()),
            Part::Shard(shard) => shard.fmt(f),
        }
    }
}

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Part, PartError> {
        if text == "all" {
            return Ok(Part::All);
        }
        if let Some((first, last)) = text.split_once("..") {
            let number = |text: &str| text.parse::<u64>().ok().filter(|&n| n > 0);
            let (first, last) = number(first).zip(number(last)).ok_or(PartError)?;
            return match first <= last && last < u64::from(u32::MAX) {
                true => Ok(Part::Pairs(first..=last)),
                false => Err(PartError),
            };
        }
        text.parse().map(Part::Shard).map_err(|_| PartError)
    }
}

impl TryFrom<String> for Part {
    type Error = PartError;

    fn try_from(text: String) -> Result<Part, PartError> {
        text.parse()
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_read_and_written() {
        for (text, few) in [
            ("all", 7),
            ("1..7", 7),
            ("3..4", 2),
            ("6..90", 2),
            ("1/3", 3),
            ("2/3", 2),
            ("3/3", 2),
            ("9/9", 0),
            ("8..9", 0),
        ] {
            let part: Part = text.parse().unwrap();
            assert_eq!(part.to_string(), text);
            let pairs = (0..7).filter(|&pair| part.has(pair)).count() as u64;
            assert_eq!((part.pairs_of(7), pairs), (few, few), "{text}");
        }
        for text in ["", "0..3", "4..3", "1..", "..", "x", "0/3", "1..9999999999"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
