//! The command line.

use crate::block::Settings;
use crate::late::Late;
use crate::stop::Stop;
use std::path::PathBuf;

/// Look for faults of the program by using it for a long time
#[derive(clap::Parser, Debug)]
pub enum Arguments {
    /// Play many thousand games with processes that live long
    Games(Games),
    /// Measure how late moves come, under a load
    Late(Late),
    /// Measure how soon a search stops
    Stop(Stop),
}

/// The arguments of `games`.
#[derive(clap::Args, Debug)]
pub struct Games {
    /// The program that plays
    #[arg(long, value_name = "FILE", default_value = PROGRAM)]
    pub program: PathBuf,
    /// Games in all
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub games: u64,
    /// Games in the life of a process
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub life: u64,
    /// Blocks that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub workers: u32,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Play at this clock, pondering on half of the moves, and do nothing else
    #[arg(long, value_name = "SECONDS+INCREMENT", value_parser = clock)]
    pub clock: Option<[f64; 2]>,
    /// The finished blocks; the same command goes on from there
    #[arg(long, value_name = "FILE", default_value = "target/soak.jsonl")]
    pub journal: PathBuf,
}

/// Where Cargo puts the program.
pub const PROGRAM: &str = "target/release/kamen";

fn clock(text: &str) -> Result<[f64; 2], String> {
    let parsed = text.split_once('+').and_then(|(base, increment)| {
        let (base, increment) = (base.parse().ok()?, increment.parse().ok()?);
        (base > 0.0 && increment >= 0.0).then_some([base, increment])
    });
    parsed.ok_or_else(|| "expected seconds and an increment, such as 1+0.01".to_owned())
}

impl Games {
    /// What every block needs to know.
    pub fn settings(&self) -> Settings {
        Settings {
            games: self.life,
            seed: self.seed,
            clock: self.clock,
        }
    }

    /// How many blocks all games are.
    pub fn blocks(&self) -> u64 {
        self.games.div_ceil(self.life)
    }
}
