//! The move lists of all plies on one stack, ranked for the [`Picker`](super::picker::Picker).

use super::history::{History, MAX_HISTORY};
use kamen_core::board::{Move, Tag};
use kamen_core::geometry::Bits;
use kamen_core::movegen::legal_moves;
use kamen_core::rules::{MoveOf, Position, Rules};
use std::hint::select_unpredictable;
use std::ops::Range;

/// A stack of move lists, one a ply, that allocates only while it grows.
#[derive(Debug)]
pub(super) struct MoveStack<R: Rules> {
    moves: Vec<MoveOf<R>>,
    ranks: Vec<i32>,
}

/// What moves are ranked by.
pub(super) struct Order<'a> {
    /// Tag of the move from the transposition table.
    pub(super) table: Option<Tag>,
    /// Tags of the killers and the countermove.
    pub(super) refutations: [Option<Tag>; 3],
    pub(super) history: &'a History,
}

/// Deferred moves come after all others, the first one first.
const DEFERRED: i32 = i32::MIN + (1 << 16);
const TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const CROWNING: i32 = 1 << 22;
const REFUTATION: i32 = 1 << 20;

impl<R: Rules> MoveStack<R> {
    pub(super) fn new() -> Self {
        MoveStack {
            moves: Vec::with_capacity(4096),
            ranks: Vec::with_capacity(4096),
        }
    }

    /// Pushes the legal moves of a position and returns where they are.
    #[inline(always)]
    pub(super) fn generate(&mut self, position: &Position<R>) -> Range<usize> {
        let first = self.moves.len();
        legal_moves(position, &mut self.moves);
        first..self.moves.len()
    }

    /// Takes away those of the topmost list that are not among `moves`; returns where the others are.
    #[cold]
    pub(super) fn keep(&mut self, list: &Range<usize>, moves: &[MoveOf<R>]) -> Range<usize> {
        let mut end = list.start;
        for place in list.clone() {
            if moves.contains(&self.moves[place]) {
                self.moves.swap(end, place);
                end += 1;
            }
        }
        self.moves.truncate(end);
        list.start..end
    }

    /// Pops a list and everything above it.
    #[inline(always)]
    pub(super) fn drop(&mut self, list: &Range<usize>) {
        self.moves.truncate(list.start);
    }

    /// Moves by their places on the stack.
    #[inline(always)]
    pub(super) fn moves(&self, places: Range<usize>) -> &[MoveOf<R>] {
        &self.moves[places]
    }

    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> &MoveOf<R> {
        &self.moves[place]
    }

    /// Ranks the moves of a list, for [`MoveStack::pick`].
    #[inline]
    pub(super) fn rank(&mut self, list: &Range<usize>, position: &Position<R>, order: &Order<'_>) {
        self.ranks.resize(list.end, 0);
        for i in list.clone() {
            self.ranks[i] = order.rank::<R>(position, &self.moves[i]);
        }
    }

    /// Puts the move at `place`, which has this number, behind all others.
    #[inline(always)]
    pub(super) fn defer(&mut self, place: usize, number: usize) {
        self.ranks[place] = DEFERRED - number as i32;
    }

    /// The number of a deferred move; `None` for others.
    #[inline(always)]
    pub(super) fn deferred(&self, place: usize) -> Option<usize> {
        let rank = self.ranks[place];
        (rank <= DEFERRED).then(|| (DEFERRED - rank) as usize)
    }

    /// The best of the moves from `next` to the end of the list, brought to `next`.
    #[inline(always)]
    pub(super) fn pick(&mut self, next: usize, end: usize) -> MoveOf<R> {
        // Without a branch, for which of the moves is better cannot be predicted.
        let (mut best, mut highest) = (next, i32::MIN);
        for (place, &rank) in (next..end).zip(&self.ranks[next..end]) {
            best = select_unpredictable(rank > highest, place, best);
            highest = highest.max(rank);
        }
        self.bring(next, best)
    }

    /// The move at `place`, brought to `next`.
    #[inline(always)]
    pub(super) fn bring(&mut self, next: usize, place: usize) -> MoveOf<R> {
        self.moves.swap(next, place);
        self.ranks.swap(next, place);
        self.moves[next]
    }
}

impl Order<'_> {
    /// The move of the table first, then captures by what they take, crownings, refutations and history.
    #[inline(always)]
    fn rank<R: Rules>(&self, position: &Position<R>, m: &MoveOf<R>) -> i32 {
        let tag = Some(m.tag());
        if tag == self.table {
            TABLE
        } else if m.is_capture() {
            let kings = (m.captured & position.board.kings).count();
            CAPTURE + 2 * m.captured.count() as i32 + 3 * kings as i32
        } else {
            let bonus = if m.is_crowning() { CROWNING } else { 0 };
            bonus + self.quiet(position.turn, m, tag)
        }
    }

    #[inline(always)]
    fn quiet<B: Bits>(&self, side: kamen_core::board::Color, m: &Move<B>, tag: Option<Tag>) -> i32 {
        match self.refutations.iter().position(|&other| other == tag) {
            Some(place) => REFUTATION + (3 - place as i32) * MAX_HISTORY,
            None => self.history.of(side, m),
        }
    }
}
