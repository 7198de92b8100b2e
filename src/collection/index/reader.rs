//! Reads an index. Begin with [`Index`].

use super::block;
use super::games::{BYTES, CHUNK};
use super::segment::{CHECKSUM, FIXED, Head, LISTED, MAGIC, Part};
use super::source::Source;
use super::{FORMAT, Header, IndexError, Indexed};
use kamen_core::rules::Variant;
use kamen_files::header::{HeaderError, fill, unseal};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A segment, and where it is.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) head: Head,
    /// Where its games begin.
    body: u64,
    /// The games of the segments before it.
    games_before: u64,
    /// First keys of the blocks, and where these begin behind the games; read when they are first asked for.
    directory: Option<Vec<(u64, u32)>>,
    /// The games by chunks, read when they are first asked for.
    games: Vec<Option<Vec<Indexed>>>,
}

/// What a file has.
pub(super) struct Found {
    /// Bytes of the header; 0 if it is the beginning of one.
    pub(super) header: u64,
    pub(super) segments: Vec<Segment>,
    /// Where the last whole segment ends.
    pub(super) end: u64,
}

/// Reads the header and the heads of all segments.
pub(super) fn scan(
    path: &Path,
    file: &mut (impl Read + Seek),
    length: u64,
) -> Result<Found, IndexError> {
    let failed = |error| IndexError::Io {
        path: path.to_owned(),
        error,
    };
    let mut found = Found {
        header: 0,
        segments: Vec::new(),
        end: 0,
    };
    match FORMAT.read_sealed::<Header>(&mut BufReader::new(&mut *file)) {
        Ok((_, header)) => found.header = header as u64,
        Err(HeaderError::Truncated) => return Ok(found),
        Err(HeaderError::Io(error)) => return Err(failed(error)),
        Err(error) => {
            let path = path.to_owned();
            return Err(IndexError::Header { path, error });
        }
    }
    let mut at = found.header;
    let mut games_before = 0;
    while at < length {
        let damaged = |part| IndexError::Damaged {
            path: path.to_owned(),
            part,
            at,
        };
        file.seek(SeekFrom::Start(at)).map_err(failed)?;
        let mut fixed = Vec::new();
        if fill(file, &mut fixed, FIXED).map_err(failed)? < FIXED {
            break;
        }
        let fixed = unseal(&fixed).ok();
        let size = fixed.and_then(|bytes| bytes.strip_prefix(&MAGIC)?.try_into().ok());
        let size = size
            .map(u32::from_le_bytes)
            .ok_or_else(|| damaged("segment"))?;
        let size = size as usize + CHECKSUM;
        let body = at + (FIXED + size) as u64;
        if body > length {
            break;
        }
        let mut text = Vec::new();
        fill(file, &mut text, size).map_err(failed)?;
        let text = unseal(&text).map_err(|_| damaged("segment"))?;
        let head: Head = serde_json::from_slice(text).map_err(|_| damaged("segment"))?;
        let end = body + head.body_bytes();
        if end > length {
            break;
        }
        let games = head.games();
        let chunks = games.div_ceil(CHUNK as u64) as usize;
        found.segments.push(Segment {
            head,
            body,
            games_before,
            directory: None,
            games: vec![None; chunks],
        });
        games_before += games;
        at = end;
    }
    found.end = at;
    Ok(found)
}

/// A game and a ply of it that have a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The number of the game in the index, from 0.
    pub game: u64,
    /// The ply before which it has the position, from 0.
    pub ply: u32,
}

/// An index of collections.
#[derive(Debug)]
pub struct Index {
    path: PathBuf,
    file: File,
    segments: Vec<Segment>,
    /// Whether it ends with its last segment.
    is_whole: bool,
}

impl Index {
    /// Whether a file is an index, of whatever version.
    pub fn is_at(path: &Path) -> bool {
        let mut start = [0; FORMAT.magic.len()];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == FORMAT.magic
    }

    /// Opens an index. What a writer has not written whole is left out.
    ///
    /// # Errors
    /// It cannot be read, is no index or one of another version, or is damaged.
    pub fn open(path: &Path) -> Result<Index, IndexError> {
        let failed = |error| IndexError::Io {
            path: path.to_owned(),
            error,
        };
        let mut file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let found = scan(path, &mut file, length)?;
        if found.header == 0 {
            let path = path.to_owned();
            let error = HeaderError::Truncated;
            return Err(IndexError::Header { path, error });
        }
        Ok(Index {
            path: path.to_owned(),
            file,
            segments: found.segments,
            is_whole: found.end == length,
        })
    }

    /// Games.
    pub fn games(&self) -> u64 {
        self.segments
            .iter()
            .map(|segment| segment.head.games())
            .sum()
    }

    /// Positions, each once for every game and ply that has it.
    pub fn positions(&self) -> u64 {
        self.segments
            .iter()
            .map(|segment| segment.head.positions)
            .sum()
    }

    /// Whether all of it could be read: not if its writer was interrupted, or it was cut off.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The variants of its games.
    pub fn variants(&self) -> BTreeSet<Variant> {
        let heads = self.segments.iter().map(|segment| &segment.head);
        heads
            .flat_map(|head| head.variants.iter().copied())
            .collect()
    }

    /// The parts of files whose games it has, in their order.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.segments.iter().flat_map(|segment| &segment.head.parts)
    }

    /// Where a file of games is.
    pub fn locate(&self, source: &Source) -> PathBuf {
        source.at(&self.path)
    }

    /// Checks that a file of games is what it was.
    ///
    /// # Errors
    /// It has changed, or cannot be read.
    pub fn check(&self, known: &Source) -> Result<(), IndexError> {
        let path = self.locate(known);
        let failed = |error| IndexError::Source {
            source_path: path.clone(),
            error,
        };
        match known.is_unchanged(&path).map_err(failed)? {
            true => Ok(()),
            false => Err(IndexError::Changed {
                path: self.path.clone(),
                source_path: path.clone(),
            }),
        }
    }

    /// Where a position with this key is, by ascending games and plies.
    ///
    /// # Errors
    /// The index cannot be read, or is damaged.
    pub fn find(&mut self, key: u64) -> Result<Vec<Occurrence>, IndexError> {
        let wanted = block::kept(key);
        let mut found = Vec::new();
        for number in 0..self.segments.len() {
            self.read_directory(number)?;
            let segment = &self.segments[number];
            let directory = segment.directory.as_deref().unwrap_or_default();
            // A key may go on through several blocks; the first of them may begin with another.
            let first = directory
                .partition_point(|&(first, _)| first < wanted)
                .saturating_sub(1);
            let of_key = directory.iter().enumerate().skip(first);
            let blocks: Vec<(usize, u64)> = of_key
                .take_while(|(_, (first, _))| *first <= wanted)
                .map(|(block, &(first, _))| (block, first))
                .collect();
            for (block, first) in blocks {
                let (at, bytes) = self.block(number, block)?;
                let here =
                    block::find(&bytes, first, wanted).ok_or_else(|| self.damaged("block", at))?;
                let before = self.segments[number].games_before;
                found.extend(here.into_iter().map(|(game, ply)| Occurrence {
                    game: before + u64::from(game),
                    ply,
                }));
            }
        }
        Ok(found)
    }

    /// A game by its number in the index, and the file that it is from.
    ///
    /// # Errors
    /// The index cannot be read, or is damaged, or has no such game.
    pub fn game(&mut self, number: u64) -> Result<(Indexed, &Source), IndexError> {
        let segment = self
            .segments
            .partition_point(|segment| segment.games_before <= number);
        let missing = || self.damaged("list of segments", 0);
        let place = segment.checked_sub(1).ok_or_else(missing)?;
        let inside = (number - self.segments[place].games_before) as usize;
        let (chunk, rest) = (inside / CHUNK, inside % CHUNK);
        if self.segments[place]
            .games
            .get(chunk)
            .is_none_or(Option::is_none)
        {
            let games = self.read_games(place, chunk)?;
            if let Some(slot) = self.segments[place].games.get_mut(chunk) {
                *slot = Some(games);
            }
        }
        let segment = &self.segments[place];
        let games = segment.games.get(chunk).and_then(Option::as_ref);
        let game = games.and_then(|games| games.get(rest)).copied();
        let mut left = inside as u64;
        let of_part = |part: &&Part| {
            let is_here = left < u64::from(part.games);
            left = left.saturating_sub(u64::from(part.games));
            is_here
        };
        match (game, segment.head.parts.iter().find(of_part)) {
            (Some(game), Some(part)) => Ok((game, &part.source)),
            _ => Err(self.damaged("list of games", segment.body)),
        }
    }

    fn damaged(&self, part: &'static str, at: u64) -> IndexError {
        IndexError::Damaged {
            path: self.path.clone(),
            part,
            at,
        }
    }

    /// Reads bytes that their checksum follows, which is one of them.
    fn read(&mut self, part: &'static str, at: u64, length: usize) -> Result<Vec<u8>, IndexError> {
        let mut bytes = Vec::new();
        let read = (self.file.seek(SeekFrom::Start(at)))
            .and_then(|_| fill(&mut self.file, &mut bytes, length));
        read.map_err(|error| IndexError::Io {
            path: self.path.clone(),
            error,
        })?;
        match unseal(&bytes) {
            Ok(content) => {
                let length = content.len();
                bytes.truncate(length);
                Ok(bytes)
            }
            Err(_) => Err(self.damaged(part, at)),
        }
    }

    fn read_directory(&mut self, number: usize) -> Result<(), IndexError> {
        let segment = &self.segments[number];
        if segment.directory.is_some() {
            return Ok(());
        }
        let at = segment.body + segment.head.game_bytes();
        let length = segment.head.directory_bytes() as usize;
        let bytes = self.read("directory", at, length)?;
        let (listed, _) = bytes.as_chunks::<LISTED>();
        let entry = |&[k0, k1, k2, k3, k4, k5, k6, k7, a0, a1, a2, a3]: &[u8; LISTED]| {
            let key = u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]);
            (key, u32::from_le_bytes([a0, a1, a2, a3]))
        };
        self.segments[number].directory = Some(listed.iter().map(entry).collect());
        Ok(())
    }

    /// A block, and where it begins.
    fn block(&mut self, number: usize, block: usize) -> Result<(u64, Vec<u8>), IndexError> {
        let segment = &self.segments[number];
        let directory = segment.directory.as_deref().unwrap_or_default();
        let start = directory.get(block).map_or(0, |&(_, start)| start);
        let end = directory
            .get(block + 1)
            .map_or(segment.head.block_bytes, |&(_, end)| end);
        let blocks = segment.body + segment.head.game_bytes() + segment.head.directory_bytes();
        let at = blocks + u64::from(start);
        let bytes = self.read("block", at, end.saturating_sub(start) as usize)?;
        Ok((at, bytes))
    }

    fn read_games(&mut self, number: usize, chunk: usize) -> Result<Vec<Indexed>, IndexError> {
        let segment = &self.segments[number];
        let games = (segment.head.games() as usize)
            .saturating_sub(chunk * CHUNK)
            .min(CHUNK);
        let at = segment.body + (chunk * (CHUNK * BYTES + CHECKSUM)) as u64;
        let bytes = self.read("list of games", at, games * BYTES + CHECKSUM)?;
        let variants = &self.segments[number].head.variants;
        let (records, _) = bytes.as_chunks::<BYTES>();
        let games: Option<Vec<Indexed>> = records
            .iter()
            .map(|bytes| Indexed::read(bytes, variants))
            .collect();
        games.ok_or_else(|| self.damaged("list of games", at))
    }
}
