//! `kamen analyze`: judges the moves of games.

mod page;
mod report;

use super::notation::SquareNames;
use super::pdn::PdnError;
use super::pdn::read::{TextGame, replayed};
use super::{CliError, EvalArgument, file_parser, seconds_parser, variant_parser};
use crate::analysis::{Analyst, Judgment, annotate};
use crate::book::Book;
use crate::game::AnyGame;
use crate::notation::pdn::{GameStyle, rewrite};
use crate::rules::Variant;
use crate::search::{Engine, Limits};
use crate::util::{note, write_whole};
use report::GameReport;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The examples of `kamen analyze --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen analyze games.pdn --nodes 20000 -o annotated.pdn
  kamen analyze games.pdn --game 1 --time 0.01 --html game.html
  kamen analyze games.pdn --game 1 --depth 8 --lines 3 --json game.json

Without an output file the annotated games go to standard output. Marks: $1 the only move that holds, $6 an
inaccuracy, $2 a mistake, $4 a blunder, by the expected points that a move gives away (0.05, 0.10, 0.15 of 1).

Exit status: 0, 1 if a game has a fault, 2 if a file cannot be read or written or has no such game, 3 with
--lenient if games were left out.";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// PDN file; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of the game, from 1 [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Variant of games whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    /// Seconds for each position [default: 1, without --nodes and --depth]
    #[arg(long, value_name = "SECONDS", value_parser = seconds_parser)]
    time: Option<f64>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth for each position, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Lines of each position; the mark for an only move takes two
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    lines: u32,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// A file with the opening book [default: that which the program carries]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The folder of endgame tables, beside those that the program carries
    #[arg(long, value_name = "FOLDER", default_value = "tables")]
    tables: PathBuf,
    #[command(flatten)]
    eval: EvalArgument,
    #[command(flatten)]
    squares: SquareNames,
    /// Leave out games with faults
    #[arg(long)]
    lenient: bool,
    /// Write the annotated games
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: Option<PathBuf>,
    /// Write a page that shows the games on a board
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    html: Option<PathBuf>,
    /// Write JSON, one object a game; - is standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Do not report progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let mut done: Vec<Done> = Vec::new();
    let mut engine: Option<Engine> = None;
    let (mut found, mut left_out) = (0, 0);
    for game in replayed(&arguments.file, arguments.variant)? {
        let game = game?;
        found = game.number;
        if game.is_text() || arguments.game.is_some_and(|wanted| wanted != game.number) {
            continue;
        }
        let place = game.place(&arguments.file);
        if let Some(fault) = game.first_fault() {
            if !arguments.lenient {
                return Err(PdnError::Game { game: place, fault }.into());
            }
            note(format_args!("{place}: {fault}"));
            left_out += 1;
            continue;
        }
        let variant = game.played.variant;
        if arguments.squares.are_letters(variant) && !SquareNames::has_letters(variant) {
            return Err(PdnError::NoLetters {
                game: place,
                variant,
            }
            .into());
        }
        let of_variant = match engine.take().filter(|engine| engine.variant() == variant) {
            Some(engine) => engine,
            None => arguments.engine(variant)?,
        };
        done.push(arguments.analyse(&of_variant, &game, &place)?);
        engine = Some(of_variant);
    }
    if let Some(wanted) = arguments.game.filter(|_| done.is_empty() && left_out == 0) {
        let path = arguments.file.clone();
        return Err(PdnError::NoGame {
            path,
            wanted,
            found,
        }
        .into());
    }
    arguments.write(&done, out)?;
    match left_out {
        0 => Ok(()),
        count => Err(PdnError::LeftOut(super::pdn::count(count, "game")).into()),
    }
}

/// An analysed game: its annotated text, and what the other outputs tell.
type Done = (String, GameReport);

impl Arguments {
    fn engine(&self, variant: Variant) -> Result<Engine, CliError> {
        let engine = self.eval.engine(variant, &self.tables)?;
        Ok(engine.on_threads(self.threads.into()))
    }

    fn book(&self, variant: Variant) -> Result<Option<Book>, CliError> {
        match &self.book {
            None => Ok(Book::embedded(variant)),
            Some(path) => {
                let book = Book::read_of(path, variant);
                Ok(Some(book.map_err(super::book::BookFailure::from)?))
            }
        }
    }

    fn limits(&self) -> Limits {
        let is_open = self.nodes.is_none() && self.depth.is_none();
        let seconds = self.time.or(is_open.then_some(1.0));
        let timed = seconds.map_or_else(Limits::default, |seconds| {
            Limits::move_time(Duration::from_secs_f64(seconds))
        });
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            lines: self.lines,
            ..timed
        }
    }

    /// Judges the moves of a game.
    fn analyse(&self, engine: &Engine, game: &TextGame, place: &str) -> Result<Done, CliError> {
        let replay = &game.played.replay;
        let variant = game.played.variant;
        engine.forget();
        let book = self.book(variant)?;
        let analyst = Analyst::new(engine, self.limits());
        let analyst = book
            .iter()
            .fold(analyst, |analyst, book| analyst.with_book(book));
        let mut judgments: Vec<Judgment> = Vec::new();
        if let Some(start) = replay.start {
            let mut now = AnyGame::new(start);
            for (ply, (_, m)) in replay.played.iter().enumerate() {
                let judgment = analyst.judge(&now, m);
                let judgment = judgment.map_err(|error| CliError::Usage(error.to_string()))?;
                judgments.push(judgment);
                now.play_legal(m);
                if !self.quiet && (ply + 1 == replay.played.len() || ply % 20 == 19) {
                    note(format_args!(
                        "{place}: {} of {} plies",
                        ply + 1,
                        replay.played.len()
                    ));
                }
            }
        }
        let letters = self.squares.are_letters(variant);
        let style = GameStyle {
            letters,
            full_captures: false,
        };
        let text = rewrite(variant, &game.read.game, replay, style);
        let annotated = annotate(&text, replay, &judgments, letters).to_string();
        let report = GameReport::new(game, &judgments, letters);
        Ok((annotated, report))
    }

    fn write(&self, done: &[Done], out: &mut impl Write) -> Result<(), CliError> {
        let texts: Vec<&str> = done.iter().map(|(text, _)| text.as_str()).collect();
        let pdn = texts.join("\n");
        let reports: Vec<&GameReport> = done.iter().map(|(_, report)| report).collect();
        if let Some(path) = &self.html {
            save(path, page::page(&reports).as_bytes())?;
        }
        if let Some(path) = &self.json {
            let mut lines = Vec::new();
            for report in &reports {
                super::json::print_json(report, &mut lines)?;
            }
            if path.as_os_str() == "-" {
                out.write_all(&lines)?;
            } else {
                save(path, &lines)?;
            }
        }
        match &self.out {
            Some(path) => save(path, pdn.as_bytes()),
            None if self.html.is_none() && self.json.is_none() => Ok(write!(out, "{pdn}")?),
            None => Ok(()),
        }
    }
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let unwritten = |error: io::Error| PdnError::file(path, error);
    Ok(write_whole(path, bytes).map_err(unwritten)?)
}
