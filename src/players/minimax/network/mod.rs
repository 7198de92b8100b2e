//! A small network that evaluates positions: every playing square is an input, followed by one
//! hidden layer and a weighted sum. Begin with [`EvolvedNetwork`].
//!
//! The board is seen from one side ([`View`]): the player's, rotated by 180 degrees for Black, so that
//! a neuron means the same for both colours; or always White's, so that colours may be played
//! differently. A man of that side is 1, its king 5, the other side's man -1, the other side's king
//! -5, an empty square 0. A hidden neuron outputs the logistic function of the weighted sum of all
//! squares plus its bias; the network outputs the weighted sum of its neurons plus its bias. Higher
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
    /// The hidden neurons, from 1 to [`EvolvedNetwork::MOST_NEURONS`].
    pub neurons: Vec<Neuron>,
    /// The bias added to the sum of the neurons.
    pub bias: f32,
}

/// A hidden neuron.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Neuron {
    /// The weight of each playing square, in reading order from the top left, with the side that sees
    /// the board at the bottom.
    pub squares: Vec<f32>,
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
    /// The most hidden neurons.
    pub const MOST_NEURONS: usize = 64;
    /// The greatest absolute value of a weight.
    pub const MOST_WEIGHT: f32 = 1e4;

    /// Creates a network that sees the player's side and whose weights are all 0.
    pub fn blank(variant: Variant, neurons: usize) -> EvolvedNetwork {
        let neuron = Neuron {
            squares: vec![0.0; EvolvedNetwork::inputs(variant)],
            bias: 0.0,
            weight: 0.0,
        };
        EvolvedNetwork {
            variant,
            origin: Origin::default(),
            view: View::default(),
            neurons: vec![neuron; neurons],
            bias: 0.0,
        }
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
        let found = self.neurons.len();
        if !(1..=EvolvedNetwork::MOST_NEURONS).contains(&found) {
            let most = EvolvedNetwork::MOST_NEURONS;
            return Err(NetworkError::Neurons { found, most });
        }
        let expected = EvolvedNetwork::inputs(self.variant);
        for (place, neuron) in self.neurons.iter().enumerate() {
            let (found, number) = (neuron.squares.len(), place + 1);
            if found != expected {
                return Err(NetworkError::Squares {
                    number,
                    found,
                    expected,
                    variant: self.variant,
                });
            }
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

    /// All weights and biases.
    fn weights(&self) -> impl Iterator<Item = f32> {
        let neurons = self.neurons.iter().flat_map(|neuron| {
            let own = [neuron.bias, neuron.weight];
            neuron.squares.iter().copied().chain(own)
        });
        neurons.chain([self.bias])
    }

    /// All weights, and all biases if wanted, mutable, in a fixed order.
    pub fn weights_mut(&mut self, with_biases: bool) -> impl Iterator<Item = &mut f32> {
        let neurons = self.neurons.iter_mut().flat_map(move |neuron| {
            let bias = with_biases.then_some(&mut neuron.bias);
            let squares = neuron.squares.iter_mut();
            squares.chain(bias).chain([&mut neuron.weight])
        });
        neurons.chain(with_biases.then_some(&mut self.bias))
    }
}
