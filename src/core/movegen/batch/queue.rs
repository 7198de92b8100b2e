//! Boards and sets of squares in columns (structure of arrays), for vector code.

use crate::board::Board;
use crate::geometry::{Bits, Square};

/// Boards scanned at once: one per bit of a word.
pub(super) const LENGTH: usize = 64;

/// Boards without kings, all with the same side to move.
#[derive(Debug)]
pub(super) struct Queue<B> {
    pieces: [[B; LENGTH]; 2],
    len: usize,
}

/// One set of squares for each board of a queue.
#[derive(Debug)]
pub(super) struct Sets<B> {
    pub(super) sets: [B; LENGTH],
    /// A bit for each non-empty set, after [`Sets::note`].
    pub(super) any: u64,
}

impl<B: Bits> Default for Queue<B> {
    fn default() -> Self {
        let pieces = [[B::EMPTY; LENGTH]; 2];
        Queue { pieces, len: 0 }
    }
}

impl<B: Bits> Queue<B> {
    /// Adds a board; returns whether the queue is full.
    #[inline(always)]
    pub(super) fn push(&mut self, board: &Board<B>) -> bool {
        let place = self.len % LENGTH;
        self.pieces[0][place] = board.pieces[0];
        self.pieces[1][place] = board.pieces[1];
        self.len = place + 1;
        self.len == LENGTH
    }

    /// The board at index `i`, also after [`Queue::close`].
    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> Board<B> {
        Board {
            pieces: [self.pieces[0][i], self.pieces[1][i]],
            kings: B::EMPTY,
        }
    }

    /// Restarts the queue. Its boards stay readable until replaced; free slots are filled with
    /// empty boards, which have no moves.
    #[inline(always)]
    pub(super) fn close(&mut self) {
        for pieces in &mut self.pieces {
            pieces[self.len..].fill(B::EMPTY);
        }
        self.len = 0;
    }
}

impl<B: Bits> Default for Sets<B> {
    fn default() -> Self {
        let sets = [B::EMPTY; LENGTH];
        Sets { sets, any: 0 }
    }
}

impl<B: Bits> Sets<B> {
    /// Records which sets are not empty.
    #[inline(always)]
    pub(super) fn note(&mut self) {
        let mut any = 0;
        for (i, set) in self.sets.iter().enumerate() {
            any |= if set.any() { 1 << i } else { 0 };
        }
        self.any = any;
    }

    /// Calls `f` with the index of each board and each square of its set.
    #[inline(always)]
    pub(super) fn each(&self, mut f: impl FnMut(usize, Square)) {
        for i in self.any.squares() {
            for square in self.sets[i.index()].squares() {
                f(i.index(), square);
            }
        }
    }
}
