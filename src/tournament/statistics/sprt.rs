//! The sequential probability ratio test: play until one of two claims about the difference of
//! strength is refuted.

use super::likelihood::Likelihood;
use super::{Pairs, score_of_elo};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The two claims, and how often a true one may be refuted.
///
/// The test is the generalized one on pairs: the logarithm of the ratio between the likelihoods of
/// what happened under both claims, where each claim gets the distribution with its mean that fits
/// best (Van den Bergh, "Comments on normalized Elo" and "The GSPRT"; the same as in fishtest and
/// fastchess with logistic Elo).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The first side is stronger by this: the claim to be refuted.
    pub elo0: f64,
    /// The first side is stronger by this: what is hoped for.
    pub elo1: f64,
    /// How often `elo0` is refuted though it is true.
    pub alpha: f64,
    /// How often `elo1` is refuted though it is true.
    pub beta: f64,
}

/// What the test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// `elo0` is refuted: the first side is stronger, as hoped for.
    Accepted,
    /// `elo1` is refuted.
    Rejected,
}

impl Sprt {
    /// The logarithm of the likelihood ratio after these pairs; 0 without any.
    pub fn llr(&self, pairs: Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let likelihood = Likelihood::new(pairs.0.map(|count| count as f64));
        likelihood.at(score_of_elo(self.elo1)) - likelihood.at(score_of_elo(self.elo0))
    }

    /// The bounds of the logarithm: at the first `elo1` is refuted, at the second `elo0` (Wald
    /// 1945).
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// What these pairs prove, if anything.
    pub fn verdict(&self, pairs: Pairs) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        if llr >= upper {
            Some(Verdict::Accepted)
        } else if llr <= lower {
            Some(Verdict::Rejected)
        } else {
            None
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, .. } = self;
        write!(f, "{elo0},{elo1},{},{}", self.alpha, self.beta)
    }
}

/// A text that is no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found '{found}', expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA with ELO0 below ELO1, both within \
     1000, and ALPHA and BETA between 0 and 0.5, like 0,5,0.05,0.05"
)]
pub struct SprtError {
    /// The text.
    pub found: String,
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`; `alpha` and `beta` are 0.05 if not given.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let numbers = text.split(',').map(|word| word.trim().parse::<f64>());
        let read = numbers.collect::<Result<Vec<f64>, _>>();
        let sprt = match read.as_deref() {
            Ok(&[elo0, elo1]) => Some((elo0, elo1, 0.05, 0.05)),
            Ok(&[elo0, elo1, alpha, beta]) => Some((elo0, elo1, alpha, beta)),
            _ => None,
        };
        let is_error = |rate: f64| rate > 0.0 && rate < 0.5;
        sprt.filter(|&(elo0, elo1, alpha, beta)| {
            let claims = elo0 < elo1 && elo0 >= -1000.0 && elo1 <= 1000.0;
            claims && is_error(alpha) && is_error(beta)
        })
        .map(|(elo0, elo1, alpha, beta)| Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
        .ok_or_else(|| SprtError {
            found: text.chars().filter(|c| !c.is_control()).take(60).collect(),
        })
    }
}
