//! Jumps of men, computed for whole sets at a time.

use super::{man_captures, precedence, sources, victims_of_men};
use crate::board::{Move, Side};
use crate::geometry::{Bits, Direction, Geometry, Square};
use crate::rules::{BitsOf, BoardOf, Lines, MoveOf, Rules, crowning_row};

/// The squares from which men of a side can jump.
pub(super) struct Jumps<R: Rules> {
    /// Per direction, the squares from which a man can jump that way.
    pub(super) sources: [BitsOf<R>; Direction::COUNT],
    /// Their union over all directions.
    pub(super) any: BitsOf<R>,
}

impl<R: Rules> Jumps<R> {
    /// Creates the set for the men of `S`.
    #[inline(always)]
    pub(super) fn of_men<S: Side>(board: &BoardOf<R>) -> Self {
        let victims = victims_of_men::<R, S>(board);
        let empty = board.empty::<R::Geometry>();
        let mut jumps = Jumps {
            sources: [Bits::EMPTY; Direction::COUNT],
            any: Bits::EMPTY,
        };
        each_direction!(direction => {
            if const { man_captures::<R, S>(direction) } {
                let sources = sources::<R>(victims, empty, direction);
                jumps.sources[direction as usize] = sources;
                jumps.any |= sources;
            }
        });
        jumps
    }
}

/// The first jumps of all men at once.
///
/// Whole sets jump at once, and the same source squares apply to the landings: the first two jumps
/// of a man cannot return to its start or meet a piece that it captured. (The second cannot reverse
/// direction either, because the start is not empty in `jumps`; the third can.)
pub(super) struct FirstJumps<R: Rules> {
    /// Per direction, the landing squares.
    pub(super) landings: [BitsOf<R>; Direction::COUNT],
    /// Number of first jumps that end the capture.
    pub(super) last: usize,
    /// Landing squares of the others, which continue.
    pub(super) going_on: BitsOf<R>,
    /// Squares on which a man is crowned in passing.
    pub(super) crowned: BitsOf<R>,
}

impl<R: Rules> FirstJumps<R> {
    /// Whether to compute second jumps by pairs of directions; with captures along all lines there
    /// are too many pairs.
    const PAIRS: bool = !matches!(R::RULES.captures, Lines::All);

    /// Whether second jumps in direction `last` are computed after first jumps in direction
    /// `first`.
    #[inline(always)]
    pub(super) const fn may_go_on<S: Side>(first: Direction, last: Direction) -> bool {
        Self::PAIRS
            && man_captures::<R, S>(first)
            && man_captures::<R, S>(last)
            && first as u8 != last.opposite() as u8
    }

    #[inline(always)]
    pub(super) fn new<S: Side>(men: BitsOf<R>, jumps: &Jumps<R>) -> Self {
        let crowning = crowning_row::<R::Geometry>(S::COLOR);
        let mut first = FirstJumps {
            landings: [Bits::EMPTY; Direction::COUNT],
            last: 0,
            going_on: Bits::EMPTY,
            crowned: Bits::EMPTY,
        };
        each_direction!(direction => {
            if const { man_captures::<R, S>(direction) } {
                let to = two_steps::<R>(men & jumps.sources[direction as usize], direction);
                first.landings[direction as usize] = to;
                first.last += (to & !jumps.any).count();
                first.going_on |= to & jumps.any;
                if const { R::RULES.crowned_in_passing } {
                    first.crowned |= to & crowning;
                }
            }
        });
        first
    }

    /// The number of second jumps, and the squares from which a third may follow (or, if pairs of
    /// directions are not computed, a second).
    #[inline(always)]
    pub(super) fn second_jumps<S: Side>(&self, jumps: &Jumps<R>) -> (usize, BitsOf<R>) {
        if !Self::PAIRS {
            return (0, self.going_on);
        }
        let mut twice = 0;
        let mut further = BitsOf::<R>::EMPTY;
        each_direction!(last => {
            let onward = onward::<R, S>(last, jumps);
            each_direction!(first => {
                if const { Self::may_go_on::<S>(first, last) } {
                    let again = self.landings[first as usize] & jumps.sources[last as usize];
                    twice += again.count();
                    further |= two_steps::<R>(again, last) & onward;
                }
            });
        });
        (twice, further)
    }

    /// The number of captures if none has more than two jumps; `twice` is the number of second
    /// jumps.
    #[inline(always)]
    pub(super) fn total(&self, twice: usize) -> usize {
        if precedence::is_free::<R>() {
            self.last + twice
        } else {
            twice
        }
    }

    /// Appends the captures that end with the first jump.
    #[inline(always)]
    pub(super) fn list_single<S: Side>(&self, jumps: &Jumps<R>, moves: &mut Vec<MoveOf<R>>) {
        let crowning = crowning_row::<R::Geometry>(S::COLOR);
        each_direction!(first => {
            if const { man_captures::<R, S>(first) } {
                for to in (self.landings[first as usize] & !jumps.any).squares() {
                    let (from, victim) = jumped::<R>(to, first);
                    moves.push(Move::man(from, to, Bits::of(victim), crowning.has(to)));
                }
            }
        });
    }

    /// Appends the captures of two jumps.
    #[inline(never)]
    pub(super) fn list_double<S: Side>(&self, jumps: &Jumps<R>, moves: &mut Vec<MoveOf<R>>) {
        let crowning = crowning_row::<R::Geometry>(S::COLOR);
        each_direction!(last => {
            each_direction!(first => {
                if const { Self::may_go_on::<S>(first, last) } {
                    let again = self.landings[first as usize] & jumps.sources[last as usize];
                    for to in two_steps::<R>(again, last).squares() {
                        let (middle, victim) = jumped::<R>(to, last);
                        let (from, first_victim) = jumped::<R>(middle, first);
                        let captured = BitsOf::<R>::of(victim) | Bits::of(first_victim);
                        moves.push(Move::man(from, to, captured, crowning.has(to)));
                    }
                }
            });
        });
    }
}

/// The start of a jump in `direction` to `to`, and the square captured.
#[inline(always)]
pub(super) fn jumped<R: Rules>(to: Square, direction: Direction) -> (Square, Square) {
    let victim = R::Geometry::neighbour(to, direction.opposite());
    (R::Geometry::neighbour(victim, direction.opposite()), victim)
}

/// The squares on which a man that arrives by its second jump, in direction `last`, may continue or
/// is crowned.
#[inline(always)]
fn onward<R: Rules, S: Side>(last: Direction, jumps: &Jumps<R>) -> BitsOf<R> {
    let mut onward = BitsOf::<R>::EMPTY;
    each_direction!(third => {
        if man_captures::<R, S>(third) && third != last.opposite() {
            onward |= jumps.sources[third as usize];
        }
    });
    if const { R::RULES.crowned_in_passing } {
        onward |= crowning_row::<R::Geometry>(S::COLOR);
    }
    onward
}

/// The set shifted by two steps.
#[inline(always)]
pub(super) fn two_steps<R: Rules>(set: BitsOf<R>, direction: Direction) -> BitsOf<R> {
    R::Geometry::shift(R::Geometry::shift(set, direction), direction)
}
