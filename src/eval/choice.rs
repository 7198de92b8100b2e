//! The evaluation chosen by the user.

use super::groups::{Groups, UnknownGroup};
use super::weights::{Weights, WeightsError};
use super::{Evaluation, HandMade};
use crate::weights;
use kamen_core::rules::Variant;
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
    /// The hand-made evaluation of these groups of terms.
    HandMade(Groups),
    /// A learned evaluation from a file.
    File(PathBuf),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Learned => f.write_str("learned"),
            Choice::HandMade(groups) if *groups == Groups::default() => f.write_str(HAND_MADE),
            Choice::HandMade(groups) => write!(f, "{HAND_MADE}:{groups}"),
            Choice::File(path) => path.display().fmt(f),
        }
    }
}

impl Choice {
    /// The hand-made evaluation as it plays by default.
    pub fn hand_made() -> Choice {
        Choice::HandMade(Groups::default())
    }
}

/// The hand-made evaluation; with `:` the groups of its terms follow.
const HAND_MADE: &str = "hand-made";

impl FromStr for Choice {
    type Err = UnknownGroup;

    /// Parses `learned`, `hand-made` or `hand-made:material+dynamic`; any other text is a file name.
    fn from_str(text: &str) -> Result<Choice, UnknownGroup> {
        Ok(match (text, text.split_once(':')) {
            ("learned", _) => Choice::Learned,
            (HAND_MADE, _) => Choice::hand_made(),
            (_, Some((HAND_MADE, groups))) => Choice::HandMade(groups.parse()?),
            (path, _) => Choice::File(path.into()),
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
            Choice::HandMade(groups) => Ok(Evaluation::HandMade(HandMade::of(variant, *groups))),
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
    // Weights that are not there yet may still be handed over.
    let Some(file) = weights::embedded(variant) else {
        return Evaluation::HandMade(HandMade::new(variant));
    };
    let unpack = || match Weights::from_bytes(file) {
        Ok(weights) => Evaluation::of(&weights),
        Err(error) => {
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
    fn choices_are_read_and_written() {
        for (text, written) in [
            ("learned", "learned"),
            ("hand-made", "hand-made"),
            ("hand-made:static+material", "hand-made"),
            ("hand-made:dynamic", "hand-made:dynamic"),
            ("a:b", "a:b"),
        ] {
            assert_eq!(text.parse::<Choice>().unwrap().to_string(), written);
        }
        assert!("hand-made:aggression".parse::<Choice>().is_err());
        assert!("hand-made:".parse::<Choice>().is_err());
    }

    #[test]
    fn weights_that_come_with_the_program_are_those_of_their_variant() {
        for variant in Variant::ALL {
            let Some(file) = weights::embedded(variant) else {
                continue;
            };
            let weights = Weights::from_bytes(file).unwrap();
            assert_eq!(weights.origin.variant, variant);
            assert_eq!(learned(variant).to_string(), weights.name());
        }
    }
}
