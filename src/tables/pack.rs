//! Writes tables into files, and reads whole ones back. Begin with [`write`].

use super::coding::{BLOCK, UNPACKED, value_at};
use super::encoding::{Counts, Encoder, NONE};
use super::file::{Content, DISTANCES, Entry, FORMAT, Header, TableFile, TableFileError, Unusable};
use super::index::Index;
use super::make::{Maker, white_to_move};
use super::value::{Outcome, Table, Value};
use crate::board::Color;
use crate::movegen::can_capture;
use crate::rules::Rules;
use crate::util::header::seal;
use crate::util::write_whole_by;
use rayon::prelude::*;
use std::path::Path;

/// The orders that are tried. White's pieces go fastest in most: what White can reach changes little from
/// one number to the next.
const ORDERS: [[u8; 4]; 7] = [
    [0, 2, 1, 3],
    [2, 1, 0, 3],
    [0, 2, 3, 1],
    [2, 3, 0, 1],
    [2, 0, 3, 1],
    [2, 3, 1, 0],
    [0, 1, 2, 3],
];

/// Numbers that an order is tried on: so many stretches of such a length.
const STRETCHES: u64 = 64;
const STRETCH: u64 = 1 << 12;

/// A number in the order of a file, counted up together with that in the order of memory.
struct Odometer {
    /// By place in the order of the file, the last the fastest: how many, where it is, and what a step adds.
    sizes: [u64; 4],
    at: [u64; 4],
    strides: [u64; 4],
    number: u64,
}

impl Odometer {
    fn new(sizes: [u64; 4], order: [u8; 4], start: u64) -> Odometer {
        let mut strides = [1; 4];
        for part in (0..3).rev() {
            strides[part] = strides[part + 1] * sizes[part + 1];
        }
        let pick = |all: [u64; 4]| order.map(|part| all[usize::from(part)]);
        let (sizes, strides) = (pick(sizes), pick(strides));
        let (mut at, mut rest) = ([0; 4], start);
        for part in (0..4).rev() {
            at[part] = rest % sizes[part];
            rest /= sizes[part];
        }
        let number = at.iter().zip(strides).map(|(at, stride)| at * stride).sum();
        Odometer {
            sizes,
            at,
            strides,
            number,
        }
    }
}

impl Iterator for Odometer {
    type Item = u64;

    /// The next number in memory; without end.
    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let number = self.number;
        for part in (0..4).rev() {
            self.at[part] += 1;
            self.number += self.strides[part];
            if self.at[part] < self.sizes[part] {
                break;
            }
            self.number -= self.sizes[part] * self.strides[part];
            self.at[part] = 0;
        }
        Some(number)
    }
}

/// The values of a table that a file keeps, in the order of memory: those of positions in which no capture is due.
fn kept<R: Rules>(table: &Table<R::Geometry>) -> Vec<u8> {
    let index = table.index();
    let mut values = vec![NONE; index.size() as usize];
    let chunks = values.par_chunks_mut(BLOCK).enumerate();
    chunks.for_each(|(chunk, values)| {
        let first = (chunk * BLOCK) as u64;
        index.each_board(first..first + values.len() as u64, |number, board| {
            if !can_capture::<R>(&board, Color::White) {
                let outcome = table.get(number);
                values[(number - first) as usize] = outcome.map_or(NONE, |o| o.value as u8);
            }
        });
    });
    values
}

/// The order with the fewest runs.
fn best_order(values: &[u8], sizes: [u64; 4]) -> [u8; 4] {
    let size = values.len() as u64;
    let runs = |order: &&[u8; 4]| -> u64 {
        let stretches = (0..STRETCHES).into_par_iter().map(|stretch| {
            let (mut runs, mut last) = (0, NONE);
            let start = size * stretch / STRETCHES;
            let length = STRETCH.min(size.div_ceil(STRETCHES)) as usize;
            for number in Odometer::new(sizes, **order, start).take(length) {
                let value = values[number as usize];
                if value != NONE && value != last {
                    runs += 1;
                    last = value;
                }
            }
            runs
        });
        stretches.sum()
    };
    ORDERS.iter().min_by_key(runs).copied().unwrap_or(ORDERS[0])
}

/// The values of a table as they stand in a file.
pub(super) struct Laid<'a, G> {
    table: &'a Table<G>,
    entry: Entry,
    /// Four a byte.
    packed: Vec<u8>,
}

impl<'a, G: crate::geometry::Geometry> Laid<'a, G> {
    pub(super) fn new<R: Rules<Geometry = G>>(table: &'a Table<G>) -> Laid<'a, G> {
        let index = table.index();
        let values = kept::<R>(table);
        let sizes = index.sizes();
        let order = best_order(&values, sizes);
        let mut packed = vec![0; values.len().div_ceil(4)];
        let blocks = packed.par_chunks_mut(UNPACKED).enumerate();
        blocks.for_each(|(block, packed)| {
            let start = block * BLOCK;
            let numbers = Odometer::new(sizes, order, start as u64);
            let numbers = numbers.take(BLOCK.min(values.len() - start));
            for (place, number) in numbers.enumerate() {
                packed[place / 4] |= values[number as usize] << (2 * (place % 4));
            }
        });
        let entry = Entry {
            slice: index.slice(),
            counts: table.counts(),
            longest: table.longest(),
            order,
            sizes,
            first: 0,
        };
        Laid {
            table,
            entry,
            packed,
        }
    }

    /// The blocks of values, one value a byte.
    fn blocks(&self) -> impl IndexedParallelIterator<Item = Vec<u8>> {
        let size = self.entry.size() as usize;
        let chunks = self.packed.par_chunks(UNPACKED).enumerate();
        chunks.map(move |(block, packed)| {
            let values = packed
                .iter()
                .flat_map(|byte| [0, 2, 4, 6].map(|shift| byte >> shift & 3));
            values.take(BLOCK.min(size - block * BLOCK)).collect()
        })
    }

    /// The same, one after the other.
    pub(super) fn blocks_in_order(&self) -> Vec<Vec<u8>> {
        self.blocks().collect()
    }

    /// The blocks of distances.
    fn distances(&self) -> impl IndexedParallelIterator<Item = std::io::Result<Vec<u8>>> {
        let size = self.entry.size() as usize;
        let starts: Vec<usize> = (0..size).step_by(DISTANCES).collect();
        starts.into_par_iter().map(move |start| {
            let numbers = Odometer::new(self.entry.sizes, self.entry.order, start as u64);
            let (mut last, mut bytes) = (0, Vec::with_capacity(2 * DISTANCES));
            for (place, number) in (start..size.min(start + DISTANCES)).zip(numbers) {
                let kept = self.packed[place / 4] >> (2 * (place % 4)) & 3 != NONE;
                let outcome = self.table.get(number).filter(|_| kept);
                if let Some(outcome) = outcome.filter(|outcome| outcome.value != Value::Draw) {
                    last = outcome.stored_distance();
                }
                bytes.extend(last.to_le_bytes());
            }
            zstd::bulk::compress(&bytes, 12)
        })
    }
}

/// Writes the tables of some slices into files, one of values and, where they have any, one of distances.
///
/// # Errors
/// If a file cannot be written; those that were there before stay.
pub fn write<R: Rules>(
    maker: &Maker<R>,
    tables: &[&Table<R::Geometry>],
    path_of: impl Fn(Content) -> std::path::PathBuf,
) -> Result<(), TableFileError> {
    let laid: Vec<_> = tables.iter().map(|table| Laid::new::<R>(table)).collect();
    let counts = laid.iter().map(|laid| {
        let counts = laid.blocks().fold(Counts::new, |mut counts, block| {
            counts.add(&block);
            counts
        });
        counts.reduce(Counts::new, Counts::merge)
    });
    let codes = Encoder::new(&counts.fold(Counts::new(), Counts::merge));
    let values = laid.iter().flat_map(|laid| {
        let packed = laid.blocks().map(|block| {
            let mut bytes = Vec::new();
            codes.pack(&block, &mut bytes);
            bytes
        });
        packed.collect::<Vec<_>>()
    });
    let slices = laid.iter().map(|laid| {
        let entry = &laid.entry;
        let name = entry.slice.to_string();
        (name, entry.order, entry.counts, entry.longest)
    });
    let slices: Vec<_> = slices.collect();
    let save = |content, codes: Vec<u8>, blocks: Vec<Vec<u8>>| {
        let header = Header {
            variant: maker.variant().variant(),
            content,
            slices: slices.clone(),
        };
        let path = path_of(content);
        save(&path, &header, codes, &blocks).map_err(|why| TableFileError { path, why })
    };
    if maker.has_distances() {
        let mut blocks = Vec::new();
        for laid in &laid {
            let packed: std::io::Result<Vec<_>> = laid.distances().collect();
            let path = path_of(Content::Distances);
            blocks.extend(packed.map_err(|error| TableFileError {
                path,
                why: error.into(),
            })?);
        }
        save(Content::Distances, Vec::new(), blocks)?;
    }
    // The values come last: where they are, all is there.
    save(Content::Values, codes.to_bytes(), values.collect())
}

fn save(path: &Path, header: &Header, codes: Vec<u8>, blocks: &[Vec<u8>]) -> Result<(), Unusable> {
    let mut bytes = FORMAT.header(header)?;
    seal(&mut bytes);
    let mut directory = codes;
    for block in blocks {
        directory.extend((block.len() as u32).to_le_bytes());
        directory.extend(crc32fast::hash(block).to_le_bytes());
    }
    seal(&mut directory);
    write_whole_by(path, |file| {
        let mut file = std::io::BufWriter::new(file);
        std::io::Write::write_all(&mut file, &bytes)?;
        std::io::Write::write_all(&mut file, &directory)?;
        for block in blocks {
            std::io::Write::write_all(&mut file, block)?;
        }
        std::io::Write::flush(&mut file)
    })?;
    Ok(())
}

/// Reads the tables of a file whole; those with fewer pieces must have been added to the maker, for they tell the
/// values of captures.
///
/// # Errors
/// If a block is damaged, or a table is missing.
pub fn read<R: Rules>(
    maker: &Maker<R>,
    values: &TableFile,
    distances: Option<&TableFile>,
) -> Result<Vec<Table<R::Geometry>>, TableFileError> {
    let entries = values.slices().iter().enumerate();
    let tables = entries.map(|(place, entry)| {
        let wrong = |file: &TableFile, why| TableFileError {
            path: file.path().to_owned(),
            why,
        };
        let index = Index::<R::Geometry>::new(entry.slice);
        let mut outcomes = vec![None; entry.size() as usize];
        let first = entry.first;
        let blocks = entry.size().div_ceil(BLOCK as u64) as usize;
        let unpacked: Result<Vec<_>, _> = (first..first + blocks)
            .into_par_iter()
            .map(|block| {
                let mut unpacked = Box::new([0; UNPACKED]);
                values.values(block, &mut unpacked).map(|()| unpacked)
            })
            .collect();
        let unpacked = unpacked?;
        let mut stored = Vec::new();
        if let Some(file) = distances {
            let same = file.slices().get(place);
            let same =
                same.filter(|other| (other.slice, other.order) == (entry.slice, entry.order));
            let slice = || wrong(file, Unusable::Slice(entry.slice.to_string()));
            let first = same.ok_or_else(slice)?.first;
            let blocks = entry.size().div_ceil(DISTANCES as u64) as usize;
            for block in first..first + blocks {
                stored.extend(file.distances(block)?);
            }
        }
        let numbers = Odometer::new(entry.sizes, entry.order, 0);
        for (place, number) in (0..outcomes.len()).zip(numbers) {
            let value = value_at(&unpacked[place / BLOCK], place % BLOCK);
            let distance = stored.get(place).copied();
            outcomes[number as usize] = Some(Outcome::of_stored(value, distance));
        }
        // What no file keeps.
        let complete = outcomes.par_chunks_mut(BLOCK).enumerate();
        let missing = complete.map(|(chunk, outcomes)| {
            let first = (chunk * BLOCK) as u64;
            let (mut moves, mut missing) = (Vec::new(), false);
            let kept = outcomes.to_vec();
            outcomes.fill(None);
            index.each_board(first..first + kept.len() as u64, |number, board| {
                let place = (number - first) as usize;
                outcomes[place] = if can_capture::<R>(&board, Color::White) {
                    let found = maker.by_captures(&white_to_move(board), &mut moves);
                    missing |= found.is_none();
                    found
                } else {
                    kept[place]
                };
            });
            missing
        });
        if missing.reduce(|| false, |a, b| a | b) {
            return Err(wrong(values, Unusable::Missing(entry.slice.to_string())));
        }
        Ok(Table::new(index, outcomes.into_iter(), distances.is_some()))
    });
    tables.collect()
}
