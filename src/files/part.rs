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

mod merge;
#[cfg(test)]
mod tests;

pub use merge::{MergedParts, PartState, PartsError, merge_parts, part_state};

use super::{Journal, JournalError, Owner, Shard};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

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
