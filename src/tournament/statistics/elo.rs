//! Differences of strength, in Elo, and their errors.

use super::{Pairs, Tally};
use serde::Serialize;
use std::f64::consts::SQRT_2;

/// Half the width of an interval that holds 95 of 100 values, in standard deviations.
const WIDTH_95: f64 = 1.959_963_985;
/// Scores nearer to 0 or 1 than this are no difference of strength but a lack of games.
const NEAREST: f64 = 1e-9;

/// The difference of strength at which this score, from 0 to 1, is expected.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score, from 0 to 1, that is expected of a side so much stronger.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How much stronger one side is than the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference that explains the score best; `None` where one side has all the points,
    /// however many games that took.
    pub difference: Option<f64>,
    /// The interval that holds the true difference in 95 of 100 matches, its lower end; `None` for
    /// minus infinity.
    pub low: Option<f64>,
    /// Its upper end; `None` for infinity.
    pub high: Option<f64>,
    /// Likelihood of superiority: the chance, from 0 to 1, that the side is the stronger one.
    pub los: f64,
}

impl Elo {
    /// From whole pairs.
    pub fn of_pairs(pairs: Pairs) -> Option<Elo> {
        let (mean, variance) = pairs.moments()?;
        Some(Elo::new(mean, variance, pairs.count()))
    }

    /// From single games, as if none had anything to do with another.
    pub fn of_games(tally: Tally) -> Option<Elo> {
        let mean = tally.score()?;
        let squares = tally.wins as f64 + 0.25 * tally.draws as f64;
        let variance = squares / tally.games() as f64 - mean * mean;
        Some(Elo::new(mean, variance.max(0.0), tally.games()))
    }

    fn new(mean: f64, variance: f64, count: u64) -> Elo {
        let error = (variance / count as f64).sqrt();
        let elo = |score: f64| {
            (NEAREST..=1.0 - NEAREST)
                .contains(&score)
                .then(|| elo_of_score(score))
        };
        Elo {
            difference: elo(mean),
            low: elo(mean - WIDTH_95 * error),
            high: elo(mean + WIDTH_95 * error),
            los: los(mean, error),
        }
    }

    /// Half the width of the interval; `None` where it has no end.
    pub fn error(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }
}

/// The chance that a score whose mean and standard deviation were measured is above one half.
fn los(mean: f64, error: f64) -> f64 {
    if error > 0.0 {
        normal_cdf((mean - 0.5) / error)
    } else if mean == 0.5 {
        0.5
    } else {
        f64::from(u8::from(mean > 0.5))
    }
}

/// The part of a normal distribution below `x` standard deviations.
fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_differences_belong_together() {
        for (elo, score) in [(0.0, 0.5), (200.0, 0.759_747), (-400.0, 1.0 / 11.0)] {
            assert!((score_of_elo(elo) - score).abs() < 1e-6);
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, part) in [
            (0.0, 0.5),
            (1.0, 0.841_345),
            (WIDTH_95, 0.975),
            (-3.0, 0.001_350),
        ] {
            assert!((normal_cdf(x) - part).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn matches_without_spread_have_honest_ends() {
        let all_won = Elo::of_pairs(Pairs([0, 0, 0, 0, 9])).unwrap();
        assert_eq!((all_won.difference, all_won.los), (None, 1.0));
        let all_even = Elo::of_pairs(Pairs([0, 0, 9, 0, 0])).unwrap();
        assert_eq!((all_even.difference, all_even.los), (Some(0.0), 0.5));
        assert_eq!(Elo::of_pairs(Pairs::default()), None);
        assert_eq!(Elo::of_games(Tally::default()), None);
        // One pair of two wins and one of two losses: nothing is known.
        let wide = Elo::of_pairs(Pairs([1, 0, 0, 0, 1])).unwrap();
        assert_eq!((wide.low, wide.high, wide.error()), (None, None, None));
    }
}
