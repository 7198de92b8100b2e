//! A small network that judges positions: every playing square is an input, followed by one layer of
//! hidden neurons and a sum.
//!
//! The board is seen from the side of the player who thinks, White's as it is and Black's turned, so
//! that a neuron means the same for both. An own man is 1, an own king 5, those of the other side are
//! -1 and -5, an empty square is 0. A hidden neuron gives the logistic function of the weighted sum
//! of all squares and its bias; the network gives the weighted sum of its neurons and a bias of its
//! own. The greater that is, the better for the player, in giveaway too; 0 is what a position is
//! worth in which neither side gets on.

mod layers;
#[cfg(test)]
mod tests;

pub(super) use layers::Layers;

use super::UnusableFile;
use crate::geometry::Geometry;
use crate::rules::{Rules, Variant};
use crate::util::sealed::Seal;
use crate::with_rules;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// The variant that it plays.
    pub variant: Variant,
    /// Where it comes from.
    pub origin: Origin,
    /// The hidden neurons, from 1 to [`Network::MOST_NEURONS`].
    pub neurons: Vec<Neuron>,
    /// What is added to the sum of the neurons.
    pub bias: f32,
}

/// A hidden neuron.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Neuron {
    /// The weight of each playing square, in reading order from the top left, the player's own side at
    /// the bottom.
    pub squares: Vec<f32>,
    /// What is added to their sum.
    pub bias: f32,
    /// The weight of the neuron itself.
    pub weight: f32,
}

/// Where a network comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The seed of its evolution.
    pub seed: u64,
    /// The generation, from 1.
    pub generation: u32,
    /// Games won there.
    pub wins: u32,
    /// Games played there.
    pub games: u32,
}

const SEAL: Seal = Seal {
    kind: "network",
    version: 1,
};

impl Network {
    /// The most hidden neurons.
    pub const MOST_NEURONS: usize = 64;
    /// The greatest weight of use, and the smallest with the other sign.
    pub const MOST_WEIGHT: f32 = 1e4;

    /// A network whose weights are all 0.
    pub fn blank(variant: Variant, neurons: usize) -> Network {
        let neuron = Neuron {
            squares: vec![0.0; Network::inputs(variant)],
            bias: 0.0,
            weight: 0.0,
        };
        Network {
            variant,
            origin: Origin::default(),
            neurons: vec![neuron; neurons],
            bias: 0.0,
        }
    }

    /// Inputs of a network of the variant.
    pub fn inputs(variant: Variant) -> usize {
        with_rules!(variant, R => <R as Rules>::Geometry::SQUARES)
    }

    /// Writes a file whole or not at all.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), UnusableFile> {
        let written = SEAL.write(path, self);
        written.map_err(|error| UnusableFile::new(path, error))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it is of no use.
    pub fn read(path: &Path) -> Result<Network, UnusableFile> {
        let read = SEAL
            .read::<Network>(path)
            .map_err(|error| error.to_string());
        let network =
            read.and_then(|found| found.ok_or_else(|| "there is no such file".to_owned()));
        let network = network.map_err(|what| UnusableFile::new(path, what))?;
        let checked = network.check();
        checked.map_err(|what| UnusableFile::new(path, what))?;
        Ok(network)
    }

    /// Says what is wrong with its shape or its weights, if anything is.
    pub(crate) fn check(&self) -> Result<(), String> {
        let (found, most) = (self.neurons.len(), Network::MOST_NEURONS);
        if !(1..=most).contains(&found) {
            return Err(format!(
                "found {found} hidden neurons, expected from 1 to {most}"
            ));
        }
        let expected = Network::inputs(self.variant);
        for (place, neuron) in self.neurons.iter().enumerate() {
            let (found, number) = (neuron.squares.len(), place + 1);
            if found != expected {
                let variant = self.variant;
                return Err(format!(
                    "neuron {number} has {found} squares, expected the {expected} of {variant}"
                ));
            }
        }
        let most = Network::MOST_WEIGHT;
        match self
            .weights()
            .find(|weight| !(-most..=most).contains(weight))
        {
            Some(found) => Err(format!(
                "found the weight {found}, expected -{most} to {most}"
            )),
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

    /// All weights and biases, to be changed, in an order that is always the same.
    pub(crate) fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let neurons = self.neurons.iter_mut().flat_map(|neuron| {
            let own = [&mut neuron.bias, &mut neuron.weight];
            neuron.squares.iter_mut().chain(own)
        });
        neurons.chain([&mut self.bias])
    }
}
