//! Quiescence: evaluates positions in which nothing is about to be captured. Captures are played
//! out; a side that would be content but for a threat tries all its moves.

use super::node::Window;
use super::worker::Worker;
use super::{Leaves, MAX_PLY};
use crate::eval::Evaluator;
use crate::movegen;
use crate::rules::{Position, Rules};
use crate::score::Score;

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// The score of a leaf: captures and threatened captures are played out.
    pub(super) fn quiescence(
        &mut self,
        position: &Position<R>,
        ply: usize,
        window: Window,
    ) -> Score {
        let leaves = self.limits.handicap.leaves;
        let threats = if leaves == Leaves::Settled {
            self.params.threats
        } else {
            0
        };
        self.settle(position, ply, window, threats, leaves.captures())
    }

    fn settle(
        &mut self,
        position: &Position<R>,
        ply: usize,
        mut window: Window,
        threats: u32,
        captures: u32,
    ) -> Score {
        if self.enter() {
            return Score::DRAW;
        }
        self.pv[ply].clear();
        let (turn, board) = (position.turn, &position.board);
        let must_capture = movegen::can_capture::<R>(board, turn);
        let is_last = ply >= MAX_PLY - 1 || (must_capture && captures == 0);
        if is_last || !must_capture {
            let score = if must_capture || movegen::can_move(position) {
                self.evaluate(position)
            } else {
                self.out_of_moves(position, ply)
            };
            // A threat can only make it worse.
            let is_settled = is_last || threats == 0 || score <= window.alpha || score.is_decided();
            if is_settled || !movegen::can_capture::<R>(board, !turn) {
                self.leaf(ply);
                return score;
            }
        }
        let (threats, captures) = if must_capture {
            (threats, captures - 1)
        } else {
            (threats - 1, captures)
        };
        let list = self.stack.generate(position);
        if list.is_empty() {
            return self.out_of_moves(position, ply);
        }
        let mut best = -Score::INFINITE;
        for i in list.clone() {
            let child = position.after(&self.stack.moves[i]);
            let score = -self.settle(&child, ply + 1, window.swapped(), threats, captures);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score >= window.beta {
                    break;
                }
                if score > window.alpha {
                    window.alpha = score;
                }
            }
        }
        self.stack.drop(&list);
        best
    }
}
