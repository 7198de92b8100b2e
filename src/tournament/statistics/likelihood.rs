//! How well a mean score explains the pairs that were played.

use super::pairs::SCORES;

/// Scores that were never seen count as this many pairs, so that no score is impossible (as fishtest does).
const NEVER_SEEN: f64 = 1e-3;

/// The likelihood of what was seen, as a function of the mean score alone: of all distributions of the score of a pair
/// with that mean, the one that fits best is taken (the *profile* of the multinomial likelihood).
#[derive(Clone, Copy, Debug)]
pub(super) struct Likelihood {
    /// Parts of the pairs, by score.
    seen: [f64; 5],
    pairs: f64,
}

impl Likelihood {
    /// From pairs by their score; those that are not whole have a weight below 1.
    pub(super) fn new(counts: [f64; 5]) -> Likelihood {
        let counts = counts.map(|count| count.max(NEVER_SEEN));
        let pairs = counts.iter().sum();
        Likelihood {
            seen: counts.map(|count| count / pairs),
            pairs,
        }
    }

    /// The logarithm of the likelihood at this mean, above 0 and below 1.
    pub(super) fn at(&self, mean: f64) -> f64 {
        self.of(&self.fitted(mean))
    }

    /// The logarithm of the likelihood at the mean that fits best; no other is higher.
    pub(super) fn best(&self) -> f64 {
        self.of(&self.seen)
    }

    fn of(&self, parts: &[f64; 5]) -> f64 {
        let terms = self.seen.iter().zip(parts);
        self.pairs * terms.map(|(seen, part)| seen * part.ln()).sum::<f64>()
    }

    /// The distribution with this mean that fits best: `seen / (1 + x (score - mean))`, where `x` makes the mean right
    /// (the method of Lagrange).
    fn fitted(&self, mean: f64) -> [f64; 5] {
        let excess = SCORES.map(|score| score - mean);
        let off = |x: f64| -> f64 {
            let terms = self.seen.iter().zip(excess);
            terms
                .map(|(p, excess)| p * excess / (1.0 + x * excess))
                .sum()
        };
        // Between these all parts are positive, and `off` falls from plus to minus infinity.
        let (mut low, mut high) = (-1.0 / excess[4], -1.0 / excess[0]);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if off(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let x = (low + high) / 2.0;
        let mut fitted = self.seen;
        for (p, excess) in fitted.iter_mut().zip(excess) {
            *p /= 1.0 + x * excess;
        }
        fitted
    }
}
