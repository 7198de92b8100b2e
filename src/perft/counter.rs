//! Counts with threads and a table.
//!
//! The tree is cut below the root into many pieces of about equal depth, which the threads take one
//! by one; so nobody waits long for the last one, whatever their number.

use super::Counting;
use super::table::Table;
use super::walk::{self, Walker};
use crate::movegen::legal_moves_as;
use crate::rules::{MoveOf, Position, Rules};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// What counts as one move.
    pub counting: Counting,
    /// Every last position is made, too; without a table.
    pub full: bool,
    /// The most threads that count at a time; 0 is taken for 1.
    pub threads: usize,
    /// One position at a time, also where the processor can count eight.
    pub scalar: bool,
}

impl Method {
    /// Unique moves, counted by one thread.
    pub const PLAIN: Method = Method {
        counting: Counting::Unique,
        full: false,
        threads: 1,
        scalar: false,
    };
}

impl Default for Method {
    fn default() -> Method {
        Method::PLAIN
    }
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// There is not enough memory.
    #[error("no memory for a table of {megabytes} MiB, expected less")]
    Memory {
        /// What was asked for.
        megabytes: usize,
    },
    /// The count does not fit into 128 bits.
    #[error("more than 2^128 sequences of {depth} moves, expected a smaller depth")]
    Overflow {
        /// Their length.
        depth: u32,
    },
}

/// Is told how far a count is, by any thread.
pub trait Progress: Sync {
    /// A count begins, which has so many pieces.
    fn begin(&self, pieces: usize);
    /// One of them is done.
    fn advance(&self);
}

/// Nobody watches.
impl Progress for () {
    fn begin(&self, _: usize) {}
    fn advance(&self) {}
}

/// Counts by [`Method`], with a table of what it has counted before or without one.
#[derive(Debug)]
pub struct Counter<R: Rules> {
    method: Method,
    table: Option<Table<R>>,
}

/// Sequences that begin with a move of the root.
struct Piece<R: Rules> {
    root: usize,
    position: Position<R>,
}

/// Pieces a thread; the last ones are counted while others wait.
const PIECES: usize = 64;

/// The least depth of a piece that may be cut further, and of those that threads are started for.
const SHALLOWEST: u32 = 4;

impl<R: Rules> Counter<R> {
    /// A counter without a table.
    pub fn new(method: Method) -> Counter<R> {
        let table = None;
        Counter { method, table }
    }

    /// A counter with a table of that many MiB. It remembers positions from one count to the next.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn with_table(method: Method, megabytes: usize) -> Result<Counter<R>, CountError> {
        let table = Some(Table::new(megabytes).ok_or(CountError::Memory { megabytes })?);
        Ok(Counter { method, table })
    }

    /// The number of sequences of `depth` legal moves; 1 at depth 0.
    ///
    /// # Errors
    /// There are too many.
    pub fn count(
        &self,
        position: &Position<R>,
        depth: u32,
        progress: &impl Progress,
    ) -> Result<u128, CountError> {
        if depth == 0 {
            return Ok(1);
        }
        let counts = self.divide(position, depth, progress)?;
        total(&counts, depth)
    }

    /// Each legal move with the number of sequences of `depth` moves that begin with it.
    ///
    /// # Errors
    /// There are too many.
    pub fn divide(
        &self,
        position: &Position<R>,
        depth: u32,
        progress: &impl Progress,
    ) -> Result<Vec<(MoveOf<R>, u128)>, CountError> {
        let mut moves = Vec::new();
        legal_moves_as(position, self.method.counting, &mut moves);
        let (pieces, below) = self.cut(position, &moves, depth.saturating_sub(1));
        let nodes = self.count_all(&pieces, moves.len(), below, progress);
        if nodes.contains(&u128::MAX) {
            return Err(CountError::Overflow { depth });
        }
        Ok(moves.into_iter().zip(nodes).collect())
    }

    /// Cuts the tree below the root's moves into pieces, all of one depth, which comes with them.
    fn cut(
        &self,
        position: &Position<R>,
        moves: &[MoveOf<R>],
        mut depth: u32,
    ) -> (Vec<Piece<R>>, u32) {
        let after = |(root, m): (usize, &MoveOf<R>)| Piece {
            root,
            position: position.after(m),
        };
        let mut pieces: Vec<Piece<R>> = moves.iter().enumerate().map(after).collect();
        let mut replies = Vec::new();
        while depth > SHALLOWEST && pieces.len() < PIECES.saturating_mul(self.method.threads) {
            let mut next = Vec::new();
            for piece in &pieces {
                replies.clear();
                legal_moves_as(&piece.position, self.method.counting, &mut replies);
                next.extend(replies.iter().map(|m| Piece {
                    root: piece.root,
                    position: piece.position.after(m),
                }));
            }
            pieces = next;
            depth -= 1;
        }
        (pieces, depth)
    }

    /// Adds up the pieces of each of `roots` moves.
    fn count_all(
        &self,
        pieces: &[Piece<R>],
        roots: usize,
        depth: u32,
        progress: &impl Progress,
    ) -> Vec<u128> {
        progress.begin(pieces.len());
        let next = AtomicUsize::new(0);
        let sums = Mutex::new(vec![0_u128; roots]);
        let work = || {
            let mut walker = Walker::new(&self.method);
            while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                let nodes = self.count_piece(&piece.position, depth, &mut walker);
                let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
                sums[piece.root] = sums[piece.root].saturating_add(nodes);
                drop(sums);
                progress.advance();
            }
        };
        let wanted = if depth < SHALLOWEST {
            1
        } else {
            self.method.threads.clamp(1, pieces.len().max(1))
        };
        thread::scope(|scope| {
            for _ in 1..wanted {
                // Where no more threads can be had, those that run do the work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        sums.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn count_piece(&self, position: &Position<R>, depth: u32, walker: &mut Walker<R>) -> u128 {
        let counting = self.method.counting;
        match &self.table {
            _ if self.method.full => {
                walk::make(position, depth, counting, &mut walker.moves).into()
            }
            Some(table) => walk::look_up(position, depth, counting, table, &mut walker.moves),
            None => walker.count(position, depth).into(),
        }
    }
}

/// The sum of what [`Counter::divide`] counts.
///
/// # Errors
/// It is too large.
pub fn total<M>(counts: &[(M, u128)], depth: u32) -> Result<u128, CountError> {
    let add = |sum: u128, (_, nodes): &(M, u128)| sum.checked_add(*nodes);
    let sum = counts.iter().try_fold(0, add);
    sum.ok_or(CountError::Overflow { depth })
}
