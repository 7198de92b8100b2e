//! Reading files of games, one game at a time.

use super::{BadMove, Damage, Record, RecordError, SelfplaySettings, header};
use kamen_core::rules::Variant;
use kamen_files::header::{fill, seal, unseal};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// The games of a file in the order in which they finished, which with several threads is not that of their
/// numbers. Holds one game in memory. Iteration ends after an error.
#[derive(Debug)]
pub struct Records<S = BufReader<File>> {
    source: S,
    path: PathBuf,
    settings: SelfplaySettings,
    /// Where the last game begins, and where the next one does.
    begin: u64,
    next: u64,
    is_over: bool,
    buffer: Vec<u8>,
}

/// Bytes of a record before the game and behind it.
const FRAME: usize = 4;

impl Records {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no file of games.
    pub fn open(path: &Path) -> Result<Records, RecordError> {
        let file = File::open(path).map_err(|error| RecordError::file(path, error))?;
        Records::new(BufReader::with_capacity(1 << 16, file), path)
    }
}

impl<S: Read> Records<S> {
    /// Reads from anywhere; `path` is what errors name.
    ///
    /// # Errors
    /// If the source cannot be read, or holds no games.
    pub fn new(mut source: S, path: &Path) -> Result<Records<S>, RecordError> {
        let (settings, length) = header::read(&mut source, path)?;
        Ok(Records {
            source,
            path: path.to_owned(),
            settings,
            begin: length as u64,
            next: length as u64,
            is_over: false,
            buffer: Vec::new(),
        })
    }

    /// The same for games of one variant only.
    ///
    /// # Errors
    /// If the games are of another one.
    pub fn of(self, expected: Variant) -> Result<Records<S>, RecordError> {
        let found = self.settings.variant;
        if found == expected {
            return Ok(self);
        }
        let path = self.path;
        Err(RecordError::Variant {
            path,
            found,
            expected,
        })
    }

    /// The settings of the games.
    pub fn settings(&self) -> &SelfplaySettings {
        &self.settings
    }

    /// Where the game that was read last begins, in bytes.
    pub fn offset(&self) -> u64 {
        self.begin
    }

    /// Where the whole games end that were read so far, in bytes.
    pub(super) fn end(&self) -> u64 {
        self.next
    }

    /// Says where a bad move of the game stands that was read last.
    pub fn bad_move(&self, error: BadMove) -> RecordError {
        self.bad_move_at(self.begin, error)
    }

    /// The same of a game that begins at `offset`.
    pub fn bad_move_at(&self, offset: u64, error: BadMove) -> RecordError {
        RecordError::Move {
            path: self.path.clone(),
            offset,
            error,
        }
    }

    /// Appends `count` bytes to the buffer.
    fn take(&mut self, count: usize) -> Result<(), RecordError> {
        match fill(&mut self.source, &mut self.buffer, count) {
            Ok(found) if found == count => Ok(()),
            Ok(_) => Err(RecordError::Truncated {
                path: self.path.clone(),
                offset: self.next,
                piece: "a game",
            }),
            Err(error) => Err(RecordError::file(&self.path, error)),
        }
    }

    fn read(&mut self) -> Result<Option<Record>, RecordError> {
        self.buffer.clear();
        match fill(&mut self.source, &mut self.buffer, 1) {
            Ok(0) => return Ok(None),
            Ok(_) => (),
            Err(error) => return Err(RecordError::file(&self.path, error)),
        }
        self.take(FRAME - 1)?;
        let damaged = |this: &Self, damage| RecordError::damaged(&this.path, this.next, damage);
        let Some(&[a, b, c, d]) = self.buffer.first_chunk::<FRAME>() else {
            return Ok(None);
        };
        let (length, complement) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
        if length != !complement {
            return Err(damaged(self, Damage::Length { length, complement }));
        }
        self.take(usize::from(length) + FRAME)?;
        let framed = unseal(&self.buffer);
        let framed = framed.map_err(|error| damaged(self, Damage::Checksum(error)))?;
        let payload = framed.get(FRAME..).unwrap_or_default();
        let record = Record::from_payload(payload).map_err(|damage| damaged(self, damage))?;
        self.begin = self.next;
        self.next += self.buffer.len() as u64;
        Ok(Some(record))
    }
}

impl<S: Read> Iterator for Records<S> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let read = self.read().transpose();
        self.is_over = !matches!(read, Some(Ok(_)));
        read
    }
}

/// The bytes of a game in its frame.
pub(super) fn framed(record: &Record) -> Vec<u8> {
    let payload = record.to_payload();
    let length = payload.len() as u16;
    let mut bytes = Vec::with_capacity(payload.len() + 2 * FRAME);
    bytes.extend(length.to_le_bytes());
    bytes.extend((!length).to_le_bytes());
    bytes.extend(payload);
    seal(&mut bytes);
    bytes
}
