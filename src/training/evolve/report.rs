//! What a generation showed.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The results of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PopulationReport {
    /// Number of the generation, from 1.
    pub generation: u32,
    /// Wins of each network.
    pub wins: Vec<u32>,
    /// Points of each, two for a win and one for a draw, where they are the fitness.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<u32>,
    /// Games of each.
    pub games: u32,
    /// Whether the best network is the opponent of the next generation.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_next_opponent: bool,
}

fn is_false(what: &bool) -> bool {
    !what
}

impl PopulationReport {
    /// What of each network counts when parents are chosen.
    pub fn fitness(&self) -> &[u32] {
        match self.points.is_empty() {
            true => &self.wins,
            false => &self.points,
        }
    }

    /// Index and wins of the best network, the first among equals.
    pub fn best(&self) -> (usize, u32) {
        let places = self.fitness().iter().enumerate().rev();
        let best = places.max_by_key(|(_, fitness)| **fitness);
        let best = best.map_or(0, |(place, _)| place);
        (best, self.wins.get(best).copied().unwrap_or_default())
    }

    /// Games of all.
    pub fn all_games(&self) -> u64 {
        u64::from(self.games) * self.wins.len() as u64
    }
}

impl fmt::Display for PopulationReport {
    /// One line; in the alternate form with the wins of each network, by the name of its file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (generation, best, games) = (self.generation, self.best().1, self.games);
        let sum: u64 = self.wins.iter().map(|&wins| u64::from(wins)).sum();
        let mean = sum as f64 / self.wins.len().max(1) as f64;
        let all = self.all_games();
        write!(
            f,
            "generation {generation}: the best won {best} of {games} games, the mean is {mean:.1}; \
             {all} games"
        )?;
        if self.is_next_opponent {
            f.write_str("; the best is the next opponent")?;
        }
        if f.alternate() {
            let wins = (1..).zip(&self.wins);
            let wins = wins.map(|(number, wins)| format!(" gen{generation}_net{number} {wins}"));
            let wins: Vec<String> = wins.collect();
            write!(f, "; wins:{}", wins.join(","))?;
        }
        Ok(())
    }
}
