//! The file of a memory: a text that only grows, one checksummed record a line.
//!
//! The first line is `kamen-memory VERSION VARIANT`, any other one the CRC-32 of the rest of the line in eight
//! hexadecimal digits, a space, and that rest. Lines are appended whole, under a lock of the file, so that several
//! programs can share it. A line that was cut by a crash is removed by the next writer; readers leave it alone.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use kamen_core::rules::Variant;
use kamen_files::fault;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The word that begins the file.
const FORMAT: &str = "kamen-memory";
/// The version of the format.
const VERSION: u32 = 1;
/// The longest line, in bytes; a longer one is damaged.
const LONGEST: u64 = 1 << 20;

/// Why a memory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// The file cannot be made, read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("found '{found}' in line 1, expected '{FORMAT} {VERSION} {expected}'")]
    Foreign {
        /// Its first line.
        found: String,
        /// The variant.
        expected: Variant,
    },
    /// The file has another version of the format.
    #[error("found version {found} of the format, expected {VERSION}")]
    Version {
        /// In the file.
        found: String,
    },
    /// The memory is of another variant.
    #[error("found a memory for {found}, expected {expected}")]
    Variant {
        /// In the file.
        found: String,
        /// Wanted.
        expected: Variant,
    },
}

/// The file, open.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// What was read of it: bytes, and lines.
    read: u64,
    lines: u64,
}

impl Journal {
    /// Opens a file; makes it where there is none.
    pub(super) fn open(path: &Path, variant: Variant) -> Result<Journal, MemoryError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path)?;
        let line = format!("{FORMAT} {VERSION} {}\n", variant.name());
        locked(&file, |file, _| {
            let mut found = Vec::new();
            file.take(line.len() as u64).read_to_end(&mut found)?;
            // Nothing, or what a crash has cut.
            if found.len() < line.len() && line.as_bytes().starts_with(&found) {
                cut(file, 0)?;
                fault::append(file, line.as_bytes())?;
            }
            Ok(())
        })?;
        let mut head = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        (&file).take(100).read_to_end(&mut head)?;
        let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
        check_head(&String::from_utf8_lossy(line), variant)?;
        Ok(Journal {
            path: path.to_owned(),
            file,
            read: line.len() as u64 + 1,
            lines: 1,
        })
    }

    /// Opens a file of any variant for reading alone.
    pub(super) fn open_to_read(path: &Path) -> Result<(Journal, Variant), MemoryError> {
        let file = File::open(path)?;
        let mut head = Vec::new();
        (&file).take(100).read_to_end(&mut head)?;
        let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let text = String::from_utf8_lossy(line);
        let name = text.trim_end().rsplit(' ').next().unwrap_or_default();
        // Of what is no variant the check says what is expected.
        let variant = name.parse().unwrap_or(Variant::International);
        check_head(&text, variant)?;
        let journal = Journal {
            path: path.to_owned(),
            file,
            read: line.len() as u64 + 1,
            lines: 1,
        };
        Ok((journal, variant))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Hands out the content of the lines that were not read yet, or what is wrong with them, with the number of the line. A last line without its
    /// end is left for the next time: somebody may be writing it.
    pub(super) fn read_on(
        &mut self,
        mut each: impl FnMut(u64, Result<&str, Damage>),
    ) -> io::Result<()> {
        if self.file.metadata()?.len() <= self.read {
            return Ok(());
        }
        self.file.seek(SeekFrom::Start(self.read))?;
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = (&mut reader).take(LONGEST).read_until(b'\n', &mut line)?;
            let is_whole = line.pop_if(|byte| *byte == b'\n').is_some();
            if !is_whole && (length as u64) < LONGEST {
                return Ok(());
            }
            self.read += length as u64;
            self.lines += u64::from(is_whole);
            each(self.lines, content(&line));
        }
    }

    /// Appends a line with this content.
    pub(super) fn append(&mut self, text: &str) -> io::Result<()> {
        let line = format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes()));
        locked(&self.file, |file, is_alone| {
            let (length, end) = (file.metadata()?.len(), end_of_lines(file)?);
            let mut close = "";
            if end < length && is_alone {
                cut(file, end)?;
            } else if end < length {
                // Another program may be writing it.
                close = "\n";
            }
            fault::append(file, format!("{close}{line}").as_bytes())
        })
    }
}

/// Where the last whole line ends.
fn end_of_lines(mut file: &File) -> io::Result<u64> {
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut byte = [0];
    while end > 0 {
        file.seek(SeekFrom::Start(end - 1))?;
        file.read_exact(&mut byte)?;
        if byte == [b'\n'] {
            break;
        }
        end -= 1;
    }
    Ok(end)
}

fn cut(file: &File, length: u64) -> io::Result<()> {
    if length < file.metadata()?.len() {
        fault::before_write();
        file.set_len(length)?;
    }
    Ok(())
}

/// Does something while no other program has the file locked; where files cannot be locked, at once. The work hears which
/// of the two it is.
fn locked<T>(file: &File, work: impl FnOnce(&File, bool) -> io::Result<T>) -> io::Result<T> {
    let is_locked = file.lock().is_ok();
    let done = work(file, is_locked);
    if is_locked {
        file.unlock()?;
    }
    done
}

fn check_head(line: &str, expected: Variant) -> Result<(), MemoryError> {
    let words: Vec<&str> = line.trim_end().split(' ').collect();
    let version = VERSION.to_string();
    match words[..] {
        [FORMAT, found, _] if found != version => Err(MemoryError::Version {
            found: found.to_owned(),
        }),
        [FORMAT, _, name] if name == expected.name() => Ok(()),
        [FORMAT, _, name] => Err(MemoryError::Variant {
            found: name.to_owned(),
            expected,
        }),
        _ => Err(MemoryError::Foreign {
            found: (line.chars().filter(|c| !c.is_control()).take(40)).collect(),
            expected,
        }),
    }
}

/// What is wrong with a line.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Damage {
    #[error("found no checksum, expected eight hexadecimal digits and a space")]
    NoChecksum,
    #[error("found the checksum {found:08x}, expected {expected:08x}")]
    Checksum { found: u32, expected: u32 },
}

/// The content of a line, if it is what was written.
fn content(line: &[u8]) -> Result<&str, Damage> {
    let text = std::str::from_utf8(line).map_err(|_| Damage::NoChecksum)?;
    let (checksum, content) = text.split_once(' ').ok_or(Damage::NoChecksum)?;
    let found = (u32::from_str_radix(checksum, 16).ok())
        .filter(|_| checksum.len() == 8)
        .ok_or(Damage::NoChecksum)?;
    match crc32fast::hash(content.as_bytes()) {
        expected if expected == found => Ok(content),
        expected => Err(Damage::Checksum { found, expected }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::TempDir::new().unwrap()
    }

    fn contents(journal: &mut Journal) -> Vec<(u64, String)> {
        let mut all = Vec::new();
        let read = journal.read_on(|number, text| {
            let text = text.unwrap_or("damaged");
            all.push((number, text.to_owned()));
        });
        read.unwrap();
        all
    }

    #[test]
    fn damaged_lines_are_skipped_and_the_good_ones_kept() {
        let folder = folder();
        let path = folder.path().join("m");
        let mut journal = Journal::open(&path, Variant::Czech).unwrap();
        for text in ["game one", "game two", "game three"] {
            journal.append(text).unwrap();
        }
        let written = contents(&mut Journal::open(&path, Variant::Czech).unwrap());
        assert_eq!(written.len(), 3);
        let (mut unchanged, variant) = Journal::open_to_read(&path).unwrap();
        assert_eq!(
            (contents(&mut unchanged), variant),
            (written, Variant::Czech)
        );
        let whole = std::fs::read_to_string(&path).unwrap();
        // Each other byte of the second record, in turn.
        let start = whole.find("game two").unwrap() - 9;
        for place in start..start + 17 {
            let mut bytes = whole.clone().into_bytes();
            bytes[place] ^= 1;
            std::fs::write(&path, bytes).unwrap();
            let found = contents(&mut Journal::open(&path, Variant::Czech).unwrap());
            let expected = [(2, "game one"), (3, "damaged"), (4, "game three")];
            let expected = expected.map(|(number, text)| (number, text.to_owned()));
            assert_eq!(found, expected, "byte {place}");
        }
        let damage = [
            ("", Damage::NoChecksum),
            ("game", Damage::NoChecksum),
            ("1234567 game", Damage::NoChecksum),
            ("zzzzzzzz game", Damage::NoChecksum),
        ];
        for (line, expected) in damage {
            assert_eq!(content(line.as_bytes()), Err(expected), "{line}");
        }
    }

    #[test]
    fn lines_behind_one_that_is_too_long_are_read() {
        let folder = folder();
        let path = folder.path().join("m");
        let mut journal = Journal::open(&path, Variant::Czech).unwrap();
        journal.append(&"x".repeat(LONGEST as usize)).unwrap();
        journal.append("game one").unwrap();
        let found = contents(&mut journal);
        assert_eq!(found.first(), Some(&(1, "damaged".to_owned())));
        assert_eq!(found.last(), Some(&(3, "game one".to_owned())));
    }

    #[test]
    fn a_cut_line_is_removed_by_the_next_writer() {
        let folder = folder();
        let path = folder.path().join("m");
        let mut journal = Journal::open(&path, Variant::Czech).unwrap();
        journal.append("game one").unwrap();
        journal.append("game two").unwrap();
        let length = std::fs::metadata(&path).unwrap().len();
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_len(length - 3)
            .unwrap();
        let mut reader = Journal::open(&path, Variant::Czech).unwrap();
        assert_eq!(contents(&mut reader), [(2, "game one".to_owned())]);
        Journal::open(&path, Variant::Czech)
            .unwrap()
            .append("game three")
            .unwrap();
        assert_eq!(contents(&mut reader), [(3, "game three".to_owned())]);
        // So is a cut head.
        let text = std::fs::read_to_string(&path).unwrap();
        let head = text.lines().next().unwrap().len() + 1;
        for length in 0..head {
            std::fs::write(&path, &text[..length]).unwrap();
            Journal::open(&path, Variant::Czech).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text[..head]);
        }
    }

    #[test]
    fn other_files_are_named() {
        let folder = folder();
        let path = folder.path().join("m");
        let cases = [
            (
                "kamen-memory 1 english\n",
                "found a memory for english, expected czech",
            ),
            ("kamen-memory 2 czech\n", "found version 2 of the format"),
            ("W:W31:B1\n", "found 'W:W31:B1' in line 1, expected 'kamen-"),
            ("\u{0}\n\n", "found '' in line 1, expected 'kamen-memory 1"),
        ];
        for (text, expected) in cases {
            std::fs::write(&path, text).unwrap();
            let error = Journal::open(&path, Variant::Czech).unwrap_err();
            assert!(error.to_string().contains(expected), "{text}: {error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn many_writers_lose_nothing() {
        let folder = folder();
        let path = folder.path().join("m");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    let mut journal = Journal::open(path, Variant::Czech).unwrap();
                    for number in 0..100 {
                        let text = format!("{writer}-{number} {}", "x".repeat(number));
                        journal.append(&text).unwrap();
                    }
                });
            }
        });
        let found = contents(&mut Journal::open(&path, Variant::Czech).unwrap());
        let different: std::collections::BTreeSet<String> =
            found.into_iter().map(|(_, text)| text).collect();
        assert_eq!(different.len(), 400);
    }
}
