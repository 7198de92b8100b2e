//! How late moves come that have a limit of time, of one or several programs in turn.

use crate::delays::{Delays, Load};
use crate::hub_engine::{HubEngine, PATIENCE};
use crate::referee::Game;
use kamen_core::rules::Variant;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The arguments of `late`.
#[derive(clap::Args, Debug)]
pub struct Late {
    /// The variant
    variant: Variant,
    /// This engine
    #[arg(long, value_name = "FILE", default_value = super::arguments::PROGRAM)]
    program: PathBuf,
    /// Another program, which speaks Hub 1 (Scan 2.0); it is asked about the same positions in turn
    #[arg(long, value_name = "FILE")]
    hub1: Option<PathBuf>,
    /// Moves of each program
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    moves: u64,
    /// Seconds for a move
    #[arg(long, value_name = "SECONDS", default_value_t = 0.1)]
    time: f64,
    /// Busy threads beside them, for each processor
    #[arg(long, value_name = "N", default_value_t = 4)]
    load: u32,
    /// Seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Moves between two reports on the way.
const SHOWN_EACH: u64 = 500;

/// A program with its delays.
struct Asked {
    name: String,
    engine: HubEngine,
    speaks_hub1: bool,
    delays: Delays,
}

impl Asked {
    fn kamen(arguments: &Late) -> Result<Asked, String> {
        let mut engine = HubEngine::start(&arguments.program)?;
        engine.send(&format!(
            "set-param name=variant value={}",
            arguments.variant
        ))?;
        engine.send("set-param name=book value=false")?;
        engine.send("init")?;
        engine.expect("ready", PATIENCE)?;
        Ok(Asked {
            name: arguments.program.display().to_string(),
            engine,
            speaks_hub1: false,
            delays: Delays::default(),
        })
    }

    fn hub1(program: &Path) -> Result<Asked, String> {
        let path = program
            .canonicalize()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let mut command = Command::new(&path);
        if let Some(folder) = path.parent() {
            command.current_dir(folder);
        }
        let mut engine = HubEngine::run(command.arg("hub"))?;
        engine.send("hub")?;
        engine.wait_for("wait", PATIENCE)?;
        engine.send("set book false")?;
        engine.send("init")?;
        engine.wait_for("ready", PATIENCE)?;
        Ok(Asked {
            name: program.display().to_string(),
            engine,
            speaks_hub1: true,
            delays: Delays::default(),
        })
    }

    /// Asks for a move in a position of Hub's form.
    fn ask(&mut self, position: &str, seconds: f64) -> Result<(), String> {
        let engine = &mut self.engine;
        let (go, answer) = if self.speaks_hub1 {
            let (turn, board) = position.split_at(1);
            engine.send(&format!("pos {}{board}", turn.to_ascii_lowercase()))?;
            engine.send(&format!("time {}", (1000.0 * seconds).round()))?;
            ("go", "move")
        } else {
            engine.send(&format!("pos pos={position}"))?;
            engine.send(&format!("level move-time={seconds}"))?;
            ("go think", "done")
        };
        engine.send("ping")?;
        engine.wait_for("pong", PATIENCE)?;
        let asked = Instant::now();
        engine.send(go)?;
        let (came, _) = engine.wait_for(answer, PATIENCE)?;
        let limit = Duration::from_secs_f64(seconds);
        let took = came.saturating_duration_since(asked);
        self.delays.add(took.as_secs_f64() - limit.as_secs_f64());
        Ok(())
    }
}

/// Asks about the positions of random games in which there is more than one move.
///
/// # Errors
/// A program fails.
pub fn run(arguments: &Late) -> Result<(), String> {
    let mut asked = vec![Asked::kamen(arguments)?];
    if let Some(program) = &arguments.hub1 {
        asked.push(Asked::hub1(program)?);
    }
    let _load = Load::of(arguments.load);
    let mut random = Pcg64Mcg::seed_from_u64(arguments.seed);
    let mut game = Game::normal(arguments.variant);
    let mut moves = 0;
    while moves < arguments.moves {
        if !game.goes_on() || game.plies() > 60 {
            game = Game::normal(arguments.variant);
        }
        if game.moves().len() > 1 {
            for one in &mut asked {
                one.ask(&game.hub(), arguments.time)?;
            }
            moves += 1;
            if moves % SHOWN_EACH == 0 {
                for Asked { name, delays, .. } in &asked {
                    eprintln!("{moves} moves: {name}: {delays}");
                }
            }
        }
        game.play_random(1, &mut random);
    }
    for Asked { name, delays, .. } in &asked {
        println!("{name}: {delays}");
    }
    Ok(())
}
