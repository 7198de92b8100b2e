//! Perft: the number of move sequences of a given length, the proof of a move generator.
//!
//! A move counts once per (from, to, set of captured squares). At the last ply the moves are
//! counted, not made.

use crate::board::{Black, Color, Side, White};
use crate::movegen::{self, legal_moves};
use crate::rules::{BoardOf, MoveOf, Position, Rules};

/// The number of sequences of `depth` legal moves; 1 at depth 0.
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    let mut moves = Vec::with_capacity(256);
    match (depth, position.turn) {
        (0, _) => 1,
        (_, Color::White) => walk::<R, White>(&position.board, depth, &mut moves),
        (_, Color::Black) => walk::<R, Black>(&position.board, depth, &mut moves),
    }
}

/// Each legal move with the number of sequences of `depth` moves that begin with it.
pub fn divide<R: Rules>(position: &Position<R>, depth: u32) -> Vec<(MoveOf<R>, u64)> {
    let mut moves = Vec::new();
    legal_moves(position, &mut moves);
    let count = |m: &MoveOf<R>| perft(&position.after(m), depth.saturating_sub(1));
    moves.iter().map(|m| (*m, count(m))).collect()
}

/// Counts below a board with `S` to move. `moves` is a stack that all plies share.
fn walk<R: Rules, S: Side>(board: &BoardOf<R>, depth: u32, moves: &mut Vec<MoveOf<R>>) -> u64 {
    if depth == 1 {
        return movegen::count::<R, S>(board, moves) as u64;
    }
    let first = moves.len();
    movegen::moves_of::<R, S>(board, moves);
    let mut nodes = 0;
    for i in first..moves.len() {
        let next = board.after::<S>(&moves[i]);
        nodes += walk::<R, S::Opponent>(&next, depth - 1, moves);
    }
    moves.truncate(first);
    nodes
}
