//! Parts of work that several processes do, on one machine or many: the journal of a part ([`PartFile`]), and what all parts come
//! to ([`merge_parts`]).
//!
//! The work is a number of *units* from 0, each with a result of its own. The first line of a part's journal is its label: the
//! settings that the results follow from, and which part it is. Each other line is a unit with its result; the last says how many
//! units all parts have, and only a finished part has it.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::{Journal, JournalError, Owner, Shard, first_difference};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where the label says which part it is.
const PART: &str = "part";

/// A line behind the label.
#[derive(Serialize, Deserialize)]
struct Line<R> {
    /// The number of the unit; in the last line, which has no result, how many there are.
    unit: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<R>,
}

/// The journal of a part, from which its work resumes.
#[derive(Debug)]
pub struct PartFile {
    journal: Journal,
    shard: Shard,
    units: BTreeSet<u64>,
    all: Option<u64>,
}

impl PartFile {
    /// Opens the journal of a part, which need not exist. `settings`, a JSON object, are all that the results follow from.
    ///
    /// # Errors
    /// It cannot be used, or is that of other work or of another part; then nothing in it changes.
    pub fn open(
        path: &Path,
        owner: Owner,
        settings: &Value,
        shard: Shard,
    ) -> Result<PartFile, JournalError> {
        let mut label = settings.clone();
        if let Some(label) = label.as_object_mut() {
            label.insert(PART.to_owned(), Value::from(shard.to_string()));
        }
        let (mut units, mut all) = (BTreeSet::new(), None);
        let resumed = |line: Line<IgnoredAny>, _| match line.result {
            Some(_) => {
                units.insert(line.unit);
            }
            None => all = Some(line.unit),
        };
        let journal = Journal::open(path, owner, &label, resumed)?;
        Ok(PartFile {
            journal,
            shard,
            units,
            all,
        })
    }

    /// Which part it is.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// How many units it has results of.
    pub fn count(&self) -> usize {
        self.units.len()
    }

    /// Whether it is this part that does a unit, and has not done it yet.
    pub fn wants(&self, unit: u64) -> bool {
        self.shard.has(unit) && !self.units.contains(&unit)
    }

    /// Keeps the result of a unit, which is not `null` in JSON.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, unit: u64, result: &impl Serialize) -> Result<(), JournalError> {
        let result = Some(result);
        self.journal.append(&Line { unit, result })?;
        self.units.insert(unit);
        Ok(())
    }

    /// Says that all units of the part are done, of so many that all parts have.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn end(&mut self, units: u64) -> Result<(), JournalError> {
        if self.all.is_none() {
            let result = None::<()>;
            let unit = units;
            self.journal.append(&Line { unit, result })?;
            self.all = Some(units);
        }
        Ok(())
    }

    /// Whether all units of the part are done.
    pub fn is_finished(&self) -> bool {
        self.all.is_some()
    }
}

/// What the parts of work come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedParts<R> {
    /// What all results follow from.
    pub settings: Value,
    /// The results by the numbers of their units.
    pub results: BTreeMap<u64, R>,
    /// What is not there, in words: parts without a journal, and those that are not finished.
    pub missing: Vec<String>,
}

/// Why parts cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// No journal has a first line.
    #[error("{} is empty, nothing was done yet", path.display())]
    Empty {
        /// The first of them.
        path: PathBuf,
    },
    /// A journal does not say which part it is.
    #[error("{} is no part of shared work", path.display())]
    NoPart {
        /// The journal.
        path: PathBuf,
    },
    /// Two journals are parts of different work.
    #[error(
        "{} is a part of other work than {}: {what} is {found}, expected {expected}",
        path.display(), first.display()
    )]
    Other {
        /// The journal.
        path: PathBuf,
        /// The one before it.
        first: PathBuf,
        /// What differs.
        what: String,
        /// In the journal.
        found: String,
        /// In the one before it.
        expected: String,
    },
    /// A file of the round says that there are more or fewer parts than ours.
    #[error(
        "{} is of work in {found} parts, expected {expected}: use `--shard I/{found}`, or remove it",
        path.display()
    )]
    Number {
        /// The file.
        path: PathBuf,
        /// Parts that it says there are.
        found: u32,
        /// Parts of the process.
        expected: u32,
    },
    /// Two journals are of the same part.
    #[error("{} and {} are both part {part}", first.display(), path.display())]
    Twice {
        /// The one.
        first: PathBuf,
        /// The other.
        path: PathBuf,
        /// Which part.
        part: Shard,
    },
    /// A journal has a unit that is not of its part, or has one twice.
    #[error("{} has number {unit} {fault} part {part}", path.display())]
    Foreign {
        /// The journal.
        path: PathBuf,
        /// Which unit, from 1.
        unit: u64,
        /// What is wrong with it.
        fault: &'static str,
        /// The part.
        part: Shard,
    },
}

/// A journal that was read.
struct Source<'a> {
    path: &'a Path,
    /// The label without the part.
    settings: Value,
    part: Shard,
    count: u64,
    all: Option<u64>,
}

/// Puts the journals of parts together, which may be written to meanwhile.
///
/// # Errors
/// They cannot be read or do not belong together.
pub fn merge_parts<R: DeserializeOwned>(
    paths: &[PathBuf],
    owner: Owner,
) -> Result<MergedParts<R>, PartsError> {
    let (mut sources, mut results) = (Vec::<Source<'_>>::new(), BTreeMap::new());
    for path in paths {
        let Some((source, lines)) = read(path, owner)? else {
            continue;
        };
        for other in &sources {
            belongs(&source, other)?;
        }
        for (unit, result) in lines {
            let foreign = |fault| PartsError::Foreign {
                path: path.clone(),
                unit: unit + 1,
                fault,
                part: source.part,
            };
            let is_inside = source.all.is_none_or(|all| unit < all);
            if !source.part.has(unit) || !is_inside {
                return Err(foreign("which is not of its"));
            }
            if results.insert(unit, result).is_some() {
                return Err(foreign("twice in"));
            }
        }
        sources.push(source);
    }
    let missing = missing(&sources);
    let first = sources.into_iter().next();
    let first = first.ok_or_else(|| PartsError::Empty {
        path: paths.first().cloned().unwrap_or_default(),
    })?;
    Ok(MergedParts {
        settings: first.settings,
        results,
        missing,
    })
}

/// How far a part is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartState {
    /// What its results follow from.
    pub settings: Value,
    /// Which part it is.
    pub shard: Shard,
    /// How many units it has results of.
    pub done: u64,
    /// Of how many; `None` until it is finished.
    pub all: Option<u64>,
}

/// Looks how far the journal of a part is; `None` if its writer has not done anything yet.
///
/// # Errors
/// It cannot be read or is no part.
pub fn part_state(path: &Path, owner: Owner) -> Result<Option<PartState>, PartsError> {
    let read = read::<IgnoredAny>(path, owner)?;
    Ok(read.map(|(source, _)| PartState {
        shard: source.part,
        done: source.count,
        all: source.all.map(|all| source.part.count(all)),
        settings: source.settings,
    }))
}

/// The numbers of units with their results.
type Units<R> = Vec<(u64, R)>;

/// Reads a journal; `None` if its writer has not done anything yet.
fn read<R: DeserializeOwned>(
    path: &Path,
    owner: Owner,
) -> Result<Option<(Source<'_>, Units<R>)>, PartsError> {
    let (mut settings, mut units, mut all) = (Value::Null, Vec::new(), None);
    let label = |found| {
        settings = found;
        Ok(())
    };
    let line = |line: Line<R>| match line.result {
        Some(result) => units.push((line.unit, result)),
        None => all = Some(line.unit),
    };
    if !Journal::read(path, owner, label, line)? {
        return Ok(None);
    }
    let part = settings
        .as_object_mut()
        .and_then(|label| Shard::deserialize(label.remove(PART)?).ok());
    let part = part.ok_or_else(|| PartsError::NoPart {
        path: path.to_owned(),
    })?;
    let count = units.len() as u64;
    let source = Source {
        path,
        settings,
        part,
        count,
        all,
    };
    Ok(Some((source, units)))
}

/// Whether a journal is another part of the same work.
fn belongs(source: &Source<'_>, first: &Source<'_>) -> Result<(), PartsError> {
    let paths = (source.path.to_owned(), first.path.to_owned());
    let other = |[what, found, expected]: [String; 3]| {
        let (path, first) = paths.clone();
        Err(PartsError::Other {
            path,
            first,
            what,
            found,
            expected,
        })
    };
    let difference = first_difference(&source.settings, &first.settings);
    let difference = difference.map_err(|error| JournalError::Encode {
        path: source.path.to_owned(),
        error,
    })?;
    if let Some(difference) = difference {
        return other(difference);
    }
    let numbers = |what: &str, [found, expected]: [u64; 2]| {
        other([what.to_owned(), found.to_string(), expected.to_string()])
    };
    let parts = [source, first].map(|one| u64::from(one.part.parts));
    if parts[0] != parts[1] {
        return numbers("the number of parts", parts);
    }
    if let (Some(found), Some(expected)) = (source.all, first.all)
        && found != expected
    {
        return numbers("the number of units", [found, expected]);
    }
    if source.part == first.part {
        let (path, first) = paths;
        let part = source.part;
        return Err(PartsError::Twice { first, path, part });
    }
    Ok(())
}

/// What the journals do not have, in words.
fn missing(sources: &[Source<'_>]) -> Vec<String> {
    let mut missing = Vec::new();
    let all = sources.iter().find_map(|source| source.all);
    for source in sources {
        let Source { part, count, .. } = source;
        let path = source.path.display();
        match all.map(|all| part.count(all)) {
            None => missing.push(format!(
                "{path}: part {part} is not finished, it has {count}"
            )),
            Some(own) if *count < own => {
                missing.push(format!("{path}: part {part} has {count} of {own}"));
            }
            Some(_) => (),
        }
    }
    let parts = sources.first().map_or(0, |source| source.part.parts);
    for part in (0..parts).map(|part| Shard { part, parts }) {
        if !sources.iter().any(|source| source.part == part) {
            missing.push(format!("no journal of part {part}"));
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::fs;
    use tempfile::TempDir;

    const OWNER: Owner = Owner {
        command: "square",
        work: "squaring",
    };

    fn path(folder: &TempDir, name: &str) -> PathBuf {
        folder.path().join(name)
    }

    fn open(path: &Path, seed: u32, part: &str) -> Result<PartFile, JournalError> {
        PartFile::open(path, OWNER, &json!({ "seed": seed }), part.parse().unwrap())
    }

    /// Squares numbers below `all`, up to `most` of them.
    fn work(path: &Path, seed: u32, part: &str, all: u64, most: usize) {
        let mut file = open(path, seed, part).unwrap();
        let shard = file.shard();
        for unit in (0..all).filter(|&unit| shard.has(unit)).take(most) {
            if file.wants(unit) {
                file.add(unit, &(unit * unit)).unwrap();
            }
        }
        if most > all as usize {
            file.end(all).unwrap();
        }
    }

    fn merged(paths: &[&PathBuf]) -> Result<(Vec<u64>, Vec<String>), String> {
        let paths: Vec<PathBuf> = paths.iter().map(|&path| path.clone()).collect();
        let merged = merge_parts::<u64>(&paths, OWNER).map_err(|error| error.to_string())?;
        Ok((merged.results.into_values().collect(), merged.missing))
    }

    #[test]
    fn parts_come_to_the_whole_in_any_order() {
        let folder = TempDir::new().unwrap();
        let squares: Vec<u64> = (0..7).map(|unit| unit * unit).collect();
        for parts in 1..=9 {
            let paths: Vec<PathBuf> = (1..=parts)
                .map(|part| {
                    let path = path(&folder, &format!("{part}-{parts}"));
                    // The first is interrupted, and none does anything twice.
                    let name = format!("{part}/{parts}");
                    work(&path, 1, &name, 7, 1);
                    work(&path, 1, &name, 7, 100);
                    let done = fs::read(&path).unwrap();
                    work(&path, 1, &name, 7, 100);
                    assert_eq!(fs::read(&path).unwrap(), done);
                    path
                })
                .collect();
            let backwards: Vec<&PathBuf> = paths.iter().rev().collect();
            assert_eq!(merged(&backwards), Ok((squares.clone(), vec![])));
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let folder = TempDir::new().unwrap();
        let [one, two] = ["one", "two"].map(|name| path(&folder, name));
        work(&one, 1, "1/3", 7, 2);
        let (results, missing) = merged(&[&one]).unwrap();
        assert_eq!(results, [0, 9]);
        assert!(missing[0].ends_with("one: part 1/3 is not finished, it has 2"));
        assert_eq!(
            missing[1..],
            ["no journal of part 2/3", "no journal of part 3/3"]
        );
        work(&two, 1, "2/3", 7, 100);
        let (_, missing) = merged(&[&one, &two]).unwrap();
        assert!(missing[0].ends_with("one: part 1/3 has 2 of 3"));
        assert_eq!(missing[1..], ["no journal of part 3/3"]);
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let folder = TempDir::new().unwrap();
        let names = [
            "one", "two", "seed", "again", "more", "parts", "foreign", "double", "empty",
        ];
        let [one, two, seed, again, more, parts, foreign, double, empty] =
            names.map(|name| path(&folder, name));
        work(&one, 1, "1/2", 7, 100);
        work(&two, 1, "2/2", 7, 100);
        work(&seed, 2, "2/2", 7, 100);
        work(&again, 1, "1/2", 7, 100);
        work(&more, 1, "2/2", 9, 100);
        work(&parts, 1, "2/3", 7, 100);
        let lines = |path: &PathBuf| {
            let text = fs::read_to_string(path).unwrap();
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        };
        fs::write(
            &foreign,
            [&lines(&one)[..1], &lines(&two)[1..]].concat().join("\n") + "\n",
        )
        .unwrap();
        fs::write(
            &double,
            [&lines(&two)[..2], &lines(&two)[1..]].concat().join("\n") + "\n",
        )
        .unwrap();
        fs::write(&empty, "").unwrap();
        for (paths, expected) in [
            (&[&one, &seed][..], "seed is 2, expected 1"),
            (&[&one, &again], "one and "),
            (&[&one, &again], "again are both part 1/2"),
            (&[&one, &one], "are both part 1/2"),
            (&[&one, &more], "the number of units is 9, expected 7"),
            (&[&one, &parts], "the number of parts is 3, expected 2"),
            (&[&foreign], "has number 2 which is not of its part 1/2"),
            (&[&double], "has number 2 twice in part 2/2"),
            (&[&empty], "nothing was done yet"),
        ] {
            let told = merged(paths).unwrap_err();
            assert!(told.contains(expected), "{told}, expected {expected}");
        }
        let told = open(&one, 1, "2/2").unwrap_err().to_string();
        assert!(
            told.contains("part was \"1/2\", now it is \"2/2\""),
            "{told}"
        );
    }
}
