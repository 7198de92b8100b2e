//! `kamen book ballots`.

use super::{BookFailure, men_parser};
use crate::book::{BookError, BuildError};
use crate::cli::{CliError, EvalArgument, file_parser, variant_parser};
use crate::rules::Variant;
use crate::search::{Engine, Limits};
use crate::tournament::{Opening, Openings};
use crate::util::write_whole;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen book ballots --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen book ballots czech --plies 4 --count 20 --nodes 1000 -o ballots.txt
  kamen book ballots english --plies 3 --within 0.5 --nodes 1000

At the end of an opening nothing can be taken and the sides have as many pieces as each other; no two lead to the same
position. `kamen match --openings FILE` plays them.";

/// Openings that are tried for one that is balanced, at most.
const TRIES: usize = 20;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Plies of an opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=60))]
    plies: u16,
    /// How far the score may be from equal, in men
    #[arg(long, value_name = "MEN", default_value = "0.3", value_parser = men_parser)]
    within: u32,
    /// How many there are to be, if there are so many
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
    let engine = Engine::with(variant, &arguments.eval.choice, Engine::TT_SIZE);
    let engine = engine
        .map_err(BuildError::from)
        .map_err(BookFailure::from)?;
    let tried = Openings::random(
        variant,
        arguments.plies.into(),
        wanted.saturating_mul(TRIES),
        arguments.seed,
    );
    let mut text = format!(
        "# {variant}: {} random plies, seed {}, within {:.2} men by {} nodes\n",
        arguments.plies,
        arguments.seed,
        f64::from(arguments.within) / 100.0,
        arguments.nodes
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
    /// The score for the side to move, if it is near enough to equal.
    fn score(&self, engine: &Engine, opening: &Opening) -> Result<Option<crate::Score>, CliError> {
        let game = opening.game(self.variant);
        let game = game.map_err(|error| CliError::Usage(error.to_string()))?;
        engine.forget();
        let answer = engine.think(&game, &Limits::nodes(self.nodes));
        let answer = answer
            .map_err(BuildError::from)
            .map_err(BookFailure::from)?;
        let is_near = answer.score.0.unsigned_abs() <= self.within;
        Ok(is_near.then_some(answer.score))
    }
}
