//! The evolutions that the university work published.

use super::settings::{BreedingSettings, EvolutionSettings, Exchange, Keep};
use kamen_core::rules::Variant;
use kamen_players::View;

/// An evolution that the university work published, by its number there (its table 4.9).
///
/// `EVOLUTION.md` says what the publication gives, and what was chosen where it is silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// The one that ended with the strongest network.
    Evolution01,
    /// Every network mutates.
    Evolution02,
    /// The opponent is replaced.
    Evolution06,
    /// Fewer networks for more generations.
    Evolution07,
}

impl Preset {
    /// All of them.
    pub const ALL: [Preset; 4] = [
        Preset::Evolution01,
        Preset::Evolution02,
        Preset::Evolution06,
        Preset::Evolution07,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Evolution01 => "evolution01",
            Preset::Evolution02 => "evolution02",
            Preset::Evolution06 => "evolution06",
            Preset::Evolution07 => "evolution07",
        }
    }

    /// Its number of generations.
    pub fn generations(self) -> u32 {
        match self {
            Preset::Evolution07 => 100,
            _ => 20,
        }
    }

    /// Its settings, with the standard ones where the publication gives none.
    pub fn settings(self) -> EvolutionSettings {
        let common = EvolutionSettings {
            population: 30,
            view: View::White,
            breeding: BreedingSettings {
                first_mean: 1.0,
                first_variance: 0.2,
                biases: false,
                elite: 0,
                elite_mutates: false,
                crossover: 0.2,
                neuron_crossover: 0.5,
                exchange: Exchange::Incoming,
                children: 2,
                mutation: 0.2,
                weight_mutation: 0.05,
                mutation_variance: 2.0,
            },
            keep: Keep::All,
            ..EvolutionSettings::standard(Variant::Czech)
        };
        let breeding = common.breeding.clone();
        match self {
            Preset::Evolution01 => EvolutionSettings {
                breeding: BreedingSettings {
                    weight_mutation: 0.2,
                    ..breeding
                },
                ..common
            },
            Preset::Evolution02 => EvolutionSettings {
                breeding: BreedingSettings {
                    mutation: 1.0,
                    ..breeding
                },
                ..common
            },
            Preset::Evolution06 => EvolutionSettings {
                opponent_replacement: 0.7,
                ..common
            },
            Preset::Evolution07 => EvolutionSettings {
                population: 20,
                ..common
            },
        }
    }
}
