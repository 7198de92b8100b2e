//! A move.

use kamen_core::notation::usual_name;
use kamen_core::{AnyMove, AnyPosition, SquareName};
use pyo3::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A legal move of a position.
#[pyclass(frozen, module = "kamen", from_py_object)]
#[derive(Clone)]
pub struct Move {
    /// The move.
    pub m: AnyMove,
    /// Where it was legal; most moves are never written.
    position: AnyPosition,
}

impl Move {
    /// A legal move of a position.
    pub fn new(position: &AnyPosition, m: &AnyMove) -> Move {
        Move {
            m: *m,
            position: *position,
        }
    }
}

/// Squares as the variant of a move usually names them.
fn names(squares: Vec<SquareName>, m: &AnyMove) -> Vec<String> {
    let usual = |square| usual_name(m.variant(), square).to_string();
    squares.into_iter().map(usual).collect()
}

#[pymethods]
impl Move {
    /// How its variant writes it.
    #[getter]
    pub fn text(&self) -> String {
        self.position.write_move(&self.m)
    }

    #[getter]
    fn hub(&self) -> String {
        self.m.to_string()
    }

    #[getter]
    fn path(&self) -> Vec<String> {
        names(self.position.path(&self.m), &self.m)
    }

    #[getter]
    fn captured(&self) -> Vec<String> {
        names(self.m.captured(), &self.m)
    }

    #[getter]
    fn is_capture(&self) -> bool {
        self.m.is_capture()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.text())
    }

    fn __eq__(&self, other: &Move) -> bool {
        self.m == other.m
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.m.hash(&mut hasher);
        hasher.finish()
    }
}
