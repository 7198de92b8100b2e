//! `kamen book build`.

use super::{BookFailure, save};
use crate::pdn::{Reading, finished_game, games};
use crate::report::Report;
use crate::stop::{Alarm, stop_on_signals};
use crate::{CliError, EvalArgument, file_parser, variant_parser};
use kamen_book::{Book, BookError, Builder, Effort, Games};
use kamen_core::board::Color;
use kamen_core::notation::pdn::variant_of;
use kamen_core::rules::Variant;
use kamen_files::{Lock, Stop, can_write_whole, note, processors};
use kamen_protocol::pdn::Game;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The examples of `kamen book build --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen book build czech --positions 2000 --nodes 20000 -o czech.book
  kamen book build czech --expand --time 60 --threads 2 -o czech.book
  kamen book build czech --from games.pdn --min-games 1 -o games.book

The same command goes on after an interruption; with --positions the same book comes of any number of threads and
interruptions.";

/// How often the file is written.
const SAVED_EVERY: Duration = Duration::from_secs(10);

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Take the positions of the games of a PDN file; may be given several times
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Look into the best lines (drop-out expansion); also without --from
    #[arg(long)]
    expand: bool,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Stop when the book has N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Searches at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Plies to take from each game of --from
    #[arg(long, value_name = "N", default_value_t = 20, requires = "from")]
    plies: u16,
    /// Leave out positions that fewer than N of these games reach
    #[arg(long, value_name = "N", default_value_t = 2, requires = "from")]
    min_games: u32,
    #[command(flatten)]
    reading: Reading,
    /// Count only the moves of players with this rating or a higher one (tags WhiteElo or WhiteRating and BlackElo or BlackRating)
    #[arg(long, value_name = "ELO", requires = "from")]
    min_rating: Option<u32>,
    #[command(flatten)]
    eval: EvalArgument,
    /// The book
    #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
    out: PathBuf,
    /// Do not report progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let out = &mut Report::new(out);
    let expands = arguments.expand || arguments.from.is_empty();
    if expands && arguments.time.is_none() && arguments.positions.is_none() {
        return Err(CliError::Usage(
            "when to end? expected --time SECONDS or --positions N".to_owned(),
        ));
    }
    let stop = stop_on_signals();
    let mut work = Work::begin(arguments, Arc::clone(&stop))?;
    let alarm =
        (arguments.time).map(|seconds| Alarm::new(Duration::from_secs(seconds), Arc::clone(&stop)));
    let alarm = alarm.transpose()?;
    let mut is_whole = work.add_games(out)?;
    while is_whole && expands && !work.is_large() {
        match work.expand()? {
            Expanded::More => work.save_now_and_then()?,
            Expanded::Nothing => {
                writeln!(out, "no position is left to be looked into")?;
                break;
            }
            Expanded::Stopped => is_whole = false,
        }
    }
    work.save()?;
    save(&work.builder.book(), &arguments.out, out)?;
    if is_whole || alarm.is_some_and(|alarm| alarm.has_rung()) {
        return Ok(());
    }
    let left = "stopped; the same command resumes from here";
    Err(CliError::Stopped(left.to_owned()))
}

/// What came of looking into more positions.
enum Expanded {
    More,
    Nothing,
    Stopped,
}

/// A book in the making.
struct Work<'a> {
    arguments: &'a Arguments,
    builder: Builder,
    stop: Arc<Stop>,
    saved: Instant,
    _lock: Lock,
}

impl<'a> Work<'a> {
    /// Begins with the book in the file, if there is one.
    fn begin(arguments: &'a Arguments, stop: Arc<Stop>) -> Result<Work<'a>, CliError> {
        let (path, variant) = (&arguments.out, arguments.variant);
        can_write_whole(path).map_err(|error| {
            let path = path.clone();
            BookFailure::from(BookError::Io { path, error })
        })?;
        let lock = Lock::on(path, "book build")?;
        let book = match path.exists() {
            true => Book::read_of(path, variant).map_err(BookFailure::from)?,
            false => Book::empty(variant),
        };
        let effort = Effort {
            eval: arguments.eval.choice.clone(),
            nodes: arguments.nodes,
            threads: arguments.threads.map_or_else(processors, usize::from),
        };
        Ok(Work {
            arguments,
            builder: Builder::new(book, &effort)?,
            stop,
            saved: Instant::now(),
            _lock: lock,
        })
    }

    /// Adds the games; `false` if it was stopped.
    fn add_games(&mut self, out: &mut impl Write) -> Result<bool, CliError> {
        if self.arguments.from.is_empty() {
            return Ok(true);
        }
        let (games, read, left_out) = self.read_games()?;
        writeln!(
            out,
            "{read} games, {left_out} left out (faults, no result, another variant or start)"
        )?;
        let (stop, quiet) = (Arc::clone(&self.stop), self.arguments.quiet);
        let path = &self.arguments.out;
        let (mut saved, mut failed) = (Instant::now(), None);
        let mut tell = |builder: &Builder, left: usize| {
            if saved.elapsed() >= SAVED_EVERY {
                failed = builder.book().write(path).err();
                saved = Instant::now();
                if !quiet {
                    note(format_args!("{left} positions of the games are left"));
                }
            }
        };
        let added = self.builder.add_games(
            &games,
            self.arguments.min_games,
            &|| stop.is_wanted(),
            &mut tell,
        );
        match failed {
            Some(error) => Err(BookFailure::from(error).into()),
            None => Ok(added?),
        }
    }

    /// The games of the files, how many there are, and how many were left out.
    fn read_games(&self) -> Result<(Games, u64, u64), CliError> {
        let (mut found, mut read, mut left_out) = (Games::default(), 0, 0);
        let variant = self.arguments.variant;
        let fits = |game: &Game| !matches!(variant_of(game), Ok(Some(other)) if other != variant);
        for path in &self.arguments.from {
            for game in games(path, self.arguments.reading)? {
                let game = game?.filter(fits);
                let ended = game
                    .as_ref()
                    .and_then(|game| finished_game(variant, game, self.arguments.reading));
                let is_added = game.zip(ended).is_some_and(|(game, ended)| {
                    let counts = |color| self.counts(&game, color);
                    found.add(&ended, self.arguments.plies.into(), counts)
                });
                read += u64::from(is_added);
                left_out += u64::from(!is_added);
            }
        }
        Ok((found, read, left_out))
    }

    /// Whether the moves of a player make points.
    fn counts(&self, game: &Game, color: Color) -> bool {
        let names = match color {
            Color::White => ["WhiteElo", "WhiteRating"],
            Color::Black => ["BlackElo", "BlackRating"],
        };
        let rating = names
            .iter()
            .find_map(|name| game.tag(name)?.trim().parse().ok());
        self.arguments
            .min_rating
            .is_none_or(|least| rating.is_some_and(|rating: u32| rating >= least))
    }

    fn is_large(&self) -> bool {
        let most = self.arguments.positions;
        most.is_some_and(|most| self.builder.graph().len() >= most as usize)
    }

    fn expand(&mut self) -> Result<Expanded, CliError> {
        let stop = Arc::clone(&self.stop);
        let expanded = self.builder.expand(&|| stop.is_wanted());
        Ok(match expanded? {
            true => Expanded::More,
            false if stop.is_wanted() => Expanded::Stopped,
            false => Expanded::Nothing,
        })
    }

    fn save_now_and_then(&mut self) -> Result<(), CliError> {
        if self.saved.elapsed() < SAVED_EVERY {
            return Ok(());
        }
        if !self.arguments.quiet {
            let graph = self.builder.graph();
            note(format_args!(
                "{} positions, {} of them looked into",
                graph.len(),
                graph.expanded()
            ));
        }
        self.save()
    }

    fn save(&mut self) -> Result<(), CliError> {
        let written = self.builder.book().write(&self.arguments.out);
        self.saved = Instant::now();
        Ok(written.map_err(BookFailure::from)?)
    }
}
