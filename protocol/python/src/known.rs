//! What is known without a search: endgame tables and opening books.

use super::board::Board;
use super::moves::Move;
use super::{unusable, variant_of};
use kamen_tables::{MOST_PIECES, Value};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// The endgame tables of a variant.
#[pyclass(frozen, module = "kamen")]
pub struct Tables {
    tables: kamen_tables::Tables,
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (variant, folder = None))]
    fn new(variant: &str, folder: Option<PathBuf>) -> PyResult<Tables> {
        let mut tables = kamen_tables::Tables::embedded(variant_of(variant)?);
        if let Some(folder) = folder {
            if !folder.is_dir() {
                return Err(PyOSError::new_err(format!(
                    "no folder {}",
                    folder.display()
                )));
            }
            if let Some(problem) = tables.add_folder(&folder, MOST_PIECES).first() {
                return Err(PyOSError::new_err(problem.to_string()));
            }
        }
        Ok(Tables { tables })
    }

    #[getter]
    fn pieces(&self) -> usize {
        self.tables.pieces()
    }

    fn probe(&self, board: &Board) -> Option<(i32, Option<u16>)> {
        let (outcome, has_distance) = self.tables.look_up(board.game.position())?;
        let value = match outcome.value {
            Value::Win => 1,
            Value::Draw => 0,
            Value::Loss => -1,
        };
        let plies = (has_distance && value != 0).then_some(outcome.distance);
        Some((value, plies))
    }
}

/// An opening book.
#[pyclass(frozen, module = "kamen")]
pub struct Book {
    /// The book.
    pub book: kamen_book::Book,
}

#[pymethods]
impl Book {
    #[new]
    #[pyo3(signature = (variant, file = None))]
    fn new(variant: &str, file: Option<PathBuf>) -> PyResult<Book> {
        let variant = variant_of(variant)?;
        let book = match file {
            Some(file) => kamen_book::Book::read_of(&file, variant).map_err(unusable)?,
            None => kamen_book::Book::embedded(variant)
                .unwrap_or_else(|| kamen_book::Book::empty(variant)),
        };
        Ok(Book { book })
    }

    fn __len__(&self) -> usize {
        self.book.len()
    }

    fn moves(&self, board: &Board) -> Vec<(Move, f64)> {
        let position = board.game.position();
        let moves = self.book.moves(position);
        let told = moves.iter().map(|m| {
            (
                Move::new(position, &m.played),
                f64::from(m.score().0) / 100.0,
            )
        });
        told.collect()
    }
}
