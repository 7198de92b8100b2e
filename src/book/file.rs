//! The file of a book. Begin with [`Book::read`].
//!
//! | Bytes | What; numbers are little-endian |
//! | --- | --- |
//! | 8 | `KAMENBOK` |
//! | 2 | version of the format, 1 |
//! | 2 | bytes of an entry, 12 |
//! | 4 | CRC-32 of all entries |
//! | 8 | number of entries |
//! | 36 | name of the variant, filled up with zeros |
//! | 4 | CRC-32 of the 60 bytes before |
//! | 12 each | entries, by ascending keys: key (8), score (2, signed), weight (2; the highest bit: looked into) |

use super::{Book, Entry};
use kamen_core::rules::Variant;
use kamen_files::write_whole;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

const MAGIC: [u8; 8] = *b"KAMENBOK";
const VERSION: u16 = 1;
const HEADER: usize = 64;
/// The header without its checksum.
const CHECKED: usize = 60;
const NAME: std::ops::Range<usize> = 24..CHECKED;
/// Bytes of an entry.
pub(super) const ENTRY: usize = 12;
/// In the weight: the position was looked into.
const EXPANDED: u16 = 1 << 15;

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The file is no book, or is damaged.
    #[error("{}: {fault}", path.display())]
    Faulty {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: BookFault,
    },
}

/// What is wrong with a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookFault {
    /// It begins otherwise.
    #[error("no opening book of kamen")]
    Foreign,
    /// It has another version.
    #[error("found version {found} of the format, expected {VERSION}")]
    Version {
        /// In the file.
        found: u16,
    },
    /// It has not as many bytes as it says.
    #[error("found {found} bytes, expected {expected}: the file is not whole")]
    Length {
        /// Its bytes.
        found: u64,
        /// What its header says.
        expected: u64,
    },
    /// A checksum is wrong.
    #[error("the checksum of the {part} is wrong: the file is damaged")]
    Checksum {
        /// Of what.
        part: &'static str,
    },
    /// It is of a variant that we do not know.
    #[error("a book of the variant '{found}', which is unknown")]
    UnknownVariant {
        /// Its name.
        found: String,
    },
    /// It is of another variant.
    #[error("a book of {found}, expected {expected}")]
    Variant {
        /// In the file.
        found: Variant,
        /// Wanted.
        expected: Variant,
    },
    /// The entries are not in order.
    #[error("entry {number}: its key is not above that before it")]
    Order {
        /// Which, from 1.
        number: usize,
    },
}

impl Entry {
    pub(super) fn of_bytes(bytes: &[u8; ENTRY]) -> Entry {
        let [k0, k1, k2, k3, k4, k5, k6, k7, s0, s1, w0, w1] = *bytes;
        let weight = u16::from_le_bytes([w0, w1]);
        Entry {
            key: u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            score: i16::from_le_bytes([s0, s1]),
            weight: weight & !EXPANDED,
            is_expanded: weight & EXPANDED != 0,
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let expanded = if self.is_expanded { EXPANDED } else { 0 };
        bytes.extend(self.key.to_le_bytes());
        bytes.extend(self.score.to_le_bytes());
        bytes.extend((self.weight.min(Entry::MOST_WEIGHT) | expanded).to_le_bytes());
    }
}

impl Book {
    /// Reads the book of a file.
    ///
    /// # Errors
    /// The file cannot be read, or is no sound book.
    pub fn read(path: &Path) -> Result<Book, BookError> {
        let bytes = std::fs::read(path).map_err(|error| BookError::Io {
            path: path.to_owned(),
            error,
        })?;
        Book::of_bytes(bytes.into()).map_err(|fault| BookError::Faulty {
            path: path.to_owned(),
            fault,
        })
    }

    /// Reads the book of a file that must be of a variant.
    ///
    /// # Errors
    /// The file cannot be read, is no sound book, or of another variant.
    pub fn read_of(path: &Path, expected: Variant) -> Result<Book, BookError> {
        let book = Book::read(path)?;
        if book.variant == expected {
            return Ok(book);
        }
        Err(BookError::Faulty {
            path: path.to_owned(),
            fault: BookFault::Variant {
                found: book.variant,
                expected,
            },
        })
    }

    /// Writes the book whole or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), BookError> {
        write_whole(path, &self.to_bytes()).map_err(|error| BookError::Io {
            path: path.to_owned(),
            error,
        })
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        header.extend((ENTRY as u16).to_le_bytes());
        header.extend(crc32fast::hash(&self.entries).to_le_bytes());
        header.extend((self.len() as u64).to_le_bytes());
        header.extend(self.variant.name().bytes());
        header.resize(CHECKED, 0);
        header.extend(crc32fast::hash(&header).to_le_bytes());
        [&header, &*self.entries].concat()
    }

    /// The book that the bytes of a file hold.
    pub(super) fn of_bytes(bytes: Cow<'static, [u8]>) -> Result<Book, BookFault> {
        let variant = check(&bytes)?;
        let entries = match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[HEADER..]),
            Cow::Owned(mut bytes) => {
                bytes.drain(..HEADER);
                Cow::Owned(bytes)
            }
        };
        let book = Book { variant, entries };
        let mut keys = book.entries().map(|entry| entry.key);
        let mut before = keys.next();
        for (index, key) in keys.enumerate() {
            if before >= Some(key) {
                return Err(BookFault::Order { number: index + 2 });
            }
            before = Some(key);
        }
        Ok(book)
    }

    /// A book of these entries; of those with the same key the first is kept.
    pub(super) fn of_entries(variant: Variant, mut entries: Vec<Entry>) -> Book {
        entries.sort_by_key(|entry| entry.key);
        entries.dedup_by_key(|entry| entry.key);
        let mut bytes = Vec::with_capacity(entries.len() * ENTRY);
        for entry in &entries {
            entry.write(&mut bytes);
        }
        Book {
            variant,
            entries: bytes.into(),
        }
    }
}

/// Checks all but the order of the entries, and returns the variant.
fn check(bytes: &[u8]) -> Result<Variant, BookFault> {
    if !bytes.starts_with(&MAGIC) {
        return Err(BookFault::Foreign);
    }
    let found = bytes.len() as u64;
    let Some((header, entries)) = bytes.split_first_chunk::<HEADER>() else {
        let expected = HEADER as u64;
        return Err(BookFault::Length { found, expected });
    };
    let version = u16::from_le_bytes([header[8], header[9]]);
    if version != VERSION {
        return Err(BookFault::Version { found: version });
    }
    let number = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0, |n: u64, &b| n << 8 | u64::from(b))
    };
    let checksum = |bytes: &[u8]| u64::from(crc32fast::hash(bytes));
    if number(&header[CHECKED..]) != checksum(&header[..CHECKED])
        || number(&header[10..12]) != ENTRY as u64
    {
        return Err(BookFault::Checksum { part: "header" });
    }
    let expected = number(&header[16..24])
        .saturating_mul(ENTRY as u64)
        .saturating_add(HEADER as u64);
    if found != expected {
        return Err(BookFault::Length { found, expected });
    }
    if number(&header[12..16]) != checksum(entries) {
        return Err(BookFault::Checksum { part: "entries" });
    }
    let name = String::from_utf8_lossy(&header[NAME]);
    let name = name.trim_end_matches('\0');
    name.parse().map_err(|_| BookFault::UnknownVariant {
        found: name.chars().filter(|c| !c.is_control()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Book {
        let entry = |i: u64| Entry {
            key: i.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            score: i as i16 * 100 - 300,
            weight: i as u16 * 3,
            is_expanded: i.is_multiple_of(3),
        };
        Book::of_entries(Variant::RussianGiveaway, (0..7).map(entry).collect())
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("book");
        book().write(&path).unwrap();
        let read = Book::read_of(&path, Variant::RussianGiveaway).unwrap();
        assert_eq!(read, book());
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 64 + 7 * 12);
        for entry in book().entries() {
            assert_eq!(read.entry(entry.key), Some(entry));
            assert_eq!(read.entry(entry.key ^ 1), None);
        }
        let error = Book::read_of(&path, Variant::Czech).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("a book of russian_giveaway, expected czech")
        );
        assert!(Book::read(folder.path()).is_err());
    }

    #[test]
    fn no_damage_goes_unnoticed() {
        let whole = book().to_bytes();
        for end in 0..whole.len() {
            let error = Book::of_bytes(whole[..end].to_vec().into()).unwrap_err();
            match error {
                BookFault::Foreign => assert!(end < 8),
                BookFault::Length { found, .. } => assert_eq!(found, end as u64),
                error => panic!("{end}: {error}"),
            }
        }
        for place in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[place] ^= 1 << bit;
                assert!(Book::of_bytes(bytes.into()).is_err(), "{place} {bit}");
            }
        }
        let mut more = whole.clone();
        more.push(0);
        let fault = Book::of_bytes(more.into()).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "found 149 bytes, expected 148: the file is not whole"
        );
    }

    /// A sound file of other content.
    fn resealed(change: impl Fn(&mut [u8], &mut [u8])) -> Result<Book, BookFault> {
        let whole = book().to_bytes();
        let (mut header, mut entries) = (whole[..HEADER].to_vec(), whole[HEADER..].to_vec());
        change(&mut header, &mut entries);
        header[12..16].copy_from_slice(&crc32fast::hash(&entries).to_le_bytes());
        let checksum = crc32fast::hash(&header[..CHECKED]).to_le_bytes();
        header[CHECKED..].copy_from_slice(&checksum);
        Book::of_bytes([header, entries].concat().into())
    }

    #[test]
    fn other_files_are_named() {
        assert_eq!(resealed(|_, _| ()), Ok(book()));
        let later = resealed(|header, _| header[8] = 2);
        assert_eq!(later, Err(BookFault::Version { found: 2 }));
        let chess = resealed(|header, _| header[24..29].copy_from_slice(b"chess"));
        assert_eq!(
            chess.unwrap_err().to_string(),
            "a book of the variant 'chessan_giveaway', which is unknown"
        );
        let order = resealed(|_, entries| entries.swap(7, 19));
        assert!(matches!(order, Err(BookFault::Order { .. })), "{order:?}");
        let many = resealed(|header, _| header[16..24].fill(255));
        assert!(matches!(many, Err(BookFault::Length { .. })), "{many:?}");
    }
}
