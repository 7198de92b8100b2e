//! The weights of learned evaluations and their file format, described in `FORMAT.md` beside this
//! file. Begin with [`Weights`].

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod embedded;
mod error;
mod material;
mod origin;
#[cfg(test)]
pub(super) mod tests;

pub use super::plan::{Form, Kind, Plan, UnknownKind};
pub use super::weight::Weight;
pub use embedded::embedded;
pub use error::{WeightsError, WeightsFormatError};
pub use origin::{Origin, TrainingRun};

use super::weight;

#[cfg(doc)]
use super::{pattern::Cut, terms};
use kamen_core::rules::Variant;
use kamen_files::header::{Format, seal};
use kamen_files::write_whole;
use std::io;
use std::path::Path;

/// The weights of a learned evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The model and how it was trained.
    pub origin: Origin,
    /// The weights of a network, in the order of `FORMAT.md`; empty for patterns.
    pub network: Vec<i16>,
    /// For patterns, the weights of all regions in the order of [`Cut::for_each`]; then those of the [`terms`].
    pub weights: Vec<Weight>,
    /// The scale factor of each class of leads, in 64ths; see [`terms::lead`].
    pub leads: Vec<i16>,
}

/// The binary format.
const FORMAT: Format = Format {
    magic: *b"KAMENWTS",
    version: 1,
    name: "file of weights, expected one that kamen train has written",
};

impl Weights {
    /// Fractions of a centi-man.
    pub const UNIT: i32 = weight::UNIT;
    /// The greatest [`Origin::scale`].
    pub const MOST_SCALE: f64 = 1e5;
    /// The scale factor 1.
    pub const WHOLE: i16 = weight::WHOLE;
    /// Number of classes of leads; see [`terms::lead`].
    pub const LEADS: usize = weight::LEADS;

    /// Reads a file of weights for any variant.
    ///
    /// # Errors
    /// The file cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Weights, WeightsError> {
        let bytes = std::fs::read(path).map_err(|error| WeightsError::file(path, error))?;
        Weights::from_bytes(&bytes).map_err(|error| WeightsError::content(path, error))
    }

    /// Reads a file of weights for a variant.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is for another variant.
    pub fn read_for(variant: Variant, path: &Path) -> Result<Weights, WeightsError> {
        let weights = Weights::read(path)?;
        let found = weights.origin.variant;
        if found == variant {
            return Ok(weights);
        }
        let expected = variant;
        let error = WeightsFormatError::Variant { found, expected };
        Err(WeightsError::content(path, error))
    }

    /// Writes a file atomically, through a temporary one.
    ///
    /// # Errors
    /// The file cannot be written; its previous contents stay.
    pub fn write(&self, path: &Path) -> Result<(), WeightsError> {
        let bytes = self.to_bytes();
        let bytes = bytes.map_err(|error| WeightsError::content(path, error))?;
        write_whole(path, &bytes).map_err(|error| WeightsError::file(path, error))
    }

    /// The weights of the regions and those of the terms.
    pub fn parts(&self) -> (&[Weight], &[Weight]) {
        let plan = Plan::of(self.origin.variant, self.origin.form.kind());
        self.weights.split_at(plan.in_regions)
    }

    /// Serialises the weights to the bytes of a file.
    ///
    /// # Errors
    /// The origin does not fit into a header, or the weights cannot be compressed.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WeightsFormatError> {
        let mut bytes = FORMAT.header(&self.origin)?;
        let numbers = split(&self.numbers());
        // Bytes in memory can be compressed but for want of it.
        let numbers = zstd::bulk::compress(&numbers, COMPRESSION).map_err(|_| {
            let why = "no memory to compress them";
            WeightsFormatError::Compression(io::Error::new(io::ErrorKind::OutOfMemory, why))
        });
        bytes.extend(numbers?);
        seal(&mut bytes);
        Ok(bytes)
    }

    /// Identifies the weights: `patterns` or `network`, and a checksum of all numbers.
    pub fn name(&self) -> String {
        let kind = self.origin.form.kind();
        format!("{kind} {:08x}", crc32fast::hash(&self.numbers()))
    }

    /// All numbers: first those of a network, then the weights on a full board, those on an empty one, and
    /// the leads.
    fn numbers(&self) -> Vec<u8> {
        let numbers = (self.network.iter().copied())
            .chain(self.weights.iter().map(|&[full, _]| full))
            .chain(self.weights.iter().map(|&[_, empty]| empty))
            .chain(self.leads.iter().copied());
        numbers.flat_map(i16::to_le_bytes).collect()
    }

    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// The bytes are damaged, or hold weights of other dimensions.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsFormatError> {
        let (origin, numbers) = FORMAT.open::<Origin>(bytes)?;
        if !(1.0..=Weights::MOST_SCALE).contains(&origin.scale) {
            return Err(WeightsFormatError::Scale {
                found: origin.scale,
                most: Weights::MOST_SCALE,
            });
        }
        let plan = Plan::of(origin.variant, origin.form.kind());
        if origin.form != plan.form {
            return Err(WeightsFormatError::Form {
                found: origin.form,
                expected: plan.form,
            });
        }
        let expected = plan.network + 2 * plan.weights + Weights::LEADS;
        let numbers = zstd::bulk::decompress(numbers, 2 * expected + 1)
            .map_err(WeightsFormatError::Compression)?;
        let found = numbers.len() / 2;
        if numbers.len() != 2 * expected {
            return Err(WeightsFormatError::Count { found, expected });
        }
        let (low, high) = numbers.split_at(expected);
        let numbers = low.iter().zip(high);
        let numbers: Vec<i16> = numbers
            .map(|(&low, &high)| i16::from_le_bytes([low, high]))
            .collect();
        let (network, rest) = numbers.split_at(plan.network);
        let (full, rest) = rest.split_at(plan.weights);
        let (empty, leads) = rest.split_at(plan.weights);
        let weights = full.iter().zip(empty);
        Ok(Weights {
            origin,
            network: network.to_vec(),
            weights: weights.map(|(&full, &empty)| [full, empty]).collect(),
            leads: leads.to_vec(),
        })
    }
}

/// The Zstandard compression level, at most 22.
const COMPRESSION: i32 = 19;

/// The low bytes of all numbers, then the high bytes: this order compresses better.
fn split(numbers: &[u8]) -> Vec<u8> {
    let low = numbers.iter().step_by(2);
    low.chain(numbers.iter().skip(1).step_by(2))
        .copied()
        .collect()
}
