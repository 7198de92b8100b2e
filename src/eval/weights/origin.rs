//! What weights are and where they come from.

use super::Kind;
use crate::rules::Variant;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What weights are and where they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Origin {
    /// The variant.
    pub variant: Variant,
    /// What they are weights of.
    #[serde(flatten)]
    pub form: Form,
    /// Centi-men `s` of the curve: a score of `c` stands for a winning chance (a draw is half a win) of
    /// `1 / (1 + e^(-c / s))`.
    pub scale: f64,
    /// How they were learned.
    pub run: Run,
}

/// What weights are of, beside the terms, and its measures as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Of what stands in regions: rows x squares / step of each shape.
    #[serde(rename = "regions")]
    Patterns(String),
    /// Of a network: its tiles, inputs, neurons and classes.
    Network(String),
}

impl Form {
    /// What they are weights of.
    pub fn kind(&self) -> Kind {
        match self {
            Form::Patterns(_) => Kind::Patterns,
            Form::Network(_) => Kind::Network,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Form::Patterns(measures) => write!(f, "regions {measures}"),
            Form::Network(measures) => write!(f, "a network {measures}"),
        }
    }
}

/// How weights were learned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Run {
    /// The program and its version.
    pub engine: String,
    /// Which step of a loop; 0 where there was none.
    pub generation: u32,
    /// Games.
    pub games: u64,
    /// Quiet positions of these games.
    pub positions: u64,
    /// How much the result counts, from 0 (only the next position) to 1 (only the result).
    pub lambda: f64,
    /// Times that all positions were gone through.
    pub epochs: u32,
    /// Where the order of positions comes from.
    pub seed: u64,
    /// Mean logistic loss over games that were held back.
    pub loss: f64,
}
