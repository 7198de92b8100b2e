//! `kamen match`: plays matches and tournaments between engines. Begin with `run`.

mod engines;
mod merge;
mod summary;
mod table;
mod watch;

use super::json::print_json;
use super::paths::tell_apart;
use super::pdn::{Reading, games};
use super::report::Report;
use super::stop::stop_on_signals;
use super::{CliError, file_parser, output_parser, seconds_parser, variant_parser};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use engines::Engines;
pub use engines::ourselves;
use kamen_core::rules::Variant;
use kamen_files::{Shard, note};
use kamen_tournament::{
    Adjudication, DrawPolicy, DrawRule, Format, Ledger, Openings, Part, PartError, PdnNames,
    ResignRule, RunError, Standings, Tournament, TournamentEnd, WholeFile, run as play,
    statistics::Sprt,
};
use std::collections::VecDeque;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use summary::Summary;
use watch::Screen;

/// The examples of `kamen match --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen match czech --engine kamen depth=4 --engine kamen depth=6
  kamen match english --engine minimax:4:basic --engine random --games 1000 --random-plies 0
  kamen match international --engine kamen --engine cmd='./scan hub' dir=/opt/scan \\
      param.book=false --each tc=10+0.1 --openings ballots.txt --games 158 --pdn games.pdn \\
      --journal games.jsonl
  kamen match frisian --engine kamen name=new --engine cmd='./old hub' --each movetime=0.1 \\
      --sprt 0,5 --concurrency 4
  kamen match russian --format round-robin --engine easy --engine medium --engine kamen depth=5
  kamen match czech --engine kamen depth=8 --engine hard --games 2 --moves --delay 0.5
                                                   two games to look at
  kamen match czech --engine mcts:10000 --engine mcts:2000:rollout=eval --engine hard --games 100";

/// The subcommands of `kamen match`.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Put the journals of a match together that several machines have played
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::Arguments),
}

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    #[arg(required = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    engines: Engines,
    /// Pairing format [default: pair for two contestants, round-robin for more]
    #[arg(long, value_parser = format_parser())]
    format: Option<Format>,
    /// Games per pairing; an odd number becomes the next even one, since each opening is played with both colours [default: 20; with --sprt at most 200000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: Option<u32>,
    /// Play only a part of the games, with a journal for `kamen match merge`: every N-th pair, or auto (see MATCHES.md)
    #[arg(long, value_name = "I/N|auto[/N]", requires = "journal", conflicts_with_all = ["pairs", "sprt"])]
    shard: Option<Shard>,
    /// Play only these pairs of games, counted from 1 over all pairings, with a journal for `kamen match merge`
    #[arg(long, value_name = "A..B", requires = "journal", conflicts_with = "sprt", value_parser = pairs_parser)]
    pairs: Option<Part>,
    /// Stop as soon as this file is there, such as the verdict of `kamen match merge`
    #[arg(long, value_name = "FILE")]
    until: Option<PathBuf>,
    /// Openings: one per line as a FEN, moves from the start position, or FEN | MOVES; or PDN games
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies to take from each PDN game of the openings
    #[arg(long, value_name = "N", requires = "openings")]
    opening_plies: Option<u32>,
    /// Distinct openings of N random plies; 0: all games begin at the start position
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4,
        conflicts_with = "openings"
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// Shuffle the openings of the file by the seed
    #[arg(long, requires = "openings")]
    shuffle: bool,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Plies after which a game is drawn; 0: never
    #[arg(long, value_name = "N", default_value_t = 600)]
    max_plies: usize,
    /// Apply the variant's drawing rules, or none
    #[arg(long, default_value = "rules", value_parser = draws_parser())]
    draws: DrawPolicy,
    #[command(flatten)]
    ends: EarlyEnds,
    /// Play until an SPRT decides between ELO0 and ELO1 for the first of two contestants
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    sprt: Option<Sprt>,
    /// Print every move as it is made
    #[arg(long, conflicts_with_all = ["quiet", "concurrency"])]
    moves: bool,
    /// Seconds that each move is left to look at
    #[arg(long, value_name = "SECONDS", requires = "moves", value_parser = seconds_parser)]
    delay: Option<f64>,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// Journal of finished games; the same command resumes from it after an interruption
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    journal: Option<PathBuf>,
    /// Append the games to this file as PDN
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pdn: Option<PathBuf>,
    /// Event tag of the games
    #[arg(long, value_name = "NAME", default_value = "kamen match")]
    event: String,
    /// Print the result as JSON instead of the tables, or write it to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    #[arg(value_parser = output_parser())]
    json: Option<PathBuf>,
    /// Print only the final result
    #[arg(long, short)]
    quiet: bool,
}

/// What ends games early.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EarlyEnds {
    /// Resign for a side whose own score was at most -MEN for MOVES consecutive moves
    #[arg(long, value_name = "MOVES,MEN")]
    resign: Option<ResignRule>,
    /// Draw from move NUMBER on if both scores were within MEN of 0 for MOVES consecutive moves
    #[arg(long, value_name = "NUMBER,MOVES,MEN")]
    draw: Option<DrawRule>,
}

impl EarlyEnds {
    /// The rules as a match takes them.
    pub fn adjudication(self) -> Adjudication {
        Adjudication {
            resign: self.resign,
            draw: self.draw,
        }
    }
}

/// Upper bound of `--games`.
const MOST_GAMES: i64 = 10_000_000;
/// Games per pairing by default, without and with a sequential test.
const DEFAULT_GAMES: u32 = 20;
const SPRT_GAMES: u32 = 200_000;

fn pairs_parser(text: &str) -> Result<Part, PartError> {
    match text.parse()? {
        part @ Part::Pairs(_) => Ok(part),
        Part::All | Part::Shard(_) => Err(PartError),
    }
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(|(name, _)| name);
    PossibleValuesParser::new(names)
        .try_map(|name| name.parse::<Format>().map_err(|()| "no such format"))
}

fn draws_parser() -> impl TypedValueParser<Value = DrawPolicy> {
    PossibleValuesParser::new(["rules", "none"]).map(|name| match name.as_str() {
        "none" => DrawPolicy::None,
        _ => DrawPolicy::Rules,
    })
}

impl Arguments {
    fn part(&self) -> Part {
        let shard = self.shard.map(Part::Shard);
        shard.or(self.pairs.clone()).unwrap_or_default()
    }

    fn tournament(&self, variant: Variant) -> Result<Tournament, CliError> {
        let contestants = self.engines.contestants(variant)?;
        let format = match (self.format, contestants.len()) {
            (Some(Format::Pair), n) if n > 2 => {
                let message = format!("found {n} contestants, expected two for --format pair");
                return Err(CliError::Usage(message));
            }
            (Some(format), _) => format,
            (None, 2) => Format::Pair,
            (None, _) => Format::RoundRobin,
        };
        if self.sprt.is_some() && contestants.len() > 2 {
            let message = "found more than two contestants, expected two for --sprt";
            return Err(CliError::Usage(message.to_owned()));
        }
        let part = self.part();
        if format == Format::Knockout && part != Part::All {
            let message = "a knockout cannot be shared out: who plays depends on the results";
            return Err(CliError::Usage(message.to_owned()));
        }
        if let Some(one) = contestants.iter().find(|one| !one.can_be_many())
            && self.concurrency > 1
        {
            let message = format!(
                "{} plays one game at a time, expected --concurrency 1 or {{port}} in its command",
                one.name
            );
            return Err(CliError::Usage(message));
        }
        let most = self.sprt.map_or(DEFAULT_GAMES, |_| SPRT_GAMES);
        let games = self.games.unwrap_or(most).next_multiple_of(2);
        let mut openings = match &self.openings {
            Some(file) => {
                let plies = self.opening_plies.map(|plies| plies as usize);
                Openings::read(file, variant, plies)?
            }
            None => {
                let (plies, pairs) = (self.random_plies as usize, games as usize / 2);
                Openings::random(variant, plies, pairs, self.seed)
            }
        };
        if self.shuffle {
            openings = openings.shuffled(self.seed);
        }
        Ok(Tournament {
            variant,
            contestants,
            format,
            games,
            part,
            openings,
            draws: self.draws,
            max_plies: Some(self.max_plies).filter(|&plies| plies > 0),
            adjudication: self.ends.adjudication(),
            sprt: self.sprt,
            until: self.until.clone(),
            pause: (self.moves).then(|| Duration::from_secs_f64(self.delay.unwrap_or(0.0))),
            concurrency: self.concurrency as usize,
            seed: self.seed,
        })
    }
}

/// Refuses a file that is there and has no games: games are added to it.
fn must_hold_games(path: &Path) -> Result<(), CliError> {
    let is_text = |file: fs::Metadata| file.is_file() && file.len() > 0;
    if path.metadata().is_ok_and(is_text) {
        games(path, Reading::default())?.next().transpose()?;
    }
    Ok(())
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let out = &mut Report::new(out);
    if let Some(Command::Merge(arguments)) = &arguments.command {
        return merge::run(arguments, out);
    }
    let Some(variant) = arguments.variant else {
        return Err(CliError::Usage("expected a variant".to_owned()));
    };
    let outputs = [&arguments.json, &arguments.pdn, &arguments.journal];
    tell_apart(outputs.map(Option::as_deref))?;
    let tournament = arguments.tournament(variant)?;
    let to_output = arguments
        .json
        .as_deref()
        .is_some_and(|path| path.as_os_str() == "-");
    let json = arguments.json.as_deref().filter(|_| !to_output);
    let json = json.map(WholeFile::new).transpose()?;
    let names: Vec<String> = tournament
        .contestants
        .iter()
        .map(|c| c.name.clone())
        .collect();
    let mut schedule = tournament.schedule();
    let mut standings = Standings::new(names.len());
    let pdn_names = PdnNames {
        variant: tournament.variant,
        event: arguments.event.clone(),
        contestants: names.clone(),
    };
    if let Some(path) = &arguments.pdn {
        must_hold_games(path)?;
    }
    let pdn = arguments.pdn.as_deref().map(|path| (path, pdn_names));
    let journal = arguments.journal.as_deref();
    let mut last = VecDeque::new();
    let mut ledger = Ledger::open(journal, pdn, &tournament.settings(), |game| {
        schedule.resume(game.id, game.points_of_first());
        standings.add(&game);
        last.push_back(game);
        last.drain(..last.len().saturating_sub(Tournament::RECALLED));
    })?;
    for game in &last {
        tournament.recall(game);
    }
    let stop = stop_on_signals();
    let odd = arguments.games.filter(|games| !games.is_multiple_of(2));
    let games = schedule.games();
    let mut screen = Screen::new(&tournament, &standings, games, odd, arguments.quiet);
    let began = Instant::now();
    let ended = play(
        &tournament,
        &mut schedule,
        &mut standings,
        &mut ledger,
        &stop,
        &mut screen,
    );
    screen.clear();
    if let Err(refused @ RunError::Start { .. }) = ended {
        return Err(refused.into());
    }
    for line in ledger.rescue() {
        note(format_args!("not written: {line}"));
    }
    let summary = Summary {
        tournament: &tournament,
        standings: &standings,
        ending: ended.as_ref().ok().copied(),
        winner: schedule.winner(),
        seconds: Some(began.elapsed().as_secs_f64()),
    };
    if to_output {
        print_json(&summary.document(), out)?;
    } else {
        write!(out, "{summary}")?;
    }
    out.flush()?;
    if let Some(file) = json {
        file.write(&summary.to_json())?;
    }
    match ended? {
        TournamentEnd::Stopped => {
            let goes_on = match &arguments.journal {
                Some(_) => "the same command resumes from here",
                None => "with --journal the same command would resume from here",
            };
            let (games, all) = (standings.games(), schedule.games());
            Err(CliError::Stopped(format!(
                "stopped after {games} of {all} games; {goes_on}"
            )))
        }
        TournamentEnd::CalledOff => {
            let file = arguments.until.as_deref().unwrap_or(Path::new(""));
            note(format_args!("called off: {} is there", file.display()));
            Ok(())
        }
        TournamentEnd::Complete | TournamentEnd::Decided(_) => Ok(()),
    }
}
