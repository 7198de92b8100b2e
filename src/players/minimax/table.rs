//! The transposition table of a minimax player.

use super::value::Value;
use kamen_core::board::Key;

/// The bound that a stored value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// A lower bound.
    Least,
    /// An upper bound.
    Most,
    /// The exact value.
    Exact,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    value: Value,
    /// The number of the search that stored it; other entries count as empty.
    search: u32,
    depth: u8,
    bound: Bound,
    /// Index of the best move in the list of legal moves.
    best: u8,
}

const EMPTY: Entry = Entry {
    key: Key(0),
    value: 0,
    search: 0,
    depth: 0,
    bound: Bound::Exact,
    best: 0,
};

/// A table of fixed size that always replaces.
#[derive(Debug)]
pub(super) struct AlwaysReplaceTable {
    entries: Vec<Entry>,
    search: u32,
}

/// The result of [`AlwaysReplaceTable::find`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// The value at that depth and its bound.
    pub(super) value: Option<(Value, Bound)>,
    /// Index of the best move, perhaps from another depth.
    pub(super) best: Option<usize>,
}

impl AlwaysReplaceTable {
    /// Creates a table of 2 to the power of `bits` entries.
    pub(super) fn new(bits: u32) -> AlwaysReplaceTable {
        AlwaysReplaceTable {
            entries: vec![EMPTY; 1 << bits],
            search: 0,
        }
    }

    /// Clears the table for a new search.
    pub(super) fn clear(&mut self) {
        if self.search == u32::MAX {
            self.entries.fill(EMPTY);
            self.search = 0;
        }
        self.search += 1;
    }

    #[inline]
    fn place(&self, key: Key) -> usize {
        key.0 as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(super) fn find(&self, key: Key, depth: u32) -> Known {
        let entry = &self.entries[self.place(key)];
        if entry.search != self.search || entry.key != key {
            return Known::default();
        }
        Known {
            value: (u32::from(entry.depth) == depth).then_some((entry.value, entry.bound)),
            best: Some(usize::from(entry.best)),
        }
    }

    #[inline]
    pub(super) fn store(&mut self, key: Key, depth: u32, value: Value, bound: Bound, best: usize) {
        let place = self.place(key);
        self.entries[place] = Entry {
            key,
            value,
            search: self.search,
            depth: depth as u8,
            bound,
            best: best.min(255) as u8,
        };
    }
}
