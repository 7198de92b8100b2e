//! The side from which a network sees the board.

use kamen_core::board::Color;
use serde::{Deserialize, Serialize};

/// The side from which a network sees the board, and for which its output is good when high.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// The side of the player who chooses a move, with the board rotated for Black.
    #[default]
    Mover,
    /// White's side, whoever chooses.
    White,
}

impl View {
    /// All of them.
    pub const ALL: [View; 2] = [View::Mover, View::White];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            View::Mover => "mover",
            View::White => "white",
        }
    }

    /// The colour that sees the board when `own` chooses a move.
    #[inline]
    pub(in crate::minimax) fn side(self, own: Color) -> Color {
        match self {
            View::Mover => own,
            View::White => Color::White,
        }
    }

    /// Whether files leave it out, as those written before there was a choice do.
    pub(super) fn is_default(&self) -> bool {
        *self == View::default()
    }
}
