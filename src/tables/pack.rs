//! Writes tables into files, and reads whole ones back. Begin with [`write`].

use super::coding::{BLOCK, UNPACKED, value_at};
use super::content::Content;
use super::encoding::{Counts, Encoder, NONE};
use super::file::{DISTANCES, Entry, FORMAT, Header, TableFile};
use super::file_error::{TableFileError, Unusable};
use super::implied::follows_from_moves;
use super::index::{Index, white_to_move};
use super::make::Maker;
use super::order::{Odometer, best_order};
use super::slice::Slice;
use super::value::{Outcome, Table, Value};
use kamen_core::board::Color;
use kamen_core::movegen::can_capture;
use kamen_core::rules::{Rules, Variant};
use kamen_files::header::seal;
use kamen_files::{parallel, write_whole_by};
use rayon::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The values of a table in which no capture is due, in the order of memory.
fn quiet<R: Rules>(table: &Table<R::Geometry>) -> Vec<u8> {
    let index = table.index();
    let mut values = vec![NONE; index.size() as usize];
    parallel::each_chunk(&mut values, BLOCK, &|chunk, values| {
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

/// The values of a file, four a byte, in the order of the file; those of `quiet` are in the order of memory.
fn values_of(
    quiet: &[u8],
    sizes: [u64; 4],
    order: [u8; 4],
    follows: &(dyn Fn(u64) -> bool + Sync),
) -> Vec<u8> {
    let mut values = vec![0; quiet.len().div_ceil(4)];
    parallel::each_chunk(&mut values, UNPACKED, &|block, values| {
        let start = block * BLOCK;
        let numbers = Odometer::new(sizes, order, start as u64);
        let numbers = numbers.take(BLOCK.min(quiet.len() - start));
        let mut last = NONE;
        for (place, number) in numbers.enumerate() {
            let mut value = quiet[number as usize];
            if value != NONE && value != last {
                match follows(number) {
                    true => value = NONE,
                    false => last = value,
                }
            }
            values[place / 4] |= value << (2 * (place % 4));
        }
    });
    values
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
        // Whether the value of a number, which has a position without a capture, follows from moves. That takes time, so
        // it is asked only where another run would begin; what goes on with the run may as well stay.
        let follows = |number| {
            let board = index.board(number);
            board.is_some_and(|board| follows_from_moves::<R>(&board))
        };
        let values = values_of(&quiet, sizes, order, &follows);
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
            let distance_of = |number| {
                let outcome = table.get(number)?;
                (outcome.value != Value::Draw).then(|| outcome.stored_distance())
            };
            laid.distances = laid.packed_distances(&distance_of, &follows)?;
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
        let values = unpacked(file, &entry)?;
        let distances = match distances {
            None => Vec::new(),
            Some(distances) => {
                let first = same_slice(distances, place, &entry)?;
                let blocks = first..first + (entry.size() as usize).div_ceil(DISTANCES);
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

    /// The number of its blocks of values.
    fn blocks(&self) -> usize {
        self.values.len().div_ceil(UNPACKED)
    }

    /// A block of values, one value a byte.
    fn block(&self, block: usize) -> Vec<u8> {
        let size = self.entry.size() as usize;
        let packed = self.values[block * UNPACKED..].iter().take(UNPACKED);
        let values = packed.flat_map(|byte| [0, 2, 4, 6].map(|shift| byte >> shift & 3));
        values.take(BLOCK.min(size - block * BLOCK)).collect()
    }

    /// How often each word occurs in each context.
    fn counts(&self) -> Counts {
        let blocks = (0..self.blocks()).into_par_iter();
        let counts = blocks.fold(Counts::new, |mut counts, block| {
            counts.add(&self.block(block));
            counts
        });
        counts.reduce(Counts::new, Counts::merge)
    }

    /// All of them.
    pub(super) fn all_blocks(&self) -> Vec<Vec<u8>> {
        parallel::map(self.blocks(), &|block| self.block(block))
    }

    /// The blocks of distances. `distance_of` says what files hold for a number that has a value, if that is no draw.
    fn packed_distances(
        &self,
        distance_of: &(dyn Fn(u64) -> Option<u16> + Sync),
        follows: &(dyn Fn(u64) -> bool + Sync),
    ) -> io::Result<Vec<Vec<u8>>> {
        let size = self.entry.size() as usize;
        let blocks = parallel::map(size.div_ceil(DISTANCES), &|block| {
            let start = block * DISTANCES;
            let numbers = Odometer::new(self.entry.sizes, self.entry.order, start as u64);
            let (mut last, mut bytes) = (0, Vec::with_capacity(2 * DISTANCES));
            for (place, number) in (start..size.min(start + DISTANCES)).zip(numbers) {
                let is_kept = self.values[place / 4] >> (2 * (place % 4)) & 3 != NONE;
                if let Some(distance) = is_kept.then(|| distance_of(number)).flatten()
                    && distance != last
                    && !follows(number)
                {
                    last = distance;
                }
                bytes.extend(last.to_le_bytes());
            }
            zstd::bulk::compress(&bytes, 12)
        });
        blocks.into_iter().collect()
    }
}

/// Writes the tables of some slices into files, one of values and, where they have any, one of distances.
///
/// # Errors
/// If a file cannot be written; those that were there before stay.
pub fn write<R: Rules>(
    maker: &Maker<R>,
    tables: &[&Table<R::Geometry>],
    path_of: &dyn Fn(Content) -> PathBuf,
) -> Result<(), TableFileError> {
    let mut laid = Vec::with_capacity(tables.len());
    for table in tables {
        laid.push(Laid::new::<R>(table).map_err(|error| TableFileError {
            path: path_of(Content::Distances),
            why: error.into(),
        })?);
    }
    let variant = maker.variant().variant();
    let each = &|see: &mut dyn FnMut(&Laid)| {
        laid.iter().for_each(see);
        Ok(())
    };
    write_laid(variant, each, maker.has_distances(), path_of)
}

/// Joins files of values, and the files of distances that belong to them, if there are any, into one of each. Of their tables
/// no more than one is in memory.
///
/// # Errors
/// If a file is damaged, or cannot be written; those that were there before stay.
pub fn join(
    variant: Variant,
    files: &[(TableFile, Option<TableFile>)],
    path_of: &dyn Fn(Content) -> PathBuf,
) -> Result<(), TableFileError> {
    let each = &|see: &mut dyn FnMut(&Laid)| {
        for (values, distances) in files {
            for place in 0..values.slices().len() {
                see(&Laid::of_file(values, distances.as_ref(), place)?);
            }
        }
        Ok(())
    };
    let has_distances = files.iter().all(|(_, distances)| distances.is_some());
    write_laid(variant, each, has_distances, path_of)
}

/// Shows all tables of a file, one after the other.
type Each<'a> = dyn Fn(&mut dyn FnMut(&Laid)) -> Result<(), TableFileError> + 'a;

/// Writes tables, which are gone through twice: what occurs how often decides on the codes.
fn write_laid(
    variant: Variant,
    each: &Each<'_>,
    has_distances: bool,
    path_of: &dyn Fn(Content) -> PathBuf,
) -> Result<(), TableFileError> {
    let (mut counts, mut slices) = (Counts::new(), Vec::new());
    each(&mut |laid| {
        let entry = &laid.entry;
        let name = entry.slice.to_string();
        slices.push((name, entry.order, entry.counts, entry.longest));
        counts = std::mem::replace(&mut counts, Counts::new()).merge(laid.counts());
    })?;
    let codes = Encoder::new(&counts);
    let (mut values, mut distances) = (Vec::new(), Vec::new());
    each(&mut |laid| {
        values.extend(parallel::map(laid.blocks(), &|block| {
            let mut bytes = Vec::new();
            codes.pack(&laid.block(block), &mut bytes);
            bytes
        }));
        distances.extend(laid.distances.iter().cloned());
    })?;
    let save = |content, codes: Vec<u8>, blocks: &[Vec<u8>]| {
        let header = Header {
            variant,
            content,
            slices: slices.clone(),
            label: None,
        };
        let blocks: Vec<&[u8]> = blocks.iter().map(Vec::as_slice).collect();
        let path = path_of(content);
        save(&path, &header, codes, &blocks).map_err(|why| TableFileError { path, why })
    };
    if has_distances {
        save(Content::Distances, Vec::new(), &distances)?;
    }
    // The values come last: where they are, all is there.
    save(Content::Values, codes.to_bytes(), &values)
}

/// Writes a file.
pub(super) fn save(
    path: &Path,
    header: &Header,
    codes: Vec<u8>,
    blocks: &[&[u8]],
) -> Result<(), Unusable> {
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

/// The blocks of values of a table of a file, four values a byte.
fn unpacked(file: &TableFile, entry: &Entry) -> Result<Vec<u8>, TableFileError> {
    let blocks = (entry.size() as usize).div_ceil(BLOCK);
    let blocks = parallel::map(blocks, &|block| {
        let mut values = Box::new([0; UNPACKED]);
        let read = file.values(entry.first + block, &mut values);
        read.map(|()| values)
    });
    let mut values = Vec::with_capacity(blocks.len() * UNPACKED);
    for block in blocks {
        values.extend_from_slice(&*block?);
    }
    Ok(values)
}

/// What a file keeps of a table, in the order of memory.
fn stored(
    values: &TableFile,
    distances: Option<&TableFile>,
    place: usize,
) -> Result<Vec<Option<Outcome>>, TableFileError> {
    let entry = &values.slices()[place];
    let unpacked = unpacked(values, entry)?;
    let blocks = unpacked.as_chunks::<UNPACKED>().0;
    let mut stored = Vec::new();
    if let Some(file) = distances {
        let first = same_slice(file, place, entry)?;
        let blocks = entry.size().div_ceil(DISTANCES as u64) as usize;
        for block in first..first + blocks {
            stored.extend(file.distances(block)?);
        }
    }
    let mut outcomes = vec![None; entry.size() as usize];
    let numbers = Odometer::new(entry.sizes, entry.order, 0);
    for (place, number) in (0..outcomes.len()).zip(numbers) {
        let value = value_at(&blocks[place / BLOCK], place % BLOCK);
        let distance = stored.get(place).copied();
        outcomes[number as usize] = Some(Outcome::of_stored(value, distance));
    }
    Ok(outcomes)
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
    let mut outcomes = stored(values, distances, place)?;
    let is_missing = AtomicBool::new(false);
    parallel::each_chunk(&mut outcomes, BLOCK, &|chunk, outcomes| {
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
        is_missing.fetch_or(unknown, Ordering::Relaxed);
    });
    if is_missing.into_inner() {
        return Err(missing(values, entry.slice));
    }
    Ok(Table::new(index, outcomes.into_iter(), distances.is_some()))
}

/// The table of a slice with what follows by other moves; `None` if something that they lead to is missing.
fn completed<R: Rules>(maker: &Maker<R>, slice: Slice) -> Option<Table<R::Geometry>> {
    let (table, after) = (maker.table(slice)?, maker.table(slice.turned())?);
    let index = table.index();
    let mut outcomes = vec![None; index.size() as usize];
    let is_complete = AtomicBool::new(true);
    parallel::each_chunk(&mut outcomes, BLOCK, &|chunk, outcomes| {
        let first = (chunk * BLOCK) as u64;
        let (mut moves, mut are_known) = (Vec::new(), true);
        index.each_board(first..first + outcomes.len() as u64, |number, board| {
            let known = table.get(number);
            let found = known.or_else(|| maker.by_moves(after, board, &mut moves));
            are_known &= found.is_some();
            outcomes[(number - first) as usize] = found;
        });
        is_complete.fetch_and(are_known, Ordering::Relaxed);
    });
    (is_complete.into_inner())
        .then(|| Table::new(*index, outcomes.into_iter(), maker.has_distances()))
}
