//! Positions in the tree, and what each is searched for.

use super::tt::{Bound, Entry};
use kamen_core::board::{Color, Key, Move};
use kamen_core::geometry::Bits;
use kamen_core::rules::{Counters, DrawRules, Game, MoveOf, Position, Rules};
use kamen_core::score::Score;

/// The deepest line, in plies.
pub const MAX_PLY: usize = 128;

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<R: Rules> {
    pub(super) position: Position<R>,
    pub(super) key: Key,
    pub(super) counters: Counters,
    /// The key in the transposition table. Near a draw by a count it includes the distance, for the same
    /// position is worth more with more moves left.
    pub(super) table_key: Key,
}

/// The plies before a draw by a count within which the distance is part of the key in the table.
const NEAR_DRAW: u16 = 20;

impl<R: Rules> Node<R> {
    pub(super) fn root(game: &Game<R>) -> Node<R> {
        Node::new(*game.position(), game.counters(), &game.facts().draws)
    }

    #[inline(always)]
    fn new(position: Position<R>, counters: Counters, draws: &DrawRules) -> Node<R> {
        let key = position.key();
        let left = draws.plies_left(counters);
        let near = if left <= NEAR_DRAW {
            u64::from(left + 1) << 56
        } else {
            0
        };
        Node {
            position,
            key,
            counters,
            table_key: key.with(near),
        }
    }

    #[inline(always)]
    pub(super) fn after(&self, m: &MoveOf<R>, draws: &DrawRules) -> Node<R> {
        let position = self.position.after(m);
        let counters = draws.after::<R::Geometry>(self.counters, m, &position.board);
        Node::new(position, counters, draws)
    }
}

/// The move that led to a node, by side and squares: the index of its countermove.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) side: Color,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Step {
    /// Before the first move.
    pub(super) const NONE: Step = Step {
        side: Color::White,
        from: 0,
        to: 0,
    };

    #[inline(always)]
    pub(super) fn new<B: Bits>(side: Color, m: &Move<B>) -> Step {
        Step {
            side,
            from: m.from.index() as u8,
            to: m.to.index() as u8,
        }
    }
}

/// The alpha-beta window: what the side to move is sure of, and what the opponent will not allow.
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

    /// The null window that tells whether a score is at least `beta`.
    #[inline(always)]
    pub(super) fn at(beta: Score) -> Window {
        Window {
            alpha: beta - 1,
            beta,
        }
    }

    /// The null window just above alpha.
    #[inline(always)]
    pub(super) fn at_alpha(self) -> Window {
        Window::at(self.alpha + 1)
    }

    /// The window as the other side sees it.
    #[inline(always)]
    pub(super) fn negated(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Whether a score fits between the bounds: a PV node. A null window is not open.
    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }
}

/// What a node is searched for: how deep, how far from the root, and between which scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeTask {
    /// Plies to the horizon.
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: usize,
    pub(super) window: Window,
    /// One ply less deep than was asked, for want of a move from the transposition table.
    pub(super) is_reduced: bool,
}

impl NodeTask {
    pub(super) fn root(depth: i32, window: Window) -> NodeTask {
        NodeTask {
            depth,
            ply: 0,
            window,
            is_reduced: false,
        }
    }

    #[inline(always)]
    pub(super) fn is_root(self) -> bool {
        self.ply == 0
    }

    /// The task of a child, searched to `depth` for a score in `window` of the parent.
    #[inline(always)]
    pub(super) fn child(self, depth: i32, window: Window) -> NodeTask {
        NodeTask {
            depth,
            ply: self.ply + 1,
            window: window.negated(),
            is_reduced: false,
        }
    }

    /// The score of an entry that is deep enough, or just as deep as needed, and settles the window.
    #[inline(always)]
    pub(super) fn answered_by(self, entry: Entry, exact_depth: bool) -> Option<Score> {
        let window = self.window;
        let score = entry.score.to_root(self.ply);
        let settles = match entry.bound {
            Bound::Exact => !window.is_open() || score <= window.alpha || score >= window.beta,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        let depth = i32::from(entry.depth);
        // A forced result does not change with depth.
        let is_deep =
            depth == self.depth || !exact_depth && (depth > self.depth || score.is_decided());
        (is_deep && settles).then_some(score)
    }

    /// Mate-distance pruning: the task without the scores that no line through this ply can reach. The error
    /// is the score to return when none is left.
    #[inline(always)]
    pub(super) fn within_reach(self) -> Result<NodeTask, Score> {
        let alpha = self.window.alpha.max(Score::loss_in(self.ply));
        let beta = self.window.beta.min(Score::win_in(self.ply));
        if alpha < beta {
            let window = Window { alpha, beta };
            Ok(NodeTask { window, ..self })
        } else {
            Err(alpha)
        }
    }
}

/// A node on the line that is searched, which another thread may finish.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    /// Its key in the transposition table.
    pub(super) key: Key,
    pub(super) task: NodeTask,
}

/// A node that another thread has finished, to which the search goes back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finished {
    pub(super) ply: usize,
    pub(super) score: Score,
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::{Czech, Variant, VariantOf};
    use std::collections::HashSet;

    #[test]
    fn near_a_draw_by_a_count_the_distance_is_part_of_the_key_in_the_table() {
        let game = Game::<Czech>::start(VariantOf::new(Variant::Czech).unwrap());
        let draws = &game.facts().draws;
        let table_key = |quiet| {
            let mut counters = game.counters();
            counters.quiet = quiet;
            Node::new(*game.position(), counters, draws).table_key
        };
        let limit = 2 * draws.quiet_moves.unwrap();
        for far in 0..limit - NEAR_DRAW {
            assert_eq!(table_key(far), game.position().key());
        }
        let near: HashSet<Key> = (limit - NEAR_DRAW - 1..=limit).map(table_key).collect();
        assert_eq!(near.len(), usize::from(NEAR_DRAW) + 2);
    }
}
