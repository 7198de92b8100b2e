//! Alpha-beta to a fixed depth, with exact values for the best moves at the root.
//!
//! Leaves are evaluated without checking for legal moves: the search detects the end of a game only
//! at inner nodes. The university work must have done the same; checking every leaf yields far more
//! draws in some of its matches and far fewer in others.

use super::judge::Judge;
use super::table::{Bound, Table};
use super::value::{Value, WIN};
use crate::board::{Color, Key};
use crate::movegen::{legal_moves, winner};
use crate::players::guard::Guard;
use crate::rules::{MoveOf, Objective, Position, Rules, VariantOf};

/// The greatest depth of a minimax player, in plies.
pub const MAX_DEPTH: u32 = 30;

/// The value of a position in which every move repeats a position.
const NO_PROGRESS: Value = 0;

/// The state of a search.
#[derive(Debug)]
pub(super) struct Search<R: Rules> {
    pub(super) judge: Judge,
    /// Nodes since the search began; the caller resets them.
    pub(super) nodes: u64,
    /// Whether the guard has stopped the search.
    stopped: bool,
    objective: Objective,
    /// The player's colour.
    own: Color,
    table: Table,
    /// A stack of the move lists of all positions on the current line.
    stack: Vec<MoveOf<R>>,
    /// Keys of the positions on the current line, the root first.
    line: Vec<Key>,
}

/// A node below the root.
#[derive(Clone, Copy)]
struct Node {
    key: Key,
    depth: u32,
    /// The index on the line of the first position that can recur.
    start: usize,
}

/// The window: a value matters only above `alpha` and below `beta`.
#[derive(Clone, Copy)]
struct Window {
    alpha: Value,
    beta: Value,
}

impl<R: Rules> Search<R> {
    pub(super) fn new(variant: VariantOf<R>, judge: Judge, depth: u32) -> Self {
        Search {
            judge,
            nodes: 0,
            stopped: false,
            objective: variant.facts().objective,
            own: Color::default(),
            // Enough entries for a typical search.
            table: Table::new((6 + 2 * depth).min(20)),
            stack: Vec::with_capacity(64 * depth as usize),
            line: Vec::with_capacity(depth as usize + 1),
        }
    }

    /// Searches `moves`, all legal moves of `root`, to `depth` plies and returns the best value, or `None` if
    /// `guard` has stopped it. `best` receives the indices of all moves that reach it.
    pub(super) fn best_moves(
        &mut self,
        guard: &Guard<'_>,
        root: &Position<R>,
        depth: u32,
        moves: &[MoveOf<R>],
        best: &mut Vec<usize>,
    ) -> Option<Value> {
        self.stopped = false;
        self.own = root.turn;
        self.table.clear();
        self.stack.clear();
        self.line.clear();
        self.line.push(root.key());
        best.clear();
        let mut value = -WIN;
        for (place, m) in moves.iter().enumerate() {
            // Below `value` a bound suffices, but ties must be exact.
            let window = Window {
                alpha: -WIN - 1,
                beta: 1 - value,
            };
            let next = root.after(m);
            let node = Node {
                key: next.key(),
                depth: depth - 1,
                start: self.start_of_line(m),
            };
            let found = -self.value(guard, &next, node, window);
            if self.stopped {
                return None;
            }
            if found > value {
                value = found;
                best.clear();
            }
            if found == value {
                best.push(place);
            }
        }
        Some(value)
    }

    /// The index on the line of the first position that can recur after `m` at its end.
    #[inline]
    fn start_of_line(&self, m: &MoveOf<R>) -> usize {
        if m.is_irreversible() {
            self.line.len()
        } else {
            0
        }
    }

    /// The value of a position, or a bound if it lies outside the window; of no meaning once the search is stopped.
    fn value(
        &mut self,
        guard: &Guard<'_>,
        position: &Position<R>,
        node: Node,
        window: Window,
    ) -> Value {
        let Node { key, depth, start } = node;
        self.nodes += 1;
        if let Some(value) = self.judge.end(position) {
            return value;
        }
        if depth == 0 {
            return self.judge.evaluate(position, self.own);
        }
        let Window { mut alpha, beta } = window;
        let known = self.table.find(key, depth);
        match known.value {
            Some((value, Bound::Exact)) => return value,
            Some((value, Bound::Least)) if value >= beta => return value,
            Some((value, Bound::Most)) if value <= alpha => return value,
            _ => (),
        }
        if guard.stops(self.nodes) {
            self.stopped = true;
            return 0;
        }
        let first = self.stack.len();
        legal_moves(position, &mut self.stack);
        let count = self.stack.len() - first;
        if count == 0 {
            return self.out_of_moves(position);
        }
        if let Some(best) = known.best.filter(|&best| best < count) {
            self.stack.swap(first, first + best);
        }
        self.line.push(key);
        let (mut best, mut best_place) = (-WIN - 1, 0);
        for place in 0..count {
            let m = self.stack[first + place];
            let next = position.after(&m);
            let next_key = next.key();
            let start = start.max(self.start_of_line(&m));
            if self.line[start..].contains(&next_key) {
                continue;
            }
            let below = Window {
                alpha: -beta,
                beta: -alpha,
            };
            let node = Node {
                key: next_key,
                depth: depth - 1,
                start,
            };
            let value = -self.value(guard, &next, node, below);
            if self.stopped {
                return 0;
            }
            if value > best {
                (best, best_place) = (value, place);
                alpha = alpha.max(value);
                if value >= beta || value == WIN {
                    break;
                }
            }
        }
        self.line.pop();
        self.stack.truncate(first);
        if best < -WIN {
            return NO_PROGRESS;
        }
        let bound = if best == WIN || (best > window.alpha && best < beta) {
            Bound::Exact
        } else if best >= beta {
            Bound::Least
        } else {
            Bound::Most
        };
        // Undoes the swap that put the stored best move first.
        let place = match known.best.filter(|&swapped| swapped < count) {
            Some(swapped) if best_place == 0 => swapped,
            Some(swapped) if best_place == swapped => 0,
            _ => best_place,
        };
        self.table.store(key, depth, best, bound, place);
        best
    }

    /// The value for a side without a legal move.
    #[cold]
    fn out_of_moves(&self, position: &Position<R>) -> Value {
        if winner(position, self.objective) == Some(position.turn) {
            WIN
        } else {
            -WIN
        }
    }
}
