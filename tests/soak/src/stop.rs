//! How soon a search stops that is told to.

use crate::delays::{Delays, Load};
use crate::hub_engine::{HubEngine, PATIENCE};
use crate::referee::Game;
use kamen_core::rules::Variant;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// The arguments of `stop`.
#[derive(clap::Args, Debug)]
pub struct Stop {
    /// The variant
    variant: Variant,
    /// The program
    #[arg(long, value_name = "FILE", default_value = super::arguments::PROGRAM)]
    program: PathBuf,
    /// Searches
    #[arg(long, value_name = "N", default_value_t = 1000)]
    searches: u64,
    /// Parameters beside the variant
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Busy threads beside it, for each processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    load: u32,
    /// Seed of the positions and of the moments
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// How soon it should be there.
const SOON: f64 = 0.005;

/// Analyses positions of random games, each until it is stopped after a while.
///
/// # Errors
/// The program fails.
pub fn run(arguments: &Stop) -> Result<(), String> {
    let mut engine = HubEngine::start(&arguments.program)?;
    engine.send(&format!(
        "set-param name=variant value={}",
        arguments.variant
    ))?;
    for set in &arguments.set {
        let (name, value) = set
            .split_once('=')
            .ok_or("expected NAME=VALUE behind --set")?;
        engine.send(&format!("set-param name={name} value={value}"))?;
    }
    engine.send("init")?;
    engine.expect("ready", PATIENCE)?;
    let _load = Load::of(arguments.load);
    let mut random = Pcg64Mcg::seed_from_u64(arguments.seed);
    let mut delays = Delays::default();
    for search in 0..arguments.searches {
        let mut game = Game::normal(arguments.variant);
        let plies = random.random_range(0..60);
        game.play_random(plies, &mut random);
        if !game.goes_on() {
            continue;
        }
        engine.send(&game.pos(None))?;
        engine.send(if search % 2 == 0 {
            "go analyze"
        } else {
            "go ponder"
        })?;
        thread::sleep(Duration::from_micros(random.random_range(0..100_000)));
        let asked = Instant::now();
        engine.send("stop")?;
        let (came, _) = engine.expect("done", PATIENCE)?;
        delays.add(came.saturating_duration_since(asked).as_secs_f64());
        engine.ping()?;
    }
    let late = 1000.0 * delays.share_above(SOON);
    println!("{delays}; {late:.1} of 1,000 above 5 ms");
    Ok(())
}
