//! Files of tables. Begin with [`TableFile`].
//!
//! A file holds the tables of some slices of a variant: their values, or their distances.
//!
//! | Bytes | What |
//! | --- | --- |
//! | header | what the file holds, slice after slice, with a checksum (see `util::header`) |
//! | [`Codes::BYTES`] | the codes of values; none for distances and complete tables |
//! | 8 for each block | its length and its checksum (CRC-32), little-endian, 4 bytes each |
//! | 4 | the checksum of all that follows the header up to here |
//! | the rest | the blocks |
//!
//! A block is looked up alone, and believed only if its checksum is right.

use super::coding::{BLOCK, Codes, UNPACKED};
use super::content::Content;
use super::file_error::{TableFileError, Unusable};
use super::index::sizes_on;
use super::slice::Slice;
use super::source::Source;
use kamen_core::rules::Variant;
use kamen_files::header::{Format, HeaderError, unseal};
use kamen_files::note;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) const FORMAT: Format = Format {
    magic: *b"KAMENTAB",
    version: 2,
    name: "file of endgame tables",
};

/// The header of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) variant: Variant,
    pub(super) content: Content,
    /// By slice: its name, the order of its numbers, wins, draws and losses, and the longest of them in plies.
    pub(super) slices: Vec<(String, [u8; 4], [u64; 3], u16)>,
    /// What made it; only in complete tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<Label>,
}

/// What made a file of complete tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Label {
    /// The program and its version.
    pub(super) program: String,
    /// Whether the tables hold distances.
    pub(super) distances: bool,
}

/// A slice in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The slice.
    pub slice: Slice,
    /// Wins, draws and losses.
    pub counts: [u64; 3],
    /// The longest win or loss, in plies; 0 where no distances are known.
    pub longest: u16,
    /// The numbers are made of four; which of them goes first, second, third and last.
    pub(super) order: [u8; 4],
    /// The numbers of each of the four, in the order of memory.
    pub(super) sizes: [u64; 4],
    /// The first of its blocks in the file.
    pub(super) first: usize,
}

impl Entry {
    /// One more than the highest number.
    pub fn size(&self) -> u64 {
        self.sizes.iter().product()
    }

    /// How much each of the four adds to the number.
    pub(super) fn strides(&self) -> [u64; 4] {
        let mut strides = [0; 4];
        let mut stride = 1;
        for part in self.order.map(usize::from).into_iter().rev() {
            if let (Some(place), Some(size)) = (strides.get_mut(part), self.sizes.get(part)) {
                *place = stride;
                stride *= size;
            }
        }
        strides
    }
}

/// A block of a file.
#[derive(Clone, Copy, Debug)]
struct Block {
    offset: u64,
    length: u32,
    checksum: u32,
}

/// A file of tables, open for reading.
pub struct TableFile {
    path: PathBuf,
    source: Source,
    slices: Vec<Entry>,
    #[cfg(feature = "make")]
    label: Option<Label>,
    codes: Option<Codes>,
    blocks: Vec<Block>,
    /// Whether damage was told of.
    complained: AtomicBool,
    /// All its bytes.
    bytes: u64,
}

impl std::fmt::Debug for TableFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TableFile({})", self.path.display())
    }
}

/// Numbers whose distances make a block.
pub(super) const DISTANCES: usize = 1 << 15;
/// Numbers of complete tables that make a block.
pub(super) const COMPLETE: usize = 1 << 18;

/// The numbers of a block.
pub(super) fn block_size(content: Content) -> usize {
    match content {
        Content::Values => BLOCK,
        Content::Distances => DISTANCES,
        Content::Complete => COMPLETE,
    }
}

/// Bytes of a checksum, or of a length.
const WORD: usize = 4;

impl TableFile {
    /// Opens a file and reads what it holds, but for the blocks.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is of another variant or content.
    pub fn open(
        path: &Path,
        variant: Variant,
        content: Content,
    ) -> Result<TableFile, TableFileError> {
        let opened = File::open(path).map_err(Unusable::from).and_then(|file| {
            let bytes = file.metadata()?.len();
            let header = FORMAT.read_sealed(&mut &file)?;
            TableFile::read(path, Source::File(file), bytes, header, variant, content)
        });
        opened.map_err(|why| TableFileError {
            path: path.to_owned(),
            why,
        })
    }

    /// The same of a file whose bytes are in memory; messages call it `name`.
    ///
    /// # Errors
    /// If it is damaged, or of another variant or content.
    #[cfg(feature = "embedded")]
    pub(super) fn in_memory(
        name: &Path,
        bytes: Vec<u8>,
        variant: Variant,
        content: Content,
    ) -> Result<TableFile, TableFileError> {
        let length = bytes.len() as u64;
        let header = FORMAT.read_sealed(&mut &bytes[..]);
        let opened = header.map_err(Unusable::from).and_then(|header| {
            TableFile::read(
                name,
                Source::Memory(bytes),
                length,
                header,
                variant,
                content,
            )
        });
        opened.map_err(|why| TableFileError {
            path: name.to_owned(),
            why,
        })
    }

    fn read(
        path: &Path,
        source: Source,
        bytes: u64,
        (header, length): (Header, usize),
        variant: Variant,
        content: Content,
    ) -> Result<TableFile, Unusable> {
        if header.variant != variant {
            return Err(Unusable::Variant {
                found: header.variant,
                expected: variant,
            });
        }
        if header.content != content {
            return Err(Unusable::Content {
                found: header.content,
                expected: content,
            });
        }
        let board = variant.shape();
        let mut count = 0;
        let slices = header
            .slices
            .into_iter()
            .map(|(name, order, counts, longest)| {
                let mut parts = order;
                parts.sort_unstable();
                let slice = name.parse::<Slice>().ok();
                let slice = slice.filter(|slice| parts == [0, 1, 2, 3] && slice.fits(&board));
                let slice = slice.ok_or(Unusable::Slice(name))?;
                let entry = Entry {
                    slice,
                    counts,
                    longest,
                    order,
                    sizes: sizes_on(&board, slice),
                    first: count,
                };
                count += entry.size().div_ceil(block_size(content) as u64) as usize;
                Ok(entry)
            });
        let slices = slices.collect::<Result<Vec<_>, Unusable>>()?;
        let coded = match content {
            Content::Values => Codes::BYTES,
            Content::Distances | Content::Complete => 0,
        };
        let directory = coded as u64 + 2 * WORD as u64 * count as u64 + WORD as u64;
        let begin = length as u64 + directory;
        if begin > bytes {
            return Err(HeaderError::Truncated.into());
        }
        let mut sealed = vec![0; directory as usize];
        source.read_at(&mut sealed, length as u64)?;
        let (codes, words) = unseal(&sealed)?
            .split_at_checked(coded)
            .ok_or(HeaderError::Truncated)?;
        let codes = match content {
            Content::Values => Some(Codes::from_bytes(codes).map_err(|_| HeaderError::Truncated)?),
            Content::Distances | Content::Complete => None,
        };
        let mut offset = begin;
        let blocks = words.chunks_exact(2 * WORD).map(|words| {
            let word = |at: usize| {
                let bytes = words.get(at..).and_then(|rest| rest.first_chunk());
                bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
            };
            let block = Block {
                offset,
                length: word(0),
                checksum: word(WORD),
            };
            offset += u64::from(block.length);
            block
        });
        let blocks = blocks.collect();
        if offset != bytes {
            return Err(Unusable::Length {
                found: bytes,
                expected: offset,
            });
        }
        Ok(TableFile {
            path: path.to_owned(),
            source,
            slices,
            #[cfg(feature = "make")]
            label: header.label,
            codes,
            blocks,
            complained: AtomicBool::new(false),
            bytes,
        })
    }

    /// The slices.
    pub fn slices(&self) -> &[Entry] {
        &self.slices
    }

    /// What made it, if that is told.
    #[cfg(feature = "make")]
    pub(super) fn label(&self) -> Option<&Label> {
        self.label.as_ref()
    }

    /// Wins, draws and losses of all slices.
    pub fn counts(&self) -> [u64; 3] {
        self.slices
            .iter()
            .fold([0; 3], |[won, drawn, lost], entry| {
                let [more_won, more_drawn, more_lost] = entry.counts;
                [won + more_won, drawn + more_drawn, lost + more_lost]
            })
    }

    /// The longest win or loss, in plies; 0 where no distances are known.
    pub fn longest(&self) -> u16 {
        let longest = self.slices.iter().map(|entry| entry.longest);
        longest.max().unwrap_or(0)
    }

    /// Its length in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Tells once that it is damaged.
    pub(super) fn complain(&self, error: &TableFileError) {
        if !self.complained.swap(true, Ordering::Relaxed) {
            note(format_args!("kamen: {error}; the rest of the file is used"));
        }
    }

    /// Reads the bytes of a block.
    fn block(&self, number: usize) -> Result<Vec<u8>, Unusable> {
        let block = self.blocks.get(number).ok_or(HeaderError::Truncated)?;
        let mut bytes = vec![0; block.length as usize];
        self.source.read_at(&mut bytes, block.offset)?;
        let (found, expected) = (crc32fast::hash(&bytes), block.checksum);
        if found != expected {
            return Err(Unusable::Block {
                offset: block.offset,
                found,
                expected,
            });
        }
        Ok(bytes)
    }

    /// A block as it stands in the file.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    #[cfg(feature = "make")]
    pub(super) fn packed(&self, number: usize) -> Result<Vec<u8>, TableFileError> {
        self.named(self.block(number))
    }

    /// Reads all blocks and compares their checksums.
    ///
    /// # Errors
    /// If one cannot be read or is damaged.
    #[cfg(feature = "make")]
    pub(super) fn check_blocks(&self) -> Result<(), TableFileError> {
        let read = |number| self.block(number).map(drop);
        let checked = kamen_files::parallel::map(self.blocks.len(), &read);
        self.named(checked.into_iter().collect())
    }

    pub(super) fn damaged(&self, number: usize) -> Unusable {
        let block = self.blocks.get(number);
        Unusable::Block {
            offset: block.map_or(0, |block| block.offset),
            found: 0,
            expected: block.map_or(0, |block| block.checksum),
        }
    }

    fn named<T>(&self, result: Result<T, Unusable>) -> Result<T, TableFileError> {
        result.map_err(|why| TableFileError {
            path: self.path.clone(),
            why,
        })
    }

    /// Unpacks a block of values, four a byte.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub(super) fn values(
        &self,
        number: usize,
        values: &mut [u8; UNPACKED],
    ) -> Result<(), TableFileError> {
        let unpacked = self.block(number).and_then(|bytes| {
            let codes = self.codes.as_ref().ok_or(self.damaged(number))?;
            let unpacked = codes.unpack(&bytes, values);
            unpacked.map_err(|_| self.damaged(number))
        });
        self.named(unpacked)
    }

    /// Unpacks a block of distances.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub(super) fn distances(&self, number: usize) -> Result<Vec<u16>, TableFileError> {
        let unpacked = self.block(number).and_then(|bytes| {
            let bytes = zstd::bulk::decompress(&bytes, 2 * DISTANCES)?;
            let words = bytes.chunks_exact(2);
            Ok(words
                .map(|word| word.iter().rev().fold(0, |a, &b| a << 8 | u16::from(b)))
                .collect())
        });
        self.named(unpacked)
    }
}
