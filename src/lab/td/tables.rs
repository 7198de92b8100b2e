//! `kamen td tables` and `kamen td graphs`: the measurements of the 2011 thesis.

use super::rows::RowArguments;
use crate::LabError;
use kamen_cli::arguments::variant_parser;
use kamen_cli::json::print_json;
use kamen_core::board::Color;
use kamen_core::game::FinishedGame;
use kamen_core::rules::{GameResult, Variant};
use kamen_players::rated::RatedPositions;
use kamen_players::{LeftOut, MAX_DEPTH, RowFactor};
use kamen_training::td::{Learners, Style, TdError};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// The examples of `kamen td tables --help`.
pub(super) const TABLES: &str = "\
Examples:
  kamen td tables czech                        depths 1 to 8 against 3, 4 and 5 (table 5)
  kamen td tables czech --rated w.cdb          the same with rated positions (table 8)";

/// The examples of `kamen td graphs --help`.
pub(super) const GRAPHS: &str = "\
Examples:
  kamen td graphs czech
  kamen td graphs international --depth 5 --games 100 --json";

#[derive(Debug, clap::Args)]
pub(crate) struct TablesArguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Rated positions for the player of each line; its opponent has none
    #[arg(long, value_name = "FILE")]
    rated: Option<PathBuf>,
    /// Play at depth 1 to N
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = depth())]
    depth: u32,
    #[command(flatten)]
    rows: RowArguments,
    /// Depths of the opponent
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_values_t = [3, 4, 5])]
    #[arg(value_parser = depth())]
    against: Vec<u32>,
    /// Plies after which a game is a draw, besides the drawing rules
    #[arg(long, value_name = "N", default_value_t = 300)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_plies: u32,
    /// Print each line as a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct GraphsArguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Measure depth 1 to N
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = depth())]
    depth: u32,
    /// Games of learning at each depth
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print each depth as a JSON object
    #[arg(long)]
    json: bool,
}

fn depth() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH))
}

/// The results of a colour against an opponent of fixed depth.
#[derive(Serialize)]
struct Line {
    color: &'static str,
    against: u32,
    /// At depth 1, 2, ..: W, D or L.
    results: String,
}

/// What the graphs show at a depth.
#[derive(Serialize)]
struct Measured {
    depth: u32,
    /// The share of states that alpha-beta leaves out in the games: of each position whose first moves suffice the others,
    /// but not what would lie behind them.
    skipped: f64,
    /// The share of turns with one legal move.
    lone: f64,
    /// Seconds for ten games of learning.
    seconds: f64,
}

pub(super) fn tables(arguments: &TablesArguments, out: &mut impl Write) -> Result<(), LabError> {
    let nothing = Arc::new(RatedPositions::new(arguments.variant));
    let rated = match &arguments.rated {
        Some(path) => {
            Arc::new(RatedPositions::read_for(arguments.variant, path).map_err(TdError::File)?)
        }
        None => Arc::clone(&nothing),
    };
    let mut totals = [0; 3];
    for &against in &arguments.against {
        for own in [Color::Black, Color::White] {
            let mut results = Vec::new();
            for depth in 1..=arguments.depth {
                let (mut depths, mut positions) =
                    ([against; 2], [Arc::clone(&nothing), Arc::clone(&nothing)]);
                depths[own as usize] = depth;
                positions[own as usize] = Arc::clone(&rated);
                let style = arguments.style(depths);
                let letter = letter(own, style.play(0, &positions).result);
                totals[usize::from(letter == 'D') + 2 * usize::from(letter == 'L')] += 1;
                results.push(letter.to_string());
            }
            let line = Line {
                color: if own == Color::White {
                    "White"
                } else {
                    "Black"
                },
                against,
                results: results.join(" "),
            };
            line.print(arguments.json, out)?;
        }
    }
    if !arguments.json {
        let [won, drawn, lost] = totals;
        writeln!(out, "won {won}, drawn {drawn}, lost {lost}")?;
    }
    Ok(())
}

impl TablesArguments {
    /// Games without a random move.
    fn style(&self, depth: [u32; 2]) -> Style {
        Style {
            variant: self.variant,
            depth,
            rows: self.rows.factor(),
            learners: Learners::Both,
            random: 0.0,
            max_plies: self.max_plies as usize,
            seed: 0,
        }
    }
}

fn letter(own: Color, result: GameResult) -> char {
    match result.winner() {
        Some(winner) if winner == own => 'W',
        Some(_) => 'L',
        None => 'D',
    }
}

impl Line {
    fn print(&self, json: bool, out: &mut impl Write) -> Result<(), LabError> {
        if json {
            print_json(self, out)?;
        } else {
            let (color, against) = (self.color, self.against);
            writeln!(out, "{color} against depth {against}: {}", self.results)?;
        }
        out.flush()?;
        Ok(())
    }
}

pub(super) fn graphs(arguments: &GraphsArguments, out: &mut impl Write) -> Result<(), LabError> {
    let nothing = Arc::new(RatedPositions::new(arguments.variant));
    let positions = [Arc::clone(&nothing), nothing];
    if !arguments.json {
        writeln!(out, "depth  skipped  lone moves  seconds for 10 games")?;
    }
    for depth in 1..=arguments.depth {
        let style = Style {
            variant: arguments.variant,
            depth: [depth; 2],
            rows: RowFactor::default(),
            learners: Learners::Alternate,
            random: 1.0,
            max_plies: 200,
            seed: arguments.seed,
        };
        let start = Instant::now();
        let played = (0..arguments.games).map(|number| style.play(number, &positions));
        let played: Vec<FinishedGame> = played.collect();
        let seconds = start.elapsed().as_secs_f64();
        let measured = Measured {
            depth,
            skipped: skipped(&played, depth),
            lone: lone(&played),
            seconds: 10.0 * seconds / arguments.games as f64,
        };
        measured.print(arguments.json, out)?;
    }
    Ok(())
}

/// The share of states that are left out where a side searches. The learner, who moves at random, does not: it is White in every
/// other game.
fn skipped(games: &[FinishedGame], depth: u32) -> f64 {
    let mut all = LeftOut::default();
    for (number, game) in games.iter().enumerate() {
        let mut here = game.line.start;
        for m in &game.line.moves {
            if !Learners::Alternate.has(here.turn(), number as u64) {
                all += LeftOut::of(&here, depth);
            }
            here = here.after_legal(m);
        }
    }
    all.share().unwrap_or(0.0)
}

/// The share of turns with one legal move.
fn lone(games: &[FinishedGame]) -> f64 {
    let (mut turns, mut lone) = (0_u32, 0_u32);
    for game in games {
        let mut here = game.line.start;
        for m in &game.line.moves {
            turns += 1;
            lone += u32::from(here.legal_moves().len() == 1);
            here = here.after_legal(m);
        }
    }
    f64::from(lone) / f64::from(turns.max(1))
}

impl Measured {
    fn print(&self, json: bool, out: &mut impl Write) -> Result<(), LabError> {
        if json {
            print_json(self, out)?;
        } else {
            let (depth, seconds) = (self.depth, self.seconds);
            let [skipped, lone] = [self.skipped, self.lone].map(|share| 100.0 * share);
            writeln!(
                out,
                "{depth:>5}  {skipped:>6.1}%  {lone:>9.1}%  {seconds:>20.3}"
            )?;
        }
        out.flush()?;
        Ok(())
    }
}
