//! Games of files.

use super::board::Board;
use super::unusable;
use kamen_core::pdn::{self, ReadError, Reader, Record};
use kamen_core::{AnyGame, Variant};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;

/// A game of a file.
#[pyclass(frozen, module = "kamen")]
pub struct Game {
    #[pyo3(get)]
    tags: BTreeMap<String, String>,
    #[pyo3(get)]
    faults: Vec<String>,
    #[pyo3(get)]
    variant: &'static str,
    #[pyo3(get)]
    result: Option<String>,
    played: Option<AnyGame>,
}

#[pymethods]
impl Game {
    fn board(&self) -> PyResult<Board> {
        match &self.played {
            Some(game) => Ok(Board { game: game.clone() }),
            None => Err(unusable(self.faults.join("; "))),
        }
    }

    fn __repr__(&self) -> String {
        let name = |tag| self.tags.get(tag).map_or("?", String::as_str);
        format!("<Game {} - {}>", name("White"), name("Black"))
    }
}

impl Game {
    fn of(read: &pdn::Game, usual: Variant, fault: Option<String>) -> Game {
        let mut faults: Vec<String> = fault.into_iter().collect();
        let variant = pdn::variant_of(read).unwrap_or_else(|error| {
            faults.push(error.to_string());
            None
        });
        let variant = variant.unwrap_or(usual);
        let replay = pdn::replay(variant, read);
        faults.extend(replay.faults.iter().map(ToString::to_string));
        let tag = |tag: &pdn::Tag| (tag.name().to_owned(), tag.value().to_owned());
        Game {
            tags: read.tags.iter().map(tag).collect(),
            faults,
            variant: variant.name(),
            result: read.result().map(|result| result.to_string()),
            played: replay.game(),
        }
    }
}

/// What PDN is read from.
#[derive(FromPyObject)]
pub enum Source {
    /// Its text.
    Bytes(Vec<u8>),
    /// A file.
    Path(PathBuf),
}

#[pyfunction]
#[pyo3(signature = (source, variant = None))]
pub fn read_pdn(py: Python<'_>, source: Source, variant: Option<&str>) -> PyResult<Vec<Game>> {
    let usual = variant.map_or(Ok(Variant::International), super::variant_of)?;
    py.detach(|| match source {
        Source::Bytes(bytes) => all(Reader::new(&*bytes), usual),
        Source::Path(path) => {
            let cannot = |error| PyOSError::new_err(format!("{}: {error}", path.display()));
            all(Reader::new(File::open(&path).map_err(cannot)?), usual)
        }
    })
}

fn all<R: std::io::Read>(games: Reader<R>, usual: Variant) -> PyResult<Vec<Game>> {
    let read = games.map(|read| match read {
        Ok(game) => Ok(Game::of(&game, usual, None)),
        Err(ReadError::Faulty(faulty)) => {
            Ok(Game::of(&faulty.game, usual, Some(faulty.to_string())))
        }
        Err(error @ ReadError::Io(_)) => Err(PyOSError::new_err(error.to_string())),
    });
    read.collect()
}

/// A game as PDN.
pub fn written(game: &AnyGame, tags: BTreeMap<String, String>) -> PyResult<String> {
    let mut record = Record::from(game);
    record.tags.extend(tags);
    Ok(pdn::write_game(&record).map_err(unusable)?.to_string())
}
