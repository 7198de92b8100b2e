//! Selection: which move an iteration looks at next. Begin with [`select`].

use super::proof::Proof;
use super::settings::{Rollout, SimulationMethod};
use super::tree::{Node, Tree};
use kamen_core::rules::Rules;

/// The reply to look at next, below a node that is counted as visited; one that is not proven to lose.
///
/// The bounds are those of Kocsis and Szepesvári ("Bandit based Monte-Carlo planning", 2006), or with an evaluation those
/// of AlphaZero (Silver et al. 2018). Without a tree the move with the fewest visits is next.
#[inline]
pub(super) fn select<R: Rules>(method: SimulationMethod, tree: &Tree<R>, place: usize) -> usize {
    let node = tree.node(place);
    let visits = node.visits.saturating_sub(1).max(1) as f32;
    let replies = tree.replies(place);
    let best = match method {
        SimulationMethod::Flat => greatest(replies, |node| -(node.visits as f32)),
        SimulationMethod::Tree {
            exploration,
            rollout: Rollout::Evaluation,
        } => {
            let weight = exploration * visits.sqrt();
            greatest(replies, |node| puct(node, weight))
        }
        SimulationMethod::Tree { exploration, .. } => {
            let logarithm = visits.ln();
            greatest(replies, |node| ucb1(node, exploration, logarithm))
        }
    };
    node.replies().start + best
}

/// The place of the first node with the greatest bound, of those that are not proven to lose.
#[inline]
fn greatest<R: Rules>(nodes: &[Node<R>], bound: impl Fn(&Node<R>) -> f32) -> usize {
    let (mut best, mut most) = (0, f32::NEG_INFINITY);
    for (place, node) in nodes.iter().enumerate() {
        if matches!(node.proof, Some(Proof::Loss(_))) {
            continue;
        }
        let bound = bound(node);
        if bound > most {
            (best, most) = (place, bound);
        }
    }
    best
}

/// The upper confidence bound of UCT; infinite for what was never looked at.
#[inline]
fn ucb1<R: Rules>(node: &Node<R>, exploration: f32, logarithm: f32) -> f32 {
    if node.visits == 0 {
        return f32::INFINITY;
    }
    node.mean() as f32 + exploration * (logarithm / node.visits as f32).sqrt()
}

/// The bound with a prior.
#[inline]
fn puct<R: Rules>(node: &Node<R>, weight: f32) -> f32 {
    node.mean() as f32 + weight * node.prior / (1.0 + node.visits as f32)
}
