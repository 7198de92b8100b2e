//! The key of a position in an index. See [`key`].

use kamen_core::board::{Color, Kind};
use kamen_core::game::AnyPosition;
use kamen_core::geometry::Square;
use kamen_core::notation::square_named;
use kamen_core::rules::Variant;
use kamen_protocol::SquareName;
use std::sync::OnceLock;

/// The offset basis and the prime of the hash function FNV-1a with 64 bits (Fowler, Noll, Vo).
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// The key of a position: FNV-1a with 64 bits over its variant, a blank and [its text in Hub](AnyPosition::hub), as in
/// `czech Wbbbb...`: the side to move, then for each playing square in the order of the numbers `w` or `b` for a man, `W` or `B` for
/// a king, `e` for nothing. The rule is the same in all versions; counts of king moves and what led to the position are no
/// part of it.
///
/// ```
/// use kamen_collection::key;
/// use kamen_core::{AnyPosition, Variant};
///
/// assert_eq!(key(&AnyPosition::start(Variant::Czech)), 0x3880_f4eb_614e_77c5);
/// ```
pub fn key(position: &AnyPosition) -> u64 {
    let board = board(position.variant());
    let turn = match position.turn() {
        Color::White => b'W',
        Color::Black => b'B',
    };
    let squares = board.squares.iter();
    squares.fold(step(board.hash, turn), |hash, &square| {
        step(hash, character(position.at(square)))
    })
}

fn character(piece: Option<(Color, Kind)>) -> u8 {
    match piece {
        None => b'e',
        Some((Color::White, Kind::Man)) => b'w',
        Some((Color::White, Kind::King)) => b'W',
        Some((Color::Black, Kind::Man)) => b'b',
        Some((Color::Black, Kind::King)) => b'B',
    }
}

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(PRIME)
}

/// What the keys of a variant have in common.
struct Board {
    /// The hash of the name and the blank.
    hash: u64,
    /// In the order of their numbers.
    squares: Vec<Square>,
}

fn board(variant: Variant) -> &'static Board {
    static BOARDS: [OnceLock<Board>; Variant::ALL.len()] =
        [const { OnceLock::new() }; Variant::ALL.len()];
    BOARDS[variant as usize].get_or_init(|| {
        let name = variant.name().bytes().chain([b' ']);
        let numbers = 1..=variant.shape().squares as u16;
        Board {
            hash: name.fold(BASIS, step),
            squares: numbers
                .filter_map(|number| square_named(variant, SquareName::Number(number)))
                .collect(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn the_key_is_that_of_the_text() {
        let mut keys = HashMap::new();
        for variant in Variant::ALL {
            for position in random::positions(variant, 3, 200) {
                let text = format!("{variant} {}", position.hub());
                let expected = text.bytes().fold(BASIS, step);
                assert_eq!(key(&position), expected, "{text}");
                keys.insert(text, expected);
            }
        }
        let distinct: HashSet<u64> = keys.values().copied().collect();
        assert_eq!(distinct.len(), keys.len());
        assert!(keys.len() > 2000);
    }
}
