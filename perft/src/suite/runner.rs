//! Checks the engine against a suite, position by position.
//!
//! Begin with [`load`], which parses a file into [`Job`]s and a list of faults; [`Job::run`] runs
//! the engine. Nothing is printed here.

use super::error::SuiteError;
use super::format::{Count, MoveSuite, Suite};
use crate::{CountError, Counter, Counting, Method};
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::PositionError;
use kamen_core::rules::{UnknownVariant, Variant};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a suite failed: a fault of the file or of the engine. Lines count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Failure {
    /// A line that cannot be used.
    #[error(transparent)]
    Line(#[from] SuiteError),
    /// The variant is unknown, so the whole file is skipped.
    #[error("line {line}: {error}")]
    Variant {
        /// Line of the `variant`.
        line: usize,
        /// Its name and the known ones.
        error: UnknownVariant,
    },
    /// The FEN of a position is invalid.
    #[error("line {line}: {error}")]
    Position {
        /// Line of the `id`.
        line: usize,
        /// The fault in the FEN.
        error: PositionError,
    },
    /// The engine's count differs from the suite's.
    #[error("line {line}: perft {depth}: expected {expected} nodes, found {found}")]
    Count {
        /// Line of the `perft`.
        line: usize,
        /// Depth in plies.
        depth: u32,
        /// The suite's count.
        expected: u128,
        /// The engine's count.
        found: u128,
    },
    /// The count failed.
    #[error("line {line}: {error}")]
    TooMany {
        /// Line of the `perft`.
        line: usize,
        /// The cause.
        error: CountError,
    },
    /// The engine's moves differ from the suite's.
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

/// A suite ready to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The positions that can be checked.
    pub jobs: Vec<Job>,
    /// The faults, in line order.
    pub broken: Vec<Failure>,
}

/// A position with its known counts or moves.
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
    Counts(Counting, Vec<Count>),
    Moves(Vec<String>),
}

/// The result of checking a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCheck {
    /// Node counts compared.
    pub counts: usize,
    /// Node counts skipped as too large.
    pub skipped: usize,
    /// Depth of the deepest count compared, in plies; 1 for a list of moves, 0 if nothing was
    /// checked.
    pub depth: u32,
    /// The engine's count at that depth.
    pub nodes: u128,
    /// Nodes of all depths.
    pub all_nodes: u128,
    /// Time for all depths.
    pub time: Duration,
    /// Faults found; empty if the check passed.
    pub failures: Vec<Failure>,
}

/// Parses a suite: lists of moves if the name ends in `.moves`, otherwise node counts.
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
        let (suite, errors) = Suite::parse(text);
        let jobs = suite.positions.into_iter().map(|entry| {
            let expected = Expected::Counts(suite.counting, entry.counts);
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
        // A missing `variant` line has already been reported.
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

/// What to check, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Counts above this are skipped.
    pub max_nodes: Option<u128>,
    /// How to count; [`Method::counting`] is taken from the suite.
    pub method: Method,
}

impl Job {
    /// Checks all counts and moves of the position.
    #[must_use]
    pub fn run(&self, options: &Options) -> PositionCheck {
        let position = match AnyPosition::parse_fen(self.variant, &self.fen) {
            Ok(position) => position,
            Err(error) => {
                let line = self.line;
                return PositionCheck {
                    failures: vec![Failure::Position { line, error }],
                    ..PositionCheck::default()
                };
            }
        };
        match &self.expected {
            Expected::Counts(counting, counts) => {
                let method = Method {
                    counting: *counting,
                    ..options.method
                };
                run_counts(&position, counts, method, options.max_nodes)
            }
            Expected::Moves(moves) => run_moves(&position, moves, self.line),
        }
    }
}

fn run_counts(
    position: &AnyPosition,
    counts: &[Count],
    method: Method,
    max_nodes: Option<u128>,
) -> PositionCheck {
    let mut outcome = PositionCheck::default();
    let counter = Counter::new(position.variant(), method);
    let begun = Instant::now();
    for count in counts {
        if max_nodes.is_some_and(|most| count.nodes > most) {
            outcome.skipped += 1;
            continue;
        }
        let (line, depth, expected) = (count.line, count.depth, count.nodes);
        let found = match counter.count(position, depth, &()) {
            Ok(found) => found,
            Err(error) => {
                outcome.failures.push(Failure::TooMany { line, error });
                continue;
            }
        };
        outcome.counts += 1;
        outcome.all_nodes += found;
        if depth >= outcome.depth {
            (outcome.depth, outcome.nodes) = (depth, found);
        }
        if found != expected {
            outcome.failures.push(Failure::Count {
                line,
                depth,
                expected,
                found,
            });
        }
    }
    outcome.time = begun.elapsed();
    outcome
}

fn run_moves(position: &AnyPosition, expected: &[String], line: usize) -> PositionCheck {
    let begun = Instant::now();
    let moves = position.legal_moves();
    let time = begun.elapsed();
    let found: Vec<String> = moves.iter().map(AnyMove::to_string).collect();
    // Squares may be written with letters. A text that is no legal move is kept, and reported
    // missing.
    let written = |text: &String| match position.parse_move(text) {
        Ok(m) => m.to_string(),
        Err(_) => text.clone(),
    };
    let expected: Vec<String> = expected.iter().map(written).collect();
    let (missing, extra) = (without(&expected, &found), without(&found, &expected));
    let failure = Failure::Moves {
        line,
        missing: missing.join(" "),
        extra: extra.join(" "),
    };
    let equal = missing.is_empty() && extra.is_empty();
    PositionCheck {
        depth: 1,
        nodes: found.len() as u128,
        all_nodes: found.len() as u128,
        time,
        failures: if equal { Vec::new() } else { vec![failure] },
        ..PositionCheck::default()
    }
}

/// The multiset difference of `list` and `other`, in text order.
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
mod tests;
