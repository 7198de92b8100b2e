//! Weights as they were learned, and the file that holds them; `FORMAT.md` beside this file describes it.

use super::cut::{Cut, Shape};
use super::terms;
use crate::geometry::Geometry;
use crate::rules::{Rules, Variant};
use crate::util::write_whole;
use crate::with_rules;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// What something is worth with all pieces on the board and with none, in parts of a centi-man
/// ([`Weights::UNIT`]).
pub type Weight = [i16; 2];

/// What weights are and where they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Origin {
    /// The variant.
    pub variant: Variant,
    /// The regions: rows x squares / step of each shape.
    pub regions: String,
    /// Centi-men `s` of the curve: a score of `c` stands for a winning chance (a draw is half a win) of
    /// `1 / (1 + e^(-c / s))`.
    pub scale: f64,
    /// How they were learned.
    pub run: Run,
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

/// Weights as they were learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// What they are.
    pub origin: Origin,
    /// Those of all regions in the order of [`Cut::look`], then those of the [`terms`].
    pub weights: Vec<Weight>,
    /// What is left of a lead, in 64ths; see [`super::lead`].
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
    /// A lead that counts whole.
    pub const WHOLE: i16 = 64;
    /// Classes of leads: see [`super::lead`].
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

    /// What tells them from others: `patterns` and a checksum of all numbers.
    pub fn name(&self) -> String {
        format!("patterns {:08x}", crc32fast::hash(&self.numbers()))
    }

    /// All numbers: first the weights on a full board, then those on an empty one, then the leads.
    fn numbers(&self) -> Vec<u8> {
        let weights = |phase: usize| self.weights.iter().map(move |weight| weight[phase]);
        let numbers = weights(0)
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
        let plan = Plan::of(origin.variant);
        if origin.regions != plan.regions {
            let (found, expected) = (origin.regions, plan.regions);
            return Err(format!("found regions {found}, expected {expected}"));
        }
        let count = 2 * plan.weights + Weights::LEADS;
        let numbers = zstd::bulk::decompress(numbers, 2 * count + 1)
            .map_err(|error| format!("weights: {error}"))?;
        if numbers.len() != 2 * count {
            let found = numbers.len() / 2;
            return Err(format!("found {found} weights, expected {count}"));
        }
        let number = |i: usize| i16::from_le_bytes([numbers[i], numbers[count + i]]);
        let (many, few) = (0..plan.weights, plan.weights..2 * plan.weights);
        Ok(Weights {
            origin,
            weights: many
                .zip(few)
                .map(|(many, few)| [number(many), number(few)])
                .collect(),
            leads: (2 * plan.weights..count).map(number).collect(),
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

/// What weights of a variant consist of.
#[derive(Clone, Debug)]
pub struct Plan {
    /// As in [`Origin::regions`].
    pub regions: String,
    /// The weights of all regions of all shapes.
    pub in_regions: usize,
    /// The same, and the terms.
    pub weights: usize,
}

impl Plan {
    /// The plan for a variant.
    pub fn of(variant: Variant) -> Plan {
        with_rules!(variant, R => Plan::on::<<R as Rules>::Geometry>())
    }

    fn on<G: Geometry>() -> Plan {
        let name = |shape: &Shape| format!("{}x{}/{}", shape.rows, shape.squares, shape.step);
        let shapes = Cut::<G>::SHAPES;
        let in_regions = Cut::<G>::weights(shapes.len());
        Plan {
            regions: shapes.iter().map(name).collect::<Vec<_>>().join(" "),
            in_regions,
            weights: in_regions + terms::count::<G>(),
        }
    }
}
