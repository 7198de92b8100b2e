//! Journals: files of JSON lines from which interrupted work resumes.
//!
//! The first line says whose journal it is and identifies the work by its settings; each other line is a finished game.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::{GrowingFile, first_difference};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Whose journal it is.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    /// The subcommand of `kamen` that writes it.
    pub command: &'static str,
    /// What it works on.
    pub work: &'static str,
}

impl Owner {
    /// The name of the version in the first line.
    fn key(self) -> String {
        format!("kamen-{}", self.command)
    }
}

/// The present version of the format.
const VERSION: u32 = 1;

/// A journal.
#[derive(Debug)]
pub struct Journal {
    file: GrowingFile,
    /// The first line.
    head: Vec<u8>,
}

impl Journal {
    /// Opens a journal, which need not exist, and removes an incomplete last line. `resumed` is called with each line behind the
    /// first, and the length of the file after it, in bytes.
    ///
    /// # Errors
    /// It cannot be used, or is that of other work; then nothing in it changes.
    pub fn open<L: DeserializeOwned>(
        path: &Path,
        owner: Owner,
        settings: &Value,
        mut resumed: impl FnMut(L, u64),
    ) -> Result<Journal, JournalError> {
        let Owner { command, work, .. } = owner;
        let fault = |error: io::Error| match error.kind() {
            io::ErrorKind::ResourceBusy => JournalError::InUse {
                path: path.to_owned(),
                work,
            },
            _ => JournalError::file(path, error),
        };
        let foreign = || JournalError::Foreign {
            path: path.to_owned(),
            command,
        };
        let mut file = GrowingFile::open(path).map_err(fault)?;
        let mut reader = BufReader::new(file.reader().map_err(fault)?);
        let begin = format!("{{\"{}\":", owner.key()).into_bytes();
        let (mut text, mut whole) = (Vec::new(), 0);
        for number in 1.. {
            text.clear();
            let length = reader.read_until(b'\n', &mut text).map_err(fault)?;
            if number == 1 && length > 0 {
                // An incomplete head is ours as well.
                let is_ours = text.starts_with(&begin) || begin.starts_with(&text);
                is_ours.then_some(()).ok_or_else(foreign)?;
            }
            if text.last() != Some(&b'\n') {
                break;
            }
            whole += length as u64;
            if number == 1 {
                let head: Value = serde_json::from_slice(&text).map_err(|_| foreign())?;
                compare(path, owner, head.get("settings"), settings)?;
            } else {
                let line = serde_json::from_slice(&text).map_err(|error| JournalError::Line {
                    path: path.to_owned(),
                    line: number,
                    error,
                })?;
                resumed(line, whole);
            }
        }
        file.cut_to(whole).map_err(fault)?;
        let head = json!({ owner.key(): VERSION, "settings": settings });
        let head = line_of(&head).map_err(|error| JournalError::Encode {
            path: path.to_owned(),
            error,
        })?;
        Ok(Journal { file, head })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Adds a line, whole or not at all; before the first one, who writes the journal.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let mut piece = match self.file.length() {
            0 => self.head.clone(),
            _ => Vec::new(),
        };
        let line = line_of(line).map_err(|error| JournalError::Encode {
            path: self.path().to_owned(),
            error,
        })?;
        piece.extend(line);
        let written = self.file.append(&piece);
        written.map_err(|error| JournalError::file(self.path(), error))
    }

    /// Removes the lines behind a length in bytes that [`Journal::open`] told.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn cut_to(&mut self, length: u64) -> Result<(), JournalError> {
        let cut = self.file.cut_to(length);
        cut.map_err(|error| JournalError::file(self.path(), error))
    }
}

/// A line, with its end.
pub fn line_of(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Says what differs between the settings of a journal and those wanted.
fn compare(
    path: &Path,
    owner: Owner,
    found: Option<&Value>,
    expected: &Value,
) -> Result<(), JournalError> {
    let found = found.unwrap_or(&Value::Null);
    match first_difference(found, expected) {
        Ok(None) => Ok(()),
        Ok(Some([what, found, expected])) => Err(JournalError::Other {
            path: path.to_owned(),
            work: owner.work,
            what,
            found,
            expected,
        }),
        Err(error) => Err(JournalError::Encode {
            path: path.to_owned(),
            error,
        }),
    }
}

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be opened, read or written.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Other work writes there.
    #[error("{} is in use by another {work}, expected one for each", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
        /// What is worked on.
        work: &'static str,
    },
    /// A file that is no such journal.
    #[error(
        "{} is no journal of kamen {command}, expected a new file or one that it has written; nothing \
         was changed", path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The subcommand.
        command: &'static str,
    },
    /// The journal of other work.
    #[error(
        "{} is the journal of another {work}: {what} was {found}, now it is {expected}; give \
         the same command again, or move the journal away to begin anew", path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What is worked on.
        work: &'static str,
        /// What differs.
        what: String,
        /// In the journal.
        found: String,
        /// On the command line.
        expected: String,
    },
    /// A line is no game.
    #[error("{}, line {line}: {error}; expected a game", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A line cannot be written as JSON.
    #[error("cannot write to {}: {error}", path.display())]
    Encode {
        /// The journal.
        path: PathBuf,
        /// Why not.
        error: serde_json::Error,
    },
}

impl JournalError {
    fn file(path: &Path, error: io::Error) -> JournalError {
        let path = path.to_owned();
        JournalError::File { path, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const OWNER: Owner = Owner {
        command: "test",
        work: "trial",
    };

    /// The lines of a journal with the setting `a`, each with the length after it.
    fn opened(path: &Path, a: u32) -> Result<(Journal, Vec<(u32, u64)>), JournalError> {
        let mut lines = Vec::new();
        let settings = json!({ "a": a });
        let journal = Journal::open(path, OWNER, &settings, |line, end| lines.push((line, end)))?;
        Ok((journal, lines))
    }

    #[test]
    fn lines_come_back_and_can_be_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, lines) = opened(&path, 1).unwrap();
        assert_eq!(lines, []);
        for line in [10, 20, 30] {
            journal.append(&line).unwrap();
        }
        drop(journal);
        let head = "{\"kamen-test\":1,\"settings\":{\"a\":1}}\n";
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            format!("{head}10\n20\n30\n")
        );
        // Cut short anywhere it has the whole lines.
        let whole = fs::read(&path).unwrap();
        for end in 0..=whole.len() {
            fs::write(&path, &whole[..end]).unwrap();
            let (journal, lines) = opened(&path, 1).unwrap();
            assert_eq!(lines.len(), end.saturating_sub(head.len()) / 3, "{end}");
            drop(journal);
        }
        let (mut journal, lines) = opened(&path, 1).unwrap();
        journal.cut_to(lines[0].1).unwrap();
        journal.append(&40).unwrap();
        drop(journal);
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            format!("{head}10\n40\n")
        );
        let error = opened(&path, 2).unwrap_err().to_string();
        let said = "is the journal of another trial: a was 1, now it is 2; give the same command again, or move the journal \
                    away to begin anew";
        assert!(error.ends_with(said), "{error}");
        fs::write(&path, "[Event]").unwrap();
        let error = opened(&path, 1).unwrap_err().to_string();
        assert!(error.contains("is no journal of kamen test"), "{error}");
    }
}
