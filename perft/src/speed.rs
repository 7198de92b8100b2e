//! Measures the speed of move generation from each start position, on one thread.

use kamen_core::{AnyPosition, Variant};
use kamen_perft::{CountError, Counter, Method, Progress, Vectors};
use std::io::{self, Write};
use std::time::Instant;

/// A measurement uses the first depth with at least this many nodes.
const NODES: u128 = 10_000_000;

/// Prints for each variant the speed in millions of nodes per second: counting in batches where the
/// processor supports it, counting one position at a time, and making every move.
///
/// # Errors
/// `out` cannot be written to.
pub fn print(out: &mut impl Write, progress: &dyn Progress) -> io::Result<()> {
    let (variant, depth, nodes) = ("variant", "depth", "nodes");
    writeln!(
        out,
        "\n{variant:<18} {depth:>5} {nodes:>12} Mnps: counted  256 bit  scalar    made"
    )?;
    for variant in Variant::ALL {
        let line = line(variant, progress);
        writeln!(out, "{}", line.map_err(io::Error::other)?)?;
    }
    Ok(())
}

fn line(variant: Variant, progress: &dyn Progress) -> Result<String, CountError> {
    let position = AnyPosition::start(variant);
    let counter = Counter::new(variant, Method::default());
    let (mut depth, mut nodes) = (0, 0);
    while nodes < NODES {
        depth += 1;
        nodes = counter.count(&position, depth, progress)?;
    }
    let ways = [
        (false, Vectors::Widest),
        (false, Vectors::Narrow),
        (false, Vectors::None),
        (true, Vectors::None),
    ];
    let mut speeds = [0.0; 4];
    for ((full, vectors), speed) in ways.into_iter().zip(&mut speeds) {
        let method = Method {
            full,
            vectors,
            ..Method::default()
        };
        let counter = Counter::new(variant, method);
        let start = Instant::now();
        counter.count(&position, depth, progress)?;
        *speed = nodes as f64 / start.elapsed().as_secs_f64().max(1e-9) / 1e6;
    }
    let [counted, narrow, scalar, made] = speeds;
    Ok(format!(
        "{variant:<18} {depth:>5} {nodes:>12} {counted:>13.1} {narrow:>8.1} {scalar:>7.1} {made:>7.1}"
    ))
}
