//! What a row is worth in the evaluation of the 2011 thesis. Begin with [`RowFactor`].

use std::fmt;

/// The value of a man by its row, which the thesis of 2011 leaves open but for its growing linearly.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct RowFactor {
    /// On its own back row, in men, from 0 to [`RowFactor::MOST`].
    pub start: f64,
    /// What each row adds, in men, from 0 to [`RowFactor::MOST`].
    pub slope: f64,
}

impl Default for RowFactor {
    /// Of what was tried, this repeats most of the published results (`tests/experiments/tables-of-the-2011-thesis.md`).
    fn default() -> RowFactor {
        RowFactor {
            start: 0.6,
            slope: 0.75,
        }
    }
}

impl RowFactor {
    /// The greatest value of either.
    pub const MOST: f64 = 4.0;

    /// The value after so many rows.
    pub(super) fn at(self, gone: usize) -> f64 {
        self.start + self.slope * gone as f64
    }

    /// Parses `start=S:slope=P`, either of which may be left out; `:` may stand for `=`.
    pub(super) fn read(text: &str) -> Option<RowFactor> {
        let mut words = text.split([':', '=']);
        let mut rows = RowFactor::default();
        while let Some(name) = words.next() {
            let value: f64 = words.next()?.parse().ok()?;
            let place = match name.to_ascii_lowercase().as_str() {
                "start" => &mut rows.start,
                "slope" => &mut rows.slope,
                _ => return None,
            };
            *place = Some(value).filter(|value| (0.0..=RowFactor::MOST).contains(value))?;
        }
        Some(rows)
    }
}

impl fmt::Display for RowFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "start={}:slope={}", self.start, self.slope)
    }
}
