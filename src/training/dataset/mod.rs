//! Quiet positions from files of games, in a random but reproducible order.
//!
//! The positions are extracted once and dealt at random to temporary files (shards), each small enough to be
//! shuffled in memory. So the data may exceed memory.

mod extract;
mod sample;
mod shards;
#[cfg(test)]
pub(crate) mod tests;

pub use sample::Sample;
pub use shards::Shards;

use super::record::{BadMove, Record, RecordError, Records};
use extract::samples_of;
use kamen_core::board::Color;
use kamen_core::geometry::Geometry;
use kamen_core::rules::{GameResult, Rules, Variant};
use kamen_core::score::Score;
use kamen_core::with_rules;
use kamen_files::{Stop, parallel};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

/// How the target of a position is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// At 1 the target is the result, at 0 the score of the next position. In between it is TD(lambda), a mean
    /// in which each later position weighs `lambda` times the one before (Sutton, *Learning to Predict by the
    /// Methods of Temporal Differences*, 1988).
    pub lambda: f64,
    /// In centi-men: a score of `c` is an expected score of `1 / (1 + e^(-c / scale))`.
    pub scale: f64,
}

impl Target {
    /// The expected score, from 0 to 1, of the side that `score` is for.
    pub fn chance(self, score: Score) -> f64 {
        logistic(f64::from(score.0) / self.scale)
    }
}

/// The logistic function.
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Why positions cannot be extracted.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// A file of games cannot be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Positions cannot be stored.
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
        /// Training positions.
        found: u64,
        /// Validation positions.
        held: u64,
    },
}

/// One game in this many goes to the validation set.
const VALIDATION_EVERY: u32 = 20;
/// Games that are replayed in one batch.
const TOGETHER: usize = 4096;

/// A summary of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Census {
    /// Number of games.
    pub games: u64,
    /// The scale of the logistic curve that fits the results to the scores best, in centi-men.
    pub scale: f64,
}

/// Summarizes all games without replaying them; `None` if `stop` ended it.
///
/// # Errors
/// If a file cannot be used.
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

/// Extracts the quiet positions of all games, or of some if `stop` ends it.
///
/// # Errors
/// If a file cannot be used, or there is no space.
pub fn collect(
    variant: Variant,
    files: &[PathBuf],
    target: Target,
    shards: &mut Shards,
    stop: &Stop,
) -> Result<(), DatasetError> {
    with_rules!(variant, of: R => {
        let samples_of = |game: &Record| samples_of(of, game, target);
        collect_by::<<R as Rules>::Geometry>(variant, files, &samples_of, shards, stop)
    })
}

/// The positions of a game.
type Samples<G> = Result<Vec<Sample<G>>, BadMove>;

/// The same of any variant on a board.
fn collect_by<G: Geometry>(
    variant: Variant,
    files: &[PathBuf],
    samples_of: &(dyn Fn(&Record) -> Samples<G> + Sync),
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
            let replayed = parallel::map(games.len(), &|game| samples_of(&games[game]));
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

/// The results by score.
#[derive(Default)]
struct Curve {
    /// By score in steps of [`STEP`]: number of positions, and the sum of their results for the side to move.
    bins: BTreeMap<i32, (f64, f64)>,
}

/// Centi-men.
const STEP: i32 = 10;

impl Curve {
    fn add(&mut self, game: &Record, first: Color) {
        let mut turn = first;
        let last_random = game.plies.iter().rposition(|ply| ply.is_random);
        let begin = last_random.map_or(0, |ply| ply + 1);
        for (place, ply) in game.plies.iter().enumerate() {
            let mover = turn;
            turn = !turn;
            if place < begin {
                continue;
            }
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
        let mut inverse = 0.01;
        for _ in 0..50 {
            let (mut gradient, mut curvature) = (0.0, 1e-9);
            for (bin, (count, sum)) in &self.bins {
                let score = f64::from(bin * STEP + STEP / 2);
                let chance = logistic(inverse * score);
                gradient += (count * chance - sum) * score;
                curvature += count * chance * (1.0 - chance) * score * score;
            }
            inverse = (inverse - gradient / curvature).clamp(1e-4, 1.0);
        }
        1.0 / inverse
    }
}
