//! Counts move sequences recursively, on one thread.
//!
//! `moves` is a stack shared by all plies; every function restores it.

use super::Method;
use super::table::CountTable;
use kamen_core::board::{Black, Color, Side, White};
use kamen_core::movegen::{self, Batch, Counting};
use kamen_core::rules::{MoveOf, Position, Rules};
use std::hint::black_box;

/// The counting state of one thread.
pub(super) struct Walker<R: Rules> {
    counting: Counting,
    pub(super) moves: Vec<MoveOf<R>>,
    batch: Option<Batch<R>>,
}

impl<R: Rules> Walker<R> {
    pub(super) fn new(method: &Method) -> Self {
        let counting = method.counting;
        let moves = Vec::with_capacity(256);
        let batch = Batch::new(counting, method.vectors);
        Walker {
            counting,
            moves,
            batch,
        }
    }

    /// The number of sequences of `depth` moves; moves of the last ply are counted, not made.
    pub(super) fn count(&mut self, position: &Position<R>, depth: u32) -> u64 {
        match position.turn {
            Color::White => self.count_of::<White>(position, depth),
            Color::Black => self.count_of::<Black>(position, depth),
        }
    }

    fn count_of<S: Side>(&mut self, position: &Position<R>, depth: u32) -> u64 {
        match &mut self.batch {
            // At lower depths a batch would never fill.
            Some(batch) if depth > SHALLOW => batch.count::<S>(position, depth),
            _ => movegen::count_sequences::<R, S>(position, depth, self.counting, &mut self.moves),
        }
    }
}

/// The number of sequences of `depth` moves, with every last position made.
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

/// The number of sequences of `depth` moves, using `table`; saturates at `u128::MAX`.
pub(super) fn look_up<R: Rules>(
    position: &Position<R>,
    depth: u32,
    counting: Counting,
    table: &CountTable<R>,
    moves: &mut Vec<MoveOf<R>>,
) -> u128 {
    match position.turn {
        Color::White => look_up_of::<R, White>(position, depth, counting, table, moves),
        Color::Black => look_up_of::<R, Black>(position, depth, counting, table, moves),
    }
}

/// Counts below a position with `S` to move by making every move.
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

/// Up to this depth it is fastest to count one position at a time.
const SHALLOW: u32 = 2;

/// Counts below a position with `S` to move.
#[inline(never)]
fn look_up_of<R: Rules, S: Side>(
    position: &Position<R>,
    depth: u32,
    counting: Counting,
    table: &CountTable<R>,
    moves: &mut Vec<MoveOf<R>>,
) -> u128 {
    if depth <= SHALLOW {
        return movegen::count_sequences::<R, S>(position, depth, counting, moves).into();
    }
    if let Some(nodes) = table.get(position, depth) {
        return nodes;
    }
    let mut nodes: u128 = 0;
    let first = moves.len();
    movegen::legal_moves_as(position, counting, moves);
    for number in first..moves.len() {
        let next = position.after(&moves[number]);
        let below = look_up_of::<R, S::Opponent>(&next, depth - 1, counting, table, moves);
        nodes = nodes.saturating_add(below);
    }
    moves.truncate(first);
    table.put(position, depth, nodes);
    nodes
}
