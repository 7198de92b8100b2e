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
    /// How its variant writes it, in the position in which it was legal.
    pub text: String,
    path: Vec<String>,
}

impl Move {
    /// A legal move of a position.
    pub fn new(position: &AnyPosition, m: &AnyMove) -> Move {
        Move {
            m: *m,
            text: position.write_move(m),
            path: names(position.path(m), m),
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
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    #[getter]
    fn hub(&self) -> String {
        self.m.to_string()
    }

    #[getter]
    fn path(&self) -> Vec<String> {
        self.path.clone()
    }

    #[getter]
    fn captured(&self) -> Vec<String> {
        names(self.m.captured(), &self.m)
    }

    #[getter]
    fn is_capture(&self) -> bool {
        self.m.is_capture()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.text)
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
