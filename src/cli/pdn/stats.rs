//! `kamen pdn stats`: results of games by their first moves.

use super::filter::{Chosen, Filter, Opening};
use super::read::replayed;
use super::{PdnError, Reading};
use crate::json::print_json;
use crate::notation::SquareNames;
use crate::table::TextTable;
use crate::{CliError, variant_parser};
use kamen_analysis::{NotCounted, OpeningResults, Results};
use kamen_collection::Names;
use kamen_core::notation::pdn::outcome;
use kamen_core::rules::Variant;
use serde::Serialize;
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

Wins, losses and score are those of the side that begins. Games with faults, without a result or from \
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
    reading: Reading,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    squares: SquareNames,
    /// Print a JSON object for each line of the table, then one for the games left out
    #[arg(long)]
    json: bool,
}

/// A line of the table.
#[derive(Serialize)]
struct Line<'a> {
    variant: Variant,
    moves: &'a str,
    /// How the opening is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
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

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let mut results = OpeningResults::new(arguments.plies as usize);
    let (mut left_out, mut chosen) = (LeftOut::default(), Chosen::new(&arguments.filter));
    for path in &arguments.files {
        for game in replayed(path, arguments.variant, arguments.reading)? {
            let game = game?;
            if game.first_fault().is_some() {
                left_out.faults += 1;
            } else if chosen.has(&game) {
                let variant = game.played.variant;
                let letters = arguments.squares.are_letters(variant);
                let result = outcome(variant, &game.read.game);
                match results.add(&game.played.replay, result, letters) {
                    Ok(()) => (),
                    Err(NotCounted::OtherPosition) => left_out.other_position += 1,
                    Err(NotCounted::WithoutResult) => left_out.without_result += 1,
                }
            }
        }
    }
    let lines = results.lines();
    if lines.is_empty() {
        return Err(match chosen.illegal_opening() {
            Some(error) => CliError::Usage(format!("--opening: {error}")),
            None => PdnError::NoneCounted(left_out.text()).into(),
        });
    }
    if arguments.json {
        for &(variant, moves, results) in &lines {
            let score = results.score();
            print_json(
                &Line {
                    variant,
                    moves,
                    opening: opening(variant, moves),
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

impl LeftOut {
    fn text(&self) -> String {
        format!(
            "{} with faults, {} without a result, {} from another position or without moves",
            self.faults, self.without_result, self.other_position
        )
    }
}

/// A table for each variant, with the sum of its lines.
fn table(lines: &[(Variant, &str, Results)]) -> String {
    let mut text = String::new();
    for of_one in lines.chunk_by(|one, next| one.0 == next.0) {
        let names = of_one
            .iter()
            .map(|(variant, moves, _)| opening(*variant, moves));
        let names: Vec<Option<String>> = names.collect();
        let mut head = vec!["moves", "games", "wins", "draws", "losses", "score"];
        // A column for those that have one.
        head.extend(names.iter().any(Option::is_some).then_some("opening"));
        let mut table = TextTable::new(&head, 0);
        let mut all = Results::default();
        for ((_, moves, results), name) in of_one.iter().zip(names) {
            let mut cells = cells(moves, results);
            cells.extend(name);
            table.push(cells);
            all += *results;
        }
        table.push(cells("all", &all));
        text += &format!("{}\n{}", of_one[0].0, table.text());
    }
    text
}

/// How the moves of a line are called: by the last of their positions that has a name.
fn opening(variant: Variant, moves: &str) -> Option<String> {
    let line = moves.parse::<Opening>().ok()?.line(variant).ok()?;
    let positions = line.iter().map(|(before, m)| before.after_legal(m));
    let opening = Names::of(variant).last(positions);
    opening.map(|opening| opening.to_string())
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
