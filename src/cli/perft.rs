//! `kamen perft`.

use super::{CliError, PositionArguments};
use crate::notation::hub_move;
use crate::perft::{divide, perft};
use crate::with_rules;
use std::io::Write;
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The longest sequence, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Show the count below each move of the position
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    with_rules!(arguments.position.variant, R => {
        let position = arguments.position.position::<R>()?;
        for depth in 1..=arguments.depth {
            let start = Instant::now();
            let nodes = if arguments.divide && depth == arguments.depth {
                let counts = divide(&position, depth);
                for (m, nodes) in &counts {
                    writeln!(out, "{} {nodes}", hub_move::<R>(m))?;
                }
                counts.iter().map(|(_, nodes)| nodes).sum()
            } else {
                perft(&position, depth)
            };
            let seconds = start.elapsed().as_secs_f64();
            let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
            writeln!(out, "perft {depth} {nodes} {seconds:.3} {speed:.1}")?;
        }
        Ok(())
    })
}
