//! Differences of strength, in Elo, and their errors.

use super::likelihood::Likelihood;
use super::{Pairs, Tally};
use serde::Serialize;
use std::f64::consts::SQRT_2;
use std::fmt;

/// Half the width of an interval that holds 95 of 100 values, in standard deviations.
const WIDTH_95: f64 = 1.959_963_985;
/// The difference of strength at which this score, from 0 to 1, is expected.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score, from 0 to 1, that is expected of a side so much stronger.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How much stronger one side is than the other.
///
/// The difference follows from the score by the logistic formula. The interval is that of the likelihood ratio: it holds
/// the differences under which what happened is not too unlikely, each with the distribution of the score of a pair that
/// fits it best (S. S. Wilks, "The large-sample distribution of the likelihood ratio", 1938; A. B. Owen, "Empirical
/// likelihood ratio confidence intervals for a single functional", 1988). The sequential test compares the same
/// likelihoods. Unlike mean and variance it needs no large number of games: an end may be far away, but it is never at
/// the difference itself, and there is one unless a side has all the points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference at which the score is expected; `None` where one side has all the points.
    pub difference: Option<f64>,
    /// The interval that holds the true difference in 95 of 100 matches, its lower end; `None` for
    /// minus infinity, without a point.
    pub low: Option<f64>,
    /// Its upper end; `None` for infinity, with all the points.
    pub high: Option<f64>,
    /// Likelihood of superiority: the chance, from 0 to 1, that the side is the stronger one (from the signed root of
    /// the same ratio, so it is 97.5% where the interval begins at 0).
    pub los: f64,
}

impl Elo {
    /// From all games and those pairs of them that are whole; `None` without games.
    ///
    /// A game whose other half is not finished counts as half a pair. Which of these were draws is not asked: they are
    /// taken for as many wins and losses as have their points, which is the more cautious reading.
    pub fn of(tally: Tally, pairs: Pairs) -> Option<Elo> {
        let score = tally.score()?;
        let likelihood = Likelihood::new(weights(tally, pairs));
        let elo = |score: f64| elo_of_score(score) + 0.0;
        Some(Elo {
            difference: (score > 0.0 && score < 1.0).then(|| elo(score)),
            low: end(&likelihood, score, 0.0).map(elo),
            high: end(&likelihood, score, 1.0).map(elo),
            los: normal_cdf(signed_root(&likelihood, score, 0.5)),
        })
    }

    /// Half the width of the interval; `None` where it has no end.
    pub fn error(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }
}

/// `+12.3 ± 4.5`; for a side with all the points the end that there is, `> +250.3`.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.difference, self.error(), self.low, self.high) {
            (Some(difference), Some(error), ..) => {
                write!(f, "{} ± {error:.1}", signed(difference))
            }
            (_, _, Some(low), _) => write!(f, "> {}", signed(low)),
            (_, _, _, Some(high)) => write!(f, "< {}", signed(high)),
            _ => f.write_str("-"),
        }
    }
}

/// A difference with its sign and one decimal; no zero is negative.
pub fn signed(elo: f64) -> String {
    format!("{:+.1}", (elo * 10.0).round() / 10.0 + 0.0)
}

/// Pairs by their score. Games without their other half have half the weight, so the mean is the score of all games.
fn weights(tally: Tally, pairs: Pairs) -> [f64; 5] {
    let games = tally.games().saturating_sub(2 * pairs.count());
    let points = tally.points().saturating_sub(pairs.points()).min(2 * games);
    let mut weights = pairs.0.map(|count| count as f64);
    weights[0] += 0.5 * ((2 * games - points) / 2) as f64;
    weights[2] += 0.5 * (points % 2) as f64;
    weights[4] += 0.5 * (points / 2) as f64;
    weights
}

/// The end of the interval between the score and 0 or 1; `None` where nothing lies between.
fn end(likelihood: &Likelihood, score: f64, edge: f64) -> Option<f64> {
    let (mut inside, mut outside) = (score, edge);
    for _ in 0..50 {
        let middle = (inside + outside) / 2.0;
        if signed_root(likelihood, score, middle).abs() < WIDTH_95 {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    (score != edge).then_some(inside)
}

/// The root of twice the logarithm of the likelihood ratio between the score and this mean, positive above the mean:
/// nearly a standard normal value if the mean is the true one.
fn signed_root(likelihood: &Likelihood, score: f64, mean: f64) -> f64 {
    if score == mean {
        return 0.0;
    }
    let ratio = likelihood.best() - likelihood.at(mean);
    (2.0 * ratio.max(0.0)).sqrt().copysign(score - mean)
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

    /// Whole pairs, with the games that would have brought them.
    fn of_pairs(pairs: [u64; 5]) -> Elo {
        let pairs = Pairs(pairs);
        let (games, points) = (2 * pairs.count(), pairs.points());
        let tally = Tally {
            wins: points / 2,
            draws: points % 2,
            losses: games - points / 2 - points % 2,
        };
        Elo::of(tally, pairs).unwrap()
    }

    #[test]
    fn the_difference_follows_from_the_score_of_all_games() {
        // The wins, draws and losses, the whole pairs among them, and what is shown.
        const CASES: &[(&str, [u64; 3], [u64; 5], &str)] = &[
            ("64.3%", [4, 1, 2], [0, 0, 1, 1, 1], "+102.1 ± 286.1"),
            ("a third", [1, 0, 2], [1, 0, 0, 0, 0], "-120.4 ± 738.1"),
            ("one win", [1, 0, 0], [0; 5], "> -662.9"),
            ("three halves won", [3, 0, 0], [0; 5], "> -166.9"),
            ("one draw", [0, 1, 0], [0; 5], "+0.0 ± 784.2"),
            ("nine won", [18, 0, 0], [0, 0, 0, 0, 9], "> +248.4"),
            ("nine lost", [0, 0, 18], [9, 0, 0, 0, 0], "< -248.4"),
            ("nine drawn", [0, 18, 0], [0, 0, 9, 0, 0], "+0.0 ± 67.9"),
            ("three won", [3, 7, 0], [0, 0, 2, 3, 0], "+107.5 ± 130.9"),
            ("one each", [2, 0, 2], [1, 0, 0, 0, 1], "+0.0 ± 560.0"),
            ("nearly", [1, 9998, 1], [0, 1, 4998, 1, 0], "+0.0 ± 0.2"),
        ];
        for &(name, [wins, draws, losses], pairs, shown) in CASES {
            let tally = Tally {
                wins,
                draws,
                losses,
            };
            let elo = Elo::of(tally, Pairs(pairs)).unwrap();
            assert_eq!(elo.to_string(), shown, "{name}");
            let score = tally.score().unwrap();
            let expected = (score > 0.0 && score < 1.0).then(|| elo_of_score(score) + 0.0);
            assert_eq!(elo.difference, expected, "{name}");
        }
        assert_eq!(Elo::of(Tally::default(), Pairs::default()), None);
    }

    /// Where all pairs have the same score the likelihood has a formula: the unseen score that is cheapest gets all of
    /// the rest.
    #[test]
    fn matches_without_spread_have_the_interval_of_the_formula() {
        for pairs in [1_u64, 2, 9, 100] {
            let part = (-WIDTH_95 * WIDTH_95 / 2.0 / pairs as f64).exp();
            let near = |found: Option<f64>, score: f64| {
                let found = score_of_elo(found.unwrap());
                assert!((found - score).abs() < 0.003, "{pairs}: {found} {score}");
            };
            let won = of_pairs([0, 0, 0, 0, pairs]);
            near(won.low, part);
            assert_eq!((won.difference, won.high), (None, None));
            let even = of_pairs([0, 0, pairs, 0, 0]);
            near(even.low, part / 2.0);
            near(even.high, 1.0 - part / 2.0);
            assert_eq!((even.difference, even.los), (Some(0.0), 0.5));
        }
    }

    #[test]
    fn few_games_prove_little() {
        // Three wins and seven draws: of three decisive games all are won by chance in one of eight matches.
        let few = of_pairs([0, 0, 2, 3, 0]);
        assert!((few.los - 0.94).abs() < 0.005, "{few:?}");
        assert!(few.low.unwrap() < 0.0, "{few:?}");
        assert!((of_pairs([0, 0, 0, 0, 1]).los - 0.88).abs() < 0.005);
        // With many, mean and variance say the same.
        let many = of_pairs([100, 400, 800, 450, 110]);
        let (low, high) = (many.low.unwrap(), many.high.unwrap());
        assert!(
            (low + 1.0).abs() < 0.1 && (high - 14.1).abs() < 0.1,
            "{many:?}"
        );
    }

    #[test]
    fn both_sides_see_the_same_interval() {
        for pairs in [[0, 0, 1, 1, 1], [3, 0, 5, 2, 9], [0, 0, 0, 0, 4]] {
            let (one, other) = (of_pairs(pairs), of_pairs(Pairs(pairs).reversed().0));
            let sum = |a: Option<f64>, b: Option<f64>| a.unwrap_or(0.0) + b.unwrap_or(0.0);
            assert!(sum(one.low, other.high).abs() < 1e-6, "{pairs:?}");
            assert!(sum(one.high, other.low).abs() < 1e-6, "{pairs:?}");
            assert!((one.los + other.los - 1.0).abs() < 1e-9, "{pairs:?}");
        }
    }

    #[test]
    fn no_zero_is_negative() {
        for (elo, shown) in [
            (-0.04, "+0.0"),
            (0.0, "+0.0"),
            (-0.06, "-0.1"),
            (12.25, "+12.3"),
        ] {
            assert_eq!(signed(elo), shown);
        }
    }
}
