//! Blocks of positions. See [`encode`].

use super::{put_varint, take_varint};

/// A position of a game: the upper bits of its key, the game by its number in the segment, the ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) game: u32,
    pub(super) ply: u32,
}

/// Bits of a key that are left out: 56 stay.
const LEFT_OUT: u32 = 8;

/// What an index keeps of a key.
pub(super) fn kept(key: u64) -> u64 {
    key >> LEFT_OUT
}

/// The most entries of a block.
pub(super) const MOST: usize = 1024;

/// Writes entries, which are sorted: for each key its distance from the one before it (from the first of the block for the first, so 0),
/// the number of its games and plies, then for each of those the distance from the game before it (of the first, its number) and the ply.
pub(super) fn encode(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(10 * entries.len());
    let mut last = entries.first().map_or(0, |entry| entry.key);
    for same in entries.chunk_by(|one, next| one.key == next.key) {
        let key = same.first().map_or(last, |entry| entry.key);
        put_varint(&mut bytes, key - last);
        put_varint(&mut bytes, same.len() as u64);
        last = key;
        let mut game = 0;
        for entry in same {
            put_varint(&mut bytes, u64::from(entry.game - game));
            put_varint(&mut bytes, u64::from(entry.ply));
            game = entry.game;
        }
    }
    bytes
}

/// The games and plies of a key in a block whose first key is `first`; `None` if the block is not one that [`encode`] wrote.
pub(super) fn find(mut bytes: &[u8], first: u64, wanted: u64) -> Option<Vec<(u32, u32)>> {
    let (mut key, mut found) = (first, Vec::new());
    while !bytes.is_empty() {
        key = key.checked_add(take_varint(&mut bytes)?)?;
        let count = take_varint(&mut bytes)?;
        if key > wanted {
            return Some(found);
        }
        let mut game = 0_u32;
        for _ in 0..count {
            game = game.checked_add(take_varint(&mut bytes)?.try_into().ok()?)?;
            let ply = take_varint(&mut bytes)?.try_into().ok()?;
            if key == wanted {
                found.push((game, ply));
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_found() {
        let mut entries: Vec<Entry> = (0..800_u32)
            .map(|n| Entry {
                key: u64::from(n.wrapping_mul(2_654_435_761) % 97) << 40 | 5,
                game: n / 7 * 1000,
                ply: n % 300,
            })
            .collect();
        entries.sort_unstable();
        let bytes = encode(&entries);
        let first = entries[0].key;
        for key in (0..100).map(|n| n << 40 | 5) {
            let of_key = entries.iter().filter(|entry| entry.key == key);
            let expected: Vec<_> = of_key.map(|entry| (entry.game, entry.ply)).collect();
            assert_eq!(find(&bytes, first, key), Some(expected));
        }
        assert_eq!(find(&bytes, first, 6), Some(Vec::new()));
        assert_eq!(find(&bytes[..bytes.len() - 1], first, u64::MAX), None);
        assert_eq!(find(&[0xff; 20], first, u64::MAX), None);
    }
}
