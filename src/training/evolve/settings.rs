//! What an evolution depends on.

use super::report::PopulationReport;
use kamen_core::rules::Variant;
use kamen_players::View;
use serde::{Deserialize, Serialize};

/// The settings that determine an evolution and what its folder keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EvolutionSettings {
    /// The variant.
    pub variant: Variant,
    /// Networks of each generation, at least two.
    pub population: usize,
    /// Games that each plays in its generation, an even number.
    pub games: u32,
    /// Search depth of both sides, in plies.
    pub depth: u32,
    /// Hidden neurons of each network, by layer. Older folders have the number of neurons of one layer.
    #[serde(rename = "neurons", with = "sizes")]
    pub layers: Vec<usize>,
    /// Plies after which a game is drawn.
    pub max_plies: usize,
    /// Seeds all random choices.
    pub seed: u64,
    /// The side from which the networks see the board.
    #[serde(default)]
    pub view: View,
    /// Which best network becomes the opponent of the next generations. With 1 none does. Below 1 that of the
    /// first generation does, and later each that wins more than this part of its games, from 0 to 1.
    #[serde(default = "never")]
    pub opponent_replacement: f64,
    /// What counts when parents are chosen. Folders of before there was a choice do not say.
    #[serde(default, skip_serializing_if = "Fitness::is_usual")]
    pub fitness: Fitness,
    /// How networks come from others.
    #[serde(default)]
    pub breeding: BreedingSettings,
    /// The networks that are kept as files.
    #[serde(default)]
    pub keep: Keep,
}

/// The sizes of layers: a number for one, a list for more.
mod sizes {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Sizes {
        One(usize),
        Many(Vec<usize>),
    }

    pub(super) fn serialize<S: Serializer>(
        sizes: &[usize],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let sizes = match sizes {
            [one] => Sizes::One(*one),
            many => Sizes::Many(many.to_vec()),
        };
        sizes.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<usize>, D::Error> {
        Ok(match Sizes::deserialize(deserializer)? {
            Sizes::One(one) => vec![one],
            Sizes::Many(many) => many,
        })
    }
}

/// No best network becomes the opponent.
fn never() -> f64 {
    1.0
}

/// What counts when parents are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fitness {
    /// Games won.
    #[default]
    Wins,
    /// Two points for a win, one for a draw.
    Points,
}

impl Fitness {
    /// All of them.
    pub const ALL: [Fitness; 2] = [Fitness::Wins, Fitness::Points];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Fitness::Wins => "wins",
            Fitness::Points => "points",
        }
    }

    fn is_usual(&self) -> bool {
        *self == Fitness::default()
    }
}

/// How networks come from others. Chances are from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct BreedingSettings {
    /// The mean of the weights of the first generation.
    pub first_mean: f64,
    /// Their variance.
    pub first_variance: f64,
    /// Whether neurons have biases; otherwise they stay 0.
    pub biases: bool,
    /// Best networks of a generation that live on unchanged.
    pub elite: usize,
    /// Whether they mutate nevertheless, with the chances of children.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub elite_mutates: bool,
    /// The chance that two parents cross over.
    pub crossover: f64,
    /// If they do, the chance that a neuron is exchanged.
    pub neuron_crossover: f64,
    /// The weights that are exchanged with a neuron.
    pub exchange: Exchange,
    /// Children of two parents that enter the next generation, 1 or 2.
    pub children: usize,
    /// The chance that a child mutates.
    pub mutation: f64,
    /// If it does, the chance that a weight changes.
    pub weight_mutation: f64,
    /// The variance of the change, which is normally distributed around 0.
    pub mutation_variance: f64,
}

/// The weights that are exchanged with a neuron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exchange {
    /// The incoming weights and the bias. The output is a neuron like any other: its incoming weights are those of
    /// the hidden neurons' outputs.
    Incoming,
    /// All weights of a hidden neuron: of its inputs, its bias and its output. The bias of the output stays.
    All,
}

impl Exchange {
    /// All of them.
    pub const ALL: [Exchange; 2] = [Exchange::Incoming, Exchange::All];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Exchange::Incoming => "incoming",
            Exchange::All => "all",
        }
    }
}

/// The networks that are kept as files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// The best of each generation.
    #[default]
    Best,
    /// All of each generation, too.
    All,
}

impl Keep {
    /// All of them.
    pub const ALL: [Keep; 2] = [Keep::Best, Keep::All];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Keep::Best => "best",
            Keep::All => "all",
        }
    }
}

impl Default for BreedingSettings {
    /// What gave the best networks in our own experiments.
    fn default() -> BreedingSettings {
        BreedingSettings {
            first_mean: 0.1,
            first_variance: 0.0009,
            biases: true,
            elite: 2,
            elite_mutates: false,
            crossover: 1.0,
            neuron_crossover: 0.2,
            exchange: Exchange::All,
            children: 1,
            mutation: 1.0,
            weight_mutation: 0.1,
            mutation_variance: 0.0009,
        }
    }
}

impl EvolutionSettings {
    /// The settings that are used where nothing else is wanted.
    pub fn standard(variant: Variant) -> EvolutionSettings {
        EvolutionSettings {
            variant,
            population: 24,
            games: 100,
            depth: 3,
            layers: vec![16],
            max_plies: 150,
            seed: 1,
            view: View::default(),
            opponent_replacement: never(),
            breeding: BreedingSettings::default(),
            fitness: Fitness::default(),
            keep: Keep::default(),
        }
    }

    /// Whether the best network of a generation becomes the opponent of the next ones.
    pub(super) fn replaces_opponent(&self, report: &PopulationReport) -> bool {
        let (_, wins) = report.best();
        let part = f64::from(wins) / f64::from(report.games);
        let replacement = self.opponent_replacement;
        replacement < 1.0 && (report.generation == 1 || part > replacement)
    }
}
