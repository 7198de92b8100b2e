//! What is wrong with a network.

use kamen_core::rules::Variant;

/// Why a network is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NetworkError {
    /// It has too many hidden layers.
    #[error("found {found} hidden layers, expected at most {most}")]
    Layers {
        /// Its hidden layers.
        found: usize,
        /// The most.
        most: usize,
    },
    /// A hidden layer has no neurons, or too many.
    #[error("found {found} hidden neurons, expected from 1 to {most}")]
    Neurons {
        /// The neurons of the layer.
        found: usize,
        /// The most.
        most: usize,
    },
    /// A neuron of the first hidden layer has not one weight for each square.
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
    /// A neuron of another layer has not one weight for each neuron of the layer before.
    #[error("neuron {number} of hidden layer {layer} has {found} inputs, expected {expected}")]
    Inputs {
        /// The number of the layer, from 1.
        layer: usize,
        /// The number of the neuron, from 1.
        number: usize,
        /// Its inputs.
        found: usize,
        /// The neurons of the layer before.
        expected: usize,
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
