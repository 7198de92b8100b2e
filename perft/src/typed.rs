//! Perft with threads and a table, for rules known as a type.
//!
//! The tree is cut below the root into many pieces of equal depth, which the threads take one by
//! one, so that no thread idles long at the end.

use super::method::{CountError, Method, Progress, total};
use super::table::CountTable;
use super::walk::{self, Walker};
use kamen_core::movegen::legal_moves_as;
use kamen_core::rules::{MoveOf, Position, Rules, VariantOf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Counts by [`Method`], with or without a transposition table.
#[derive(Debug)]
pub(super) struct TypedCounter<R: Rules> {
    pub(super) variant: VariantOf<R>,
    pub(super) method: Method,
    table: Option<CountTable<R>>,
}

/// A subtree below a root move.
struct Piece<R: Rules> {
    root: usize,
    position: Position<R>,
}

/// Pieces per thread; enough to keep all busy until the end.
const PIECES: usize = 64;

/// The least depth of a piece worth cutting further, and of pieces worth starting threads for.
const SHALLOWEST: u32 = 4;

impl<R: Rules> TypedCounter<R> {
    /// Creates a counter, with a table of that many MiB or without one.
    pub(super) fn new(
        variant: VariantOf<R>,
        method: Method,
        megabytes: Option<usize>,
    ) -> Result<Self, CountError> {
        let table = |megabytes| CountTable::new(megabytes).ok_or(CountError::Memory { megabytes });
        Ok(TypedCounter {
            variant,
            method,
            table: megabytes.map(table).transpose()?,
        })
    }

    /// The number of sequences of `depth` legal moves; 1 at depth 0.
    ///
    /// # Errors
    /// The count does not fit into 128 bits.
    pub(super) fn count(
        &self,
        position: &Position<R>,
        depth: u32,
        progress: &dyn Progress,
    ) -> Result<u128, CountError> {
        if depth == 0 {
            return Ok(1);
        }
        let counts = self.divide(position, depth, progress)?;
        total(&counts, depth)
    }

    /// Divide: each legal move with the number of sequences of `depth` moves that begin with it.
    ///
    /// # Errors
    /// The count does not fit into 128 bits.
    pub(super) fn divide(
        &self,
        position: &Position<R>,
        depth: u32,
        progress: &dyn Progress,
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

    /// Cuts the tree below the root moves into pieces; returns them and their common depth.
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

    /// Counts the pieces and sums them for each of `roots` root moves.
    fn count_all(
        &self,
        pieces: &[Piece<R>],
        roots: usize,
        depth: u32,
        progress: &dyn Progress,
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
        on_threads(wanted, &work);
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

/// Does the same work on some threads, this one among them.
fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        for _ in 1..threads {
            // If no more threads can be started, the running ones do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}
