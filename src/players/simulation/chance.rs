//! Chances of winning and scores.

use kamen_core::rules::Variant;
use kamen_core::score::Score;
use kamen_eval::weights::Weights;

/// Converts between scores and chances, by the logistic function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    /// The scale of the function, in centi-men.
    scale: f32,
}

/// The scale where no weights say one: an average of those that do.
const USUAL_SCALE: f32 = 150.0;

impl Odds {
    pub(super) const USUAL: Odds = Odds { scale: USUAL_SCALE };

    /// As the built-in weights of a variant have it.
    pub(super) fn of(variant: Variant) -> Odds {
        let weights = kamen_eval::weights::embedded(variant).map(Weights::from_bytes);
        let scale = weights
            .and_then(Result::ok)
            .map(|weights| weights.origin.scale as f32);
        Odds {
            scale: scale.unwrap_or(USUAL_SCALE),
        }
    }

    /// The expected result with a score: 1 for a win.
    #[inline]
    pub(super) fn chance(self, score: Score) -> f32 {
        1.0 / (1.0 + (-(score.0 as f32) / self.scale).exp())
    }

    /// The inverse of [`Odds::chance`].
    pub(super) fn score(self, chance: f64) -> Score {
        let odds = chance / (1.0 - chance);
        Score::evaluation((f64::from(self.scale) * odds.ln()) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_chances_belong_together() {
        for odds in [Odds::USUAL, Odds::of(Variant::Czech)] {
            for score in [-400, -20, 0, 1, 150] {
                let chance = odds.chance(Score(score));
                assert!((odds.score(chance.into()).0 - score).abs() <= 1);
            }
            assert_eq!(odds.score(1.0), Score::MAX_EVAL);
            assert_eq!(odds.score(0.0), -Score::MAX_EVAL);
            assert!(odds.chance(Score::loss_in(0)) < 1e-6);
        }
        let weights = kamen_eval::weights::embedded(Variant::Czech).map(Weights::from_bytes);
        let scale = weights.unwrap().unwrap().origin.scale as f32;
        assert_eq!(Odds::of(Variant::Czech).scale, scale);
        assert_ne!(scale, USUAL_SCALE);
    }
}
