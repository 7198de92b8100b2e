//! Putting the parts of one run together. See [`merge`].

use super::header::{compare, header};
use super::{RecordError, Records, SelfplaySettings};
use kamen_files::write_whole_by;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Where a game is.
struct Place {
    number: u32,
    part: usize,
    bytes: Range<u64>,
}

/// Writes the games of several files to one, in the order of their numbers: the file that one process makes on one thread. The
/// files must have the same settings, and together each number from 0 once; `games` is how many there are to be, if that is known.
/// Returns how many there are.
///
/// # Errors
/// A file cannot be used, files differ in their settings or have the same game, a game is missing, or the file cannot be written.
pub fn merge(parts: &[PathBuf], games: Option<u32>, out: &Path) -> Result<u32, RecordError> {
    let mut settings: Option<SelfplaySettings> = None;
    let mut places: Vec<Place> = Vec::new();
    for (part, path) in parts.iter().enumerate() {
        let mut records = Records::open(path)?;
        match &settings {
            None => settings = Some(records.settings().clone()),
            Some(expected) => compare(path, records.settings(), expected)?,
        }
        while let Some(record) = records.next() {
            places.push(Place {
                number: record?.number,
                part,
                bytes: records.offset()..records.end(),
            });
        }
    }
    places.sort_by_key(|place| place.number);
    let path_of = |place: &Place| parts.get(place.part).cloned().unwrap_or_default();
    for pair in places.windows(2) {
        if let [first, second] = pair
            && first.number == second.number
        {
            return Err(RecordError::Overlap {
                number: first.number,
                first: path_of(first),
                second: path_of(second),
            });
        }
    }
    let count = places.len() as u32;
    let expected = games.unwrap_or_else(|| places.last().map_or(0, |last| last.number + 1));
    let missing = (0..)
        .zip(&places)
        .find(|(number, place)| *number != place.number);
    if count != expected {
        let number = missing.map_or(count, |(number, _)| number);
        return Err(RecordError::Missing { number, expected });
    }
    let Some(settings) = settings else {
        return Ok(0);
    };
    let header = header(&settings).map_err(RecordError::Encode)?;
    let written = write_whole_by(out, |file| {
        file.write_all(&header)?;
        copy(parts, &places, file)
    });
    written.map_err(|error| RecordError::file(out, error))?;
    Ok(count)
}

/// Copies games in this order.
fn copy(parts: &[PathBuf], places: &[Place], out: &mut dyn Write) -> io::Result<()> {
    let mut files = parts
        .iter()
        .map(File::open)
        .collect::<io::Result<Vec<_>>>()?;
    let mut game = Vec::new();
    for place in places {
        let Some(file) = files.get_mut(place.part) else {
            continue;
        };
        file.seek(SeekFrom::Start(place.bytes.start))?;
        game.resize((place.bytes.end - place.bytes.start) as usize, 0);
        file.read_exact(&mut game)?;
        out.write_all(&game)?;
    }
    Ok(())
}
