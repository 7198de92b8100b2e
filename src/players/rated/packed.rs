//! Ratings by packed keys: in little memory, for there may be millions. Begin with [`Ratings`].

use super::Pieces;
use super::rating::{Kind, MOST_VISITS, Rating};
use hashbrown::HashMap;
use kamen_core::rules::Variant;

/// Where the kind stands among the bits of the visits.
const KIND_SHIFT: u32 = MOST_VISITS.count_ones();

/// A rating in 12 bytes, without alignment.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Packed {
    value: [u8; 8],
    /// The visits, and the kind in the two highest bits.
    visits: [u8; 4],
}

impl Packed {
    fn of(rating: Rating) -> Packed {
        let visits = rating.visits.min(MOST_VISITS) | (rating.kind as u32) << KIND_SHIFT;
        Packed {
            value: rating.value.to_le_bytes(),
            visits: visits.to_le_bytes(),
        }
    }

    fn rating(self) -> Rating {
        let visits = u32::from_le_bytes(self.visits);
        Rating {
            value: f64::from_le_bytes(self.value),
            visits: visits & MOST_VISITS,
            kind: match visits >> KIND_SHIFT {
                0 => Kind::Ordinary,
                1 => Kind::Final,
                _ => Kind::Draw,
            },
        }
    }
}

/// A key: the low bytes of each set of pieces, the highest first, so that keys are in the order of their pieces.
fn pack<const N: usize>(pieces: &Pieces) -> [u8; N] {
    let mut key = [0; N];
    let sets = [pieces.own, pieces.other, pieces.kings];
    for (bytes, set) in key.chunks_exact_mut(N / 3).zip(sets) {
        bytes.copy_from_slice(&set.to_be_bytes()[16 - N / 3..]);
    }
    key
}

fn unpack<const N: usize>(key: &[u8; N]) -> Pieces {
    let set = |number: usize| {
        let mut wide = [0; 16];
        wide[16 - N / 3..].copy_from_slice(&key[number * (N / 3)..(number + 1) * (N / 3)]);
        u128::from_be_bytes(wide)
    };
    Pieces {
        own: set(0),
        other: set(1),
        kings: set(2),
    }
}

/// The ratings of positions, by keys as long as the board needs.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ratings {
    /// Boards of at most 40 bits: 8x8 with 32 squares.
    Short(PackedTable<15>),
    /// Boards of at most 56 bits: 10x10 in most variants.
    Long(PackedTable<21>),
    /// All others.
    Whole(PackedTable<48>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PackedTable<const N: usize>(HashMap<[u8; N], Packed>);

/// Does something with the table, of whichever size.
macro_rules! with_table {
    ($ratings:expr, $table:ident => $body:expr) => {
        match $ratings {
            Ratings::Short($table) => $body,
            Ratings::Long($table) => $body,
            Ratings::Whole($table) => $body,
        }
    };
}

impl Ratings {
    pub(super) fn new(variant: Variant) -> Ratings {
        let shape = variant.shape();
        let last = shape.at_place(shape.squares - 1);
        match last.map_or(usize::MAX, |square| square.index()) {
            0..40 => Ratings::Short(PackedTable(HashMap::new())),
            40..56 => Ratings::Long(PackedTable(HashMap::new())),
            _ => Ratings::Whole(PackedTable(HashMap::new())),
        }
    }

    /// Makes room for so many more; false if there is no memory.
    pub(super) fn reserve(&mut self, more: usize) -> bool {
        with_table!(self, table => table.0.try_reserve(more).is_ok())
    }

    pub(super) fn len(&self) -> usize {
        with_table!(self, table => table.0.len())
    }

    #[inline]
    pub(super) fn get(&self, pieces: &Pieces) -> Option<Rating> {
        with_table!(self, table => table.0.get(&pack(pieces)).map(|packed| packed.rating()))
    }

    pub(super) fn put(&mut self, pieces: &Pieces, rating: Rating) {
        with_table!(self, table => table.0.insert(pack(pieces), Packed::of(rating)));
    }

    /// All, in no order.
    pub(super) fn iter(&self) -> Box<dyn Iterator<Item = Rating> + '_> {
        with_table!(self, table => Box::new(table.0.values().map(|packed| packed.rating())))
    }

    /// All, in the order of their pieces.
    pub(super) fn sorted(&self) -> Box<dyn Iterator<Item = (Pieces, Rating)> + '_> {
        with_table!(self, table => Box::new(table.sorted()))
    }
}

impl<const N: usize> PackedTable<N> {
    fn sorted(&self) -> impl Iterator<Item = (Pieces, Rating)> + '_ {
        let mut all: Vec<([u8; N], Packed)> =
            self.0.iter().map(|(key, packed)| (*key, *packed)).collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        let unpacked = |(key, packed): ([u8; N], Packed)| (unpack(&key), packed.rating());
        all.into_iter().map(unpacked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use std::collections::BTreeMap;

    #[test]
    fn tables_of_all_sizes_are_like_a_map_in_order() {
        let mut random = Pcg64Mcg::seed_from_u64(4);
        for variant in [
            Variant::Czech,
            Variant::Spantsireti,
            Variant::International,
            Variant::Frisian,
            Variant::Canadian,
            Variant::Turkish,
        ] {
            let shape = variant.shape();
            let mut set = || {
                let places = (0..shape.squares).filter(|_| random.random_bool(0.3));
                let bits = places.map(|place| 1u128 << shape.at_place(place).unwrap().index());
                bits.fold(0, |set, bit| set | bit)
            };
            let (mut ratings, mut expected) = (Ratings::new(variant), BTreeMap::new());
            assert!(ratings.reserve(200));
            for number in 0..500u32 {
                let [own, other] = [set(), set()];
                let kings = set() & (own | other);
                let pieces = Pieces { own, other, kings };
                let rating = Rating {
                    value: f64::from(number) / -500.0,
                    visits: number * 2_000_000 + 1,
                    kind: Kind::ALL[number as usize % 3],
                };
                ratings.put(&pieces, rating);
                expected.insert(pieces, rating);
                assert_eq!(ratings.get(&pieces), Some(rating), "{variant}");
            }
            assert_eq!(ratings.len(), expected.len());
            assert!(ratings.sorted().eq(expected), "{variant}");
        }
    }

    #[test]
    fn visits_stay_where_no_more_can_be_counted() {
        let many = Rating {
            value: 0.5,
            visits: u32::MAX,
            kind: Kind::Draw,
        };
        let found = Packed::of(many).rating();
        assert_eq!(
            found,
            Rating {
                visits: MOST_VISITS,
                ..many
            }
        );
    }
}
