//! Moves as PDN writes them, and as files have them.

use crate::geometry::{Bits, Square};
use crate::movegen::legal_moves;
use crate::notation::moves::{list, names_captured, path};
use crate::notation::{MoveError, Numbers, route, squares};
use crate::rules::{MoveOf, Position, Rules};
use kamen_protocol::{MoveKind, MoveText};

/// Writes a legal move as PDN 3.0 wants it ("PDN 3.0 Restrictions", 8 and 9): from and to, and the
/// squares between if another legal capture shares both; with letters or numbers.
///
/// The sign of the capture is left to the writer of the game, but for `-`, the sign of Thai
/// draughts.
pub fn write_move<R: Rules>(position: &Position<R>, m: &MoveOf<R>, letters: bool) -> MoveText {
    let mut moves = Vec::new();
    legal_moves(position, &mut moves);
    let shares = |other: &&MoveOf<R>| (other.from, other.to) == (m.from, m.to);
    let between = if m.is_capture() && moves.iter().filter(shares).count() > 1 {
        route::stops(position, m)
    } else {
        Vec::new()
    };
    let path = [m.from].into_iter().chain(between).chain([m.to]);
    MoveText {
        kind: if m.is_capture() {
            MoveKind::Capture
        } else {
            MoveKind::Quiet
        },
        squares: path.map(|at| squares::name::<R>(at, letters)).collect(),
    }
}

/// Reads a legal move of a PDN file: `32-28`, `c3-d4`, `a3b4`; a capture as from and to, with all
/// or some of its stops, or with the captured squares; `-` for any sign.
///
/// # Errors
/// Says what is wrong and which moves there are; also if several moves may be meant and none is
/// meant exactly.
pub fn parse_move<R: Rules>(position: &Position<R>, text: &str) -> Result<MoveOf<R>, MoveError> {
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

/// The legal moves that a text may mean.
pub(super) struct Meant<R: Rules> {
    /// At least one.
    pub(super) moves: Vec<MoveOf<R>>,
    /// Whether the first is what the standard writes so; the others follow from laxer habits.
    pub(super) first_is_exact: bool,
}

/// The legal moves that a text may mean, in the manner of files: the sign `-` says nothing, and
/// the squares are stops before they are captured pieces.
pub(super) fn meant<R: Rules>(
    position: &Position<R>,
    parsed: &MoveText,
) -> Result<Meant<R>, MoveError> {
    let text = parsed.to_string();
    let path = path::<R>(Numbers::PLAIN, parsed, &text)?;
    let mut legal = Vec::new();
    legal_moves(position, &mut legal);
    let must_capture = parsed.kind == MoveKind::Capture;
    let fits = |m: &&MoveOf<R>| m.is_capture() || !must_capture;
    let mut moves: Vec<MoveOf<R>> = legal
        .iter()
        .filter(fits)
        .filter(|m| stops_on(position, m, &path))
        .copied()
        .collect();
    let is_exact = |m: &MoveOf<R>| captures::<R>(m) + 1 == path.len().max(2);
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

/// Whether the move goes along the path, which may leave stops out.
fn stops_on<R: Rules>(position: &Position<R>, m: &MoveOf<R>, path: &[Square]) -> bool {
    match path {
        [from, to] => (*from, *to) == (m.from, m.to),
        _ => m.is_capture() && route::passes(position, m, path),
    }
}

/// The captured pieces; a quiet move counts as one, for it has no stops between either.
fn captures<R: Rules>(m: &MoveOf<R>) -> usize {
    m.captured.count().max(1)
}

/// The error of a text that may mean several moves.
pub(super) fn ambiguous<R: Rules>(
    position: &Position<R>,
    parsed: &MoveText,
    moves: &[MoveOf<R>],
) -> MoveError {
    MoveError::Ambiguous {
        text: parsed.to_string(),
        legal: listed(position, parsed, moves),
    }
}

/// Moves for a message, with letters or numbers like the one that was read.
fn listed<R: Rules>(position: &Position<R>, parsed: &MoveText, moves: &[MoveOf<R>]) -> String {
    let letters = parsed.squares.iter().any(|name| name.is_letters());
    list(moves, |m| write_move(position, m, letters).to_string())
}

fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{hub_move, parse_fen};
    use crate::rules::Variant::{self, *};
    use crate::with_rules;

    /// The moves of a position as PDN writes them, sorted.
    fn written(variant: Variant, fen: &str) -> Vec<String> {
        with_rules!(variant, R => {
            let position = parse_fen::<R>(variant, fen).unwrap();
            let mut moves = Vec::new();
            legal_moves(&position, &mut moves);
            let letters = variant.facts().algebraic;
            let text = |m| write_move(&position, m, letters).to_string();
            let mut texts: Vec<String> = moves.iter().map(text).collect();
            texts.sort();
            texts
        })
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
            (Thai, "B:BK3:W7", &["3x10"]),
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
            with_rules!(variant, R => {
                let position = parse_fen::<R>(variant, fen).unwrap();
                match (parse_move(&position, text), expected) {
                    (Ok(m), Ok(hub)) => assert_eq!(hub_move::<R>(&m), hub, "{text}"),
                    (Err(error), Err(part)) => {
                        let message = error.to_string();
                        assert!(message.contains(part), "{text}: {message}");
                    }
                    (found, _) => panic!("{fen} {text}: {found:?}"),
                }
            });
        }
    }
}
