//! Principal-variation alpha-beta.

use super::MAX_PLY;
use super::tt::{Bound, Entry};
use super::worker::{Node, Window, Worker};
use crate::eval::Evaluator;
use crate::rules::{MoveOf, Rules};
use crate::score::Score;

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
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
        let remembered = self.tt.probe(node.key);
        if let Some(entry) = remembered
            && ply > 0
            && let Some(score) = usable(entry, depth, ply, window)
        {
            return score;
        }
        self.try_moves(node, depth, ply, window, remembered)
    }

    /// Searches the moves of a node and remembers what came of it.
    fn try_moves(
        &mut self,
        node: &Node<R>,
        depth: i32,
        ply: usize,
        window: Window,
        remembered: Option<Entry>,
    ) -> Score {
        let list = self.stack.generate(&node.position);
        if list.is_empty() {
            return self.out_of_moves(&node.position, ply);
        }
        // A forced reply costs nothing to look beyond.
        let depth = depth + i32::from(list.len() == 1);
        let tag = remembered.map_or(0, |entry| entry.tag);
        (self.stack).rank(&list, &node.position, tag, &self.history, ply);
        self.keys.push(node.key);
        let mut best = -Score::INFINITE;
        let mut best_tag = 0;
        let mut inner = window;
        for i in list.clone() {
            let m = self.stack.pick(i, &list);
            let child = node.after(&m, self.draws);
            let score = self.try_move(&child, depth - 1, ply + 1, inner, i == list.start);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > inner.alpha {
                    inner.alpha = score;
                    best_tag = m.tag();
                    self.extend_pv(ply, m);
                    if score >= inner.beta {
                        if !m.is_capture() {
                            let tried = &self.stack.moves[list.start..i];
                            let side = node.position.turn;
                            self.history.cut(side, ply, depth, &m, tried);
                        }
                        break;
                    }
                }
            }
        }
        self.keys.pop();
        self.stack.drop(&list);
        if !self.stopped {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry {
                tag: best_tag,
                score: best.from_root(ply),
                depth: depth.clamp(0, 255) as u8,
                bound,
            };
            self.tt.store(node.key, entry);
        }
        best
    }

    /// The score of a child for its parent: the first with the whole window, the others first
    /// with an empty one, to see that they are no better.
    #[inline(always)]
    fn try_move(
        &mut self,
        child: &Node<R>,
        depth: i32,
        ply: usize,
        window: Window,
        first: bool,
    ) -> Score {
        if first || !window.is_open() {
            return -self.alphabeta(child, depth, ply, window.swapped());
        }
        let score = -self.alphabeta(child, depth, ply, window.at_alpha().swapped());
        if score > window.alpha && score < window.beta && !self.stopped {
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
