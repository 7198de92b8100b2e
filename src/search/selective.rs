//! What is looked at less closely, and what more: the pruning of whole nodes, the reduction of late
//! moves, the extension of lone ones. The numbers are in [`super::params`].
//!
//! Tried without gain with the hand-made evaluation, in 240 to 300 games of 30,000 nodes a move (Elo
//! with 95 % bounds). Deeper searches bear more: with 200,000 nodes, reductions with a base of 50
//! instead of 20 gained 38 ± 32 in international.
//!
//! | What | International | Czech |
//! | --- | --- | --- |
//! | ProbCut at every node, margin 10 a ply, from depth 3 | -40 ± 26 | -20 ± 22 |
//! | the same with a margin of 25, of 5 | -53 ± 29, -64 ± 27 | |
//! | the same where the evaluation is above the window already | -12 ± 31 | |
//! | reductions with a base of 50 or 80 instead of 20 | -29 ± 31, -52 ± 30 | 0 ± 22 |
//! | with a base of 0, with a factor of 35 | -14 ± 28, -6 ± 28 | |
//! | reduction by history | +4 ± 30 | |
//! | futility of 40 a ply instead of 60 | -7 ± 29 | |
//! | no reverse futility (15,000 nodes) | -21 ± 28 | 0 ± 19 |
//! | no razoring (15,000 nodes) | -27 ± 28 | 0 ± 20 |
//! | singular extension at open windows, at all nodes (15,000 nodes) | 0 ± 30, -20 ± 26 | 0 ± 16, 0 ± 19 |
//! | every threat at a leaf tried out, also where the evaluation is low already | -63 ± 28 | -44 ± 26 |
//!
//! With the learned evaluation in international (160 games of 20,000 nodes a move): reductions with a base of
//! 80 instead of 50 +9 ± 30, ProbCut with a margin of 6 instead of 10 -20 ± 35.
//!
//! With the learned evaluation in three others (300 games of 20,000 nodes a move, lengthened to 600
//! where they looked promising, which makes those errors a little larger than written):
//!
//! | What | Frisian | Russian | English |
//! | --- | --- | --- | --- |
//! | reductions with a base of 80 instead of 50 | -5 ± 27 | +10 ± 13 | +8 ± 13 |
//! | with a base of 20 | -22 ± 25 | -5 ± 18 | -4 ± 19 |
//! | with a factor of 65 instead of 50 | +6 ± 18 | +2 ± 18 | +18 ± 14 |
//! | with a factor of 35 | -8 ± 25 | -1 ± 18 | +2 ± 20 |
//! | five moves in full at open windows instead of three | -14 ± 27 | -12 ± 18 | +4 ± 13 |
//! | ProbCut with a margin of 5 instead of 10 | +4 ± 19 | -2 ± 16 | -1 ± 12 |
//! | with a margin of 20 | -2 ± 28 | -9 ± 18 | -2 ± 13 |
//! | no ProbCut | -12 ± 26 | +2 ± 17 | +3 ± 12 |
//! | futility of 40 a ply instead of 60 | +17 ± 21 | -10 ± 17 | -6 ± 19 |
//! | futility of 90 | 0 ± 27 | -17 ± 19 | +2 ± 14 |
//! | no reverse futility | -30 ± 26 | -2 ± 13 | -7 ± 18 |
//! | no razoring | +1 ± 26 | 0 ± 17 | -28 ± 20 |
//! | no threats tried out | -5 ± 18 | +4 ± 17 | -2 ± 20 |
//! | two threats on a line instead of one | +9 ± 20 | -1 ± 17 | +9 ± 14 |
//!
//! The one gain beyond its errors among these 42, played again with other openings and 100,000 nodes
//! a move (english 600 games, the others 300). 65 is what the search goes by now, in all variants.
//!
//! | Instead of 50 | International | Czech | English | Russian | Frisian | Losing |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | a factor of 65 | -4 ± 16 | +9 ± 11 | +12 ± 13 | -1 ± 16 | +24 ± 25 | -4 ± 36 |
//! | a factor of 80 (300 games each) | -2 ± 18 | +4 ± 11 | +9 ± 18 | | | |

use super::node::{Node, Window};
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::geometry::Bits;
use crate::movegen::can_capture;
use crate::rules::{MoveOf, Rules};
use crate::score::Score;

/// The most pieces of an ending.
const ENDING: usize = 8;

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// The score of a node that is seen to lie outside of an empty window without trying its moves
    /// in full.
    #[inline]
    pub(super) fn prune(
        &mut self,
        node: &Node<R>,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Option<Score> {
        let (turn, board) = (node.position.turn, &node.position.board);
        let p = &self.params;
        let is_near = depth <= p.futility_depth.max(p.razor_depth);
        let is_far = depth >= p.probcut_depth && !self.is_probing;
        if !(is_near || is_far) || window.beta.is_decided() || can_capture::<R>(board, turn) {
            return None;
        }
        let score = self.evaluate(&node.position);
        // With few pieces a king is won by giving one: material says little there.
        let is_ending = board.kings.any() && board.occupied().count() <= ENDING;
        if is_near
            && !is_ending
            && !can_capture::<R>(board, !turn)
            && let Some(score) = self.prune_by_evaluation(node, score, depth, ply, window)
        {
            return Some(score);
        }
        if is_far && score >= window.beta {
            self.probcut(node, depth, ply, window.beta)
        } else {
            None
        }
    }

    /// Near the leaves a score far above the window stays there (reverse futility), and one far
    /// below it rises by captures at most (razoring).
    #[inline(always)]
    fn prune_by_evaluation(
        &mut self,
        node: &Node<R>,
        score: Score,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Option<Score> {
        let p = &self.params;
        let above = score - p.futility * depth;
        if depth <= p.futility_depth && above >= window.beta {
            return Some(above);
        }
        if depth <= p.razor_depth && score + p.razor * depth <= window.alpha {
            let settled = self.quiescence(&node.position, ply, window);
            return (settled <= window.alpha).then_some(settled);
        }
        None
    }

    /// A shallow search that ends well above the window tells that the deep one ends above it
    /// (Buro, *ProbCut*, 1995; here as Scan has it, with a margin for each ply).
    fn probcut(&mut self, node: &Node<R>, depth: i32, ply: usize, beta: Score) -> Option<Score> {
        let p = &self.params;
        let margin = p.probcut * depth;
        let raised = Window::at(beta + margin);
        let shallow = depth * p.probcut_part / 100;
        self.is_probing = true;
        let score = self.alphabeta(node, shallow, ply, raised);
        self.is_probing = false;
        let is_above = score >= raised.beta && !self.stopped;
        is_above.then_some(if score.is_decided() {
            score
        } else {
            score - margin
        })
    }

    /// How many plies less deep a quiet move is searched at first (late-move reductions).
    #[inline(always)]
    pub(super) fn reduction(
        &self,
        depth: i32,
        number: usize,
        window: Window,
        m: &MoveOf<R>,
    ) -> i32 {
        if m.is_capture() || m.is_crowning() {
            return 0;
        }
        let p = &self.params;
        let first = if window.is_open() { p.lmr_pv } else { 1 };
        if depth < p.lmr_depth || (number as i32) < first {
            return 0;
        }
        let mut hundredths = self.reductions.get(depth, number);
        if window.is_open() {
            hundredths -= 50;
        }
        (hundredths / 100).clamp(0, depth - 1)
    }
}
