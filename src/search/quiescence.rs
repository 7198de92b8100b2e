//! Quiescence search: plays captures out until nothing is about to be captured, and evaluates there. A side
//! that would be content but for a threat tries all its moves.

use super::handicap::Leaves;
use super::node::{MAX_PLY, Node, NodeTask, Window};
use super::worker::Worker;
use kamen_core::movegen::{can_capture, can_move};
use kamen_core::rules::{Counters, Position, Rules};
use kamen_core::score::Score;
use kamen_eval::Evaluator;

/// What a node beyond the horizon is searched for.
#[derive(Clone, Copy)]
struct Leaf {
    /// Plies from the root.
    ply: usize,
    window: Window,
    /// How many threats may still be answered on the line.
    threats: u32,
    /// How many captures may still be played on the line.
    captures: u32,
    /// What the drawing rules count, where no capture has begun the counts anew.
    counters: Option<Counters>,
}

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// The score of a leaf.
    pub(super) fn quiescence(&mut self, node: &Node<R>, task: NodeTask) -> Score {
        let leaves = self.limits.handicap.leaves;
        let leaf = Leaf {
            ply: task.ply,
            window: task.window,
            threats: if leaves == Leaves::Settled {
                self.params.threats
            } else {
                0
            },
            captures: leaves.captures(),
            counters: Some(node.counters),
        };
        self.settle(&node.position, leaf)
    }

    fn settle(&mut self, position: &Position<R>, leaf: Leaf) -> Score {
        if self.enter() {
            return Score::DRAW;
        }
        let Leaf {
            ply, mut window, ..
        } = leaf;
        self.pv[ply].clear();
        let (turn, board) = (position.turn, &position.board);
        let must_capture = can_capture::<R>(board, turn);
        let is_last = ply >= MAX_PLY - 1 || (must_capture && leaf.captures == 0);
        if is_last || !must_capture {
            let score = if must_capture {
                self.evaluate(position)
            } else if !can_move(position) {
                self.out_of_moves(position, ply)
            } else if let Some(known) =
                self.known_leaf(position, leaf.counters, ply, || self.evaluate(position))
            {
                self.count_leaf(ply);
                return known;
            } else {
                self.evaluate(position)
            };
            // A threat can only make it worse.
            let is_settled =
                is_last || leaf.threats == 0 || score <= window.alpha || score.is_decided();
            if is_settled || !can_capture::<R>(board, !turn) {
                self.count_leaf(ply);
                return score;
            }
        }
        let list = self.stack.generate(position);
        if list.is_empty() {
            return self.out_of_moves(position, ply);
        }
        let mut best = -Score::INFINITE;
        for place in list.clone() {
            let child = position.after(self.stack.get(place));
            let score = -self.settle(&child, leaf.after(must_capture, window));
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score >= window.beta {
                    break;
                }
                window.alpha = window.alpha.max(score);
            }
        }
        self.stack.drop(&list);
        best
    }
}

impl Leaf {
    /// The next ply, after a capture or after a move that answers a threat.
    #[inline(always)]
    fn after(self, is_capture: bool, window: Window) -> Leaf {
        Leaf {
            ply: self.ply + 1,
            window: window.negated(),
            threats: self.threats - u32::from(!is_capture),
            captures: self.captures - u32::from(is_capture),
            counters: self.counters.filter(|_| !is_capture),
        }
    }
}
