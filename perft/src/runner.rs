//! Holds the engine against a suite, position by position.
//!
//! [`load`] turns the text of a file into [`Job`]s and lists what is wrong with the rest;
//! [`Job::run`] asks the engine. Nothing is printed here.

use crate::suite::{Count, Counting, MoveSuite, Suite, SuiteError};
use kamen::movegen::legal_moves;
use kamen::notation::{self, PositionError};
use kamen::perft::perft;
use kamen::rules::{Position, Rules, UnknownVariant, Variant};
use kamen::with_rules;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a suite did not pass: the file is at fault, or the engine. Lines count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Failure {
    /// A line that cannot be used.
    #[error(transparent)]
    Line(#[from] SuiteError),
    /// The engine does not know the variant, so the whole file is left out.
    #[error("line {line}: {error}")]
    Variant {
        /// Line of the `variant`.
        line: usize,
        /// Its name and the known ones.
        error: UnknownVariant,
    },
    /// The FEN of a position cannot be set up.
    #[error("line {line}: {error}")]
    Position {
        /// Line of the `id`.
        line: usize,
        /// What is wrong with the FEN.
        error: PositionError,
    },
    /// The engine counts other than the suite.
    #[error("line {line}: perft {depth}: expected {expected} nodes, found {found}")]
    Count {
        /// Line of the `perft`.
        line: usize,
        /// Length in plies.
        depth: u32,
        /// What the suite says.
        expected: u128,
        /// What the engine says.
        found: u64,
    },
    /// The engine lists other moves than the suite.
    #[error("line {line}: moves: missing [{missing}], not expected [{extra}]")]
    Moves {
        /// Line of the `id`.
        line: usize,
        /// Moves that only the suite has, in text order.
        missing: String,
        /// Moves that only the engine has, in text order.
        extra: String,
    },
}

/// A suite that is ready to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The positions that can be checked.
    pub jobs: Vec<Job>,
    /// What cannot be, in the order of the lines.
    pub broken: Vec<Failure>,
}

/// A position and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Name within the suite.
    pub id: String,
    variant: Variant,
    fen: String,
    line: usize,
    expected: Expected,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Expected {
    Counts(Vec<Count>),
    Moves(Vec<String>),
}

/// What came of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Node counts that were compared.
    pub counts: usize,
    /// Node counts that were too large.
    pub skipped: usize,
    /// Depth of the deepest of them in plies; 1 for a list of moves, 0 if nothing was done.
    pub depth: u32,
    /// Nodes at that depth, as the engine counts.
    pub nodes: u64,
    /// Nodes of all depths.
    pub all_nodes: u64,
    /// Time for all depths.
    pub time: Duration,
    /// Nothing if all is well.
    pub failures: Vec<Failure>,
}

/// Reads a suite: a list of moves if the name ends in `.moves`, otherwise node counts.
#[must_use]
pub fn load(name: &str, text: &str) -> Loaded {
    if name.ends_with(".moves") {
        let (suite, errors) = MoveSuite::parse(text);
        let jobs = suite.positions.into_iter().map(|entry| {
            let expected = Expected::Moves(entry.moves);
            (entry.id, entry.fen, entry.line, expected)
        });
        loaded(text, &suite.variant, errors, jobs)
    } else {
        let (suite, mut errors) = Suite::parse(text);
        if suite.counting == Counting::Paths {
            errors.push(SuiteError {
                line: line_of(text, "count"),
                expected: "`count unique`, for that is how the engine counts",
                found: "count paths".to_owned(),
            });
            return loaded(text, &suite.variant, errors, std::iter::empty());
        }
        let jobs = suite.positions.into_iter().map(|entry| {
            let expected = Expected::Counts(entry.counts);
            (entry.id, entry.fen, entry.line, expected)
        });
        loaded(text, &suite.variant, errors, jobs)
    }
}

fn loaded(
    text: &str,
    variant: &str,
    errors: Vec<SuiteError>,
    positions: impl Iterator<Item = (String, String, usize, Expected)>,
) -> Loaded {
    let mut broken: Vec<Failure> = errors.into_iter().map(Failure::Line).collect();
    let mut jobs = Vec::new();
    match variant.parse::<Variant>() {
        Ok(variant) => jobs.extend(positions.map(|(id, fen, line, expected)| Job {
            id,
            variant,
            fen,
            line,
            expected,
        })),
        // A file without a `variant` line is among the errors already.
        Err(_) if variant.is_empty() => (),
        Err(error) => {
            let line = line_of(text, "variant");
            broken.insert(0, Failure::Variant { line, error });
        }
    }
    Loaded { jobs, broken }
}

/// The first line that begins with `keyword`, from 1.
fn line_of(text: &str, keyword: &str) -> usize {
    let mut lines = text.lines();
    let found = lines.position(|line| line.split_whitespace().next() == Some(keyword));
    found.map_or(1, |index| index + 1)
}

impl Job {
    /// Checks everything that is known about the position, but no count above `max_nodes`.
    #[must_use]
    pub fn run(&self, max_nodes: Option<u64>) -> Outcome {
        with_rules!(self.variant, R => match notation::parse_fen::<R>(self.variant, &self.fen) {
            Ok(position) => match &self.expected {
                Expected::Counts(counts) => run_counts(&position, counts, max_nodes),
                Expected::Moves(moves) => run_moves(&position, moves, self.line),
            },
            Err(error) => Outcome {
                failures: vec![Failure::Position { line: self.line, error }],
                ..Outcome::default()
            },
        })
    }
}

fn run_counts<R: Rules>(
    position: &Position<R>,
    counts: &[Count],
    max_nodes: Option<u64>,
) -> Outcome {
    let mut outcome = Outcome::default();
    let begun = Instant::now();
    for count in counts {
        if max_nodes.is_some_and(|most| count.nodes > u128::from(most)) {
            outcome.skipped += 1;
            continue;
        }
        let found = perft(position, count.depth);
        outcome.counts += 1;
        outcome.all_nodes += found;
        if count.depth >= outcome.depth {
            (outcome.depth, outcome.nodes) = (count.depth, found);
        }
        if u128::from(found) != count.nodes {
            outcome.failures.push(Failure::Count {
                line: count.line,
                depth: count.depth,
                expected: count.nodes,
                found,
            });
        }
    }
    outcome.time = begun.elapsed();
    outcome
}

fn run_moves<R: Rules>(position: &Position<R>, expected: &[String], line: usize) -> Outcome {
    let mut moves = Vec::new();
    let begun = Instant::now();
    legal_moves(position, &mut moves);
    let time = begun.elapsed();
    let found: Vec<String> = moves.iter().map(notation::hub_move::<R>).collect();
    let (missing, extra) = (without(expected, &found), without(&found, expected));
    let equal = missing.is_empty() && extra.is_empty();
    Outcome {
        depth: 1,
        nodes: found.len() as u64,
        all_nodes: found.len() as u64,
        time,
        failures: if equal {
            Vec::new()
        } else {
            vec![Failure::Moves {
                line,
                missing: missing.join(" "),
                extra: extra.join(" "),
            }]
        },
        ..Outcome::default()
    }
}

/// What `list` has more of than `other`, in text order; an item counts as often as it occurs.
fn without(list: &[String], other: &[String]) -> Vec<String> {
    let mut rest = list.to_vec();
    for item in other {
        if let Some(index) = rest.iter().position(|text| text == item) {
            rest.swap_remove(index);
        }
    }
    rest.sort();
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "variant czech\ncount unique\n";

    /// Text after `HEAD`, messages of the file and of the engine.
    const FAILING: &[(&str, &[&str])] = &[
        ("id a\nfen W:W21:B1\nsource s\nperft 1 1\nperft 2 2", &[]),
        (
            "id a\nfen W:W21:B1\nsource s\nperft 1 2\nperft 2 2\nperft 2 0",
            &[
                "line 6: perft 1: expected 2 nodes, found 1",
                "line 8: perft 2: expected 0 nodes, found 2",
            ],
        ),
        (
            "id a\nfen W:W21:B33\nsource s\nperft 1 1",
            &["line 3: bad position at column 8: no square 33"],
        ),
        (
            "id a\nfen W:W21:B1\nperft 1 1\nid b\nfen W:W21:B1\nsource s\nperft 1 1",
            &["line 5: expected a `source` line before this count"],
        ),
    ];

    fn messages(name: &str, text: &str) -> Vec<String> {
        let loaded = load(name, text);
        let run = loaded.jobs.iter().flat_map(|job| job.run(None).failures);
        let all = loaded.broken.iter().cloned().chain(run);
        all.map(|failure| failure.to_string()).collect()
    }

    fn assert_messages(text: &str, found: &[String], expected: &[&str]) {
        assert_eq!(found.len(), expected.len(), "{text}: {found:?}");
        for (message, part) in found.iter().zip(expected) {
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn failures_say_where_and_what() {
        for (text, expected) in FAILING {
            assert_messages(text, &messages("x", &format!("{HEAD}{text}")), expected);
        }
    }

    #[test]
    fn a_whole_file_is_left_out_if_it_cannot_be_meant() {
        let position = "id a\nfen W:W21:B1\nsource s\nperft 1 9";
        let cases = [
            (
                "# x\nvariant chess\ncount unique",
                "line 2: unknown variant 'chess', expected",
            ),
            (
                "variant czech\n\n count paths",
                "line 3: expected `count unique`, ",
            ),
            ("count unique", "expected a `variant` line"),
        ];
        for (head, message) in cases {
            let text = format!("{head}\n{position}");
            assert_messages(&text, &messages("x", &text), &[message]);
        }
    }

    #[test]
    fn move_lists_are_compared_both_ways() {
        let fen = "variant czech\nid a\nfen W:W21,32:B1\n";
        let cases: [(&str, &[&str]); 3] = [
            ("moves 32-27 32-28 21-17", &[]),
            (
                "moves 21-17 32-27 32-27",
                &["line 2: moves: missing [32-27], not expected [32-28]"],
            ),
            ("moves 32-27", &["missing [], not expected [21-17 32-28]"]),
        ];
        for (moves, expected) in cases {
            let text = format!("{fen}{moves}");
            assert_messages(&text, &messages("a.moves", &text), expected);
        }
    }

    #[test]
    fn large_counts_are_skipped() {
        let text = format!("{HEAD}id a\nfen W:W21-32:B1-12\nsource s\nperft 2 49\nperft 9 3963671");
        let outcome = load("x", &text).jobs[0].run(Some(49));
        assert_eq!((outcome.counts, outcome.skipped), (1, 1));
        assert_eq!((outcome.depth, outcome.nodes), (2, 49));
    }
}
