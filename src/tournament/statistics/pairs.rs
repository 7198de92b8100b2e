//! Results, counted.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Sub};

/// Games by their result, for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: 2 for a win, 1 for a draw.
    pub fn points(self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Points of the points there were, from 0 to 1; `None` without games.
    pub fn score(self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.points() as f64 / (2 * games) as f64)
    }

    /// The same games as the other side counts them.
    pub fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// Counts a game that brought 0, 1 or 2 points.
    pub fn add_points(&mut self, points: u8) {
        match points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl Sub for Tally {
    type Output = Tally;

    /// The games without those that are among them.
    fn sub(self, among: Tally) -> Tally {
        Tally {
            wins: self.wins - among.wins,
            draws: self.draws - among.draws,
            losses: self.losses - among.losses,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        *self = *self + other;
    }
}

/// Pairs of games by the points of one side in both together, from 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// All pairs.
    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// All points.
    pub fn points(self) -> u64 {
        self.0
            .iter()
            .zip(0..)
            .map(|(count, points)| count * points)
            .sum()
    }

    /// The same pairs as the other side counts them.
    pub fn reversed(self) -> Pairs {
        let [a, b, c, d, e] = self.0;
        Pairs([e, d, c, b, a])
    }

    /// Counts a pair that brought so many points, from 0 to 4.
    pub fn add_points(&mut self, points: u8) {
        self.0[usize::from(points.min(4))] += 1;
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Pairs) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// The scores that a pair can have.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
