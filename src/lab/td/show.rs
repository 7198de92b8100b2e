//! `kamen td show`, `stats` and `merge`.

use crate::LabError;
use kamen_cli::arguments::FenArgument;
use kamen_cli::json::print_json;
use kamen_cli::notation::MoveNotation;
use kamen_cli::paths::{check_outputs, file_parser};
use kamen_core::game::AnyPosition;
use kamen_files::note;
use kamen_players::rated::{Kind, Pieces, RatedPositions, Rating, take_over_played};
use kamen_training::td::{self, Merged, TdError};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The examples of `kamen td show --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen td show w.cdb
  kamen td show w.cdb --fen B:Wa1,c1:Bh8,f6 --json";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The file
    file: PathBuf,
    #[command(flatten)]
    fen: FenArgument,
    #[command(flatten)]
    notation: MoveNotation,
    /// Print JSON objects, one a line: the position, then its moves
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StatsArguments {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print a JSON object for each file
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct MergeArguments {
    /// The files
    #[arg(required = true, num_args = 2.., value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Merge the parts that there are, though games are missing
    #[arg(long)]
    partial: bool,
    /// The merged file; a name that ends in .cdbz is written compactly
    #[arg(long, short, alias = "output", value_name = "FILE", value_parser = file_parser())]
    out: PathBuf,
}

/// A position, or a move with the position that it leads to.
#[derive(Serialize)]
struct Entry {
    /// In Hub's form.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    m: Option<String>,
    /// As it is printed.
    #[serde(skip)]
    shown: String,
    fen: String,
    key: String,
    /// Of the side to move before the move.
    value: Option<f64>,
    visits: Option<u32>,
    kind: Option<char>,
}

impl Entry {
    /// `sign` is -1 where the other side rates it.
    fn new(positions: &RatedPositions, position: &AnyPosition, sign: f64) -> Entry {
        let pieces = Pieces::of_any(position);
        let rating = positions.get(&pieces);
        Entry {
            m: None,
            shown: String::new(),
            fen: position.fen(),
            key: pieces.digits(position.variant()),
            value: rating.map(|rating| sign * rating.value),
            visits: rating.map(|rating| rating.visits),
            kind: rating.map(|rating| rating.kind.letter()),
        }
    }

    fn rating(&self) -> String {
        match (self.value, self.visits, self.kind) {
            (Some(value), Some(visits), Some(kind)) => format!("{value:+.6} {visits} {kind}"),
            _ => "not rated".to_owned(),
        }
    }
}

/// Reads a file, with the games that were played since it was written.
fn read(path: &Path) -> Result<RatedPositions, LabError> {
    take_over_played(path).map_err(TdError::from)?;
    Ok(RatedPositions::read(path).map_err(TdError::from)?)
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    let positions = read(&arguments.file)?;
    let position = arguments.fen.position(positions.variant())?;
    let mut entries = vec![Entry::new(&positions, &position, 1.0)];
    for m in position.legal_moves() {
        let next = position.after_legal(&m);
        entries.push(Entry {
            m: Some(arguments.notation.in_hub(&m)),
            shown: arguments.notation.write(&position, &m),
            ..Entry::new(&positions, &next, -1.0)
        });
    }
    for entry in entries {
        match (arguments.json, &entry.m) {
            (true, _) => print_json(&entry, out)?,
            (false, None) => {
                let fen = arguments.notation.fen(&position);
                writeln!(out, "{fen}\n{}: {}", entry.key, entry.rating())?;
            }
            (false, Some(_)) => writeln!(out, "{:12} {}", entry.shown, entry.rating())?,
        }
    }
    Ok(())
}

/// What `kamen td stats` says of a file.
#[derive(Serialize)]
struct Stats<'a> {
    file: &'a Path,
    variant: kamen_core::rules::Variant,
    /// That a learner learned from, and that players have played.
    games: u64,
    played: u64,
    positions: usize,
    ordinary: usize,
    ends: usize,
    draws: usize,
    /// Ordinary positions with a value above, at and below 0.
    signs: [usize; 3],
    mean_visits: f64,
    most_visits: u32,
}

impl<'a> Stats<'a> {
    fn new(file: &'a Path, positions: &RatedPositions) -> Stats<'a> {
        let [ordinary, ends, draws] = positions.count_kinds();
        let estimates = || positions.ratings().filter(|r| r.kind == Kind::Ordinary);
        let count = |is: fn(&Rating) -> bool| estimates().filter(is).count();
        let visits: u64 = estimates().map(|r| u64::from(r.visits)).sum();
        Stats {
            file,
            variant: positions.variant(),
            games: positions.games,
            played: positions.played.games,
            positions: positions.len(),
            ordinary,
            ends,
            draws,
            signs: [
                count(|r| r.value > 0.0),
                count(|r| r.value == 0.0),
                count(|r| r.value < 0.0),
            ],
            mean_visits: visits as f64 / ordinary.max(1) as f64,
            most_visits: estimates().map(|r| r.visits).max().unwrap_or_default(),
        }
    }
}

pub(super) fn stats(arguments: &StatsArguments, out: &mut impl Write) -> Result<(), LabError> {
    for file in &arguments.files {
        let stats = Stats::new(file, &read(file)?);
        if arguments.json {
            print_json(&stats, out)?;
            continue;
        }
        let [above, equal, below] = stats.signs;
        writeln!(
            out,
            "{}: {}, {} games, {}{} positions: {} ordinary, {} ends, {} draws",
            file.display(),
            stats.variant,
            stats.games,
            match stats.played {
                0 => String::new(),
                played => format!("{played} played, "),
            },
            stats.positions,
            stats.ordinary,
            stats.ends,
            stats.draws
        )?;
        writeln!(
            out,
            "ordinary: {above} above 0, {equal} at 0, {below} below; {:.2} visits on average, {} at most",
            stats.mean_visits, stats.most_visits
        )?;
    }
    Ok(())
}

pub(super) fn merge(arguments: &MergeArguments, out: &mut impl Write) -> Result<(), LabError> {
    check_outputs([Some(arguments.out.as_path())])?;
    for file in &arguments.files {
        take_over_played(file).map_err(TdError::from)?;
    }
    let Merged { positions, missing } = td::merge(&arguments.files)?;
    for line in &missing {
        note(format_args!("{line}"));
    }
    if !missing.is_empty() && !arguments.partial {
        return Err(LabError::Stopped(format!(
            "games are missing, {} are there: wait for them, or take these with --partial",
            positions.games
        )));
    }
    positions.write(&arguments.out).map_err(TdError::from)?;
    let (path, count) = (arguments.out.display(), positions.len());
    writeln!(
        out,
        "{path}: {count} positions of {} games",
        positions.games
    )?;
    Ok(())
}
