//! Diagrams as text, a line for each row.

use super::Diagram;
use crate::board::{Color, Kind};
use std::fmt;

/// A row of a diagram, for those who draw it in their own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramRow {
    /// Its rank, or the number of its first square.
    pub label: u16,
    /// Its squares, from the left.
    pub cells: Vec<DiagramCell>,
    /// The number of its last square, where squares have numbers.
    pub end: Option<u16>,
}

/// A square of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramCell {
    /// Row and column, from the top left.
    pub place: [usize; 2],
    /// Whether it is played on.
    pub is_played_on: bool,
    /// Its number, where squares have numbers.
    pub number: Option<u16>,
    /// What stands on it.
    pub piece: Option<(Color, Kind)>,
}

/// Draws the board with the draughts pieces of Unicode. At the edges stand ranks and files, or the numbers of the
/// first and the last square of each row.
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            let signs: String = row
                .cells
                .iter()
                .flat_map(|cell| [' ', sign(cell)])
                .collect();
            match row.end {
                Some(last) => writeln!(f, "{:>3}{signs} {last:>3}", row.label)?,
                None => writeln!(f, "{:>3}{}", row.label, signs.trim_end())?,
            }
        }
        if let Some(files) = self.files() {
            let letters: Vec<String> = files.into_iter().map(String::from).collect();
            writeln!(f, "    {}", letters.join(" "))?;
        }
        Ok(())
    }
}

impl Diagram {
    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = DiagramRow> {
        (0..self.height()).map(|row| {
            let numbers = || {
                self.row(row)
                    .filter_map(|cell| Some(self.number(cell.square?)))
            };
            let label = |number: Option<u16>| number.filter(|_| !self.letters);
            let cells = self.row(row).map(|cell| DiagramCell {
                place: [cell.row, cell.column],
                is_played_on: cell.square.is_some(),
                number: label(cell.square.map(|square| self.number(square))),
                piece: self.piece(&cell),
            });
            DiagramRow {
                label: label(numbers().next()).unwrap_or(self.rank(row) as u16),
                cells: cells.collect(),
                end: label(numbers().last()),
            }
        })
    }

    /// The letters of the files, from the left, where squares are named with letters.
    pub fn files(&self) -> Option<Vec<char>> {
        let letters = (0..self.width()).map(|column| self.letter(column));
        self.letters.then(|| letters.collect())
    }
}

fn sign(cell: &DiagramCell) -> char {
    match (cell.piece, cell.is_played_on) {
        (Some((Color::White, Kind::Man)), _) => '⛀',
        (Some((Color::White, Kind::King)), _) => '⛁',
        (Some((Color::Black, Kind::Man)), _) => '⛂',
        (Some((Color::Black, Kind::King)), _) => '⛃',
        (None, true) => '.',
        (None, false) => ' ',
    }
}
