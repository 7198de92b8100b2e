//! A fixed list of positions, searched to a fixed depth: the nodes are a signature of search and evaluation, the time says how fast
//! a machine is. Begin with [`run`].

use super::host::Moment;
use super::{Control, Limits, Resources, TranspositionTable, search_any};
use kamen_core::game::{AnyGame, AnyPosition};
use kamen_core::notation::PositionError;
use kamen_core::rules::Variant;
use kamen_eval::weights::WeightsError;
use kamen_eval::{Choice, Evaluation};
use std::fmt;

/// The depth of each search if nobody asks for another, in plies.
pub const DEPTH: u32 = 9;
/// The size of the table if nobody asks for another, as a power of 2.
pub const TT_SIZE: u32 = 18;

/// The positions, each after the name of its variant.
const POSITIONS: &str = include_str!("positions.txt");

/// What searching came to: one position, or all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sums {
    /// Nodes.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

impl Sums {
    /// Nodes a second.
    pub fn nps(&self) -> f64 {
        self.nodes as f64 / f64::max(self.seconds, 1e-9)
    }
}

impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bench: {} nodes {:.0} nps", self.nodes, self.nps())
    }
}

/// A position that was searched.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The variant.
    pub variant: Variant,
    /// The position.
    pub fen: &'static str,
    /// What it came to.
    pub sums: Sums,
}

/// Why the positions cannot be searched.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The evaluation cannot be loaded.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A position is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The table is too large.
    #[error("there is no memory for the transposition table")]
    Memory,
}

/// Searches all positions one after another on one thread, each with an empty table of 2 to the power of `tt_size` entries; `hear` is
/// told of each.
///
/// # Errors
/// The evaluation cannot be loaded, or there is no memory.
pub fn run(
    eval: &Choice,
    depth: u32,
    tt_size: u32,
    hear: &mut dyn FnMut(&Measured),
) -> Result<Sums, BenchError> {
    let table = TranspositionTable::new(tt_size).ok_or(BenchError::Memory)?;
    table.wait_until_whole(|| false);
    let mut all = Sums {
        nodes: 0,
        seconds: 0.0,
    };
    for (variant, fen) in positions() {
        let evaluation = Evaluation::load(variant, eval)?;
        let game = AnyGame::new(AnyPosition::parse_fen(variant, fen)?);
        table.clear();
        let start = Moment::now();
        let nodes = nodes(&game, &evaluation, &table, depth);
        let seconds = start.elapsed().as_secs_f64();
        all.nodes += nodes;
        all.seconds += seconds;
        let sums = Sums { nodes, seconds };
        hear(&Measured { variant, fen, sums });
    }
    Ok(all)
}

/// The variants and positions of the list.
fn positions() -> impl Iterator<Item = (Variant, &'static str)> {
    let lines = POSITIONS.lines().filter_map(|line| line.split_once(' '));
    lines.filter_map(|(name, fen)| Some((name.parse().ok()?, fen)))
}

fn nodes(game: &AnyGame, evaluator: &Evaluation, tt: &TranspositionTable, depth: u32) -> u64 {
    let resources = Resources {
        evaluator,
        tt,
        threads: 1,
        tables: None,
    };
    let limits = Limits::depth(depth);
    search_any(game, resources, &limits, &Control::new(), &mut |_| ()).nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_positions_and_all_of_them_are_sound() {
        assert_eq!(positions().count(), POSITIONS.lines().count());
        for variant in Variant::ALL {
            let mine: Vec<_> = positions().filter(|(of, _)| *of == variant).collect();
            assert!(mine.len() >= 7, "{variant}");
            for (_, fen) in mine {
                assert!(AnyPosition::parse_fen(variant, fen).is_ok(), "{fen}");
            }
        }
    }

    #[test]
    fn a_shallow_run_is_the_same_again() {
        let mut told = 0;
        let run = |told: &mut u64| {
            let mut hear = |found: &Measured| *told += found.sums.nodes;
            run(&Choice::hand_made(), 2, 12, &mut hear).unwrap().nodes
        };
        let nodes = run(&mut told);
        assert_eq!(nodes, told);
        assert_eq!(nodes, run(&mut told));
    }
}
