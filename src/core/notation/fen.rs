//! Parses and prints positions as FEN (PDN 3.0, "FEN tag"). Begin with [`AnyPosition::parse_fen`].

use super::setup::Setup;
use super::{PositionError, king_moves, squares, to_color, to_side};
use crate::board::Kind;
use crate::game::AnyPosition;
use crate::rules::Variant;
use kamen_protocol::{Fen, FenPiece, HubPosition};

impl AnyPosition {
    /// Parses a FEN. A missing side to move is the side that begins the variant; unknown fields
    /// after the two piece lists are skipped.
    ///
    /// # Errors
    /// The text is malformed or a piece is misplaced; the error names the column and what was
    /// expected.
    pub fn parse_fen(variant: Variant, text: &str) -> Result<AnyPosition, PositionError> {
        AnyPosition::from_fen(variant, &Fen::parse(text)?)
    }

    /// Converts a parsed FEN to a position.
    ///
    /// # Errors
    /// A piece is misplaced; the error names it and its square.
    pub fn from_fen(variant: Variant, fen: &Fen) -> Result<AnyPosition, PositionError> {
        let turn = fen.turn.map_or(variant.facts().first, to_color);
        let mut setup = Setup::new(variant, turn);
        for piece in &fen.pieces {
            let kind = if piece.king { Kind::King } else { Kind::Man };
            let column = Some(piece.at + 1);
            setup.put(piece.square, to_color(piece.side), kind, column)?;
        }
        let mut position = setup.finish()?;
        king_moves::parse_fields(&mut position, &fen.rest)?;
        Ok(position)
    }

    /// Formats a FEN with square numbers, White first, squares ascending.
    pub fn fen(&self) -> String {
        self.fen_with(false)
    }

    /// Formats a FEN, with `letters` in algebraic notation. The board of 12x12 has numbers only, since a `k` before a square
    /// means a king.
    pub fn fen_with(&self, letters: bool) -> String {
        let variant = self.variant();
        let pieces = self.placed().map(|(square, color, kind)| FenPiece {
            side: to_side(color),
            king: kind == Kind::King,
            square: squares::text_name(variant, square, letters),
            at: 0,
        });
        Fen {
            turn: Some(to_side(self.turn())),
            pieces: pieces.collect(),
            rest: king_moves::write_field(self).into_iter().collect(),
        }
        .to_string()
    }
}

/// Converts a FEN to a Hub position.
///
/// # Errors
/// The FEN is not a position of the variant, or holds something that a Hub position cannot.
pub fn fen_to_hub(variant: Variant, fen: &str) -> Result<HubPosition, PositionError> {
    let position = AnyPosition::parse_fen(variant, fen)?;
    let hub = position.hub();
    if AnyPosition::from_hub(variant, &hub)? != position {
        return Err(PositionError::KingMoves {
            found: fen.chars().take(20).collect(),
            expected: "none: a board and a colour do not hold them",
        });
    }
    Ok(hub)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::AnyGame;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    const START: &str = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

    #[test]
    fn read_and_written_again() {
        use Variant::{Czech, English, International};
        let cases = [
            (Czech, "W:W21-32:B1-12", START),
            (Czech, "\"W:W21-32:B1-12.\"", START),
            (Czech, "W:B1-12:W21-32", START),
            (Czech, ":W21-32:B1-12", START),
            (English, ":W21-32:B1-12", &START.replacen('W', "B", 1)),
            (Czech, "?:W21-32:B1-12", START),
            (Czech, "B:WKa1,c3:Bb6,Kd8", "B:W22,K29:BK2,9"),
            (Czech, "W:W5:B", "W:W5:B"),
            (Czech, "[FEN \"W:Wa1 c3:Bb6:H0:F1\"]", "W:W22,29:B9"),
            (International, "W:W:W31,32:B1,2", "W:W31,32:B1,2"),
            (International, "w : w31 k32 : b1 2 :h0:f1", "W:W31,K32:B1,2"),
            (English, "W18:B14", "B:W18:B14"),
            (
                International,
                "b:wk6, 07:bK46-48:H0:F1",
                "B:W7,K6:BK46,K47,K48",
            ),
        ];
        for (variant, text, written) in cases {
            let position = AnyPosition::parse_fen(variant, text).unwrap();
            let sorted = AnyPosition::parse_fen(variant, written).unwrap();
            assert_eq!(position.fen(), sorted.fen(), "{text}");
            assert_eq!(position, sorted, "{text}");
        }
    }

    #[test]
    fn positions_are_read_as_they_are_written() {
        for variant in Variant::ALL {
            let mut random = Pcg64Mcg::seed_from_u64(72);
            let mut game = AnyGame::start(variant);
            while game.over().is_none() && game.plies() < 150 {
                let position = *game.position();
                for letters in [false, true] {
                    let fen = position.fen_with(letters);
                    let read = AnyPosition::parse_fen(variant, &fen);
                    assert_eq!(read, Ok(position), "{variant} {fen}");
                    let tag = format!("[FEN \"{fen}\"]");
                    assert_eq!(AnyPosition::parse_fen(variant, &tag), Ok(position), "{tag}");
                }
                let moves = game.legal_moves();
                game.play_legal(&moves[random.random_range(0..moves.len())]);
            }
        }
    }

    #[test]
    fn the_writer_sorts_by_number() {
        let position = AnyPosition::parse_fen(Variant::Czech, "B:BK10,1:W32,K9,8").unwrap();
        assert_eq!(position.fen(), "B:W8,K9,32:B1,K10");
    }

    #[test]
    fn errors_say_where_and_what() {
        use Variant::{Czech, International};
        let cases = [
            (
                Czech,
                "W:W33:B1",
                "column 4: no square 33, expected 1 to 32",
            ),
            (
                Czech,
                "W:Wa2:B1",
                "column 4: no square a2, expected 1 to 32",
            ),
            (Czech, "W:W21,K21:B1", "column 7: square 21 is taken"),
            (Czech, "W:W21:B21", "column 8: square 21 is taken"),
            (
                Czech,
                "W:W1:B12",
                "column 4: a white man on 1, its crowning row",
            ),
            (
                Czech,
                "W:W5:B29",
                "column 7: a black man on 29, its crowning row",
            ),
            (Czech, "W:W:B", "no pieces"),
            (
                Czech,
                "W:WK20-32:B1",
                "13 white pieces, expected at most 12",
            ),
            (International, "W:W51:B1", "no square 51, expected 1 to 50"),
            (
                International,
                "W:W40:B9-30",
                "22 black pieces, expected at most 20",
            ),
            (International, "W:Wx:B1", "column 4: found 'x:B1'"),
        ];
        for (variant, text, expected) in cases {
            let error = AnyPosition::parse_fen(variant, text)
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn counted_king_moves_are_not_dropped_silently() {
        let read = |fen| fen_to_hub(Variant::Frisian, fen).map_err(|error| error.to_string());
        assert!(read("W:WK28,40:BK5,12").is_ok());
        let error = read("W:WK28,40:BK5,12:H0:F1:+1+0").unwrap_err();
        assert!(error.contains("king moves"), "{error}");
    }
}
