//! The evaluation chosen by the user.

use super::weights::{Weights, WeightsError};
use super::{Evaluation, HandMade};
use crate::rules::Variant;
use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;

/// The evaluation chosen by the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The built-in learned evaluation.
    #[default]
    Learned,
    /// The hand-made evaluation.
    HandMade,
    /// A learned evaluation from a file.
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

    /// Parses `learned` or `hand-made`; any other text is a file name.
    fn from_str(text: &str) -> Result<Choice, Infallible> {
        Ok(match text {
            "learned" => Choice::Learned,
            "hand-made" => Choice::HandMade,
            path => Choice::File(path.into()),
        })
    }
}

impl Evaluation {
    /// Loads the chosen evaluation for a variant.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is for another variant.
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

/// The built-in learned evaluation, unpacked once; hand-made if there is none.
fn learned(variant: Variant) -> Evaluation {
    static UNPACKED: [OnceLock<Evaluation>; Variant::ALL.len()] =
        [const { OnceLock::new() }; Variant::ALL.len()];
    let unpack = || match variant.weights().map(Weights::from_bytes) {
        Some(Ok(weights)) => Evaluation::of(&weights),
        None => Evaluation::HandMade(HandMade::new(variant)),
        Some(Err(error)) => {
            log::error!("the built-in weights of {variant}: {error}");
            Evaluation::HandMade(HandMade::new(variant))
        }
    };
    UNPACKED[variant as usize].get_or_init(unpack).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_come_with_the_program_are_those_of_their_variant() {
        for variant in Variant::ALL {
            let Some(file) = variant.weights() else {
                continue;
            };
            let weights = Weights::from_bytes(file).unwrap();
            assert_eq!(weights.origin.variant, variant);
            assert_eq!(learned(variant).to_string(), weights.name());
        }
    }
}
