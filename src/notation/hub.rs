//! Hub position strings: the side to move, then one character a playing square in the order of
//! the variant's numbers (Hub protocol, version 2, `pos`).

use super::{Frame, PositionError, Setup, squares, to_color, to_side};
use crate::board::Kind;
use crate::geometry::Geometry;
use crate::rules::{Position, Rules, Variant};
use kamen_protocol::{Cell, HubPosition, SquareName};

/// Reads a Hub position string.
///
/// # Errors
/// Says where the text is wrong, or which piece cannot stand where.
pub fn parse_hub_position<R: Rules>(
    variant: Variant,
    text: &str,
) -> Result<Position<R>, PositionError> {
    parse_hub_position_in(Frame::Plain, variant, text)
}

/// As [`parse_hub_position`], in the frame of a client.
///
/// # Errors
/// Says where the text is wrong, or which piece cannot stand where, in the plain frame.
pub fn parse_hub_position_in<R: Rules>(
    frame: Frame,
    variant: Variant,
    text: &str,
) -> Result<Position<R>, PositionError> {
    to_position(variant, &frame.turn(variant, HubPosition::parse(text)?))
}

/// The position of a text that was read.
pub(super) fn to_position<R: Rules>(
    variant: Variant,
    found: &HubPosition,
) -> Result<Position<R>, PositionError> {
    if found.squares.len() != R::Geometry::SQUARES {
        return Err(PositionError::Length {
            found: found.squares.len(),
            expected: R::Geometry::SQUARES,
            variant,
        });
    }
    let mut setup = Setup::<R>::new();
    for (i, &cell) in found.squares.iter().enumerate() {
        let (side, kind) = match cell {
            Cell::Empty => continue,
            Cell::Man(side) => (side, Kind::Man),
            Cell::King(side) => (side, Kind::King),
        };
        let (name, column) = (SquareName::Number(i as u16 + 1), i + 2);
        let Some(square) = squares::by_number::<R>(i + 1) else {
            continue;
        };
        setup.put(square, to_color(side), kind, name, column)?;
    }
    setup.finish(variant, to_color(found.turn))
}

/// Writes a Hub position string.
pub fn write_hub_position<R: Rules>(position: &Position<R>) -> String {
    from_position(position).to_string()
}

/// The text of a position, before it is written.
pub(super) fn from_position<R: Rules>(position: &Position<R>) -> HubPosition {
    let cell = |number| {
        let square = squares::by_number::<R>(number)?;
        let (color, kind) = position.board.at(square)?;
        Some(match kind {
            Kind::Man => Cell::Man(to_side(color)),
            Kind::King => Cell::King(to_side(color)),
        })
    };
    HubPosition {
        turn: to_side(position.turn),
        squares: (1..=R::Geometry::SQUARES)
            .map(|number| cell(number).unwrap_or(Cell::Empty))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::with_rules;

    fn squares_of<R: Rules>() -> usize {
        R::Geometry::SQUARES
    }

    #[test]
    fn start_positions_are_written_and_read() {
        for variant in Variant::ALL {
            with_rules!(variant, R => {
                let start = Position::<R>::start(variant);
                let text = write_hub_position(&start);
                assert_eq!(text.len(), squares_of::<R>() + 1);
                assert_eq!(parse_hub_position(variant, &text), Ok(start));
            });
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        let e = |n: usize| "e".repeat(n);
        let cases = [
            (format!("W{}", e(31)), "31 squares, expected 32 for czech"),
            (format!("W{}", e(50)), "50 squares, expected 32 for czech"),
            (format!("W{}", e(32)), "no pieces"),
            (
                format!("We{}w", e(30)).replacen("We", "Ww", 1),
                "column 2: a white man on 1",
            ),
            (format!("B{}b", e(31)), "column 33: a black man on 32"),
            (format!("W{}x", e(31)), "column 33: found 'x'"),
            (format!("w{}", e(32)), "column 1: found 'w"),
            (String::new(), "column 1: found nothing"),
            (format!("W{}{}", "W".repeat(13), e(19)), "13 white pieces"),
        ];
        for (text, expected) in cases {
            let error = parse_hub_position::<crate::rules::Czech>(Variant::Czech, &text);
            let error = error.unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
