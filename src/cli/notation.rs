//! Moves in the squares that a user wants: with letters or numbers.

use kamen_core::game::{AnyMove, AnyPosition};
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
    /// Write squares with numbers, as Hub does
    #[arg(long, conflicts_with = "letters")]
    numbers: bool,
}

impl SquareNames {
    /// Whether the moves of a variant are written with letters.
    pub(super) fn are_letters(&self, variant: Variant) -> bool {
        self.letters || (variant.facts().algebraic && !self.numbers)
    }

    /// Whether letters name all squares of a variant: notation knows them up to `j`.
    pub(super) const fn has_letters(variant: Variant) -> bool {
        variant.shape().width <= 10
    }

    /// A move as Hub writes it, but for the names of the squares.
    pub(super) fn write(&self, m: &AnyMove) -> String {
        if self.are_letters(m.variant()) {
            m.with_letters()
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
