//! The beginning of a file: what it is, and what its games follow from.

use super::reader::fill;
use super::{RecordError, SelfplaySettings};
use crate::util::first_difference;
use std::io::Read;
use std::path::Path;

/// The first bytes of every file.
pub(super) const MAGIC: [u8; 8] = *b"KAMENREC";
/// The present version of the format.
pub(super) const VERSION: u16 = 1;

/// Bytes before the settings.
const FIXED: usize = 12;

/// The header of a file with these settings.
pub(super) fn header(settings: &SelfplaySettings) -> Vec<u8> {
    let text = serde_json::to_vec(settings).unwrap_or_default();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads a header: the settings, and its length in bytes.
pub(super) fn read(
    source: &mut impl Read,
    path: &Path,
) -> Result<(SelfplaySettings, usize), RecordError> {
    let foreign = || RecordError::Foreign {
        path: path.to_owned(),
    };
    let truncated = || RecordError::Truncated {
        path: path.to_owned(),
        offset: 0,
        piece: "the header",
    };
    let mut bytes = vec![0; FIXED];
    let found = fill(source, &mut bytes).map_err(|error| RecordError::file(path, error))?;
    let magic = MAGIC.len().min(found);
    if found == 0 || bytes[..magic] != MAGIC[..magic] {
        return Err(foreign());
    }
    if found < FIXED {
        return Err(truncated());
    }
    let version = u16::from_le_bytes([bytes[8], bytes[9]]);
    if version != VERSION {
        return Err(RecordError::Version {
            path: path.to_owned(),
            found: version,
            expected: VERSION,
        });
    }
    let length = usize::from(u16::from_le_bytes([bytes[10], bytes[11]]));
    bytes.resize(FIXED + length + 4, 0);
    let found =
        fill(source, &mut bytes[FIXED..]).map_err(|error| RecordError::file(path, error))?;
    if found < length + 4 {
        return Err(truncated());
    }
    let (checked, sum) = bytes.split_at(FIXED + length);
    if crc32fast::hash(checked).to_le_bytes() != sum {
        return Err(RecordError::damaged(
            path,
            0,
            "the checksum of the header is wrong",
        ));
    }
    let settings = serde_json::from_slice(&checked[FIXED..])
        .map_err(|error| RecordError::damaged(path, 0, format!("settings: {error}")))?;
    Ok((settings, bytes.len()))
}

/// Says what differs between the settings of a file and those wanted.
pub(super) fn compare(
    path: &Path,
    found: &SelfplaySettings,
    expected: &SelfplaySettings,
) -> Result<(), RecordError> {
    match first_difference(found, expected) {
        None => Ok(()),
        Some([what, found, expected]) => Err(RecordError::Settings {
            path: path.to_owned(),
            what,
            found,
            expected,
        }),
    }
}
