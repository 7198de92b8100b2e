//! Writes tables into files, and reads whole ones back. Begin with [`write`].

use super::coding::{BLOCK, UNPACKED, value_at};
use super::encoding::{Counts, Encoder, NONE};
use super::file::{Content, DISTANCES, Entry, FORMAT, Header, TableFile, TableFileError, Unusable};
use super::implied::follows_from_moves;
use super::index::{Index, white_to_move};
use super::make::Maker;
use super::slice::Slice;
use super::value::{Outcome, Table, Value};
use crate::board::Color;
use crate::movegen::can_capture;
use crate::rules::{Rules, Variant};
use crate::util::header::seal;
use crate::util::write_whole_by;
use rayon::prelude::*;
use std::io;
use std::path::{Path, PathBuf};

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

/// The values of a table in which no capture is due, in the order of memory.
fn quiet<R: Rules>(table: &Table<R::Geometry>) -> Vec<u8> {
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

/// Whether the value of a number, which has a position without a capture, follows from moves. That takes time, so it is
/// asked only where another run would begin; what goes on with the run may as well stay.
fn follows<R: Rules>(index: &Index<R::Geometry>, number: u64) -> bool {
    let board = index.board(number);
    board.is_some_and(|board| follows_from_moves::<R>(&board))
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

/// A table as it stands in a file.
pub(super) struct Laid {
    entry: Entry,
    /// The values, four a byte.
    values: Vec<u8>,
    /// The blocks of distances; none where they are not kept.
    distances: Vec<Vec<u8>>,
}

impl Laid {
    /// Lays out a table.
    ///
    /// # Errors
    /// If zstd fails.
    pub(super) fn new<R: Rules>(table: &Table<R::Geometry>) -> io::Result<Laid> {
        let index = table.index();
        let quiet = quiet::<R>(table);
        let sizes = index.sizes();
        let order = best_order(&quiet, sizes);
        let mut values = vec![0; quiet.len().div_ceil(4)];
        let blocks = values.par_chunks_mut(UNPACKED).enumerate();
        blocks.for_each(|(block, values)| {
            let start = block * BLOCK;
            let numbers = Odometer::new(sizes, order, start as u64);
            let numbers = numbers.take(BLOCK.min(quiet.len() - start));
            let mut last = NONE;
            for (place, number) in numbers.enumerate() {
                let mut value = quiet[number as usize];
                if value != NONE && value != last {
                    match follows::<R>(index, number) {
                        true => value = NONE,
                        false => last = value,
                    }
                }
                values[place / 4] |= value << (2 * (place % 4));
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
        let mut laid = Laid {
            entry,
            values,
            distances: Vec::new(),
        };
        if table.has_distances() {
            laid.distances = laid.packed_distances::<R>(table)?;
        }
        Ok(laid)
    }

    /// A table of a file, as it stands there.
    fn of_file(
        file: &TableFile,
        distances: Option<&TableFile>,
        place: usize,
    ) -> Result<Laid, TableFileError> {
        let entry = file.slices()[place].clone();
        let size = entry.size() as usize;
        let mut values = vec![0; size.div_ceil(BLOCK) * UNPACKED];
        let blocks = values.par_chunks_exact_mut(UNPACKED).enumerate();
        blocks.try_for_each(|(block, values)| match values.try_into() {
            Ok(values) => file.values(entry.first + block, values),
            Err(_) => Ok(()),
        })?;
        let distances = match distances {
            None => Vec::new(),
            Some(distances) => {
                let first = same_slice(distances, place, &entry)?;
                let blocks = first..first + size.div_ceil(DISTANCES);
                let blocks = blocks.map(|block| distances.packed(block));
                blocks.collect::<Result<_, _>>()?
            }
        };
        Ok(Laid {
            entry,
            values,
            distances,
        })
    }

    /// The blocks of values, one value a byte.
    fn blocks(&self) -> impl IndexedParallelIterator<Item = Vec<u8>> {
        let size = self.entry.size() as usize;
        let chunks = self.values.par_chunks(UNPACKED).enumerate();
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

    fn packed_distances<R: Rules>(&self, table: &Table<R::Geometry>) -> io::Result<Vec<Vec<u8>>> {
        let size = self.entry.size() as usize;
        let starts: Vec<usize> = (0..size).step_by(DISTANCES).collect();
        let blocks = starts.into_par_iter().map(move |start| {
            let numbers = Odometer::new(self.entry.sizes, self.entry.order, start as u64);
            let (mut last, mut bytes) = (0, Vec::with_capacity(2 * DISTANCES));
            for (place, number) in (start..size.min(start + DISTANCES)).zip(numbers) {
                let kept = self.values[place / 4] >> (2 * (place % 4)) & 3 != NONE;
                let outcome = table.get(number).filter(|_| kept);
                let outcome = outcome.filter(|outcome| outcome.value != Value::Draw);
                if let Some(distance) = outcome.map(Outcome::stored_distance)
                    && distance != last
                    && !follows::<R>(table.index(), number)
                {
                    last = distance;
                }
                bytes.extend(last.to_le_bytes());
            }
            zstd::bulk::compress(&bytes, 12)
        });
        blocks.collect()
    }
}

/// Writes the tables of some slices into files, one of values and, where they have any, one of distances.
///
/// # Errors
/// If a file cannot be written; those that were there before stay.
pub fn write<R: Rules>(
    maker: &Maker<R>,
    tables: &[&Table<R::Geometry>],
    path_of: impl Fn(Content) -> PathBuf,
) -> Result<(), TableFileError> {
    let laid = tables.iter().map(|table| Laid::new::<R>(table));
    let laid = laid
        .collect::<io::Result<Vec<_>>>()
        .map_err(|error| TableFileError {
            path: path_of(Content::Distances),
            why: error.into(),
        })?;
    let variant = maker.variant().variant();
    write_laid(variant, &laid, maker.has_distances(), path_of)
}

/// Joins files of values, and the files of distances that belong to them, if there are any, into one of each.
///
/// # Errors
/// If a file is damaged, or cannot be written; those that were there before stay.
pub fn join(
    variant: Variant,
    files: &[(TableFile, Option<TableFile>)],
    path_of: impl Fn(Content) -> PathBuf,
) -> Result<(), TableFileError> {
    let laid = files.iter().flat_map(|(values, distances)| {
        let places = 0..values.slices().len();
        places.map(move |place| Laid::of_file(values, distances.as_ref(), place))
    });
    let laid = laid.collect::<Result<Vec<_>, _>>()?;
    let has_distances = files.iter().all(|(_, distances)| distances.is_some());
    write_laid(variant, &laid, has_distances, path_of)
}

fn write_laid(
    variant: Variant,
    laid: &[Laid],
    has_distances: bool,
    path_of: impl Fn(Content) -> PathBuf,
) -> Result<(), TableFileError> {
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
    let save = |content, codes: Vec<u8>, blocks: &[&[u8]]| {
        let header = Header {
            variant,
            content,
            slices: slices.clone(),
        };
        let path = path_of(content);
        save(&path, &header, codes, blocks).map_err(|why| TableFileError { path, why })
    };
    if has_distances {
        let blocks = laid.iter().flat_map(|laid| &laid.distances);
        let blocks: Vec<&[u8]> = blocks.map(Vec::as_slice).collect();
        save(Content::Distances, Vec::new(), &blocks)?;
    }
    // The values come last: where they are, all is there.
    let values: Vec<Vec<u8>> = values.collect();
    let values: Vec<&[u8]> = values.iter().map(Vec::as_slice).collect();
    save(Content::Values, codes.to_bytes(), &values)
}

fn save(path: &Path, header: &Header, codes: Vec<u8>, blocks: &[&[u8]]) -> Result<(), Unusable> {
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

/// Adds the tables of a file to a maker that has all those that they lead to; returns their slices.
///
/// # Errors
/// If a block is damaged, or a table is missing; the maker may have incomplete tables of these slices then.
pub fn read<R: Rules>(
    maker: &mut Maker<R>,
    values: &TableFile,
    distances: Option<&TableFile>,
) -> Result<Vec<Slice>, TableFileError> {
    let mut slices = Vec::new();
    for place in 0..values.slices().len() {
        let table = kept_of(maker, values, distances, place)?;
        slices.push(table.index().slice());
        maker.insert(table);
    }
    for &slice in &slices {
        let complete = completed(maker, slice).ok_or_else(|| missing(values, slice))?;
        maker.insert(complete);
    }
    Ok(slices)
}

fn missing(file: &TableFile, slice: Slice) -> TableFileError {
    wrong(file, Unusable::Missing(slice.to_string()))
}

fn wrong(file: &TableFile, why: Unusable) -> TableFileError {
    TableFileError {
        path: file.path().to_owned(),
        why,
    }
}

/// Where the first block of a slice is in the file of distances that belongs to one of values.
fn same_slice(distances: &TableFile, place: usize, of: &Entry) -> Result<usize, TableFileError> {
    let same = distances.slices().get(place);
    let same = same.filter(|other| (other.slice, other.order) == (of.slice, of.order));
    let slice = || wrong(distances, Unusable::Slice(of.slice.to_string()));
    same.map(|entry| entry.first).ok_or_else(slice)
}

/// A table of a file: what the file keeps, and what follows by captures.
fn kept_of<R: Rules>(
    maker: &Maker<R>,
    values: &TableFile,
    distances: Option<&TableFile>,
    place: usize,
) -> Result<Table<R::Geometry>, TableFileError> {
    let entry = &values.slices()[place];
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
        let first = same_slice(file, place, entry)?;
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
    let chunks = outcomes.par_chunks_mut(BLOCK).enumerate();
    let unknown = chunks.map(|(chunk, outcomes)| {
        let first = (chunk * BLOCK) as u64;
        let (mut moves, mut unknown) = (Vec::new(), false);
        let kept = outcomes.to_vec();
        outcomes.fill(None);
        index.each_board(first..first + kept.len() as u64, |number, board| {
            let place = (number - first) as usize;
            outcomes[place] = if can_capture::<R>(&board, Color::White) {
                let found = maker.by_captures(&white_to_move(board), &mut moves);
                unknown |= found.is_none();
                found
            } else if follows_from_moves::<R>(&board) {
                None
            } else {
                kept[place]
            };
        });
        unknown
    });
    if unknown.reduce(|| false, |a, b| a | b) {
        return Err(missing(values, entry.slice));
    }
    Ok(Table::new(index, outcomes.into_iter(), distances.is_some()))
}

/// The table of a slice with what follows by other moves; `None` if something that they lead to is missing.
fn completed<R: Rules>(maker: &Maker<R>, slice: Slice) -> Option<Table<R::Geometry>> {
    let (table, after) = (maker.table(slice)?, maker.table(slice.turned())?);
    let index = table.index();
    let mut outcomes = vec![None; index.size() as usize];
    let chunks = outcomes.par_chunks_mut(BLOCK).enumerate();
    let is_complete = chunks.map(|(chunk, outcomes)| {
        let first = (chunk * BLOCK) as u64;
        let (mut moves, mut is_complete) = (Vec::new(), true);
        index.each_board(first..first + outcomes.len() as u64, |number, board| {
            let known = table.get(number);
            let found = known.or_else(|| maker.by_moves(after, board, &mut moves));
            is_complete &= found.is_some();
            outcomes[(number - first) as usize] = found;
        });
        is_complete
    });
    let is_complete = is_complete.reduce(|| true, |a, b| a & b);
    is_complete.then(|| Table::new(*index, outcomes.into_iter(), maker.has_distances()))
}
