//! Parses and prints moves. Begin with [`AnyPosition::parse_move`].

use super::move_text::captures_with_dash;
use super::{Numbers, short, squares};
use crate::game::{AnyGame, AnyMove, AnyPosition};
use crate::geometry::{Bits, Square};
use crate::rules::Variant;
use kamen_protocol::{MoveKind, MoveText, ParseError, SquareName};
use std::fmt;

/// Why a text is not a legal move of the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is malformed.
    #[error("bad move '{text}' {error}")]
    Text {
        /// The text.
        text: String,
        /// The fault.
        error: ParseError,
    },
    /// A square that the board does not have.
    #[error("bad move '{text}': no square {square}, expected {expected}")]
    NoSquare {
        /// The text.
        text: String,
        /// The square as written.
        square: SquareName,
        /// The squares of the board.
        expected: String,
    },
    /// The text matches no legal move.
    #[error("illegal move '{text}'{}, expected one of: {legal}", because(why.as_deref()))]
    Illegal {
        /// The text.
        text: String,
        /// The legal moves.
        legal: String,
        /// Why it is none of them, where people read it: a [`Refusal`](super::Refusal) in words.
        why: Option<String>,
    },
    /// The text matches several legal moves.
    #[error("ambiguous move '{text}', expected one of: {legal}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The legal moves that match.
        legal: String,
    },
}

/// A reason within an error.
fn because(why: Option<&str>) -> String {
    why.map_or_else(String::new, |why| format!(": {why}"))
}

impl AnyMove {
    /// Formats the move in Hub notation with other square numbers: `32-28`; a capture with all
    /// captured squares, ascending: `28x19x23`.
    pub fn hub_in(&self, numbers: Numbers) -> String {
        let name =
            |square| SquareName::Number(numbers.turn(squares::number(self.variant(), square)));
        self.text(&name).to_string()
    }

    /// Formats the move in Hub notation, but with letters: `c3-d4`, `c3xe5xd4`. No protocol writes so, and people read it
    /// as two jumps; for them is [`AnyPosition::write_move`].
    pub fn hub_with_letters(&self) -> String {
        let name = |square| squares::text_name(self.variant(), square, true);
        self.text(&name).to_string()
    }

    /// From and to alone: what is told of a move without a position.
    pub(crate) fn ends(&self) -> String {
        let mut text = self.text(&|square| squares::name(self.variant(), square, false));
        text.squares.truncate(2);
        text.to_string()
    }

    /// From and to, then the captured squares in the order of their numbers.
    fn text(&self, name: &dyn Fn(Square) -> SquareName) -> MoveText {
        let mut captured: Vec<Square> = self.captured_set().squares().collect();
        captured.sort_by_key(|&square| match name(square) {
            SquareName::Number(number) => number,
            SquareName::Letters { .. } => squares::number(self.variant(), square),
        });
        let kind = if self.is_capture() {
            MoveKind::Capture
        } else {
            MoveKind::Quiet
        };
        let ends = [self.start_square(), self.end_square()];
        let squares = ends.into_iter().chain(captured).map(name).collect();
        MoveText { kind, squares }
    }

    /// The number of the start square.
    pub fn from(&self) -> SquareName {
        squares::name(self.variant(), self.start_square(), false)
    }

    /// The number of the end square, which may be the start square.
    pub fn to(&self) -> SquareName {
        squares::name(self.variant(), self.end_square(), false)
    }

    /// The numbers of the captured squares, ascending.
    pub fn captured(&self) -> Vec<SquareName> {
        let name = |square| squares::name(self.variant(), square, false);
        self.text(&name).squares.split_off(2)
    }
}

impl fmt::Display for AnyMove {
    /// Formats the move in Hub notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.hub_in(Numbers::PLAIN))
    }
}

impl AnyPosition {
    /// Parses a legal move, in numbers or letters; a capture as from and to if that is unambiguous,
    /// with the squares it passes (PDN), or with the captured squares (Hub). It reads what
    /// [`AnyPosition::write_move`] and [`AnyMove`]'s `Display` write.
    ///
    /// # Errors
    /// The text is malformed, illegal or ambiguous; the error lists the legal moves, in letters or numbers like the text.
    pub fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        let letters = text.contains(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'x' | 'X'));
        let read = self.read_move(Numbers::PLAIN, text, |m| self.write_move_with(m, letters));
        read.map_err(|error| match MoveText::parse(text) {
            Ok(parsed) => error.explained(self, &parsed),
            Err(_) => error,
        })
    }

    /// As [`AnyPosition::parse_move`], with other square numbers, for programs; letters mean the same squares in
    /// all of them.
    ///
    /// # Errors
    /// The text is malformed, illegal or ambiguous; the error lists the legal moves in Hub notation and those
    /// numbers.
    pub fn parse_move_in(&self, numbers: Numbers, text: &str) -> Result<AnyMove, MoveError> {
        self.read_move(numbers, text, |m| m.hub_in(numbers))
    }

    /// Parses a legal move; an error lists moves as `write` has them.
    fn read_move(
        &self,
        numbers: Numbers,
        text: &str,
        write: impl Fn(&AnyMove) -> String,
    ) -> Result<AnyMove, MoveError> {
        let shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
        let parsed = MoveText::parse(text).map_err(|error| MoveError::Text {
            text: shown.clone(),
            error,
        })?;
        let moves = self.legal_moves();
        let mut paths = Vec::new();
        for text in short::in_full(self, &moves, &parsed) {
            paths.push(path(self.variant(), numbers, &text, &|| shown.clone())?);
        }
        let fits = |m: &AnyMove| paths.iter().any(|path| means(&parsed, path, self, m));
        let mut meant: Vec<AnyMove> = moves.iter().filter(|m| fits(m)).copied().collect();
        // Hub's captured squares, then all stops of PDN, take precedence over some of the stops.
        let precise: [&dyn Fn(&AnyMove) -> bool; 2] = [
            &|m| paths.iter().any(|path| names_captured(path, m)),
            &|m| paths.iter().any(|path| has_all_stops(path, m)),
        ];
        if meant.len() > 1 && !parsed.is_short() {
            let of = |is: &&dyn Fn(&AnyMove) -> bool| meant.iter().find(|m| is(m)).copied();
            meant = precise.iter().find_map(of).map_or(meant, |m| vec![m]);
        }
        match meant.as_slice() {
            [only] => Ok(*only),
            [] => Err(MoveError::Illegal {
                text: shown,
                legal: list(&moves, write),
                why: None,
            }),
            several => Err(MoveError::Ambiguous {
                text: shown,
                legal: list(several, write),
            }),
        }
    }
}

impl AnyGame {
    /// Parses a move as [`AnyPosition::parse_move`], plays it and returns it.
    ///
    /// # Errors
    /// The text is malformed, illegal or ambiguous; the game is unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<AnyMove, MoveError> {
        let m = self.position().parse_move(text)?;
        self.play_legal(&m);
        Ok(m)
    }

    /// As [`AnyGame::play_text`], with other square numbers.
    ///
    /// # Errors
    /// The text is malformed, illegal or ambiguous; the game is unchanged.
    pub fn play_text_in(&mut self, numbers: Numbers, text: &str) -> Result<AnyMove, MoveError> {
        let m = self.position().parse_move_in(numbers, text)?;
        self.play_legal(&m);
        Ok(m)
    }
}

/// Resolves the squares of a move text; `shown` is the text for messages.
pub(super) fn path(
    variant: Variant,
    numbers: Numbers,
    parsed: &MoveText,
    shown: &dyn Fn() -> String,
) -> Result<Vec<Square>, MoveError> {
    let find = |&name: &SquareName| {
        let plain = match name {
            SquareName::Number(number) => SquareName::Number(numbers.turn(number)),
            letters => letters,
        };
        squares::by_name(variant, plain).ok_or_else(|| MoveError::NoSquare {
            text: shown(),
            square: name,
            expected: squares::range(variant),
        })
    };
    parsed.squares.iter().map(find).collect()
}

/// Whether the text matches the legal move `m`.
fn means(parsed: &MoveText, path: &[Square], position: &AnyPosition, m: &AnyMove) -> bool {
    let kind_fits = match parsed.kind {
        MoveKind::Quiet => !m.is_capture() || captures_with_dash(m.variant()),
        MoveKind::Capture => m.is_capture(),
        MoveKind::Unknown => true,
    };
    let &[from, to, ..] = path else {
        return false;
    };
    let two_squares = path.len() == 2 && to == m.end_square();
    kind_fits
        && from == m.start_square()
        && (two_squares || names_captured(path, m) || m.is_capture() && position.passes(m, path))
}

/// Whether the path is from, to and exactly the captured squares.
pub(super) fn names_captured(path: &[Square], m: &AnyMove) -> bool {
    let [from, to, captured @ ..] = path else {
        return false;
    };
    let set = captured.iter().fold(0, |set, &s| set | u128::of(s));
    let ends = (*from, *to) == (m.start_square(), m.end_square());
    ends && set == m.captured_set() && captured.len() == set.count()
}

/// Whether the path of a capture has a stop after each captured piece.
pub(super) fn has_all_stops(path: &[Square], m: &AnyMove) -> bool {
    path.len() > 2 && path.len() == m.captured_set().count() + 1
}

/// Lists moves for a message, abbreviated if many.
pub(super) fn list<M>(moves: &[M], write: impl FnMut(&M) -> String) -> String {
    const MOST: usize = 20;
    if moves.is_empty() {
        return "nothing (no legal move)".to_owned();
    }
    let mut texts: Vec<String> = moves.iter().take(MOST).map(write).collect();
    if moves.len() > MOST {
        texts.push("...".to_owned());
    }
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIAMOND: &str = "W:WK46:B19,28,32,37";

    #[test]
    fn long_lists_are_cut() {
        let list = |count: usize| list(&vec![(); count], |()| "m".to_owned());
        assert_eq!(list(0), "nothing (no legal move)");
        assert_eq!(list(2), "m m");
        assert_eq!(list(20), ["m"; 20].join(" "));
        assert_eq!(list(21), format!("{} ...", list(20)));
    }

    #[test]
    fn every_way_of_writing_a_move() {
        use Variant::{Czech, International};
        let cases = [
            (International, "W:W31-50:B1-20", "32-28", Ok("32-28")),
            (International, "W:W31-50:B1-20", "3228", Ok("32-28")),
            (International, "W:W32:B28", "32x23", Ok("32x23x28")),
            (International, "W:W32:B28", "32:23", Ok("32x23x28")),
            (International, "W:W32:B28", "32x23x28", Ok("32x23x28")),
            (International, "W:W32:B28", "032x023", Ok("32x23x28")),
            (International, "W:W32:B28,19", "32x23x14", Ok("32x14x19x28")),
            (
                International,
                "W:W32:B28,19",
                "32x14x28x19",
                Ok("32x14x19x28"),
            ),
            (International, "W:W32:B28,19", "32x14", Ok("32x14x19x28")),
            (Czech, "W:Wc3:Ba7", "c3-d4", Ok("22-18")),
            (Czech, "W:Wc3:Ba7", "c3d4", Ok("22-18")),
            (Czech, "W:Wc3:Ba7", "22-18", Ok("22-18")),
            (Czech, "W:Wc3:Bd4", "c3xe5", Ok("22x15x18")),
            (Czech, "W:Wc3:Bd4", "C3:E5", Ok("22x15x18")),
            (Czech, "W:Wc3:Bd4,f6", "c3xe5xg7", Ok("22x8x11x18")),
            (Czech, "W:Wc3:Bd4,f6", "c3:g7", Ok("22x8x11x18")),
            (Czech, "W:Wc3:Ba7", "cd4", Ok("22-18")),
            (Czech, "W:Wc3:Ba7", "C-D4", Ok("22-18")),
            (Czech, "W:Wc3,e3:Ba7", "cd4", Ok("22-18")),
            (Czech, "W:Wc3:Bd4,f6", "c:g7", Ok("22x8x11x18")),
            (Czech, "W:Wc3:Bd4,f6", "c:e5:g7", Ok("22x8x11x18")),
            (Czech, "W:Wc1,c3:Ba7,h8", "cb4", Ok("22-17")),
            (Czech, "W:WKc1,Kc3:Bh8", "ce5", Ok("22-15")),
            (
                Czech,
                "W:WKc1,Kc5:Bh8",
                "ce3",
                Err("ambiguous move 'ce3', expected one of: c5-e3 c1-e3"),
            ),
            (Czech, "W:Wc3:Ba7", "hg5", Err("illegal move 'hg5'")),
            (International, "W:W31-50:B1-20", "32–28", Ok("32-28")),
            (International, "W:W32:B28", "32×23", Ok("32x23x28")),
            (
                International,
                "W:W32:B28,19",
                "32x14 <28, 19>",
                Ok("32x14x19x28"),
            ),
            (Czech, "W:Wc3:Bd4", "c3-e5", Err("illegal")),
            (
                Czech,
                "W:Wc3:Bd4",
                "c3-b4",
                Err("illegal move 'c3-b4': you must capture, expected one of: c3xe5"),
            ),
            (
                Czech,
                "W:Wc3:Bd4",
                "22-17",
                Err("illegal move '22-17': you must capture, expected one of: 22x15"),
            ),
            (Variant::Thai, "B:BK3:W7", "3-10", Ok("3x10x7")),
            (Czech, "W:Wc3:Ba7", "c3-z4", Err("column 4")),
            (Czech, "W:Wc3:Ba7", "c3-d5", Err("no square d5")),
            (Czech, "W:Wc3:Ba7", "22-33", Err("no square 33")),
            (Czech, "W:Wc3:Ba7", "", Err("column 1")),
            (Czech, "W:Bc3", "22-18", Err("no legal move")),
        ];
        for (variant, fen, text, expected) in cases {
            let position = AnyPosition::parse_fen(variant, fen).unwrap();
            match (position.parse_move(text), expected) {
                (Ok(m), Ok(written)) => assert_eq!(m.to_string(), written, "{text}"),
                (Err(error), Err(part)) => {
                    let message = error.to_string();
                    assert!(message.contains(part), "{text}: {message}");
                }
                (found, _) => panic!("{fen} {text}: {found:?}"),
            }
        }
    }

    #[test]
    fn hub_names_every_legal_move_of_a_position() {
        let position = AnyPosition::parse_fen(Variant::International, DIAMOND).unwrap();
        let moves = position.legal_moves();
        assert!(!moves.is_empty());
        for m in moves {
            assert_eq!(position.parse_move(&m.to_string()), Ok(m), "{m}");
        }
    }

    #[test]
    fn a_move_prints_its_squares() {
        let position = AnyPosition::parse_fen(Variant::Czech, "W:Wc3:Bd4,f6").unwrap();
        let m = position.parse_move("c3:g7").unwrap();
        assert_eq!(m.hub_with_letters(), "c3xg7xf6xd4");
        assert_eq!(
            (m.from().to_string(), m.to().to_string()),
            ("22".into(), "8".into())
        );
        let captured: Vec<String> = m.captured().iter().map(ToString::to_string).collect();
        assert_eq!(captured, ["11", "18"]);
    }

    #[test]
    fn what_is_played_is_written_as_hub_does() {
        let mut game = AnyGame::start(Variant::Czech);
        assert_eq!(game.play_text("c3-d4").unwrap().to_string(), "22-18");
        let before = game.clone();
        assert!(game.play_text("c3-d4").is_err());
        assert_eq!(game, before);
    }
}
