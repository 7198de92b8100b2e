//! Parses another program's divide: each move with its number of sequences. Begin with [`parse`].

use kamen_protocol::{MoveKind, MoveText, SquareName};
use serde::Serialize;
use std::collections::BTreeMap;

/// How often a move is listed, and its node count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Times listed; more than once only where routes are counted separately.
    pub times: usize,
    /// Total number of sequences that begin with the move.
    pub nodes: u128,
}

/// The moves of a position in Hub notation, captured squares ascending.
pub type Divide = BTreeMap<String, Listed>;

/// Adds a move to a divide.
pub(super) fn add(divide: &mut Divide, name: String, nodes: u128) {
    let listed = divide.entry(name).or_default();
    listed.times += 1;
    listed.nodes = listed.nodes.saturating_add(nodes);
}

/// Parses a line of an answer, `<move> <nodes>`, on a board of `squares` squares.
///
/// # Errors
/// The line is malformed; the text says what was expected.
pub(super) fn parse(line: &str, squares: usize) -> Result<(String, u128), String> {
    let expected = || {
        format!(
            "`<move> <nodes>`, the move with numbers up to {squares} as Hub has it (32-28, \
             28x19x23), or an empty line"
        )
    };
    let words = line.trim().split_once(char::is_whitespace);
    let read = words.and_then(|(name, nodes)| {
        Some((canonical(name, squares)?, nodes.trim_start().parse().ok()?))
    });
    read.ok_or_else(expected)
}

/// Normalises a move in Hub notation: sorts the captured squares in ascending order.
fn canonical(text: &str, squares: usize) -> Option<String> {
    let mut text = MoveText::parse(text).ok()?;
    let fits = |square: &SquareName| match square {
        SquareName::Number(number) => (1..=squares).contains(&usize::from(*number)),
        SquareName::Letters { .. } => false,
    };
    let is_hub = match text.kind {
        MoveKind::Quiet => text.squares.len() == 2,
        MoveKind::Capture => text.squares.len() > 2,
        MoveKind::Unknown => false,
    };
    text.squares
        .get_mut(2..)?
        .sort_by_key(|square| match square {
            SquareName::Number(number) => *number,
            SquareName::Letters { .. } => 0,
        });
    (is_hub && text.squares.iter().all(fits)).then(|| text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_moves_are_equal_however_they_are_written() {
        for (line, written) in [
            ("32-28 9", "32-28"),
            (" 28x19x23  9 ", "28x19x23"),
            ("46x46x37x32x19x28 9", "46x46x19x28x32x37"),
            ("028:019:023\t9", "28x19x23"),
        ] {
            assert_eq!(parse(line, 50), Ok((written.to_owned(), 9)), "{line}");
        }
        for line in [
            "",
            "32-28",
            "32 9",
            "28x19 9",
            "32-28-19 9",
            "3228 9",
            "c3-d4 9",
            "32-51 9",
            "0-5 9",
            "32-28 x",
            "32-28 -1",
            "32-28 1 2",
            "9 32-28",
        ] {
            assert!(parse(line, 50).is_err(), "{line}");
        }
    }
}
