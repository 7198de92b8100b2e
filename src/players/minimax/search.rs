//! Alpha-beta to a fixed depth, with exact values for the best moves at the root.
//!
//! At that depth positions are judged, whether or not there is a move: that a game is over is seen
//! only in positions that are looked at further. So the university work must have had it; looking
//! for the end everywhere makes far more draws of some of its matches and far fewer of others.

use super::judge::{Judge, Value, WIN};
use super::table::{Bound, Table};
use crate::board::{Color, Key};
use crate::movegen::{legal_moves, winner};
use crate::rules::{MoveOf, Objective, Position, Rules, Variant};

/// The most plies that a minimax player looks ahead.
pub const MAX_DEPTH: u32 = 30;

/// The value of a position whose every move leads back: neither side gets on.
const NO_PROGRESS: Value = 0;

/// What a search carries along.
#[derive(Debug)]
pub(super) struct Search<R: Rules> {
    pub(super) judge: Judge,
    /// Positions looked at since the search began.
    pub(super) nodes: u64,
    objective: Objective,
    /// Who thinks.
    own: Color,
    table: Table,
    /// Moves of all positions on the current line, one list above the other.
    stack: Vec<MoveOf<R>>,
    /// Keys of the positions on the current line, the root first.
    line: Vec<Key>,
}

/// What is known of a value: it matters only above `alpha` and below `beta`.
#[derive(Clone, Copy)]
struct Window {
    alpha: Value,
    beta: Value,
}

impl<R: Rules> Search<R> {
    pub(super) fn new(variant: Variant, judge: Judge, depth: u32) -> Self {
        Search {
            judge,
            nodes: 0,
            objective: variant.facts().objective,
            own: Color::default(),
            // Room for about all positions of a usual search.
            table: Table::new((6 + 2 * depth).min(20)),
            stack: Vec::with_capacity(64 * depth as usize),
            line: Vec::with_capacity(depth as usize + 1),
        }
    }

    /// The value of the best of `moves`, all legal moves of `root`, `depth` plies ahead. `best`
    /// gets the places of all moves that have it.
    pub(super) fn best_moves(
        &mut self,
        root: &Position<R>,
        depth: u32,
        moves: &[MoveOf<R>],
        best: &mut Vec<usize>,
    ) -> Value {
        self.nodes = 0;
        self.own = root.turn;
        self.table.clear();
        self.stack.clear();
        self.line.clear();
        self.line.push(root.key());
        best.clear();
        let mut value = -WIN;
        for (place, m) in moves.iter().enumerate() {
            // Below `value` any bound will do, but what equals it must be known exactly.
            let window = Window {
                alpha: -WIN - 1,
                beta: 1 - value,
            };
            let next = root.after(m);
            let found = -self.value(&next, next.key(), depth - 1, self.start_of_line(m), window);
            if found > value {
                value = found;
                best.clear();
            }
            if found == value {
                best.push(place);
            }
        }
        value
    }

    /// Where on the line the positions begin that `m`, made at its end, may lead back to.
    #[inline]
    fn start_of_line(&self, m: &MoveOf<R>) -> usize {
        if m.is_irreversible() {
            self.line.len()
        } else {
            0
        }
    }

    /// The value of a position; a bound for it where that lies outside of the window. `start` is
    /// the place on the line of the first position that can come again.
    fn value(
        &mut self,
        position: &Position<R>,
        key: Key,
        depth: u32,
        start: usize,
        window: Window,
    ) -> Value {
        self.nodes += 1;
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
            let value = -self.value(&next, next_key, depth - 1, start, below);
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
        // The list begins in its own order next time, with what stood first moved away.
        let place = match known.best.filter(|&swapped| swapped < count) {
            Some(swapped) if best_place == 0 => swapped,
            Some(swapped) if best_place == swapped => 0,
            _ => best_place,
        };
        self.table.store(key, depth, best, bound, place);
        best
    }

    /// The value for a side that has no move.
    #[cold]
    fn out_of_moves(&self, position: &Position<R>) -> Value {
        if winner(position, self.objective) == Some(position.turn) {
            WIN
        } else {
            -WIN
        }
    }
}
