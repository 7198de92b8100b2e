//! The tree of moves, in an arena. Begin with [`Tree`].

use super::proof::Proof;
use kamen_core::board::Move;
use kamen_core::geometry::{Bits, Square};
use kamen_core::rules::{MoveOf, Rules};
use std::ops::Range;

/// The most nodes of a tree; a full one grows no more, and its leaves are simulated again. About 200 MB.
const MOST_NODES: usize = 1 << 22;

/// The root.
pub(super) const ROOT: usize = 0;

/// A move in the tree, with what its simulations have shown, for the side that plays it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<R: Rules> {
    /// The move; of no meaning at the root.
    pub(super) m: MoveOf<R>,
    /// The sum of the results of its simulations, a win being 1 and a draw one half.
    pub(super) sum: f64,
    /// The number of its simulations, those included whose results are not known yet.
    pub(super) visits: u32,
    /// The share of attention that it deserves beforehand; only where there is an evaluation.
    pub(super) prior: f32,
    /// The result that is expected beforehand; only where there is an evaluation.
    pub(super) estimate: f32,
    /// The index of the first reply; 0 before the replies are listed.
    first: u32,
    /// The number of replies.
    count: u16,
    /// The proven result.
    pub(super) proof: Option<Proof>,
}

impl<R: Rules> Node<R> {
    pub(super) fn new(m: MoveOf<R>) -> Node<R> {
        Node {
            m,
            sum: 0.0,
            visits: 0,
            prior: 0.0,
            estimate: 0.5,
            first: 0,
            count: 0,
            proof: None,
        }
    }

    fn root() -> Node<R> {
        let nowhere = Bits::narrow(0);
        Node::new(Move::man(
            Square::default(),
            Square::default(),
            nowhere,
            false,
        ))
    }

    /// Whether its replies are listed.
    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.first != 0
    }

    /// The places of its replies.
    #[inline]
    pub(super) fn replies(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }

    /// The expected result.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        match self.proof {
            Some(proof) => proof.value(),
            None if self.visits == 0 => f64::from(self.estimate),
            None => self.sum / f64::from(self.visits),
        }
    }
}

/// A tree of moves; the replies to a move lie side by side.
#[derive(Debug)]
pub(super) struct Tree<R: Rules> {
    nodes: Vec<Node<R>>,
    /// Where a part of the tree is copied to when it becomes the whole.
    spare: Vec<Node<R>>,
}

impl<R: Rules> Tree<R> {
    pub(super) fn new() -> Tree<R> {
        Tree {
            nodes: vec![Node::root()],
            spare: Vec::new(),
        }
    }

    /// Leaves the root alone, without results.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::root());
    }

    #[inline]
    pub(super) fn node(&self, place: usize) -> &Node<R> {
        &self.nodes[place]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, place: usize) -> &mut Node<R> {
        &mut self.nodes[place]
    }

    /// The replies to a move.
    #[inline]
    pub(super) fn replies(&self, place: usize) -> &[Node<R>] {
        &self.nodes[self.nodes[place].replies()]
    }

    /// Gives a move its replies, if it has none yet; `false` if there is no room.
    pub(super) fn expand(&mut self, place: usize, replies: &[Node<R>]) -> bool {
        if self.nodes[place].is_expanded() {
            return true;
        }
        let first = self.nodes.len();
        if first + replies.len() > MOST_NODES || self.nodes.try_reserve(replies.len()).is_err() {
            return false;
        }
        self.nodes.extend_from_slice(replies);
        let node = &mut self.nodes[place];
        (node.first, node.count) = (first as u32, replies.len() as u16);
        true
    }

    /// The place of the best reply to a move: the fastest win, else the one with the most simulations (of equally many
    /// the better one) or with `by_mean` the best mean result, else the slowest loss.
    pub(super) fn best(&self, place: usize, by_mean: bool) -> Option<usize> {
        let merit = |node: &Node<R>| match node.proof {
            Some(Proof::Win(plies)) => (2, -i64::from(plies), 0.0),
            Some(Proof::Loss(plies)) => (0, i64::from(plies), 0.0),
            _ if by_mean => (1, 0, node.mean()),
            _ => (1, i64::from(node.visits), node.mean()),
        };
        let better = |a: &usize, b: &usize| {
            let (a, b) = (merit(&self.nodes[*a]), merit(&self.nodes[*b]));
            (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2))
        };
        self.nodes[place].replies().max_by(better)
    }

    /// Makes a node the root, and forgets what is not below it; without memory for a copy, everything.
    pub(super) fn go_to(&mut self, place: usize) {
        self.spare.clear();
        if self.spare.try_reserve(self.nodes.len()).is_err() {
            return self.clear();
        }
        self.spare.push(self.nodes[place]);
        let mut copied = 0;
        while copied < self.spare.len() {
            let replies = self.spare[copied].replies();
            if !replies.is_empty() {
                self.spare[copied].first = self.spare.len() as u32;
                self.spare.extend_from_slice(&self.nodes[replies]);
            }
            copied += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::movegen::legal_moves;
    use kamen_core::rules::{Czech, Position, Variant, VariantOf};

    #[test]
    fn a_part_of_the_tree_becomes_the_whole() {
        let variant = VariantOf::<Czech>::new(Variant::Czech).unwrap();
        let mut moves = Vec::new();
        legal_moves(&Position::start(variant), &mut moves);
        let mut tree = Tree::<Czech>::new();
        let nodes: Vec<_> = moves.iter().map(|&m| Node::new(m)).collect();
        assert!(tree.expand(ROOT, &nodes));
        let (second, third) = (2, 3);
        assert!(tree.expand(third, &nodes[..1]) && tree.expand(second, &nodes[2..]));
        let inner = tree.node(second).replies().start + 1;
        assert!(tree.expand(inner, &nodes[..2]));
        tree.node_mut(inner).visits = 17;
        tree.go_to(second);
        assert_eq!(tree.nodes.len(), 1 + 5 + 2);
        assert_eq!(tree.replies(ROOT)[1].visits, 17);
        let below = tree.replies(tree.node(ROOT).replies().start + 1);
        let found: Vec<_> = below.iter().map(|node| node.m).collect();
        assert_eq!(found, moves[..2]);
    }
}
