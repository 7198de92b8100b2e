//! Makes an index, and adds to it. Begin with [`Writer`].

use super::reader::scan;
use super::segment::{Draft, Part};
use super::source::Source;
use super::{FORMAT, Header, IndexError, Indexed};
use kamen_files::header::seal;
use kamen_files::{GrowingFile, LockError, PROGRAM, whole_file};
use std::io;
use std::path::{Path, PathBuf};

/// Positions after which a segment is written: they take 64 megabytes of memory.
const MOST_POSITIONS: usize = 1 << 22;

/// An index that is being made. It is locked until it is dropped. What [`Writer::finish`] has not written yet is lost with it.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: GrowingFile,
    /// What was there before, and was written since.
    parts: Vec<Part>,
    draft: Draft,
    /// Positions after which a segment is written.
    most: usize,
}

impl Writer {
    /// Opens an index, which need not exist. The end of one whose writer was killed is cut off.
    ///
    /// # Errors
    /// It cannot be written, is no index or one of another version, is damaged, or another process writes it.
    pub fn open(path: &Path) -> Result<Writer, IndexError> {
        let failed = |error| IndexError::Io {
            path: path.to_owned(),
            error,
        };
        let no_file = || failed(io::Error::other("no file, expected one that can grow"));
        let whole = whole_file(path).map_err(failed)?.ok_or_else(no_file)?;
        let opened = GrowingFile::open(&whole);
        let mut file = opened.map_err(|error| LockError::new(path, "indexing", error))?;
        let mut parts = Vec::new();
        if file.length() == 0 {
            file.append(&header(path)?).map_err(failed)?;
        } else {
            let mut reader = file.reader().map_err(failed)?;
            let found = scan(path, &mut reader, file.length())?;
            match found.header {
                // Its first writer was killed.
                0 => {
                    file.cut_to(0).map_err(failed)?;
                    file.append(&header(path)?).map_err(failed)?;
                }
                _ => file.cut_to(found.end).map_err(failed)?,
            }
            for segment in found.segments {
                parts.extend(segment.head.parts);
            }
        }
        Ok(Writer {
            path: path.to_owned(),
            file,
            parts,
            draft: Draft::default(),
            most: MOST_POSITIONS,
        })
    }

    /// The same index with shorter segments, for tests.
    #[cfg(test)]
    pub(crate) fn with_segments_of(self, most: usize) -> Writer {
        Writer { most, ..self }
    }

    /// A file as the index names it.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn source(&self, path: &Path) -> Result<Source, IndexError> {
        Source::of(path, &self.path).map_err(|error| IndexError::Source {
            source_path: path.to_owned(),
            error,
        })
    }

    /// Begins with the games of a file: the number up to which the index has them, and whether that is all of them.
    ///
    /// # Errors
    /// The index has games of it, and it has changed since.
    pub fn begin(&mut self, source: Source) -> Result<(u32, bool), IndexError> {
        let of_it = |part: &&Part| part.source.path == source.path;
        let known = self.parts.iter().chain(&self.draft.parts).rev().find(of_it);
        let (last, is_whole) = known.map_or((0, false), |part| (part.last, part.is_whole));
        if known.is_some_and(|part| !part.source.is_same_as(&source)) {
            return Err(IndexError::Changed {
                path: self.path.clone(),
                source_path: source.path,
            });
        }
        if !is_whole {
            self.draft.parts.push(Part {
                source,
                last,
                is_whole,
                games: 0,
            });
        }
        Ok((last, is_whole))
    }

    /// Adds a game of the file that was begun, with the keys of its positions.
    ///
    /// # Errors
    /// A segment cannot be written.
    pub fn add(&mut self, game: &Indexed, keys: &[u64]) -> Result<(), IndexError> {
        self.draft.add(game, keys);
        self.passed(game.number);
        if self.draft.positions() < self.most {
            return Ok(());
        }
        // The next segment goes on with the same file.
        let next = self.draft.parts.last().map(|part| Part {
            games: 0,
            ..part.clone()
        });
        self.write()?;
        self.draft.parts.extend(next);
        Ok(())
    }

    /// The games up to a number are done, added or left out.
    pub fn passed(&mut self, number: u32) {
        if let Some(part) = self.draft.parts.last_mut() {
            part.last = part.last.max(number);
        }
    }

    /// The file that was begun has no more games.
    pub fn end(&mut self) {
        if let Some(part) = self.draft.parts.last_mut() {
            part.is_whole = true;
        }
    }

    /// Writes what was added.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(mut self) -> Result<(), IndexError> {
        let is_new = |part: &Part| part.games > 0 || part.is_whole;
        self.draft.parts.retain(is_new);
        self.write()?;
        self.file.sync().map_err(|error| self.failed(error))
    }

    fn write(&mut self) -> Result<(), IndexError> {
        if self.draft.is_empty() {
            return Ok(());
        }
        let parts = self.draft.parts.clone();
        let bytes = self
            .draft
            .take()
            .map_err(|error| self.failed(error.into()))?;
        self.file
            .append(&bytes)
            .map_err(|error| self.failed(error))?;
        self.parts.extend(parts);
        Ok(())
    }

    fn failed(&self, error: io::Error) -> IndexError {
        IndexError::Io {
            path: self.path.clone(),
            error,
        }
    }
}

/// The bytes of a header.
fn header(path: &Path) -> Result<Vec<u8>, IndexError> {
    let header = Header {
        program: PROGRAM.to_owned(),
    };
    let mut bytes = FORMAT.header(&header).map_err(|error| IndexError::Header {
        path: path.to_owned(),
        error,
    })?;
    seal(&mut bytes);
    Ok(bytes)
}
