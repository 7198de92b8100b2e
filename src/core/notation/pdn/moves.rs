//! Parses moves in PDN, as the standard and as real files write them. Begin with [`parse_move`].

use super::warning::ReplaySlip;
use crate::game::{AnyMove, AnyPosition};
use crate::geometry::{Bits, Square};
use crate::notation::move_text::{captures_with_dash, write_move};
use crate::notation::moves::{list, names_captured, path};
use crate::notation::{MoveError, Numbers, short, squares};
use crate::rules::{Lines, Variant};
use kamen_protocol::{MoveKind, MoveText};

/// Parses a legal move of a PDN file: `32-28`, `c3-d4`, `a3b4`, `cd4`; a capture as from and to, with all
/// or some of its stops, or with the captured squares; any sign between the squares.
///
/// # Errors
/// The text is malformed, illegal, or matches several moves and none exactly; the error lists the
/// legal moves.
pub fn parse_move(position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError> {
    let parsed = MoveText::parse(text).map_err(|error| MoveError::Text {
        text: shown(text),
        error,
    })?;
    let meant = meant(position, &parsed).map_err(|error| error.explained(position, &parsed))?;
    match meant.moves.as_slice() {
        [only] => Ok(*only),
        [exact, ..] if meant.first_is_exact => Ok(*exact),
        several => Err(ambiguous(position, &parsed, several)),
    }
}

/// The legal moves that match a text.
pub(in crate::notation) struct Meant {
    /// At least one.
    pub(in crate::notation) moves: Vec<AnyMove>,
    /// Whether the first is the exact reading of the standard; the others follow from lax usage.
    pub(in crate::notation) first_is_exact: bool,
}

/// Finds the legal moves that match a text of a file. Squares are read as stops first, then as from, to and captured
/// squares, then, in Turkish draughts, as from and captured squares, then as from, captured squares and to. The sign between them carries no information: a
/// move of files that have `x` or `-` for either kind is still the only one between its squares.
pub(in crate::notation) fn meant(
    position: &AnyPosition,
    parsed: &MoveText,
) -> Result<Meant, MoveError> {
    let legal = position.legal_moves();
    if let Some(only) = plain(position.variant(), &legal, parsed) {
        return Ok(Meant {
            first_is_exact: captures(&only) == 1,
            moves: vec![only],
        });
    }
    // Each with whether it is read exactly.
    let mut found: Vec<(bool, AnyMove)> = Vec::new();
    for full in short::in_full(position, &legal, parsed) {
        let path = path(position.variant(), Numbers::PLAIN, &full, &|| {
            parsed.to_string()
        })?;
        let (by_stops, moves) = meant_by(position, &legal, &path, parsed.kind);
        for m in moves {
            let has_all = captures(&m) + 1 == path.len().max(2);
            let is_exact = by_stops && has_all && !parsed.is_short();
            if found.iter().all(|(_, known)| *known != m) {
                found.push((is_exact, m));
            }
        }
    }
    found.sort_by_key(|&(is_exact, _)| !is_exact);
    let first_is_exact = found.first().is_some_and(|&(is_exact, _)| is_exact);
    if first_is_exact && parsed.squares.len() > 2 {
        found.retain(|&(is_exact, _)| is_exact);
    }
    if found.is_empty() {
        return Err(MoveError::Illegal {
            text: parsed.to_string(),
            legal: listed(position, parsed, &legal),
            why: None,
        });
    }
    Ok(Meant {
        moves: found.into_iter().map(|(_, m)| m).collect(),
        first_is_exact,
    })
}

/// The legal move of a text of two squares, if it is the only one between them and no capture is written where there is none: what the
/// way below finds for nearly all texts, in a third of its time.
fn plain(variant: Variant, legal: &[AnyMove], parsed: &MoveText) -> Option<AnyMove> {
    let [from, to] = parsed.squares[..] else {
        return None;
    };
    if parsed.is_short() {
        return None;
    }
    let (from, to) = (
        squares::by_name(variant, from)?,
        squares::by_name(variant, to)?,
    );
    let mut between = (legal.iter()).filter(|m| m.start_square() == from && m.end_square() == to);
    let only = between.next().filter(|_| between.next().is_none())?;
    (only.is_capture() || parsed.kind != MoveKind::Capture).then_some(*only)
}

/// Whether a path means a move.
type Means<'a> = &'a dyn Fn(&AnyMove) -> bool;

/// The legal moves that a path means in the first of the ways to read it in which it means any, and whether its squares
/// are stops then.
fn meant_by(
    position: &AnyPosition,
    legal: &[AnyMove],
    path: &[Square],
    kind: MoveKind,
) -> (bool, Vec<AnyMove>) {
    let stops = |m: &AnyMove| stops_on(position, m, path);
    let readings: [(bool, Means<'_>); 5] = [
        (true, &|m| {
            (m.is_capture() || kind != MoveKind::Capture) && stops(m)
        }),
        (false, &|m| names_captured(path, m)),
        (false, &|m| lists_captured(path, m)),
        (false, &|m| has_captured_between(path, m)),
        // The sign of captures at a quiet move; there are no captures then.
        (true, &stops),
    ];
    let found = readings.iter().find_map(|&(by_stops, means)| {
        let found: Vec<AnyMove> = legal.iter().filter(|m| means(m)).copied().collect();
        (!found.is_empty()).then_some((by_stops, found))
    });
    found.unwrap_or((false, Vec::new()))
}

/// Whether the path is from and exactly the captured squares, as the Turkish federation writes captures: in games
/// with captures along rows and files alone.
fn lists_captured(path: &[Square], m: &AnyMove) -> bool {
    let Some((from, captured)) = path.split_first() else {
        return false;
    };
    let set = captured.iter().fold(0, |set, &s| set | u128::of(s));
    let is_straight = m.variant().rules().captures == Lines::Straight;
    is_straight
        && *from == m.start_square()
        && set == m.captured_set()
        && captured.len() == set.count()
}

/// Whether the path is from, all captured squares and to, `28x23x19`.
fn has_captured_between(path: &[Square], m: &AnyMove) -> bool {
    let [from, captured @ .., to] = path else {
        return false;
    };
    let set = captured.iter().fold(0, |set, &s| set | u128::of(s));
    let has_ends = (*from, *to) == (m.start_square(), m.end_square());
    has_ends && m.is_capture() && set == m.captured_set() && captured.len() == set.count()
}

/// What is wrong with the sign of a text that means a legal move, if anything is.
pub(super) fn slip_of_sign(parsed: &MoveText, m: &AnyMove) -> Option<ReplaySlip> {
    match parsed.kind {
        MoveKind::Capture if !m.is_capture() => Some(ReplaySlip::QuietWithCross),
        MoveKind::Quiet if m.is_capture() && !captures_with_dash(m.variant()) => {
            Some(ReplaySlip::CaptureWithDash)
        }
        _ => None,
    }
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
    use crate::rules::Variant::*;

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
        let cases: [(Variant, &str, &str, Result<&str, &str>); 35] = [
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
            (International, "W:W32:B5", "32x28", Ok("32-28")),
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
            // Either sign, where there is one move.
            (English, "B:B11:W24", "11x15", Ok("11-15")),
            (English, "B:B11:W24", "11:15", Ok("11-15")),
            (Russian, "W:Wc3:Bd4", "c3-e5", Ok("22x15x18")),
            (
                English,
                "B:B11:W15",
                "11x16",
                Err("illegal move '11x16': you must capture, expected one of: 11x18"),
            ),
            // Short moves of Russian score sheets.
            (Russian, "W:Wc3,g1:Bh8", "cd4", Ok("22-18")),
            (Russian, "W:Wc3,g1:Bd4,f6", "c:e5:g7", Ok("22x8x11x18")),
            (Russian, "W:Wc3,g1:Bd4,f6", "c:g7", Ok("22x8x11x18")),
            (
                Russian,
                "W:WKc1,Kc5:Bh8",
                "ce3",
                Err("ambiguous move 'ce3'"),
            ),
            (Russian, "W:Wc3:Bd4,f6", "c:e5", Err("illegal move 'cxe5'")),
            // Captured squares between from and to.
            (
                International,
                "W:W32:B28,19",
                "32x28x14",
                Err("illegal move"),
            ),
            (
                International,
                "W:W32:B28,19",
                "32x28x19x14",
                Ok("32x14x19x28"),
            ),
            (
                International,
                STANDARD,
                "47x42x29x19x22x36",
                Ok("47x36x19x22x29x42"),
            ),
            (Russian, "W:Wc3:Bd4,f6", "c3:d4:f6:g7", Ok("22x8x11x18")),
            // Captured squares, in brackets and as the Turkish federation writes them.
            (
                International,
                STANDARD,
                "47x36 <42,29,19,22>",
                Ok("47x36x19x22x29x42"),
            ),
            (
                International,
                STANDARD,
                "47x36 <42,29,19>",
                Err("illegal move '47x36x42x29x19'"),
            ),
            (
                Turkish,
                "W:Wd4:Bd5,c6,b7,h8",
                "d4xd5xc6xb7",
                Ok("36x2x10x19x28"),
            ),
            (Turkish, "W:Wd4:Bd5,h8", "d4xd5", Ok("36x20x28")),
            (
                Turkish,
                "W:WKd4:Bd6,h2",
                "d4xd6",
                Err("ambiguous move 'd4xd6', expected one of: d4xd8 d4xd7"),
            ),
            (Turkish, "W:Wd4:Bd5,c6,b7,h8", "d4xd5xc6", Err("illegal")),
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
