//! Searches draughts as the texts print it: the lecture on minimax, and the thesis of 2011. Begin with [`Printed`].

use super::columns::sort_by_columns;
use super::judge::Judge;
use super::value::{Value, WIN};
use crate::guard::Guard;
use crate::lecture::{GameTree, LectureSearch, Observer, Scale};
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::movegen::{legal_moves, winner};
use kamen_core::rules::{Counters, MoveOf, Position, VariantOf};
use kamen_core::score::Score;
use kamen_core::with_rules;
use kamen_eval::Scored;

/// Whose search it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// The lecture's: of two wins the faster is better; the counting rules draw a game, too.
    Lecture,
    /// That of the thesis of 2011: moves by columns, all wins are worth the same, and what is rated as an end cuts.
    Thesis,
}

impl Text {
    fn scale(self) -> Scale {
        match self {
            Text::Lecture => Scale {
                most: WIN,
                many: WIN - 1_000,
            },
            Text::Thesis => Scale::flat(WIN),
        }
    }
}

/// A search as a text prints it: no table, no ban on positions that were met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    pub(super) text: Text,
    /// Whether it leaves out what cannot matter.
    pub(super) prunes: bool,
}

/// The draughts that are searched.
struct Draughts<'j, R: Scored> {
    judge: &'j mut Judge,
    variant: VariantOf<R>,
    text: Text,
    /// The player's colour.
    own: Color,
    /// Moves of a position, empty between two positions.
    moves: Vec<MoveOf<R>>,
}

/// A position, with the counts of the drawing rules.
type Counted<R> = (Position<R>, Counters);

impl<R: Scored> Draughts<'_, R> {
    /// The position after a move. The thesis tells nothing of draws in its search.
    fn after(&self, (position, counters): &Counted<R>, m: &MoveOf<R>) -> Counted<R> {
        let next = position.after(m);
        let counters = match self.text {
            Text::Lecture => {
                let draws = &self.variant.facts().draws;
                draws.after::<R::Geometry>(*counters, m, &next.board)
            }
            Text::Thesis => *counters,
        };
        (next, counters)
    }

    /// Sorts the legal moves of a position.
    fn order(text: Text, position: &Position<R>, moves: &mut [MoveOf<R>]) {
        if text == Text::Thesis {
            sort_by_columns(position, moves);
        }
    }
}

impl<R: Scored> GameTree for Draughts<'_, R> {
    type Position = Counted<R>;

    fn end(&mut self, (position, counters): &Counted<R>) -> Option<Value> {
        if let Some(value) = self.judge.end(position) {
            return Some(value);
        }
        let facts = self.variant.facts();
        if let Some(winner) = winner(position, facts.objective) {
            return Some(if winner == position.turn { WIN } else { -WIN });
        }
        let is_drawn = self.text == Text::Lecture && facts.draws.is_count_out(*counters);
        is_drawn.then_some(0)
    }

    fn evaluate(&mut self, (position, _): &Counted<R>) -> Value {
        self.judge.evaluate(position, self.own)
    }

    fn children(&mut self, position: &Counted<R>, children: &mut Vec<Counted<R>>) {
        let mut moves = std::mem::take(&mut self.moves);
        legal_moves(&position.0, &mut moves);
        Self::order(self.text, &position.0, &mut moves);
        children.extend(moves.iter().map(|m| self.after(position, m)));
        moves.clear();
        self.moves = moves;
    }
}

/// Counts what is looked at, and stops where a guard says so.
struct Watch<'g, 'c> {
    guard: &'g Guard<'c>,
    looked: LeftOut,
    stopped: bool,
}

impl Observer for Watch<'_, '_> {
    fn enter(&mut self, _: (Value, Value)) -> bool {
        self.looked.visited += 1;
        self.stopped |= self.guard.stops(self.looked.visited);
        !self.stopped
    }

    fn leave(&mut self, _: Value, left_out: usize) {
        self.looked.left_out += left_out as u64;
    }
}

impl Printed {
    /// Sorts the legal moves of a position in the order in which they are looked at.
    pub(super) fn order<R: Scored>(self, position: &Position<R>, moves: &mut [MoveOf<R>]) {
        Draughts::<R>::order(self.text, position, moves);
    }

    /// The first of the best of `moves`, its value and what was looked at after `before`; `None` if the guard has stopped the search.
    pub(super) fn best_move<R: Scored>(
        self,
        (guard, before): (&Guard<'_>, LeftOut),
        (judge, variant): (&mut Judge, VariantOf<R>),
        root: &Counted<R>,
        moves: &[MoveOf<R>],
        depth: u32,
    ) -> (Option<(usize, Value)>, LeftOut) {
        let tree = Draughts {
            judge,
            variant,
            text: self.text,
            own: root.0.turn,
            moves: Vec::new(),
        };
        let children: Vec<_> = moves.iter().map(|m| tree.after(root, m)).collect();
        let watch = Watch {
            guard,
            looked: before,
            stopped: false,
        };
        let mut search = LectureSearch::new(tree, self.text.scale(), watch);
        let best = search.best_move(&children, depth, self.prunes);
        let Watch {
            looked, stopped, ..
        } = search.observer;
        (best.filter(|_| !stopped), looked)
    }

    /// A value of the best move as a score, at most `depth` plies deep.
    pub(super) fn score(self, judge: &Judge, value: Value, depth: u32) -> Score {
        let scale = self.text.scale();
        if self.text == Text::Thesis || value.abs() <= scale.many {
            return judge.score(value, depth);
        }
        let plies = (scale.most - value.abs()) as usize + usize::from(!self.prunes);
        if value > 0 {
            Score::win_in(plies)
        } else {
            Score::loss_in(plies)
        }
    }
}

/// What a search visits, and what alpha-beta leaves out of it, as the thesis of 2011 counts: moves that are not looked at,
/// whatever would lie behind them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Positions below the root that were visited.
    pub visited: u64,
    /// Moves that were left out.
    pub left_out: u64,
}

impl LeftOut {
    /// Searches a position as the thesis does, with its evaluation, to `depth` plies, from 1 to [`MAX_DEPTH`](super::MAX_DEPTH). A lone move is not searched.
    pub fn of(position: &AnyPosition, depth: u32) -> LeftOut {
        with_rules!(position.variant(), of: R => typed::<R>(of, position, depth))
    }

    /// The share of what was left out; `None` if nothing was visited.
    pub fn share(&self) -> Option<f64> {
        let all = self.visited + self.left_out;
        (all > 0).then(|| self.left_out as f64 / all as f64)
    }
}

impl std::ops::AddAssign for LeftOut {
    fn add_assign(&mut self, other: LeftOut) {
        self.visited += other.visited;
        self.left_out += other.left_out;
    }
}

fn typed<R: Scored>(variant: VariantOf<R>, position: &AnyPosition, depth: u32) -> LeftOut {
    let Some(position) = position.typed::<R>() else {
        return LeftOut::default();
    };
    let printed = Printed {
        text: Text::Thesis,
        prunes: true,
    };
    let evaluation = super::MinimaxEvaluation::Simulated(super::RowFactor::default());
    let mut judge = Judge::new::<R::Geometry>(&evaluation, variant.facts());
    let mut moves = Vec::new();
    legal_moves(&position, &mut moves);
    if moves.len() < 2 {
        return LeftOut::default();
    }
    printed.order(&position, &mut moves);
    let root = (position, Counters::default());
    let guard = (&Guard::default(), LeftOut::default());
    let (_, looked) = printed.best_move(guard, (&mut judge, variant), &root, &moves, depth);
    looked
}
