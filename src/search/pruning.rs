//! Selectivity: whole nodes that are pruned (reverse futility, razoring, ProbCut), and moves that are searched
//! less deep (internal iterative and late-move reductions).
//!
//! The parameters are in [`super::params`]; `tests/experiments` has other values and their results.

use super::node::{Node, NodeTask, Window};
use super::picker::Pick;
use super::worker::Worker;
use kamen_core::board::Tag;
use kamen_core::geometry::Bits;
use kamen_core::movegen::can_capture;
use kamen_core::rules::Rules;
use kamen_core::score::Score;
use kamen_eval::Evaluator;

/// The most pieces of an ending.
const ENDING: usize = 8;

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// The static evaluation of a node that may be pruned by it. The window must be a null window, and there must be
    /// no capture: a static evaluation is meaningless in the middle of an exchange.
    #[inline]
    pub(super) fn static_evaluation(&self, node: &Node<R>, task: NodeTask) -> Option<Score> {
        let (turn, board) = (node.position.turn, &node.position.board);
        let is_near = self.is_near(task);
        let may_prune = (is_near || self.is_far(task))
            && !task.window.is_open()
            && !task.window.beta.is_decided()
            && !can_capture::<R>(board, turn);
        may_prune.then(|| self.evaluate(&node.position))
    }

    #[inline(always)]
    fn is_near(&self, task: NodeTask) -> bool {
        task.depth <= self.params.futility_depth.max(self.params.razor_depth)
    }

    #[inline(always)]
    fn is_far(&self, task: NodeTask) -> bool {
        task.depth >= self.params.probcut_depth && !self.is_probing
    }

    /// The score of a node near the leaves whose evaluation is far outside the window.
    #[inline]
    pub(super) fn prune_near(
        &self,
        node: &Node<R>,
        task: NodeTask,
        evaluation: Score,
    ) -> Option<Score> {
        let (turn, board) = (node.position.turn, &node.position.board);
        // With few pieces a king is won by giving one: material says little there.
        let is_ending = board.kings.any() && board.occupied().count() <= ENDING;
        if !self.is_near(task) || is_ending || can_capture::<R>(board, !turn) {
            return None;
        }
        self.reverse_futility(task, evaluation)
            .or_else(|| self.razoring(task, evaluation))
    }

    /// Near the leaves an evaluation far above the window stays there.
    #[inline(always)]
    fn reverse_futility(&self, task: NodeTask, evaluation: Score) -> Option<Score> {
        let p = &self.params;
        let above = evaluation - p.futility * task.depth;
        (task.depth <= p.futility_depth && above >= task.window.beta).then_some(above)
    }

    /// Near the leaves an evaluation far below the window stays there.
    #[inline(always)]
    fn razoring(&self, task: NodeTask, evaluation: Score) -> Option<Score> {
        let p = &self.params;
        let raised = evaluation + p.razor * task.depth;
        (task.depth <= p.razor_depth && raised <= task.window.alpha).then_some(evaluation)
    }

    /// A shallow search that ends well above the window tells that the deep one ends above it (Buro, *ProbCut*,
    /// 1995; as in Scan, with a margin for each ply).
    #[inline]
    pub(super) fn probcut(
        &mut self,
        node: &Node<R>,
        task: NodeTask,
        evaluation: Score,
    ) -> Option<Score> {
        if !self.is_far(task) || evaluation < task.window.beta {
            return None;
        }
        let p = &self.params;
        let margin = p.probcut * task.depth;
        let raised = Window::at(task.window.beta + margin);
        let shallow = NodeTask {
            depth: task.depth * p.probcut_part / 100,
            window: raised,
            ..task
        };
        self.is_probing = true;
        let score = self.alphabeta(node, shallow);
        self.is_probing = false;
        if score < raised.beta || self.stopped {
            None
        } else if score.is_decided() {
            Some(score)
        } else {
            Some(score - margin)
        }
    }

    /// Internal iterative reduction: without a move from the table the first one is mostly not the best, so the
    /// node is searched a ply less deep.
    #[inline(always)]
    pub(super) fn internal_iterative_reduction(
        &self,
        task: NodeTask,
        tag: Option<Tag>,
    ) -> NodeTask {
        let is_reduced = tag.is_none() && task.depth >= self.params.iir_depth;
        NodeTask {
            depth: task.depth - i32::from(is_reduced),
            is_reduced,
            ..task
        }
    }

    /// How many plies less deep a late quiet move is searched at first.
    #[inline(always)]
    pub(super) fn late_move_reduction(&self, task: NodeTask, pick: &Pick<R>) -> i32 {
        if pick.m.is_capture() || pick.m.is_crowning() {
            return 0;
        }
        let p = &self.params;
        let is_pv = task.window.is_open();
        let first = if is_pv { p.lmr_pv } else { 1 };
        if task.depth < p.lmr_depth || (pick.number as i32) < first {
            return 0;
        }
        let reduction = self.reductions.get(task.depth, pick.number);
        let reduction = reduction - if is_pv { 50 } else { 0 };
        (reduction / 100).clamp(0, task.depth - 1)
    }
}
