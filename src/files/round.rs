//! Work in rounds that several processes share: each does its part of a round, one of them waits for all and goes on.
//!
//! The parts of a round are journals beside the state that the work goes on from, named `NAME.I-of-N.part`. Processes on several
//! machines have one folder, or somebody carries files to and fro: the state to all, the parts to the first.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::{Owner, PartFile, PartsError, Shard, fault, merge_parts};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// A process among those that share work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    /// Which part of each round it does.
    pub shard: Shard,
    /// Whether it waits for the others; otherwise it ends when there is nothing to do without them.
    pub waits: bool,
}

impl Team {
    /// One process that does all.
    pub const ALONE: Team = Team {
        shard: Shard::WHOLE,
        waits: true,
    };

    /// Whether there are no others.
    pub fn is_alone(self) -> bool {
        self.shard.parts == 1
    }

    /// Whether it is the one that puts the parts together.
    pub fn leads(self) -> bool {
        self.shard.part == 0
    }
}

/// A round.
#[derive(Clone, Debug)]
pub struct Round {
    folder: PathBuf,
    name: String,
    owner: Owner,
    settings: Value,
    team: Team,
}

/// What the name of a part ends with.
const END: &str = ".part";

/// The shortest and the longest time between two looks at files of other processes.
const PATIENCE: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(500)];

impl Round {
    /// The round of this name, whose parts are in a folder. `settings`, a JSON object, are all that its results follow from: those of
    /// the work, and the state that the round begins with.
    pub fn new(folder: &Path, name: String, owner: Owner, settings: Value, team: Team) -> Round {
        Round {
            folder: folder.to_owned(),
            name,
            owner,
            settings,
            team,
        }
    }

    /// Who works on it here.
    pub fn team(&self) -> Team {
        self.team
    }

    /// The journal of our part.
    ///
    /// # Errors
    /// It cannot be used, or is that of other work; or others share the round among another number of processes.
    pub fn part(&self) -> Result<PartFile, PartsError> {
        self.check_number()?;
        let shard = self.team.shard;
        let path = self.path(shard.part);
        Ok(PartFile::open(&path, self.owner, &self.settings, shard)?)
    }

    fn path(&self, part: u32) -> PathBuf {
        let (name, parts) = (&self.name, self.team.shard.parts);
        let file = format!("{name}.{}-of-{parts}{END}", part + 1);
        self.folder.join(file)
    }

    /// All parts that there are belong to as many as ours.
    fn check_number(&self) -> Result<(), PartsError> {
        let expected = self.team.shard.parts;
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for file in files {
            let name = file.file_name();
            let name = name.to_string_lossy();
            let Some((round, found)) = part_of_round(&name) else {
                continue;
            };
            if round == self.name && found != expected {
                return Err(PartsError::Number {
                    path: file.path(),
                    found,
                    expected,
                });
            }
        }
        Ok(())
    }

    /// The results of all units, in their order, as soon as all parts are finished; `None` if it was stopped before, or they are not
    /// and nobody waits.
    ///
    /// # Errors
    /// A part is damaged or that of other work, or of another number of parts.
    pub fn results<R: DeserializeOwned>(
        &self,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<R>>, PartsError> {
        let mut pause = Pause::default();
        loop {
            self.check_number()?;
            let parts = (0..self.team.shard.parts).map(|part| self.path(part));
            let there: Vec<PathBuf> = parts.filter(|path| path.exists()).collect();
            let merged = merge_parts(&there, self.owner)?;
            if merged.missing.is_empty() {
                return Ok(Some(merged.results.into_values().collect()));
            }
            if !self.team.waits || is_stopped() {
                return Ok(None);
            }
            pause.wait();
        }
    }

    /// Removes the parts, once their results are kept elsewhere.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn remove(&self) -> io::Result<()> {
        tidy(&self.folder, &|name| name == self.name)
    }
}

/// Removes the parts of those rounds whose names are over.
///
/// # Errors
/// The folder cannot be read, or a file cannot be removed.
pub fn tidy(folder: &Path, is_over: &dyn Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let part = part_of_round(&name.to_string_lossy()).map(|(round, _)| is_over(round));
        if part == Some(true) {
            fault::remove(&entry.path())?;
        }
    }
    Ok(())
}

/// The name of the round whose part a file is, by its name, and how many parts it has.
fn part_of_round(file: &str) -> Option<(&str, u32)> {
    let (name, part) = file.strip_suffix(END)?.rsplit_once('.')?;
    let (part, parts) = part.split_once("-of-")?;
    part.parse::<u32>().ok()?;
    Some((name, parts.parse().ok()?))
}

/// Longer and longer waiting, for what other processes do.
#[derive(Debug)]
pub struct Pause(Duration);

impl Default for Pause {
    fn default() -> Pause {
        let [shortest, _] = PATIENCE;
        Pause(shortest)
    }
}

impl Pause {
    /// Waits a moment.
    pub fn wait(&mut self) {
        let [_, longest] = PATIENCE;
        sleep(self.0);
        self.0 = (self.0 * 2).min(longest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::cell::Cell;
    use tempfile::TempDir;

    const OWNER: Owner = Owner {
        command: "count",
        work: "counting",
    };

    fn round(folder: &Path, part: u32, waits: bool, state: u32) -> Round {
        let shard = Shard { part, parts: 3 };
        let settings = json!({ "state": state });
        Round::new(
            folder,
            "round-1".to_owned(),
            OWNER,
            settings,
            Team { shard, waits },
        )
    }

    fn work(round: &Round) {
        let mut part = round.part().unwrap();
        for unit in (0..8).filter(|&unit| round.team().shard.has(unit)) {
            part.add(unit, &(unit + 10)).unwrap();
        }
        part.end(8).unwrap();
    }

    #[test]
    fn the_results_are_there_when_all_parts_are() {
        let folder = TempDir::new().unwrap();
        let round = |part, waits| round(folder.path(), part, waits, 7);
        let results = || round(0, false).results::<u64>(&|| false).unwrap();
        for part in 0..3 {
            work(&round(part, false));
            let expected = (part == 2).then(|| (10..18).collect::<Vec<u64>>());
            assert_eq!(results(), expected);
        }
        // Waiting ends when it is stopped.
        std::fs::remove_file(round(1, false).path(1)).unwrap();
        let looks = Cell::new(0);
        let is_stopped = || {
            looks.set(looks.get() + 1);
            looks.get() == 3
        };
        assert_eq!(round(0, true).results::<u64>(&is_stopped).unwrap(), None);
        let mine = folder.path().join("round-1.x-of-3.part");
        std::fs::write(&mine, "").unwrap();
        round(0, true).remove().unwrap();
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1);
        assert!(mine.exists());
    }

    #[test]
    fn a_part_of_another_state_is_refused() {
        let folder = TempDir::new().unwrap();
        work(&round(folder.path(), 0, false, 7));
        work(&round(folder.path(), 1, false, 8));
        let results = round(folder.path(), 0, true, 7).results::<u64>(&|| false);
        let told = results.unwrap_err().to_string();
        assert!(
            told.contains("round-1.2-of-3.part is a part of other work than"),
            "{told}"
        );
        assert!(told.contains("state is 8, expected 7"), "{told}");
    }

    /// Otherwise each would wait for parts that nobody does.
    #[test]
    fn processes_agree_on_their_number() {
        let folder = TempDir::new().unwrap();
        work(&round(folder.path(), 0, false, 7));
        let of_two = Round {
            team: Team {
                shard: Shard { part: 1, parts: 2 },
                waits: true,
            },
            ..round(folder.path(), 0, true, 7)
        };
        let told = of_two.part().unwrap_err().to_string();
        assert!(
            told.ends_with("round-1.1-of-3.part is of work in 3 parts, expected 2: use `--shard I/3`, or remove it"),
            "{told}"
        );
        std::fs::write(folder.path().join("round-1.2-of-4.part"), "").unwrap();
        let waiting = round(folder.path(), 0, true, 7).results::<u64>(&|| false);
        let told = waiting.unwrap_err().to_string();
        assert!(
            told.contains("round-1.2-of-4.part is of work in 4 parts, expected 3"),
            "{told}"
        );
    }

    #[test]
    fn names_of_parts_are_known() {
        for (file, expected) in [
            ("generation-004.2-of-3.part", Some(("generation-004", 3))),
            ("a.book.64.1-of-12.part", Some(("a.book.64", 12))),
            ("a.part", None),
            ("a.1-of-x.part", None),
            ("1-of-2.part", None),
            ("a.1-of-2", None),
        ] {
            assert_eq!(part_of_round(file), expected, "{file}");
        }
    }
}
