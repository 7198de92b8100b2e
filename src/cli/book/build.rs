//! `kamen book build`.

use super::{BookFailure, save};
use crate::arguments::TeamArguments;
use crate::pdn::{Reading, finished_game, games};
use crate::report::Report;
use crate::stop::{Alarm, stop_on_signals};
use crate::{CliError, EvalArgument, file_parser, variant_parser};
use kamen_book::{Book, BookError, Builder, Effort, Expanded, Games, Shared};
use kamen_core::board::Color;
use kamen_core::notation::pdn::variant_of;
use kamen_core::rules::Variant;
use kamen_files::{Lock, Pause, Stop, can_write_whole, note, processors};
use kamen_protocol::pdn::Game;
use serde_json::json;
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
  for i in 1 2; do kamen book build czech --positions 20000 --nodes 100000 -o czech.book \\
      --shard $i/2 & done; wait        two processes, on two machines perhaps, share the searches

The same command goes on after an interruption; with --positions the same book comes of any number of threads, processes and \
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
    /// Positions that are looked into before scores are worked out anew; the book depends on it, and with more of them more processes
    /// have something to do
    #[arg(long, value_name = "N", default_value_t = Effort::BATCH, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    batch: usize,
    #[command(flatten)]
    team: TeamArguments,
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
    let team = arguments.team.team();
    let found = match team.leads() {
        true => work.search(expands, out)?,
        false => work.help(expands, out)?,
    };
    if team.leads() {
        work.save()?;
        if found == Found::Nothing {
            writeln!(out, "no position is left to be looked into")?;
        }
        save(&work.builder.book(), &arguments.out, out)?;
        work.builder.tidy()?;
    }
    match found {
        Found::Whole | Found::Nothing => Ok(()),
        Found::Unfinished if alarm.is_some_and(|alarm| alarm.has_rung()) => Ok(()),
        Found::Unfinished if !team.waits && !stop.is_wanted() => {
            note(format_args!("{}", work.left()));
            Ok(())
        }
        Found::Unfinished => {
            let left = "stopped; the same command resumes from here";
            Err(CliError::Stopped(left.to_owned()))
        }
    }
}

/// How far the work came.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// To its end.
    Whole,
    /// To its end, for there are no more positions.
    Nothing,
    /// It was stopped, or goes on in other processes.
    Unfinished,
}

impl Arguments {
    /// The book in the file, or an empty one.
    fn book(&self) -> Result<Book, CliError> {
        let (path, variant) = (&self.out, self.variant);
        match path.exists() {
            true => Ok(Book::read_of(path, variant).map_err(BookFailure::from)?),
            false => Ok(Book::empty(variant)),
        }
    }
}

/// A book in the making.
struct Work<'a> {
    arguments: &'a Arguments,
    builder: Builder,
    stop: Arc<Stop>,
    /// When it was written, or told of, last; where others take part it is written more often.
    told: Instant,
    /// Of the one that writes the book.
    _lock: Option<Lock>,
}

impl<'a> Work<'a> {
    /// Begins with the book in the file, if there is one.
    fn begin(arguments: &'a Arguments, stop: Arc<Stop>) -> Result<Work<'a>, CliError> {
        let (path, variant) = (&arguments.out, arguments.variant);
        can_write_whole(path).map_err(|error| {
            let path = path.clone();
            BookFailure::from(BookError::Io { path, error })
        })?;
        let team = arguments.team.team();
        let lock = match team.leads() {
            true => Some(Lock::on(path, "book build")?),
            false => None,
        };
        let effort = Effort {
            eval: arguments.eval.choice.clone(),
            nodes: arguments.nodes,
            threads: arguments.threads.map_or_else(processors, usize::from),
            batch: arguments.batch,
        };
        let mut builder = Builder::new(arguments.book()?, &effort)?;
        if !team.is_alone() {
            let settings = json!({
                "variant": variant,
                "weights": arguments.eval.load(variant)?.to_string(),
                "nodes": arguments.nodes,
            });
            builder = builder.shared(Shared::new(path, settings, team));
        }
        Ok(Work {
            arguments,
            builder,
            stop,
            told: Instant::now(),
            _lock: lock,
        })
    }

    /// Adds games and looks into positions. Where others take part the book is written after each batch, for they go on from it.
    fn search(&mut self, expands: bool, out: &mut impl Write) -> Result<Found, CliError> {
        if !self.arguments.team.team().is_alone() {
            self.save()?;
        }
        let games = self.read_games(out)?;
        if !self.add_games(games.as_ref())? {
            return Ok(Found::Unfinished);
        }
        while expands && !self.is_large() {
            match self.expand()? {
                Expanded::More => self.save_now_and_then()?,
                Expanded::Nothing => return Ok(Found::Nothing),
                Expanded::Unfinished => return Ok(Found::Unfinished),
            }
        }
        Ok(Found::Whole)
    }

    /// Searches a part of each batch for the process that writes the book, until that is finished, or of one if nobody waits.
    fn help(&mut self, expands: bool, out: &mut impl Write) -> Result<Found, CliError> {
        let (games, team) = (self.read_games(out)?, self.arguments.team.team());
        loop {
            let book = self.arguments.book()?;
            self.builder.restart(book.clone())?;
            let mut is_whole = self.add_games(games.as_ref())?;
            while is_whole && expands && !self.is_large() {
                match self.expand()? {
                    Expanded::More => (),
                    Expanded::Nothing => break,
                    Expanded::Unfinished => is_whole = false,
                }
            }
            if is_whole {
                return Ok(Found::Whole);
            }
            let mut pause = Pause::default();
            while self.arguments.book()? == book {
                if self.stop.is_wanted() || !team.waits {
                    return Ok(Found::Unfinished);
                }
                pause.wait();
            }
        }
    }

    /// What is said where nobody waits for others.
    fn left(&self) -> String {
        let (team, expanded) = (self.arguments.team.team(), self.builder.graph().expanded());
        match team.leads() {
            true => format!(
                "the batch behind {expanded} positions waits for parts of other processes; the same command goes on when they are there"
            ),
            false => format!(
                "part {} of the batch behind {expanded} positions is there",
                team.shard
            ),
        }
    }

    /// Adds the games, if there are any; `false` if that is not finished.
    fn add_games(&mut self, games: Option<&Games>) -> Result<bool, CliError> {
        let Some(games) = games else {
            return Ok(true);
        };
        let (stop, quiet) = (Arc::clone(&self.stop), self.arguments.quiet);
        let (path, team) = (&self.arguments.out, self.arguments.team.team());
        let (mut saved, mut failed) = (Instant::now(), None);
        let mut tell = |builder: &Builder, left: usize| {
            let is_due = saved.elapsed() >= SAVED_EVERY;
            if team.leads() && (is_due || !team.is_alone()) {
                failed = failed.take().or(builder.book().write(path).err());
            }
            if is_due {
                saved = Instant::now();
                if !quiet {
                    note(format_args!("{left} positions of the games are left"));
                }
            }
        };
        let added = self.builder.add_games(
            games,
            self.arguments.min_games,
            &|| stop.is_wanted(),
            &mut tell,
        );
        match failed {
            Some(error) => Err(BookFailure::from(error).into()),
            None => Ok(added?),
        }
    }

    /// The games of the files, if any are given.
    ///
    /// # Errors
    /// A file cannot be read, or none has a game that can be used.
    fn read_games(&self, out: &mut impl Write) -> Result<Option<Games>, CliError> {
        if self.arguments.from.is_empty() {
            return Ok(None);
        }
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
        writeln!(
            out,
            "{read} games, {left_out} left out (faults, no result, another variant or start)"
        )?;
        match read {
            0 => Err(BookFailure::NoGame(variant).into()),
            _ => Ok(Some(found)),
        }
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
        Ok(self.builder.expand(&|| stop.is_wanted())?)
    }

    fn save_now_and_then(&mut self) -> Result<(), CliError> {
        let is_due = self.told.elapsed() >= SAVED_EVERY;
        if !is_due && self.arguments.team.team().is_alone() {
            return Ok(());
        }
        if is_due {
            self.told = Instant::now();
        }
        if is_due && !self.arguments.quiet {
            let graph = self.builder.graph();
            note(format_args!(
                "{} positions, {} of them looked into",
                graph.len(),
                graph.expanded()
            ));
        }
        self.save()
    }

    fn save(&self) -> Result<(), CliError> {
        let written = self.builder.book().write(&self.arguments.out);
        Ok(written.map_err(BookFailure::from)?)
    }
}
