//! Positions in the tree, and the scores that matter there.

use crate::board::{Color, Key, Move};
use crate::geometry::Bits;
use crate::rules::{Counters, DrawRules, Game, MoveOf, Position, Rules};
use crate::score::Score;

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<R: Rules> {
    pub(super) position: Position<R>,
    pub(super) key: Key,
    pub(super) counters: Counters,
    /// The key under which the table knows the node: near a draw by a count, how near is part of
    /// it, because the same position is worth more with more moves left.
    pub(super) table_key: Key,
}

/// A count that ends in so many plies or fewer is part of a node's key in the table.
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

/// Whose move led to a node, and between which squares; to look up what answers it.
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
            from: m.from.0,
            to: m.to.0,
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

    /// The empty window that tells whether a score is at least `beta`.
    #[inline(always)]
    pub(super) fn at(beta: Score) -> Window {
        Window {
            alpha: beta - 1,
            beta,
        }
    }

    /// The empty window above alpha.
    #[inline(always)]
    pub(super) fn at_alpha(self) -> Window {
        Window::at(self.alpha + 1)
    }

    /// The window of the other side.
    #[inline(always)]
    pub(super) fn swapped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
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
