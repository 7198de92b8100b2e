//! The two text formats of `perft/suites`: node counts (`*.perft`) and move lists (`*.moves`).
//!
//! Read by the runner, by tests, and by people, so a line is a keyword and its value:
//!
//! ```text
//! # comment                         # comment
//! variant czech                     variant czech
//! count unique
//!
//! id start                          id rule-1
//! fen W:W21,22:B1,2                 fen B:WK6,8:BK1,K30
//! source oracle + DCTL              sensitive removal-at-once king-range
//! perft 1 7                         moves 30x5x8x9 30x27x8x10
//! perft 2 49
//! ```
//!
//! `variant` is a name that the engine knows, once a file, and so is `count`: `unique` if captures
//! with the same from, to and captured squares are one move, `paths` if each order is one.
//! `perft` is a depth in plies and the number of move sequences of that length. `moves` are all
//! legal moves in Hub notation, captured squares ascending; `sensitive` tags the rules whose
//! breach would change them. Lines that are empty or begin with `#` are for people.
//!
//! `id` begins a position. A `source` holds for the counts after it until the next one; a
//! count without a source is an error, because nobody could check it. Reading never stops at
//! a broken line: the caller gets what can be read and a [`SuiteError`] for everything else.
//! FENs and moves are kept as text; only the engine can say whether they are right.

mod reader;

use thiserror::Error;

use reader::{Line, Position, begin, check_whole, current, lines, missing};

/// A line that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: expected {expected}, found `{found}`")]
pub struct SuiteError {
    /// Line number, from 1.
    pub line: usize,
    /// What would have been right.
    pub expected: &'static str,
    /// What is there.
    pub found: String,
}

/// What two captures with the same from, to and captured squares count as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// One move: `count unique`, the rule.
    #[default]
    Unique,
    /// One move for each order of capture: `count paths`, as many older tables do.
    Paths,
}

/// A `*.perft` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    /// Name of the variant; empty if the file gives none (which is reported).
    pub variant: String,
    /// How the nodes were counted; unique if the file gives nothing usable (reported).
    pub counting: Counting,
    /// In the order of the file.
    pub positions: Vec<Entry>,
}

/// A position and its node counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Unique in the file. A position whose own id cannot be used is called `line-n`.
    pub id: String,
    /// Never empty, otherwise unchecked.
    pub fen: String,
    /// Line of the `id`, from 1.
    pub line: usize,
    /// In the order of the file.
    pub counts: Vec<Count>,
}

/// The number of move sequences of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Length in plies.
    pub depth: u32,
    /// Sequences of exactly that length.
    pub nodes: u128,
    /// Who computed the number.
    pub source: String,
    /// Line of the `perft`, from 1.
    pub line: usize,
}

/// A `*.moves` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveSuite {
    /// Name of the variant; empty if the file gives none (which is reported).
    pub variant: String,
    /// In the order of the file.
    pub positions: Vec<MoveEntry>,
}

/// A position and all its legal moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEntry {
    /// Unique in the file. A position whose own id cannot be used is called `line-n`.
    pub id: String,
    /// Never empty, otherwise unchecked.
    pub fen: String,
    /// Tags of the rules whose breach would change the moves.
    pub sensitive: Vec<String>,
    /// Moves in Hub notation (`32-28`, `28x19x23`), at least one.
    pub moves: Vec<String>,
    /// Line of the `id`, from 1.
    pub line: usize,
}

impl Suite {
    /// Reads a `*.perft` file: everything that can be used, and what is wrong with the rest
    /// in the order of the lines.
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
    /// Reads a `*.moves` file: everything that can be used, and what is wrong with the rest
    /// in the order of the lines.
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

impl Position for Entry {
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

    fn missing(&self) -> Option<&'static str> {
        self.fen
            .is_empty()
            .then_some("a `fen` line for this position")
    }
}

impl Position for MoveEntry {
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
        match self.rest {
            "unique" => Ok(Counting::Unique),
            "paths" => Ok(Counting::Paths),
            _ => Err(self.error("`count unique` or `count paths`")),
        }
    }

    fn perft(&self, source: Option<&str>) -> Result<Count, SuiteError> {
        let read = self
            .rest
            .split_once(char::is_whitespace)
            .and_then(|(depth, nodes)| {
                Some((depth.parse().ok()?, nodes.trim_start().parse().ok()?))
            });
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
mod tests {
    use super::*;

    const HEAD: &str = "variant czech\ncount unique\n";

    #[test]
    fn a_whole_suite_is_read() {
        let text = "# text\n\n variant czech\r\ncount paths\n\nid start\nfen W:W9:B1\n\
                    source a + b\nperft 1 7\nperft  20   40000000000000000000\n\
                    source c\nperft 3 9\nid k\nfen B:W9:B1\nperft 1 1";
        let count = |depth, nodes, source: &str, line| Count {
            depth,
            nodes,
            source: source.to_owned(),
            line,
        };
        let start = Entry {
            id: "start".to_owned(),
            fen: "W:W9:B1".to_owned(),
            line: 6,
            counts: vec![
                count(1, 7, "a + b", 9),
                count(20, 40_000_000_000_000_000_000, "a + b", 10),
                count(3, 9, "c", 12),
            ],
        };
        let known = Entry {
            id: "k".to_owned(),
            fen: "B:W9:B1".to_owned(),
            line: 13,
            counts: vec![count(1, 1, "c", 15)],
        };
        let suite = Suite {
            variant: "czech".to_owned(),
            counting: Counting::Paths,
            positions: vec![start, known],
        };
        assert_eq!(Suite::parse(text), (suite, vec![]));
    }

    #[test]
    fn a_whole_move_suite_is_read() {
        let text = "variant x\nid r\nfen B:W9:B1\nsensitive a b\nmoves 1-5  1-6\n";
        let words = |list: [&str; 2]| list.map(str::to_owned).to_vec();
        let entry = MoveEntry {
            id: "r".to_owned(),
            fen: "B:W9:B1".to_owned(),
            sensitive: words(["a", "b"]),
            moves: words(["1-5", "1-6"]),
            line: 2,
        };
        let suite = MoveSuite {
            variant: "x".to_owned(),
            positions: vec![entry],
        };
        assert_eq!(MoveSuite::parse(text), (suite, vec![]));
    }

    /// Text after `HEAD`, errors as (line, expected), number of counts still read.
    type Broken = (&'static str, &'static [(usize, &'static str)], usize);

    const BROKEN: &[Broken] = &[
        ("", &[], 0),
        ("perft 1 7", &[(3, "an `id` line before this one")], 0),
        ("variant b", &[(3, "this keyword only once")], 0),
        ("count paths", &[(3, "this keyword only once")], 0),
        (
            "moves 1-5",
            &[(
                3,
                "`variant`, `count`, `id`, `fen`, `source`, `perft` or `#`",
            )],
            0,
        ),
        (
            "id a\nsource s\nperft 1 1",
            &[(3, "a `fen` line for this position")],
            0,
        ),
        ("id a\nfen\nfen F", &[(4, "a value after the keyword")], 0),
        ("id a\nfen F\nfen G", &[(5, "this keyword only once")], 0),
        (
            "id a\nfen F\nperft 1 1",
            &[(5, "a `source` line before this count")],
            0,
        ),
        (
            "id a\nfen F\nsource s\nperft 1 1\nsource\nperft 2 2",
            &[
                (7, "a name after `source`"),
                (8, "a `source` line before this count"),
            ],
            1,
        ),
        (
            "id a\nfen F\nsource s\nperft 1\nperft x 1\nperft 2 -2\nperft 2 2 2\nperft 3 3",
            &[
                (6, "`perft`, a depth in plies and a number of nodes"),
                (7, "`perft`, a depth in plies and a number of nodes"),
                (8, "`perft`, a depth in plies and a number of nodes"),
                (9, "`perft`, a depth in plies and a number of nodes"),
            ],
            1,
        ),
        (
            "source s\nid a\nfen F\nperft 1 1\nid a\nfen G\nperft 2 2\nid\nfen H\nperft 3 3",
            &[
                (7, "an id that no other position has"),
                (10, "a name after `id`"),
            ],
            3,
        ),
    ];

    #[test]
    fn a_broken_line_is_reported_and_the_rest_is_read() {
        for (text, expected, counts) in BROKEN {
            let (suite, errors) = Suite::parse(&format!("{HEAD}{text}"));
            let errors: Vec<_> = errors.iter().map(|e| (e.line, e.expected)).collect();
            assert_eq!(errors, *expected, "{text}");
            let read: usize = suite.positions.iter().map(|entry| entry.counts.len()).sum();
            assert_eq!(read, *counts, "{text}");
        }
        let (suite, _) = Suite::parse("id a\nfen F\nid a\nfen G\nid\nfen H\nid x");
        let ids: Vec<&str> = suite
            .positions
            .iter()
            .map(|entry| entry.id.as_str())
            .collect();
        assert_eq!(ids, ["a", "line-3", "line-5"]);
    }

    #[test]
    fn a_file_names_its_variant_and_its_way_of_counting() {
        let messages = |errors: Vec<SuiteError>| -> Vec<String> {
            errors.iter().map(ToString::to_string).collect()
        };
        let no_variant = "expected a `variant` line, found `end of file`";
        let no_count = "expected a `count unique` or `count paths` line, found `end of file`";
        assert_eq!(
            messages(Suite::parse("count both").1),
            [
                "line 1: expected `count unique` or `count paths`, found `count both`".to_owned(),
                format!("line 2: {no_count}"),
                format!("line 2: {no_variant}"),
            ]
        );
        assert_eq!(
            messages(MoveSuite::parse("").1),
            [format!("line 1: {no_variant}")]
        );
    }

    #[test]
    fn a_position_without_moves_is_dropped() {
        let text =
            "variant x\nid a\nfen F\nmoves\nid b\nmoves 1-5\nperft 1 1\nid c\nfen G\nmoves 1-5";
        let (suite, errors) = MoveSuite::parse(text);
        let errors: Vec<_> = errors.iter().map(|e| (e.line, e.expected)).collect();
        assert_eq!(
            errors,
            [
                (2, "a `moves` line for this position"),
                (4, "words after the keyword"),
                (5, "a `fen` line for this position"),
                (7, "`variant`, `id`, `fen`, `sensitive`, `moves` or `#`"),
            ]
        );
        assert_eq!(suite.positions.len(), 1);
        assert_eq!(suite.positions[0].id, "c");
    }
}
