//! Minimax to a fixed depth, by alpha-beta unless plain, with exact values for the best moves at the root.
//!
//! Leaves are evaluated without checking for legal moves: the search detects the end of a game only
//! at inner nodes. The university work must have done the same; checking every leaf yields far more
//! draws in some of its matches and far fewer in others. The texts that see the end of a game at leaves are searched by
//! [`Printed`](super::printed::Printed).

use super::judge::Judge;
use super::table::{AlwaysReplaceTable, Bound, Known};
use super::technique::Techniques;
use super::value::{Value, WIN};
use crate::guard::Guard;
use kamen_core::board::{Color, Key};
use kamen_core::movegen::{can_capture, legal_moves, winner};
use kamen_core::rules::{MoveOf, Objective, Position, VariantOf};
use kamen_eval::Scored;

/// The greatest depth of a minimax player, in plies.
pub const MAX_DEPTH: u32 = 30;

/// The value of a position in which every move repeats a position.
const NO_PROGRESS: Value = 0;

/// The state of a search.
#[derive(Debug)]
pub(super) struct Search<R: Scored> {
    pub(super) judge: Judge,
    /// Nodes since the search began; the caller resets them.
    pub(super) nodes: u64,
    /// Positions of which moves were left out, and those of them where the first move was enough.
    pub(super) cut_offs: u64,
    pub(super) first_cut_offs: u64,
    techniques: Techniques,
    /// Whether the guard has stopped the search.
    stopped: bool,
    objective: Objective,
    /// The player's colour.
    own: Color,
    table: AlwaysReplaceTable,
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

impl Window {
    /// In which every value is exact.
    const WHOLE: Window = Window {
        alpha: -WIN - 1,
        beta: WIN + 1,
    };

    /// The window of the opponent.
    #[inline]
    fn below(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The value, if a stored one says enough.
    #[inline]
    fn answer(self, (value, bound): (Value, Bound)) -> Option<Value> {
        let is_enough = match bound {
            Bound::Exact => true,
            Bound::Least => value >= self.beta,
            Bound::Most => value <= self.alpha,
        };
        is_enough.then_some(value)
    }

    /// What the value of a search with this window is.
    #[inline]
    fn bound(self, value: Value) -> Bound {
        if value == WIN || (value > self.alpha && value < self.beta) {
            Bound::Exact
        } else if value >= self.beta {
            Bound::Least
        } else {
            Bound::Most
        }
    }
}

/// The best move of a node.
#[derive(Clone, Copy)]
struct Best {
    value: Value,
    /// Its index among the moves as they were looked at.
    place: usize,
}

/// Which of the moves that share the best value are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    /// All of them.
    All,
    /// The first one.
    First,
}

impl<R: Scored> Search<R> {
    pub(super) fn new(
        variant: VariantOf<R>,
        judge: Judge,
        depth: u32,
        techniques: Techniques,
    ) -> Self {
        Search {
            judge,
            nodes: 0,
            cut_offs: 0,
            first_cut_offs: 0,
            techniques,
            stopped: false,
            objective: variant.facts().objective,
            own: Color::default(),
            // Enough entries for a typical search.
            table: AlwaysReplaceTable::new(if techniques.uses_table() {
                (6 + 2 * depth).min(20)
            } else {
                0
            }),
            stack: Vec::with_capacity(64 * depth as usize),
            line: Vec::with_capacity(depth as usize + 1),
        }
    }

    /// Searches `moves`, all legal moves of `root`, to `depth` plies and returns the best value, or `None` if
    /// `guard` has stopped it. `best` receives the indices of the moves that reach it, or of the first one.
    pub(super) fn best_moves(
        &mut self,
        guard: &Guard<'_>,
        root: &Position<R>,
        depth: u32,
        moves: &[MoveOf<R>],
        ties: Ties,
        best: &mut Vec<usize>,
    ) -> Option<Value> {
        self.begin(root);
        best.clear();
        let mut value = -WIN;
        for (place, m) in moves.iter().enumerate() {
            let next = root.after(m);
            let node = Node {
                key: next.key(),
                depth: depth - 1,
                start: self.start_of_line(m),
            };
            let found = -self.value(guard, &next, node, self.root_window(value, ties));
            if self.stopped {
                return None;
            }
            let is_tie = found == value && (ties == Ties::All || best.is_empty());
            if found > value {
                value = found;
                best.clear();
                best.push(place);
            } else if is_tie {
                best.push(place);
            }
        }
        Some(value)
    }

    fn begin(&mut self, root: &Position<R>) {
        self.stopped = false;
        self.own = root.turn;
        self.table.clear();
        self.stack.clear();
        self.line.clear();
        self.line.push(root.key());
    }

    /// The window of the next move of the root when the best one so far has a value: below it a bound suffices, but
    /// ties must be exact if they count.
    fn root_window(&self, value: Value, ties: Ties) -> Window {
        if !self.techniques.cut_offs {
            return Window::WHOLE;
        }
        Window {
            alpha: Window::WHOLE.alpha,
            beta: Value::from(ties == Ties::All) - value,
        }
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
        self.nodes += 1;
        if node.depth == 0 {
            return self.judge.evaluate(position, self.own);
        }
        let known = self.known(node);
        if let Some(value) = known.value.and_then(|known| window.answer(known)) {
            return value;
        }
        if guard.stops(self.nodes) {
            self.stopped = true;
            return 0;
        }
        let first = self.stack.len();
        let swapped = self.list(position, known.best);
        if self.stack.len() == first {
            return self.out_of_moves(position);
        }
        self.line.push(node.key);
        let best = self.try_moves(guard, position, node, window, first);
        self.line.pop();
        self.stack.truncate(first);
        if self.stopped {
            return 0;
        }
        let Some(best) = best else {
            return NO_PROGRESS;
        };
        self.store(node, window, best, swapped);
        best.value
    }

    /// What the table knows of a position and may be used.
    #[inline]
    fn known(&self, node: Node) -> Known {
        if !self.techniques.uses_table() {
            return Known::default();
        }
        let known = self.table.find(node.key, node.depth);
        Known {
            value: known.value.filter(|_| self.techniques.values),
            best: known.best.filter(|_| self.techniques.best_first),
        }
    }

    /// Appends the legal moves to the stack in the order in which they are looked at; returns the index of the one
    /// that was swapped with the first, if any.
    #[inline]
    fn list(&mut self, position: &Position<R>, best: Option<usize>) -> Option<usize> {
        let first = self.stack.len();
        legal_moves(position, &mut self.stack);
        if self.techniques.sorted {
            self.sort(position, first);
        }
        let best = best.filter(|best| first + best < self.stack.len())?;
        self.stack.swap(first, first + best);
        Some(best)
    }

    /// Sorts the moves on the stack from `first` on by the evaluation after them, when captures are played out.
    fn sort(&mut self, position: &Position<R>, first: usize) {
        let mut moves = self.stack.split_off(first);
        moves.sort_by_cached_key(|m| self.settled(&position.after(m)));
        self.stack.extend(moves);
    }

    /// The evaluation when captures are played out.
    fn settled(&mut self, position: &Position<R>) -> Value {
        if !can_capture::<R>(&position.board, position.turn) {
            return self.judge.evaluate(position, self.own);
        }
        let first = self.stack.len();
        legal_moves(position, &mut self.stack);
        let mut best = -WIN;
        for place in first..self.stack.len() {
            let after = position.after(&self.stack[place]);
            best = best.max(-self.settled(&after));
        }
        self.stack.truncate(first);
        best
    }

    /// The best of the moves on the stack from `first` on that repeat no position; `None` if all do. Cuts off where
    /// the rest cannot matter.
    #[inline]
    fn try_moves(
        &mut self,
        guard: &Guard<'_>,
        position: &Position<R>,
        node: Node,
        mut window: Window,
        first: usize,
    ) -> Option<Best> {
        let count = self.stack.len() - first;
        let (mut best, mut tried): (Option<Best>, u32) = (None, 0);
        for place in 0..count {
            let m = self.stack[first + place];
            let next = position.after(&m);
            let (key, start) = (next.key(), node.start.max(self.start_of_line(&m)));
            if self.line[start..].contains(&key) {
                continue;
            }
            let depth = node.depth - 1;
            let value = -self.value(guard, &next, Node { key, depth, start }, window.below());
            if self.stopped {
                break;
            }
            tried += 1;
            if best.is_some_and(|best| value <= best.value) {
                continue;
            }
            best = Some(Best { value, place });
            if self.techniques.cut_offs {
                window.alpha = window.alpha.max(value);
                if value >= window.beta || value == WIN {
                    self.count_cut_off(tried, place + 1 < count);
                    break;
                }
            }
        }
        best
    }

    /// Counts a cut-off that leaves moves out.
    #[inline]
    fn count_cut_off(&mut self, tried: u32, leaves_out: bool) {
        self.cut_offs += u64::from(leaves_out);
        self.first_cut_offs += u64::from(leaves_out && tried == 1);
    }

    /// Stores the value of a position, which was searched with a window.
    #[inline]
    fn store(&mut self, node: Node, window: Window, best: Best, swapped: Option<usize>) {
        if !self.techniques.uses_table() {
            return;
        }
        // Undoes the swap that put the stored best move first.
        let place = match swapped {
            Some(swapped) if best.place == 0 => swapped,
            Some(swapped) if best.place == swapped => 0,
            _ => best.place,
        };
        let bound = window.bound(best.value);
        (self.table).store(node.key, node.depth, best.value, bound, place);
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
