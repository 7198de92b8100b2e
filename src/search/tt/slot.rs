//! The entries of a bucket in memory, as threads read and write them without a lock.
//!
//! An entry is two words, the first of them the key XOR the second. Each is read and written at once, but not both: while one
//! thread writes, others may see a word of it beside a word of another entry. Such a torn entry is found under no key but one, the key
//! XOR the second words of both entries, which for hash keys is as unlikely as two positions with one key. The next store of either
//! position mends it.

use super::{Bound, Entry};
use kamen_core::board::{Key, Tag};
use kamen_core::score::Score;
use std::sync::atomic::{AtomicU64, Ordering};

/// A word that threads share.
pub(super) trait Word {
    fn get(&self) -> u64;
    fn set(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// The words of an entry: the check, which is the key XOR the data, and the data.
pub(super) type Slot<W = AtomicU64> = [W; 2];

const AGE_BITS: u32 = 6;
const AGE_MASK: u64 = (1 << AGE_BITS) - 1;
const AGE_SHIFT: u32 = 42;
const GENERATION_SHIFT: u32 = AGE_SHIFT + AGE_BITS;
/// How many generations there are before they repeat.
pub(super) const GENERATIONS: u64 = 1 << (u64::BITS - GENERATION_SHIFT);

/// Generation and age of an entry, where [`pack`] puts them: the lowest bits of how often the table was cleared, and how often
/// it was searched since.
#[inline(always)]
pub(super) fn stamp(generation: u64, searches: u64) -> u64 {
    generation << GENERATION_SHIFT | (searches & AGE_MASK) << AGE_SHIFT
}

/// The entry of a key among those of a generation.
#[inline(always)]
pub(super) fn find<W: Word>(slots: &[Slot<W>], key: Key, stamp: u64) -> Option<Entry> {
    slots.iter().find_map(|[check, data]| {
        let data = data.get();
        let found = check.get() ^ data == key.0;
        if found && is_of(data, stamp) {
            unpack(data)
        } else {
            None
        }
    })
}

/// Stores an entry in place of the key's own, of one of an older search, or of the shallowest.
#[inline(always)]
pub(super) fn put<W: Word>(slots: &[Slot<W>], key: Key, mut entry: Entry, stamp: u64) {
    let mut place = &slots[0];
    let mut least = i32::MAX;
    for slot in slots {
        let [check, data] = slot;
        let data = data.get();
        let data = if is_of(data, stamp) { data } else { 0 };
        if check.get() ^ data == key.0 {
            entry.tag = entry.tag.or(tag_of(data));
            place = slot;
            break;
        }
        let is_old = (data ^ stamp) >> AGE_SHIFT & AGE_MASK != 0;
        let worth = i32::from((data >> 32) as u8) - 256 * i32::from(is_old);
        if worth < least {
            least = worth;
            place = slot;
        }
    }
    let new = pack(entry) | stamp;
    let [check, data] = place;
    check.set(key.0 ^ new);
    data.set(new);
}

/// Whether a slot has an entry of the search of a stamp.
pub(super) fn is_of_search<W: Word>([_, data]: &Slot<W>, stamp: u64) -> bool {
    let data = data.get();
    unpack(data).is_some() && (data ^ stamp) >> AGE_SHIFT == 0
}

/// Whether the data and the stamp are of one generation.
#[inline(always)]
fn is_of(data: u64, stamp: u64) -> bool {
    (data ^ stamp) >> GENERATION_SHIFT == 0
}

/// Bits from the lowest: tag 16, score 16, depth 8, bound 2; the stamp, age 6 and generation 16, is added.
#[inline(always)]
fn pack(entry: Entry) -> u64 {
    u64::from(entry.tag.map_or(0, Tag::get))
        | u64::from(entry.score.0 as u16) << 16
        | u64::from(entry.depth) << 32
        | (entry.bound as u64) << 40
}

#[inline(always)]
fn tag_of(data: u64) -> Option<Tag> {
    Tag::new(data as u16)
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
        tag: tag_of(data),
        score: Score(i32::from((data >> 16) as u16 as i16)),
        depth: (data >> 32) as u8,
        bound,
    })
}

/// The orders in which threads can read and write the words of entries, with at most two switches in the midst of an access, and every
/// old value that they may still see.
#[cfg(test)]
mod tests {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;
    use std::collections::BTreeSet;
    use std::sync::Mutex;

    impl Word for loom::sync::atomic::AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn set(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }
    }

    type Slots<const N: usize> = Arc<[Slot<loom::sync::atomic::AtomicU64>; N]>;

    const STAMP: u64 = 5 << GENERATION_SHIFT | 1 << AGE_SHIFT;
    const KEYS: [Key; 2] = [Key(0x0123_4567_89ab_cdef), Key(0xfedc_ba98_7654_3210)];

    fn slots<const N: usize>() -> Slots<N> {
        Arc::new(std::array::from_fn(|_| {
            [(); 2].map(|()| loom::sync::atomic::AtomicU64::new(0))
        }))
    }

    fn entry(number: u8) -> Entry {
        Entry {
            tag: Tag::new(u16::from(number) << 8 | 1),
            score: Score(-300 * i32::from(number)),
            depth: 7 * number,
            bound: [Bound::Lower, Bound::Exact][usize::from(number) % 2],
        }
    }

    /// What is found of an entry: its number, or none.
    fn number(found: Option<Entry>) -> Option<u8> {
        let found = found?;
        let known = (1..=2).find(|number| entry(*number) == found);
        Some(known.unwrap_or_else(|| panic!("{found:?} was never stored")))
    }

    /// Threads store an entry of a number under a key each, in every order, while another one looks for `sought`. Returns which
    /// numbers it may find, during and after that.
    ///
    /// The reader lets the others go first, and may still see an old value of each word.
    fn found<const N: usize>(stores: &[(Key, u8)], sought: Key) -> [BTreeSet<Option<u8>>; 2] {
        let all: std::sync::Arc<[Mutex<BTreeSet<_>>; 2]> = std::sync::Arc::default();
        let (of_model, stores) = (all.clone(), stores.to_vec());
        let mut model = loom::model::Builder::new();
        // All of them take minutes; a torn entry takes one switch.
        model.preemption_bound = Some(2);
        model.check(move || {
            let slots: Slots<N> = slots();
            let writers = stores.iter().map(|&(key, number)| {
                let slots = Arc::clone(&slots);
                thread::spawn(move || put(&slots[..], key, entry(number), STAMP))
            });
            let writers: Vec<_> = writers.collect();
            thread::yield_now();
            let during = number(find(&slots[..], sought, STAMP));
            writers
                .into_iter()
                .for_each(|writer| writer.join().unwrap());
            let after = number(find(&slots[..], sought, STAMP));
            for (set, found) in of_model.iter().zip([during, after]) {
                set.lock().unwrap().insert(found);
            }
        });
        [0, 1].map(|which| all[which].lock().unwrap().clone())
    }

    #[test]
    fn an_entry_is_found_whole_or_not_at_all() {
        let one = [(KEYS[0], 1)];
        assert_eq!(
            found::<1>(&one, KEYS[0]),
            [[None, Some(1)].into(), [Some(1)].into()]
        );
        assert_eq!(found::<1>(&one, KEYS[1]), [[None].into(), [None].into()]);
        // Two threads have searched one position. What remains may be torn, which is no entry.
        let same = [(KEYS[0], 1), (KEYS[0], 2)];
        let any: BTreeSet<_> = [None, Some(1), Some(2)].into();
        assert_eq!(found::<1>(&same, KEYS[0]), [any.clone(), any]);
    }

    #[test]
    fn an_entry_is_found_under_no_key_but_its_own() {
        let other = [(KEYS[0], 1), (KEYS[1], 2)];
        for (key, number) in other {
            let its_own: BTreeSet<_> = [None, Some(number)].into();
            assert_eq!(found::<1>(&other, key), [its_own.clone(), its_own]);
        }
        // With room for both, two writers can choose the same place.
        let [during, after] = found::<2>(&other, KEYS[1]);
        assert!(during.is_subset(&[None, Some(2)].into()));
        assert!(after.is_subset(&[None, Some(2)].into()));
    }

    /// The one key under which a torn entry is found, and that it is found there: the model does tear entries.
    #[test]
    fn a_torn_entry_has_a_key_that_no_position_has() {
        let data = [1, 2].map(|number| pack(entry(number)) | STAMP);
        for (checked, read) in [(0, 1), (1, 0)] {
            let torn = Key(KEYS[checked].0 ^ data[checked] ^ data[read]);
            let [during, _] = found::<1>(&[(KEYS[0], 1), (KEYS[1], 2)], torn);
            assert_eq!(during, [None, Some(read as u8 + 1)].into());
        }
    }
}
