//! `kamen selfplay`: plays self-play games for training.

use crate::LabError;
use kamen_cli::arguments::{EvalArgument, variant_parser};
use kamen_cli::json::print_json;
use kamen_cli::paths::file_parser;
use kamen_cli::progress::games_bar;
use kamen_cli::stop::{games_to_go, stop_on_signals};
use kamen_core::rules::GameResult;
use kamen_core::rules::Variant;
use kamen_eval::Evaluation;
use kamen_files::note;
use kamen_files::{PROGRAM, Shard};
use kamen_tables::{Folder, MOST_PIECES, Tables};
use kamen_training::record::{Record, RecordFile, SelfplaySettings, merge};
use kamen_training::selfplay::{Knowledge, SelfPlayError, Share, play, usual_random_plies};
use serde::Serialize;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The examples of `kamen selfplay --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  kamen selfplay czech --games 1000 --nodes 1000 --seed 1 --threads 2 --out czech.games
  kamen selfplay english --games 50000 --nodes 3000 --random-plies 6-14 \\
      --out english.games

The same command resumes after an interruption; with more --games it adds to the file.";

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Selfplay {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Option<Arguments>,
    // Within what is optional, clap would not find the rest.
    #[command(flatten)]
    explore: ExploreArgument,
    #[command(flatten)]
    tables: TablesArguments,
    #[command(flatten)]
    eval: EvalArgument,
}

/// The subcommands of `kamen selfplay`.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Join the parts that several processes have played
    #[command(after_help = MERGE)]
    Merge(MergeArguments),
}

#[derive(Debug, clap::Args)]
struct MergeArguments {
    /// The parts
    #[arg(required = true, value_name = "FILE")]
    parts: Vec<PathBuf>,
    /// Number of games that all parts have together [default: up to the last one found]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: Option<u32>,
    /// The file of all games
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: PathBuf,
}

/// The example of `kamen selfplay merge --help`.
const MERGE: &str = "\
Example:
  for i in 1 2; do kamen selfplay czech --games 40 --shard $i/2 --out part$i.games & done; wait
  kamen selfplay merge part1.games part2.games --out whole.games

The file is that which one process on one thread makes. Parts that differ in their settings, have the same game or lack \
one are refused.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Total number of games in the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: u32,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played in parallel
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Play part I of N of the games, so that N processes play all of them (see `kamen selfplay merge`)
    #[arg(long, value_name = "I/N|auto[/N]")]
    shard: Option<Shard>,
    /// Output file; finished games are appended one by one
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: PathBuf,
    /// Random plies at the start of each game, a number or a range [default: 6-10; 8-12 on 8x8
    /// boards]
    #[arg(long, value_name = "LEAST-MOST", value_parser = plies_range)]
    random_plies: Option<(u16, u16)>,
    /// Plies after which a game is drawn, the random ones included
    #[arg(long, value_name = "N", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=Record::MOST_PLIES as i64))]
    max_plies: u16,
    /// Play on even if one side was five men ahead for eight consecutive searches and the other has
    /// no king, which is otherwise adjudged a win (except in giveaway variants and breakthrough)
    #[arg(long)]
    no_adjudication: bool,
    /// Print only the result
    #[arg(long, short)]
    quiet: bool,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

/// Random moves later in the game.
#[derive(Debug, clap::Args)]
pub(crate) struct ExploreArgument {
    /// Chance, in percent, of a random move that keeps the balance, anywhere in the game: what comes after
    /// it is learned, and the positions before it are valued by their own searches
    #[arg(long, value_name = "PERCENT", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=50))]
    pub(crate) explore: u8,
}

/// The endgame tables of self-play.
#[derive(Debug, clap::Args)]
pub(crate) struct TablesArguments {
    /// Look up endgame tables of up to N pieces, those in the program and those of --tables: in the search, and to end a
    /// game as soon as its result is known. All of them must be there
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=MOST_PIECES as i64))]
    bb_size: u8,
    /// Folder of endgame tables (see `kamen tables make`)
    #[arg(long, alias = "bb-path", value_name = "DIR", requires = "bb_size")]
    tables: Option<PathBuf>,
}

/// Bytes of the cache of endgame tables.
const CACHE: usize = 64 << 20;
/// Upper bound of `--games`.
const MOST_GAMES: i64 = 100_000_000;
/// Upper bound of `--random-plies`.
const MOST_RANDOM: u16 = 100;

fn plies_range(text: &str) -> Result<(u16, u16), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.trim().parse(), most.trim().parse()) {
        (Ok(least), Ok(most)) if 1 <= least && least <= most && most <= MOST_RANDOM => {
            Ok((least, most))
        }
        _ => Err(format!(
            "expected a number from 1 to {MOST_RANDOM} or two such, 6-10 for example"
        )),
    }
}

impl Arguments {
    fn share(&self) -> Share {
        Share::of(self.games, self.shard.unwrap_or(Shard::WHOLE))
    }

    fn settings(&self, evaluation: &Evaluation, explore: u8, tables: usize) -> SelfplaySettings {
        SelfplaySettings {
            variant: self.variant,
            engine: PROGRAM.to_owned(),
            evaluation: evaluation.to_string(),
            nodes: self.nodes,
            seed: self.seed,
            random_plies: self
                .random_plies
                .unwrap_or_else(|| usual_random_plies(self.variant)),
            max_plies: self.max_plies,
            adjudicates: !self.no_adjudication,
            explore,
            tables,
            source: None,
        }
    }
}

impl TablesArguments {
    /// The most pieces; 0 for no tables.
    pub(crate) fn pieces(&self) -> usize {
        usize::from(self.bb_size)
    }

    /// The tables, if any are wanted.
    pub(crate) fn open(&self, variant: Variant) -> Result<Option<Tables>, LabError> {
        let pieces = self.pieces();
        if pieces == 0 {
            return Ok(None);
        }
        let mut tables = Tables::new(variant).with_cache(CACHE);
        tables.add_embedded(pieces);
        if let Some(path) = &self.tables {
            let folder = Folder::new(path, variant);
            if let Some(problem) = tables.add_folder(folder.path(), pieces).pop() {
                return Err(LabError::Usage(problem.to_string()));
            }
        }
        let found = tables.pieces();
        if found < pieces {
            let message = format!(
                "found all endgame tables of {found} pieces, expected {pieces} (see kamen tables make)"
            );
            return Err(LabError::Usage(message));
        }
        Ok(Some(tables))
    }
}

pub(crate) fn run(selfplay: &Selfplay, out: &mut impl Write) -> Result<(), LabError> {
    match (&selfplay.command, &selfplay.play) {
        (Some(Command::Merge(arguments)), _) => {
            let merged = merge(&arguments.parts, arguments.games, &arguments.out);
            let games = merged.map_err(SelfPlayError::File)?;
            writeln!(out, "{}: {games} games", arguments.out.display())?;
            Ok(())
        }
        (None, Some(arguments)) => play_games(selfplay, arguments, out),
        // The parser asks for one of them.
        (None, None) => Err(LabError::Usage("expected games to play".to_owned())),
    }
}

fn play_games(
    selfplay: &Selfplay,
    arguments: &Arguments,
    out: &mut impl Write,
) -> Result<(), LabError> {
    let evaluation = selfplay.eval.load(arguments.variant)?;
    let explore = selfplay.explore.explore;
    let settings = arguments.settings(&evaluation, explore, selfplay.tables.pieces());
    let most_random = settings.random_plies.1;
    if most_random >= arguments.max_plies {
        let message = format!(
            "found {most_random} random plies and --max-plies {}, expected fewer random ones",
            arguments.max_plies
        );
        return Err(LabError::Usage(message));
    }
    let tables = selfplay.tables.open(arguments.variant)?;
    let mut tally = Tally::default();
    let mut file = RecordFile::open(&arguments.out, &settings, |game| tally.add(game))
        .map_err(SelfPlayError::File)?;
    let share = arguments.share();
    let missing = share.missing(&file).len();
    if !arguments.quiet {
        tally.tell_held(&arguments.out, missing);
    }
    let stop = stop_on_signals();
    let bar = games_bar(missing as u64, arguments.quiet);
    let (began, before) = (Instant::now(), tally.games);
    let mut seen = |game: &Record| {
        tally.add(game);
        bar.inc(1);
    };
    let threads = arguments.threads as usize;
    let knowledge = Knowledge {
        evaluator: &evaluation,
        tables: tables.as_ref(),
    };
    let ended = play(&mut file, share, threads, knowledge, &stop, &mut seen);
    bar.finish_and_clear();
    let played = tally.games - before;
    let seconds = began.elapsed().as_secs_f64();
    if arguments.json {
        let summary = Summary {
            tally: &tally,
            played,
            seconds,
        };
        print_json(&summary, out)?;
    } else {
        let speed = played as f64 / seconds.max(1e-9);
        writeln!(out, "{tally}; played {played} now, {speed:.1} a second")?;
    }
    out.flush()?;
    ended?;
    if stop.is_wanted() && played < missing as u64 {
        let left = missing as u64 - played;
        return Err(games_to_go(left).into());
    }
    Ok(())
}

/// The object that `--json` prints: all games of the file, and those played by this run.
#[derive(Serialize)]
struct Summary<'a> {
    #[serde(flatten)]
    tally: &'a Tally,
    played: u64,
    seconds: f64,
}

/// Totals over the games of a file.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Tally {
    games: u64,
    positions: u64,
    white: u64,
    drawn: u64,
    black: u64,
}

impl Tally {
    /// Says how many games a file holds already, if it holds any.
    pub(crate) fn tell_held(&self, path: &Path, missing: usize) {
        let (games, path) = (self.games, path.display());
        if games > 0 {
            note(format_args!(
                "{path} holds {games} games already; {missing} are missing"
            ));
        }
    }

    pub(crate) fn add(&mut self, game: &Record) {
        self.games += 1;
        self.positions += game.played().len() as u64;
        *match game.result {
            GameResult::White => &mut self.white,
            GameResult::Draw => &mut self.drawn,
            GameResult::Black => &mut self.black,
        } += 1;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            games,
            positions,
            white,
            drawn,
            black,
        } = self;
        write!(
            f,
            "{games} games, {positions} positions; White won {white}, drawn {drawn}, Black won {black}"
        )
    }
}
