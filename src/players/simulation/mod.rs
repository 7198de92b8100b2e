//! Players that simulate games: Monte Carlo tree search and, as its first step, Monte Carlo without a tree. Begin with
//! [`SimulationSettings`].
//!
//! `UNIVERSITY.md` in `src/players` tells how they work, and what else of the university's lectures is where;
//! `tests/experiments/simulation.md` tells how strong they are.

mod chance;
mod leaf;
mod proof;
mod search;
mod select;
mod settings;
mod shared;
mod simulator;
#[cfg(test)]
mod tests;
mod tree;
mod worker;

pub use settings::{MAX_ITERATIONS, MAX_THREADS, Rollout, SimulationMethod, SimulationSettings};

use super::guard::Guard;
use super::{ChosenMove, Player, Thought};
use chance::Odds;
use kamen_core::game::{AnyGame, AnyMove};
use kamen_core::rules::{Variant, VariantOf};
use kamen_core::score::Score;
use kamen_core::with_rules;
use kamen_eval::Scored;
use kamen_search::{Control, Limits, Progress, Statistics};
use proof::Proof;
use search::Search;
use shared::Shared;
use tree::{Node, ROOT};

/// A player that simulates games.
///
/// It plays a lone move at once, keeps the part of its tree that the game goes on in, and stops as soon as a result is
/// proven. The limit of nodes counts iterations; a limit of depth means nothing to it.
#[derive(Debug)]
struct Simulation<R: Scored> {
    variant: VariantOf<R>,
    iterations: u64,
    search: Search<R>,
}

/// Creates a player of a variant known at run time.
pub(super) fn player(variant: Variant, settings: SimulationSettings) -> Box<dyn Player> {
    with_rules!(variant, of: R => Box::new(Simulation::<R>::new(of, settings)))
}

impl<R: Scored> Simulation<R> {
    fn new(variant: VariantOf<R>, settings: SimulationSettings) -> Self {
        Simulation {
            variant,
            iterations: settings.iterations.into(),
            search: Search::new(variant, settings),
        }
    }
}

impl<R: Scored> Player for Simulation<R> {
    fn new_game(&mut self, seed: u64) {
        self.search.new_game(seed);
    }

    fn think(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> ChosenMove {
        let typed = game.typed();
        let typed = typed.expect("a game of the variant that the player was made for");
        self.search.begin(&typed);
        let is_short = limits.answer_lone_move || *limits == Limits::default();
        if let [lone] = game.legal_moves()[..]
            && is_short
        {
            let choice = ChosenMove {
                chosen: lone,
                thought: None,
            };
            progress(&choice.progress(control));
            return choice;
        }
        let guard = Guard::new(limits, control);
        let most = limits.nodes.unwrap_or(u64::MAX).min(self.iterations);
        let teller = Teller {
            variant: self.variant,
            odds: self.search.odds(),
            control,
        };
        let goes_on = |done| guard.goes_on(done);
        (self.search).run(most, goes_on, |shared| progress(&teller.report(shared)));
        let report = teller.report(&self.search.shared);
        progress(&report);
        ChosenMove {
            chosen: report.pv[0],
            thought: Some(Thought {
                score: report.score,
                depth: report.depth,
                nodes: report.nodes,
            }),
        }
    }
}

/// Tells what a search has found.
struct Teller<'a, R: Scored> {
    variant: VariantOf<R>,
    odds: Odds,
    control: &'a Control,
}

impl<R: Scored> Teller<'_, R> {
    /// The best line so far, which has at least one move, and its score.
    fn report(&self, shared: &Shared<R>) -> Progress {
        let tree = shared.tree();
        let by_mean = shared.method == SimulationMethod::Flat;
        let (mut pv, mut score) = (Vec::new(), Score::DRAW);
        let mut place = ROOT;
        while let Some(next) = tree.best(place, by_mean) {
            let node = tree.node(next);
            if pv.is_empty() {
                score = self.score(node);
            } else if node.visits == 0 && node.proof.is_none() {
                break;
            }
            pv.push(AnyMove::of(self.variant, &node.m));
            place = next;
        }
        Progress {
            depth: pv.len() as u32,
            mean_depth: shared.mean_depth(),
            score,
            nodes: shared.iterations(),
            statistics: Statistics::default(),
            time: self.control.elapsed(),
            pv,
            line: None,
        }
    }

    /// The score of a move of the root.
    fn score(&self, node: &Node<R>) -> Score {
        match node.proof {
            Some(Proof::Win(plies)) => Score::win_in(usize::from(plies) + 1),
            Some(Proof::Loss(plies)) => Score::loss_in(usize::from(plies) + 1),
            Some(Proof::Draw) => Score::DRAW,
            None => self.odds.score(node.mean()),
        }
    }
}
