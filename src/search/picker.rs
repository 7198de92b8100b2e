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

/// Comes after all others.
const DEFERRED: i32 = i32::MIN;
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

    /// Puts the move that was just picked behind all others; false if it was there already.
    #[inline(always)]
    pub(super) fn defer(&mut self, picked: usize) -> bool {
        let was_deferred = self.ranks[picked] == DEFERRED;
        self.ranks[picked] = DEFERRED;
        !was_deferred
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
        self.moves.swap(next, best);
        self.ranks.swap(next, best);
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
