//! A part of work that is shared out to several processes, on one machine or many.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// One of several parts of equal rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Shard {
    /// Which part, from 0.
    pub part: u32,
    /// How many there are, at least one.
    pub parts: u32,
}

/// Why a text names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// It is no such text.
    #[error("expected a part and how many there are, such as 1/4, or auto, or auto/4")]
    Text,
    /// Nothing in the environment says which part.
    #[error(
        "auto: no variable of Slurm, Open MPI, PMI, HyperQueue or Kubernetes says which part, expected one such as 1/4"
    )]
    NoPart,
    /// The environment says which part, but not of how many.
    #[error("auto: {variable} does not say how many parts there are, expected auto/N")]
    NoParts {
        /// What names the part.
        variable: &'static str,
    },
    /// The environment contradicts itself or the text.
    #[error("auto: {variable}={value} is no part of {parts}, expected {first} to {last}")]
    Outside {
        /// What names the part.
        variable: &'static str,
        /// Its value.
        value: String,
        /// How many parts there are.
        parts: u32,
        /// The first number.
        first: u32,
        /// The last number.
        last: u32,
    },
}

/// Who says which part a process is, in this order: the variables of the number, of how many there are, and of the first number; and
/// the first number where no variable tells it.
const SOURCES: [(&str, Option<&str>, Option<&str>, u32); 6] = [
    (
        "SLURM_ARRAY_TASK_ID",
        Some("SLURM_ARRAY_TASK_COUNT"),
        Some("SLURM_ARRAY_TASK_MIN"),
        0,
    ),
    (
        "OMPI_COMM_WORLD_RANK",
        Some("OMPI_COMM_WORLD_SIZE"),
        None,
        0,
    ),
    ("PMI_RANK", Some("PMI_SIZE"), None, 0),
    ("SLURM_PROCID", Some("SLURM_NTASKS"), None, 0),
    ("HQ_TASK_ID", None, None, 1),
    ("JOB_COMPLETION_INDEX", None, None, 0),
];

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { part: 0, parts: 1 };

    /// Whether the part has a unit of this number; units are dealt out in turn.
    pub fn has(self, unit: u64) -> bool {
        unit % u64::from(self.parts) == u64::from(self.part)
    }

    /// How many of the first `units` it has.
    pub fn count(self, units: u64) -> u64 {
        let (part, parts) = (u64::from(self.part), u64::from(self.parts));
        (units + parts - 1).saturating_sub(part) / parts
    }

    /// The part of units that are numbered from 0 behind `before` others: unit `n` there is unit `before + n` here.
    #[must_use]
    pub fn behind(self, before: u64) -> Shard {
        let parts = u64::from(self.parts);
        let part = (u64::from(self.part) + parts - before % parts) % parts;
        Shard {
            part: part as u32,
            ..self
        }
    }

    /// Reads a text, asking `variable` for the values of environment variables. `auto` takes the part and the number of parts
    /// from Slurm (an array, or the tasks of a step), Open MPI or PMI; `auto/N` from these, HyperQueue (an array from 1) or
    /// Kubernetes (an index from 0), of N parts.
    ///
    /// # Errors
    /// The text or the environment names no part.
    pub fn parse(
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Shard, ShardError> {
        let number = |text: &str| text.parse::<u32>().ok();
        let (part, parts) = text
            .split_once('/')
            .map_or((text, None), |(part, parts)| (part, Some(parts)));
        let parts = match parts {
            Some(parts) => Some(number(parts).filter(|&n| n > 0).ok_or(ShardError::Text)?),
            None => None,
        };
        if part == "auto" {
            return by_environment(parts, &variable);
        }
        match (number(part), parts) {
            (Some(part), Some(parts)) if (1..=parts).contains(&part) => Ok(Shard {
                part: part - 1,
                parts,
            }),
            _ => Err(ShardError::Text),
        }
    }
}

fn by_environment(
    parts: Option<u32>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Shard, ShardError> {
    let found = SOURCES.iter().find_map(|source| {
        let value = variable(source.0)?;
        Some((source, value))
    });
    let ((name, count, start, first), value) = found.ok_or(ShardError::NoPart)?;
    let number = |name: &Option<&str>| name.and_then(variable)?.parse::<u32>().ok();
    let first = number(start).unwrap_or(*first);
    let parts = parts
        .or_else(|| number(count).filter(|&n| n > 0))
        .ok_or(ShardError::NoParts { variable: name })?;
    let part = value.parse::<u32>().ok().and_then(|n| n.checked_sub(first));
    match part.filter(|&part| part < parts) {
        Some(part) => Ok(Shard { part, parts }),
        None => Err(ShardError::Outside {
            variable: name,
            value,
            parts,
            first,
            last: first.saturating_add(parts - 1),
        }),
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        Shard::parse(text, |name| std::env::var(name).ok())
    }
}

/// As [`Shard::parse`] reads it, from 1.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part + 1, self.parts)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        Shard::parse(&text, |_| None)
    }
}

impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(part: u32, parts: u32) -> Result<Shard, ShardError> {
        Ok(Shard { part, parts })
    }

    #[test]
    fn a_part_is_read_and_written() {
        for (text, expected) in [
            ("1/1", shard(0, 1)),
            ("2/5", shard(1, 5)),
            ("5/5", shard(4, 5)),
            ("0/5", Err(ShardError::Text)),
            ("6/5", Err(ShardError::Text)),
            ("1/0", Err(ShardError::Text)),
            ("1", Err(ShardError::Text)),
            ("", Err(ShardError::Text)),
            ("1/2/3", Err(ShardError::Text)),
            ("-1/2", Err(ShardError::Text)),
            ("auto", Err(ShardError::NoPart)),
            ("auto/3", Err(ShardError::NoPart)),
            ("auto/x", Err(ShardError::Text)),
        ] {
            let found = Shard::parse(text, |_| None);
            assert_eq!(found, expected, "{text}");
            if let Ok(shard) = found {
                assert_eq!(shard.to_string(), text);
            }
        }
    }

    #[test]
    fn the_environment_says_which_part() {
        let outside = |variable, value: &str, parts, first, last| {
            Err(ShardError::Outside {
                variable,
                value: value.to_owned(),
                parts,
                first,
                last,
            })
        };
        for (text, environment, expected) in [
            // Arrays from 0 and from 1, and those of a step of two processes.
            (
                "auto",
                "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=8 SLURM_ARRAY_TASK_MIN=1 SLURM_PROCID=0 SLURM_NTASKS=1",
                shard(2, 8),
            ),
            (
                "auto",
                "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=8 SLURM_ARRAY_TASK_MIN=0",
                shard(3, 8),
            ),
            ("auto", "SLURM_PROCID=1 SLURM_NTASKS=2", shard(1, 2)),
            // Under `srun --mpi=pmi2` both tell.
            (
                "auto",
                "SLURM_PROCID=1 SLURM_NTASKS=2 PMI_RANK=1 PMI_SIZE=2",
                shard(1, 2),
            ),
            (
                "auto",
                "OMPI_COMM_WORLD_RANK=5 OMPI_COMM_WORLD_SIZE=6",
                shard(5, 6),
            ),
            ("auto/4", "HQ_TASK_ID=4", shard(3, 4)),
            ("auto/4", "JOB_COMPLETION_INDEX=0", shard(0, 4)),
            (
                "auto/4",
                "HQ_TASK_ID=0",
                outside("HQ_TASK_ID", "0", 4, 1, 4),
            ),
            (
                "auto/4",
                "HQ_TASK_ID=5",
                outside("HQ_TASK_ID", "5", 4, 1, 4),
            ),
            (
                "auto/4",
                "JOB_COMPLETION_INDEX=x",
                outside("JOB_COMPLETION_INDEX", "x", 4, 0, 3),
            ),
            (
                "auto",
                "HQ_TASK_ID=1",
                Err(ShardError::NoParts {
                    variable: "HQ_TASK_ID",
                }),
            ),
        ] {
            let of = |name: &str| {
                let mut words = environment
                    .split(' ')
                    .filter_map(|word| word.split_once('='));
                words
                    .find(|(key, _)| *key == name)
                    .map(|(_, value)| value.to_owned())
            };
            assert_eq!(Shard::parse(text, of), expected, "{text} {environment}");
        }
    }

    #[test]
    fn every_unit_has_one_part() {
        for unit in 0..20 {
            let having = (0..3).filter(|&part| Shard { part, parts: 3 }.has(unit));
            assert_eq!(having.count(), 1);
        }
        assert!(Shard::WHOLE.has(7));
        for part in 0..3 {
            let shard = Shard { part, parts: 3 };
            for before in 0..7 {
                let own = (0..before).filter(|&unit| shard.has(unit)).count();
                assert_eq!(shard.count(before), own as u64);
                for unit in 0..7 {
                    assert_eq!(shard.behind(before).has(unit), shard.has(before + unit));
                }
            }
        }
    }
}
