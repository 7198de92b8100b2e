//! Segments of an index: what each is made of. Begin with [`Head`].

use super::block::{self, Entry};
use super::games::{BYTES, CHUNK, Indexed};
use super::source::Source;
use kamen_core::rules::Variant;
use kamen_files::header::seal;
use serde::{Deserialize, Serialize};

/// What a segment begins with.
pub(super) const MAGIC: [u8; 4] = *b"KSEG";
/// Bytes before the head: the magic, the length of the head (4), the checksum of both (4).
pub(super) const FIXED: usize = 12;
/// Bytes of a checksum.
pub(super) const CHECKSUM: usize = 4;
/// Bytes of a block in the directory: its first key (8), where it begins behind the games (4).
pub(super) const LISTED: usize = 12;

/// The games of a file that a segment has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The file.
    pub source: Source,
    /// Its games up to this number, from 1, are in this segment and those before it, but for those left out.
    pub last: u32,
    /// Whether that is all of them.
    pub is_whole: bool,
    /// How many of them are in this segment.
    pub games: u32,
}

/// The head of a segment, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// Where the games are from, in their order.
    pub(super) parts: Vec<Part>,
    /// The variants that games name by their places.
    pub(super) variants: Vec<Variant>,
    /// Positions, each once for every game and ply that has it.
    pub(super) positions: u64,
    /// Bytes of all blocks with their checksums.
    pub(super) block_bytes: u32,
    pub(super) blocks: u32,
}

impl Head {
    pub(super) fn games(&self) -> u64 {
        self.parts.iter().map(|part| u64::from(part.games)).sum()
    }

    /// Bytes of the games with their checksums.
    pub(super) fn game_bytes(&self) -> u64 {
        let games = self.games();
        games * BYTES as u64 + games.div_ceil(CHUNK as u64) * CHECKSUM as u64
    }

    /// Bytes of the directory with its checksum.
    pub(super) fn directory_bytes(&self) -> u64 {
        u64::from(self.blocks) * LISTED as u64 + CHECKSUM as u64
    }

    /// Bytes behind the head.
    pub(super) fn body_bytes(&self) -> u64 {
        self.game_bytes() + self.directory_bytes() + u64::from(self.block_bytes)
    }
}

/// A segment that is being made.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) parts: Vec<Part>,
    variants: Vec<Variant>,
    games: Vec<u8>,
    /// Games so far.
    count: u32,
    entries: Vec<Entry>,
}

impl Draft {
    /// Positions so far.
    pub(super) fn positions(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is nothing to be written.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a game of the last part.
    pub(super) fn add(&mut self, game: &Indexed, keys: &[u64]) {
        let known = self
            .variants
            .iter()
            .position(|&variant| variant == game.facts.variant);
        let variant = known.unwrap_or_else(|| {
            self.variants.push(game.facts.variant);
            self.variants.len() - 1
        });
        game.write(variant as u8, &mut self.games);
        if (self.count as usize + 1).is_multiple_of(CHUNK) {
            self.seal_games();
        }
        let entry = |(ply, key): (usize, &u64)| Entry {
            key: block::kept(*key),
            game: self.count,
            ply: ply as u32,
        };
        self.entries.extend(keys.iter().enumerate().map(entry));
        self.count += 1;
        if let Some(part) = self.parts.last_mut() {
            part.games += 1;
        }
    }

    /// Adds the checksum of the last chunk.
    fn seal_games(&mut self) {
        let chunk = CHUNK * BYTES + CHECKSUM;
        let start = self.games.len() / chunk * chunk;
        let checksum = crc32fast::hash(self.games.get(start..).unwrap_or_default());
        self.games.extend(checksum.to_le_bytes());
    }

    /// The bytes of the segment; the draft is empty after it.
    pub(super) fn take(&mut self) -> Result<Vec<u8>, serde_json::Error> {
        if !(self.count as usize).is_multiple_of(CHUNK) {
            self.seal_games();
        }
        self.entries.sort_unstable();
        let (mut blocks, mut directory) = (Vec::new(), Vec::new());
        for entries in self.entries.chunks(block::MOST) {
            let Some(first) = entries.first() else {
                continue;
            };
            directory.extend(first.key.to_le_bytes());
            directory.extend((blocks.len() as u32).to_le_bytes());
            let mut block = block::encode(entries);
            seal(&mut block);
            blocks.extend(block);
        }
        let count = directory.len() / LISTED;
        seal(&mut directory);
        let head = Head {
            parts: std::mem::take(&mut self.parts),
            variants: std::mem::take(&mut self.variants),
            positions: self.entries.len() as u64,
            block_bytes: blocks.len() as u32,
            blocks: count as u32,
        };
        let mut text = serde_json::to_vec(&head)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend((text.len() as u32).to_le_bytes());
        seal(&mut bytes);
        seal(&mut text);
        bytes.extend(text);
        bytes.append(&mut self.games);
        bytes.extend(directory);
        bytes.extend(blocks);
        self.entries.clear();
        self.count = 0;
        Ok(bytes)
    }
}
