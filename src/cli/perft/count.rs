//! `kamen perft VARIANT DEPTH`: perft counts of one position, as lines or as JSON.

use super::{Arguments, Bar, PerftError};
use crate::CliError;
use crate::json::print_json;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_perft::total;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

/// The object that `--json` prints.
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
    /// As Hub writes it.
    #[serde(rename = "move")]
    name: String,
    /// As it is printed.
    #[serde(skip)]
    shown: String,
    nodes: u128,
}

pub(super) fn run(
    arguments: &Arguments,
    position: &AnyPosition,
    last: u32,
    out: &mut impl Write,
) -> Result<(), CliError> {
    // The first depth pays for allocating the table.
    let mut start = Instant::now();
    let counter = arguments.counter(position.variant())?;
    let bar = Bar::new();
    let mut answer = Answer {
        variant: position.variant().name(),
        fen: position.fen(),
        count: arguments.count.name(),
        full: arguments.full,
        threads: arguments.threads,
        hash_mb: arguments.hash,
        depths: Vec::new(),
        divide: None,
    };
    let divided = |(m, nodes): &(AnyMove, u128)| Divided {
        name: m.to_string(),
        shown: arguments.notation.write(position, m),
        nodes: *nodes,
    };
    for depth in 1..=last {
        bar.show(format!("depth {depth}"));
        let nodes = if arguments.divide && depth == last {
            let counts = counter
                .divide(position, depth, &bar)
                .map_err(PerftError::from)?;
            answer.divide = Some(counts.iter().map(divided).collect());
            total(&counts, depth).map_err(PerftError::from)?
        } else {
            counter
                .count(position, depth, &bar)
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
        // The moves stand above their sum, alone.
        if !arguments.json && (!arguments.divide || depth == last) {
            for Divided { shown, nodes, .. } in answer.divide.iter().flatten() {
                writeln!(out, "{shown} {nodes}")?;
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
