//! Parses moves in PDN, as the standard and as real files write them. Begin with [`parse_move`].

use crate::game::{AnyMove, AnyPosition};
use crate::geometry::{Bits, Square};
use crate::notation::move_text::write_move;
use crate::notation::moves::{list, names_captured, path};
use crate::notation::{MoveError, Numbers};
use kamen_protocol::{MoveKind, MoveText};

/// Parses a legal move of a PDN file: `32-28`, `c3-d4`, `a3b4`; a capture as from and to, with all
/// or some of its stops, or with the captured squares; `-` stands for any sign.
///
/// # Errors
/// The text is malformed, illegal, or matches several moves and none exactly; the error lists the
/// legal moves.
pub fn parse_move(position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError> {
    let parsed = MoveText::parse(text).map_err(|error| MoveError::Text {
        text: shown(text),
        error,
    })?;
    let meant = meant(position, &parsed)?;
    match meant.moves.as_slice() {
        [only] => Ok(*only),
        [exact, ..] if meant.first_is_exact => Ok(*exact),
        several => Err(ambiguous(position, &parsed, several)),
    }
}

/// The legal moves that match a text.
pub(super) struct Meant {
    /// At least one.
    pub(super) moves: Vec<AnyMove>,
    /// Whether the first is the exact reading of the standard; the others follow from lax usage.
    pub(super) first_is_exact: bool,
}

/// Finds the legal moves that match a text of a file: the sign `-` carries no information, and
/// squares are read as stops first, then as captured squares.
pub(super) fn meant(position: &AnyPosition, parsed: &MoveText) -> Result<Meant, MoveError> {
    let text = parsed.to_string();
    let path = path(position.variant(), Numbers::PLAIN, parsed, &text)?;
    let legal = position.legal_moves();
    let must_capture = parsed.kind == MoveKind::Capture;
    let fits = |m: &&AnyMove| m.is_capture() || !must_capture;
    let mut moves: Vec<AnyMove> = legal
        .iter()
        .filter(fits)
        .filter(|m| stops_on(position, m, &path))
        .copied()
        .collect();
    let is_exact = |m: &AnyMove| captures(m) + 1 == path.len().max(2);
    moves.sort_by_key(|m| !is_exact(m));
    let first_is_exact = moves.first().is_some_and(is_exact);
    if first_is_exact && path.len() > 2 {
        moves.retain(is_exact);
    }
    if moves.is_empty() {
        moves = legal.iter().filter(fits).copied().collect();
        moves.retain(|m| names_captured(&path, m));
    }
    if moves.is_empty() {
        return Err(MoveError::Illegal {
            text,
            legal: listed(position, parsed, &legal),
        });
    }
    Ok(Meant {
        moves,
        first_is_exact,
    })
}

/// Whether the move passes the squares of `path`, which may omit stops.
fn stops_on(position: &AnyPosition, m: &AnyMove, path: &[Square]) -> bool {
    match path {
        [from, to] => (*from, *to) == (m.start_square(), m.end_square()),
        _ => m.is_capture() && position.passes(m, path),
    }
}

/// The number of captured pieces; 1 for a quiet move, which has no stops either.
fn captures(m: &AnyMove) -> usize {
    m.captured_set().count().max(1)
}

/// The error for a text that matches several moves.
pub(super) fn ambiguous(position: &AnyPosition, parsed: &MoveText, moves: &[AnyMove]) -> MoveError {
    MoveError::Ambiguous {
        text: parsed.to_string(),
        legal: listed(position, parsed, moves),
    }
}

/// Lists moves for a message, in letters or numbers like the parsed text.
fn listed(position: &AnyPosition, parsed: &MoveText, moves: &[AnyMove]) -> String {
    let letters = parsed.squares.iter().any(|name| name.is_letters());
    list(moves, |m| write_move(position, m, letters).to_string())
}

fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant::{self, *};

    /// The moves of a position as PDN writes them, sorted.
    fn written(variant: Variant, fen: &str) -> Vec<String> {
        let position = AnyPosition::parse_fen(variant, fen).unwrap();
        let letters = variant.facts().algebraic;
        let text = |m| write_move(&position, m, letters).to_string();
        let mut texts: Vec<String> = position.legal_moves().iter().map(text).collect();
        texts.sort();
        texts
    }

    /// An example of the standard ("PDN 3.0 Restrictions", 8 and 9).
    const STANDARD: &str = "W:WK47:B14,19,22,29,42";

    #[test]
    fn stops_are_written_where_they_are_needed() {
        let cases: [(Variant, &str, &[&str]); 7] = [
            (
                International,
                STANDARD,
                &[
                    "47x38x20x9x27",
                    "47x38x20x9x31",
                    "47x38x20x9x36",
                    "47x38x24x13x27",
                    "47x38x24x13x31",
                    "47x38x24x13x36",
                ],
            ),
            (International, "W:W32:B28,19", &["32x14"]),
            (International, "W:W32:B8", &["32-27", "32-28"]),
            (Russian, "W:Wc3,e1:Bd4,f6,b4", &["c3xa5", "c3xg7"]),
            (
                English,
                "B:BK2:W6,7,14,15,16",
                &["2x11x20", "2x2", "2x9x18x11x20"],
            ),
            (Turkish, "W:Wa3:Bb3", &["a3xc3"]),
            (Thai, "B:BK3:W7", &["3-10"]),
        ];
        for (variant, fen, expected) in cases {
            assert_eq!(written(variant, fen), expected, "{variant} {fen}");
        }
    }

    #[test]
    fn moves_of_files_are_read() {
        let cases: [(Variant, &str, &str, Result<&str, &str>); 16] = [
            (International, "W:W32:B28,19", "32x14", Ok("32x14x19x28")),
            (International, "W:W32:B28,19", "32-14", Ok("32x14x19x28")),
            (International, "W:W32:B28,19", "32x23x14", Ok("32x14x19x28")),
            (International, "W:W32:B28,19", "3214", Ok("32x14x19x28")),
            (
                International,
                "W:W32:B28,19",
                "32x14x28x19",
                Ok("32x14x19x28"),
            ),
            (
                International,
                "W:W32:B28",
                "32x28",
                Err("illegal move '32x28'"),
            ),
            (
                International,
                "W:W32:B5",
                "32x28",
                Err("illegal move '32x28'"),
            ),
            (
                International,
                STANDARD,
                "47x36",
                Err("ambiguous move '47x36', expected one of: 47x38x20x9x36 47x38x24x13x36"),
            ),
            (International, STANDARD, "47x24x36", Ok("47x36x19x22x29x42")),
            (
                International,
                STANDARD,
                "47x36x42x29x14x22",
                Ok("47x36x14x22x29x42"),
            ),
            (Czech, "W:Wc3:Bd4,f6", "c3:e5:g7", Ok("22x8x11x18")),
            (Czech, "W:Wc3:Bd4,f6", "c3g7", Ok("22x8x11x18")),
            (Turkish, "W:Wa3:Bb3", "a3-c3", Ok("41x43x42")),
            (Thai, "B:BK3:W7", "3-10", Ok("3x10x7")),
            (
                English,
                "B:BK2:W6,7,14,15,16",
                "2x9x18x11x20",
                Ok("2x20x6x14x15x16"),
            ),
            (English, "B:BK2:W6,7,14,15,16", "2x20", Err("ambiguous")),
        ];
        for (variant, fen, text, expected) in cases {
            let position = AnyPosition::parse_fen(variant, fen).unwrap();
            match (parse_move(&position, text), expected) {
                (Ok(m), Ok(hub)) => assert_eq!(m.to_string(), hub, "{text}"),
                (Err(error), Err(part)) => {
                    let message = error.to_string();
                    assert!(message.contains(part), "{text}: {message}");
                }
                (found, _) => panic!("{fen} {text}: {found:?}"),
            }
        }
    }
}
