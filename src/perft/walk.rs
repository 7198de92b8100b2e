//! Walks through all sequences of moves, on one thread.
//!
//! `moves` is a stack that all plies share; it is left as it was.

use super::table::Table;
use crate::board::{Black, Color, Side, White};
use crate::movegen::{self, Counting};
use crate::rules::{MoveOf, Position, Rules};
use std::hint::black_box;

/// The number of sequences of `depth` moves; moves of the last ply are counted, not made.
pub(super) fn count<R: Rules>(
    position: &Position<R>,
    depth: u32,
    counting: Counting,
    moves: &mut Vec<MoveOf<R>>,
) -> u64 {
    match (depth, position.turn) {
        (0, _) => 1,
        (_, Color::White) => count_of::<R, White>(position, depth, counting, moves),
        (_, Color::Black) => count_of::<R, Black>(position, depth, counting, moves),
    }
}

/// The same with every last position made.
pub(super) fn make<R: Rules>(
    position: &Position<R>,
    depth: u32,
    counting: Counting,
    moves: &mut Vec<MoveOf<R>>,
) -> u64 {
    match (depth, position.turn) {
        (0, _) => {
            black_box(position);
            1
        }
        (_, Color::White) => make_of::<R, White>(position, depth, counting, moves),
        (_, Color::Black) => make_of::<R, Black>(position, depth, counting, moves),
    }
}

/// The same as [`count`] with what `table` knows; `u128::MAX` if there are that many or more.
pub(super) fn look_up<R: Rules>(
    position: &Position<R>,
    depth: u32,
    counting: Counting,
    table: &Table<R>,
    moves: &mut Vec<MoveOf<R>>,
) -> u128 {
    match (depth, position.turn) {
        (0, _) => 1,
        (_, Color::White) => look_up_of::<R, White>(position, depth, counting, table, moves),
        (_, Color::Black) => look_up_of::<R, Black>(position, depth, counting, table, moves),
    }
}

/// Counts below a position with `S` to move.
fn count_of<R: Rules, S: Side>(
    position: &Position<R>,
    depth: u32,
    counting: Counting,
    moves: &mut Vec<MoveOf<R>>,
) -> u64 {
    let mut nodes = 0;
    match depth {
        1 => nodes = movegen::count::<R, S>(position, counting, moves) as u64,
        2 => movegen::each_position_after::<R, S>(position, counting, moves, |next, moves| {
            nodes += movegen::count::<R, S::Opponent>(next, counting, moves) as u64;
        }),
        _ => movegen::each_position_after::<R, S>(position, counting, moves, |next, moves| {
            nodes += count_of::<R, S::Opponent>(next, depth - 1, counting, moves);
        }),
    }
    nodes
}

/// Makes all positions below one with `S` to move.
fn make_of<R: Rules, S: Side>(
    position: &Position<R>,
    depth: u32,
    counting: Counting,
    moves: &mut Vec<MoveOf<R>>,
) -> u64 {
    let mut nodes = 0;
    movegen::each_position_after::<R, S>(position, counting, moves, |next, moves| {
        nodes += if depth > 1 {
            make_of::<R, S::Opponent>(next, depth - 1, counting, moves)
        } else {
            black_box(next);
            1
        };
    });
    nodes
}

/// Up to this depth counting is as quick as looking up.
const SHALLOW: u32 = 2;

/// Counts below a position with `S` to move.
fn look_up_of<R: Rules, S: Side>(
    position: &Position<R>,
    depth: u32,
    counting: Counting,
    table: &Table<R>,
    moves: &mut Vec<MoveOf<R>>,
) -> u128 {
    if depth <= SHALLOW {
        return count_of::<R, S>(position, depth, counting, moves).into();
    }
    if let Some(nodes) = table.get(position, depth) {
        return nodes;
    }
    let mut nodes: u128 = 0;
    movegen::each_position_after::<R, S>(position, counting, moves, |next, moves| {
        let below = look_up_of::<R, S::Opponent>(next, depth - 1, counting, table, moves);
        nodes = nodes.saturating_add(below);
    });
    table.put(position, depth, nodes);
    nodes
}
