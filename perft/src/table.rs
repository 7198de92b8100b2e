//! The transposition table of perft, shared by all threads.
//!
//! The hash key only selects the bucket. An entry holds the whole position and the depth, and both
//! are compared, so positions with equal keys are never confused. Each bucket has its own lock,
//! almost never contended.

use kamen_core::rules::{Position, Rules};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A table of counts by position and depth.
#[derive(Debug)]
pub(super) struct CountTable<R: Rules> {
    buckets: Vec<Mutex<Bucket<R>>>,
}

/// Two entries: one kept by work, one always replaced.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket<R: Rules> {
    deep: Entry<R>,
    last: Entry<R>,
}

/// An entry. The count is in two words to avoid 16-byte alignment; depth 0 marks an empty entry.
#[derive(Clone, Copy, Debug, Default)]
struct Entry<R: Rules> {
    position: Position<R>,
    depth: u8,
    nodes: [u64; 2],
}

impl<R: Rules> CountTable<R> {
    /// Allocates a table of `megabytes` MiB; `None` if out of memory.
    pub(super) fn new(megabytes: usize) -> Option<CountTable<R>> {
        let len = megabytes.checked_mul(1 << 20)? / size_of::<Mutex<Bucket<R>>>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len.max(1)).ok()?;
        buckets.resize_with(len.max(1), Mutex::default);
        Some(CountTable { buckets })
    }

    /// The count of a position, if stored.
    pub(super) fn get(&self, position: &Position<R>, depth: u32) -> Option<u128> {
        let bucket = self.bucket(position, depth);
        let known = |e: &&Entry<R>| u32::from(e.depth) == depth && e.position == *position;
        let entry = [&bucket.deep, &bucket.last].into_iter().find(known)?;
        Some(u128::from(entry.nodes[1]) << 64 | u128::from(entry.nodes[0]))
    }

    /// Stores a count, replacing one that took less work or an older one.
    pub(super) fn put(&self, position: &Position<R>, depth: u32, nodes: u128) {
        let Ok(short) = u8::try_from(depth) else {
            return;
        };
        let entry = Entry {
            position: *position,
            depth: short,
            nodes: [nodes as u64, (nodes >> 64) as u64],
        };
        let mut bucket = self.bucket(position, depth);
        if short >= bucket.deep.depth {
            bucket.last = bucket.deep;
            bucket.deep = entry;
        } else {
            bucket.last = entry;
        }
    }

    /// The bucket of a position and depth.
    fn bucket(&self, position: &Position<R>, depth: u32) -> MutexGuard<'_, Bucket<R>> {
        let key = position.key().with(u64::from(depth)).0;
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        // No code that holds the lock can panic.
        let lock = self.buckets[index as usize].lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::geometry::Bits;
    use kamen_core::rules::{Canadian, Czech, Frisian, KingMoves, Variant};

    #[test]
    fn a_bucket_is_two_cache_lines_at_most() {
        assert!(size_of::<Mutex<Bucket<Czech>>>() <= 128);
        assert!(size_of::<Mutex<Bucket<Frisian>>>() <= 128);
        assert!(size_of::<Mutex<Bucket<Canadian>>>() <= 208);
    }

    #[test]
    fn nothing_but_the_same_position_at_the_same_depth_is_found() {
        let table = CountTable::<Frisian> {
            buckets: vec![Mutex::default()],
        };
        let variant = Variant::Frisian;
        let position = kamen_core::game::typed::<Frisian>(variant, "W:W40,K48:B20,K3");
        let [turned, counted] = [
            Position {
                turn: !position.turn,
                ..position
            },
            Position {
                king_moves: position.king_moves.with_count(
                    position.turn,
                    position.board.kings(position.turn).lowest(),
                    1,
                ),
                ..position
            },
        ];
        assert_eq!(table.get(&position, 3), None);
        table.put(&position, 3, 1 << 100 | 7);
        assert_eq!(table.get(&position, 3), Some(1 << 100 | 7));
        for (other, depth) in [(position, 4), (turned, 3), (counted, 3)] {
            assert_eq!(table.get(&other, depth), None, "{other:?}");
        }
        table.put(&turned, 3, 2);
        table.put(&counted, 2, 1);
        assert_eq!(table.get(&position, 3), None, "replaced");
        assert_eq!(table.get(&turned, 3), Some(2));
        assert_eq!(table.get(&counted, 2), Some(1));
    }
}
