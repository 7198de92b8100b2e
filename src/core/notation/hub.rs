//! Parses and prints Hub position strings: the side to move, then one character per playing square
//! in the order of the variant's numbers (Hub protocol, version 2, `pos`). Begin with
//! [`AnyPosition::parse_hub`].

use super::setup::Setup;
use super::{Frame, PositionError, squares, to_color, to_side};
use crate::board::Kind;
use crate::game::AnyPosition;
use crate::rules::Variant;
use kamen_protocol::{Cell, HubPosition, SquareName};

impl AnyPosition {
    /// Parses a Hub position string.
    ///
    /// # Errors
    /// The text is malformed or a piece is misplaced; the error names the column and what was
    /// expected.
    pub fn parse_hub(variant: Variant, text: &str) -> Result<AnyPosition, PositionError> {
        AnyPosition::parse_hub_in(Frame::Plain, variant, text)
    }

    /// As [`AnyPosition::parse_hub`], in the frame of a client.
    ///
    /// # Errors
    /// The text is malformed or a piece is misplaced; the error names the square in the plain
    /// frame.
    pub fn parse_hub_in(
        frame: Frame,
        variant: Variant,
        text: &str,
    ) -> Result<AnyPosition, PositionError> {
        AnyPosition::from_hub(variant, &frame.turn(variant, HubPosition::parse(text)?))
    }

    /// Converts a parsed text to a position.
    ///
    /// # Errors
    /// A piece is misplaced; the error names it and its square.
    pub fn from_hub(variant: Variant, found: &HubPosition) -> Result<AnyPosition, PositionError> {
        let expected = variant.shape().squares;
        if found.squares.len() != expected {
            return Err(PositionError::Length {
                found: found.squares.len(),
                expected,
                variant,
            });
        }
        let mut setup = Setup::new(variant, to_color(found.turn));
        for (i, &cell) in found.squares.iter().enumerate() {
            let (side, kind) = match cell {
                Cell::Empty => continue,
                Cell::Man(side) => (side, Kind::Man),
                Cell::King(side) => (side, Kind::King),
            };
            let square = SquareName::Number(i as u16 + 1);
            setup.put(square, to_color(side), kind, Some(i + 2))?;
        }
        setup.finish()
    }

    /// The Hub position. It omits counts of king moves; see [`AnyPosition::wolf`].
    pub fn hub(&self) -> HubPosition {
        let cell = |number| {
            let square = squares::by_number(self.variant(), number)?;
            let (color, kind) = self.at(square)?;
            Some(match kind {
                Kind::Man => Cell::Man(to_side(color)),
                Kind::King => Cell::King(to_side(color)),
            })
        };
        HubPosition {
            turn: to_side(self.turn()),
            squares: (1..=self.variant().shape().squares)
                .map(|number| cell(number).unwrap_or(Cell::Empty))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_positions_are_written_and_read() {
        for variant in Variant::ALL {
            let start = AnyPosition::start(variant);
            let text = start.hub().to_string();
            assert_eq!(text.len(), variant.shape().squares + 1);
            assert_eq!(AnyPosition::parse_hub(variant, &text), Ok(start));
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
            let error = AnyPosition::parse_hub(Variant::Czech, &text);
            let error = error.unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
