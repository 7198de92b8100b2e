//! Moves as text.

use super::{Numbers, route, squares};
use crate::geometry::{Bits, Square};
use crate::movegen::legal_moves;
use crate::rules::{MoveOf, Position, Rules};
use kamen_protocol::{MoveKind, MoveText, ParseError, SquareName};

/// Why a text is not a legal move of the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text cannot be read at all.
    #[error("bad move '{text}' {error}")]
    Text {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// A square that the board does not have.
    #[error("bad move '{text}': no square {square}, expected {expected}")]
    NoSquare {
        /// The text.
        text: String,
        /// The square as written.
        square: SquareName,
        /// The squares that there are.
        expected: String,
    },
    /// No legal move is meant.
    #[error("illegal move '{text}', expected one of: {legal}")]
    Illegal {
        /// The text.
        text: String,
        /// The legal moves.
        legal: String,
    },
    /// Several legal moves may be meant.
    #[error("ambiguous move '{text}', expected one of: {legal}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The legal moves that it may mean.
        legal: String,
    },
}

/// Writes a move as Hub does: `32-28`, captures with all captured squares, ascending:
/// `28x19x23`.
pub fn hub_move<R: Rules>(m: &MoveOf<R>) -> String {
    hub_move_in::<R>(Numbers::PLAIN, m)
}

/// As [`hub_move`], in other numbers.
pub fn hub_move_in<R: Rules>(numbers: Numbers, m: &MoveOf<R>) -> String {
    let number = |square| numbers.turn(squares::number::<R>(square));
    let mut captured: Vec<u16> = m.captured.squares().map(number).collect();
    captured.sort_unstable();
    let sign = if m.is_capture() {
        MoveKind::Capture
    } else {
        MoveKind::Quiet
    };
    let ends = [number(m.from), number(m.to)];
    MoveText {
        kind: sign,
        squares: (ends.into_iter().chain(captured))
            .map(SquareName::Number)
            .collect(),
    }
    .to_string()
}

/// Reads a legal move: with numbers or letters; a capture as from and to, where that names one
/// only, with the captured squares (Hub), or with the squares it passes (PDN).
///
/// # Errors
/// Says what is wrong and which moves there are.
pub fn parse_move<R: Rules>(position: &Position<R>, text: &str) -> Result<MoveOf<R>, MoveError> {
    parse_move_in(Numbers::PLAIN, position, text)
}

/// As [`parse_move`], in other numbers; letters mean the same squares in all of them.
///
/// # Errors
/// Says what is wrong and which moves there are, in those numbers.
pub fn parse_move_in<R: Rules>(
    numbers: Numbers,
    position: &Position<R>,
    text: &str,
) -> Result<MoveOf<R>, MoveError> {
    let shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    let parsed = MoveText::parse(text).map_err(|error| MoveError::Text {
        text: shown.clone(),
        error,
    })?;
    let path = path::<R>(numbers, &parsed, &shown)?;
    let mut moves = Vec::new();
    legal_moves(position, &mut moves);
    let fits = |m: &MoveOf<R>| means(&parsed, &path, position, m);
    let mut meant: Vec<MoveOf<R>> = moves.iter().filter(|m| fits(m)).copied().collect();
    // What Hub's captured squares name exactly is not doubted for a route that PDN might mean.
    if meant.len() > 1 {
        let exact: Vec<MoveOf<R>> = meant
            .iter()
            .filter(|m| names_captured(&path, m))
            .copied()
            .collect();
        if exact.len() == 1 {
            meant = exact;
        }
    }
    match meant.as_slice() {
        [only] => Ok(*only),
        [] => Err(MoveError::Illegal {
            text: shown,
            legal: list(&moves, |m| hub_move_in::<R>(numbers, m)),
        }),
        several => Err(MoveError::Ambiguous {
            text: shown,
            legal: list(several, |m| hub_move_in::<R>(numbers, m)),
        }),
    }
}

/// The squares of a move text on the board.
pub(super) fn path<R: Rules>(
    numbers: Numbers,
    parsed: &MoveText,
    shown: &str,
) -> Result<Vec<Square>, MoveError> {
    let find = |&name: &SquareName| {
        let plain = match name {
            SquareName::Number(number) => SquareName::Number(numbers.turn(number)),
            letters => letters,
        };
        squares::by_name::<R>(plain).ok_or_else(|| MoveError::NoSquare {
            text: shown.to_owned(),
            square: name,
            expected: squares::range::<R>(),
        })
    };
    parsed.squares.iter().map(find).collect()
}

/// Whether the text may mean the legal move `m`.
fn means<R: Rules>(
    parsed: &MoveText,
    path: &[Square],
    position: &Position<R>,
    m: &MoveOf<R>,
) -> bool {
    let kind_fits = match parsed.kind {
        MoveKind::Quiet => !m.is_capture(),
        MoveKind::Capture => m.is_capture(),
        MoveKind::Unknown => true,
    };
    let &[from, to, ..] = path else {
        return false;
    };
    let two_squares = path.len() == 2 && to == m.to;
    kind_fits
        && from == m.from
        && (two_squares
            || names_captured(path, m)
            || m.is_capture() && route::passes(position, m, path))
}

/// Whether the path is from, to and exactly the captured squares.
pub(super) fn names_captured<B: Bits>(path: &[Square], m: &crate::board::Move<B>) -> bool {
    let [from, to, captured @ ..] = path else {
        return false;
    };
    let set = captured.iter().fold(B::EMPTY, |set, &s| set | B::of(s));
    (*from, *to) == (m.from, m.to) && set == m.captured && captured.len() == set.count()
}

/// Moves for a message, not too many.
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
    use crate::notation::parse_fen;
    use crate::rules::Variant;
    use crate::with_rules;

    const DIAMOND: &str = "W:WK46:B19,28,32,37";

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
            (Czech, "W:Wc3:Bd4", "c3-e5", Err("illegal")),
            (
                Czech,
                "W:Wc3:Bd4",
                "c3-b4",
                Err("illegal move 'c3-b4', expected one of: 22x15x18"),
            ),
            (Czech, "W:Wc3:Ba7", "c3-z4", Err("column 4")),
            (Czech, "W:Wc3:Ba7", "c3-d5", Err("no square d5")),
            (Czech, "W:Wc3:Ba7", "22-33", Err("no square 33")),
            (Czech, "W:Wc3:Ba7", "", Err("column 1")),
            (Czech, "W:Bc3", "22-18", Err("no legal move")),
        ];
        for (variant, fen, text, expected) in cases {
            with_rules!(variant, R => {
                let position = parse_fen::<R>(variant, fen).unwrap();
                let found = parse_move(&position, text);
                match (found, expected) {
                    (Ok(m), Ok(written)) => assert_eq!(hub_move::<R>(&m), written, "{text}"),
                    (Err(error), Err(part)) => {
                        let message = error.to_string();
                        assert!(message.contains(part), "{text}: {message}");
                    }
                    (found, _) => panic!("{fen} {text}: {found:?}"),
                }
            });
        }
    }

    #[test]
    fn hub_names_every_legal_move_of_a_position() {
        let position = parse_fen::<crate::rules::International>(Variant::International, DIAMOND);
        let position = position.unwrap();
        let mut moves = Vec::new();
        legal_moves(&position, &mut moves);
        assert!(!moves.is_empty());
        for m in moves {
            let text = hub_move::<crate::rules::International>(&m);
            assert_eq!(parse_move(&position, &text), Ok(m), "{text}");
        }
    }
}
