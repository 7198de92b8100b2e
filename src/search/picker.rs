//! The moves of all plies on one stack, and the order in which they are tried.

use super::history::{History, MAX_WORTH};
use super::node::Step;
use crate::board::Color;
use crate::geometry::Bits;
use crate::movegen::legal_moves;
use crate::rules::{MoveOf, Position, Rules};
use std::ops::Range;

/// A stack of move lists, one a ply, that allocates only while it grows.
#[derive(Debug)]
pub(super) struct MoveStack<R: Rules> {
    pub(super) moves: Vec<MoveOf<R>>,
    ranks: Vec<i32>,
}

/// Comes after all others, but before those deferred after it.
const DEFERRED: i32 = i32::MIN + (1 << 16);
const TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const CROWNING: i32 = 1 << 22;
const KILLER: i32 = 1 << 20;

impl<R: Rules> MoveStack<R> {
    pub(super) fn new() -> Self {
        MoveStack {
            moves: Vec::with_capacity(4096),
            ranks: Vec::with_capacity(4096),
        }
    }

    /// Puts the legal moves on the stack and says where they lie.
    #[inline(always)]
    pub(super) fn generate(&mut self, position: &Position<R>) -> Range<usize> {
        let first = self.moves.len();
        legal_moves(position, &mut self.moves);
        first..self.moves.len()
    }

    /// Takes a list and everything above it off the stack.
    #[inline(always)]
    pub(super) fn drop(&mut self, list: &Range<usize>) {
        self.moves.truncate(list.start);
    }

    /// Ranks the moves of a list, which come after `step`, for [`MoveStack::pick`].
    #[inline]
    pub(super) fn rank(
        &mut self,
        list: &Range<usize>,
        position: &Position<R>,
        table_tag: u16,
        history: &History,
        ply: usize,
        step: Step,
    ) {
        self.ranks.resize(list.end, 0);
        let [first, second] = history.killers(ply);
        let favourites = [first, second, history.answer(step)];
        for i in list.clone() {
            let m = &self.moves[i];
            let tag = m.tag();
            self.ranks[i] = if tag == table_tag {
                TABLE
            } else if m.is_capture() {
                let kings = (m.captured & position.board.kings).count();
                CAPTURE + 2 * m.captured.count() as i32 + 3 * kings as i32
            } else {
                let bonus = if m.is_crowning() { CROWNING } else { 0 };
                bonus + quiet_rank(position.turn, m, tag, favourites, history)
            };
        }
    }

    /// Puts the move that was just picked, the one with this number, behind all others.
    #[inline(always)]
    pub(super) fn defer(&mut self, picked: usize, number: usize) {
        self.ranks[picked] = DEFERRED - number as i32;
    }

    /// The number of a move that was deferred before.
    #[inline(always)]
    pub(super) fn deferred(&self, i: usize) -> Option<usize> {
        let rank = self.ranks[i];
        (rank <= DEFERRED).then(|| (DEFERRED - rank) as usize)
    }

    /// The best of the moves at `next` and after, brought to `next`.
    #[inline(always)]
    pub(super) fn pick(&mut self, next: usize, list: &Range<usize>) -> MoveOf<R> {
        let mut best = next;
        for i in next + 1..list.end {
            if self.ranks[i] > self.ranks[best] {
                best = i;
            }
        }
        self.bring(next, best)
    }

    /// The move at `i`, brought to `next`.
    #[inline(always)]
    pub(super) fn bring(&mut self, next: usize, i: usize) -> MoveOf<R> {
        self.moves.swap(next, i);
        self.ranks.swap(next, i);
        self.moves[next]
    }
}

#[inline(always)]
fn quiet_rank<B: Bits>(
    side: Color,
    m: &crate::board::Move<B>,
    tag: u16,
    favourites: [u16; 3],
    history: &History,
) -> i32 {
    match favourites.iter().position(|favourite| *favourite == tag) {
        Some(place) => KILLER + (3 - place as i32) * MAX_WORTH,
        None => history.worth(side, m),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{International, Variant};

    #[test]
    fn deferred_moves_come_last_and_keep_their_numbers() {
        let position = Position::<International>::start(Variant::International);
        let mut stack = MoveStack::<International>::new();
        let list = stack.generate(&position);
        stack.rank(&list, &position, 0, &History::new(), 0, Step::NONE);
        let mut alone = Vec::new();
        for next in list.clone() {
            alone.push(stack.pick(next, &list));
            assert_eq!(stack.deferred(next), None);
        }

        stack.rank(&list, &position, 0, &History::new(), 0, Step::NONE);
        for number in [0, 1, 2] {
            assert_eq!(stack.pick(0, &list), alone[number]);
            stack.defer(0, number);
        }
        assert_eq!(stack.pick(0, &list), alone[3]);
        let second = list.clone().find(|&i| stack.deferred(i) == Some(1));
        assert_eq!(stack.bring(1, second.unwrap()), alone[1]);
        let rest: Vec<_> = (2..list.end).map(|next| stack.pick(next, &list)).collect();
        let (fresh, deferred) = rest.split_at(rest.len() - 2);
        assert_eq!(fresh, &alone[4..]);
        assert_eq!(deferred, [alone[0], alone[2]]);
    }
}
