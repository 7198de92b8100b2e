//! One search thread: what it carries along, and when it stops.

use super::history::History;
use super::node::Step;
use super::params::{Params, Reductions};
use super::picker::MoveStack;
use super::team::{Resources, Team};
use super::{Control, Limits, MAX_PLY, TranspositionTable};
use crate::board::Key;
use crate::eval::Evaluator;
use crate::geometry::Bits;
use crate::rules::{DrawRules, Game, MoveOf, Objective, Position, Rules};
use crate::score::Score;
use std::thread;
use std::time::Duration;

/// Nodes between two looks at the clock.
const POLL: u64 = 2048;
/// Depth 1 is completed whatever the limits, unless it takes absurdly long.
const FIRST_ITERATION: u64 = 50_000;

pub(super) struct Worker<'a, R: Rules, E: Evaluator<R>> {
    evaluator: &'a E,
    pub(super) tt: &'a TranspositionTable,
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
    pub(super) team: &'a Team,
    /// Which of the team; 0 leads.
    pub(super) thread: usize,
    pub(super) draws: &'static DrawRules,
    pub(super) objective: Objective,
    pub(super) params: Params,
    pub(super) reductions: &'static Reductions,
    /// Keys before the present node, those of the game first.
    pub(super) keys: Vec<Key>,
    pub(super) stack: MoveStack<R>,
    pub(super) history: History,
    /// The moves from the root to the present node.
    pub(super) line: [Step; MAX_PLY + 1],
    /// Best line from each ply on.
    pub(super) pv: Vec<Vec<MoveOf<R>>>,
    /// Inside the shallow search of ProbCut, which is not to do the same again.
    pub(super) is_probing: bool,
    pub(super) stopped: bool,
    /// There is at most one move, which is to be answered at once.
    pub(super) no_choice: bool,
    /// Nodes that were spent on the best root move of the iteration.
    pub(super) best_root_nodes: u64,
    pub(super) nodes: u64,
    next_poll: u64,
    leaves: u64,
    leaf_plies: u64,
}

impl<'a, R: Rules, E: Evaluator<R>> Worker<'a, R, E> {
    pub(super) fn new(
        game: &Game<R>,
        resources: Resources<'a, E>,
        limits: &'a Limits,
        control: &'a Control,
        team: &'a Team,
        thread: usize,
    ) -> Self {
        let mut keys = Vec::with_capacity(game.keys().len() + MAX_PLY);
        keys.extend_from_slice(&game.keys()[..game.keys().len() - 1]);
        let facts = game.facts();
        Worker {
            evaluator: resources.evaluator,
            tt: resources.tt,
            limits,
            control,
            team,
            thread,
            draws: &facts.draws,
            objective: facts.objective,
            params: Params::of(facts.objective),
            reductions: Reductions::of(facts.objective),
            keys,
            stack: MoveStack::new(),
            history: History::new(),
            line: [Step::NONE; MAX_PLY + 1],
            pv: vec![Vec::new(); MAX_PLY + 1],
            is_probing: false,
            stopped: false,
            no_choice: false,
            best_root_nodes: 0,
            nodes: 0,
            next_poll: FIRST_ITERATION,
            leaves: 0,
            leaf_plies: 0,
        }
    }

    /// The score of a quiet position by the evaluation.
    #[inline(always)]
    pub(super) fn evaluate(&self, position: &Position<R>) -> Score {
        let score = self.evaluator.evaluate(position);
        self.limits.handicap.see(score, || position.key())
    }

    /// The score of a position without legal moves.
    #[cold]
    pub(super) fn out_of_moves(&self, position: &Position<R>, ply: usize) -> Score {
        let has_first_king = R::RULES.first_king_wins
            && position.board.kings(position.turn).any()
            && position.board.kings(!position.turn).is_empty();
        if has_first_king || self.objective == Objective::Giveaway {
            Score::win_in(ply)
        } else {
            Score::loss_in(ply)
        }
    }

    /// Counts a node; true if the search is to be stopped.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// Counts a leaf for the mean depth.
    #[inline(always)]
    pub(super) fn leaf(&mut self, ply: usize) {
        self.leaves += 1;
        self.leaf_plies += ply as u64;
    }

    /// Mean distance of the leaves from the root, in plies.
    pub(super) fn mean_depth(&self) -> f64 {
        self.leaf_plies as f64 / self.leaves.max(1) as f64
    }

    /// Nodes of the whole team.
    pub(super) fn all_nodes(&self) -> u64 {
        self.team.publish(self.thread, self.nodes);
        self.team.nodes()
    }

    /// From now on the limits count.
    pub(super) fn end_first_iteration(&mut self) {
        self.next_poll = self.nodes;
    }

    #[cold]
    fn poll(&mut self) {
        if self.team.fills_machine {
            thread::yield_now();
        }
        let nodes = self.all_nodes();
        self.stopped |= self.control.is_stopped() || self.team.is_done();
        self.stopped |= self.limits.nodes.is_some_and(|limit| nodes >= limit);
        self.stopped |= self.thread == 0 && self.is_out_of_time();
        let left = (self.limits.nodes).map_or(POLL, |limit| limit.saturating_sub(nodes));
        self.next_poll = self.nodes + left.clamp(1, POLL);
    }

    fn is_out_of_time(&self) -> bool {
        let hard = self.limits.budget.map(|budget| budget.hard);
        (self.control.clock())
            .is_some_and(|clock| self.no_choice || hard.is_some_and(|t| clock >= t))
    }

    /// Waits until the answer is wanted: while pondering, or in an analysis without limits.
    pub(super) fn wait(&self) {
        let until_stop = self.limits.wait_for_stop && !self.no_choice;
        while !self.control.is_stopped() && (until_stop || self.control.clock().is_none()) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}
