//! Principal-variation alpha-beta.

use super::MAX_PLY;
use super::busy::{self, Busy};
use super::node::{Node, Step, Window};
use super::tt::{Bound, Entry};
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{MoveOf, Rules};
use crate::score::Score;
use std::ops::Range;

/// Nodes of less depth are not worth a look into the table, which lies in distant memory.
const TT_DEPTH: i32 = 2;

/// The best of the moves tried so far.
struct Found {
    best: Score,
    /// Of the move that raised alpha last; 0 if none did.
    tag: u16,
    /// What is left of the node's window.
    window: Window,
}

impl Found {
    fn new(window: Window) -> Found {
        Found {
            best: -Score::INFINITE,
            tag: 0,
            window,
        }
    }

    /// Takes in the score of one more move; true if it raised alpha.
    #[inline(always)]
    fn take(&mut self, score: Score, tag: u16) -> bool {
        self.best = self.best.max(score);
        let is_better = score > self.window.alpha;
        if is_better {
            self.window.alpha = score;
            self.tag = tag;
        }
        is_better
    }
}

impl<'a, R: Rules, E: Evaluator<R>> Worker<'a, R, E> {
    /// The score of a node for its side to move, exact within the window, a bound outside of it.
    /// Meaningless once the search is stopped.
    pub(super) fn alphabeta(
        &mut self,
        node: &Node<R>,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Score {
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.quiescence(&node.position, ply, window);
        }
        if self.enter() {
            return Score::DRAW;
        }
        self.pv[ply].clear();
        if ply > 0
            && let Some(score) = self.draw(node, ply)
        {
            return score;
        }
        let window = match window.within_reach(ply) {
            Ok(window) => window,
            Err(score) => return score,
        };
        let remembered = self.recall(node, depth);
        if let Some(entry) = remembered
            && ply > 0
            && let Some(score) = usable(entry, depth, ply, window)
        {
            return score;
        }
        if !window.is_open()
            && let Some(score) = self.prune(node, depth, ply, window)
        {
            return score;
        }
        let tag = remembered.map_or(0, |entry| entry.tag);
        // Without a move to begin with, the first one is mostly not the best: better look shallowly.
        let depth = depth - i32::from(tag == 0 && depth >= self.params.iir_depth);
        self.try_moves(node, depth, ply, window, tag)
    }

    /// Searches the moves of a node, first the one with `tag`, and remembers what came of it.
    fn try_moves(
        &mut self,
        node: &Node<R>,
        depth: i32,
        ply: usize,
        window: Window,
        tag: u16,
    ) -> Score {
        let list = self.stack.generate(&node.position);
        if list.is_empty() {
            return self.out_of_moves(&node.position, ply);
        }
        // A forced reply costs nothing to look beyond.
        let deeper = i32::from(list.len() == 1);
        let side = node.position.turn;
        let step = if ply > 0 {
            self.line[ply - 1]
        } else {
            Step::NONE
        };
        (self.stack).rank(&list, &node.position, tag, &self.history, ply, step);
        self.keys.push(node.key);
        let mut found = Found::new(window);
        let mut picked = 0;
        for i in list.clone() {
            let is_first = i == list.start;
            let shared = self.shared(depth, is_first);
            let (number, m, child) = self.next_move(node, depth, i, &list, shared, &mut picked);
            if depth > TT_DEPTH {
                self.tt.prefetch(child.table_key);
            }
            if let Some(busy) = shared {
                busy.begin(child.key, depth);
            }
            self.line[ply] = Step::new(side, &m);
            let reduction = self.reduction(depth, number, window, &m);
            let before = self.nodes;
            let score = self.try_move(
                &child,
                depth - 1 + deeper,
                reduction,
                ply + 1,
                found.window,
                is_first,
            );
            if let Some(busy) = shared {
                busy.finish(child.key, depth);
            }
            if self.stopped {
                break;
            }
            if found.take(score, m.tag()) {
                self.extend_pv(ply, m);
                if ply == 0 {
                    self.best_root_nodes = self.nodes - before;
                }
            }
            if score >= window.beta {
                if !m.is_capture() {
                    let tried = &self.stack.moves[list.start..i];
                    self.history.cut(side, ply, depth, &m, tried, step);
                }
                break;
            }
        }
        self.keys.pop();
        self.stack.drop(&list);
        if !self.stopped {
            self.remember(node, depth, ply, window, &found);
        }
        found.best
    }

    /// What the team searches just now, where it is worth a look.
    #[inline(always)]
    fn shared(&self, depth: i32, is_first: bool) -> Option<&'a Busy> {
        let team = self.team;
        (team.busy.as_ref()).filter(|_| depth >= busy::LEAST_DEPTH && !is_first)
    }

    /// The next move, its number in the order without other threads, and where it leads: the best that no other
    /// thread is at, if there is one.
    #[inline(always)]
    fn next_move(
        &mut self,
        node: &Node<R>,
        depth: i32,
        next: usize,
        list: &Range<usize>,
        shared: Option<&Busy>,
        picked: &mut usize,
    ) -> (usize, MoveOf<R>, Node<R>) {
        let has_deferred = *picked > next - list.start;
        if let Some(busy) = shared.filter(|_| has_deferred)
            && let Some((i, number, child)) = self.finished(node, depth, next..list.end, busy)
        {
            return (number, self.stack.bring(next, i), child);
        }
        loop {
            let m = self.stack.pick(next, list);
            let child = node.after(&m, self.draws);
            if let Some(number) = self.stack.deferred(next) {
                return (number, m, child);
            }
            let number = *picked;
            *picked += 1;
            if !shared.is_some_and(|busy| busy.has(child.key, depth)) {
                return (number, m, child);
            }
            self.stack.defer(next, number);
        }
    }

    /// A move that was deferred and that no other thread is at any more: where it is, its number, and where it leads.
    /// The table knows its score by now, which may settle the node.
    fn finished(
        &self,
        node: &Node<R>,
        depth: i32,
        mut left: Range<usize>,
        busy: &Busy,
    ) -> Option<(usize, usize, Node<R>)> {
        left.find_map(|i| {
            let number = self.stack.deferred(i)?;
            let child = node.after(&self.stack.moves[i], self.draws);
            (!busy.has(child.key, depth)).then_some((i, number, child))
        })
    }

    /// What the table knows of a node.
    #[inline(always)]
    fn recall(&self, node: &Node<R>, depth: i32) -> Option<Entry> {
        if depth < TT_DEPTH {
            return None;
        }
        self.tt.probe(node.table_key)
    }

    #[inline(always)]
    fn remember(&self, node: &Node<R>, depth: i32, ply: usize, window: Window, found: &Found) {
        if depth < TT_DEPTH {
            return;
        }
        let entry = Entry {
            tag: found.tag,
            score: found.best.from_root(ply),
            depth: depth.min(255) as u8,
            bound: if found.best >= window.beta {
                Bound::Lower
            } else if found.best > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            },
        };
        self.tt.store(node.table_key, entry);
    }

    /// The score of a child for its parent: the first with the whole window; the others first with
    /// an empty one and perhaps less deep, to see that they are no better.
    #[inline(always)]
    fn try_move(
        &mut self,
        child: &Node<R>,
        depth: i32,
        reduction: i32,
        ply: usize,
        window: Window,
        first: bool,
    ) -> Score {
        if first || (!window.is_open() && reduction == 0) {
            return -self.alphabeta(child, depth, ply, window.swapped());
        }
        let score = -self.alphabeta(child, depth - reduction, ply, window.at_alpha().swapped());
        let is_better = score > window.alpha && !self.stopped;
        if is_better && (reduction > 0 || score < window.beta) {
            -self.alphabeta(child, depth, ply, window.swapped())
        } else {
            score
        }
    }

    /// The score of a node that the rules draw: a repetition within the line, the third occurrence
    /// in the game, or a count that is out (unless the side to move has lost already).
    #[inline(always)]
    fn draw(&mut self, node: &Node<R>, ply: usize) -> Option<Score> {
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

    /// `keys` holds the positions before the node, the latest last; those from the root on are as
    /// many as `ply`.
    fn is_repetition(&self, node: &Node<R>, ply: usize) -> bool {
        let reach = usize::from(node.counters.quiet).min(self.keys.len());
        let mut before_root = 1;
        for back in (4..=reach).step_by(2) {
            if self.keys[self.keys.len() - back] == node.key {
                if back <= ply {
                    return true;
                }
                before_root += 1;
            }
        }
        (self.draws.repetitions).is_some_and(|most| before_root >= usize::from(most))
    }

    /// The best line at `ply` is `m` and the best line of the ply below.
    fn extend_pv(&mut self, ply: usize, m: MoveOf<R>) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(m);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

/// The score of an entry, where it is deep enough and settles the window.
#[inline(always)]
fn usable(entry: Entry, depth: i32, ply: usize, window: Window) -> Option<Score> {
    let score = entry.score.to_root(ply);
    let settles = match entry.bound {
        Bound::Exact => !window.is_open() || score <= window.alpha || score >= window.beta,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    // A forced result does not change with depth.
    let deep = i32::from(entry.depth) >= depth || score.is_decided();
    (deep && settles).then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Key;
    use crate::eval::HandMade;
    use crate::rules::{Game, International, Position, Variant};
    use crate::search::team::Team;
    use crate::search::{Control, Limits, Resources, TranspositionTable};

    #[test]
    fn moves_of_other_threads_wait_and_are_taken_up_when_they_are_done() {
        const DEPTH: i32 = 6;
        let variant = Variant::International;
        let game = Game::<International>::new(variant, Position::start(variant));
        let tt = TranspositionTable::new(10).unwrap();
        let resources = Resources {
            evaluator: &HandMade::new(variant),
            tt: &tt,
            threads: 2,
        };
        let (limits, control, team) = (Limits::default(), Control::new(), Team::new(2));
        let mut worker = Worker::new(&game, resources, &limits, &control, &team, 0);
        let busy = team.busy.as_ref().unwrap();
        let node = Node::root(&game);
        let list = worker.stack.generate(&node.position);
        let rank = |worker: &mut Worker<_, _>| {
            let Worker { stack, history, .. } = worker;
            stack.rank(&list, &node.position, 0, history, 0, Step::NONE);
        };

        rank(&mut worker);
        let next = |worker: &mut Worker<_, _>, i: usize, shared, picked: &mut usize| {
            let (number, _, child) =
                worker.next_move(&node, DEPTH, list.start + i, &list, shared, picked);
            (number, child.key)
        };
        let mut picked = 0;
        let alone: Vec<(usize, Key)> = (0..list.len())
            .map(|i| next(&mut worker, i, None, &mut picked))
            .collect();
        assert!(alone.iter().map(|(number, _)| *number).eq(0..list.len()));

        rank(&mut worker);
        picked = 0;
        let mut turn = |i| next(&mut worker, i, (i > 0).then_some(busy), &mut picked);
        assert_eq!(turn(0), alone[0]);
        busy.begin(alone[1].1, DEPTH);
        busy.begin(alone[2].1, DEPTH);
        assert_eq!(turn(1), alone[3]);
        busy.finish(alone[2].1, DEPTH);
        assert_eq!(turn(2), alone[2]);
        for i in 3..list.len() - 1 {
            assert_eq!(turn(i), alone[i + 1]);
        }
        assert_eq!(turn(list.len() - 1), alone[1], "the last one is shared");
    }
}
