//! The model of weights, and how they were trained.

use crate::plan::Form;
use kamen_core::rules::Variant;
use serde::{Deserialize, Serialize};

/// The model of weights, and how they were trained.
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
