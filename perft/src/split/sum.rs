//! Sums counts made elsewhere. Begin with [`Sum`].

use super::format::{self, CountsHead, Line, SplitHead};
use hashbrown::HashSet;
use kamen_files::{LineDamage, LineSeal};

/// Why counts cannot be summed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SumError {
    /// A malformed line.
    #[error("expected `<multiplicity> <nodes> <fen>` or `#`, found `{found}`")]
    Line {
        /// The line.
        found: String,
    },
    /// A line that is not what was written.
    #[error(transparent)]
    Damage(#[from] LineDamage),
    /// Heads that contradict each other.
    #[error("expected `{expected}` as before, found `{found}`")]
    Head {
        /// The head that came first.
        expected: String,
        /// The head that differs.
        found: String,
    },
    /// The counts and the split differ in variant or in way of counting.
    #[error("the counts are `{counts}`, but the split is `{split}`")]
    Mixed {
        /// The head of the counts.
        counts: String,
        /// The head of the split.
        split: String,
    },
    /// A position counted twice.
    #[error("expected each position once, found `{fen}` again")]
    Repeated {
        /// The position.
        fen: String,
    },
    /// Positions are missing.
    #[error(
        "expected {expected_positions} positions and {expected_sequences} sequences to them, \
         found {positions} and {sequences}"
    )]
    Incomplete {
        /// Positions of the split.
        expected_positions: usize,
        /// Sequences of the split.
        expected_sequences: u128,
        /// Positions counted.
        positions: usize,
        /// Sequences to the positions counted.
        sequences: u128,
    },
    /// There is nothing to be summed.
    #[error("found no counts, expected lines `<multiplicity> <nodes> <fen>`")]
    Empty,
    /// The sum does not fit into 128 bits.
    #[error("more than 2^128 sequences, expected fewer")]
    Overflow,
}

/// The total of all counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Number of sequences: the sum of multiplicity times nodes.
    pub nodes: u128,
    /// Positions counted.
    pub positions: usize,
    /// The head of the split; without it missing positions go unnoticed.
    pub split: Option<SplitHead>,
    /// The head of the counts.
    pub counts: Option<CountsHead>,
}

impl Total {
    /// Depth from the root in plies; `None` unless both heads were given.
    pub fn depth(&self) -> Option<u32> {
        let (split, counts) = (self.split.as_ref()?, self.counts?);
        split.plies.checked_add(counts.depth)
    }
}

/// A sum in progress.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    total: Total,
    sequences: u128,
    seen: HashSet<String>,
}

impl Sum {
    /// Adds a line, with its checksum if it has one.
    ///
    /// # Errors
    /// The line is malformed or damaged, or contradicts earlier lines.
    pub fn add(&mut self, text: &str) -> Result<(), SumError> {
        let text = LineSeal::TEXT.open(text.trim_end())?.text;
        let unreadable = || SumError::Line {
            found: text.trim().to_owned(),
        };
        match format::line(text).ok_or_else(unreadable)? {
            Line::Comment => Ok(()),
            Line::Split(head) => set(&mut self.total.split, head),
            Line::Counts(head) => set(&mut self.total.counts, head),
            Line::Text(text) => {
                let (times, nodes, fen) = format::counted(text).ok_or_else(unreadable)?;
                self.add_count(times, nodes, fen)
            }
        }
    }

    fn add_count(&mut self, times: u128, nodes: u128, fen: &str) -> Result<(), SumError> {
        if !self.seen.insert(fen.to_owned()) {
            let fen = fen.to_owned();
            return Err(SumError::Repeated { fen });
        }
        let all = times.checked_mul(nodes);
        let sum = all.and_then(|all| self.total.nodes.checked_add(all));
        let sequences = self.sequences.checked_add(times);
        self.total.nodes = sum.ok_or(SumError::Overflow)?;
        self.sequences = sequences.ok_or(SumError::Overflow)?;
        self.total.positions += 1;
        Ok(())
    }

    /// Returns the total after the last line.
    ///
    /// # Errors
    /// Positions of the split are missing, or the counts do not belong to the split.
    pub fn finish(self) -> Result<Total, SumError> {
        let Some(split) = &self.total.split else {
            return match self.total.positions {
                0 => Err(SumError::Empty),
                _ => Ok(self.total),
            };
        };
        let of_split = |counts: &CountsHead| {
            (counts.variant, counts.counting) == (split.variant, split.counting)
        };
        if let Some(counts) = self.total.counts.filter(|counts| !of_split(counts)) {
            let (counts, split) = (counts.to_string(), split.to_string());
            return Err(SumError::Mixed { counts, split });
        }
        if (split.positions, split.sequences) != (self.total.positions, self.sequences) {
            return Err(SumError::Incomplete {
                expected_positions: split.positions,
                expected_sequences: split.sequences,
                positions: self.total.positions,
                sequences: self.sequences,
            });
        }
        Ok(self.total)
    }
}

/// Stores a head, which may repeat but not change.
fn set<T: PartialEq + ToString>(place: &mut Option<T>, head: T) -> Result<(), SumError> {
    match place {
        Some(before) if *before != head => Err(SumError::Head {
            expected: before.to_string(),
            found: head.to_string(),
        }),
        _ => {
            *place = Some(head);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPLIT: &str =
        "# split variant=czech count=unique plies=2 positions=2 sequences=4 fen=W:W1:B2";
    const COUNTS: &str = "# counts variant=czech count=unique depth=3";

    fn sum(lines: &[&str]) -> Result<Total, SumError> {
        let mut sum = Sum::default();
        lines.iter().try_for_each(|line| sum.add(line))?;
        sum.finish()
    }

    #[test]
    fn counts_are_multiplied_and_added() {
        let total = sum(&[SPLIT, COUNTS, "1 10 A", COUNTS, "", "3 5 B", SPLIT]).unwrap();
        assert_eq!((total.nodes, total.positions), (25, 2));
        assert_eq!(total.depth(), Some(5));
        let total = sum(&[&LineSeal::TEXT.seal("1 10 A"), "# only counts"]).unwrap();
        assert_eq!((total.nodes, total.depth()), (10, None));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let most = format!("2 {} A", u128::MAX);
        let other = COUNTS.replace("czech", "thai");
        let deeper = COUNTS.replace("=3", "=4");
        let changed = LineSeal::TEXT.seal("1 10 A").replace("10", "11");
        let cases: [(&[&str], &str); 10] = [
            (&[COUNTS], "no counts"),
            (&[&changed], "is not the checksum of the rest"),
            (&["4 W:W1:B2"], "found `4 W:W1:B2`"),
            (&["# counts depth=3"], "found `# counts depth=3`"),
            (&["1 1 A", "1 1 A"], "`A` again"),
            (
                &[SPLIT, "1 1 A"],
                "2 positions and 4 sequences to them, found 1 and 1",
            ),
            (&[SPLIT, "1 1 A", "2 1 B"], "found 2 and 3"),
            (&[COUNTS, &deeper], "as before, found `# counts"),
            (&[SPLIT, &other], "but the split is"),
            (&[&most], "2^128"),
        ];
        for (lines, part) in cases {
            let error = sum(lines).unwrap_err().to_string();
            assert!(error.contains(part), "{lines:?}: {error}");
        }
    }
}
