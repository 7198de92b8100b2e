//! `kamen evolve`: evolves small networks in games against minimax players.

use super::json::print_json;
use super::progress::games_bar;
use super::stop::stop_on_signals;
use super::{CliError, variant_parser};
use crate::players::{EvolvedNetwork, MAX_DEPTH};
use crate::rules::Variant;
use crate::training::evolve::{Evolution, EvolutionSettings};
use crate::util::note;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen evolve --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen evolve --variant czech --generations 20 --seed 1 --threads 2 --dir czech
  kamen match czech --engine minimax:3:network:czech/generation-020.json --engine minimax:3:basic \\
      --random-plies 0 --draws none --max-plies 150 --games 1000

The same command resumes after an interruption; with more --generations it continues the run.";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Total number of generations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    generations: u32,
    /// Networks per generation
    #[arg(long, value_name = "N", default_value_t = 24)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=10_000))]
    population: u32,
    /// Games per network and generation, an even number; colours alternate
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Search depth of both sides, in plies; the opponent is minimax:N:basic
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_DEPTH as i64))]
    depth: u32,
    /// Hidden neurons per network
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=EvolvedNetwork::MOST_NEURONS as i64))]
    neurons: u32,
    /// Plies after which a game is drawn; there are no other draws
    #[arg(long, value_name = "N", default_value_t = 150)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_plies: u32,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played in parallel
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Folder for the checkpoint, the log and the best network of each generation
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Hide the progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print the log as JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn settings(&self) -> EvolutionSettings {
        EvolutionSettings {
            variant: self.variant,
            population: self.population as usize,
            games: self.games.next_multiple_of(2),
            depth: self.depth,
            neurons: self.neurons as usize,
            max_plies: self.max_plies as usize,
            seed: self.seed,
        }
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let settings = arguments.settings();
    let mut evolution = Evolution::open(&arguments.dir, &settings)?;
    let done = evolution.reports().len();
    let missing = (arguments.generations as usize).saturating_sub(done);
    if done > 0 && !arguments.quiet {
        let folder = arguments.dir.display();
        note(format_args!(
            "{folder} holds {done} generations already; {missing} are missing"
        ));
    }
    let stop = stop_on_signals();
    let games = missing * settings.population * settings.games as usize;
    let bar = games_bar(games as u64, arguments.quiet);
    for _ in 0..missing {
        let threads = arguments.threads as usize;
        let finished = evolution.generation(threads, &stop, &mut || bar.inc(1));
        let report = finished.inspect_err(|_| bar.finish_and_clear())?;
        let Some(report) = report else {
            bar.finish_and_clear();
            let next = evolution.reports().len() + 1;
            return Err(CliError::Stopped(format!(
                "stopped in generation {next}; the same command resumes with its first game"
            )));
        };
        bar.suspend(|| {
            match arguments.json {
                true => print_json(&report, out)?,
                false => writeln!(out, "{report}")?,
            }
            out.flush()
        })?;
    }
    bar.finish_and_clear();
    Ok(())
}
