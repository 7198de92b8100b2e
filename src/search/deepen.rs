//! Iterative deepening: depth 1, 2, 3 ... until a limit, each with an aspiration window around the last score.

use super::node::{Frame, MAX_PLY, Node, Window};
use super::result::{Handler, Info, SearchResult};
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::movegen::legal_moves;
use crate::rules::{Game, MoveOf, Rules};
use crate::score::Score;

/// Half the first aspiration window.
const ASPIRATION: i32 = 25;
/// Half the last aspiration window before the full one.
const WIDEST: i32 = 400;
/// The deepest iteration.
const DEEPEST: u32 = MAX_PLY as u32 - 1;

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// Searches until a limit is reached, and reports to the handler.
    pub(super) fn lead(&mut self, game: &Game<R>, handler: &mut dyn Handler<R>) -> SearchResult<R> {
        let mut moves = Vec::new();
        legal_moves(game.position(), &mut moves);
        self.choice = self.choose(game);
        if let Some(choice) = &self.choice {
            moves.clone_from(choice);
        }
        self.no_choice = moves.len() <= 1 && self.limits.answer_lone_move;
        let result = match moves.first() {
            Some(&first) => self.deepen(game, first, handler),
            None => SearchResult::without_move(self.out_of_moves(game.position(), 0)),
        };
        self.wait();
        result
    }

    /// Searches until the leader is done, for the transposition table only.
    pub(super) fn help(&mut self, game: &Game<R>) {
        let root = Node::root(game);
        self.choice = self.choose(game);
        let mut last = self.evaluate(&root.position);
        for depth in 1..=self.last_depth() {
            match self.aspire(&root, depth as i32, last) {
                Some(score) => last = score,
                None => return,
            }
            self.end_first_iteration();
        }
    }

    fn last_depth(&self) -> u32 {
        (self.limits.depth).map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST))
    }

    fn deepen(
        &mut self,
        game: &Game<R>,
        fallback: MoveOf<R>,
        handler: &mut dyn Handler<R>,
    ) -> SearchResult<R> {
        let root = Node::root(game);
        let mut stability = Stability::default();
        let score = self.evaluate(&root.position);
        let mut best = self.info(0, score, vec![fallback]);
        for depth in 1..=self.last_depth() {
            let before = self.nodes;
            let score = self.aspire(&root, depth as i32, best.score);
            let pv = self.pv[0].clone();
            if self.stopped {
                // An incomplete iteration counts when it found a better move.
                if best.depth == 0 || pv.first().is_some_and(|m| *m != best.pv[0]) {
                    let line = if pv.is_empty() { best.pv } else { pv };
                    best = self.info(depth, best.score, line);
                    handler.iteration(&best);
                }
                break;
            }
            let score = score.unwrap_or(best.score);
            let effort = self.best_root_nodes as f64 / (self.nodes - before).max(1) as f64;
            let is_changed = pv.first() != best.pv.first();
            stability.update(score.0 - best.score.0, is_changed, effort);
            best = self.info(depth, score, pv);
            handler.iteration(&best);
            if depth == 1 {
                self.end_first_iteration();
            }
            if self.is_enough(depth, best.score, &stability) {
                break;
            }
        }
        SearchResult {
            best: best.pv.first().copied(),
            ponder: best.pv.get(1).copied(),
            score: best.score,
            depth: best.depth,
            nodes: self.all_nodes(),
        }
    }

    /// One iteration, with an aspiration window that is widened until it contains the score. `None` if the
    /// search was stopped.
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
            let score = self.search_root(root, Frame::root(depth, window));
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

    /// Whether another iteration would change nothing or could not be completed.
    fn is_enough(&self, depth: u32, score: Score, stability: &Stability) -> bool {
        let Some(clock) = self.control.clock() else {
            return false;
        };
        let is_played_out = score.plies_to_end().is_some_and(|plies| depth >= plies);
        (is_played_out && self.limits.answer_lone_move)
            || self.no_choice
            || (self.limits.budget)
                .is_some_and(|budget| clock >= budget.soft(stability.time_factor()))
    }

    fn info(&self, depth: u32, score: Score, pv: Vec<MoveOf<R>>) -> Info<R> {
        Info {
            depth,
            mean_depth: self.mean_depth(),
            score,
            nodes: self.all_nodes(),
            time: self.control.elapsed(),
            pv,
        }
    }
}

/// How settled the best move is.
#[derive(Debug, Default)]
struct Stability {
    /// How often the best move changed; older changes count less.
    changes: f64,
    /// By how much the score fell, in centi-men; older falls count less.
    fall: f64,
    /// The best move's share of the nodes of the last iteration.
    effort: f64,
}

impl Stability {
    fn update(&mut self, gain: i32, is_changed: bool, effort: f64) {
        self.changes = self.changes / 2.0 + f64::from(u8::from(is_changed));
        self.fall = (self.fall / 2.0 - f64::from(gain)).max(0.0);
        self.effort = effort.clamp(0.0, 1.0);
    }

    /// The time to take, as a multiple of the plan: less for a move that got most of the nodes and does not
    /// change, more while the best move changes or the score falls.
    fn time_factor(&self) -> f64 {
        let effort = 1.6 - self.effort;
        let changes = 0.8 + 0.4 * self.changes;
        let fall = 1.0 + self.fall.min(60.0) / 60.0;
        (effort * changes * fall).clamp(0.4, 2.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The multiple of the plan after iterations of (gain, changed, effort).
    fn time(iterations: &[(i32, bool, f64)]) -> f64 {
        let mut stability = Stability::default();
        for &(gain, changed, effort) in iterations {
            stability.update(gain, changed, effort);
        }
        stability.time_factor()
    }

    #[test]
    fn a_settled_move_takes_less_time_than_a_doubtful_one() {
        let settled = time(&[(0, false, 0.95); 6]);
        let usual = time(&[(0, false, 0.5); 6]);
        let changing = time(&[(0, true, 0.5); 6]);
        let falling = time(&[(-20, false, 0.5); 6]);
        assert!(settled < 0.7 && settled < usual, "{settled} {usual}");
        assert!(
            usual < changing && usual < falling,
            "{usual} {changing} {falling}"
        );
        let rising = time(&[(20, false, 0.5); 6]);
        assert_eq!(rising, usual);
    }

    #[test]
    fn the_multiple_of_the_plan_is_bounded() {
        for gain in [-10_000, -60, 0, 10_000] {
            for changed in [false, true] {
                for effort in [0.0, 0.5, 1.0, 7.0] {
                    let times = time(&[(gain, changed, effort); 30]);
                    assert!((0.4..=2.5).contains(&times), "{times}");
                }
            }
        }
    }
}
