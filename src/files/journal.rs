//! Journals: files of JSON lines from which interrupted work resumes.
//!
//! The first line says whose journal it is and identifies the work by its settings; each other line is a finished game.
//! Each ends with its checksum ([`LineSeal::JSON`]).

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::{GrowingFile, LineDamage, LineSeal, Unsealed, first_difference};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fs::File;
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
/// What [`Journal::begin`] notes in the first line. In the order of its keys the owner comes first.
const START: &str = "start";

/// A journal.
#[derive(Debug)]
pub struct Journal {
    file: GrowingFile,
    /// The first line: that of the file, or the one it will have.
    head: Value,
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
        let mut file = GrowingFile::open(path).map_err(|error| unusable(path, owner, error))?;
        let reader = file
            .reader()
            .map_err(|error| unusable(path, owner, error))?;
        let mut head = json!({ owner.key(): VERSION, "settings": settings });
        let started = |found: Value| {
            compare(path, owner, found.get("settings"), settings)?;
            if let (Some(note), Some(head)) = (found.get(START), head.as_object_mut()) {
                head.insert(START.to_owned(), note.clone());
            }
            Ok(())
        };
        let whole = read_lines(reader, path, owner, started, &mut resumed)?;
        file.cut_to(whole)
            .map_err(|error| unusable(path, owner, error))?;
        Ok(Journal { file, head })
    }

    /// Reads a journal, which may be written to meanwhile: `settings` is called with what its first line identifies the work by, `line`
    /// with each whole line behind it. Whether there was a first line.
    ///
    /// # Errors
    /// It cannot be read, or is none of this owner.
    pub fn read<L: DeserializeOwned>(
        path: &Path,
        owner: Owner,
        mut settings: impl FnMut(Value) -> Result<(), JournalError>,
        mut line: impl FnMut(L),
    ) -> Result<bool, JournalError> {
        let file = File::open(path).map_err(|error| JournalError::file(path, error))?;
        let started = |mut found: Value| {
            let found = found.get_mut("settings").map(Value::take);
            settings(found.unwrap_or_default())
        };
        let whole = read_lines(file, path, owner, started, &mut |found, _| line(found))?;
        Ok(whole > 0)
    }

    /// What [`Journal::begin`] noted.
    pub fn note(&self) -> Option<&Value> {
        self.head.get(START)
    }

    /// Writes the first line, with a note of how things stood when the work began, unless the journal has one.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn begin(&mut self, note: Value) -> Result<(), JournalError> {
        if self.file.length() > 0 {
            return Ok(());
        }
        if let Some(head) = self.head.as_object_mut() {
            head.insert(START.to_owned(), note);
        }
        self.append_all(Vec::new())
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
        let line = line_of(line).map_err(|error| self.not_json(error))?;
        self.append_all(line)
    }

    /// Adds lines, before them the first one where it is missing.
    fn append_all(&mut self, lines: Vec<u8>) -> Result<(), JournalError> {
        let mut piece = match self.file.length() {
            0 => line_of(&self.head).map_err(|error| self.not_json(error))?,
            _ => Vec::new(),
        };
        piece.extend(lines);
        let written = self.file.append(&piece);
        written.map_err(|error| JournalError::file(self.path(), error))
    }

    fn not_json(&self, error: serde_json::Error) -> JournalError {
        JournalError::Encode {
            path: self.path().to_owned(),
            error,
        }
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

fn unusable(path: &Path, owner: Owner, error: io::Error) -> JournalError {
    match error.kind() {
        io::ErrorKind::ResourceBusy => JournalError::InUse {
            path: path.to_owned(),
            work: owner.work,
        },
        _ => JournalError::file(path, error),
    }
}

/// Reads the whole lines of a journal: `started` hears of the first, `resumed` of the others and the length of the file after each.
/// The length of all of them.
fn read_lines<L: DeserializeOwned>(
    file: File,
    path: &Path,
    owner: Owner,
    mut started: impl FnMut(Value) -> Result<(), JournalError>,
    resumed: &mut impl FnMut(L, u64),
) -> Result<u64, JournalError> {
    let foreign = || JournalError::Foreign {
        path: path.to_owned(),
        command: owner.command,
    };
    let mut reader = BufReader::new(file);
    let begin = format!("{{\"{}\":", owner.key()).into_bytes();
    let (mut text, mut whole, mut unsealed) = (Vec::new(), 0, Unsealed::default());
    for number in 1.. {
        text.clear();
        let length = reader
            .read_until(b'\n', &mut text)
            .map_err(|error| unusable(path, owner, error))?;
        if number == 1 && length > 0 {
            // An incomplete head is ours as well.
            let is_ours = text.starts_with(&begin) || begin.starts_with(&text);
            is_ours.then_some(()).ok_or_else(foreign)?;
        }
        if text.last() != Some(&b'\n') {
            break;
        }
        whole += length as u64;
        text.pop();
        let line = String::from_utf8_lossy(&text);
        let opened = LineSeal::JSON.open(&line);
        let opened = opened.map_err(|error| JournalError::Damaged {
            path: path.to_owned(),
            line: number,
            error,
        })?;
        let line = unsealed.see(number, opened);
        if number == 1 {
            started(serde_json::from_str(line).map_err(|_| foreign())?)?;
        } else {
            let line = serde_json::from_str(line).map_err(|error| JournalError::Line {
                path: path.to_owned(),
                line: number,
                error,
            })?;
            resumed(line, whole);
        }
    }
    unsealed.tell(path);
    Ok(whole)
}

/// A line of a journal, with its checksum and its end. The value is one that JSON has as an object.
///
/// # Errors
/// It cannot be written as JSON.
pub fn line_of(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let line = LineSeal::JSON.seal(&serde_json::to_string(value)?);
    Ok(format!("{line}\n").into_bytes())
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
    /// A line is not what was written.
    #[error("{}, line {line}: {error}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: LineDamage,
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
    use serde::Deserialize;
    use std::fs;

    const OWNER: Owner = Owner {
        command: "test",
        work: "trial",
    };

    /// A line.
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Game {
        game: u32,
    }

    /// The games of a journal with the setting `a`, each with the length after it.
    fn opened(path: &Path, a: u32) -> Result<(Journal, Vec<(u32, u64)>), JournalError> {
        let mut games = Vec::new();
        let settings = json!({ "a": a });
        let seen = |line: Game, end| games.push((line.game, end));
        let journal = Journal::open(path, OWNER, &settings, seen)?;
        Ok((journal, games))
    }

    /// A journal of some games.
    fn written(path: &Path, games: &[u32]) -> String {
        let (mut journal, _) = opened(path, 1).unwrap();
        for &game in games {
            journal.append(&Game { game }).unwrap();
        }
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn lines_come_back_and_can_be_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (journal, lines) = opened(&path, 1).unwrap();
        assert_eq!((lines, journal.note()), (vec![], None));
        drop(journal);
        let whole = written(&path, &[10, 20, 30]);
        let lines: Vec<&str> = whole.lines().collect();
        assert!(lines[0].starts_with("{\"kamen-test\":1,\"settings\":{\"a\":1},\"crc\":\""));
        assert!(lines[1].starts_with("{\"game\":10,\"crc\":\""));
        // Cut short anywhere it has the whole lines.
        for end in 0..=whole.len() {
            fs::write(&path, &whole[..end]).unwrap();
            let (journal, games) = opened(&path, 1).unwrap();
            let lines = whole[..end].matches('\n').count();
            assert_eq!(games.len(), lines.saturating_sub(1), "{end}");
            drop(journal);
        }
        let (mut journal, games) = opened(&path, 1).unwrap();
        journal.cut_to(games[0].1).unwrap();
        journal.append(&Game { game: 40 }).unwrap();
        drop(journal);
        let games: Vec<u32> = opened(&path, 1)
            .unwrap()
            .1
            .iter()
            .map(|game| game.0)
            .collect();
        assert_eq!(games, [10, 40]);
        let error = opened(&path, 2).unwrap_err().to_string();
        let said = "is the journal of another trial: a was 1, now it is 2; give the same command again, or move the journal \
                    away to begin anew";
        assert!(error.ends_with(said), "{error}");
        // How things stood when the work began.
        fs::remove_file(&path).unwrap();
        for (note, lines) in [(7, 0), (8, 1)] {
            let (mut journal, found) = opened(&path, 1).unwrap();
            assert_eq!(found.len(), lines);
            journal.begin(json!(note)).unwrap();
            assert_eq!(journal.note(), Some(&json!(7)));
            journal.append(&Game { game: 10 }).unwrap();
        }
        assert_eq!(opened(&path, 1).unwrap().0.note(), Some(&json!(7)));
        fs::write(&path, "[Event]").unwrap();
        let error = opened(&path, 1).unwrap_err().to_string();
        assert!(error.contains("is no journal of kamen test"), "{error}");
    }

    #[test]
    fn a_changed_line_is_named_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let whole = written(&path, &[10, 20, 30]);
        let changed = whole.replace(":20,", ":21,");
        fs::write(&path, &changed).unwrap();
        let error = opened(&path, 1).unwrap_err().to_string();
        assert!(error.contains("journal, line 3: `,\"crc\":\""), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), changed);
        // What an older version wrote, or a person.
        let field = changed.lines().nth(2).unwrap().strip_prefix("{\"game\":21");
        let by_hand = changed.replace(field.unwrap(), "}");
        fs::write(&path, by_hand).unwrap();
        let games: Vec<u32> = opened(&path, 1)
            .unwrap()
            .1
            .iter()
            .map(|game| game.0)
            .collect();
        assert_eq!(games, [10, 21, 30]);
    }
}
