//! What David remembers: the moves of winners, in a file of numbers.
//!
//! A line is a win as the thesis prints it, numbers with spaces between, and a checksum behind them
//! ([`kamen_files::LineSeal`]). A line without a checksum counts as well; numbers that lead to no row of five do not. The file
//! only grows.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use crate::code::{CodeError, Win};
use kamen_files::{GrowingFile, LineDamage, LineSeal, LockError, note};
use std::collections::HashSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The name of the file in a manager's folder, as the thesis has it.
pub const FILE_NAME: &str = "zkusenosti.dat";

/// Why a memory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// It cannot be read or made, or another process has it.
    #[error(transparent)]
    File(#[from] LockError),
    /// No line of it is a win.
    #[error("{} is no memory of five in a row, line 1: {error}; nothing was changed", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with its first line.
        error: LineError,
    },
    /// It cannot be written.
    #[error("cannot write to {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

/// Why a line is no win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It is not what was written.
    #[error(transparent)]
    Damage(#[from] LineDamage),
    /// A word is no number.
    #[error("found '{0}', expected a whole number")]
    Word(String),
    /// The numbers are no win.
    #[error(transparent)]
    Code(#[from] CodeError),
}

/// Reads a win from a line.
///
/// # Errors
/// It is none.
pub fn read_line(line: &str) -> Result<Win, LineError> {
    let text = LineSeal::TEXT.open(line)?.text;
    let numbers = text.split_whitespace().map(|word| {
        let shown = || word.chars().filter(|c| !c.is_control()).take(20).collect();
        word.parse().map_err(|_| LineError::Word(shown()))
    });
    let codes = numbers.collect::<Result<Vec<u32>, LineError>>()?;
    Ok(Win::of_codes(codes)?)
}

/// A win as a line of the file, without its end.
pub fn write_line(win: &Win) -> String {
    let numbers: Vec<String> = win.codes().iter().map(u32::to_string).collect();
    LineSeal::TEXT.seal(&numbers.join(" "))
}

/// What a text of lines has: wins, and the numbers of lines that are none, from 1, with what is wrong.
pub fn read(text: &str) -> (Vec<Win>, Vec<(usize, LineError)>) {
    let (mut wins, mut damaged) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        match read_line(line) {
            Ok(win) => wins.push(win),
            Err(_) if line.trim().is_empty() => (),
            Err(error) => damaged.push((number, error)),
        }
    }
    (wins, damaged)
}

/// Wins that are remembered, in a file or not; all clones are the same memory.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Mutex<Content>>);

#[derive(Debug, Default)]
struct Content {
    wins: Vec<Win>,
    known: HashSet<Win>,
    file: Option<GrowingFile>,
    /// Whether the file ends within a line.
    is_open_line: bool,
}

impl Memory {
    /// Opens a file, or makes it with the first win. A line that is no win is left out, which standard error says.
    ///
    /// # Errors
    /// It cannot be read, another process has it, or it is something else.
    pub fn open(path: &Path) -> Result<Memory, MemoryError> {
        let refused = |error| LockError::new(path, "game", error);
        let file = GrowingFile::open(path).map_err(refused)?;
        let mut bytes = Vec::new();
        let mut reader = file.reader().map_err(refused)?;
        reader.read_to_end(&mut bytes).map_err(refused)?;
        let (wins, damaged) = read(&String::from_utf8_lossy(&bytes));
        for (number, error) in &damaged {
            if wins.is_empty() {
                let (path, error) = (path.to_owned(), error.clone());
                return Err(MemoryError::Foreign { path, error });
            }
            let path = path.display();
            note(format_args!(
                "kamen-gomoku: {path}: line {number} is left out: {error}"
            ));
        }
        let known = wins.iter().cloned().collect();
        Ok(Memory(Arc::new(Mutex::new(Content {
            wins,
            known,
            file: Some(file),
            is_open_line: bytes.last().is_some_and(|&byte| byte != b'\n'),
        }))))
    }

    /// Remembers a win; whether it was not known.
    ///
    /// # Errors
    /// It cannot be written; then it is not remembered.
    pub fn learn(&self, win: Win) -> Result<bool, MemoryError> {
        let mut content = self.lock();
        if content.known.contains(&win) {
            return Ok(false);
        }
        let before = if content.is_open_line { "\n" } else { "" };
        if let Some(file) = &mut content.file {
            let line = format!("{before}{}\n", write_line(&win));
            let written = file.append(line.as_bytes());
            written.map_err(|error| MemoryError::Write {
                path: file.path().to_owned(),
                error,
            })?;
        }
        content.is_open_line = false;
        content.known.insert(win.clone());
        content.wins.push(win);
        Ok(true)
    }

    /// The wins, the first one first.
    pub fn wins(&self) -> Vec<Win> {
        self.lock().wins.clone()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lock().wins.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const PRINTED: &str = "35 858 210 119 10 21 5 22 17\n35 858 210 119 7 22 7 70 2001\n\
                           35 858 210 119 10 130 285 10 11 5\n";

    #[test]
    fn the_published_form_is_read_and_grows_by_sealed_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        // With and without the end of the last line.
        for text in [PRINTED, PRINTED.trim_end()] {
            fs::write(&path, text).unwrap();
            let memory = Memory::open(&path).unwrap();
            assert_eq!(memory.len(), 3);
            let row = Win::of_codes(vec![5; 4]).unwrap();
            assert!(memory.learn(row.clone()).unwrap());
            assert!(!memory.learn(row).unwrap());
            assert!(!memory.learn(memory.wins()[0].clone()).unwrap());
            drop(memory);
            let written = fs::read_to_string(&path).unwrap();
            assert!(written.starts_with(PRINTED), "{written}");
            assert!(written.contains("\n5 5 5 5 crc="), "{written}");
            assert_eq!(Memory::open(&path).unwrap().len(), 4);
        }
    }

    #[test]
    fn a_damaged_line_is_lost_alone() {
        let (whole, none) = read(PRINTED);
        assert_eq!((whole.len(), none), (3, vec![]));
        // Each other digit of the second record, in turn, as it is printed and sealed.
        let lines: Vec<String> = whole.iter().map(write_line).collect();
        let sealed = lines.join("\n");
        let mut unnoticed = 0;
        for text in [PRINTED.trim_end(), &sealed] {
            let start = text.find('\n').unwrap() + 1;
            let end = start + text[start..].find('\n').unwrap();
            for place in start..end {
                for other in b"0123456789 x\xff" {
                    let mut bytes = text.as_bytes().to_vec();
                    if bytes[place] == *other {
                        continue;
                    }
                    bytes[place] = *other;
                    let (wins, damaged) = read(&String::from_utf8_lossy(&bytes));
                    if wins.len() == 3 {
                        assert_eq!(text, PRINTED.trim_end());
                        unnoticed += 1;
                    } else {
                        assert_eq!(wins, [whole[0].clone(), whole[2].clone()]);
                        assert_eq!(damaged[0].0, 2, "{damaged:?}");
                    }
                }
            }
        }
        // Without a checksum the row of five tells: one change of some three hundred leaves another win.
        assert!(unnoticed <= 1, "{unnoticed}");
    }

    #[test]
    fn other_files_and_those_in_use_are_refused_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m");
        fs::write(&path, "[Event \"?\"]\n").unwrap();
        let error = Memory::open(&path).unwrap_err().to_string();
        let expected = "is no memory of five in a row, line 1: found '[Event', expected a whole number; nothing was changed";
        assert!(error.ends_with(expected), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "[Event \"?\"]\n");
        fs::remove_file(&path).unwrap();
        let first = Memory::open(&path).unwrap();
        let error = Memory::open(&path).unwrap_err().to_string();
        assert!(error.contains("is in use by another game"), "{error}");
        drop(first);
        assert!(Memory::open(&path).unwrap().is_empty());
    }
}
