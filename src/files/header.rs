//! The frame of binary files: a header that says what the file is, and checksums.
//!
//! | Bytes | What |
//! | --- | --- |
//! | 8 | magic |
//! | 2 | version of the format, little-endian |
//! | 2 | length of the JSON text, little-endian |
//! | as many | the JSON text, a UTF-8 object |
//!
//! A CRC-32 (IEEE, little-endian) follows whatever it covers: the header alone where a file grows
//! ([`Format::read_sealed`]), header and body where it is written once ([`Format::open`]).

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read};

/// A binary file format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The first bytes.
    pub magic: [u8; 8],
    /// The version that is read and written.
    pub version: u16,
    /// What messages call such a file.
    pub name: &'static str,
}

/// Why a file header cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum HeaderError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is of another format.
    #[error("no {expected}")]
    Foreign {
        /// What was expected.
        expected: &'static str,
    },
    /// The file has another version of the format.
    #[error("found version {found} of the format, expected {expected}")]
    Version {
        /// In the file.
        found: u16,
        /// Here.
        expected: u16,
    },
    /// The file ends too early.
    #[error("the file ends in the middle of the header")]
    Truncated,
    /// The contents do not match the checksum.
    #[error(
        "the checksum is wrong, found {found:08x}, expected {expected:08x}: the file is damaged or \
         not whole"
    )]
    Checksum {
        /// Of the contents.
        found: u32,
        /// In the file.
        expected: u32,
    },
    /// The JSON text is not what the format asks for.
    #[error("header: {0}")]
    Json(#[from] serde_json::Error),
    /// The JSON text does not fit.
    #[error("found a header of {found} bytes, expected {most} at most")]
    TooLong {
        /// Its length.
        found: usize,
        /// The most.
        most: u16,
    },
}

/// Bytes before the JSON text.
const FIXED: usize = 12;
/// Bytes of a checksum.
const CHECKSUM: usize = 4;

impl Format {
    /// The bytes of a header, without checksum.
    pub fn header(self, content: &impl Serialize) -> Result<Vec<u8>, HeaderError> {
        let text = serde_json::to_vec(content)?;
        let length = u16::try_from(text.len()).map_err(|_| HeaderError::TooLong {
            found: text.len(),
            most: u16::MAX,
        })?;
        let mut bytes = self.magic.to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(text);
        Ok(bytes)
    }

    /// Reads a header with a checksum of its own: its content and its length in bytes.
    pub fn read_sealed<T: DeserializeOwned>(
        self,
        source: &mut impl Read,
    ) -> Result<(T, usize), HeaderError> {
        let mut bytes = Vec::with_capacity(FIXED);
        fill(source, &mut bytes, FIXED)?;
        let (length, _) = self.fixed(&bytes)?;
        let whole = FIXED + length + CHECKSUM;
        fill(source, &mut bytes, whole - FIXED)?;
        if bytes.len() < whole {
            return Err(HeaderError::Truncated);
        }
        let (content, _) = self.open(&bytes)?;
        Ok((content, whole))
    }

    /// Reads a file whose checksum covers all of it: the content of the header and the body.
    pub fn open<T: DeserializeOwned>(self, file: &[u8]) -> Result<(T, &[u8]), HeaderError> {
        // The version comes first: another one may have other checksums.
        self.fixed(file)?;
        let (length, rest) = self.fixed(unseal(file)?)?;
        let (text, body) = rest
            .split_at_checked(length)
            .ok_or(HeaderError::Truncated)?;
        Ok((serde_json::from_slice(text)?, body))
    }

    /// Reads what comes before the JSON text: the length of the text, and what follows.
    fn fixed(self, bytes: &[u8]) -> Result<(usize, &[u8]), HeaderError> {
        let begins = bytes.iter().zip(&self.magic).all(|(a, b)| a == b);
        if bytes.is_empty() || !begins {
            return Err(HeaderError::Foreign {
                expected: self.name,
            });
        }
        let Some((&[.., v0, v1, l0, l1], rest)) = bytes.split_first_chunk::<FIXED>() else {
            return Err(HeaderError::Truncated);
        };
        let found = u16::from_le_bytes([v0, v1]);
        if found != self.version {
            return Err(HeaderError::Version {
                found,
                expected: self.version,
            });
        }
        Ok((u16::from_le_bytes([l0, l1]).into(), rest))
    }
}

/// Appends the checksum of all bytes.
pub fn seal(bytes: &mut Vec<u8>) {
    bytes.extend(crc32fast::hash(bytes).to_le_bytes());
}

/// The bytes before their checksum, if it is right.
pub fn unseal(bytes: &[u8]) -> Result<&[u8], HeaderError> {
    let (content, checksum) = bytes
        .split_last_chunk::<CHECKSUM>()
        .ok_or(HeaderError::Truncated)?;
    let (found, expected) = (crc32fast::hash(content), u32::from_le_bytes(*checksum));
    if found != expected {
        return Err(HeaderError::Checksum { found, expected });
    }
    Ok(content)
}

/// Appends up to `count` bytes and returns how many; fewer only at the end of the source.
pub fn fill(source: &mut impl Read, bytes: &mut Vec<u8>, count: usize) -> io::Result<usize> {
    source.take(count as u64).read_to_end(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format {
        magic: *b"KAMENTST",
        version: 3,
        name: "test file",
    };

    fn sealed(content: &impl Serialize, body: &[u8]) -> Vec<u8> {
        let mut bytes = FORMAT.header(content).unwrap();
        bytes.extend(body);
        seal(&mut bytes);
        bytes
    }

    #[test]
    fn a_file_is_read_and_no_damage_goes_unnoticed() {
        let file = sealed(&vec![1, 2, 3], b"body");
        assert_eq!(
            FORMAT.open::<Vec<u8>>(&file).unwrap(),
            (vec![1, 2, 3], &b"body"[..])
        );
        let header = sealed(&vec![1, 2, 3], b"");
        let growing = [&header[..], b"more"].concat();
        let read = FORMAT.read_sealed::<Vec<u8>>(&mut &growing[..]).unwrap();
        assert_eq!(read, (vec![1, 2, 3], header.len()));
        for end in 0..header.len() {
            assert!(FORMAT.open::<Vec<u8>>(&header[..end]).is_err(), "{end}");
            let error = FORMAT.read_sealed::<Vec<u8>>(&mut &header[..end]);
            match error.unwrap_err() {
                HeaderError::Foreign { .. } => assert_eq!(end, 0),
                HeaderError::Truncated => assert!(end > 0),
                error => panic!("{end}: {error}"),
            }
        }
        for place in 0..header.len() {
            for bit in 0..8 {
                let mut damaged = header.clone();
                damaged[place] ^= 1 << bit;
                assert!(FORMAT.open::<Vec<u8>>(&damaged).is_err(), "{place} {bit}");
            }
        }
    }

    #[test]
    fn other_files_are_named() {
        let other = Format {
            version: 4,
            ..FORMAT
        };
        let cases: [(&[u8], &str); 4] = [
            (b"PK", "no test file"),
            (
                &other.header(&1).unwrap(),
                "found version 4 of the format, expected 3",
            ),
            (&sealed(&"text", b""), "header: invalid type: string"),
            (
                &[&sealed(&vec![1], b"")[..], b"1"].concat(),
                "the checksum is wrong, found ",
            ),
        ];
        for (bytes, expected) in cases {
            let error = FORMAT.open::<Vec<u8>>(bytes).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        let long = FORMAT.header(&"x".repeat(70_000)).unwrap_err().to_string();
        assert_eq!(
            long,
            "found a header of 70002 bytes, expected 65535 at most"
        );
    }
}
