//! A position with the moves that led there.

use super::moves::Move;
use super::{unusable, variant_of};
use kamen_core::notation::{Diagram, usual_name};
use kamen_core::rules::GameResult;
use kamen_core::{AnyGame, AnyPosition, Color, GameOver, Kind};
use kamen_perft::{Counter, Method};
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// A position with the moves that led there.
#[pyclass(module = "kamen", from_py_object)]
#[derive(Clone)]
pub struct Board {
    /// The game.
    pub game: AnyGame,
}

/// A colour as Python sees it.
fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A result as Python sees it: the points of White and of Black.
pub fn result_text(result: GameResult) -> &'static str {
    match result.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

fn letter(color: Color, kind: Kind) -> &'static str {
    match (color, kind) {
        (Color::White, Kind::Man) => "w",
        (Color::White, Kind::King) => "W",
        (Color::Black, Kind::Man) => "b",
        (Color::Black, Kind::King) => "B",
    }
}

/// A move as a user gives it.
#[derive(FromPyObject)]
pub enum Given {
    /// One that the module has given.
    Move(Move),
    /// Its text.
    Text(String),
}

impl Board {
    fn diagram(&self, turned: bool) -> Diagram {
        let position = *self.game.position();
        Diagram::new(position)
            .with_letters(position.variant().facts().algebraic)
            .turned(turned)
    }

    fn counter(&self, threads: usize) -> Counter {
        let method = Method {
            threads,
            ..Method::PLAIN
        };
        Counter::new(self.game.variant(), method)
    }

    /// The moves that were played, in the positions in which they were.
    fn played(&self) -> Vec<Move> {
        let positions = self.game.positions();
        let moves = positions.zip(self.game.moves());
        moves.map(|(position, m)| Move::new(position, m)).collect()
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant = "international", fen = None))]
    fn new(variant: &str, fen: Option<&str>) -> PyResult<Board> {
        let variant = variant_of(variant)?;
        let start = match fen {
            Some(fen) => AnyPosition::parse_fen(variant, fen).map_err(unusable)?,
            None => AnyPosition::start(variant),
        };
        Ok(Board {
            game: AnyGame::new(start),
        })
    }

    #[staticmethod]
    fn from_hub(variant: &str, text: &str) -> PyResult<Board> {
        let start = AnyPosition::parse_hub(variant_of(variant)?, text).map_err(unusable)?;
        Ok(Board {
            game: AnyGame::new(start),
        })
    }

    #[staticmethod]
    fn from_pieces(variant: &str, turn: &str, pieces: BTreeMap<String, String>) -> PyResult<Board> {
        let turn = match turn {
            "white" => Color::White,
            "black" => Color::Black,
            _ => {
                return Err(unusable(format!(
                    "unknown side '{turn}', expected white or black"
                )));
            }
        };
        let mut placed = Vec::new();
        for (square, piece) in &pieces {
            let (color, kind) = match piece.as_str() {
                "w" => (Color::White, Kind::Man),
                "W" => (Color::White, Kind::King),
                "b" => (Color::Black, Kind::Man),
                "B" => (Color::Black, Kind::King),
                _ => {
                    return Err(unusable(format!(
                        "unknown piece '{piece}', expected one of w W b B"
                    )));
                }
            };
            placed.push((square.parse().map_err(unusable)?, color, kind));
        }
        let start =
            AnyPosition::from_pieces(variant_of(variant)?, turn, placed).map_err(unusable)?;
        Ok(Board {
            game: AnyGame::new(start),
        })
    }

    #[getter]
    fn variant(&self) -> &'static str {
        self.game.variant().name()
    }

    #[getter]
    fn fen(&self) -> String {
        self.game.position().fen()
    }

    #[getter]
    fn hub(&self) -> String {
        self.game.position().hub().to_string()
    }

    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.game.turn())
    }

    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        let moves = self.game.legal_moves();
        let new = |m| Move::new(self.game.position(), m);
        moves.iter().map(new).collect()
    }

    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.played()
    }

    #[getter]
    fn pieces(&self) -> BTreeMap<String, &'static str> {
        let position = self.game.position();
        let pieces = position.pieces().map(|(square, color, kind)| {
            let name = usual_name(position.variant(), square);
            (name.to_string(), letter(color, kind))
        });
        pieces.collect()
    }

    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.game.over().map(|over| result_text(over.result()))
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.game.over().is_some()
    }

    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.game.over().map(GameOver::reason)
    }

    #[getter]
    fn ply(&self) -> usize {
        self.game.plies()
    }

    #[getter]
    fn must_capture(&self) -> bool {
        self.game.position().can_capture()
    }

    #[getter]
    fn key(&self) -> u64 {
        self.game.position().key().0
    }

    fn is_legal(&self, played: Given) -> bool {
        match &played {
            Given::Move(given) => self.game.legal_moves().contains(&given.m),
            Given::Text(text) => self.game.position().parse_move(text).is_ok(),
        }
    }

    fn push(&mut self, played: Given) -> PyResult<Move> {
        let position = *self.game.position();
        let m = match &played {
            Given::Move(given) => {
                self.game.play(&given.m).map_err(unusable)?;
                given.m
            }
            Given::Text(text) => self.game.play_text(text).map_err(unusable)?,
        };
        Ok(Move::new(&position, &m))
    }

    fn pop(&mut self) -> PyResult<Move> {
        let Some(m) = self.game.undo() else {
            return Err(PyIndexError::new_err("no move to take back"));
        };
        Ok(Move::new(self.game.position(), &m))
    }

    fn parse_move(&self, text: &str) -> PyResult<Move> {
        let position = self.game.position();
        let m = position.parse_move(text).map_err(unusable)?;
        Ok(Move::new(position, &m))
    }

    fn copy(&self) -> Board {
        self.clone()
    }

    #[pyo3(signature = (depth, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u128> {
        let (counter, position) = (self.counter(threads), *self.game.position());
        let counted = py.detach(|| counter.count(&position, depth, &()));
        counted.map_err(|error| PyOverflowError::new_err(error.to_string()))
    }

    #[pyo3(signature = (depth, threads = 1))]
    fn divide(
        &self,
        py: Python<'_>,
        depth: u32,
        threads: usize,
    ) -> PyResult<BTreeMap<String, u128>> {
        let (counter, position) = (self.counter(threads), *self.game.position());
        let counted = py.detach(|| counter.divide(&position, depth, &()));
        let counted = counted.map_err(|error| PyOverflowError::new_err(error.to_string()))?;
        // By the notation of Hub, in which no two moves are alike.
        Ok(counted
            .iter()
            .map(|(m, count)| (m.to_string(), *count))
            .collect())
    }

    #[pyo3(signature = (turned = false))]
    fn svg(&self, turned: bool) -> String {
        self.diagram(turned).svg()
    }

    fn _repr_svg_(&self) -> String {
        self.diagram(false).svg()
    }

    #[pyo3(signature = (**tags))]
    fn pdn(&self, tags: Option<BTreeMap<String, String>>) -> PyResult<String> {
        super::pdn::written(&self.game, tags.unwrap_or_default())
    }

    fn __str__(&self) -> String {
        self.diagram(false).to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.variant(), self.fen())
    }

    fn __eq__(&self, other: &Board) -> bool {
        self.game.position() == other.game.position()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }
}
