//! `kamen bench`: searches a fixed list of positions.
//!
//! First of all a signature: the number of nodes is the same in every run, and changes when the
//! search or the evaluation does. The speed is for comparisons in one run only, and neither says
//! anything of playing strength.

use super::CliError;
use crate::eval::HandMade;
use crate::notation::parse_fen;
use crate::rules::{Game, Rules, Variant};
use crate::search::{Control, Limits, Resources, TranspositionTable, search};
use crate::with_rules;
use std::io::Write;
use std::time::Instant;

/// A variant and a FEN a line: the start positions, and positions out of games that Kamen played
/// against itself.
const POSITIONS: &str = include_str!("bench.txt");

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Depth of every search, in plies
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// The transposition table has 2 to the power of this entries
    #[arg(long, default_value_t = 18, value_parser = clap::value_parser!(u32).range(12..=28))]
    tt_size: u32,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let table = TranspositionTable::new(arguments.tt_size)
        .ok_or(CliError::Memory("the transposition table"))?;
    let (mut nodes, mut seconds) = (0, 0.0);
    for line in POSITIONS.lines() {
        let Some((name, fen)) = line.split_once(' ') else {
            continue;
        };
        let Ok(variant) = name.parse::<Variant>() else {
            continue;
        };
        table.clear();
        let start = Instant::now();
        let found = with_rules!(variant, R => bench::<R>(variant, fen, &table, arguments.depth))?;
        let time = start.elapsed().as_secs_f64();
        writeln!(out, "{variant:<14} {found:>10} nodes {time:>7.3} s  {fen}")?;
        nodes += found;
        seconds += time;
    }
    writeln!(
        out,
        "Bench: {nodes} nodes {:.0} nps",
        nodes as f64 / f64::max(seconds, 1e-9)
    )?;
    Ok(())
}

/// The nodes of one search.
fn bench<R: Rules>(
    variant: Variant,
    fen: &str,
    tt: &TranspositionTable,
    depth: u32,
) -> Result<u64, CliError> {
    let game = Game::<R>::new(variant, parse_fen(variant, fen)?);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let resources = Resources {
        evaluator: &HandMade::new(variant),
        tt,
        threads: 1,
    };
    Ok(search(&game, resources, &limits, &Control::new(), &mut ()).nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_positions_and_all_of_them_are_sound() {
        for variant in Variant::ALL {
            let mine = |line: &&str| line.split(' ').next() == Some(variant.name());
            let lines: Vec<&str> = POSITIONS.lines().filter(mine).collect();
            assert!(lines.len() >= 7, "{variant}");
            for line in lines {
                let fen = line.split(' ').nth(1).unwrap_or_default();
                with_rules!(variant, R => assert!(parse_fen::<R>(variant, fen).is_ok(), "{line}"));
            }
        }
    }
}
