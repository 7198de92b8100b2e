//! Counts legal moves without generating them.

use super::capture;
use super::jumps::{FirstJumps, Jumps};
use super::{Counting, is_over, man_moves, precedence, quiet};
use crate::board::Side;
use crate::geometry::{Bits, Geometry};
use crate::rules::{BitsOf, BoardOf, MoveOf, Position, Rules};

/// The number of legal moves of `S`, the side to move. `scratch` is used for rare positions and
/// restored.
#[inline(always)]
pub fn count<R: Rules, S: Side>(
    position: &Position<R>,
    counting: Counting,
    scratch: &mut Vec<MoveOf<R>>,
) -> usize {
    let board = &position.board;
    if is_over::<R>(board) {
        return 0;
    }
    let men = board.men(S::COLOR);
    let jumps = Jumps::<R>::of_men::<S>(board);
    let jumping = men & jumps.any;
    let kings = capture::jumping_kings::<R, S>(board);
    if (jumping | kings).is_empty() {
        return count_quiet::<R, S>(position);
    }
    let ranks_kings = precedence::counts_kings::<R>() && board.kings(S::Opponent::COLOR).any();
    if kings.is_empty()
        && !ranks_kings
        && let Some(count) = count_short_walks::<R, S>(men, &jumps)
    {
        return count;
    }
    count_walks::<R, S>(board, jumping, kings, counting, scratch)
}

/// The number of quiet moves.
#[inline(always)]
fn count_quiet<R: Rules, S: Side>(position: &Position<R>) -> usize {
    let empty = position.board.empty::<R::Geometry>();
    let mut count = count_steps::<R, S>(&position.board);
    for king in quiet::free_kings::<R, S>(position).squares() {
        count += (quiet::king_targets::<R>(&position.board, king) & empty).count();
    }
    count
}

/// The number of quiet moves of men.
#[inline(always)]
pub(super) fn count_steps<R: Rules, S: Side>(board: &BoardOf<R>) -> usize {
    let men = board.men(S::COLOR);
    let empty = board.empty::<R::Geometry>();
    let mut count = 0;
    each_direction!(direction => {
        if const { man_moves::<R, S>(direction) } {
            count += (R::Geometry::shift(men, direction) & empty).count();
        }
    });
    count
}

/// The number of captures if only men can capture and none jumps more than twice; `None` if one
/// may.
#[inline(always)]
fn count_short_walks<R: Rules, S: Side>(men: BitsOf<R>, jumps: &Jumps<R>) -> Option<usize> {
    let first = FirstJumps::<R>::new::<S>(men, jumps);
    if first.crowned.any() {
        return None;
    }
    if first.going_on.is_empty() {
        return Some(first.last);
    }
    let (twice, further) = first.second_jumps::<S>(jumps);
    if further.any() {
        None
    } else {
        Some(first.total(twice))
    }
}

/// The number of captures in the general case, by generating them.
#[cold]
#[inline(never)]
pub(super) fn count_walks<R: Rules, S: Side>(
    board: &BoardOf<R>,
    men: BitsOf<R>,
    kings: BitsOf<R>,
    counting: Counting,
    scratch: &mut Vec<MoveOf<R>>,
) -> usize {
    let before = scratch.len();
    capture::walk_all::<R, S>(board, men, kings, counting, scratch);
    let count = scratch.len() - before;
    scratch.truncate(before);
    count
}
