//! The position string of the Hub protocol: `pos=Wbbbb...`.

use std::fmt;

use crate::ParseError;

/// One of the two players, by the colour of the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// White: `W`.
    White,
    /// Black: `B`.
    Black,
}

/// Writes `W` or `B`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "W",
            Self::Black => "B",
        })
    }
}

/// What stands on one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing: `e`.
    Empty,
    /// A man: `w` or `b`.
    Man(Side),
    /// A king: `W` or `B`.
    King(Side),
}

impl Cell {
    const fn from_char(c: char) -> Option<Self> {
        match c {
            'e' => Some(Self::Empty),
            'w' => Some(Self::Man(Side::White)),
            'b' => Some(Self::Man(Side::Black)),
            'W' => Some(Self::King(Side::White)),
            'B' => Some(Self::King(Side::Black)),
            _ => None,
        }
    }
}

/// Writes `e`, `w`, `b`, `W` or `B`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "e",
            Self::Man(Side::White) => "w",
            Self::Man(Side::Black) => "b",
            Self::King(Side::White) => "W",
            Self::King(Side::Black) => "B",
        })
    }
}

/// A position of Hub version 2 (Scan `protocol.txt`, command `pos`): the side to move, then one
/// character for each playing square, square 1 first.
///
/// ```
/// use kamen_protocol::{Cell, HubPosition, Side};
///
/// let position = HubPosition::parse("WeWeb")?;
/// assert_eq!(position.squares.get(1), Some(&Cell::King(Side::White)));
/// assert_eq!(position.to_string(), "WeWeb");
/// # Ok::<(), kamen_protocol::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HubPosition {
    /// The side to move.
    pub turn: Side,
    /// The squares in the order of the text, any number of them; the caller knows the board.
    pub squares: Vec<Cell>,
}

impl HubPosition {
    /// Reads a position of any length, also of no squares at all (Scan `protocol.txt`, `pos`).
    ///
    /// # Errors
    /// A first character other than `W` and `B`, or a later one other than `w b W B e`.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut chars = text.char_indices();
        let turn = match chars.next() {
            Some((_, 'W')) => Side::White,
            Some((_, 'B')) => Side::Black,
            _ => return Err(ParseError::new(text, 0, "W or B for the side to move")),
        };
        let cell = |(at, c)| {
            Cell::from_char(c)
                .ok_or_else(|| ParseError::new(text, at, "one of w b W B e for each square"))
        };
        Ok(Self {
            turn,
            squares: chars.map(cell).collect::<Result<_, _>>()?,
        })
    }
}

/// Writes the position as it stands after `pos=`.
impl fmt::Display for HubPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.turn)?;
        self.squares.iter().try_for_each(|cell| write!(f, "{cell}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &[(&str, Side, &[Cell])] = &[
        ("W", Side::White, &[]),
        (
            "BewbWB",
            Side::Black,
            &[
                Cell::Empty,
                Cell::Man(Side::White),
                Cell::Man(Side::Black),
                Cell::King(Side::White),
                Cell::King(Side::Black),
            ],
        ),
    ];

    const BAD: &[(&str, usize)] = &[
        ("", 0),
        ("w", 0),
        ("eW", 0),
        ("WbxW", 2),
        ("Wb ", 2),
        ("Wbéb", 2),
        ("WE", 1),
    ];

    #[test]
    fn good_positions() {
        for (text, turn, squares) in GOOD {
            let expected = HubPosition {
                turn: *turn,
                squares: squares.to_vec(),
            };
            assert_eq!(expected.to_string(), *text);
            assert_eq!(HubPosition::parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn bad_positions() {
        for (text, at) in BAD {
            assert_eq!(
                HubPosition::parse(text).map_err(|e| e.at),
                Err(*at),
                "{text}"
            );
        }
        assert_eq!(
            HubPosition::parse("Wbxb").map_err(|e| e.to_string()),
            Err("at column 3: found 'xb', expected one of w b W B e for each square".to_owned())
        );
    }
}
