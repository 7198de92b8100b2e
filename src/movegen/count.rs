//! Counting legal moves without listing them.

use super::{capture, each_diagonal, jumpers, man_captures};
use crate::board::Side;
use crate::geometry::{Bits, Direction, Geometry};
use crate::rules::{BitsOf, BoardOf, MoveOf, Precedence, Rules};

/// The number of legal moves of `S`. `scratch` is left as it was; rare positions use its space.
#[inline(always)]
pub(crate) fn count<R: Rules, S: Side>(board: &BoardOf<R>, scratch: &mut Vec<MoveOf<R>>) -> usize {
    let men = board.men(S::COLOR);
    let enemies = board.of(S::Opponent::COLOR);
    let empty = board.empty::<R::Geometry>();
    let mut starts = [BitsOf::<R>::EMPTY; Direction::COUNT];
    let mut jumping = BitsOf::<R>::EMPTY;
    each_diagonal(|direction| {
        if man_captures::<R, S>(direction) {
            starts[direction as usize] = jumpers::<R>(men, enemies, empty, direction);
            jumping |= starts[direction as usize];
        }
    });
    let kings = if board.kings(S::COLOR).any() {
        capture::jumping_kings::<R, S>(board)
    } else {
        Bits::EMPTY
    };
    if (jumping | kings).is_empty() {
        return count_quiet::<R, S>(board, empty);
    }
    if kings.is_empty()
        && let Some(count) = count_short_walks::<R, S>(starts, enemies, empty)
    {
        return count;
    }
    count_walks::<R, S>(board, jumping, kings, scratch)
}

/// The number of quiet moves.
#[inline(always)]
fn count_quiet<R: Rules, S: Side>(board: &BoardOf<R>, empty: BitsOf<R>) -> usize {
    let men = board.men(S::COLOR);
    let mut count = 0;
    for direction in S::FORWARD {
        count += (R::Geometry::shift(men, direction) & empty).count();
    }
    for king in board.kings(S::COLOR).squares() {
        let mut targets = BitsOf::<R>::EMPTY;
        each_diagonal(|direction| {
            targets |= if R::RULES.long_king {
                let ray = R::Geometry::ray(king, direction);
                R::Geometry::cut(ray, board.occupied(), direction)
            } else {
                R::Geometry::shift(Bits::of(king), direction)
            };
        });
        count += (targets & empty).count();
    }
    count
}

/// The number of captures when only men can capture and none jumps more than twice; `None` when
/// one does. `starts` holds per direction the men that can jump.
///
/// Whole sets jump at once. That is exact because a man comes back to its start or to a piece
/// that it took only with the fourth jump.
#[inline(always)]
fn count_short_walks<R: Rules, S: Side>(
    starts: [BitsOf<R>; Direction::COUNT],
    enemies: BitsOf<R>,
    empty: BitsOf<R>,
) -> Option<usize> {
    let majority = R::RULES.precedence == Precedence::Most;
    let (mut once, mut twice) = (0, 0);
    let mut goes_further = false;
    each_diagonal(|first| {
        if !man_captures::<R, S>(first) {
            return;
        }
        let landings = two_steps::<R>(starts[first as usize], first);
        let mut going_on = BitsOf::<R>::EMPTY;
        each_diagonal(|second| {
            if second == first.opposite() || !man_captures::<R, S>(second) {
                return;
            }
            let again = jumpers::<R>(landings, enemies, empty, second);
            if again.any() {
                going_on |= again;
                twice += again.count();
                goes_further |=
                    jumps_on::<R, S>(two_steps::<R>(again, second), second, enemies, empty);
            }
        });
        once += (landings & !going_on).count();
    });
    if goes_further {
        None
    } else if majority {
        Some(if twice > 0 { twice } else { once })
    } else {
        Some(once + twice)
    }
}

/// Whether one of the men at `at`, come there by a jump in `last`, can jump again.
#[inline(always)]
fn jumps_on<R: Rules, S: Side>(
    at: BitsOf<R>,
    last: Direction,
    enemies: BitsOf<R>,
    empty: BitsOf<R>,
) -> bool {
    let mut any = BitsOf::<R>::EMPTY;
    each_diagonal(|direction| {
        if direction != last.opposite() && man_captures::<R, S>(direction) {
            any |= jumpers::<R>(at, enemies, empty, direction);
        }
    });
    any.any()
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
    scratch: &mut Vec<MoveOf<R>>,
) -> usize {
    let before = scratch.len();
    capture::walk_all::<R, S>(board, men, kings, scratch);
    let count = scratch.len() - before;
    scratch.truncate(before);
    count
}
