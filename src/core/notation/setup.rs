//! Positions by their squares. Begin with [`AnyPosition::pieces`] and [`AnyPosition::from_pieces`].

use super::{PositionError, squares};
use crate::board::{Color, Kind};
use crate::game::AnyPosition;
use crate::geometry::Square;
use crate::rules::Variant;
use kamen_protocol::SquareName;

impl AnyPosition {
    /// What stands on a square, which is named by its number or letters; `None` if nothing does or there is no such square.
    ///
    /// ```
    /// use kamen_core::{AnyPosition, Color, Kind, Variant};
    ///
    /// let start = AnyPosition::start(Variant::Czech);
    /// assert_eq!(start.piece("c3".parse()?), Some((Color::White, Kind::Man)));
    /// assert_eq!(start.piece("22".parse()?), start.piece("c3".parse()?));
    /// assert_eq!(start.piece("d4".parse()?), None);
    /// # Ok::<(), kamen_core::notation::ParseError>(())
    /// ```
    pub fn piece(&self, square: SquareName) -> Option<(Color, Kind)> {
        self.at(squares::by_name(self.variant(), square)?)
    }

    /// The pieces with the numbers of their squares, in the order of the numbers.
    pub fn pieces(&self) -> impl Iterator<Item = (SquareName, Color, Kind)> {
        let variant = self.variant();
        let name = move |square| squares::name(variant, square, false);
        (self.placed()).map(move |(square, color, kind)| (name(square), color, kind))
    }

    /// The position of these pieces with `turn` to move; squares are named by number or letters. In Frisian draughts no
    /// king has moved yet.
    ///
    /// ```
    /// use kamen_core::{AnyPosition, Color, Kind, Variant};
    ///
    /// let start = AnyPosition::start(Variant::Czech);
    /// let without = start.pieces().filter(|(square, ..)| square.to_string() != "22");
    /// let odds = AnyPosition::from_pieces(Variant::Czech, Color::White, without)?;
    /// assert_eq!(odds.pieces().count(), 23);
    ///
    /// let king = [("c3".parse()?, Color::White, Kind::King)];
    /// let alone = AnyPosition::from_pieces(Variant::Czech, Color::Black, king)?;
    /// assert_eq!(alone.fen_with(true), "B:WKc3:B");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such square, two pieces stand on one, a man on its crowning row, a side has too many, or there are none.
    pub fn from_pieces(
        variant: Variant,
        turn: Color,
        pieces: impl IntoIterator<Item = (SquareName, Color, Kind)>,
    ) -> Result<AnyPosition, PositionError> {
        let mut setup = Setup::new(variant, turn);
        for (square, color, kind) in pieces {
            setup.put(square, color, kind, None)?;
        }
        setup.finish()
    }

    /// The pieces in the order of the numbers of their squares.
    pub(super) fn placed(&self) -> impl Iterator<Item = (Square, Color, Kind)> {
        let position = *self;
        let variant = self.variant();
        (1..=variant.shape().squares).filter_map(move |number| {
            let square = squares::by_number(variant, number)?;
            let (color, kind) = position.at(square)?;
            Some((square, color, kind))
        })
    }
}

/// Places pieces on a board one by one, rejecting misplaced ones.
pub(super) struct Setup(AnyPosition);

impl Setup {
    pub(super) fn new(variant: Variant, turn: Color) -> Setup {
        Setup(AnyPosition::empty(variant, turn))
    }

    /// Puts a piece on a square; `column` is where a text names it.
    pub(super) fn put(
        &mut self,
        name: SquareName,
        color: Color,
        kind: Kind,
        column: Option<usize>,
    ) -> Result<(), PositionError> {
        let variant = self.0.variant();
        let square = squares::by_name(variant, name).ok_or_else(|| PositionError::NoSquare {
            column,
            square: name,
            expected: squares::range(variant),
        })?;
        if self.0.at(square).is_some() {
            return Err(PositionError::Taken {
                column,
                square: name,
            });
        }
        let shape = variant.shape();
        if kind == Kind::Man && shape.is_on_edge_row(square, color == Color::White) {
            return Err(PositionError::Crowned {
                column,
                square: name,
                color,
            });
        }
        self.0.put(square, color, kind);
        Ok(())
    }

    pub(super) fn finish(self) -> Result<AnyPosition, PositionError> {
        let most = self.0.variant().most_pieces();
        let mut all = 0;
        for color in [Color::White, Color::Black] {
            let found = self.0.census(color).iter().sum();
            if found > most {
                return Err(PositionError::TooMany { found, color, most });
            }
            all += found;
        }
        if all == 0 {
            return Err(PositionError::Empty);
        }
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::AnyGame;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn the_pieces_of_a_position_set_it_up_again() {
        for variant in Variant::ALL {
            let mut random = Pcg64Mcg::seed_from_u64(5);
            let mut game = AnyGame::start(variant);
            while game.over().is_none() && game.plies() < 150 {
                let position = *game.position();
                let turn = position.turn();
                let mut again = AnyPosition::from_pieces(variant, turn, position.pieces()).unwrap();
                again.set_wolf(&position.wolf()).unwrap();
                assert_eq!(again, position, "{variant} {}", position.fen());
                let counted = position.pieces().count();
                let census = [Color::White, Color::Black].map(|color| position.census(color));
                assert_eq!(counted, census.iter().flatten().sum::<usize>(), "{variant}");
                for (square, color, kind) in position.pieces() {
                    assert_eq!(position.piece(square), Some((color, kind)), "{variant}");
                    let inside = squares::by_name(variant, square).unwrap();
                    let letters = squares::name(variant, inside, true);
                    assert_eq!(position.piece(letters), Some((color, kind)), "{variant}");
                }
                let moves = game.legal_moves();
                game.play_legal(&moves[random.random_range(0..moves.len())]);
            }
        }
    }

    #[test]
    fn misplaced_pieces_are_told_without_a_column() {
        use Kind::{King, Man};
        let on = |square: &str, kind| (SquareName::parse(square).unwrap(), Color::White, kind);
        let many = (1..=13).map(|number| (SquareName::Number(number), Color::Black, King));
        let cases = [
            (
                vec![on("33", Man)],
                "bad position: no square 33, expected 1 to 32",
            ),
            (vec![on("a2", Man)], "bad position: no square a2"),
            (
                vec![on("c3", Man), on("22", King)],
                "bad position: square 22 is taken",
            ),
            (
                vec![on("b8", Man)],
                "bad position: a white man on b8, its crowning row",
            ),
            (vec![], "no pieces"),
            (many.collect(), "13 black pieces, expected at most 12"),
        ];
        for (pieces, expected) in cases {
            let error = AnyPosition::from_pieces(Variant::Czech, Color::White, pieces);
            let error = error.unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
