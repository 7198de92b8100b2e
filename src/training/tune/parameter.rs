//! A parameter that is tuned.

use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A numeric parameter of an engine, written `NAME=START,LEAST,MOST,STEP`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name, as the engine declares it.
    pub name: String,
    /// Its value at the beginning.
    pub start: f64,
    /// Its smallest value.
    pub least: f64,
    /// Its greatest value.
    pub most: f64,
    /// How far values are tried on either side in the last iteration; farther in earlier ones.
    pub step: f64,
    /// Decimals that the engine is told: as many as were written of `start`.
    pub decimals: usize,
}

/// Why a text is no parameter.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadParameter {
    /// Something is missing or is no number.
    #[error("expected NAME=START,LEAST,MOST,STEP, as in search-futility=60,0,200,10")]
    Form,
    /// The start is not between the bounds.
    #[error("{name}: the start lies outside of {least} to {most}")]
    Range {
        /// The parameter.
        name: String,
        /// As written.
        least: String,
        /// As written.
        most: String,
    },
    /// Both values that are tried would be written alike.
    #[error(
        "{name}: the step {step} is too small for {decimals} decimals, expected at least {needed}"
    )]
    Step {
        /// The parameter.
        name: String,
        /// As written.
        step: String,
        /// Of its start.
        decimals: usize,
        /// The smallest step.
        needed: f64,
    },
}

impl Parameter {
    /// A value, moved within the bounds.
    pub(super) fn within(&self, value: f64) -> f64 {
        value.clamp(self.least, self.most)
    }

    /// A value as the engine is told.
    pub fn text(&self, value: f64) -> String {
        format!("{value:.*}", self.decimals)
    }
}

impl FromStr for Parameter {
    type Err = BadParameter;

    fn from_str(text: &str) -> Result<Parameter, BadParameter> {
        let (name, numbers) = text.split_once('=').ok_or(BadParameter::Form)?;
        let words: Vec<&str> = numbers.split(',').collect();
        let [start, least, most, step] = words[..] else {
            return Err(BadParameter::Form);
        };
        let number = |word: &str| word.parse().ok().filter(|number: &f64| number.is_finite());
        let number = |word| number(word).ok_or(BadParameter::Form);
        let parameter = Parameter {
            name: name.to_owned(),
            start: number(start)?,
            least: number(least)?,
            most: number(most)?,
            step: number(step)?,
            decimals: start
                .split_once('.')
                .map_or(0, |(_, decimals)| decimals.len()),
        };
        if name.is_empty() || parameter.step <= 0.0 || parameter.decimals > 9 {
            return Err(BadParameter::Form);
        }
        if !(parameter.least..=parameter.most).contains(&parameter.start) {
            return Err(BadParameter::Range {
                name: parameter.name,
                least: least.to_owned(),
                most: most.to_owned(),
            });
        }
        let needed = 0.5 / 10f64.powi(parameter.decimals as i32);
        if parameter.step < needed {
            return Err(BadParameter::Step {
                name: parameter.name,
                step: step.to_owned(),
                decimals: parameter.decimals,
                needed,
            });
        }
        Ok(parameter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_with_their_decimals() {
        let whole: Parameter = "search-futility=60,0,200,10".parse().unwrap();
        assert_eq!((whole.start, whole.step, whole.decimals), (60.0, 10.0, 0));
        assert_eq!(whole.text(64.6), "65");
        assert_eq!(whole.within(-3.0), 0.0);
        let parts: Parameter = "c=1.40,-2,5,0.1".parse().unwrap();
        assert_eq!(parts.text(1.0), "1.00");
    }

    #[test]
    fn what_is_wrong_with_a_parameter_is_said() {
        let cases = [
            ("futility", "expected NAME=START"),
            ("futility=60,0,200", "expected NAME=START"),
            ("futility=60,0,200,10,1", "expected NAME=START"),
            ("futility=many,0,200,10", "expected NAME=START"),
            ("futility=inf,0,inf,10", "expected NAME=START"),
            ("futility=60,0,200,0", "expected NAME=START"),
            ("=60,0,200,10", "expected NAME=START"),
            ("futility=60,70,200,10", "outside of 70 to 200"),
            ("futility=60,200,0,10", "outside of 200 to 0"),
            ("futility=60,0,200,0.4", "expected at least 0.5"),
            ("c=1.4,0,2,0.04", "expected at least 0.05"),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Parameter>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
