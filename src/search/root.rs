//! The root of an iteration, where more may be known of a move than a search of its depth finds out.

use super::alphabeta::Best;
use super::correction::Correction;
use super::node::{Node, NodeTask};
use super::worker::Worker;
use kamen_core::board::Tag;
use kamen_core::movegen::legal_moves;
use kamen_core::rules::{MoveOf, Rules};
use kamen_core::score::Score;
use kamen_eval::Evaluator;

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// One iteration at the root, with the corrections if there are any, and limited to a choice of moves if it is.
    pub(super) fn search_root(&mut self, root: &Node<R>, task: NodeTask) -> Score {
        if !self.control.corrections().is_empty() {
            return self.corrected_root(root, task);
        }
        match &self.choice {
            None => self.alphabeta(root, task),
            Some(choice) => {
                let first = choice.first;
                self.limited_root(root, task, first)
            }
        }
    }

    /// The root with the moves of the choice alone.
    #[cold]
    fn limited_root(&mut self, root: &Node<R>, task: NodeTask, first: Option<Tag>) -> Score {
        if self.enter() {
            return Score::DRAW;
        }
        self.pv[task.ply].clear();
        self.try_moves(root, task, first)
    }

    /// The root without reductions; moves with a correction get no more than that.
    #[cold]
    fn corrected_root(&mut self, root: &Node<R>, task: NodeTask) -> Score {
        if self.enter() {
            return Score::DRAW;
        }
        let known = self.control.corrections();
        let depth = task.depth - 1;
        self.pv[task.ply].clear();
        let moves = self.root_moves(root, task);
        let mut best = Best::new(task.window);
        self.keys.push(root.key);
        for (number, m) in moves.iter().enumerate() {
            let child = self.make_move(root, task, m);
            let below = task.child(depth, best.window);
            let before = self.nodes;
            let at_most = Correction::of(known, child.key, depth);
            let score = match at_most {
                Some(bound) if bound <= best.window.alpha && number > 0 => bound,
                _ if number == 0 => -self.alphabeta(&child, below),
                _ => self.scout(&child, below, 0),
            };
            if self.stopped {
                break;
            }
            let score = at_most.map_or(score, |bound| score.min(bound));
            if best.update(score, m.tag()) {
                self.extend_pv(task.ply, *m);
                self.best_root_nodes = self.nodes - before;
            }
            if score >= task.window.beta {
                break;
            }
        }
        self.keys.pop();
        if !self.stopped {
            self.store(root, task, &best);
        }
        best.score
    }

    /// The legal moves, or those of the choice: the best of the last iteration first, those with a correction last.
    fn root_moves(&self, root: &Node<R>, task: NodeTask) -> Vec<MoveOf<R>> {
        let known = self.control.corrections();
        let tag = self.probe(root, task.depth).and_then(|entry| entry.tag);
        let moves = match &self.choice {
            Some(choice) => choice.moves.clone(),
            None => {
                let mut moves = Vec::new();
                legal_moves(&root.position, &mut moves);
                moves
            }
        };
        let is_corrected = |m: &MoveOf<R>| {
            let after = root.position.after(m).key();
            known.iter().any(|known| known.after == after)
        };
        let (mut moves, corrected): (Vec<_>, Vec<_>) =
            moves.into_iter().partition(|m| !is_corrected(m));
        moves.extend(corrected);
        if let Some(first) = moves.iter().position(|m| Some(m.tag()) == tag) {
            moves[..=first].rotate_right(1);
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Control, Engine, Limits};
    use kamen_core::game::{AnyGame, AnyMove};
    use kamen_core::rules::Variant;

    fn best(known: Vec<Correction>, depth: u32) -> (AnyMove, Score) {
        let engine = Engine::new(Variant::Czech).unwrap();
        let control = Control::new();
        control.correct(known);
        let game = AnyGame::start(Variant::Czech);
        let answer = engine
            .think_with(&game, &Limits::depth(depth), &control, &mut |_| ())
            .unwrap();
        (answer.best.unwrap(), answer.score)
    }

    fn correction(m: &AnyMove, at_most: Score, depth: u32) -> Correction {
        let position = *AnyGame::start(Variant::Czech).position();
        let after = position.after(m).unwrap().key();
        Correction {
            after,
            at_most,
            depth,
        }
    }

    #[test]
    fn a_corrected_move_gives_way_to_better_ones_only() {
        let (first, score) = best(Vec::new(), 6);
        let low = score - 60;
        let (second, _) = best(vec![correction(&first, low, 9)], 6);
        assert_ne!(second, first);
        // A search that looks deeper than the proof decides by itself.
        let moves = AnyGame::start(Variant::Czech).legal_moves();
        let hopeless = moves.iter().map(|m| correction(m, Score(-2000), 2));
        assert!(best(hopeless.collect(), 6).1 > Score(-200));
        // All moves are bad: the least bad one is played.
        let all = |worse: i32| -> Vec<Correction> {
            let at_most = |m: &AnyMove| if *m == first { -100 } else { -100 - worse };
            let of = |m| correction(m, Score(at_most(m)), 9);
            moves.iter().map(of).collect()
        };
        assert_eq!(best(all(50), 6), (first, Score(-100)));
        assert_ne!(best(all(-50), 6).0, first);
    }
}
