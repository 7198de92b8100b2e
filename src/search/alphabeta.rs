//! Principal variation search: alpha-beta with null windows for all moves but the first.

use super::move_stack::Order;
use super::node::{MAX_PLY, Node, NodeTask, Step, Window};
use super::picker::Picker;
use super::tt::{Bound, Entry};
use super::worker::Worker;
use kamen_core::board::Tag;
use kamen_core::rules::{MoveOf, Rules};
use kamen_core::score::Score;
use kamen_eval::Evaluator;

/// Shallower nodes do without the transposition table: a look-up in distant memory takes longer than it saves.
const TT_DEPTH: i32 = 2;

/// The best of the moves tried so far.
pub(super) struct Best {
    pub(super) score: Score,
    /// Of the move that raised alpha last.
    tag: Option<Tag>,
    /// What is left of the node's window.
    pub(super) window: Window,
}

impl Best {
    pub(super) fn new(window: Window) -> Best {
        Best {
            score: -Score::INFINITE,
            tag: None,
            window,
        }
    }

    /// Takes in the score of one more move; true if it raised alpha.
    #[inline(always)]
    pub(super) fn update(&mut self, score: Score, tag: Tag) -> bool {
        self.score = self.score.max(score);
        let is_better = score > self.window.alpha;
        if is_better {
            self.window.alpha = score;
            self.tag = Some(tag);
        }
        is_better
    }
}

impl<'a, R: Rules, E: Evaluator<R>> Worker<'a, R, E> {
    /// The score of a node for its side to move, exact within the window, a bound outside of it (fail-soft).
    /// Meaningless once the search is stopped.
    pub(super) fn alphabeta(&mut self, node: &Node<R>, task: NodeTask) -> Score {
        if task.depth <= 0 || task.ply >= MAX_PLY - 1 {
            return self.leaf(node, task);
        }
        if self.enter() {
            return Score::DRAW;
        }
        self.pv[task.ply].clear();
        if let Some(score) = self.draw_by_rule(node, task.ply) {
            return score;
        }
        let task = match task.within_reach() {
            Ok(task) => task,
            Err(score) => return score,
        };
        if let Some(score) = self.known(node, task) {
            return score;
        }
        let evaluation = self.static_evaluation(node, task);
        if let Some(evaluation) = evaluation
            && let Some(score) = self.prune_near(node, task, evaluation)
        {
            return score;
        }
        let entry = self.probe(node, task.depth);
        if let Some(score) = transposition_cut_off(entry, task, self.params.exact_depth) {
            return score;
        }
        if let Some(evaluation) = evaluation
            && let Some(score) = self.probcut(node, task, evaluation)
        {
            return score;
        }
        let tag = entry.and_then(|entry| entry.tag);
        let task = self.internal_iterative_reduction(task, tag);
        self.try_moves(node, task, tag)
    }

    /// The score of a node at the horizon.
    #[inline(always)]
    fn leaf(&mut self, node: &Node<R>, task: NodeTask) -> Score {
        // After a move at the root tables may know more than the value.
        if task.ply == 1
            && let Some(score) = self.known(node, task)
        {
            self.pv[task.ply].clear();
            return score;
        }
        self.quiescence(node, task)
    }

    /// Searches the moves of a node, the one with `tag` first, and stores the result in the table.
    pub(super) fn try_moves(&mut self, node: &Node<R>, task: NodeTask, tag: Option<Tag>) -> Score {
        let Some(mut picker) = self.picker(node, task, tag) else {
            return self.out_of_moves(&node.position, task.ply);
        };
        let forced_move_extension = i32::from(picker.is_forced());
        let depth = task.depth - 1 + forced_move_extension;
        let mut best = Best::new(task.window);
        self.keys.push(node.key);
        let is_shared = self.begin_shared(node, task);
        while let Some(pick) = picker.next(&mut self.stack, node) {
            let child = self.make_move(node, task, &pick.m);
            let below = task.child(depth, best.window);
            let before = self.nodes;
            let reduction = self.late_move_reduction(task, &pick);
            let score = if pick.number == 0 {
                -self.alphabeta(&child, below)
            } else {
                self.scout(&child, below, reduction)
            };
            if self.stopped {
                break;
            }
            if best.update(score, pick.m.tag()) {
                self.extend_pv(task.ply, pick.m);
                if task.is_root() {
                    self.best_root_nodes = self.nodes - before;
                }
            }
            if score >= task.window.beta {
                if !pick.m.is_capture() {
                    self.learn_cut_off(node, task, &picker);
                }
                break;
            }
            if is_shared {
                self.look_at_node();
            }
        }
        self.keys.pop();
        picker.finish(&mut self.stack);
        if is_shared && let Some(score) = self.end_shared() {
            return score;
        }
        // What a choice of moves is worth, the position may not be.
        if !self.stopped && (self.choice.is_none() || !task.is_root()) {
            self.store(node, task, &best);
        }
        best.score
    }

    /// The legal moves of a node, in order; `None` if there is none.
    #[inline(always)]
    fn picker(&mut self, node: &Node<R>, task: NodeTask, tag: Option<Tag>) -> Option<Picker<'a>> {
        let list = self.stack.generate(&node.position);
        let list = match &self.choice {
            Some(choice) if task.is_root() => self.stack.keep(&list, &choice.moves),
            _ => list,
        };
        if list.is_empty() {
            return None;
        }
        let step = self.step_before(task.ply);
        let order = Order {
            table: tag,
            refutations: self.history.refutations(task.ply, step),
            history: &self.history,
        };
        self.stack.rank(&list, &node.position, &order);
        let team: &'a _ = self.team;
        let busy = team.busy.as_ref();
        Some(Picker::new(list, task.depth, self.draws, busy))
    }

    /// The move that led to the node at `ply`.
    #[inline(always)]
    fn step_before(&self, ply: usize) -> Step {
        if ply > 0 {
            self.line[ply - 1]
        } else {
            Step::NONE
        }
    }

    /// The child after a move, whose entry in the table is prefetched.
    #[inline(always)]
    pub(super) fn make_move(&mut self, node: &Node<R>, task: NodeTask, m: &MoveOf<R>) -> Node<R> {
        let child = node.after(m, self.draws);
        if task.depth > TT_DEPTH {
            self.tt.prefetch(self.table_key(&child));
        }
        self.line[task.ply] = Step::new(node.position.turn, m);
        child
    }

    /// The score of a later move, by the task of its child: with a null window and a reduced depth first, to see
    /// that it is no better than the best so far.
    #[inline(always)]
    pub(super) fn scout(&mut self, child: &Node<R>, task: NodeTask, reduction: i32) -> Score {
        let window = task.window.negated();
        if !window.is_open() && reduction == 0 {
            return -self.alphabeta(child, task);
        }
        let scout = NodeTask {
            depth: task.depth - reduction,
            window: window.at_alpha().negated(),
            ..task
        };
        let score = -self.alphabeta(child, scout);
        let is_better = score > window.alpha && !self.stopped;
        if is_better && (reduction > 0 || score < window.beta) {
            -self.alphabeta(child, task)
        } else {
            score
        }
    }

    /// Updates killers, countermoves and history: the latest quiet move caused a beta cut-off.
    #[inline(always)]
    fn learn_cut_off(&mut self, node: &Node<R>, task: NodeTask, picker: &Picker<'_>) {
        let step = self.step_before(task.ply);
        let tried = picker.tried(&self.stack);
        (self.history).cut_off(task, node.position.turn, step, tried);
    }

    /// What the transposition table knows of a node.
    #[inline(always)]
    pub(super) fn probe(&self, node: &Node<R>, depth: i32) -> Option<Entry> {
        if depth < TT_DEPTH {
            return None;
        }
        self.tt.probe(self.table_key(node))
    }

    /// Stores what the search of a node found.
    #[inline(always)]
    pub(super) fn store(&self, node: &Node<R>, task: NodeTask, best: &Best) {
        if task.depth < TT_DEPTH {
            return;
        }
        // Another thread that comes here next is to be content with what this one was.
        let reduction = i32::from(task.is_reduced && self.team.busy.is_some());
        let entry = Entry {
            tag: best.tag,
            score: best.score.from_root(task.ply),
            depth: (task.depth + reduction).min(255) as u8,
            bound: if best.score >= task.window.beta {
                Bound::Lower
            } else if best.score > task.window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            },
        };
        self.tt.store(self.table_key(node), entry);
    }

    /// Draw detection: a repetition within the line, the third occurrence in the game, or a count that is out
    /// (unless the side to move has lost already). The root is searched all the same.
    #[inline(always)]
    fn draw_by_rule(&mut self, node: &Node<R>, ply: usize) -> Option<Score> {
        if ply == 0 {
            return None;
        }
        if node.counters.quiet >= 4 && self.is_repetition(node, ply) {
            return Some(Score::DRAW);
        }
        if self.draws.is_count_out(node.counters) {
            let list = self.stack.generate(&node.position);
            self.stack.drop(&list);
            return Some(if list.is_empty() {
                self.out_of_moves(&node.position, ply)
            } else {
                Score::DRAW
            });
        }
        None
    }

    /// `keys` holds the positions before the node, the latest last; `ply` of them are from the root on.
    fn is_repetition(&self, node: &Node<R>, ply: usize) -> bool {
        let reach = usize::from(node.counters.quiet).min(self.keys.len());
        let mut occurrences = 1;
        for back in (4..=reach).step_by(2) {
            if self.keys[self.keys.len() - back] == node.key {
                if back <= ply {
                    return true;
                }
                occurrences += 1;
            }
        }
        (self.draws.repetitions).is_some_and(|limit| occurrences >= usize::from(limit))
    }

    /// The principal variation at `ply` is `m` and the one of the ply below.
    pub(super) fn extend_pv(&mut self, ply: usize, m: MoveOf<R>) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(m);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

/// The score of an entry that settles a node. The root needs a move.
#[inline(always)]
fn transposition_cut_off(entry: Option<Entry>, task: NodeTask, exact_depth: bool) -> Option<Score> {
    task.answered_by(entry.filter(|_| !task.is_root())?, exact_depth)
}
