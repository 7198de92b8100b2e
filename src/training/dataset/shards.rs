//! Positions on disk, dealt at random to files that fit into memory.

use super::{DatasetError, Sample};
use kamen_core::geometry::Geometry;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tempfile::tempfile_in;

/// Maximum size of a shard, in bytes, so that it can be shuffled in memory.
const FITTING: u64 = 256 << 20;
/// Bytes of positions for each byte of games, at most: a move and its score take three.
const GROWTH: u64 = 16;

/// Files of positions. They have no names, so that they are gone however the program ends.
#[derive(Debug)]
pub struct Shards {
    /// The folder on whose disk they are.
    beside: PathBuf,
    random: Pcg64Mcg,
    /// The last one is the validation set.
    files: Vec<BufWriter<File>>,
    counts: Vec<u64>,
    buffer: Vec<u8>,
}

impl Shards {
    /// Creates shards for the positions of `bytes_of_games` bytes of games, on the disk of the folder `beside`.
    ///
    /// # Errors
    /// If the files cannot be created.
    pub fn new(beside: &Path, bytes_of_games: u64, seed: u64) -> Result<Shards, DatasetError> {
        let count = (bytes_of_games * GROWTH).div_ceil(FITTING).max(1) as usize;
        let files = (0..=count).map(|_| {
            let file = tempfile_in(beside)?;
            Ok(BufWriter::with_capacity(1 << 16, file))
        });
        let files = files.collect::<io::Result<Vec<_>>>();
        let files = files.map_err(|error| DatasetError::Keep {
            path: beside.to_owned(),
            error,
        })?;
        Ok(Shards {
            beside: beside.to_owned(),
            random: Pcg64Mcg::seed_from_u64(seed),
            counts: vec![0; files.len()],
            files,
            buffer: Vec::new(),
        })
    }

    fn failed(&self) -> impl Fn(io::Error) -> DatasetError + use<> {
        let path = self.beside.clone();
        move |error| DatasetError::Keep {
            path: path.clone(),
            error,
        }
    }

    /// Adds the positions of a game.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add<G: Geometry>(
        &mut self,
        samples: &[Sample<G>],
        is_validation: bool,
    ) -> Result<(), DatasetError> {
        let held_back = self.files.len() - 1;
        for sample in samples {
            let shard = match is_validation {
                true => held_back,
                false => self.random.random_range(0..held_back),
            };
            self.buffer.clear();
            sample.write(&mut self.buffer);
            self.files[shard]
                .write_all(&self.buffer)
                .map_err(self.failed())?;
            self.counts[shard] += 1;
        }
        Ok(())
    }

    /// Flushes the files.
    ///
    /// # Errors
    /// If they cannot be written, or either set is empty.
    pub fn finish(&mut self) -> Result<(), DatasetError> {
        let failed = self.failed();
        self.files
            .iter_mut()
            .try_for_each(BufWriter::flush)
            .map_err(failed)?;
        let (found, held) = (self.training_positions(), self.validation_positions());
        if found == 0 || held == 0 {
            return Err(DatasetError::TooFew { found, held });
        }
        Ok(())
    }

    /// Number of training positions.
    pub fn training_positions(&self) -> u64 {
        self.counts[..self.counts.len() - 1].iter().sum()
    }

    /// Number of validation positions.
    pub fn validation_positions(&self) -> u64 {
        self.counts[self.counts.len() - 1]
    }

    /// Calls `see` with all training positions, shard by shard and in an order that `seed` determines, until it
    /// breaks.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn each_training_shard<G: Geometry>(
        &self,
        seed: u64,
        mut see: impl FnMut(&[Sample<G>]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, DatasetError> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut order: Vec<usize> = (0..self.files.len() - 1).collect();
        order.shuffle(&mut random);
        for shard in order {
            let mut samples = self.load::<G>(shard)?;
            samples.shuffle(&mut random);
            if see(&samples).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// All validation positions.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn validation_samples<G: Geometry>(&self) -> Result<Vec<Sample<G>>, DatasetError> {
        self.load(self.files.len() - 1)
    }

    fn load<G: Geometry>(&self, shard: usize) -> Result<Vec<Sample<G>>, DatasetError> {
        let mut bytes = Vec::new();
        let mut file = self.files[shard].get_ref();
        let read = file.seek(SeekFrom::Start(0));
        let read = read.and_then(|_| file.read_to_end(&mut bytes));
        read.map_err(self.failed())?;
        Ok(bytes
            .chunks_exact(Sample::<G>::BYTES)
            .map(Sample::read)
            .collect())
    }
}
