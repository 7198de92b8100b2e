//! Opening books: what positions of the opening are worth. Begin with [`Book`].
//!
//! A book is a list of positions with their scores. It has no moves: a move of the book is one that leads to another of its
//! positions. So lines that meet again, and a position and its half turn with colours exchanged, are one and the same, and two books
//! are merged by putting their lists together.
//!
//! Some positions are *looked into*: all their moves were rated, and their own score is that of the best of
//! them ([`Builder`]).

mod builder;
#[cfg(feature = "embedded")]
mod embedded;
mod file;
mod graph;
mod key;
mod opening_state;
mod rating;
mod shared;
#[cfg(test)]
mod tests;

pub use builder::{Builder, Effort, Expanded, Games};
pub use file::{BookError, BookFault};
pub use graph::{Graph, Losing};
pub use key::key;
pub use opening_state::{OpeningMove, OpeningState};
pub use rating::BuildError;
pub use shared::Shared;

use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::rules::Variant;
use kamen_core::score::Score;
use rand::{Rng, RngExt};
use std::borrow::Cow;

/// An opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    variant: Variant,
    /// As in the file, by ascending keys.
    entries: Cow<'static, [u8]>,
}

/// A position of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its [`key`].
    pub key: u64,
    /// Its score for the side to move, as the number of a [`Score`].
    pub score: i16,
    /// What games say of the move that led here: two points for each win of the side that made it, one for each draw; at most
    /// [`Entry::MOST_WEIGHT`].
    pub weight: u16,
    /// Whether the position was looked into.
    pub is_expanded: bool,
}

impl Entry {
    /// The greatest weight.
    pub const MOST_WEIGHT: u16 = i16::MAX as u16;

    /// Its score for the side to move.
    pub fn score(&self) -> Score {
        Score(self.score.into())
    }
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub played: AnyMove,
    /// The position that it leads to.
    pub after: AnyPosition,
    /// What the book says of that.
    pub entry: Entry,
}

impl BookMove {
    /// The score of the move for its side.
    pub fn score(&self) -> Score {
        (-self.entry.score()).to_root(1)
    }
}

impl Book {
    /// A book without positions.
    pub fn empty(variant: Variant) -> Book {
        Book {
            variant,
            entries: Cow::Borrowed(&[]),
        }
    }

    /// The book of a variant that the library carries inside, if it does.
    pub fn embedded(variant: Variant) -> Option<Book> {
        #[cfg(feature = "embedded")]
        let book = embedded::open(variant);
        #[cfg(not(feature = "embedded"))]
        let book = Some(variant).and(None);
        book
    }

    /// Its variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of its positions.
    pub fn len(&self) -> usize {
        self.entries.len() / file::ENTRY
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Its positions, by ascending keys.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        self.entries.as_chunks().0.iter().map(Entry::of_bytes)
    }

    /// The position with a key.
    pub fn entry(&self, key: u64) -> Option<Entry> {
        let entries = self.entries.as_chunks().0;
        let place = entries.binary_search_by_key(&key, |bytes| Entry::of_bytes(bytes).key);
        place.ok().map(|place| Entry::of_bytes(&entries[place]))
    }

    /// A position, if the book has it.
    pub fn find(&self, position: &AnyPosition) -> Option<Entry> {
        (position.variant() == self.variant)
            .then(|| self.entry(key(position)))
            .flatten()
    }

    /// The moves of a position that lead to positions of the book, the best first.
    pub fn moves(&self, position: &AnyPosition) -> Vec<BookMove> {
        let moves = position.legal_moves().into_iter();
        let mut found: Vec<BookMove> = moves
            .filter_map(|played| {
                let after = position.after_legal(&played);
                let entry = self.find(&after)?;
                Some(BookMove {
                    played,
                    after,
                    entry,
                })
            })
            .collect();
        found.sort_by_key(|m| -m.score().0);
        found
    }

    /// The moves among which [`Book::choose`] chooses: none where the position was not looked into, otherwise the best, and those
    /// whose scores are at most `margin` centi-men lower.
    pub fn good_moves(&self, position: &AnyPosition, margin: u32) -> Vec<BookMove> {
        if !self.find(position).is_some_and(|entry| entry.is_expanded) {
            return Vec::new();
        }
        let mut moves = self.moves(position);
        if let Some(best) = moves.first().map(BookMove::score) {
            moves.retain(|m| m.score() + margin as i32 >= best);
        }
        moves
    }

    /// Chooses a move to play, by chance among the [good ones](Book::good_moves): in proportion to how far they are from the
    /// margin, times the points that they made in games, plus one.
    pub fn choose(
        &self,
        position: &AnyPosition,
        margin: u32,
        random: &mut impl Rng,
    ) -> Option<BookMove> {
        let moves = self.good_moves(position, margin);
        let lowest = moves.first()?.score() - margin as i32;
        let chance = |m: &BookMove| {
            let above = (m.score().0 - lowest.0) as u64 + 1;
            above * (u64::from(m.entry.weight) + 1)
        };
        let mut place = random.random_range(0..moves.iter().map(chance).sum());
        moves.into_iter().find(|m| {
            let is_here = place < chance(m);
            place = place.saturating_sub(chance(m));
            is_here
        })
    }

    /// The line from a position that the book thinks best, up to so many moves.
    pub fn line(&self, position: &AnyPosition, most: usize) -> Vec<AnyMove> {
        let mut here = *position;
        let next = std::iter::from_fn(|| {
            let best = self.good_moves(&here, 0).into_iter().next()?;
            here = best.after;
            Some(best.played)
        });
        next.take(most).collect()
    }

    /// The positions of several books of one variant: where two have the same, that which was looked into counts, or the mean of
    /// their scores, and weights are added. What follows from other positions is worked out anew.
    pub fn merged(variant: Variant, books: &[Book]) -> Book {
        let mut all: Vec<Entry> = books.iter().flat_map(Book::entries).collect();
        all.sort_by_key(|entry| (entry.key, !entry.is_expanded));
        let same = all.chunk_by(|a, b| a.key == b.key);
        let entries = same.filter_map(|same| {
            let first = same.first()?;
            let alike = || {
                let alike = same.iter().filter(|e| e.is_expanded == first.is_expanded);
                alike.map(|entry| i32::from(entry.score))
            };
            let weight: u32 = same.iter().map(|entry| u32::from(entry.weight)).sum();
            Some(Entry {
                score: (alike().sum::<i32>() / alike().count() as i32) as i16,
                weight: weight.min(Entry::MOST_WEIGHT.into()) as u16,
                ..*first
            })
        });
        let together = Book::of_entries(variant, entries.collect());
        let mut graph = Graph::of_book(&together);
        graph.minimax();
        graph.book(&together)
    }
}
