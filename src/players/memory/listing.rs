//! What a file remembers, record by record, for people who look at it.

use super::journal::{Journal, MemoryError};
use super::record::{Entry, Record, RecordError, RecordName};
use super::store::Memory;
use hashbrown::HashSet;
use kamen_core::rules::Variant;
use std::path::Path;

/// All that counts in a file.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The variant.
    pub variant: Variant,
    /// The records, in the order of the file.
    pub records: Vec<Listed>,
    /// Records that were there, and were forgotten.
    pub forgotten: usize,
    /// Lines that are no records, by number from 1, with what is wrong.
    pub damaged: Vec<(u64, String)>,
}

/// A record with its name.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its name.
    pub name: RecordName,
    /// What it says.
    pub record: Record,
}

/// Why records cannot be forgotten.
#[derive(Debug, thiserror::Error)]
pub enum ListingError {
    /// The file cannot be used.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// There is no such record; then none is forgotten.
    #[error("there is no record {0}")]
    Missing(RecordName),
}

impl Listing {
    /// Reads a file, which others may write to meanwhile. A record that is there twice is listed once.
    ///
    /// # Errors
    /// It cannot be read, or is no memory.
    pub fn read(path: &Path) -> Result<Listing, MemoryError> {
        let (mut journal, variant) = Journal::open_to_read(path)?;
        let mut listing = Listing {
            variant,
            records: Vec::new(),
            forgotten: 0,
            damaged: Vec::new(),
        };
        let mut known = HashSet::new();
        journal.read_on(|number, text| {
            let parsed = text.map_err(RecordError::from).and_then(|text| {
                let entry = Entry::parse(variant, text)?;
                Ok((RecordName::of(text), entry))
            });
            match parsed {
                Ok((name, Entry::Record(record))) => {
                    if known.insert(name) {
                        listing.records.push(Listed { name, record });
                    }
                }
                Ok((_, Entry::Forget(name))) => {
                    if known.remove(&name) {
                        listing.records.retain(|listed| listed.name != name);
                        listing.forgotten += 1;
                    }
                }
                Err(error) => listing.damaged.push((number, error.to_string())),
            }
        })?;
        Ok(listing)
    }

    /// The record with a name.
    pub fn record(&self, name: RecordName) -> Option<&Record> {
        let found = self.records.iter().find(|listed| listed.name == name);
        found.map(|listed| &listed.record)
    }

    /// Forgets records of a file, all of them or none.
    ///
    /// # Errors
    /// One of them is not there, or the file cannot be written.
    pub fn forget(path: &Path, names: &[RecordName]) -> Result<(), ListingError> {
        let listing = Listing::read(path)?;
        let is_missing = |name: &&RecordName| listing.record(**name).is_none();
        if let Some(&missing) = names.iter().find(is_missing) {
            return Err(ListingError::Missing(missing));
        }
        let memory = Memory::new(path);
        memory.open(listing.variant)?;
        memory.forget(names)?;
        Ok(())
    }
}
