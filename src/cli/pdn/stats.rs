//! `kamen pdn stats`: results of games by their first moves.

use super::PdnError;
use super::filter::{Chosen, Filter};
use super::read::{TextGame, replayed};
use crate::json::print_json;
use crate::notation::SquareNames;
use crate::table::TextTable;
use crate::{CliError, variant_parser};
use kamen_core::game::AnyPosition;
use kamen_core::notation::pdn::outcome;
use kamen_core::rules::{GameResult, Variant};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen pdn stats --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen pdn stats games.pdn                  results by the first move
  kamen pdn stats games.pdn --plies 3        by the first three plies
  kamen pdn stats games.pdn --json           one JSON object per line
  kamen pdn stats games.pdn --opening 'c3-d4' --result white

Wins, losses and score are those of the side that begins. Games with faults, without a result or from
another position are left out.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// PDN files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Plies by which games are told apart; shorter games have fewer
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    plies: u32,
    /// Variant of games whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    squares: SquareNames,
    /// Print a JSON object for each line of the table, then one for the games left out
    #[arg(long)]
    json: bool,
}

/// The results of some games, for the side that begins.
#[derive(Clone, Copy, Default, Serialize)]
struct Results {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
}

/// A line of the table.
#[derive(Serialize)]
struct Line<'a> {
    variant: Variant,
    moves: &'a str,
    #[serde(flatten)]
    results: Results,
    /// Points of the side that begins, 0 to 1.
    score: f64,
}

/// Numbers of games that are not counted.
#[derive(Default, Serialize)]
struct LeftOut {
    faults: u64,
    without_result: u64,
    other_position: u64,
}

impl Results {
    fn add(&mut self, result: GameResult, variant: Variant) {
        self.games += 1;
        match result.points(variant.facts().first) {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    fn score(&self) -> f64 {
        (self.wins as f64 + 0.5 * self.draws as f64) / self.games.max(1) as f64
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let mut by_moves: BTreeMap<(Variant, String), Results> = BTreeMap::new();
    let (mut left_out, mut chosen) = (LeftOut::default(), Chosen::new(&arguments.filter));
    for path in &arguments.files {
        for game in replayed(path, arguments.variant)? {
            let game = game?;
            if game.first_fault().is_some() {
                left_out.faults += 1;
            } else if chosen.has(&game) {
                let variant = game.played.variant;
                let result = outcome(variant, &game.read.game);
                match (arguments.opening(&game), result) {
                    (None, _) => left_out.other_position += 1,
                    (_, None) => left_out.without_result += 1,
                    (Some(moves), Some(result)) => {
                        by_moves
                            .entry((variant, moves))
                            .or_default()
                            .add(result, variant);
                    }
                }
            }
        }
    }
    if by_moves.is_empty() {
        return Err(match chosen.illegal_opening() {
            Some(error) => CliError::Usage(format!("--opening: {error}")),
            None => PdnError::NoneCounted(left_out.text()).into(),
        });
    }
    let mut lines: Vec<((Variant, String), Results)> = by_moves.into_iter().collect();
    // The most frequent first; the sort is stable.
    lines.sort_by_key(|((variant, _), results)| (*variant, Reverse(results.games)));
    if arguments.json {
        for ((variant, moves), results) in &lines {
            let (variant, results) = (*variant, *results);
            let score = results.score();
            print_json(
                &Line {
                    variant,
                    moves,
                    results,
                    score,
                },
                out,
            )?;
        }
        print_json(&BTreeMap::from([("left_out", &left_out)]), out)?;
    } else {
        write!(out, "{}", table(&lines))?;
        writeln!(out, "left out: {}", left_out.text())?;
    }
    Ok(())
}

impl Arguments {
    /// The first moves of a game from the start position of its variant.
    fn opening(&self, game: &TextGame) -> Option<String> {
        let (variant, replay) = (game.played.variant, &game.played.replay);
        if replay.start != Some(AnyPosition::start(variant)) || replay.played.is_empty() {
            return None;
        }
        let plies = replay.played.len().min(self.plies as usize);
        let letters = self.squares.are_letters(variant);
        let moves = (0..plies).filter_map(|ply| {
            let text = replay.written(ply, letters)?;
            // The number of a second move is that of the first.
            let without = text.split_once(' ').map(|(_, m)| m.to_owned());
            Some(if ply % 2 == 1 { without? } else { text })
        });
        Some(moves.collect::<Vec<_>>().join(" "))
    }
}

impl LeftOut {
    fn text(&self) -> String {
        format!(
            "{} with faults, {} without a result, {} from another position or without moves",
            self.faults, self.without_result, self.other_position
        )
    }
}

fn table(lines: &[((Variant, String), Results)]) -> String {
    let mut table = TextTable::new(&["moves", "games", "wins", "draws", "losses", "score"], 0);
    let mut text = String::new();
    let mut all = Results::default();
    for (index, ((variant, moves), results)) in lines.iter().enumerate() {
        table.push(cells(moves, results));
        all.games += results.games;
        all.wins += results.wins;
        all.draws += results.draws;
        all.losses += results.losses;
        if lines.get(index + 1).is_none_or(|next| next.0.0 != *variant) {
            table.push(cells("all", &all));
            text += &format!("{variant}\n{}", table.text());
            table = TextTable::new(&["moves", "games", "wins", "draws", "losses", "score"], 0);
            all = Results::default();
        }
    }
    text
}

fn cells(moves: &str, results: &Results) -> Vec<String> {
    vec![
        moves.to_owned(),
        results.games.to_string(),
        results.wins.to_string(),
        results.draws.to_string(),
        results.losses.to_string(),
        format!("{:.1}%", 100.0 * results.score()),
    ]
}
