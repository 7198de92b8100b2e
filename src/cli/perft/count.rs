//! Counts of one position, as lines or as JSON.

use super::{Arguments, Bar, PerftError};
use crate::cli::json::print_json;
use crate::cli::{CliError, PositionArguments};
use crate::notation::{hub_move, write_fen};
use crate::perft::total;
use crate::rules::{MoveOf, Rules};
use crate::with_rules;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

/// All that `--json` prints.
#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    fen: String,
    count: &'a str,
    full: bool,
    threads: u32,
    hash_mb: Option<u32>,
    depths: Vec<Depth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Divided>>,
}

#[derive(Clone, Copy, Serialize)]
struct Depth {
    depth: u32,
    nodes: u128,
    seconds: f64,
    mnps: f64,
}

#[derive(Serialize)]
struct Divided {
    #[serde(rename = "move")]
    name: String,
    nodes: u128,
}

pub(super) fn run(
    arguments: &Arguments,
    position: &PositionArguments,
    depth: u32,
    out: &mut impl Write,
) -> Result<(), CliError> {
    with_rules!(position.variant, R => count::<R>(arguments, position, depth, out))
}

fn count<R: Rules>(
    arguments: &Arguments,
    place: &PositionArguments,
    last: u32,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let position = place.position::<R>()?;
    // To lay out the table is work of the first depth.
    let mut start = Instant::now();
    let counter = arguments.counter::<R>()?;
    let bar = Bar::new();
    let mut answer = Answer {
        variant: place.variant.name(),
        fen: write_fen(&position),
        count: arguments.count.name(),
        full: arguments.full,
        threads: arguments.threads,
        hash_mb: arguments.hash,
        depths: Vec::new(),
        divide: None,
    };
    for depth in 1..=last {
        bar.show(format!("depth {depth}"));
        let nodes = if arguments.divide && depth == last {
            let counts = counter
                .divide(&position, depth, &bar)
                .map_err(PerftError::from)?;
            answer.divide = Some(counts.iter().map(divided::<R>).collect());
            total(&counts, depth).map_err(PerftError::from)?
        } else {
            counter
                .count(&position, depth, &bar)
                .map_err(PerftError::from)?
        };
        let seconds = start.elapsed().as_secs_f64();
        bar.clear();
        let mnps = nodes as f64 / seconds.max(1e-9) / 1e6;
        answer.depths.push(Depth {
            depth,
            nodes,
            seconds,
            mnps,
        });
        if !arguments.json {
            for Divided { name, nodes } in answer.divide.iter().flatten() {
                writeln!(out, "{name} {nodes}")?;
            }
            writeln!(out, "perft {depth} {nodes} {seconds:.3} {mnps:.1}")?;
        }
        start = Instant::now();
    }
    if arguments.json {
        print_json(&answer, out)?;
    }
    Ok(())
}

fn divided<R: Rules>((m, nodes): &(MoveOf<R>, u128)) -> Divided {
    Divided {
        name: hub_move::<R>(m),
        nodes: *nodes,
    }
}
