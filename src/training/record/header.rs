//! The header of a file: what it is, and what its games follow from.

use super::{RecordError, SelfplaySettings};
use kamen_files::header::{Format, seal};
use kamen_files::{HeaderError, first_difference};
use std::io::Read;
use std::path::Path;

const FORMAT: Format = Format {
    magic: *b"KAMENREC",
    version: 1,
    name: "file of kamen selfplay",
};

/// The header of a file with these settings.
pub(super) fn header(settings: &SelfplaySettings) -> Result<Vec<u8>, HeaderError> {
    let mut bytes = FORMAT.header(settings)?;
    seal(&mut bytes);
    Ok(bytes)
}

/// Reads a header: the settings, and its length in bytes.
pub(super) fn read(
    source: &mut impl Read,
    path: &Path,
) -> Result<(SelfplaySettings, usize), RecordError> {
    FORMAT
        .read_sealed(source)
        .map_err(|error| RecordError::header(path, error))
}

/// Says what differs between the settings of a file and those wanted.
pub(super) fn compare(
    path: &Path,
    found: &SelfplaySettings,
    expected: &SelfplaySettings,
) -> Result<(), RecordError> {
    match first_difference(found, expected).map_err(RecordError::Json)? {
        None => Ok(()),
        Some([what, found, expected]) => Err(RecordError::Settings {
            path: path.to_owned(),
            what,
            found,
            expected,
        }),
    }
}
