//! Leaving the nodes that another thread has finished meanwhile.
//!
//! Threads that search one node together finish it at different times. The first stores the result in the transposition
//! table; the others look there after each move and now and then in between, and go back to the node at once.

use super::node::{Finished, Node, NodeTask, Shared, Window};
use super::tt::Bound;
use super::worker::Worker;
use kamen_core::rules::Rules;
use kamen_core::score::Score;
use kamen_eval::Evaluator;

/// Shallower nodes are finished before looking could pay.
const MIN_DEPTH: i32 = 5;

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// The search of a node begins; true if other threads may finish it.
    #[inline(always)]
    pub(super) fn begin_shared(&mut self, node: &Node<R>, task: NodeTask) -> bool {
        let is_shared = self.team.busy.is_some()
            && task.depth >= MIN_DEPTH
            // What a choice of moves is worth is not in the table.
            && (self.choice.is_none() || !task.is_root());
        if is_shared {
            let key = self.table_key(node);
            self.shared.push(Shared { key, task });
        }
        is_shared
    }

    /// The search of the latest shared node ends; its score, if the search goes back to it because another thread has finished it.
    pub(super) fn end_shared(&mut self) -> Option<Score> {
        let ended = self.shared.pop()?;
        let finished = (self.finished).filter(|finished| finished.ply == ended.task.ply)?;
        self.finished = None;
        self.stopped = false;
        Some(finished.score)
    }

    /// Looks whether the latest shared node is finished.
    #[inline(always)]
    pub(super) fn look_at_node(&mut self) {
        self.look_from(self.shared.len().saturating_sub(1));
    }

    /// Looks whether a node on the line is finished, the nearest to the root first.
    pub(super) fn look_at_line(&mut self) {
        self.look_from(0);
    }

    fn look_from(&mut self, first: usize) {
        if self.stopped {
            return;
        }
        let mut nodes = self.shared[first..].iter();
        self.finished = nodes.find_map(|shared| self.finished_elsewhere(shared));
        self.stopped = self.finished.is_some();
    }

    fn finished_elsewhere(&self, shared: &Shared) -> Option<Finished> {
        let Shared { key, mut task } = *shared;
        let entry = self.tt.probe(key)?;
        // The leader wants the line to an exact score; for the helpers it is enough.
        if self.thread > 0 && entry.bound == Bound::Exact {
            task.window = Window::at(task.window.beta);
        }
        let score = task.answered_by(entry, self.params.exact_depth)?;
        let ply = task.ply;
        Some(Finished { ply, score })
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::limits::Limits;
    use super::super::params::Reductions;
    use super::super::team::Team;
    use super::super::tt::{Entry, TranspositionTable};
    use super::super::worker::{Resources, RootMoves, Task};
    use super::*;
    use kamen_core::movegen::legal_moves;
    use kamen_core::rules::{Game, International, Objective, Variant, VariantOf};
    use kamen_eval::HandMade;

    const DEPTH: i32 = 8;

    /// What a worker of `thread` in a team of `threads` does at the start of a game.
    fn on_team<T>(
        threads: usize,
        thread: usize,
        work: impl FnOnce(&mut Worker<'_, International, HandMade>, Node<International>) -> T,
    ) -> T {
        let game = Game::start(VariantOf::new(Variant::International).unwrap());
        let tt = TranspositionTable::new(12).unwrap();
        tt.grow_older();
        let task = Task {
            game: &game,
            resources: Resources {
                evaluator: &HandMade::new(Variant::International),
                tt: &tt,
                threads,
                tables: None,
            },
            limits: &Limits::default(),
            control: &Control::new(),
            team: &Team::new(threads),
            reductions: Reductions::of(Objective::Win),
        };
        work(&mut Worker::new(&task, thread), Node::root(&game))
    }

    fn window(alpha: i32, beta: i32) -> Window {
        Window {
            alpha: Score(alpha),
            beta: Score(beta),
        }
    }

    /// A task at `ply`.
    fn task(depth: i32, ply: usize, window: Window) -> NodeTask {
        NodeTask {
            ply,
            ..NodeTask::root(depth, window)
        }
    }

    fn entry(score: i32, depth: i32, bound: Bound) -> Entry {
        Entry {
            tag: None,
            score: Score(score),
            depth: depth as u8,
            bound,
        }
    }

    #[test]
    fn what_settles_a_node() {
        let table = [
            (window(4, 5), Bound::Lower, 5, DEPTH, [true, true]),
            (window(4, 5), Bound::Lower, 4, DEPTH, [false, false]),
            (window(4, 5), Bound::Lower, 5, DEPTH - 1, [false, false]),
            (window(4, 5), Bound::Upper, 4, DEPTH + 1, [true, true]),
            (window(4, 5), Bound::Upper, 5, DEPTH, [false, false]),
            (window(4, 5), Bound::Exact, 7, DEPTH, [true, true]),
            (window(0, 9), Bound::Lower, 9, DEPTH, [true, true]),
            (window(0, 9), Bound::Upper, 5, DEPTH, [false, false]),
            // The leader needs the line.
            (window(0, 9), Bound::Exact, 5, DEPTH, [false, true]),
        ];
        for (window, bound, score, depth, settles) in table {
            for (thread, settles) in settles.into_iter().enumerate() {
                for ply in [0, 3] {
                    on_team(2, thread, |worker, node| {
                        assert!(worker.begin_shared(&node, task(DEPTH, ply, window)));
                        worker.look_at_node();
                        assert!(!worker.stopped);
                        worker.tt.store(node.key, entry(score, depth, bound));
                        worker.look_at_node();
                        assert_eq!(worker.stopped, settles, "{bound:?} {score} {thread}");
                        let found = worker.end_shared();
                        assert_eq!(found, settles.then_some(Score(score)));
                        assert!(!worker.stopped);
                    });
                }
            }
        }
    }

    #[test]
    fn the_finished_node_nearest_to_the_root_is_gone_back_to() {
        on_team(2, 0, |worker, node| {
            let mut moves = Vec::new();
            legal_moves(&node.position, &mut moves);
            let child = node.after(&moves[0], worker.draws);
            let at = window(4, 5);
            worker.begin_shared(&node, task(DEPTH, 1, at));
            worker.begin_shared(&child, task(DEPTH, 2, at));
            worker.tt.store(node.key, entry(6, DEPTH, Bound::Lower));
            worker.look_at_node();
            assert!(!worker.stopped, "only the latest was looked at");
            worker.tt.store(child.key, entry(7, DEPTH, Bound::Lower));
            worker.look_at_line();
            assert_eq!((worker.end_shared(), worker.stopped), (None, true));
            worker.look_at_line();
            let outer = (worker.end_shared(), worker.stopped);
            assert_eq!(outer, (Some(Score(6)), false));
        });
    }

    #[test]
    fn nodes_that_are_not_shared() {
        let at = window(4, 5);
        let is_shared = |threads, depth| {
            on_team(threads, 0, |worker, node| {
                worker.begin_shared(&node, task(depth, 1, at))
            })
        };
        assert!(is_shared(2, MIN_DEPTH));
        assert!(!is_shared(2, MIN_DEPTH - 1));
        assert!(!is_shared(1, DEPTH));
        on_team(2, 0, |worker, node| {
            worker.choice = Some(RootMoves {
                moves: Vec::new(),
                first: None,
            });
            assert!(!worker.begin_shared(&node, task(DEPTH, 0, at)));
            assert!(worker.begin_shared(&node, task(DEPTH, 1, at)));
        });
    }

    /// A score that no search finds here shows who found it.
    #[test]
    fn a_search_goes_back_to_a_finished_node_and_leaves_nothing_behind() {
        let search = |threads| {
            on_team(threads, 0, |worker, node| {
                let planted = entry(1234, DEPTH, Bound::Lower);
                worker.tt.store(node.key, planted);
                let score = worker.try_moves(&node, task(DEPTH, 1, window(400, 401)), None);
                assert!(worker.shared.is_empty() && !worker.stopped);
                assert!(worker.keys.is_empty());
                assert_eq!(worker.stack.generate(&node.position).start, 0);
                score
            })
        };
        assert_eq!(search(2), Score(1234));
        assert!(search(1) < Score(400));
    }

    #[test]
    fn for_other_threads_a_node_counts_as_deep_as_was_asked() {
        let stored = |threads, is_reduced| {
            on_team(threads, 0, |worker, node| {
                let task = NodeTask {
                    is_reduced,
                    ..task(DEPTH, 1, window(4, 5))
                };
                worker.try_moves(&node, task, None);
                i32::from(worker.tt.probe(node.key).unwrap().depth)
            })
        };
        assert_eq!(stored(1, true), DEPTH);
        assert_eq!(stored(2, true), DEPTH + 1);
        assert_eq!(stored(2, false), DEPTH);
    }
}
