//! Boards and sets of squares in columns, as vectors take them.

use crate::board::Board;
use crate::geometry::{Bits, Square};

/// Boards that are scanned at once: as many as a word has bits.
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
    /// A bit for each set that is not empty, once [`Sets::note`] was called.
    pub(super) any: u64,
}

impl<B: Bits> Default for Queue<B> {
    fn default() -> Self {
        let pieces = [[B::EMPTY; LENGTH]; 2];
        Queue { pieces, len: 0 }
    }
}

impl<B: Bits> Queue<B> {
    /// Adds a board; true when the queue is full.
    #[inline(always)]
    pub(super) fn push(&mut self, board: &Board<B>) -> bool {
        let place = self.len % LENGTH;
        self.pieces[0][place] = board.pieces[0];
        self.pieces[1][place] = board.pieces[1];
        self.len = place + 1;
        self.len == LENGTH
    }

    /// The board with number `i`, also after [`Queue::close`].
    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> Board<B> {
        Board {
            pieces: [self.pieces[0][i], self.pieces[1][i]],
            kings: B::EMPTY,
        }
    }

    /// Begins anew; the boards stay where they are until they are replaced, and in the free places
    /// lie empty ones, on which nothing can move.
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
    /// Notes which sets are empty.
    #[inline(always)]
    pub(super) fn note(&mut self) {
        let mut any = 0;
        for (i, set) in self.sets.iter().enumerate() {
            any |= if set.any() { 1 << i } else { 0 };
        }
        self.any = any;
    }

    /// Calls `f` with the number of each board and each square of its set.
    #[inline(always)]
    pub(super) fn each(&self, mut f: impl FnMut(usize, Square)) {
        for i in self.any.squares() {
            for square in self.sets[i.index()].squares() {
                f(i.index(), square);
            }
        }
    }
}
