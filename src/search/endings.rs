//! What endgame tables tell the search.
//!
//! Tables know nothing of the game's history, so a win that they tell may come too late for the drawing rules, and a search
//! that is content with winning may go on winning for ever. So
//!
//! - at the root, the moves that keep the value of the position are searched alone; a win whose distance is known, and
//!   fits into what the drawing rules leave, is played by the shortest way at once;
//! - in the tree, a draw is a draw, and a win or loss counts where the count of quiet moves has just begun anew: there the
//!   search has made progress. Elsewhere it searches on, and takes what the tables say at its leaves. Where kings chase a
//!   king, and the distance is known and greater than the rules leave, the win does not count;
//! - in a drawn position the search looks for the line in which the opponent may go wrong: there the draws of tables
//!   do not count, and what is lost is avoided as ever.

use super::node::{Node, NodeTask};
use super::worker::{Endings, Worker};
use kamen_core::geometry::Bits;
use kamen_core::movegen::can_capture;
use kamen_core::rules::{Counters, Game, MoveOf, Position, Rules};
use kamen_core::score::Score;
use kamen_eval::Evaluator;
use kamen_tables::{Material, Outcome, Value};

/// The greatest part of an evaluation that counts beside a win or loss of tables.
const NUANCE: i32 = 99;

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// Those of the moves at the root that keep the best value among them, if the tables know them all.
    /// One move is left where it is certain to win in time.
    pub(super) fn choose(&mut self, game: &Game<R>, moves: &[MoveOf<R>]) -> Option<Vec<MoveOf<R>>> {
        let endings = self.endings.as_mut()?;
        let position = game.position();
        if position.board.occupied().count() > endings.pieces {
            return None;
        }
        let tables = endings.tables;
        let after = |m: &MoveOf<R>| -> Option<(Outcome, bool)> {
            let next = position.after(m);
            let is_exact = tables.has_distance(&next);
            Some((tables.typed_outcome(&next)?.before(is_exact), is_exact))
        };
        let outcomes: Option<Vec<_>> = moves.iter().map(after).collect();
        let outcomes = outcomes?;
        let best = outcomes.iter().map(|(outcome, _)| *outcome).max()?;
        endings.is_drawn = best.value == Value::Draw;
        let left = self.draws.plies_left(game.counters());
        let all_exact = outcomes.iter().all(|(_, is_exact)| *is_exact);
        let is_certain = best.value == Value::Win && all_exact && best.distance <= left;
        // A chase that takes too long may still be in time if a capture begins the count anew.
        let is_chase = all_exact && Material::of(&position.board, position.turn).is_chase();
        let is_shortest = is_certain || (best.value == Value::Win && is_chase);
        let all = moves.iter().copied().zip(outcomes);
        let kept = all.filter(|(_, (outcome, _))| match is_shortest {
            true => *outcome == best,
            false => outcome.value == best.value,
        });
        let most = if is_certain { 1 } else { usize::MAX };
        Some(kept.map(|(m, _)| m).take(most).collect())
    }

    /// What the tables say of a node in the tree.
    #[inline(always)]
    pub(super) fn known(&self, node: &Node<R>, task: NodeTask) -> Option<Score> {
        let endings = self.endings.as_ref()?;
        let is_few = node.position.board.occupied().count() <= endings.pieces;
        if !is_few || task.is_root() {
            return None;
        }
        let known = self.look_up(endings, node, task);
        self.count_hit(known.is_some());
        known
    }

    fn count_hit(&self, is_hit: bool) {
        self.table_hits
            .set(self.table_hits.get() + u64::from(is_hit));
    }

    #[inline(never)]
    fn look_up(&self, endings: &Endings<'_>, node: &Node<R>, task: NodeTask) -> Option<Score> {
        let Node {
            position, counters, ..
        } = node;
        if task.ply == 1 && endings.tables.has_distance(position) {
            let outcome = endings.tables.typed_outcome(position)?;
            let distance = task.ply + usize::from(outcome.distance);
            let in_time = outcome.distance <= self.draws.plies_left(*counters);
            return match outcome.value {
                Value::Win if in_time => Some(Score::win_in(distance)),
                Value::Loss if in_time => Some(Score::loss_in(distance)),
                Value::Draw if !endings.is_drawn => Some(Score::DRAW),
                _ => None,
            };
        }
        if can_capture::<R>(&position.board, position.turn) {
            return None;
        }
        let is_new = counters.quiet == 0;
        match endings.value_within(position, || self.draws.plies_left(*counters))? {
            Value::Draw => (!endings.is_drawn).then_some(Score::DRAW),
            Value::Win => is_new.then(|| Score::table_win(task.ply)),
            Value::Loss => is_new.then(|| -Score::table_win(task.ply)),
        }
    }

    /// What the tables say of a leaf in which no capture is due, `evaluation` apart. The counters are those of the position, if no
    /// capture has begun them anew.
    #[inline(always)]
    pub(super) fn known_leaf(
        &self,
        position: &Position<R>,
        counters: Option<Counters>,
        ply: usize,
        evaluation: impl FnOnce() -> Score,
    ) -> Option<Score> {
        let endings = self.endings.as_ref()?;
        if position.board.occupied().count() > endings.pieces {
            return None;
        }
        let nuance = || evaluation().0.clamp(-NUANCE, NUANCE);
        let fresh = || self.draws.fresh::<R::Geometry>(&position.board);
        let left = || self.draws.plies_left(counters.unwrap_or_else(fresh));
        let value = endings.value_within(position, left)?;
        self.count_hit(true);
        match value {
            Value::Draw => (!endings.is_drawn).then_some(Score::DRAW),
            Value::Win => Some(Score::table_win(ply) - 2 * NUANCE + nuance()),
            Value::Loss => Some(-Score::table_win(ply) + 2 * NUANCE + nuance()),
        }
    }
}

impl Endings<'_> {
    /// The value of a position in which no capture is due, unless the drawing rules, which leave so many plies, stop the win.
    #[inline(always)]
    fn value_within<R: Rules>(
        &self,
        position: &Position<R>,
        left: impl FnOnce() -> u16,
    ) -> Option<Value> {
        let value = self.tables.quiet_value(position)?;
        let counts = value == Value::Draw || self.tables.may_end_within(position, left());
        counts.then_some(value)
    }
}

#[cfg(test)]
mod tests;
