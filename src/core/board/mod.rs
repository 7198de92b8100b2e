//! Boards and moves, independent of the rules. Begin with [`Board`] and [`Move`].

mod color;
mod key;
mod moves;

pub use color::{Black, Color, Side, UnknownColor, White};
pub use key::Key;
pub use moves::{Move, Tag};

use crate::geometry::{Bits, Geometry, Square};
use std::fmt;

/// A man or a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A man (Czech *kámen*).
    Man,
    /// A king (Czech *dáma*).
    King,
}

impl fmt::Display for Kind {
    /// Writes `man` or `king`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Man => "man",
            Kind::King => "king",
        })
    }
}

/// The pieces on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board<B> {
    /// The pieces of each colour, indexed by [`Color`].
    pub pieces: [B; 2],
    /// The kings of both colours.
    pub kings: B,
}

impl<B: Bits> Board<B> {
    /// Converts the board to another word type, which must have room for it.
    pub fn in_word<C: Bits>(&self) -> Board<C> {
        Board {
            pieces: self.pieces.map(|pieces| C::narrow(pieces.wide())),
            kings: C::narrow(self.kings.wide()),
        }
    }

    /// All squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.pieces[0] | self.pieces[1]
    }

    /// The playing squares of `G` without a piece.
    #[inline(always)]
    pub fn empty<G: Geometry<Bits = B>>(&self) -> B {
        G::BOARD & !self.occupied()
    }

    /// The pieces of a colour.
    #[inline(always)]
    pub fn of(&self, color: Color) -> B {
        self.pieces[color as usize]
    }

    /// The men of a colour.
    #[inline(always)]
    pub fn men(&self, color: Color) -> B {
        self.of(color) & !self.kings
    }

    /// The kings of a colour.
    #[inline(always)]
    pub fn kings(&self, color: Color) -> B {
        self.of(color) & self.kings
    }

    /// The piece on a square; `None` if it is empty.
    pub fn at(&self, square: Square) -> Option<(Color, Kind)> {
        let color = [Color::White, Color::Black]
            .into_iter()
            .find(|&color| self.of(color).has(square))?;
        let kind = if self.kings.has(square) {
            Kind::King
        } else {
            Kind::Man
        };
        Some((color, kind))
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: Square, color: Color, kind: Kind) {
        debug_assert!(!self.occupied().has(square));
        self.pieces[color as usize] |= B::of(square);
        if kind == Kind::King {
            self.kings |= B::of(square);
        }
    }

    /// The board after a move of `S`.
    #[inline(always)]
    pub fn after<S: Side>(&self, m: &Move<B>) -> Self {
        let (from, to) = (B::of(m.from), B::of(m.to));
        let own = (self.of(S::COLOR) ^ from) | to;
        let mut kings = self.kings & !(from | m.captured);
        if m.is_king_after() {
            kings |= to;
        }
        let mut pieces = [self.of(S::Opponent::COLOR) & !m.captured; 2];
        pieces[S::COLOR as usize] = own;
        Board { pieces, kings }
    }
}
