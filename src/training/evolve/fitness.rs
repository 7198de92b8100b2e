//! The fitness of a network: its wins against a player that counts pieces, or against another network.

use super::EvolutionSettings;
use kamen_players::{BuiltIn, EvolvedNetwork, MinimaxEvaluation, MinimaxStyle};
use kamen_tournament::{
    Adjudication, Contestant, ContestantKind, DrawPolicy, Format, Limits, Openings, Part,
    Tournament,
};
use std::sync::Arc;

/// The test that all networks of a generation take.
pub(super) struct FitnessTest<'a> {
    pub(super) settings: &'a EvolutionSettings,
    /// The network to play against; `None` for the player that counts pieces.
    pub(super) opponent: Option<&'a EvolvedNetwork>,
    /// Seeds the random choices of the games.
    pub(super) seed: u64,
    pub(super) threads: usize,
}

impl FitnessTest<'_> {
    /// The conditions of the other university experiments: from the start position, with alternating colours,
    /// drawn only by the limit of plies.
    pub(super) fn tournament(&self, network: &EvolvedNetwork) -> Tournament {
        let settings = self.settings;
        let evaluation = |network: &EvolvedNetwork| MinimaxEvaluation::Network {
            file: String::new(),
            network: Arc::new(network.clone()),
        };
        let opponent = self.opponent.map_or(MinimaxEvaluation::Basic, evaluation);
        let contestant = |name: &str, evaluation| Contestant {
            name: name.to_owned(),
            kind: ContestantKind::Player(BuiltIn::Minimax {
                depth: settings.depth,
                evaluation,
                style: MinimaxStyle::default(),
            }),
            limits: Limits::default(),
        };
        Tournament {
            variant: settings.variant,
            contestants: vec![
                contestant("network", evaluation(network)),
                contestant("opponent", opponent),
            ],
            format: Format::Pair,
            games: settings.games,
            part: Part::All,
            openings: Openings::random(settings.variant, 0, 0, 0),
            draws: DrawPolicy::None,
            max_plies: Some(settings.max_plies),
            adjudication: Adjudication::default(),
            sprt: None,
            until: None,
            pause: None,
            concurrency: self.threads,
            seed: self.seed,
        }
    }
}
