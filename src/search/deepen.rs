//! Iterative deepening: depth 1, 2, 3 ... until a limit, each with an aspiration window around the last score.

use super::node::{MAX_PLY, Node, NodeTask, Window};
use super::result::{Handler, Info, SearchResult};
use super::worker::{RootMoves, Worker};
use kamen_core::movegen::legal_moves;
use kamen_core::rules::{Game, MoveOf, Rules};
use kamen_core::score::Score;
use kamen_eval::Evaluator;

/// Half the last aspiration window before the full one.
const WIDEST: i32 = 400;
/// The deepest iteration.
const DEEPEST: u32 = MAX_PLY as u32 - 1;

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// Searches until a limit is reached, and reports to the handler.
    pub(super) fn lead(&mut self, game: &Game<R>, handler: &mut dyn Handler<R>) -> SearchResult<R> {
        let moves = self.limit_root(game);
        self.no_choice = moves.len() <= 1 && self.limits.answer_lone_move;
        let result = if moves.is_empty() {
            SearchResult::without_move(self.out_of_moves(game.position(), 0))
        } else {
            self.deepen(game, &moves, handler)
        };
        self.wait();
        result
    }

    /// Searches until the leader is done, for the transposition table only.
    pub(super) fn help(&mut self, game: &Game<R>) {
        let root = Node::root(game);
        self.limit_root(game);
        let score = self.evaluate(&root.position);
        for depth in 1..=self.last_depth() {
            let expected = self.team.score(depth - 1).unwrap_or(score);
            let Some(score) = self.aspire(&root, depth as i32, expected) else {
                return;
            };
            self.team.complete(depth, score);
            self.end_first_iteration();
        }
    }

    /// The moves that are searched at the root: those that were asked for, and of these those that keep the value that the
    /// tables know, unless several lines are wanted.
    fn limit_root(&mut self, game: &Game<R>) -> Vec<MoveOf<R>> {
        let position = game.position();
        let mut legal = Vec::new();
        legal_moves(position, &mut legal);
        let choice = self.control.choice();
        let is_chosen = |m: &&MoveOf<R>| choice.contains(&position.after(m).key());
        let mut moves: Vec<MoveOf<R>> = legal.iter().filter(is_chosen).copied().collect();
        if moves.is_empty() {
            moves.clone_from(&legal);
        }
        if self.limits.lines.get() == 1
            && let Some(kept) = self.choose(game, &moves)
        {
            moves = kept;
        }
        if moves.len() < legal.len() {
            self.choose_among(moves.clone(), None);
        }
        moves
    }

    /// Limits the root to some moves; `last` is the line of the last iteration.
    fn choose_among(&mut self, moves: Vec<MoveOf<R>>, last: Option<&Info<R>>) {
        let first = last.and_then(|last| last.pv.first()).map(|m| m.tag());
        self.choice = Some(RootMoves { moves, first });
    }

    fn last_depth(&self) -> u32 {
        (self.limits.depth).map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST))
    }

    fn deepen(
        &mut self,
        game: &Game<R>,
        moves: &[MoveOf<R>],
        handler: &mut dyn Handler<R>,
    ) -> SearchResult<R> {
        let root = Node::root(game);
        let mut stability = Stability::default();
        let score = self.evaluate(&root.position);
        // The best line first.
        let mut lines = vec![self.info(0, score, vec![moves[0]])];
        for depth in 1..=self.last_depth() {
            let before = self.nodes;
            let mut found = self.search_lines(&root, depth, moves, &lines);
            let is_whole = !self.stopped;
            if found.is_empty() {
                // An incomplete iteration counts when it found a better move.
                match self.interrupted(depth, &lines[0]) {
                    Some(line) => found.push(line),
                    None => break,
                }
            }
            let best = &found[0];
            if is_whole {
                let last = &lines[0];
                let effort = self.best_root_nodes as f64 / (self.nodes - before).max(1) as f64;
                let is_changed = best.pv.first() != last.pv.first();
                stability.update(best.score.0 - last.score.0, is_changed, effort);
            }
            self.report(&mut found, handler);
            lines = found;
            if !is_whole {
                break;
            }
            if depth == 1 {
                self.end_first_iteration();
            }
            if self.is_enough(depth, lines[0].score, &stability) {
                break;
            }
        }
        let best = &lines[0];
        SearchResult {
            best: best.pv.first().copied(),
            ponder: best.pv.get(1).copied(),
            score: best.score,
            depth: best.depth,
            nodes: self.all_nodes(),
        }
    }

    /// One iteration: as many lines as are wanted, each without the moves of those before it; `last` are those of the
    /// last iteration. Fewer if the search was stopped.
    fn search_lines(
        &mut self,
        root: &Node<R>,
        depth: u32,
        moves: &[MoveOf<R>],
        last: &[Info<R>],
    ) -> Vec<Info<R>> {
        let wanted = (self.limits.lines.get() as usize).min(moves.len());
        let mut found: Vec<Info<R>> = Vec::with_capacity(wanted);
        for number in 0..wanted {
            let before = last.get(number);
            if wanted > 1 {
                let is_left = |m: &&MoveOf<R>| found.iter().all(|line| line.pv[0] != **m);
                let left = moves.iter().filter(is_left).copied().collect();
                self.choose_among(left, before);
            }
            let own = before.unwrap_or(&last[0]).score;
            let of_team = self.team.score(depth - 1).filter(|_| number == 0);
            let expected = of_team.unwrap_or(own);
            let Some(score) = self.aspire(root, depth as i32, expected) else {
                break;
            };
            if number == 0 {
                self.team.complete(depth, score);
            }
            // The best first, of equal ones that found first.
            let better = found.iter().filter(|line| line.score >= score).count();
            found.insert(better, self.info(depth, score, self.pv[0].clone()));
        }
        found
    }

    /// The best line of an iteration that was stopped, if it has another move than that of the last one.
    fn interrupted(&self, depth: u32, last: &Info<R>) -> Option<Info<R>> {
        let pv = &self.pv[0];
        let is_better = pv.first().is_some_and(|m| *m != last.pv[0]);
        (last.depth == 0 || is_better).then(|| {
            let line = if pv.is_empty() { &last.pv } else { pv };
            self.info(depth, last.score, line.clone())
        })
    }

    /// Reports lines, the best, which is the first, last: clients keep what they hear last.
    fn report(&self, lines: &mut [Info<R>], handler: &mut dyn Handler<R>) {
        for (place, line) in lines.iter_mut().enumerate().rev() {
            line.line = (self.limits.lines.get() > 1).then_some(place as u32 + 1);
            handler.iteration(line);
        }
    }

    /// One iteration, with an aspiration window that is widened until it contains the score. `None` if the
    /// search was stopped.
    fn aspire(&mut self, root: &Node<R>, depth: i32, last: Score) -> Option<Score> {
        let mut half = self.params.aspiration;
        let mut window = if depth < 4 || last.is_decided() {
            Window::FULL
        } else {
            Window {
                alpha: last - half,
                beta: last + half,
            }
        };
        loop {
            let score = self.search_root(root, NodeTask::root(depth, window));
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
                if let (Some(choice), Some(best)) = (&mut self.choice, self.pv[0].first()) {
                    choice.first = Some(best.tag());
                }
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
            || self.is_lone_move_judged()
            || (self.limits.budget)
                .is_some_and(|budget| clock >= budget.soft(stability.time_factor()))
    }

    fn info(&self, depth: u32, score: Score, pv: Vec<MoveOf<R>>) -> Info<R> {
        Info {
            depth,
            mean_depth: self.mean_depth(),
            score,
            nodes: self.all_nodes(),
            statistics: self.statistics(),
            time: self.control.elapsed(),
            pv,
            line: None,
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
