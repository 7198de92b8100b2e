//! Small JSON files that say what they are, with a checksum: the textual counterpart of
//! [`header`](super::header).
//!
//! `{"kamen":KIND,"version":N,"checksum":CRC,"content":..}`, where the checksum is the CRC-32 of the text of
//! the content.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::write_whole_by;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

/// A kind of file, and the version of its format.
#[derive(Clone, Copy, Debug)]
pub struct Seal {
    /// What the first line calls the file.
    pub kind: &'static str,
    /// The version that is read and written.
    pub version: u32,
}

#[derive(Serialize, Deserialize)]
struct Envelope<'a> {
    kamen: &'a str,
    version: u32,
    checksum: u32,
    #[serde(borrow)]
    content: &'a RawValue,
}

/// Why a sealed file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is no envelope, or not all of one.
    #[error("found no whole {kind} of kamen: {error}")]
    Malformed {
        /// What was expected.
        kind: &'static str,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// The file holds something else.
    #[error("found a {found} of kamen, expected a {expected}")]
    Kind {
        /// In the file.
        found: String,
        /// Wanted.
        expected: &'static str,
    },
    /// The file has another version of the format.
    #[error("found version {found} of the format, expected {expected}")]
    Version {
        /// In the file.
        found: u32,
        /// Here.
        expected: u32,
    },
    /// The content does not match the checksum.
    #[error("found the checksum {found} of the content, expected {expected}: the file is damaged")]
    Checksum {
        /// Of the content.
        found: u32,
        /// In the file.
        expected: u32,
    },
    /// The content is not what the file says it is.
    #[error("in the content: {0}")]
    Content(serde_json::Error),
}

/// The most bytes of a file.
const MOST: u64 = 64 << 20;

impl Seal {
    /// Writes a file whole or not at all.
    pub fn write(self, path: &Path, content: &impl Serialize) -> io::Result<()> {
        write_whole_by(path, |file| self.write_to(file, content))
    }

    fn write_to(self, mut out: impl Write, content: &impl Serialize) -> io::Result<()> {
        let content = serde_json::value::to_raw_value(content)?;
        let envelope = Envelope {
            kamen: self.kind,
            version: self.version,
            checksum: crc32fast::hash(content.get().as_bytes()),
            content: &content,
        };
        serde_json::to_writer(&mut out, &envelope)?;
        out.write_all(b"\n")
    }

    /// Reads a file; `None` if there is none.
    pub fn read<T: DeserializeOwned>(self, path: &Path) -> Result<Option<T>, SealError> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let mut bytes = Vec::new();
        file.take(MOST).read_to_end(&mut bytes)?;
        self.open(&bytes).map(Some)
    }

    fn open<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, SealError> {
        let Seal { kind, version } = self;
        let envelope: Envelope<'_> =
            serde_json::from_slice(bytes).map_err(|error| SealError::Malformed { kind, error })?;
        if envelope.kamen != kind {
            return Err(SealError::Kind {
                found: envelope.kamen.chars().take(40).collect(),
                expected: kind,
            });
        }
        if envelope.version != version {
            return Err(SealError::Version {
                found: envelope.version,
                expected: version,
            });
        }
        let content = envelope.content.get();
        let (found, expected) = (crc32fast::hash(content.as_bytes()), envelope.checksum);
        if found != expected {
            return Err(SealError::Checksum { found, expected });
        }
        serde_json::from_str(content).map_err(SealError::Content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAL: Seal = Seal {
        kind: "list",
        version: 3,
    };

    #[test]
    fn what_was_written_is_read() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("list");
        assert_eq!(SEAL.read::<Vec<f32>>(&path).unwrap(), None);
        let list: Vec<f32> = (0..2000).map(|i| (i as f32).sin() / 7.0).collect();
        SEAL.write(&path, &list).unwrap();
        assert_eq!(SEAL.read(&path).unwrap(), Some(list));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn no_damage_goes_unnoticed() {
        let mut text = Vec::new();
        SEAL.write_to(&mut text, &vec![1.5f32, -2.0]).unwrap();
        assert_eq!(SEAL.open::<Vec<f32>>(&text).unwrap(), [1.5, -2.0]);
        for end in 0..text.len() - 1 {
            let error = SEAL.open::<Vec<f32>>(&text[..end]).unwrap_err().to_string();
            assert!(error.contains("no whole list"), "{error}");
        }
        // Other spaces around the content are no damage.
        for place in 0..text.len() - 1 {
            for bit in 0..8 {
                let mut bytes = text.clone();
                bytes[place] ^= 1 << bit;
                assert!(SEAL.open::<Vec<f32>>(&bytes).is_err(), "{place} {bit}");
            }
        }
    }

    #[test]
    fn other_files_are_named() {
        let cases = [
            ("", "no whole list of kamen: EOF"),
            ("[1,2]", "no whole list of kamen"),
            (
                r#"{"kamen":"map","version":3,"checksum":0,"content":1}"#,
                "found a map of kamen, expected a list",
            ),
            (
                r#"{"kamen":"list","version":4,"checksum":0,"content":1}"#,
                "found version 4 of the format, expected 3",
            ),
            (
                r#"{"kamen":"list","version":3,"checksum":0,"content":1}"#,
                "expected 0: the file is damaged",
            ),
            (
                r#"{"kamen":"list","version":3,"checksum":2212294583,"content":1}"#,
                "in the content: invalid type",
            ),
        ];
        for (text, expected) in cases {
            let error = SEAL
                .open::<Vec<f32>>(text.as_bytes())
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
