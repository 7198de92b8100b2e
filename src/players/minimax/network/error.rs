//! What is wrong with a network.

use kamen_core::rules::Variant;

/// Why a network is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NetworkError {
    /// It has no hidden neurons, or too many.
    #[error("found {found} hidden neurons, expected from 1 to {most}")]
    Neurons {
        /// Its hidden neurons.
        found: usize,
        /// The most.
        most: usize,
    },
    /// A neuron has not one weight for each square.
    #[error("neuron {number} has {found} squares, expected the {expected} of {variant}")]
    Squares {
        /// The number of the neuron, from 1.
        number: usize,
        /// Its squares.
        found: usize,
        /// The squares of the variant.
        expected: usize,
        /// The variant.
        variant: Variant,
    },
    /// A weight is too large or no number.
    #[error("found the weight {found}, expected -{most} to {most}")]
    Weight {
        /// The weight.
        found: f32,
        /// The greatest.
        most: f32,
    },
}
