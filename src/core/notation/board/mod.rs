//! Draws positions as text and as SVG. Begin with [`Diagram`].
//!
//! White sits at the bottom unless the diagram is turned. Boards whose lower left corner is not a playing square are
//! drawn so: Italian, Spanish and Portuguese draughts.

mod svg;
mod text;

pub use text::{DiagramCell, DiagramRow};

use super::squares;
use crate::board::{Color, Kind};
use crate::game::{AnyMove, AnyPosition};
use crate::geometry::Square;

/// A position to be drawn. [`Display`](std::fmt::Display) draws it as text, [`Diagram::svg`] as a picture.
///
/// ```
/// use kamen_core::notation::Diagram;
/// use kamen_core::{AnyPosition, Variant};
///
/// let position = AnyPosition::parse_fen(Variant::Czech, "W:Wc3:BKd6")?;
/// let diagram = Diagram::new(position);
/// assert!(diagram.to_string().contains("6   .   ⛃   .   .\n"));
/// assert!(diagram.svg().starts_with("<svg "));
/// # Ok::<(), kamen_core::notation::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    position: AnyPosition,
    letters: bool,
    is_turned: bool,
    is_empty: bool,
    /// The squares that each arrow passes, its ends included.
    arrows: Vec<Vec<Square>>,
}

/// A square of a diagram.
struct Cell {
    /// Row and column, from the top left.
    row: usize,
    column: usize,
    /// `None` for a square that is not played on.
    square: Option<Square>,
}

impl Diagram {
    /// A diagram with squares named as the variant customarily does, White at the bottom.
    pub fn new(position: AnyPosition) -> Diagram {
        Diagram {
            position,
            letters: position.variant().facts().algebraic,
            is_turned: false,
            is_empty: false,
            arrows: Vec::new(),
        }
    }

    /// Whether squares are named with letters, at the edges, or with numbers.
    #[must_use]
    pub fn with_letters(self, letters: bool) -> Diagram {
        Diagram { letters, ..self }
    }

    /// Whether Black sits at the bottom.
    #[must_use]
    pub fn turned(self, is_turned: bool) -> Diagram {
        Diagram { is_turned, ..self }
    }

    /// Adds an arrow for a legal move of the position, with the stops of a capture. Text has no arrows.
    #[must_use]
    pub fn with_arrow(mut self, m: &AnyMove) -> Diagram {
        let squares = self.squares_of(m);
        self.arrows.push(squares);
        self
    }

    /// The board alone, for pages that draw the pieces themselves.
    #[must_use]
    pub fn without_pieces(self) -> Diagram {
        Diagram {
            is_empty: true,
            ..self
        }
    }

    /// The pieces with row and column, from the top left.
    pub fn pieces(&self) -> impl Iterator<Item = ([usize; 2], Color, Kind)> {
        self.cells().filter_map(|cell| {
            let (color, kind) = self.piece(&cell)?;
            Some(([cell.row, cell.column], color, kind))
        })
    }

    /// The way of an arrow for a legal move of the position: row and column of each of its squares, from the top left.
    pub fn way(&self, m: &AnyMove) -> Vec<[usize; 2]> {
        let way = self.squares_of(m).into_iter();
        way.map(|square| self.cell(square)).collect()
    }

    /// Row and column of a square of the variant, from the top left.
    pub fn cell(&self, square: Square) -> [usize; 2] {
        self.place(square).into()
    }

    fn squares_of(&self, m: &AnyMove) -> Vec<Square> {
        let stops = if m.is_capture() {
            self.position.stops(m)
        } else {
            Vec::new()
        };
        let way = [m.start_square()].into_iter().chain(stops);
        way.chain([m.end_square()]).collect()
    }

    fn height(&self) -> usize {
        self.position.variant().shape().height
    }

    fn width(&self) -> usize {
        self.position.variant().shape().width
    }

    /// The squares of a row, from the left.
    fn row(&self, row: usize) -> impl Iterator<Item = Cell> {
        (0..self.width()).map(move |column| Cell {
            row,
            column,
            square: self.square_at(row, column),
        })
    }

    /// All squares, row by row.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.height()).flat_map(|row| self.row(row))
    }

    /// Row and file as White sees them, of a row and a column of the diagram, or back.
    fn turn(&self, row: usize, column: usize) -> (usize, usize) {
        if self.is_turned {
            (self.height() - 1 - row, self.width() - 1 - column)
        } else {
            (row, column)
        }
    }

    fn square_at(&self, row: usize, column: usize) -> Option<Square> {
        let variant = self.position.variant();
        let (row, file) = self.turn(row, column);
        variant
            .shape()
            .square_at(row, squares::mirrored(variant, file))
    }

    /// Row and column of a playing square.
    fn place(&self, square: Square) -> (usize, usize) {
        let variant = self.position.variant();
        let (row, file) = variant.shape().row_file(square);
        self.turn(row, squares::mirrored(variant, file))
    }

    fn piece(&self, cell: &Cell) -> Option<(Color, Kind)> {
        let square = cell.square.filter(|_| !self.is_empty)?;
        self.position.at(square)
    }

    fn number(&self, square: Square) -> u16 {
        squares::number(self.position.variant(), square)
    }

    /// The letter of a column.
    fn letter(&self, column: usize) -> char {
        let (_, file) = self.turn(0, column);
        char::from(b'a' + file as u8)
    }

    /// The rank of a row, from 1.
    fn rank(&self, row: usize) -> usize {
        self.height() - self.turn(row, 0).0
    }
}

#[cfg(test)]
mod tests;
