//! Diagrams as text, a line for each row.

use super::{Cell, Diagram};
use crate::board::{Color, Kind};
use std::fmt;

/// Draws the board with the draughts pieces of Unicode. At the edges stand ranks and files, or the numbers of the
/// first and the last square of each row.
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height() {
            let numbers = || {
                self.row(row)
                    .filter_map(|cell| Some(self.number(cell.square?)))
            };
            let label = |number: Option<u16>| number.filter(|_| !self.letters);
            let first = label(numbers().next()).map_or(self.rank(row), usize::from);
            let signs: String = self
                .row(row)
                .flat_map(|cell| [' ', self.sign(&cell)])
                .collect();
            match label(numbers().last()) {
                Some(last) => writeln!(f, "{first:>3}{signs} {last:>3}")?,
                None => writeln!(f, "{first:>3}{}", signs.trim_end())?,
            }
        }
        if self.letters {
            let letters = (0..self.width()).map(|column| self.letter(column));
            let letters: Vec<String> = letters.map(String::from).collect();
            writeln!(f, "    {}", letters.join(" "))?;
        }
        Ok(())
    }
}

impl Diagram {
    fn sign(&self, cell: &Cell) -> char {
        match (self.piece(cell), cell.square) {
            (Some((Color::White, Kind::Man)), _) => '⛀',
            (Some((Color::White, Kind::King)), _) => '⛁',
            (Some((Color::Black, Kind::Man)), _) => '⛂',
            (Some((Color::Black, Kind::King)), _) => '⛃',
            (None, Some(_)) => '.',
            (None, None) => ' ',
        }
    }
}
