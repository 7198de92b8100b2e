//! A small network that evaluates positions: every playing square is an input, followed by one or more
//! hidden layers and a weighted sum. Begin with [`EvolvedNetwork`].
//!
//! The board is seen from one side ([`View`]): the player's, rotated by 180 degrees for Black, so that
//! a neuron means the same for both colours; or always White's, so that colours may be played
//! differently. A man of that side is 1, its king 5, the other side's man -1, the other side's king
//! -5, an empty square 0. A hidden neuron outputs the logistic function of the weighted sum of what the layer
//! before it has, at first all squares, plus its bias; the network outputs the weighted sum of its last hidden layer plus its bias. Higher
//! is better for the side that sees the board, in giveaway too; 0 is the value of a line that can
//! only repeat positions.

pub(super) mod error;
mod layers;
#[cfg(test)]
mod tests;
mod view;

pub use error::NetworkError;
pub(super) use layers::Layers;
pub use view::View;

use super::unusable_file::{FileFault, UnusableFile};
use kamen_core::rules::Variant;
use kamen_files::sealed::Seal;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolvedNetwork {
    /// The variant.
    pub variant: Variant,
    /// Its origin.
    pub origin: Origin,
    /// The side from which it sees the board; files without it were made for the player's side.
    #[serde(default, skip_serializing_if = "View::is_default")]
    pub view: View,
    /// The hidden layers before the last one, from the squares on; each with 1 to [`EvolvedNetwork::MOST_NEURONS`] neurons.
    /// Files of networks with one hidden layer do not have it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Vec<Inner>>,
    /// The neurons of the last hidden layer, from 1 to [`EvolvedNetwork::MOST_NEURONS`].
    pub neurons: Vec<Neuron>,
    /// The bias added to the sum of the neurons.
    pub bias: f32,
}

/// A neuron of a hidden layer that another one follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inner {
    /// The weights of its inputs, as [`Neuron::inputs`].
    pub inputs: Vec<f32>,
    /// The bias added to their sum.
    pub bias: f32,
}

/// A neuron of the last hidden layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Neuron {
    /// The weight of each playing square, in reading order from the top left, with the side that sees
    /// the board at the bottom; with more hidden layers, that of each neuron of the layer before. Files with one hidden layer
    /// call them squares.
    #[serde(rename = "squares", alias = "inputs")]
    pub inputs: Vec<f32>,
    /// The bias added to their sum.
    pub bias: f32,
    /// The weight of the neuron's output.
    pub weight: f32,
}

/// The origin of a network.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The seed of its evolution.
    pub seed: u64,
    /// Its generation, from 1.
    pub generation: u32,
    /// Games it won in that generation.
    pub wins: u32,
    /// Games it played in that generation.
    pub games: u32,
}

const SEAL: Seal = Seal {
    kind: "network",
    version: 1,
};

impl EvolvedNetwork {
    /// The most neurons of a hidden layer.
    pub const MOST_NEURONS: usize = 1024;
    /// The most hidden layers.
    pub const MOST_LAYERS: usize = 16;
    /// The greatest absolute value of a weight.
    pub const MOST_WEIGHT: f32 = 1e4;

    /// Creates a network that sees the player's side and whose weights are all 0, with hidden layers of these sizes.
    pub fn blank(variant: Variant, layers: &[usize]) -> EvolvedNetwork {
        let mut width = EvolvedNetwork::inputs(variant);
        let (last, before) = layers.split_last().unwrap_or((&0, &[]));
        let before = before.iter().map(|&size| {
            let inputs = vec![0.0; std::mem::replace(&mut width, size)];
            vec![Inner { inputs, bias: 0.0 }; size]
        });
        let before = before.collect();
        let neuron = Neuron {
            inputs: vec![0.0; width],
            bias: 0.0,
            weight: 0.0,
        };
        EvolvedNetwork {
            variant,
            origin: Origin::default(),
            view: View::default(),
            before,
            neurons: vec![neuron; *last],
            bias: 0.0,
        }
    }

    /// The sizes of its hidden layers, from the squares on.
    pub fn layers(&self) -> Vec<usize> {
        let before = self.before.iter().map(Vec::len);
        before.chain([self.neurons.len()]).collect()
    }

    /// Number of inputs of a network of the variant.
    pub fn inputs(variant: Variant) -> usize {
        variant.shape().squares
    }

    /// Writes the network to a file, atomically.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), UnusableFile> {
        let written = SEAL.write(path, self);
        written.map_err(|error| UnusableFile::new(path, error))
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// The file cannot be read or holds no valid network.
    pub fn read(path: &Path) -> Result<EvolvedNetwork, UnusableFile> {
        EvolvedNetwork::read_checked(path).map_err(|fault| UnusableFile::new(path, fault))
    }

    fn read_checked(path: &Path) -> Result<EvolvedNetwork, FileFault> {
        let network: EvolvedNetwork = SEAL.read(path)?.ok_or(FileFault::Missing)?;
        network.check()?;
        Ok(network)
    }

    /// Checks its dimensions and weights; the error says what was found and expected.
    pub fn check(&self) -> Result<(), NetworkError> {
        let layers = self.layers();
        let (found, most) = (layers.len(), EvolvedNetwork::MOST_LAYERS);
        if found > most {
            return Err(NetworkError::Layers { found, most });
        }
        let most = EvolvedNetwork::MOST_NEURONS;
        if let Some(&found) = layers.iter().find(|size| !(1..=most).contains(*size)) {
            return Err(NetworkError::Neurons { found, most });
        }
        let mut expected = EvolvedNetwork::inputs(self.variant);
        for (inputs, layer) in self.inputs_by_layer().into_iter().zip(1..) {
            let size = inputs.len();
            for (found, number) in inputs.into_iter().zip(1..) {
                if found != expected {
                    return Err(self.wrong_inputs(layer, number, found, expected));
                }
            }
            expected = size;
        }
        let most = EvolvedNetwork::MOST_WEIGHT;
        match self
            .weights()
            .find(|weight| !(-most..=most).contains(weight))
        {
            Some(found) => Err(NetworkError::Weight { found, most }),
            None => Ok(()),
        }
    }

    /// How many inputs the neurons of each hidden layer have.
    fn inputs_by_layer(&self) -> Vec<Vec<usize>> {
        let before = self.before.iter();
        let before = before.map(|layer| layer.iter().map(|neuron| neuron.inputs.len()).collect());
        let last = self.neurons.iter().map(|neuron| neuron.inputs.len());
        before.chain([last.collect()]).collect()
    }

    fn wrong_inputs(
        &self,
        layer: usize,
        number: usize,
        found: usize,
        expected: usize,
    ) -> NetworkError {
        match layer {
            1 => NetworkError::Squares {
                number,
                found,
                expected,
                variant: self.variant,
            },
            _ => NetworkError::Inputs {
                layer,
                number,
                found,
                expected,
            },
        }
    }

    /// All weights and biases.
    fn weights(&self) -> impl Iterator<Item = f32> {
        let before = self.before.iter().flatten();
        let before = before.flat_map(|neuron| neuron.inputs.iter().copied().chain([neuron.bias]));
        let neurons = self.neurons.iter().flat_map(|neuron| {
            let own = [neuron.bias, neuron.weight];
            neuron.inputs.iter().copied().chain(own)
        });
        before.chain(neurons).chain([self.bias])
    }

    /// All weights, and all biases if wanted, mutable, in a fixed order.
    pub fn weights_mut(&mut self, with_biases: bool) -> impl Iterator<Item = &mut f32> {
        let before = self.before.iter_mut().flatten().flat_map(move |neuron| {
            let bias = with_biases.then_some(&mut neuron.bias);
            neuron.inputs.iter_mut().chain(bias)
        });
        let neurons = self.neurons.iter_mut().flat_map(move |neuron| {
            let bias = with_biases.then_some(&mut neuron.bias);
            let inputs = neuron.inputs.iter_mut();
            inputs.chain(bias).chain([&mut neuron.weight])
        });
        let output = with_biases.then_some(&mut self.bias);
        before.chain(neurons).chain(output)
    }
}
