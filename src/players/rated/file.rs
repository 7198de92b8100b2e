//! Files of rated positions: a text that people can read, and a compact form for millions.
//!
//! The text is that of [`text`](super::text). The compact form, for names that end in `.cdbz`, is a header as all binary
//! files of Kamen have it, the same numbers compressed with Zstandard, and a checksum.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::text::{RatedLineError, from_text, kind_of};
use super::{Pieces, Played, PlayedLineError, RatedPositions, Rating};
use kamen_core::rules::Variant;
use kamen_files::HeaderError;
use kamen_files::header::{Format, seal};
use kamen_files::{LockError, write_whole_by};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// How the names of compact files end.
const COMPACT: &str = "cdbz";
const FORMAT: Format = Format {
    magic: *b"KAMENCDB",
    version: 1,
    name: "file of rated positions",
};
/// Bytes of a position in the compact form.
const SIZE: usize = 3 * 16 + 8 + 4 + 1;
/// The level of compression.
const LEVEL: i32 = 6;

/// The header of the compact form.
#[derive(Serialize, Deserialize)]
struct Header {
    variant: Variant,
    games: u64,
    positions: usize,
    #[serde(default, skip_serializing_if = "Played::is_none")]
    played: Played,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    history: Option<Value>,
}

/// Why a file of rated positions cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RatedFileError {
    /// It cannot be read or written.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A line is wrong.
    #[error("{}:{line}: {error}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: RatedLineError,
    },
    /// A compact file is damaged.
    #[error("{}: {error}", path.display())]
    Compact {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: HeaderError,
    },
    /// A game that was played with it is damaged.
    #[error("{}:{line}: {error}; without that file the games in it are not learned from", path.display())]
    Played {
        /// The file of the games.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: Box<PlayedLineError>,
    },
    /// It cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// It is of another variant.
    #[error("{} has positions of {found}, expected {expected}", path.display())]
    Variant {
        /// The file.
        path: PathBuf,
        /// In the file.
        found: Variant,
        /// Wanted.
        expected: Variant,
    },
}

impl RatedFileError {
    pub(super) fn file(path: &Path, error: io::Error) -> RatedFileError {
        let path = path.to_owned();
        RatedFileError::File { path, error }
    }
}

impl RatedPositions {
    /// Reads a file of either form, without the games that were played since it was written.
    ///
    /// # Errors
    /// It cannot be read, or is damaged; the place is named.
    pub fn read(path: &Path) -> Result<RatedPositions, RatedFileError> {
        let failed = |error| RatedFileError::File {
            path: path.to_owned(),
            error,
        };
        let bytes = std::fs::read(path).map_err(failed)?;
        if bytes.starts_with(&FORMAT.magic) {
            return from_compact(&bytes).map_err(|error| RatedFileError::Compact {
                path: path.to_owned(),
                error,
            });
        }
        let text = String::from_utf8_lossy(&bytes);
        let read = from_text(&text).map_err(|(line, error)| RatedFileError::Line {
            path: path.to_owned(),
            line,
            error,
        });
        let (positions, unsealed) = read?;
        unsealed.tell(path);
        Ok(positions)
    }

    /// Reads a file of a variant.
    ///
    /// # Errors
    /// As [`RatedPositions::read`], or it is of another variant.
    pub fn read_for(variant: Variant, path: &Path) -> Result<RatedPositions, RatedFileError> {
        let positions = RatedPositions::read(path)?;
        let (found, expected) = (positions.variant(), variant);
        if found == expected {
            return Ok(positions);
        }
        Err(RatedFileError::Variant {
            path: path.to_owned(),
            found,
            expected,
        })
    }

    /// Writes a file, whole or not at all; compact if its name ends in `.cdbz`.
    ///
    /// # Errors
    /// It cannot be written; what it held before stays.
    pub fn write(&self, path: &Path) -> Result<(), RatedFileError> {
        let written = if path.extension().is_some_and(|end| end == COMPACT) {
            self.compact()
                .and_then(|bytes| write_whole_by(path, |file| file.write_all(&bytes)))
        } else {
            write_whole_by(path, |file| self.write_text(&mut BufWriter::new(file)))
        };
        written.map_err(|error| RatedFileError::File {
            path: path.to_owned(),
            error,
        })
    }

    fn compact(&self) -> io::Result<Vec<u8>> {
        let header = FORMAT.header(&Header {
            variant: self.variant(),
            games: self.games,
            positions: self.len(),
            played: self.played.clone(),
            history: self.history.clone(),
        });
        let mut bytes = header.map_err(io::Error::other)?;
        let mut body = zstd::Encoder::new(&mut bytes, LEVEL)?;
        for (pieces, rating) in self.sorted() {
            for set in [pieces.own, pieces.other, pieces.kings] {
                body.write_all(&set.to_le_bytes())?;
            }
            body.write_all(&rating.value.to_le_bytes())?;
            body.write_all(&rating.visits.to_le_bytes())?;
            body.write_all(&[rating.kind.letter() as u8])?;
        }
        body.finish()?;
        seal(&mut bytes);
        Ok(bytes)
    }
}

fn from_compact(bytes: &[u8]) -> Result<RatedPositions, HeaderError> {
    let (header, body) = FORMAT.open::<Header>(bytes)?;
    let mut positions = RatedPositions::new(header.variant);
    if !positions.reserve(header.positions) {
        return Err(HeaderError::Io(io::ErrorKind::OutOfMemory.into()));
    }
    positions.games = header.games;
    positions.played = header.played;
    positions.history = header.history;
    // One thread unpacks while this one fills the table.
    let (sender, parts) = sync_channel(8);
    thread::scope(|scope| {
        let unpack = move || {
            if let Err(error) = unpack(body, header.positions, &sender) {
                let _ = sender.send(Err(error));
            }
        };
        thread::Builder::new().spawn_scoped(scope, unpack)?;
        for part in parts {
            for (pieces, rating) in part? {
                if !pieces.fit(header.variant) || !rating.is_possible() {
                    return Err(impossible("what it says of a position cannot be"));
                }
                positions.put(pieces, rating);
            }
        }
        if positions.len() != header.positions {
            return Err(impossible("a position is there twice"));
        }
        Ok(positions)
    })
}

/// A file whose checksum is right, and whose content is not.
fn impossible(what: &str) -> HeaderError {
    HeaderError::Io(io::Error::new(io::ErrorKind::InvalidData, what))
}

/// Positions that are handed on together.
const PART: usize = 4096;

/// Some positions, or why there are no more.
type Part = Result<Vec<(Pieces, Rating)>, HeaderError>;

/// Unpacks so many positions, and sends them in parts; it ends early where nobody takes them.
fn unpack(body: &[u8], count: usize, parts: &SyncSender<Part>) -> Result<(), HeaderError> {
    let body = zstd::Decoder::new(body).map_err(HeaderError::Io)?;
    let mut body = BufReader::with_capacity(1 << 20, body);
    let mut left = count;
    while left > 0 {
        let size = left.min(PART);
        left -= size;
        let mut part = Vec::with_capacity(size);
        for _ in 0..size {
            let mut bytes = [0; SIZE];
            body.read_exact(&mut bytes)?;
            part.push(record(&mut bytes.as_slice())?);
        }
        if parts.send(Ok(part)).is_err() {
            return Ok(());
        }
    }
    match body.read(&mut [0])? {
        0 => Ok(()),
        _ => Err(HeaderError::Truncated),
    }
}

fn record(bytes: &mut &[u8]) -> Result<(Pieces, Rating), HeaderError> {
    let mut set = || {
        let mut word = [0; 16];
        bytes.read_exact(&mut word)?;
        Ok::<u128, io::Error>(u128::from_le_bytes(word))
    };
    let pieces = Pieces {
        own: set()?,
        other: set()?,
        kings: set()?,
    };
    let (mut value, mut visits, mut kind) = ([0; 8], [0; 4], [0; 1]);
    bytes.read_exact(&mut value)?;
    bytes.read_exact(&mut visits)?;
    bytes.read_exact(&mut kind)?;
    let [letter] = kind;
    let rating = Rating {
        value: f64::from_le_bytes(value),
        visits: u32::from_le_bytes(visits),
        kind: kind_of(char::from(letter).encode_utf8(&mut [0; 4])).ok_or(HeaderError::Truncated)?,
    };
    Ok((pieces, rating))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rated::Kind;
    use kamen_core::game::AnyGame;

    fn some(variant: Variant) -> RatedPositions {
        let mut positions = RatedPositions::new(variant);
        positions.games = 12;
        positions.played.add(3, Some(0xab));
        positions.played.add(4, None);
        positions.history = Some(serde_json::json!({ "seed": 5 }));
        let mut game = AnyGame::start(variant);
        for ply in 0..20 {
            let kind = Kind::ALL[ply % 3];
            let value = [-0.1 - ply as f64 / 30.0, 1.0, 0.0][ply % 3];
            let visits = ply as u32 + 1;
            let rating = Rating {
                value,
                visits,
                kind,
            };
            positions.put(Pieces::of_any(game.position()), rating);
            let m = game.legal_moves()[0];
            game.play(&m).unwrap();
        }
        positions
    }

    #[test]
    fn both_forms_give_the_same_positions_and_the_same_bytes_again() {
        let folder = tempfile::tempdir().unwrap();
        for variant in [
            Variant::Czech,
            Variant::International,
            Variant::Canadian,
            Variant::Turkish,
        ] {
            for name in ["a.cdb", "a.cdbz"] {
                let path = folder.path().join(name);
                let positions = some(variant);
                positions.write(&path).unwrap();
                let bytes = std::fs::read(&path).unwrap();
                let found = RatedPositions::read_for(variant, &path).unwrap();
                assert_eq!(found, positions, "{variant} {name}");
                found.write(&path).unwrap();
                assert_eq!(std::fs::read(&path).unwrap(), bytes, "{variant} {name}");
            }
        }
    }

    /// A checksum is no proof of sense: no position has these, so no text could hold them.
    #[test]
    fn impossible_positions_of_a_compact_file_are_refused() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("positions.cdbz");
        let start = Pieces::of_any(&kamen_core::AnyPosition::start(Variant::Turkish));
        let sound = Rating {
            value: 1.0,
            visits: 1,
            kind: Kind::Ordinary,
        };
        let Pieces { own, other, .. } = start;
        let [doubled, beyond] = [own | other, own | 1 << 127].map(|own| Pieces { own, ..start });
        let crowned = Pieces {
            kings: !(own | other),
            ..start
        };
        let valued = |value| (start, Rating { value, ..sound });
        let unseen = Rating { visits: 0, ..sound };
        let cases = [
            (start, sound),
            (doubled, sound),
            (beyond, sound),
            (crowned, sound),
            valued(f64::NAN),
            valued(1.5),
            (start, unseen),
        ];
        for (number, (pieces, rating)) in cases.into_iter().enumerate() {
            let mut positions = RatedPositions::new(Variant::Turkish);
            positions.put(pieces, rating);
            positions.write(&path).unwrap();
            let read = RatedPositions::read(&path);
            assert_eq!(read.is_ok(), number == 0, "{pieces:?} {rating:?}");
        }
    }

    #[test]
    fn a_damaged_compact_file_is_refused() {
        let bytes = some(Variant::Czech).compact().unwrap();
        assert!(from_compact(&bytes).is_ok());
        for place in [10, 20, bytes.len() / 2, bytes.len() - 1] {
            let mut bad = bytes.clone();
            bad[place] ^= 0x10;
            assert!(from_compact(&bad).is_err(), "byte {place}");
        }
        assert!(from_compact(&bytes[..bytes.len() - 9]).is_err());
    }
}
