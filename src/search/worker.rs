//! One search thread: iterative deepening, and what it carries along.

use super::history::History;
use super::picker::MoveStack;
use super::{Control, Handler, Info, Limits, MAX_PLY, Outcome, TranspositionTable};
use crate::board::Key;
use crate::eval::Evaluator;
use crate::geometry::Bits;
use crate::movegen::legal_moves;
use crate::rules::{Counters, DrawRules, Game, MoveOf, Objective, Position, Rules};
use crate::score::Score;
use std::time::Duration;

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<R: Rules> {
    pub(super) position: Position<R>,
    pub(super) key: Key,
    pub(super) counters: Counters,
}

impl<R: Rules> Node<R> {
    #[inline(always)]
    pub(super) fn after(&self, m: &MoveOf<R>, draws: &DrawRules) -> Node<R> {
        let position = self.position.after(m);
        Node {
            position,
            key: position.key(),
            counters: draws.after::<R::Geometry>(self.counters, m, &position.board),
        }
    }
}

/// The scores that matter: what is certain already, and what the opponent will not allow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Window = Window {
        alpha: Score(-Score::INFINITE.0),
        beta: Score::INFINITE,
    };

    /// The window of the other side.
    #[inline(always)]
    pub(super) fn swapped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The empty window above alpha.
    #[inline(always)]
    pub(super) fn at_alpha(self) -> Window {
        Window {
            beta: self.alpha + 1,
            ..self
        }
    }

    /// Whether a score fits between the bounds.
    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }

    /// The window without the scores that no line through `ply` can reach; the error is the score
    /// to return when none is left.
    #[inline(always)]
    pub(super) fn within_reach(self, ply: usize) -> Result<Window, Score> {
        let alpha = self.alpha.max(Score::loss_in(ply));
        let beta = self.beta.min(Score::win_in(ply));
        if alpha < beta {
            Ok(Window { alpha, beta })
        } else {
            Err(alpha)
        }
    }
}

/// Nodes between two looks at the clock.
const POLL: u64 = 2048;
/// Depth 1 is completed whatever the limits, unless it takes absurdly long.
const FIRST_ITERATION: u64 = 50_000;
/// Half the first aspiration window.
const ASPIRATION: i32 = 25;
/// Half the last aspiration window before the full one.
const WIDEST: i32 = 400;

pub(super) struct Worker<'a, R: Rules, E> {
    evaluator: &'a E,
    pub(super) tt: &'a TranspositionTable,
    pub(super) draws: &'static DrawRules,
    objective: Objective,
    /// Keys before the present node, those of the game first.
    pub(super) keys: Vec<Key>,
    pub(super) stack: MoveStack<R>,
    pub(super) history: History,
    /// Best line from each ply on.
    pub(super) pv: Vec<Vec<MoveOf<R>>>,
    pub(super) stopped: bool,
    pub(super) limits: &'a Limits,
    control: &'a Control,
    /// There is at most one move, which is to be answered at once.
    no_choice: bool,
    nodes: u64,
    next_poll: u64,
    leaves: u64,
    leaf_plies: u64,
}

/// Searches a game's present position until a limit is reached or `control` stops it.
///
/// The outcome of a single-threaded search with limits of depth and nodes only is the same every
/// time, given an empty table.
pub fn search<R: Rules, E: Evaluator<R>>(
    game: &Game<R>,
    evaluator: &E,
    tt: &TranspositionTable,
    limits: &Limits,
    control: &Control,
    handler: &mut impl Handler<R>,
) -> Outcome<R> {
    let mut moves = Vec::new();
    legal_moves(game.position(), &mut moves);
    tt.grow_older();
    let mut keys = Vec::with_capacity(game.keys().len() + MAX_PLY);
    keys.extend_from_slice(&game.keys()[..game.keys().len() - 1]);
    let mut worker = Worker {
        evaluator,
        tt,
        draws: &game.facts().draws,
        objective: game.facts().objective,
        keys,
        stack: MoveStack::new(),
        history: History::new(),
        pv: vec![Vec::new(); MAX_PLY + 1],
        stopped: false,
        limits,
        control,
        no_choice: moves.len() <= 1 && limits.answer_lone_move,
        nodes: 0,
        next_poll: FIRST_ITERATION,
        leaves: 0,
        leaf_plies: 0,
    };
    let outcome = match moves.first() {
        Some(&first) => worker.deepen(game, first, handler),
        None => Outcome {
            best: None,
            ponder: None,
            score: worker.out_of_moves(game.position(), 0),
            depth: 0,
            nodes: 0,
        },
    };
    worker.wait();
    outcome
}

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// Depth 1, 2, 3 ... until a limit.
    fn deepen(
        &mut self,
        game: &Game<R>,
        fallback: MoveOf<R>,
        handler: &mut impl Handler<R>,
    ) -> Outcome<R> {
        let root = Node {
            position: *game.position(),
            key: game.position().key(),
            counters: game.counters(),
        };
        let deepest = (MAX_PLY - 1) as u32;
        let last = self.limits.depth.map_or(deepest, |d| d.clamp(1, deepest));
        let mut best = self.info(0, self.evaluate(&root.position), vec![fallback]);
        for depth in 1..=last {
            let score = self.aspire(&root, depth as i32, best.score);
            let pv = self.pv[0].clone();
            if self.stopped {
                // An incomplete iteration counts when it found a better move.
                if best.depth == 0 || pv.first().is_some_and(|m| *m != best.pv[0]) {
                    let line = if pv.is_empty() { best.pv } else { pv };
                    let score = score.unwrap_or(best.score);
                    best = self.info(depth, score, line);
                    handler.iteration(&best);
                }
                break;
            }
            best = self.info(depth, score.unwrap_or(best.score), pv);
            handler.iteration(&best);
            if self.is_enough(depth, best.score) {
                break;
            }
        }
        Outcome {
            best: best.pv.first().copied(),
            ponder: best.pv.get(1).copied(),
            score: best.score,
            depth: best.depth,
            nodes: self.nodes,
        }
    }

    /// One iteration, with a window around the last score that is widened until it holds. `None`
    /// if it was stopped before the root had a score.
    fn aspire(&mut self, root: &Node<R>, depth: i32, last: Score) -> Option<Score> {
        let mut half = ASPIRATION;
        let mut window = if depth < 4 || last.is_decided() {
            Window::FULL
        } else {
            Window {
                alpha: last - half,
                beta: last + half,
            }
        };
        loop {
            let score = self.alphabeta(root, depth, 0, window);
            if self.stopped {
                return None;
            }
            half = if half < WIDEST {
                4 * half
            } else {
                Score::INFINITE.0 * 2
            };
            if score <= window.alpha {
                window.alpha = (last - half).max(-Score::INFINITE);
            } else if score >= window.beta {
                window.beta = (last + half).min(Score::INFINITE);
            } else {
                return Some(score);
            }
        }
    }

    /// Whether another iteration would be useless or could not be completed.
    fn is_enough(&mut self, depth: u32, score: Score) -> bool {
        if depth == 1 {
            self.next_poll = self.nodes;
        }
        let Some(clock) = self.control.clock() else {
            return false;
        };
        let is_played_out = score.plies_to_end().is_some_and(|plies| depth >= plies);
        (is_played_out && self.limits.answer_lone_move)
            || self.no_choice
            || self
                .limits
                .budget
                .is_some_and(|budget| clock >= budget.soft)
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

    #[cold]
    fn poll(&mut self) {
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        let out_of_time = self.control.clock().is_some_and(|clock| {
            self.no_choice
                || self
                    .limits
                    .budget
                    .is_some_and(|budget| clock >= budget.hard)
        });
        self.stopped |= out_of_nodes || out_of_time || self.control.is_stopped();
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        self.next_poll = (self.nodes + POLL).min(limit.max(self.nodes + 1));
    }

    /// Waits until the answer is wanted: while pondering, or in an analysis without limits.
    fn wait(&self) {
        let until_stop = self.limits.wait_for_stop && !self.no_choice;
        while !self.control.is_stopped() && (until_stop || self.control.clock().is_none()) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn info(&self, depth: u32, score: Score, pv: Vec<MoveOf<R>>) -> Info<R> {
        Info {
            depth,
            mean_depth: self.leaf_plies as f64 / self.leaves.max(1) as f64,
            score,
            nodes: self.nodes,
            time: self.control.elapsed(),
            pv,
        }
    }
}
