//! Which evaluation is played with.

use super::weights::{Weights, WeightsError};
use super::{Evaluation, HandMade, shipped};
use crate::rules::Variant;
use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;

/// Which evaluation is played with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The learned one that comes with the program.
    #[default]
    Learned,
    /// The one made by hand.
    HandMade,
    /// A learned one out of a file.
    File(PathBuf),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Learned => f.write_str("learned"),
            Choice::HandMade => f.write_str("hand-made"),
            Choice::File(path) => path.display().fmt(f),
        }
    }
}

impl FromStr for Choice {
    type Err = Infallible;

    /// Everything but `learned` and `hand-made` is the name of a file.
    fn from_str(text: &str) -> Result<Choice, Infallible> {
        Ok(match text {
            "learned" => Choice::Learned,
            "hand-made" => Choice::HandMade,
            path => Choice::File(path.into()),
        })
    }
}

impl Evaluation {
    /// The evaluation of a variant that was chosen.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is for another variant.
    pub fn load(variant: Variant, choice: &Choice) -> Result<Evaluation, WeightsError> {
        match choice {
            Choice::Learned => Ok(learned(variant)),
            Choice::HandMade => Ok(Evaluation::HandMade(HandMade::new(variant))),
            Choice::File(path) => {
                Weights::read_for(variant, path).map(|weights| Evaluation::of(&weights))
            }
        }
    }
}

/// What comes with the program. It is unpacked once.
fn learned(variant: Variant) -> Evaluation {
    static UNPACKED: [OnceLock<Evaluation>; Variant::ALL.len()] =
        [const { OnceLock::new() }; Variant::ALL.len()];
    let unpack = || match Weights::from_bytes(shipped::weights(variant)) {
        Ok(weights) => Evaluation::of(&weights),
        Err(error) => {
            log::error!("the weights of {variant} in the program: {error}");
            Evaluation::HandMade(HandMade::new(variant))
        }
    };
    UNPACKED[variant as usize].get_or_init(unpack).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_comes_with_weights() {
        for variant in Variant::ALL {
            let weights = Weights::from_bytes(shipped::weights(variant)).unwrap();
            assert_eq!(weights.origin.variant, variant);
            assert_eq!(learned(variant).to_string(), weights.name());
        }
    }
}
