//! Speed of move generation from each start position, on one thread.

use kamen::perft::{CountError, Counter, Method, Progress};
use kamen::rules::{Position, Rules, Variant};
use kamen::with_rules;
use std::io::{self, Write};
use std::time::Instant;

/// A measurement goes to the first depth with as many sequences.
const NODES: u128 = 10_000_000;

/// Prints for each variant how many millions of nodes are counted in a second, many positions at a
/// time where the processor can and one at a time, and how many are made.
///
/// # Errors
/// `out` cannot be written to.
pub fn print(out: &mut impl Write, progress: &impl Progress) -> io::Result<()> {
    let (variant, depth, nodes) = ("variant", "depth", "nodes");
    writeln!(
        out,
        "\n{variant:<18} {depth:>5} {nodes:>12} Mnps: counted  scalar    made"
    )?;
    for variant in Variant::ALL {
        let line = with_rules!(variant, R => line::<R>(variant, progress));
        writeln!(out, "{}", line.map_err(io::Error::other)?)?;
    }
    Ok(())
}

fn line<R: Rules>(variant: Variant, progress: &impl Progress) -> Result<String, CountError> {
    let position = Position::<R>::start(variant);
    let counter = Counter::new(Method::default());
    let (mut depth, mut nodes) = (0, 0);
    while nodes < NODES {
        depth += 1;
        nodes = counter.count(&position, depth, progress)?;
    }
    let ways = [(false, false), (false, true), (true, true)];
    let mut speeds = [0.0; 3];
    for ((full, scalar), speed) in ways.into_iter().zip(&mut speeds) {
        let counter = Counter::new(Method {
            full,
            scalar,
            ..Method::default()
        });
        let start = Instant::now();
        counter.count(&position, depth, progress)?;
        *speed = nodes as f64 / start.elapsed().as_secs_f64().max(1e-9) / 1e6;
    }
    let [counted, scalar, made] = speeds;
    Ok(format!(
        "{variant:<18} {depth:>5} {nodes:>12} {counted:>13.1} {scalar:>7.1} {made:>7.1}"
    ))
}
