//! Quiet positions out of files of games, in an order that is random and the same every time.
//!
//! They are taken out of the games once and kept in files of their own in a temporary folder, dealt out at
//! random, so that each can be shuffled in memory; the data may be larger than that.

mod extract;
mod sample;
mod shards;
#[cfg(test)]
pub(in crate::training) mod tests;

pub use sample::Sample;
pub use shards::Shards;

use super::record::{Record, RecordError, Records};
use crate::board::Color;
use crate::rules::{GameResult, Rules, Variant};
use crate::score::Score;
use crate::util::Stop;
use extract::samples_of;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

/// What the target of a position is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The result counts whole at 1; at 0 only the search of the next position does. In between it is
    /// the mean of TD(lambda), each later position counting `lambda` times the one before it (Sutton,
    /// *Learning to Predict by the Methods of Temporal Differences*, 1988).
    pub lambda: f64,
    /// Centi-men: a score of `c` is a chance of `1 / (1 + e^(-c / scale))`.
    pub scale: f64,
}

impl Target {
    /// The winning chance of whom the score is for.
    pub fn chance(self, score: Score) -> f64 {
        logistic(f64::from(score.0) / self.scale)
    }
}

/// The chance of winning with odds of `e^x`.
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Why there are no positions.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// A file of games is of no use.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Positions cannot be kept.
    #[error("cannot keep positions in {}: {error}", path.display())]
    Keep {
        /// Where.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// There are too few games.
    #[error(
        "found {found} quiet positions to learn from and {held} held back, expected some of both; play more games"
    )]
    TooFew {
        /// To learn from.
        found: u64,
        /// Held back.
        held: u64,
    },
}

/// One game in so many is held back.
const VALIDATION_EVERY: u32 = 20;
/// Games that are replayed together.
const TOGETHER: usize = 4096;

/// What the files hold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Census {
    /// Games.
    pub games: u64,
    /// Centi-men of the curve that fits the scores to the results best.
    pub scale: f64,
}

/// Goes through all games without replaying them; `None` if `stop` gave it up.
///
/// # Errors
/// If a file is of no use.
pub fn census(
    variant: Variant,
    files: &[PathBuf],
    stop: &Stop,
) -> Result<Option<Census>, DatasetError> {
    let (mut games, mut curve) = (0, Curve::default());
    for path in files {
        for record in Records::open(path)?.of(variant)? {
            if stop.is_wanted() {
                return Ok(None);
            }
            let record = record?;
            games += 1;
            curve.add(&record, variant.facts().first);
        }
    }
    Ok(Some(Census {
        games,
        scale: curve.scale(),
    }))
}

/// Takes the quiet positions out of all games, or out of some of them if `stop` gives it up.
///
/// # Errors
/// If a file is of no use, or there is no room.
pub fn collect<R: Rules>(
    variant: Variant,
    files: &[PathBuf],
    target: Target,
    shards: &mut Shards,
    stop: &Stop,
) -> Result<(), DatasetError> {
    for path in files {
        let mut records = Records::open(path)?.of(variant)?;
        while !stop.is_wanted() {
            let mut games = Vec::with_capacity(TOGETHER);
            let mut offsets = Vec::with_capacity(TOGETHER);
            while games.len() < TOGETHER
                && let Some(record) = records.next().transpose()?
            {
                games.push(record);
                offsets.push(records.offset());
            }
            if games.is_empty() {
                break;
            }
            let replayed: Vec<_> = (games.par_iter())
                .map(|game| samples_of::<R>(variant, game, target))
                .collect();
            for ((game, samples), offset) in games.iter().zip(replayed).zip(offsets) {
                let samples = samples.map_err(|error| records.bad_move_at(offset, error))?;
                let is_validation = game.number % VALIDATION_EVERY == VALIDATION_EVERY - 1;
                shards.add(&samples, is_validation)?;
            }
        }
    }
    match stop.is_wanted() {
        true => Ok(()),
        false => shards.finish(),
    }
}

/// The results that follow on each score.
#[derive(Default)]
struct Curve {
    /// By score in steps of [`STEP`]: positions, and the sum of what they brought their side.
    bins: BTreeMap<i32, (f64, f64)>,
}

/// Centi-men.
const STEP: i32 = 10;

impl Curve {
    fn add(&mut self, game: &Record, first: Color) {
        let mut turn = first;
        for ply in &game.plies {
            let mover = turn;
            turn = !turn;
            let Some(score) = ply.score.filter(|score| !score.is_decided()) else {
                continue;
            };
            let result = match game.result {
                GameResult::Draw => 0.5,
                won => f64::from(u8::from(won == GameResult::won_by(mover))),
            };
            let bin = self.bins.entry(score.0.div_euclid(STEP)).or_default();
            bin.0 += 1.0;
            bin.1 += result;
        }
    }

    /// The scale with the least logistic loss, by Newton's method on its inverse.
    fn scale(&self) -> f64 {
        let mut slope = 0.01;
        for _ in 0..50 {
            let (mut gradient, mut curvature) = (0.0, 1e-9);
            for (bin, (count, sum)) in &self.bins {
                let score = f64::from(bin * STEP + STEP / 2);
                let chance = logistic(slope * score);
                gradient += (count * chance - sum) * score;
                curvature += count * chance * (1.0 - chance) * score * score;
            }
            slope = (slope - gradient / curvature).clamp(1e-4, 1.0);
        }
        1.0 / slope
    }
}
