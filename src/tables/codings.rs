//! Compares codings of values on the same tables. Begin with [`compare`].

use super::encoding::{Counts, Encoder, NONE};
use super::pack::Laid;
use super::value::Table;
use kamen_core::rules::Rules;
use std::io;

/// Bytes that the values of some tables take under several codings, blocks of 16,384 values each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Codings {
    /// Positions.
    pub positions: u64,
    /// As Scan's bitbases: a byte for a value and one of 85 lengths, each 1.2 times the one before.
    pub run_bytes: u64,
    /// Five values a byte under zstd, level 19.
    pub zstd: u64,
    /// The same with a dictionary that was trained on some of the blocks (without the bytes of the dictionary).
    pub zstd_dictionary: u64,
    /// As files have them: runs under Huffman codes by context.
    pub huffman_runs: u64,
}

impl std::ops::AddAssign for Codings {
    fn add_assign(&mut self, other: Codings) {
        self.positions += other.positions;
        self.run_bytes += other.run_bytes;
        self.zstd += other.zstd;
        self.zstd_dictionary += other.zstd_dictionary;
        self.huffman_runs += other.huffman_runs;
    }
}

/// How hard zstd tries.
const LEVEL: i32 = 19;
/// Bytes of the dictionary.
const DICTIONARY: usize = 1 << 16;
/// Every so many-th block is a sample for the dictionary.
const SAMPLE: usize = 10;

/// Packs the values of some tables by each coding.
///
/// # Errors
/// If zstd fails.
pub fn compare<R: Rules>(tables: &[&Table<R::Geometry>]) -> io::Result<Codings> {
    let (mut positions, mut blocks) = (0, Vec::new());
    for table in tables {
        positions += table.counts().iter().sum::<u64>();
        let laid = Laid::new::<R>(table)?;
        blocks.extend(laid.all_blocks());
    }
    packed(positions, blocks)
}

/// Packs the blocks of so many positions by each coding.
fn packed(positions: u64, mut blocks: Vec<Vec<u8>>) -> io::Result<Codings> {
    let mut bytes = Codings {
        positions,
        ..Codings::default()
    };
    let mut counts = Counts::new();
    blocks.iter().for_each(|block| counts.add(block));
    let codes = Encoder::new(&counts);
    for block in &blocks {
        let mut packed = Vec::new();
        codes.pack(block, &mut packed);
        bytes.huffman_runs += packed.len() as u64;
    }
    // The other codings need a value everywhere: that of before.
    for block in &mut blocks {
        let mut last = block.iter().copied().find(|v| *v != NONE).unwrap_or(1);
        for value in block {
            if *value == NONE {
                *value = last;
            }
            last = *value;
        }
    }
    bytes.run_bytes = blocks.iter().map(|block| run_bytes(block)).sum();
    let fives: Vec<Vec<u8>> = blocks.iter().map(|block| five_a_byte(block)).collect();
    let samples: Vec<&Vec<u8>> = fives.iter().step_by(SAMPLE).collect();
    // There may be too few samples to learn from.
    let dictionary = zstd::dict::from_samples(&samples, DICTIONARY).unwrap_or_default();
    let mut plain = zstd::bulk::Compressor::new(LEVEL)?;
    let mut trained = zstd::bulk::Compressor::with_dictionary(LEVEL, &dictionary)?;
    for block in &fives {
        bytes.zstd += plain.compress(block)?.len() as u64;
        bytes.zstd_dictionary += trained.compress(block)?.len() as u64;
    }
    Ok(bytes)
}

/// Bytes that the runs of a block take.
fn run_bytes(block: &[u8]) -> u64 {
    let lengths: Vec<usize> = (0..85).map(|i| 1.2f64.powi(i).round() as usize).collect();
    let of_run = |run: &[u8]| {
        let (mut left, mut bytes) = (run.len(), 0);
        while left > 0 {
            left -= lengths.iter().rev().find(|&&l| l <= left).unwrap_or(&1);
            bytes += 1;
        }
        bytes
    };
    block.chunk_by(|a, b| a == b).map(of_run).sum()
}

fn five_a_byte(block: &[u8]) -> Vec<u8> {
    let groups = block.chunks(5);
    let bytes = groups.map(|group| group.iter().fold(0, |byte, value| 3 * byte + value));
    bytes.collect()
}

#[cfg(test)]
mod tests {
    use super::super::coding::BLOCK;
    use super::*;

    #[test]
    fn runs_take_a_byte_for_each_length() {
        assert_eq!(run_bytes(&[0, 0, 1, 2, 2, 2]), 3);
        // 16,384 = 15,726 + 591 + 66 + 1.
        assert_eq!(run_bytes(&[1; BLOCK]), 4);
        assert_eq!(five_a_byte(&[2, 2, 2, 2, 2, 1, 0]), [242, 3]);
    }
}
