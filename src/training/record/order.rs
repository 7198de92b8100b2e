//! The order of the legal moves by which files number them, whatever move generation does.

use kamen_core::board::Move;
use kamen_core::geometry::Bits;
use kamen_core::movegen::legal_moves;
use kamen_core::rules::{MoveOf, Position, Rules};

/// Makes `moves` the legal moves of a position, ordered by the square that the piece leaves, the one
/// where it ends, and the pieces that it takes: of two sets the one with the later square, among
/// those that differ, comes later. Squares are ordered as `FORMAT.md` says.
pub fn ordered_moves<R: Rules>(position: &Position<R>, moves: &mut Vec<MoveOf<R>>) {
    moves.clear();
    legal_moves(position, moves);
    sort(moves);
}

/// Apart from the rules, so that it is compiled for each word, not for each of them.
fn sort<B: Bits>(moves: &mut [Move<B>]) {
    moves.sort_unstable_by_key(|m| {
        let [low, high] = m.captured.words();
        (m.from, m.to, high, low)
    });
}
