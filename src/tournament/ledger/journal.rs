//! The lines of a journal.

use super::LedgerError;
use crate::tournament::game::GameRecord;
use crate::util::GrowingFile;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The first line of a journal.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head {
    /// The version of the format.
    #[serde(rename = "kamen-match")]
    pub(super) version: u32,
    /// The settings that identify the tournament.
    pub(super) settings: Value,
}

/// The present version of the format.
pub(super) const VERSION: u32 = 1;

/// Any other line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Line<G> {
    #[serde(flatten)]
    pub(super) game: G,
    /// When it was played, in UTC as PDN writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) date: Option<String>,
    /// Length of the PDN file after this game, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pdn: Option<u64>,
}

/// Reads the games of a journal and removes an incomplete last line.
pub(super) fn read(
    mut file: GrowingFile,
    path: &Path,
    settings: &Value,
    mut game: impl FnMut(Line<GameRecord>),
) -> Result<GrowingFile, LedgerError> {
    let foreign = || LedgerError::Foreign {
        path: path.to_owned(),
    };
    let mut reader = BufReader::new(
        file.reader()
            .map_err(|error| LedgerError::file(path, error))?,
    );
    let (mut text, mut whole) = (Vec::new(), 0);
    for number in 1.. {
        text.clear();
        let read = reader.read_until(b'\n', &mut text);
        let length = read.map_err(|error| LedgerError::file(path, error))?;
        let is_whole = text.last() == Some(&b'\n');
        if number == 1 && length > 0 {
            // An incomplete head is ours as well.
            let is_ours =
                text.starts_with(b"{\"kamen-match\":") || b"{\"kamen-match\":".starts_with(&text);
            if !is_ours {
                return Err(foreign());
            }
        }
        if !is_whole {
            break;
        }
        if number == 1 {
            let head: Head = serde_json::from_slice(&text).map_err(|_| foreign())?;
            compare(path, &head.settings, settings)?;
        } else {
            game(
                serde_json::from_slice(&text).map_err(|error| LedgerError::Line {
                    path: path.to_owned(),
                    line: number,
                    error,
                })?,
            );
        }
        whole += length as u64;
    }
    file.cut_to(whole)
        .map_err(|error| LedgerError::file(path, error))?;
    Ok(file)
}

/// Says what differs between the settings of a journal and those wanted.
fn compare(path: &Path, found: &Value, expected: &Value) -> Result<(), LedgerError> {
    let fields = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let (found, expected) = (fields(found), fields(expected));
    let names: BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
    let show = |value: Option<&Value>| {
        let text = value.map_or_else(|| "nothing".to_owned(), Value::to_string);
        text.chars().take(200).collect::<String>()
    };
    match names
        .into_iter()
        .find(|name| found.get(*name) != expected.get(*name))
    {
        None => Ok(()),
        Some(name) => Err(LedgerError::Other {
            path: path.to_owned(),
            what: name.clone(),
            found: show(found.get(name)),
            expected: show(expected.get(name)),
        }),
    }
}

/// A line of the journal, with its end.
pub(super) fn line_of(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Adds a line to a journal.
pub(super) fn append(journal: &mut GrowingFile, line: &impl Serialize) -> Result<(), LedgerError> {
    let line = line_of(line).map_err(|error| LedgerError::Encode {
        path: journal.path().to_owned(),
        error,
    })?;
    let written = journal.append(&line);
    written.map_err(|error| LedgerError::file(journal.path(), error))
}
