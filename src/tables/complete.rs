//! Files of complete tables: what one process tells the next. Begin with [`write_complete`].
//!
//! To read a file of values takes all tables that its positions lead to, for it leaves out what follows from them. Here the
//! value of every number is kept, so each process reads no more than the tables that its own positions lead to.
//!
//! A block holds the values of [`COMPLETE`] numbers in their order, four a byte, then their distances, if there are any, two
//! bytes each, little-endian; compressed by zstd.

use super::content::Content;
use super::file::{COMPLETE, Entry, Header, Label, TableFile};
use super::file_error::{TableFileError, Unusable};
use super::index::Index;
use super::pack::save;
use super::slice::Slice;
use super::value::Table;
use kamen_core::geometry::Geometry;
use kamen_core::rules::Variant;
use kamen_files::{PROGRAM, parallel};
use std::io;
use std::path::Path;

/// How hard zstd tries.
const LEVEL: i32 = 3;

/// Blocks that are unpacked at the same time.
const AT_ONCE: usize = 64;

/// Writes complete tables, with or without distances.
///
/// # Errors
/// If the file cannot be written; one that was there before stays.
pub(super) fn write_complete<G: Geometry>(
    variant: Variant,
    tables: &[&Table<G>],
    distances: bool,
    path: &Path,
) -> Result<(), TableFileError> {
    let slices = tables.iter().map(|table| {
        let name = table.index().slice().to_string();
        (name, [0, 1, 2, 3], table.counts(), table.longest())
    });
    let header = Header {
        variant,
        content: Content::Complete,
        slices: slices.collect(),
        label: Some(Label {
            program: PROGRAM.to_owned(),
            distances,
        }),
    };
    let written = || -> Result<(), Unusable> {
        let blocks = tables.iter().map(|table| blocks_of(table));
        let blocks: Vec<Vec<Vec<u8>>> = blocks.collect::<io::Result<_>>()?;
        let blocks: Vec<&[u8]> = blocks.iter().flatten().map(Vec::as_slice).collect();
        save(path, &header, Vec::new(), &blocks)
    };
    written().map_err(|why| TableFileError {
        path: path.to_owned(),
        why,
    })
}

fn blocks_of<G: Geometry>(table: &Table<G>) -> io::Result<Vec<Vec<u8>>> {
    let (packed, distances) = table.packed();
    let size = table.index().size() as usize;
    let blocks = parallel::map(size.div_ceil(COMPLETE), &|block| {
        let numbers = block * COMPLETE..size.min((block + 1) * COMPLETE);
        let mut bytes = packed[numbers.start / 4..numbers.end.div_ceil(4)].to_vec();
        if !distances.is_empty() {
            bytes.extend(distances[numbers].iter().flat_map(|d| d.to_le_bytes()));
        }
        zstd::bulk::compress(&bytes, LEVEL)
    });
    blocks.into_iter().collect()
}

/// Opens a file of complete tables.
///
/// # Errors
/// If it cannot be read, is damaged, or was made by another program, for another variant, or with distances where none are
/// asked for, or without.
pub(super) fn open_complete(
    path: &Path,
    variant: Variant,
    distances: bool,
) -> Result<TableFile, TableFileError> {
    let file = TableFile::open(path, variant, Content::Complete)?;
    let (program, found) = match file.label() {
        Some(label) => (label.program.as_str(), label.distances),
        None => ("", distances),
    };
    let why = if program != PROGRAM {
        Unusable::Program {
            found: program.to_owned(),
            expected: PROGRAM,
        }
    } else if found != distances {
        Unusable::With { found }
    } else {
        return Ok(file);
    };
    Err(TableFileError {
        path: path.to_owned(),
        why,
    })
}

/// The tables of a file of complete ones, of the slices of which `wanted` is true.
///
/// # Errors
/// If a block cannot be read or is damaged.
pub(super) fn read_complete<G: Geometry>(
    file: &TableFile,
    wanted: &dyn Fn(Slice) -> bool,
) -> Result<Vec<Table<G>>, TableFileError> {
    let entries = file.slices().iter().filter(|entry| wanted(entry.slice));
    entries.map(|entry| table_of(file, entry)).collect()
}

fn table_of<G: Geometry>(file: &TableFile, entry: &Entry) -> Result<Table<G>, TableFileError> {
    let has_distances = file.label().is_some_and(|label| label.distances);
    let size = entry.size() as usize;
    let read = |block: usize| {
        let count = COMPLETE.min(size - block * COMPLETE);
        let length = count.div_ceil(4) + if has_distances { 2 * count } else { 0 };
        let bytes = file.packed(entry.first + block)?;
        let bytes = zstd::bulk::decompress(&bytes, length).ok();
        let bytes = bytes.filter(|bytes| bytes.len() == length);
        let damaged = || TableFileError {
            path: file.path().to_owned(),
            why: file.damaged(entry.first + block),
        };
        bytes.map(|bytes| (bytes, count)).ok_or_else(damaged)
    };
    let mut packed = Vec::with_capacity(size.div_ceil(4));
    let mut distances = Vec::with_capacity(if has_distances { size } else { 0 });
    let blocks = size.div_ceil(COMPLETE);
    for first in (0..blocks).step_by(AT_ONCE) {
        let count = AT_ONCE.min(blocks - first);
        for block in parallel::map(count, &|block| read(first + block)) {
            let (bytes, count) = block?;
            let (values, words) = bytes.split_at(count.div_ceil(4));
            packed.extend_from_slice(values);
            let words = words.as_chunks::<2>().0.iter();
            distances.extend(words.map(|word| u16::from_le_bytes(*word)));
        }
    }
    let table = Table::of_packed(Index::new(entry.slice), packed, distances);
    table.ok_or_else(|| TableFileError {
        path: file.path().to_owned(),
        why: Unusable::Slice(entry.slice.to_string()),
    })
}
