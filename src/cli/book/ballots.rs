//! `kamen book ballots`.

use super::{BookFailure, men_parser};
use crate::paths::check_outputs;
use crate::{CliError, EvalArgument, file_parser, variant_parser};
use kamen_book::BookError;
use kamen_core::rules::Variant;
use kamen_core::score::Score;
use kamen_files::write_whole;
use kamen_search::{Engine, Limits};
use kamen_tournament::{Opening, Openings};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen book ballots --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen book ballots czech --plies 4 --count 20 --nodes 1000 -o ballots.txt
  kamen book ballots english --plies 3 --within 0.5 --nodes 1000
  kamen book ballots international --plies 10 --beyond 0.35 --within 0.8 --count 5 --nodes 1000

At the end of an opening nothing can be taken and the sides have as many pieces as each other; no two lead to the same \
position. `kamen match --openings FILE` plays them.";

/// Openings that are tried for one that serves, at most.
const TRIES: usize = 20;
/// Before a search of so many nodes a first one, of a part of them, tells what is hopeless.
const LONG: u64 = 50_000;
const PART: u64 = 50;
/// How far outside the bounds the first score leaves no hope, in centi-men.
const HOPELESS: u32 = 40;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Plies of an opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=60))]
    plies: u16,
    /// How far the score may be from equal, in men
    #[arg(long, value_name = "MEN", default_value = "0.3", value_parser = men_parser)]
    within: u32,
    /// How far the score must be from equal, in men
    #[arg(long, value_name = "MEN", default_value = "0", value_parser = men_parser)]
    beyond: u32,
    /// Number of openings; fewer where there are not enough
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    eval: EvalArgument,
    /// Write a file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let (variant, wanted) = (arguments.variant, arguments.count as usize);
    let [beyond, within] = [arguments.beyond, arguments.within].map(|men| f64::from(men) / 100.0);
    if beyond > within {
        let message =
            format!("found --beyond {beyond} and --within {within}, expected less beyond");
        return Err(CliError::Usage(message));
    }
    check_outputs([arguments.out.as_deref()])?;
    let engine = Engine::with(variant, &arguments.eval.choice, Engine::TT_SIZE)?;
    let tried = Openings::random(
        variant,
        arguments.plies.into(),
        wanted.saturating_mul(TRIES),
        arguments.seed,
    );
    let beyond = match arguments.beyond {
        0 => String::new(),
        _ => format!("beyond {beyond:.2} and "),
    };
    let mut text = format!(
        "# {variant}: {} random plies, seed {}, {beyond}within {within:.2} men by {} nodes\n",
        arguments.plies, arguments.seed, arguments.nodes
    );
    let mut count = 0;
    for opening in tried
        .list
        .iter()
        .filter(|opening| !opening.moves.is_empty())
    {
        if count == wanted {
            break;
        }
        if let Some(score) = arguments.score(&engine, opening)? {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{} # {score}", opening.moves.join(" "));
            count += 1;
        }
    }
    match &arguments.out {
        None => write!(out, "{text}")?,
        Some(path) => {
            write_whole(path, text.as_bytes()).map_err(|error| {
                let path = path.clone();
                BookFailure::from(BookError::Io { path, error })
            })?;
            let path = path.display();
            writeln!(out, "{path}: {count} openings of {variant}")?;
        }
    }
    Ok(())
}

impl Arguments {
    /// The score for the side to move, if it is as far from equal as it is to be.
    fn score(&self, engine: &Engine, opening: &Opening) -> Result<Option<Score>, CliError> {
        let game = opening.game(self.variant);
        let game = game.map_err(|error| CliError::Usage(error.to_string()))?;
        let search = |nodes| -> Result<Score, CliError> {
            engine.forget();
            Ok(engine.think(&game, &Limits::nodes(nodes))?.score)
        };
        let serves = |score: Score, margin| {
            let bounds = self.beyond.saturating_sub(margin)..=self.within + margin;
            bounds.contains(&score.0.unsigned_abs())
        };
        let is_hopeless = self.nodes >= LONG && !serves(search(self.nodes / PART)?, HOPELESS);
        if is_hopeless {
            return Ok(None);
        }
        let score = search(self.nodes)?;
        Ok(serves(score, 0).then_some(score))
    }
}
