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
use kamen_files::{GrowingFile, LineSeal, LockError, note};
use std::cell::{Ref, RefCell};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The name of the file in a manager's folder, as the thesis has it.
pub const FILE_NAME: &str = "zkusenosti.dat";

/// Why a memory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// It cannot be read or made, or another process has it.
    #[error(transparent)]
    File(#[from] LockError),
    /// No line of the file is a win; the number of the first that is not empty, from 1, and what is wrong with it.
    #[error("{path} is no memory of five in a row, line {1}: {2}; nothing was changed", path = .0.display())]
    Foreign(PathBuf, usize, CodeError),
    /// The file cannot be written.
    #[error("cannot write to {path}: {1}", path = .0.display())]
    Write(PathBuf, io::Error),
}

/// What a text of lines has: wins, and the numbers of lines that are none, from 1, with what is wrong.
pub fn read(text: &str) -> (Vec<Win>, Vec<(usize, CodeError)>) {
    let (mut wins, mut damaged) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let opened = LineSeal::TEXT.open(line).map_err(CodeError::from);
        match opened.and_then(|opened| opened.text.parse()) {
            Ok(win) => wins.push(win),
            Err(_) if line.trim().is_empty() => (),
            Err(error) => damaged.push((number, error)),
        }
    }
    (wins, damaged)
}

/// Says on standard error which lines of a file are left out.
pub fn tell(path: &Path, damaged: &[(usize, CodeError)]) {
    let path = path.display();
    for (number, error) in damaged {
        note(format_args!(
            "kamen-gomoku: {path}: line {number} is left out: {error}"
        ));
    }
}

/// Wins that are remembered, in a file or not; all clones are the same memory.
#[derive(Clone, Debug, Default)]
pub struct Memory(Rc<RefCell<Content>>);

#[derive(Debug, Default)]
struct Content {
    wins: Vec<Win>,
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
        let mut bytes = Vec::new();
        let opened = GrowingFile::open(path).and_then(|file| {
            file.reader()?.read_to_end(&mut bytes)?;
            Ok(file)
        });
        let file = opened.map_err(|error| LockError::new(path, "game", error))?;
        let (wins, damaged) = read(&String::from_utf8_lossy(&bytes));
        if let ([], [(line, error), ..]) = (&wins[..], &damaged[..]) {
            return Err(MemoryError::Foreign(path.to_owned(), *line, error.clone()));
        }
        tell(path, &damaged);
        Ok(Memory(Rc::new(RefCell::new(Content {
            wins,
            file: Some(file),
            is_open_line: !bytes.is_empty() && !bytes.ends_with(b"\n"),
        }))))
    }

    /// Remembers a win, unless it is known.
    ///
    /// # Errors
    /// It cannot be written; then it is not remembered.
    pub fn learn(&self, win: Win) -> Result<(), MemoryError> {
        let mut content = self.0.borrow_mut();
        if content.wins.contains(&win) {
            return Ok(());
        }
        let before = if content.is_open_line { "\n" } else { "" };
        if let Some(file) = &mut content.file {
            let line = format!("{before}{}\n", LineSeal::TEXT.seal(&win.to_string()));
            let written = file.append(line.as_bytes());
            written.map_err(|error| MemoryError::Write(file.path().to_owned(), error))?;
        }
        content.is_open_line = false;
        content.wins.push(win);
        Ok(())
    }

    /// The wins, the first one first.
    pub fn wins(&self) -> Ref<'_, [Win]> {
        Ref::map(self.0.borrow(), |content| &content.wins[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const PRINTED: &str = crate::code::tests::PRINTED;

    #[test]
    fn the_published_form_is_read_and_grows_by_sealed_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        // With and without the end of the last line.
        for text in [PRINTED, PRINTED.trim_end()] {
            fs::write(&path, text).unwrap();
            let memory = Memory::open(&path).unwrap();
            assert_eq!(memory.wins().len(), 3);
            for numbers in ["5 5 5 5", "5 5 5 5", PRINTED.lines().next().unwrap()] {
                memory.learn(numbers.parse().unwrap()).unwrap();
                assert_eq!(memory.wins().len(), 4);
            }
            drop(memory);
            let written = fs::read_to_string(&path).unwrap();
            assert!(written.starts_with(PRINTED), "{written}");
            assert!(written.contains("\n5 5 5 5 crc="), "{written}");
            assert_eq!(Memory::open(&path).unwrap().wins().len(), 4);
        }
    }

    #[test]
    fn a_damaged_line_is_lost_alone() {
        let (whole, none) = read(PRINTED);
        assert_eq!((whole.len(), none), (3, vec![]));
        // Each other digit of the second record, in turn, as it is printed and sealed.
        let seal = |line| LineSeal::TEXT.seal(line);
        let lines: Vec<String> = PRINTED.lines().map(seal).collect();
        let sealed = lines.join("\n");
        let mut unnoticed = 0;
        for text in [PRINTED.trim_end(), &sealed] {
            let start = text.find('\n').unwrap() + 1;
            let second = text.lines().nth(1).unwrap();
            for (place, old) in (start..).zip(second.bytes()) {
                for new in b"0123456789 x\xff".iter().filter(|new| **new != old) {
                    let mut bytes = text.as_bytes().to_vec();
                    bytes[place] = *new;
                    let (wins, damaged) = read(&String::from_utf8_lossy(&bytes));
                    if wins.len() == 3 && text != sealed {
                        unnoticed += 1;
                        continue;
                    }
                    assert_eq!(wins, [whole[0].clone(), whole[2].clone()]);
                    assert_eq!(damaged[0].0, 2, "{damaged:?}");
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
        fs::write(&path, "\n[Event \"?\"]\n").unwrap();
        let error = Memory::open(&path).unwrap_err().to_string();
        let expected = "is no memory of five in a row, line 2: found '[Event', expected a whole number; nothing was changed";
        assert!(error.ends_with(expected), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "\n[Event \"?\"]\n");
        fs::remove_file(&path).unwrap();
        let first = Memory::open(&path).unwrap();
        let error = Memory::open(&path).unwrap_err().to_string();
        assert!(error.contains("is in use by another game"), "{error}");
        drop(first);
        assert!(Memory::open(&path).unwrap().wins().is_empty());
    }
}
