//! Positions as FEN (PDN 3.0, "FEN tag").

use super::{PositionError, Setup, king_moves, squares, to_color, to_side};
use crate::board::Kind;
use crate::geometry::Geometry;
use crate::rules::{Position, Rules, Variant};
use kamen_protocol::{Fen, FenPiece};

/// Reads a FEN. A missing side to move is the side that begins the variant; unknown fields after
/// the two lists are skipped.
///
/// # Errors
/// Says where the text is wrong, or which piece cannot stand where.
pub fn parse_fen<R: Rules>(variant: Variant, text: &str) -> Result<Position<R>, PositionError> {
    position_of_fen(variant, &Fen::parse(text)?)
}

/// As [`parse_fen`], of a text that is read already.
pub(super) fn position_of_fen<R: Rules>(
    variant: Variant,
    fen: &Fen,
) -> Result<Position<R>, PositionError> {
    let mut setup = Setup::<R>::new();
    for piece in &fen.pieces {
        let (name, column) = (piece.square, piece.at + 1);
        let square = squares::by_name::<R>(name);
        let square = square.ok_or_else(|| PositionError::NoSquare {
            column,
            square: name,
            expected: squares::range::<R>(),
        })?;
        let kind = if piece.king { Kind::King } else { Kind::Man };
        setup.put(square, to_color(piece.side), kind, name, column)?;
    }
    let turn = fen.turn.map_or(variant.facts().first, to_color);
    let mut position = setup.finish(variant, turn)?;
    king_moves::parse_fields(&mut position, &fen.rest)?;
    Ok(position)
}

/// Writes a FEN with numbers, White first, squares ascending.
pub fn write_fen<R: Rules>(position: &Position<R>) -> String {
    write_fen_with(position, false)
}

/// As [`write_fen`], if wanted with letters.
pub(super) fn write_fen_with<R: Rules>(position: &Position<R>, letters: bool) -> String {
    let pieces = (1..=R::Geometry::SQUARES).filter_map(|number| {
        let square = squares::by_number::<R>(number)?;
        let (color, kind) = position.board.at(square)?;
        Some(FenPiece {
            side: to_side(color),
            king: kind == Kind::King,
            square: squares::name::<R>(square, letters),
            at: 0,
        })
    });
    Fen {
        turn: Some(to_side(position.turn)),
        pieces: pieces.collect(),
        rest: king_moves::write_field(position).into_iter().collect(),
    }
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::with_rules;

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
            (
                International,
                "b:wk6, 07:bK46-48:H0:F1",
                "B:W7,K6:BK46,K47,K48",
            ),
        ];
        for (variant, text, written) in cases {
            with_rules!(variant, R => {
                let position = parse_fen::<R>(variant, text).unwrap();
                let again = write_fen(&position);
                let sorted = parse_fen::<R>(variant, written).unwrap();
                assert_eq!(again, write_fen(&sorted), "{text}");
                assert_eq!(position, sorted, "{text}");
            });
        }
    }

    #[test]
    fn the_writer_sorts_by_number() {
        let position =
            parse_fen::<crate::rules::Czech>(Variant::Czech, "B:BK10,1:W32,K9,8").unwrap();
        assert_eq!(write_fen(&position), "B:W8,K9,32:B1,K10");
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
            with_rules!(variant, R => {
                let error = parse_fen::<R>(variant, text).unwrap_err().to_string();
                assert!(error.contains(expected), "{text}: {error}");
            });
        }
    }
}
