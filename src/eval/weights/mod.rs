//! Weights as they were learned, and the file that holds them; `FORMAT.md` beside this file describes it.

mod material;
mod origin;
mod plan;
#[cfg(test)]
pub(super) mod tests;

pub use origin::{Form, Origin, Run};
pub use plan::{Kind, Plan};

#[cfg(doc)]
use super::{pattern::Cut, terms};
use crate::rules::Variant;
use crate::util::write_whole;
use std::io;
use std::path::{Path, PathBuf};

/// What something is worth with all pieces on the board and with none, in parts of a centi-man
/// ([`Weights::UNIT`]).
pub type Weight = [i16; 2];

/// Weights as they were learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// What they are.
    pub origin: Origin,
    /// Those of a network, in the order that `FORMAT.md` says; none where regions are looked at.
    pub network: Vec<i16>,
    /// Those of all regions in the order of [`Cut::look`], if they are looked at; then those of the [`terms`].
    pub weights: Vec<Weight>,
    /// What is left of a lead, in 64ths; see [`terms::lead`].
    pub leads: Vec<i16>,
}

/// What is wrong with a file of weights.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// It cannot be read or written.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It is of no use.
    #[error("{}: {what}", path.display())]
    Bad {
        /// The file.
        path: PathBuf,
        /// What was found and expected.
        what: String,
    },
}

const MAGIC: [u8; 8] = *b"KAMENWTS";
const VERSION: u16 = 1;
/// Bytes before the origin.
const FIXED: usize = 12;

impl Weights {
    /// Parts of a centi-man.
    pub const UNIT: i32 = 8;
    /// The greatest [`Origin::scale`].
    pub const MOST_SCALE: f64 = 1e5;
    /// A lead that counts whole.
    pub const WHOLE: i16 = 64;
    /// Classes of leads: see [`terms::lead`].
    pub const LEADS: usize = 8;

    /// Reads a file of weights for any variant.
    ///
    /// # Errors
    /// If it cannot be read or is not whole.
    pub fn read(path: &Path) -> Result<Weights, WeightsError> {
        let bytes = std::fs::read(path).map_err(|error| WeightsError::File {
            path: path.to_owned(),
            error,
        })?;
        Weights::from_bytes(&bytes).map_err(|what| WeightsError::Bad {
            path: path.to_owned(),
            what,
        })
    }

    /// Reads a file of weights for a variant.
    ///
    /// # Errors
    /// If it cannot be read, is not whole, or is for something else.
    pub fn read_for(variant: Variant, path: &Path) -> Result<Weights, WeightsError> {
        let weights = Weights::read(path)?;
        let found = weights.origin.variant;
        if found == variant {
            return Ok(weights);
        }
        Err(WeightsError::Bad {
            path: path.to_owned(),
            what: format!("found weights for {found}, expected {variant}"),
        })
    }

    /// Writes a file, by way of a temporary one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), WeightsError> {
        write_whole(path, &self.to_bytes()).map_err(|error| WeightsError::File {
            path: path.to_owned(),
            error,
        })
    }

    /// Those of regions, and those of the terms.
    pub(crate) fn parts(&self) -> (&[Weight], &[Weight]) {
        let plan = Plan::of(self.origin.variant, self.origin.form.kind());
        self.weights.split_at(plan.in_regions)
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let origin = serde_json::to_vec(&self.origin).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((origin.len() as u16).to_le_bytes());
        bytes.extend(origin);
        let numbers = self.numbers();
        bytes.extend(zstd::bulk::compress(&split(&numbers), LEVEL).unwrap_or_default());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// What tells them from others: `patterns` or `network`, and a checksum of all numbers.
    pub fn name(&self) -> String {
        let kind = self.origin.form.kind();
        format!("{kind} {:08x}", crc32fast::hash(&self.numbers()))
    }

    /// All numbers: first those of a network, then the weights on a full board, those on an empty one, and
    /// the leads.
    fn numbers(&self) -> Vec<u8> {
        let weights = |phase: usize| self.weights.iter().map(move |weight| weight[phase]);
        let numbers = (self.network.iter().copied())
            .chain(weights(0))
            .chain(weights(1))
            .chain(self.leads.iter().copied());
        numbers.flat_map(i16::to_le_bytes).collect()
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// What was found and expected.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, String> {
        if !bytes.starts_with(&MAGIC) {
            return Err("no file of weights, expected one that kamen train has written".to_owned());
        }
        let whole = (bytes.len() >= FIXED + 4).then(|| bytes.split_at(bytes.len() - 4));
        let (checked, sum) = whole.ok_or("the file ends in the middle of its header")?;
        let word = |i: usize| u16::from_le_bytes([checked[i], checked[i + 1]]);
        if word(8) != VERSION {
            return Err(format!(
                "found version {} of the format, expected {VERSION}",
                word(8)
            ));
        }
        if crc32fast::hash(checked).to_le_bytes() != sum {
            return Err("the checksum is wrong: the file is damaged or not whole".to_owned());
        }
        let (origin, numbers) = (checked[FIXED..].split_at_checked(word(10).into()))
            .ok_or("the file ends in the middle of its header")?;
        let origin: Origin =
            serde_json::from_slice(origin).map_err(|error| format!("header: {error}"))?;
        if !(1.0..=Weights::MOST_SCALE).contains(&origin.scale) {
            let (found, most) = (origin.scale, Weights::MOST_SCALE);
            return Err(format!("found a scale of {found}, expected 1 to {most}"));
        }
        let plan = Plan::of(origin.variant, origin.form.kind());
        if origin.form != plan.form {
            return Err(format!("found {}, expected {}", origin.form, plan.form));
        }
        let count = plan.network + 2 * plan.weights + Weights::LEADS;
        let numbers = zstd::bulk::decompress(numbers, 2 * count + 1)
            .map_err(|error| format!("weights: {error}"))?;
        if numbers.len() != 2 * count {
            let found = numbers.len() / 2;
            return Err(format!("found {found} weights, expected {count}"));
        }
        let (low, high) = numbers.split_at(count);
        let numbers = low.iter().zip(high);
        let numbers: Vec<i16> = numbers
            .map(|(&low, &high)| i16::from_le_bytes([low, high]))
            .collect();
        let (network, rest) = numbers.split_at(plan.network);
        let (many, rest) = rest.split_at(plan.weights);
        let (few, leads) = rest.split_at(plan.weights);
        Ok(Weights {
            origin,
            network: network.to_vec(),
            weights: many
                .iter()
                .zip(few)
                .map(|(&many, &few)| [many, few])
                .collect(),
            leads: leads.to_vec(),
        })
    }
}

/// How well weights are compressed.
const LEVEL: i32 = 19;

/// First the low bytes of all numbers, then the high ones, which compress better so.
fn split(numbers: &[u8]) -> Vec<u8> {
    let low = numbers.iter().step_by(2);
    low.chain(numbers.iter().skip(1).step_by(2))
        .copied()
        .collect()
}
