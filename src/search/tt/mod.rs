//! The transposition table.
//!
//! Entries are two atomic words, the first the key exclusive-or the second, so that an entry torn
//! between two threads does not match any key (Hyatt and Mann, *A lock-less transposition table
//! implementation for parallel search*, 2002). No locks and no unsafe code. Four entries share a
//! cache line, and the one that is replaced is the least deep, entries of older searches first.

mod memory;

use crate::board::Key;
use crate::score::Score;
use crate::util::processors;
use memory::Memory;
use prefetch_index::prefetch_index;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use zerocopy::{FromBytes, IntoBytes};

/// What the score of an entry says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At most the score.
    Upper = 1,
    /// At least the score.
    Lower = 2,
    /// The score.
    Exact = 3,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// [`crate::board::Move::tag`] of the best move; 0 for none.
    pub tag: u16,
    /// Score from the position itself ([`Score::from_root`]).
    pub score: Score,
    /// Depth that was searched, in plies.
    pub depth: u8,
    /// What the score is.
    pub bound: Bound,
}

#[derive(Debug, FromBytes, IntoBytes)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, FromBytes, IntoBytes)]
#[repr(C, align(64))]
struct Bucket([Slot; 4]);

impl Bucket {
    fn clear(&self) {
        for slot in &self.0 {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
    }
}

/// Remembers positions; shared between searches and threads.
#[derive(Debug)]
pub struct TranspositionTable {
    memory: Memory,
    /// Searches since it was empty; the age of entries is the last of its bits.
    searches: AtomicU64,
}

const AGE_MASK: u64 = 63;

impl TranspositionTable {
    /// A table of 2^`exponent` entries of 16 bytes (Scan's `tt-size`), at least 16; `None` if there
    /// is no memory for it.
    pub fn new(exponent: u32) -> Option<TranspositionTable> {
        let count = 1usize << exponent.clamp(4, 40).saturating_sub(2);
        Some(TranspositionTable {
            memory: Memory::new(count)?,
            searches: AtomicU64::new(0),
        })
    }

    /// The size of a table of 2^`exponent` entries.
    pub fn bytes(exponent: u32) -> u64 {
        (size_of::<Slot>() as u64) << exponent
    }

    /// Forgets everything, on all processors. One that is empty stays untouched, for the first touch of
    /// its memory may take longer than a move has.
    pub fn clear(&self) {
        if self.searches.swap(0, Ordering::Relaxed) == 0 {
            return;
        }
        let buckets = self.memory.buckets();
        // Below this a thread takes longer to start than to clear its part.
        const LEAST: usize = 1 << 14;
        let part = buckets.len().div_ceil(processors()).max(LEAST);
        thread::scope(|scope| {
            for part in buckets.chunks(part) {
                scope.spawn(move || part.iter().for_each(Bucket::clear));
            }
        });
    }

    /// A new search begins, before anything of it is stored: what older ones left is replaced first.
    pub fn grow_older(&self) {
        self.searches.fetch_add(1, Ordering::Relaxed);
    }

    #[inline(always)]
    fn age(&self) -> u8 {
        let searches = self.searches.load(Ordering::Relaxed);
        debug_assert_ne!(searches, 0, "a search grows the table older first");
        (searches & AGE_MASK) as u8
    }

    #[inline(always)]
    fn index(&self, key: Key) -> usize {
        key.0 as usize & (self.memory.buckets().len() - 1)
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &Bucket {
        &self.memory.buckets()[self.index(key)]
    }

    /// Fetches from distant memory what [`TranspositionTable::probe`] will look at.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: Key) {
        prefetch_index(self.memory.buckets(), self.index(key));
    }

    /// What is remembered under a key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let found = slot.check.load(Ordering::Relaxed) ^ data == key.0;
            if found { unpack(data) } else { None }
        })
    }

    /// Remembers an entry, in place of an older one, or of the least deep of its bucket.
    #[inline]
    pub fn store(&self, key: Key, entry: Entry) {
        let age = self.age();
        let mut place = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        let mut entry = entry;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key.0 {
                if entry.tag == 0 {
                    entry.tag = data as u16;
                }
                place = slot;
                break;
            }
            let old = u8::from((data >> 42 & AGE_MASK) as u8 != age);
            let worth = i32::from((data >> 32) as u8) - 256 * i32::from(old);
            if worth < least {
                least = worth;
                place = slot;
            }
        }
        let data = pack(entry, age);
        place.check.store(key.0 ^ data, Ordering::Relaxed);
        place.data.store(data, Ordering::Relaxed);
    }
}

/// Bits from the lowest: tag 16, score 16, depth 8, bound 2, age 6.
#[inline(always)]
fn pack(entry: Entry, age: u8) -> u64 {
    u64::from(entry.tag)
        | u64::from(entry.score.0 as u16) << 16
        | u64::from(entry.depth) << 32
        | (entry.bound as u64) << 40
        | u64::from(age) << 42
}

#[inline(always)]
fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 40 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        tag: data as u16,
        score: Score(i32::from((data >> 16) as u16 as i16)),
        depth: (data >> 32) as u8,
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn only_what_was_stored_under_a_key_is_found(
            keys in prop::collection::vec(0u64..400, 1..300),
            scores in prop::collection::vec(-10_000i32..=10_000, 300),
        ) {
            let table = TranspositionTable::new(6).unwrap();
            table.grow_older();
            let mut last = std::collections::HashMap::new();
            for (&key, &score) in keys.iter().zip(&scores) {
                let entry = Entry {
                    tag: key as u16 + 1,
                    score: Score(score),
                    depth: (key % 50) as u8,
                    bound: [Bound::Upper, Bound::Lower, Bound::Exact][key as usize % 3],
                };
                // The low bits choose the bucket: spread the keys as a hash would.
                table.store(Key(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)), entry);
                last.insert(key, entry);
            }
            for key in 0..400u64 {
                let found = table.probe(Key(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
                if let Some(found) = found {
                    prop_assert_eq!(Some(&found), last.get(&key));
                }
            }
            let newest = keys[keys.len() - 1];
            prop_assert!(table.probe(Key(newest.wrapping_mul(0x9e37_79b9_7f4a_7c15))).is_some());
            table.clear();
            prop_assert!(table.probe(Key(newest.wrapping_mul(0x9e37_79b9_7f4a_7c15))).is_none());
        }
    }

    #[test]
    fn a_table_is_emptied_every_time() {
        let table = TranspositionTable::new(10).unwrap();
        let entry = Entry {
            tag: 1,
            score: Score(2),
            depth: 3,
            bound: Bound::Exact,
        };
        for _ in 0..3 {
            table.clear();
            table.grow_older();
            assert_eq!(table.probe(Key(7)), None);
            table.store(Key(7), entry);
            assert_eq!(table.probe(Key(7)), Some(entry));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_empty_table_takes_no_memory_before_it_is_used() {
        const PAGE: u64 = 4096;
        let resident = || {
            let sizes = std::fs::read_to_string("/proc/self/statm").unwrap();
            sizes.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * PAGE
        };
        let exponent = 26;
        let before = resident();
        let table = TranspositionTable::new(exponent).unwrap();
        table.clear();
        // Half of it, for other tests run beside this one.
        assert!(resident() < before + TranspositionTable::bytes(exponent) / 2);
    }
}
