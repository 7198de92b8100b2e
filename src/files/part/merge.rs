//! What all parts come to.

use super::{Line, PART};
use crate::{Journal, JournalError, Owner, Shard, first_difference};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
