//! Distributes one perft over many machines: splits it into the distinct positions at some depth,
//! to be counted anywhere, and sums the counts.
//!
//! Begin with [`Counter::split`](super::Counter::split), which lists the positions. [`mod@format`]
//! defines the lines of positions and counts; [`Sum`] adds the counts and detects missing or
//! repeated positions.

pub mod format;
mod sum;

pub use sum::{Sum, SumError, Total};

use super::Counting;
use hashbrown::HashMap;
use kamen_core::movegen::legal_moves_as;
use kamen_core::rules::{Position, Rules};
use std::hash::{Hash, Hasher};

/// A position as a hash-map key.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place<R: Rules>(Position<R>);

impl<R: Rules> Hash for Place<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key().0);
    }
}

/// The distinct positions after `plies` moves, each with the number of sequences that lead to it,
/// in no particular order. Positions that differ only in counts of king moves are distinct.
///
/// `None` if a number does not fit into 128 bits.
pub(super) fn split<R: Rules>(
    position: &Position<R>,
    plies: u32,
    counting: Counting,
) -> Option<Vec<(Position<R>, u128)>> {
    let mut places = HashMap::from([(Place(*position), 1_u128)]);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut next = HashMap::with_capacity(places.len());
        for (place, times) in places {
            moves.clear();
            legal_moves_as(&place.0, counting, &mut moves);
            for m in &moves {
                let all: &mut u128 = next.entry(Place(place.0.after(m))).or_default();
                *all = all.checked_add(times)?;
            }
        }
        places = next;
    }
    Some(places.into_iter().map(|(place, n)| (place.0, n)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;
    use kamen_core::rules::{Czech, Variant, VariantOf};

    #[test]
    fn as_many_sequences_as_perft_counts_and_fewer_positions() {
        let start = Position::<Czech>::start(VariantOf::new(Variant::Czech).unwrap());
        let counts = |depth| -> (usize, u128) {
            let parts = split(&start, depth, Counting::Unique).unwrap();
            (parts.len(), parts.iter().map(|(_, times)| times).sum())
        };
        assert_eq!(counts(0), (1, 1));
        for depth in 1..=6 {
            let (positions, sequences) = counts(depth);
            assert_eq!(sequences, perft(&start, depth).into());
            assert_eq!((positions as u128) < sequences, depth > 2);
        }
    }
}
