//! One thread of a search. Begin with [`Worker::iterate`].
//!
//! A thread holds the tree while it goes down and while it goes up again; it lists replies, asks the evaluation and
//! simulates games without. A node counts as visited from the moment that a thread arrives there, and as lost until the
//! result is known (virtual loss; Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree search", 2008), so that
//! other threads go other ways. Proven results go up as in "Monte-Carlo tree search solver" (Winands, Björnsson and Saito
//! 2008); draws are proven, too.

use super::chance::Odds;
use super::leaf::Oracle;
use super::proof::Proof;
use super::select::select;
use super::settings::{Rollout, SimulationMethod};
use super::shared::Shared;
use super::simulator::Simulator;
use super::tree::{Node, ROOT, Tree};
use kamen_core::movegen::{legal_moves, winner};
use kamen_core::rules::{Game, MoveOf, VariantOf};
use kamen_eval::Scored;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// What a thread has for itself.
#[derive(Debug)]
pub(super) struct Worker<R: Scored> {
    /// The game at the node that an iteration has reached.
    pub(super) game: Game<R>,
    simulator: Simulator<R>,
    oracle: Option<Oracle<R>>,
    random: Pcg64Mcg,
    /// The places of the nodes from the root to the one that is reached.
    path: Vec<usize>,
    moves: Vec<MoveOf<R>>,
    /// The replies to the node that is reached.
    replies: Vec<Node<R>>,
}

impl<R: Scored> Worker<R> {
    pub(super) fn new(variant: VariantOf<R>, rollout: Rollout) -> Self {
        Worker {
            game: Game::start(variant),
            simulator: Simulator::new(variant, rollout),
            oracle: (rollout == Rollout::Evaluation).then(|| Oracle::new(variant)),
            random: Pcg64Mcg::seed_from_u64(0),
            path: Vec::new(),
            moves: Vec::new(),
            replies: Vec::new(),
        }
    }

    pub(super) fn seed(&mut self, seed: u64) {
        self.random = Pcg64Mcg::seed_from_u64(seed);
    }

    /// How chances are told as scores.
    pub(super) fn odds(&self) -> Odds {
        self.oracle.as_ref().map_or(Odds::USUAL, Oracle::odds)
    }

    /// Selection, expansion, simulation and back-propagation, once.
    pub(super) fn iterate(&mut self, shared: &Shared<R>) {
        let known = self.descend(shared);
        let result = known.unwrap_or_else(|| self.simulate(shared));
        shared.add_depth(self.path.len() - 1);
        let tree = &mut shared.tree();
        self.back_propagate(tree, result);
        if tree.node(ROOT).proof.is_some() {
            shared.stop();
        }
    }

    /// Goes down the tree to a leaf, and gives one that was reached before its replies. The result of the leaf that is
    /// reached, if no game need be simulated.
    fn descend(&mut self, shared: &Shared<R>) -> Option<f64> {
        self.game.set_to(&shared.root);
        self.path.clear();
        let mut tree = shared.tree();
        let mut place = ROOT;
        loop {
            self.path.push(place);
            let node = tree.node_mut(place);
            node.visits = node.visits.saturating_add(1);
            if node.visits == 1 && node.proof.is_none() {
                node.proof = self.ending(shared);
            }
            if node.proof.is_some() {
                break;
            }
            if !node.is_expanded() {
                if node.visits == 1 || shared.method == SimulationMethod::Flat {
                    break;
                }
                drop(tree);
                self.list();
                tree = shared.tree();
                if !tree.expand(place, &self.replies) {
                    break;
                }
            }
            place = select(shared.method, &tree, place);
            self.game.play(&tree.node(place).m);
        }
        let node = tree.node(place);
        let estimate = self.oracle.as_ref().map(|_| f64::from(node.estimate));
        node.proof.map(Proof::value).or(estimate)
    }

    /// Lists the replies at the node that is reached, in random order, and rates them if there is an evaluation.
    pub(super) fn list(&mut self) {
        self.moves.clear();
        legal_moves(self.game.position(), &mut self.moves);
        self.moves.shuffle(&mut self.random);
        self.replies.clear();
        self.replies
            .extend(self.moves.iter().map(|&m| Node::new(m)));
        if let Some(oracle) = &mut self.oracle {
            oracle.rate(self.game.position(), &mut self.replies);
        }
    }

    /// The replies of the last [`Worker::list`].
    pub(super) fn replies(&self) -> &[Node<R>] {
        &self.replies
    }

    /// How the rules end the game that is reached, for the side that has moved.
    fn ending(&self, shared: &Shared<R>) -> Option<Proof> {
        let position = self.game.position();
        match winner(position, shared.objective) {
            Some(color) if color == position.turn => Some(Proof::Loss(0)),
            Some(_) => Some(Proof::Win(0)),
            None => (shared.rules_draw && self.game.is_draw()).then_some(Proof::Draw),
        }
    }

    /// The result of a simulated game, for the side that has moved before.
    fn simulate(&mut self, shared: &Shared<R>) -> f64 {
        let mover = !self.game.position().turn;
        let simulator = &mut self.simulator;
        let winner = simulator.play(&mut self.game, shared.rules_draw, &mut self.random);
        winner.map_or(0.5, |color| f64::from(u8::from(color == mover)))
    }

    /// Adds a result to all nodes of the path, and proves what now is proven.
    fn back_propagate(&self, tree: &mut Tree<R>, mut result: f64) {
        let mut is_news = false;
        for &place in self.path.iter().rev() {
            if is_news && tree.node(place).proof.is_none() {
                let replies = tree.replies(place).iter();
                tree.node_mut(place).proof = Proof::before(replies.map(|node| node.proof));
            }
            let node = tree.node_mut(place);
            is_news = node.proof.is_some();
            result = node.proof.map_or(result, Proof::value);
            node.sum += result;
            result = 1.0 - result;
        }
    }
}
