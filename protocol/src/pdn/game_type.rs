//! The tag `GameType` (PDN 3.0, "GameType tag").

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{opt, value};
use nom::sequence::preceded;

use crate::lex::{Fail, Parsed, Span, expect, fail, spaces};
use crate::{ParseError, Side};

/// A corner of the board, as the side that begins sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Corner {
    /// `0`
    BottomLeft,
    /// `1`
    BottomRight,
    /// `2`
    TopLeft,
    /// `3`
    TopRight,
}

/// How squares and moves are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `A`: letters and digits.
    Letters,
    /// `N`: numbers.
    Numbers,
    /// `S`: short algebraic notation.
    Short,
}

/// What is played on which board: `29` or `29,W,8,8,A0,0`.
///
/// ```
/// use kamen_protocol::pdn::GameType;
///
/// let russian = GameType::parse("25")?;
/// assert_eq!(russian, GameType::parse("25,W,8,8,A0,0")?);
/// assert_eq!(russian.to_string(), "25");
/// assert!(!russian.gives_two_points() && russian.capture_sign() == ':');
/// # Ok::<(), kamen_protocol::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameType {
    /// The number of the game: 20 international, 21 English, 29 Czech ...
    pub number: u16,
    /// The board, if it is written out or the number says it.
    pub board: Option<BoardType>,
}

/// The board of a [`GameType`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardType {
    /// The side that begins.
    pub first: Side,
    /// Files.
    pub width: u16,
    /// Ranks.
    pub height: u16,
    /// How squares are named.
    pub notation: Notation,
    /// Where a1 or 1 is. A second square of it always lies beside it, to the left or right.
    pub corner: Corner,
    /// Whether the bottom left corner is *not* a playing square.
    pub inverted: bool,
}

/// The boards of the numbers that PDN 3.0 defines.
const STANDARD: [(u16, &str); 14] = [
    (20, "W,10,10,N2,0"),
    (21, "B,8,8,N1,0"),
    (22, "W,8,8,N2,1"),
    (23, "B,8,8,N1,0"),
    (24, "W,8,8,N1,1"),
    (25, "W,8,8,A0,0"),
    (26, "W,8,8,A0,0"),
    (27, "W,12,12,N2,0"),
    (28, "W,8,8,N1,1"),
    (29, "W,8,8,A0,0"),
    (30, "W,8,8,A0,0"),
    (31, "B,8,8,N2,0"),
    (40, "W,10,10,N2,0"),
    (41, "W,10,8,A0,0"),
];

impl GameType {
    /// A game type by its number, with the board that the standard gives it, if it does.
    #[must_use]
    pub fn standard(number: u16) -> Self {
        let known = STANDARD.iter().find(|known| known.0 == number);
        let board = known.and_then(|known| Some(board(known.1).ok()?.1));
        Self { number, board }
    }

    /// Reads a game type, short or in full, blanks anywhere.
    ///
    /// # Errors
    /// Anything else.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let end = "the end of the game type";
        Span::new(text).trim().parse(end, |input| {
            let (rest, number) = number(input)?;
            let (rest, is_full) = opt(comma).parse(rest)?;
            if is_full.is_none() {
                return Ok((rest, Self::standard(number)));
            }
            let (rest, board) = board(rest)?;
            let board = Some(board);
            Ok((rest, Self { number, board }))
        })
    }

    /// Whether a win gives two points, so that results are `2-0`, `1-1` and `0-2`.
    #[must_use]
    pub const fn gives_two_points(self) -> bool {
        matches!(self.number, 20 | 27)
    }

    /// The sign between the squares of a capture.
    #[must_use]
    pub const fn capture_sign(self) -> char {
        match self.number {
            25 | 41 => ':',
            31 => '-',
            _ => 'x',
        }
    }
}

fn comma(input: &str) -> Parsed<'_, char> {
    let (rest, _) = spaces(input)?;
    let (rest, comma) = expect("a comma", char(',')).parse(rest)?;
    let (rest, _) = spaces(rest)?;
    Ok((rest, comma))
}

fn number(input: &str) -> Parsed<'_, u16> {
    let (rest, digits) = expect("a number", digit1).parse(input)?;
    match digits.parse() {
        Ok(number) => Ok((rest, number)),
        Err(_) => fail(input, "a number up to 65535"),
    }
}

fn board(input: &str) -> Parsed<'_, BoardType> {
    let white = value(Side::White, one_of::<_, _, Fail<'_>>("Ww"));
    let black = value(Side::Black, one_of("Bb"));
    let (rest, first) =
        expect("W or B for the side that begins", alt((white, black))).parse(input)?;
    let (rest, width) = preceded(comma, number).parse(rest)?;
    let (rest, height) = preceded(comma, number).parse(rest)?;
    let (rest, notation) = preceded(comma, notation).parse(rest)?;
    let (rest, corner) = corner(rest)?;
    let (rest, inverted) = inverted(rest)?;
    let board = BoardType {
        first,
        width,
        height,
        notation,
        corner,
        inverted,
    };
    Ok((rest, board))
}

fn inverted(input: &str) -> Parsed<'_, bool> {
    let (rest, is_written) = opt(comma).parse(input)?;
    if is_written.is_none() {
        return Ok((rest, false));
    }
    let (rest, flag) = expect("0 or 1 for the corner", one_of("01")).parse(rest)?;
    Ok((rest, flag == '1'))
}

fn notation(input: &str) -> Parsed<'_, Notation> {
    let (rest, letter) = expect("A, N or S for the notation", one_of("ANSans")).parse(input)?;
    let notation = match letter.to_ascii_uppercase() {
        'A' => Notation::Letters,
        'N' => Notation::Numbers,
        _ => Notation::Short,
    };
    Ok((rest, notation))
}

fn corner(input: &str) -> Parsed<'_, Corner> {
    let (rest, digit) = expect("the corner of square 1, 0 to 3", one_of("0123")).parse(input)?;
    let corner = match digit {
        '0' => Corner::BottomLeft,
        '1' => Corner::BottomRight,
        '2' => Corner::TopLeft,
        _ => Corner::TopRight,
    };
    Ok((rest, corner))
}

/// Writes the number, and the board unless the number says it.
impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        match self.board {
            Some(board) if *self != Self::standard(self.number) => write!(f, ",{board}"),
            _ => Ok(()),
        }
    }
}

/// Writes `W,8,8,A0,0`.
impl fmt::Display for BoardType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let notation = match self.notation {
            Notation::Letters => 'A',
            Notation::Numbers => 'N',
            Notation::Short => 'S',
        };
        let (width, height) = (self.width, self.height);
        let (corner, inverted) = (self.corner as u8, u8::from(self.inverted));
        write!(
            f,
            "{},{width},{height},{notation}{corner},{inverted}",
            self.first
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_boards_are_read() {
        for (number, board) in STANDARD {
            let full = format!("{number},{board}");
            let game_type = GameType::parse(&full).unwrap();
            assert_eq!(game_type, GameType::standard(number));
            assert_eq!(game_type.board.unwrap().to_string(), board);
            assert_eq!(GameType::parse(&number.to_string()), Ok(game_type));
            assert_eq!(game_type.to_string(), number.to_string());
        }
    }

    #[test]
    fn other_boards_are_kept() {
        for text in ["23,W,8,8,A0,0", "23,B,8,8,A1,1", "99", "20,W,10,10,N2,1"] {
            assert_eq!(GameType::parse(text).unwrap().to_string(), text);
        }
        let loose = GameType::parse(" 25 , w, 8,8 ,a0 ");
        assert_eq!(loose, Ok(GameType::standard(25)));
    }

    #[test]
    fn bad_ones_are_refused() {
        let cases = [
            ("", 0, "a number"),
            ("x", 0, "a number"),
            ("70000", 0, "a number up to 65535"),
            ("20;W", 2, "the end of the game type"),
            ("20,X,8,8,N2,0", 3, "W or B for the side that begins"),
            ("20,W,8", 6, "a comma"),
            ("20,W,8,8,X", 9, "A, N or S for the notation"),
            ("20,W,8,8,N4", 10, "the corner of square 1, 0 to 3"),
            ("20,W,8,8,N1,2", 12, "0 or 1 for the corner"),
            ("20,W,8,8,N1,", 12, "0 or 1 for the corner"),
        ];
        for (text, at, expected) in cases {
            let error = ParseError::new(text, at, expected);
            assert_eq!(GameType::parse(text), Err(error), "{text}");
        }
    }
}
