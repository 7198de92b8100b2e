//! The key of a rated position: its pieces, seen by the side to move.

use crate::board::{Color, Kind};
use crate::game::AnyPosition;
use crate::geometry::{Bits, Geometry, Square};
use crate::rules::{Position, Rules, Variant};
use std::iter;

/// The pieces of a position, seen by the side to move: the board is turned for Black, and colours are "mine" and
/// "the other's". So a position and its half turn with colours exchanged are the same, as in the 2011 thesis.
/// Counters of draws and of king moves are no part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pieces {
    /// The squares of the side to move, as bits of the board.
    pub own: u128,
    /// The squares of the other side.
    pub other: u128,
    /// The squares of the kings of both.
    pub kings: u128,
}

/// Why a text is no key of a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// It has too few or too many digits.
    #[error("a key of {found} digits, expected {expected}")]
    Length {
        /// Its digits.
        found: usize,
        /// The squares of the variant.
        expected: usize,
    },
    /// It has a character that means nothing.
    #[error("'{found}' in a key, expected 0, 1, 2, 3 or 5")]
    Digit {
        /// The character.
        found: char,
    },
}

impl Pieces {
    /// The pieces of a position.
    #[inline]
    pub fn of<R: Rules>(position: &Position<R>) -> Pieces {
        let (board, turn) = (&position.board, position.turn);
        let seen = |set: <R::Geometry as Geometry>::Bits| match turn {
            Color::White => set.wide(),
            Color::Black => R::Geometry::turned(set).wide(),
        };
        Pieces {
            own: seen(board.of(turn)),
            other: seen(board.of(!turn)),
            kings: seen(board.kings(turn) | board.kings(!turn)),
        }
    }

    /// The pieces of a position whose variant is known at run time.
    pub fn of_any(position: &AnyPosition) -> Pieces {
        let mut pieces = Pieces::empty();
        let variant = position.variant();
        for (place, square) in squares(variant).enumerate() {
            if let Some((color, kind)) = position.at(square) {
                let place = match position.turn() {
                    Color::White => place,
                    Color::Black => variant.shape().squares - 1 - place,
                };
                pieces.put(variant, place, color == position.turn(), kind);
            }
        }
        pieces
    }

    /// The position with White to move.
    pub fn position(&self, variant: Variant) -> AnyPosition {
        let mut position = AnyPosition::empty(variant, Color::White);
        for square in squares(variant) {
            let bit = 1 << square.index();
            let color = match (self.own & bit != 0, self.other & bit != 0) {
                (true, _) => Color::White,
                (_, true) => Color::Black,
                _ => continue,
            };
            let is_king = self.kings & bit != 0;
            let kind = if is_king { Kind::King } else { Kind::Man };
            position.put(square, color, kind);
        }
        position
    }

    /// The key as the thesis writes it: a digit for each playing square, row after row, the side to move below: 0 for
    /// its men, 1 for its kings, 2 and 3 for those of the other side, 5 for an empty square.
    pub fn digits(&self, variant: Variant) -> String {
        let digit = |square: Square| {
            let bit = 1 << square.index();
            let king = u8::from(self.kings & bit != 0);
            char::from(match (self.own & bit != 0, self.other & bit != 0) {
                (true, _) => b'0' + king,
                (_, true) => b'2' + king,
                _ => b'5',
            })
        };
        squares(variant).map(digit).collect()
    }

    /// Parses the output of [`Pieces::digits`].
    ///
    /// # Errors
    /// The text is no key of the variant.
    pub fn parse(variant: Variant, text: &str) -> Result<Pieces, KeyError> {
        let (found, expected) = (text.chars().count(), variant.shape().squares);
        if found != expected {
            return Err(KeyError::Length { found, expected });
        }
        let mut pieces = Pieces::empty();
        for (place, found) in text.chars().enumerate() {
            match found {
                '0' => pieces.put(variant, place, true, Kind::Man),
                '1' => pieces.put(variant, place, true, Kind::King),
                '2' => pieces.put(variant, place, false, Kind::Man),
                '3' => pieces.put(variant, place, false, Kind::King),
                '5' => {}
                _ => return Err(KeyError::Digit { found }),
            }
        }
        Ok(pieces)
    }

    /// Whether these are pieces on the board of a variant: on its squares, one on each.
    pub fn fit(&self, variant: Variant) -> bool {
        let board = squares(variant).fold(0, |set, square| set | 1 << square.index());
        let all = self.own | self.other;
        all & !board == 0 && self.own & self.other == 0 && self.kings & !all == 0
    }

    fn empty() -> Pieces {
        Pieces {
            own: 0,
            other: 0,
            kings: 0,
        }
    }

    fn put(&mut self, variant: Variant, place: usize, is_own: bool, kind: Kind) {
        let Some(square) = variant.shape().at_place(place) else {
            return;
        };
        let bit = 1 << square.index();
        *(if is_own {
            &mut self.own
        } else {
            &mut self.other
        }) |= bit;
        if kind == Kind::King {
            self.kings |= bit;
        }
    }
}

/// The playing squares in reading order.
fn squares(variant: Variant) -> impl Iterator<Item = Square> {
    let shape = variant.shape();
    iter::successors(Some(0), |place| Some(place + 1)).map_while(move |place| shape.at_place(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_what_the_side_to_move_sees() {
        let fens = ["W:Wa1,Kc3:Bh8,Kd2", "B:WKe7,a1:Bh8,Kf6"];
        for fen in fens {
            let position = AnyPosition::parse_fen(Variant::Czech, fen).unwrap();
            // Row after row from the top: h8 is the last square of its row, a1 the first.
            let expected = "55525555555555555555515553550555";
            assert_eq!(Pieces::of_any(&position).digits(Variant::Czech), expected);
        }
    }

    #[test]
    fn the_key_of_a_typed_position_is_the_same_in_every_variant() {
        for variant in Variant::ALL {
            let mut game = crate::game::AnyGame::start(variant);
            for ply in 0..30 {
                let position = *game.position();
                let expected = with_rules!(variant, R => {
                    Pieces::of(&position.typed::<R>().unwrap())
                });
                let found = Pieces::of_any(&position);
                assert_eq!(found, expected, "{variant} {}", position.fen());
                let key = found.digits(variant);
                assert_eq!(Pieces::parse(variant, &key), Ok(found), "{variant}");
                let seen = found.position(variant);
                assert_eq!(Pieces::of_any(&seen), found, "{variant} {key}");
                let moves = game.legal_moves();
                let Some(m) = moves.get(ply % moves.len().max(1)) else {
                    break;
                };
                game.play(m).unwrap();
            }
        }
    }

    #[test]
    fn texts_that_are_no_keys_are_told() {
        let start = Pieces::of_any(&AnyPosition::start(Variant::Czech));
        let key = start.digits(Variant::Czech);
        assert_eq!(key, "22222222222255555555000000000000");
        let length = Pieces::parse(Variant::International, &key).unwrap_err();
        assert_eq!(length.to_string(), "a key of 32 digits, expected 50");
        let digit = Pieces::parse(Variant::Czech, &key.replace('5', "4")).unwrap_err();
        assert_eq!(digit, KeyError::Digit { found: '4' });
    }
}
