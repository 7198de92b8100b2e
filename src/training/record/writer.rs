//! Appending games to a file, so that none is lost.

use super::header::{compare, header, read};
use super::reader::framed;
use super::{Record, RecordError, Records, SelfplaySettings};
use hashbrown::HashSet;
use kamen_files::GrowingFile;
use kamen_files::header::fill;
use std::io::{BufReader, Chain, Cursor, Read};
use std::path::Path;

/// A file that games are appended to.
#[derive(Debug)]
pub struct RecordFile {
    file: GrowingFile,
    settings: SelfplaySettings,
    /// Numbers of the games that it holds.
    numbers: HashSet<u32>,
}

impl RecordFile {
    /// Opens a file, which need not exist. If it does, it must hold games of the same settings, each
    /// of which is shown to `seen`; a last game that was not written whole is cut off.
    ///
    /// # Errors
    /// If the file cannot be used; then nothing in it changes.
    pub fn open(
        path: &Path,
        settings: &SelfplaySettings,
        mut seen: impl FnMut(&Record),
    ) -> Result<RecordFile, RecordError> {
        let failed = |error| RecordError::file(path, error);
        let mut file = GrowingFile::open(path).map_err(failed)?;
        let mut numbers = HashSet::new();
        let header = header(settings).map_err(RecordError::Encode)?;
        if begins_anew(&file, path, settings, &header)? {
            file.cut_to(0).map_err(failed)?;
            file.append(&header).map_err(failed)?;
        } else {
            let source = BufReader::new(file.reader().map_err(failed)?);
            let mut records = Records::new(source, path)?;
            for record in records.by_ref() {
                match record {
                    Ok(record) => {
                        if numbers.insert(record.number) {
                            seen(&record);
                        }
                    }
                    Err(RecordError::Truncated { .. }) => break,
                    Err(error) => return Err(error),
                }
            }
            file.cut_to(records.end()).map_err(failed)?;
        }
        Ok(RecordFile {
            file,
            settings: settings.clone(),
            numbers,
        })
    }

    /// The settings of its games.
    pub fn settings(&self) -> &SelfplaySettings {
        &self.settings
    }

    /// The numbers below `games` that it does not hold, in ascending order.
    pub fn missing(&self, games: u32) -> Vec<u32> {
        let is_missing = |number: &u32| !self.numbers.contains(number);
        (0..games).filter(is_missing).collect()
    }

    /// Adds a game, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written, on a full disk for example; what was there stays.
    pub fn add(&mut self, record: &Record) -> Result<(), RecordError> {
        let added = self.file.append(&framed(record));
        added.map_err(|error| RecordError::file(self.file.path(), error))?;
        self.numbers.insert(record.number);
        Ok(())
    }
}

/// Whether a file holds nothing, or only part of the header that it would have.
fn begins_anew(
    file: &GrowingFile,
    path: &Path,
    settings: &SelfplaySettings,
    expected: &[u8],
) -> Result<bool, RecordError> {
    let failed = |error| RecordError::file(path, error);
    let mut found = Vec::with_capacity(expected.len());
    let mut source = file.reader().map_err(failed)?;
    fill(&mut source, &mut found, expected.len()).map_err(failed)?;
    if found == expected {
        return Ok(false);
    }
    if expected.starts_with(&found) {
        return Ok(true);
    }
    let mut whole: Chain<Cursor<Vec<u8>>, _> = Cursor::new(found).chain(source);
    let (found, _) = read(&mut whole, path)?;
    if found.variant != settings.variant {
        return Err(RecordError::Variant {
            path: path.to_owned(),
            found: found.variant,
            expected: settings.variant,
        });
    }
    compare(path, &found, settings)?;
    Ok(false)
}
