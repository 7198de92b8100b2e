//! Holds the engine against a suite, position by position.
//!
//! [`load`] turns the text of a file into [`Job`]s and lists what is wrong with the rest;
//! [`Job::run`] asks the engine. Nothing is printed here.

use super::error::SuiteError;
use super::format::{Count, MoveSuite, Suite};
use crate::movegen::legal_moves;
use crate::notation::{self, PositionError, hub_move, parse_move};
use crate::perft::{CountError, Counter, Counting, Method};
use crate::rules::{Position, Rules, UnknownVariant, Variant};
use crate::with_rules;
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
        found: u128,
    },
    /// The engine cannot count that far.
    #[error("line {line}: {error}")]
    TooMany {
        /// Line of the `perft`.
        line: usize,
        /// What is too large.
        error: CountError,
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
    Counts(Counting, Vec<Count>),
    Moves(Vec<String>),
}

/// What came of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCheck {
    /// Node counts that were compared.
    pub counts: usize,
    /// Node counts that were too large.
    pub skipped: usize,
    /// Depth of the deepest of them in plies; 1 for a list of moves, 0 if nothing was done.
    pub depth: u32,
    /// Nodes at that depth, as the engine counts.
    pub nodes: u128,
    /// Nodes of all depths.
    pub all_nodes: u128,
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

/// What to check, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Counts of more nodes are left out.
    pub max_nodes: Option<u128>,
    /// How to count; what counts as one move is for the suite to say.
    pub method: Method,
}

impl Job {
    /// Checks everything that is known about the position.
    #[must_use]
    pub fn run(&self, options: &Options) -> PositionCheck {
        with_rules!(self.variant, R => match notation::parse_fen::<R>(self.variant, &self.fen) {
            Ok(position) => match &self.expected {
                Expected::Counts(counting, counts) => {
                    let method = Method { counting: *counting, ..options.method };
                    run_counts(&position, counts, method, options.max_nodes)
                }
                Expected::Moves(moves) => run_moves(&position, moves, self.line),
            },
            Err(error) => PositionCheck {
                failures: vec![Failure::Position { line: self.line, error }],
                ..PositionCheck::default()
            },
        })
    }
}

fn run_counts<R: Rules>(
    position: &Position<R>,
    counts: &[Count],
    method: Method,
    max_nodes: Option<u128>,
) -> PositionCheck {
    let mut outcome = PositionCheck::default();
    let counter = Counter::new(method);
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

fn run_moves<R: Rules>(position: &Position<R>, expected: &[String], line: usize) -> PositionCheck {
    let mut moves = Vec::new();
    let begun = Instant::now();
    legal_moves(position, &mut moves);
    let time = begun.elapsed();
    let found: Vec<String> = moves.iter().map(hub_move::<R>).collect();
    // Squares may be written with letters. What is no legal move stays as it is, and is missing.
    let written = |text: &String| match parse_move(position, text) {
        Ok(m) => hub_move::<R>(&m),
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
mod tests;
