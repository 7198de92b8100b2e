//! Moves as a user wants them: with letters or numbers, for people or as Hub writes them.

use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::has_letters;
use kamen_core::notation::pdn::played_move;
use kamen_core::rules::Variant;
use serde::Serialize;

/// How squares are written. By default as the variant customarily does: with letters in Russian, Brazilian,
/// Czech and Turkish draughts and their relatives, with numbers elsewhere.
#[derive(Debug, Clone, Copy, Serialize, clap::Args)]
pub(super) struct SquareNames {
    /// Write squares with letters (the default where the variant customarily does)
    #[arg(long)]
    letters: bool,
    /// Write squares with numbers
    #[arg(long, conflicts_with = "letters")]
    numbers: bool,
}

impl SquareNames {
    /// Whether the moves of a variant are written with letters.
    pub(super) fn are_letters(&self, variant: Variant) -> bool {
        self.letters || (variant.facts().algebraic && !self.numbers)
    }

    /// Whether letters name all squares of a variant.
    pub(super) fn has_letters(variant: Variant) -> bool {
        has_letters(variant)
    }
}

/// How the moves of a list are written.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct MoveNotation {
    #[command(flatten)]
    squares: SquareNames,
    /// Write moves as Hub does: numbers; in a capture from, to and the captured squares (28x19x23)
    #[arg(long)]
    hub: bool,
}

impl MoveNotation {
    /// Whether the user asks for one.
    pub(super) fn is_given(&self) -> bool {
        self.hub || self.squares.letters || self.squares.numbers
    }

    /// A legal move of a position, for people: as PDN writes it, unless Hub's form is asked for.
    pub fn write(&self, position: &AnyPosition, m: &AnyMove) -> String {
        match self.hub {
            true => self.in_hub(m),
            false => position.write_move_with(m, self.squares.are_letters(m.variant())),
        }
    }

    /// A position, its squares as those of the moves.
    pub fn fen(&self, position: &AnyPosition) -> String {
        position.fen_with(!self.hub && self.squares.are_letters(position.variant()))
    }

    /// Moves that are played one after another, in words.
    pub(super) fn write_line(&self, start: &AnyPosition, moves: &[AnyMove]) -> String {
        match self.hub {
            true => moves
                .iter()
                .map(|m| self.in_hub(m))
                .collect::<Vec<_>>()
                .join(" "),
            false => {
                let letters = self.squares.are_letters(start.variant());
                start.write_line_with(moves, letters)
            }
        }
    }

    /// A move in Hub's form, as JSON always has it: with letters if they are asked for, and by custom without `--hub`.
    pub fn in_hub(&self, m: &AnyMove) -> String {
        let by_custom = self.squares.are_letters(m.variant()) && !self.hub;
        if self.squares.letters || by_custom {
            m.hub_with_letters()
        } else {
            m.to_string()
        }
    }
}

/// Moves from a position on, `ply` plies after the start of a game, as PDN writes them.
pub(super) fn moves_text(
    start: &AnyPosition,
    moves: &[AnyMove],
    ply: usize,
    letters: bool,
) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for (index, m) in moves.iter().enumerate() {
        let played = played_move(&position, m, ply + index, index == 0, letters);
        words.extend(played.number.map(|number| number.to_string()));
        words.extend(played.text.map(|text| text.to_string()));
        position = position.after_legal(m);
    }
    words.join(" ")
}
