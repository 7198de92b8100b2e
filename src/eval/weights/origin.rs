//! What weights are of, and how they were trained.

use super::Kind;
use crate::rules::Variant;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What weights are of, and how they were trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Origin {
    /// The variant.
    pub variant: Variant,
    /// The model and its dimensions.
    #[serde(flatten)]
    pub form: Form,
    /// The scale `s` in centi-men: a score of `c` stands for an expected score (a draw is half a win) of
    /// `1 / (1 + e^(-c / s))`.
    pub scale: f64,
    /// How they were trained.
    pub run: TrainingRun,
}

/// The model beside the terms, with its dimensions as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Patterns: `rows x squares / step` of each shape of region.
    #[serde(rename = "regions")]
    Patterns(String),
    /// A network: its tiles, inputs, neurons and output buckets.
    Network(String),
}

impl Form {
    /// The kind of model.
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

/// How weights were trained.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TrainingRun {
    /// The program and its version.
    pub engine: String,
    /// The generation; 0 for none.
    pub generation: u32,
    /// Number of games.
    pub games: u64,
    /// Training positions.
    pub positions: u64,
    /// The weight of the result in the targets, from 0 to 1.
    pub lambda: f64,
    /// Number of epochs.
    pub epochs: u32,
    /// The seed of the order of positions.
    pub seed: u64,
    /// Mean logistic loss over the validation set.
    pub loss: f64,
}
