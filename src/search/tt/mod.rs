//! The transposition table.
//!
//! An entry is two atomic words, the first of them the key XOR the second, so that an entry torn between two
//! threads matches no key (Hyatt and Mann, *A lock-less transposition table implementation for parallel
//! search*, 2002): no locks, no unsafe code ([`slot`]). Four entries share a cache line; the shallowest is replaced,
//! entries of older searches first.

mod buckets;
mod memory;
mod slot;

use buckets::Buckets;
use kamen_core::board::{Key, Tag};
use kamen_core::score::Score;
use prefetch_index::prefetch_index;
use slot::{GENERATIONS, Slot};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use zerocopy::{FromBytes, IntoBytes};

/// How the score of an entry relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the true score.
    Exact = 3,
}

/// What the table stores of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// That of the best move, if one is known.
    pub tag: Option<Tag>,
    /// Score as seen from the position itself ([`Score::from_root`]).
    pub score: Score,
    /// Depth to which the position was searched, in plies.
    pub depth: u8,
    /// What the score says.
    pub bound: Bound,
}

#[derive(Debug, FromBytes, IntoBytes)]
#[repr(C, align(64))]
struct Bucket([Slot; 4]);

/// Results by position, shared between threads and searches.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Buckets,
    /// Searches since the table was last cleared; entries carry its lowest bits as their age.
    searches: AtomicU64,
    /// How often the table was cleared. An entry whose lowest bits differ is none.
    generation: AtomicU64,
}

impl TranspositionTable {
    /// A table of 2^`exponent` entries of 16 bytes (Scan's `tt-size`), at least 16; `None` if there is not enough memory.
    ///
    /// 64 MiB of it are resident when this returns. The rest follows on a thread of its own, and until then the table works
    /// as a smaller one.
    pub fn new(exponent: u32) -> Option<TranspositionTable> {
        let count = 1usize << exponent.clamp(4, 40).saturating_sub(2);
        Some(TranspositionTable {
            buckets: Buckets::new(count)?,
            searches: AtomicU64::new(0),
            generation: AtomicU64::new(0),
        })
    }

    /// The size of a table of 2^`exponent` entries.
    pub fn bytes(exponent: u32) -> u64 {
        (size_of::<Slot>() as u64) << exponent
    }

    /// Whether all of its memory is resident and in use.
    pub fn is_whole(&self) -> bool {
        self.buckets.are_whole()
    }

    /// Waits until [`TranspositionTable::is_whole`], or there is no more reason to.
    pub fn wait_until_whole(&self, is_stopped: impl Fn() -> bool) {
        while !self.is_whole() && !is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Forgets everything. Only the generation changes, so this takes no time however large the table is;
    /// the memory is zeroed when generations begin to repeat.
    pub fn clear(&self) {
        if self.searches.swap(0, Ordering::Relaxed) == 0 {
            return;
        }
        let cleared = self.generation.fetch_add(1, Ordering::Relaxed) + 1;
        if cleared.is_multiple_of(GENERATIONS) {
            self.buckets.zero();
        }
    }

    /// Begins a new search, before it stores anything: entries of older searches are replaced first.
    pub fn grow_older(&self) {
        self.searches.fetch_add(1, Ordering::Relaxed);
    }

    /// How full the table is of entries of the present search, in thousandths, by a look at a few hundred buckets.
    pub fn permille(&self) -> u32 {
        const SAMPLE: usize = 250;
        let buckets = self.buckets.in_use();
        let step = (buckets.len() / SAMPLE).max(1);
        let slots = || buckets.iter().step_by(step).flat_map(|bucket| &bucket.0);
        let stamp = self.stamp();
        let used = slots().filter(|slot| slot::is_of_search(slot, stamp));
        (used.count() * 1000 / slots().count().max(1)) as u32
    }

    /// The stamp of the entries of the present search.
    #[inline(always)]
    fn stamp(&self) -> u64 {
        let searches = self.searches.load(Ordering::Relaxed);
        slot::stamp(self.generation.load(Ordering::Relaxed), searches)
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &Bucket {
        &self.buckets.all()[self.buckets.index(key.0)]
    }

    /// Prefetches what [`TranspositionTable::probe`] will read.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: Key) {
        prefetch_index(self.buckets.all(), self.buckets.index(key.0));
    }

    /// The entry of a key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let generation = self.generation.load(Ordering::Relaxed);
        slot::find(&self.bucket(key).0, key, slot::stamp(generation, 0))
    }

    /// Stores an entry in place of the key's own, of one of an older search, or of the shallowest of its bucket.
    #[inline]
    pub fn store(&self, key: Key, entry: Entry) {
        debug_assert_ne!(
            self.searches.load(Ordering::Relaxed),
            0,
            "a search grows the table older first"
        );
        slot::put(&self.bucket(key).0, key, entry, self.stamp());
    }
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
                    tag: Tag::new(key as u16),
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
    fn only_entries_of_the_present_search_fill_the_table() {
        let table = TranspositionTable::new(12).unwrap();
        let entry = Entry {
            tag: None,
            score: Score(2),
            depth: 3,
            bound: Bound::Exact,
        };
        assert_eq!(table.permille(), 0);
        table.grow_older();
        // Every key has a bucket of its own: a slot of four.
        for number in 0..1 << 10 {
            table.store(Key(number << 54 | number), entry);
        }
        let full = table.permille();
        assert!((150..=250).contains(&full), "{full}");
        table.grow_older();
        assert_eq!(table.permille(), 0);
        table.clear();
        assert_eq!(table.permille(), 0);
    }

    #[test]
    fn a_table_is_emptied_every_time() {
        let table = TranspositionTable::new(10).unwrap();
        let entry = Entry {
            tag: Some(Tag::MIN),
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

    #[test]
    fn a_table_cleared_many_times_is_as_good_as_new() {
        let entry = |tag| Entry {
            tag: Tag::new(tag),
            score: Score(2),
            depth: 3,
            bound: Bound::Exact,
        };
        let table = TranspositionTable::new(4).unwrap();
        for round in 0..2 * GENERATIONS + 1 {
            table.grow_older();
            for tag in [1, 2, 3, 4, 5] {
                let key = Key((u64::from(tag) << 40) + round % 3);
                assert_eq!(table.probe(key), None, "{round}");
                table.store(key, entry(tag));
                assert_eq!(table.probe(key), Some(entry(tag)), "{round}");
            }
            table.clear();
        }
    }

    /// The system gives memory out when it is first written to, which must not be in a search.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_of_a_table_is_resident() {
        use std::os::unix::fs::FileExt;
        const PAGE: usize = 4096;
        // A word for each page; the highest bit says that it is present.
        let pages = std::fs::File::open("/proc/self/pagemap").unwrap();
        for exponent in [8, 16, 20, 22, 24] {
            let table = TranspositionTable::new(exponent).unwrap();
            table.clear();
            if exponent > 22 {
                table.wait_until_whole(|| false);
            }
            let first = table.buckets.all().as_ptr().addr();
            let count = (TranspositionTable::bytes(exponent) as usize).div_ceil(PAGE);
            let mut words = vec![[0; 8]; count];
            pages
                .read_exact_at(words.as_flattened_mut(), (first / PAGE * 8) as u64)
                .unwrap();
            let absent = words.iter().filter(|word| word[7] >> 7 == 0).count();
            assert_eq!(absent, 0, "of {count} pages, tt-size {exponent}");
        }
    }
}
