//! `kamen pdn records`: searches the positions of PDN games for training.

use crate::LabError;
use crate::selfplay::Tally;
use kamen_cli::arguments::{EvalArgument, variant_parser};
use kamen_cli::json::print_json;
use kamen_cli::paths::file_parser;
use kamen_cli::pdn::{Reading, finished_game, games};
use kamen_cli::progress::games_bar;
use kamen_cli::stop::{games_to_go, stop_on_signals};
use kamen_core::game::{AnyPosition, FinishedGame};
use kamen_core::notation::pdn::{guess, variant_of};
use kamen_core::rules::Variant;
use kamen_eval::Evaluation;
use kamen_files::{PROGRAM, Shard};
use kamen_protocol::pdn::Game;
use kamen_training::record::{Record, RecordFile, SelfplaySettings};
use kamen_training::selfplay::{SelfPlayError, Share, search_again};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen pdn records --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  kamen pdn records games.pdn --nodes 1000 --out played.games   then kamen train --data played.games
  kamen pdn records --variant czech *.pdn --nodes 500 --threads 2 --out all.games
  for i in 1 2; do kamen pdn records games.pdn --shard $i/2 --out p$i.games & done; wait
  kamen selfplay merge p1.games p2.games --out both.games

Games with faults, without a result, of another variant or from another position are left out. \
The same command resumes after an interruption.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// PDN files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The variant [default: that of the first file, by its tags or guessed from its moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    reading: Reading,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games searched in parallel
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Search part I of N of the games, so that N processes search all of them (see `kamen selfplay merge`)
    #[arg(long, value_name = "I/N|auto[/N]")]
    shard: Option<Shard>,
    /// Output file; finished games are appended one by one
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: PathBuf,
    #[command(flatten)]
    eval: EvalArgument,
    /// Print only the result
    #[arg(long, short)]
    quiet: bool,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

/// Number of games from which the variant is guessed.
const SAMPLE: usize = 50;

/// The games of some files.
#[derive(Default)]
struct Found {
    games: Vec<FinishedGame>,
    left_out: u64,
}

/// The object that `--json` prints: all games of the file, and those of the PDN files that are not in it.
#[derive(Serialize)]
struct Summary<'a> {
    #[serde(flatten)]
    tally: &'a Tally,
    left_out: u64,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    let variant = arguments.variant()?;
    let evaluation = arguments.eval.load(variant)?;
    let found = arguments.find(variant)?;
    if found.games.is_empty() {
        return Err(LabError::Usage(format!(
            "found no finished game of {variant} from its start position"
        )));
    }
    let settings = arguments.settings(variant, &evaluation, &found.games);
    let mut tally = Tally::default();
    let mut file = RecordFile::open(&arguments.out, &settings, |game| tally.add(game))
        .map_err(SelfPlayError::File)?;
    let share = Share::of(
        found.games.len() as u32,
        arguments.shard.unwrap_or(Shard::WHOLE),
    );
    let missing = share.missing(&file).len();
    if !arguments.quiet {
        tally.tell_held(&arguments.out, missing);
    }
    let stop = stop_on_signals();
    let bar = games_bar(missing as u64, arguments.quiet);
    let mut seen = |game: &Record| {
        tally.add(game);
        bar.inc(1);
    };
    let threads = arguments.threads as usize;
    let ended = search_again(
        &mut file,
        share,
        &found.games,
        threads,
        (&evaluation).into(),
        &stop,
        &mut seen,
    );
    bar.finish_and_clear();
    let left_out = found.left_out;
    if arguments.json {
        let tally = &tally;
        print_json(&Summary { tally, left_out }, out)?;
    } else {
        writeln!(out, "{tally}; left out {left_out}")?;
    }
    out.flush()?;
    ended?;
    match share.missing(&file).len() {
        0 => Ok(()),
        left => Err(games_to_go(left as u64).into()),
    }
}

impl Arguments {
    /// The variant given, or that of the first games.
    fn variant(&self) -> Result<Variant, LabError> {
        if let Some(variant) = self.variant {
            return Ok(variant);
        }
        let mut sample = Vec::new();
        if let Some(path) = self.files.first() {
            for game in games(path, self.reading)?.take(SAMPLE) {
                sample.extend(game?);
            }
        }
        let tagged = sample.iter().find_map(|game| variant_of(game).ok()?);
        Ok(tagged.unwrap_or_else(|| guess(&sample).variant))
    }

    /// The games of the files that can be recorded.
    fn find(&self, variant: Variant) -> Result<Found, LabError> {
        let start = AnyPosition::start(variant);
        let fits = |game: &FinishedGame| {
            game.line.start == start && game.line.moves.len() <= Record::MOST_PLIES
        };
        let mut found = Found::default();
        for path in &self.files {
            for game in games(path, self.reading)? {
                let game = game?;
                let is_of_another =
                    |game: &Game| matches!(variant_of(game), Ok(Some(other)) if other != variant);
                let known = game.filter(|game| !is_of_another(game));
                match known.and_then(|game| finished_game(variant, &game, self.reading)) {
                    Some(game) if fits(&game) => found.games.push(game),
                    _ => found.left_out += 1,
                }
            }
        }
        Ok(found)
    }

    fn settings(
        &self,
        variant: Variant,
        evaluation: &Evaluation,
        games: &[FinishedGame],
    ) -> SelfplaySettings {
        SelfplaySettings {
            variant,
            engine: PROGRAM.to_owned(),
            evaluation: evaluation.to_string(),
            nodes: self.nodes,
            seed: 0,
            random_plies: (0, 0),
            max_plies: Record::MOST_PLIES as u16,
            adjudicates: false,
            explore: 0,
            tables: 0,
            source: Some(checksum(games)),
        }
    }
}

/// The number of games and a checksum of their moves and results, so that no others are mixed with them.
fn checksum(games: &[FinishedGame]) -> String {
    let mut hasher = crc32fast::Hasher::new();
    let mut text = String::new();
    for game in games {
        text.clear();
        for m in &game.line.moves {
            // Writing to a string does not fail.
            let _ = write!(text, "{m} ");
        }
        let _ = writeln!(text, "{:?}", game.result);
        hasher.update(text.as_bytes());
    }
    format!("{} PDN games, {:08x}", games.len(), hasher.finalize())
}
