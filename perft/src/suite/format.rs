//! Parses the two text formats of `perft/suites`: node counts (`*.perft`) and move lists
//! (`*.moves`). Begin with [`Suite::parse`] and [`MoveSuite::parse`].
//!
//! Each line is a keyword and its value:
//!
//! ```text
//! # comment                         # comment
//! variant czech                     variant czech
//! count unique
//!
//! id start                          id rule-1
//! fen W:W21,22:B1,2                 fen B:WK6,8:BK1,K30
//! source kamen-naive + DCTL         sensitive removal-at-once king-range
//! perft 1 7                         moves 30x5x8x9 30x27x8x10
//! perft 2 49
//! ```
//!
//! `variant` names a variant and occurs once per file, as does `count`: `unique` if captures with
//! the same from, to and captured squares are one move, `paths` if each route is a move. `perft`
//! gives a depth in plies and the number of move sequences of that length. `moves` lists all legal
//! moves in Hub notation, captured squares ascending; `sensitive` tags the rules that decide them.
//! Empty lines and lines that begin with `#` are skipped.
//!
//! `id` begins a position. A `source` applies to the counts that follow, until the next one; a
//! count without a source is an error, because it could not be verified. Parsing continues after a
//! faulty line: the caller gets all valid entries and a [`SuiteError`] for each fault. FENs and
//! moves stay text; the runner checks them.

use super::error::SuiteError;
use super::reader::{Line, Position, begin, check_whole, current, lines, missing};
use crate::{Counting, MAX_DEPTH};

/// A `*.perft` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    /// Name of the variant; empty if missing, which is reported.
    pub variant: String,
    /// What counts as one move; unique if missing or invalid, which is reported.
    pub counting: Counting,
    /// In file order.
    pub positions: Vec<Entry>,
}

/// A position and its node counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Unique in the file; `line-n` replaces an id that cannot be used.
    pub id: String,
    /// Never empty, otherwise unchecked.
    pub fen: String,
    /// Line of the `id`, from 1.
    pub line: usize,
    /// In file order, at least one.
    pub counts: Vec<Count>,
}

/// The number of move sequences of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Length in plies.
    pub depth: u32,
    /// Sequences of exactly that length.
    pub nodes: u128,
    /// The origin of the number.
    pub source: String,
    /// Line of the `perft`, from 1.
    pub line: usize,
}

/// A `*.moves` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveSuite {
    /// Name of the variant; empty if missing, which is reported.
    pub variant: String,
    /// In file order.
    pub positions: Vec<MoveEntry>,
}

/// A position and all its legal moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEntry {
    /// Unique in the file; `line-n` replaces an id that cannot be used.
    pub id: String,
    /// Never empty, otherwise unchecked.
    pub fen: String,
    /// Tags of the rules that decide the moves.
    pub sensitive: Vec<String>,
    /// Moves in Hub notation (`32-28`, `28x19x23`), at least one.
    pub moves: Vec<String>,
    /// Line of the `id`, from 1.
    pub line: usize,
}

impl Suite {
    /// Reads a `*.perft` file: returns the valid entries, and the faults in line order.
    #[must_use]
    pub fn parse(text: &str) -> (Self, Vec<SuiteError>) {
        let mut suite = Self::default();
        let mut errors = Vec::new();
        let mut counting = None;
        let mut source = None;
        for line in lines(text) {
            let checked = match line.keyword {
                "variant" => line.set(&mut suite.variant),
                "count" if counting.is_some() => Err(line.error("this keyword only once")),
                "count" => line.counting().map(|read| counting = Some(read)),
                "id" => begin(&mut suite.positions, &line),
                "fen" => {
                    current(&mut suite.positions, &line).and_then(|entry| line.set(&mut entry.fen))
                }
                "source" => {
                    source = None;
                    line.value("a name after `source`")
                        .map(|name| source = Some(name))
                }
                "perft" => current(&mut suite.positions, &line)
                    .and_then(|entry| line.perft(source).map(|count| entry.counts.push(count))),
                _ => Err(line.error("`variant`, `count`, `id`, `fen`, `source`, `perft` or `#`")),
            };
            errors.extend(checked.err());
        }
        if counting.is_none() {
            errors.push(missing(text, "a `count unique` or `count paths` line"));
        }
        suite.counting = counting.unwrap_or_default();
        check_whole(text, &suite.variant, &mut suite.positions, &mut errors);
        (suite, errors)
    }
}

impl MoveSuite {
    /// Reads a `*.moves` file: returns the valid entries, and the faults in line order.
    #[must_use]
    pub fn parse(text: &str) -> (Self, Vec<SuiteError>) {
        let mut suite = Self::default();
        let mut errors = Vec::new();
        for line in lines(text) {
            let checked = match line.keyword {
                "variant" => line.set(&mut suite.variant),
                "id" => begin(&mut suite.positions, &line),
                "fen" => {
                    current(&mut suite.positions, &line).and_then(|entry| line.set(&mut entry.fen))
                }
                "sensitive" => current(&mut suite.positions, &line)
                    .and_then(|entry| line.set_list(&mut entry.sensitive)),
                "moves" => current(&mut suite.positions, &line)
                    .and_then(|entry| line.set_list(&mut entry.moves)),
                _ => Err(line.error("`variant`, `id`, `fen`, `sensitive`, `moves` or `#`")),
            };
            errors.extend(checked.err());
        }
        check_whole(text, &suite.variant, &mut suite.positions, &mut errors);
        (suite, errors)
    }
}

/// How every kind of position begins: with the line of its name.
macro_rules! begin_with_id {
    () => {
        fn new(id: String, line: usize) -> Self {
            Self {
                id,
                line,
                ..Self::default()
            }
        }

        fn id(&self) -> &str {
            &self.id
        }

        fn line(&self) -> usize {
            self.line
        }
    };
}

impl Position for Entry {
    begin_with_id!();

    fn missing(&self) -> Option<&'static str> {
        if self.fen.is_empty() {
            return Some("a `fen` line for this position");
        }
        self.counts
            .is_empty()
            .then_some("a `perft` line for this position")
    }
}

impl Position for MoveEntry {
    begin_with_id!();

    fn missing(&self) -> Option<&'static str> {
        if self.fen.is_empty() {
            return Some("a `fen` line for this position");
        }
        self.moves
            .is_empty()
            .then_some("a `moves` line for this position")
    }
}

impl Line<'_> {
    fn counting(&self) -> Result<Counting, SuiteError> {
        let read = self.rest.parse();
        read.map_err(|_| self.error("`count unique` or `count paths`"))
    }

    fn perft(&self, source: Option<&str>) -> Result<Count, SuiteError> {
        let read = self
            .rest
            .split_once(char::is_whitespace)
            .and_then(|(depth, nodes)| {
                Some((depth.parse().ok()?, nodes.trim_start().parse().ok()?))
            })
            .filter(|(depth, _)| *depth <= MAX_DEPTH);
        let (depth, nodes) =
            read.ok_or_else(|| self.error("`perft`, a depth in plies and a number of nodes"))?;
        let source = source.ok_or_else(|| self.error("a `source` line before this count"))?;
        Ok(Count {
            depth,
            nodes,
            source: source.to_owned(),
            line: self.number,
        })
    }
}

#[cfg(test)]
mod tests;
