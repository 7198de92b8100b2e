//! Counting legal moves without listing them.

use super::capture::{self, Jumps};
use super::{Counting, is_over, man_captures, man_moves, precedence, quiet};
use crate::board::Side;
use crate::geometry::{Bits, Direction, Geometry};
use crate::rules::{BitsOf, BoardOf, Lines, MoveOf, Position, Rules, crowning_row};

/// The number of legal moves of `S`, whose turn it is. `scratch` is left as it was; rare positions
/// use its space.
#[inline(always)]
pub(crate) fn count<R: Rules, S: Side>(
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
    let men = position.board.men(S::COLOR);
    let empty = position.board.empty::<R::Geometry>();
    let mut count = 0;
    each_direction!(direction => {
        if man_moves::<R, S>(direction) {
            count += (R::Geometry::shift(men, direction) & empty).count();
        }
    });
    for king in quiet::free_kings::<R, S>(position).squares() {
        count += (quiet::king_targets::<R>(&position.board, king) & empty).count();
    }
    count
}

/// The number of captures when only men can capture and none jumps more than twice; `None` when
/// one may.
///
/// Whole sets jump at once, and where they land the same squares to jump from apply again: the first
/// two jumps of a man cannot come back to its start or to a piece that it took. (Nor can the second
/// turn back, because the start is not empty in `jumps`; but the third can.)
#[inline(always)]
fn count_short_walks<R: Rules, S: Side>(men: BitsOf<R>, jumps: &Jumps<R>) -> Option<usize> {
    let crowning = crowning_row::<R::Geometry>(S::COLOR);
    let mut landings = [BitsOf::<R>::EMPTY; Direction::COUNT];
    let (mut once, mut going_on) = (0, BitsOf::<R>::EMPTY);
    let mut crowned = BitsOf::<R>::EMPTY;
    each_direction!(first => {
        if man_captures::<R, S>(first) {
            let to = two_steps::<R>(men & jumps.sources[first as usize], first);
            landings[first as usize] = to;
            once += (to & !jumps.any).count();
            going_on |= to & jumps.any;
            crowned |= to & crowning;
        }
    });
    if R::RULES.crowned_in_passing && crowned.any() {
        return None;
    }
    if going_on.is_empty() {
        return Some(once);
    }
    let mut twice = 0;
    let mut further = BitsOf::<R>::EMPTY;
    each_direction!(second => {
        if man_captures::<R, S>(second) {
            let onward = onward::<R, S>(second, men, jumps);
            each_direction!(first => {
                if man_captures::<R, S>(first) && first != second.opposite() {
                    let again = landings[first as usize] & jumps.sources[second as usize];
                    twice += again.count();
                    further |= two_steps::<R>(again, second) & onward;
                }
            });
        }
    });
    if further.any() {
        None
    } else if precedence::is_free::<R>() {
        Some(once + twice)
    } else {
        Some(twice)
    }
}

/// The squares on which a man that came there by its second jump, in direction `last`, may be able
/// to go on, or is a king.
#[inline(always)]
fn onward<R: Rules, S: Side>(last: Direction, men: BitsOf<R>, jumps: &Jumps<R>) -> BitsOf<R> {
    let mut onward = BitsOf::<R>::EMPTY;
    each_direction!(third => {
        if man_captures::<R, S>(third) && third != last.opposite() {
            onward |= jumps.sources[third as usize];
        }
    });
    if R::RULES.crowned_in_passing {
        onward |= crowning_row::<R::Geometry>(S::COLOR);
    }
    if R::RULES.captures == Lines::All {
        // Three jumps can lead back to the start, which is then empty: leave it to the walk.
        each_direction!(third => {
            let start = R::Geometry::shift(men, third.opposite());
            onward |= R::Geometry::shift(start, third.opposite());
        });
    }
    onward
}

/// The set two steps on.
#[inline(always)]
fn two_steps<R: Rules>(set: BitsOf<R>, direction: Direction) -> BitsOf<R> {
    R::Geometry::shift(R::Geometry::shift(set, direction), direction)
}

/// The number of captures in general: walks them all.
#[cold]
#[inline(never)]
fn count_walks<R: Rules, S: Side>(
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
