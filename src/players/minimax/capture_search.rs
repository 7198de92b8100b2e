//! How far Goliath and David see: a search of so many plies that goes on while something can be taken.

use super::MinimaxEvaluation;
use super::judge::Judge;
use super::value::{Value, WIN};
use crate::guard::Guard;
use kamen_core::board::Key;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::movegen::{can_capture, legal_moves, winner};
use kamen_core::rules::{MoveOf, Objective, Position, Variant, VariantOf};
use kamen_core::score::Score;
use kamen_core::with_rules;
use kamen_eval::Scored;

/// Wins and losses are at least this far from 0: the longest line has fewer plies.
const WON: Value = WIN - 1_000;
const LOST: Value = -WON;

/// A view of the positions of a variant.
pub(crate) trait CaptureSearch: Send {
    /// The first best of `moves`, which are legal and at least one; `None` if the guard has stopped the search. Of two
    /// wins the faster is better, of two losses the slower.
    fn best(
        &mut self,
        guard: &Guard<'_>,
        position: &AnyPosition,
        moves: &[AnyMove],
        plies: u32,
    ) -> Option<Seen>;

    /// The value of a position for its side to move, all captures carried out.
    fn rate(&mut self, position: &AnyPosition) -> View;

    /// Nodes so far.
    fn nodes(&self) -> u64;
}

/// What was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The place of the move among those given.
    pub(crate) place: usize,
    /// What it leads to, for the side that makes it.
    pub(crate) view: View,
}

/// The value of a position, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum View {
    /// Lost after so many plies, negated, so that later is better.
    Lost(i32),
    /// Undecided; the value is in the unit of the evaluation.
    Open(Value),
    /// Won after so many plies, negated, so that sooner is better.
    Won(i32),
}

impl View {
    fn of(value: Value) -> View {
        match value {
            WON.. => View::Won(value - WIN),
            ..=LOST => View::Lost(value + WIN),
            _ => View::Open(value),
        }
    }

    /// The same for the other side.
    pub(crate) fn reversed(self) -> View {
        match self {
            View::Lost(plies) => View::Won(-plies),
            View::Open(value) => View::Open(-value),
            View::Won(plies) => View::Lost(-plies),
        }
    }

    /// The same, seen so many plies earlier.
    pub(crate) fn before(self, plies: usize) -> View {
        let plies = plies as i32;
        match self {
            View::Lost(end) => View::Lost(end + plies),
            View::Open(value) => View::Open(value),
            View::Won(end) => View::Won(end - plies),
        }
    }

    pub(crate) fn is_decided(self) -> bool {
        !matches!(self, View::Open(_))
    }
}

/// A search for a variant known at run time, that evaluates by material and advancement.
pub(crate) fn capture_search(variant: Variant) -> Box<dyn CaptureSearch> {
    with_rules!(variant, of: R => Box::new(TypedSearch::<R>::new(of)))
}

/// A view as a score.
pub(crate) fn score(variant: Variant, view: View) -> Score {
    match view {
        View::Lost(plies) => Score::loss_in(plies.unsigned_abs() as usize),
        View::Won(plies) => Score::win_in(plies.unsigned_abs() as usize),
        View::Open(value) => with_rules!(variant, R => judge::<R>(variant).score(value, 0)),
    }
}

fn judge<R: Scored>(variant: Variant) -> Judge {
    Judge::new::<R::Geometry>(&MinimaxEvaluation::Progressive, variant.facts())
}

struct TypedSearch<R: Scored> {
    judge: Judge,
    objective: Objective,
    nodes: u64,
    stopped: bool,
    /// A stack of the moves of all positions on the line.
    stack: Vec<MoveOf<R>>,
    /// Keys of the positions on the line.
    line: Vec<Key>,
}

impl<R: Scored> TypedSearch<R> {
    fn new(variant: VariantOf<R>) -> Self {
        TypedSearch {
            judge: judge::<R>(variant.variant()),
            objective: variant.facts().objective,
            nodes: 0,
            stopped: false,
            stack: Vec::new(),
            line: Vec::new(),
        }
    }

    /// The value for the side to move, a bound where it is outside of the window.
    fn value(
        &mut self,
        guard: &Guard<'_>,
        position: &Position<R>,
        plies: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        self.nodes += 1;
        if self.stopped || guard.stops(self.nodes) {
            self.stopped = true;
            return 0;
        }
        let key = position.key();
        if self.line.contains(&key) {
            return 0;
        }
        let first = self.stack.len();
        if plies > 0 || can_capture::<R>(&position.board, position.turn) {
            legal_moves(position, &mut self.stack);
        }
        let count = self.stack.len() - first;
        if count == 0 {
            return self.leaf(position);
        }
        self.line.push(key);
        let mut best = -WIN;
        for place in first..first + count {
            let next = position.after(&self.stack[place]);
            let value = -self.value(guard, &next, plies.saturating_sub(1), -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.line.pop();
        self.stack.truncate(first);
        best
    }

    /// The value of a position whose moves are not looked at, or that has none.
    fn leaf(&mut self, position: &Position<R>) -> Value {
        let end = WIN - self.line.len() as Value;
        match winner(position, self.objective) {
            Some(color) if color == position.turn => end,
            Some(_) => -end,
            None => self.judge.evaluate(position, position.turn),
        }
    }

    fn clear(&mut self) {
        self.stopped = false;
        self.stack.clear();
        self.line.clear();
    }
}

impl<R: Scored> CaptureSearch for TypedSearch<R> {
    fn best(
        &mut self,
        guard: &Guard<'_>,
        position: &AnyPosition,
        moves: &[AnyMove],
        plies: u32,
    ) -> Option<Seen> {
        let position: Position<R> = position.typed()?;
        self.clear();
        self.line.push(position.key());
        let (mut best, mut best_place) = (-WIN - 1, 0);
        for (place, m) in moves.iter().enumerate() {
            let next = position.after(&m.typed::<R>()?);
            let below = plies.saturating_sub(1);
            let value = -self.value(guard, &next, below, -WIN, -best);
            if self.stopped {
                return None;
            }
            if value > best {
                (best, best_place) = (value, place);
            }
        }
        Some(Seen {
            place: best_place,
            view: View::of(best),
        })
    }

    fn rate(&mut self, position: &AnyPosition) -> View {
        let Some(position) = position.typed::<R>() else {
            return View::Open(0);
        };
        self.clear();
        View::of(self.value(&Guard::default(), &position, 0, -WIN, WIN))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
