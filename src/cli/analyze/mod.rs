//! `kamen analyze`: judges the moves of games.

pub(crate) mod drawing;
pub(crate) mod outputs;
pub(crate) mod page;
mod parts;
pub(crate) mod player;
mod report;
mod screen;

use super::notation::SquareNames;
use super::paths::keep_inputs;
use super::pdn::read::{TextGame, replayed};
use super::pdn::{PdnError, Reading, count};
use super::{CliError, EvalArgument, file_parser, output_parser, seconds_parser, variant_parser};
use kamen_analysis::{AnnotationStyle, annotate, judge_game};
use kamen_book::Book;
use kamen_core::board::Color;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::pdn::{GameStyle, rewrite};
use kamen_core::rules::Variant;
use kamen_files::{PROGRAM, Shard, processors};
use kamen_search::{Engine, EngineError, Limits};
use outputs::{Form, Identity, Texts, wanted};
use parts::Sink;
use player::{Player, Sought};
use report::GameReport;
use screen::Screen;
use serde_json::{Value, json};
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The examples of `kamen analyze --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen analyze games.pdn --nodes 20000 -o annotated.pdn
  kamen analyze games.pdn --html games.html --player Anna
  kamen analyze games.pdn --game 1 --time 2 --html game.html
  kamen analyze games.pdn --game 1 --depth 8 --lines 3 --json game.json
  kamen analyze games.pdn --nodes 20000 --words -o annotated.pdn

Without an output file the annotated games go to standard output. With nothing but output files the same command goes \
on after an interruption or a game with a fault: analysed games wait beside the file. Marks: $1 the only move that holds, $6 an \
inaccuracy, $2 a mistake, $4 a blunder, by the expected points that a move gives away (0.05, 0.10, 0.15 of 1).

Exit status: 0, 1 if a game has a fault, 2 if a file cannot be read or written or has no such game, 3 with \
--lenient if games were left out.";

/// The subcommands of `kamen analyze`.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Put the games together that several machines have analysed
    #[command(after_help = parts::EXAMPLES)]
    Merge(parts::MergeArguments),
}

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// PDN file; - is standard input
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,
    /// Number of the game, from 1 [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Variant of games whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    /// Seconds for each move [default: 0.5, without --nodes and --depth]
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
    /// Positions searched at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// A file with the opening book [default: the one inside the program]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Folder of endgame tables, beside those inside the program
    #[arg(long, value_name = "DIR", default_value = "tables")]
    tables: PathBuf,
    #[command(flatten)]
    eval: EvalArgument,
    #[command(flatten)]
    squares: SquareNames,
    /// Say in words what there is to say of a move: what was better and why, what the book and the tables have
    #[arg(long)]
    words: bool,
    #[command(flatten)]
    reading: Reading,
    /// Leave out games with faults
    #[arg(long)]
    lenient: bool,
    /// Analyse every N-th game, with a journal for `kamen analyze merge`, or auto (see perft/DISTRIBUTED.md)
    #[arg(
        long,
        value_name = "I/N|auto[/N]",
        requires = "journal",
        group = "board"
    )]
    #[arg(conflicts_with_all = ["game", "out", "json"])]
    shard: Option<Shard>,
    /// Journal of the part; the same command resumes from it after an interruption
    #[arg(long, value_name = "FILE", value_parser = file_parser(), requires = "shard")]
    journal: Option<PathBuf>,
    /// Write the annotated games
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: Option<PathBuf>,
    /// Write a page that shows the games on a board
    #[arg(long, value_name = "FILE", value_parser = file_parser(), group = "board")]
    html: Option<PathBuf>,
    /// Turn the board of the page to the side of this player: a name of the tags White and Black, or a part of one
    #[arg(long, value_name = "NAME", requires = "board")]
    player: Option<Player>,
    /// Print JSON, one object a game, or write it to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    #[arg(value_parser = output_parser())]
    json: Option<PathBuf>,
    /// Hide the progress bar
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    if let Some(Command::Merge(arguments)) = &arguments.command {
        return parts::merge(arguments, out);
    }
    // Annotated games may take the place of games.
    let others = [&arguments.html, &arguments.json].map(Option::as_deref);
    keep_inputs([arguments.file()], others)?;
    let mut sink = Sink::open(arguments, out)?;
    let screen = Screen::new(arguments, &sink);
    let analysed = arguments.analyse_all(&mut sink, &screen);
    screen.end(analysed.is_ok());
    let Met { games, left_out } = analysed?;
    let is_part = matches!(sink, Sink::Part(_));
    sink.finish(games)?;
    match left_out {
        0 => Ok(()),
        // Those who put the parts together hear of it.
        _ if is_part => Ok(()),
        left => Err(PdnError::LeftOut(count(left, "game")).into()),
    }
}

/// How many games an analysis has met.
struct Met {
    games: u64,
    left_out: usize,
}

impl Arguments {
    /// The games.
    fn file(&self) -> &Path {
        self.file.as_deref().unwrap_or(Path::new("-"))
    }

    /// Where games go, and how; without a path to standard output.
    fn outputs(&self) -> Vec<(Form, Option<&Path>)> {
        wanted([&self.out, &self.html, &self.json].map(Option::as_deref))
    }

    /// What identifies an analysis: all that changes what is written of a game.
    fn settings(&self) -> Value {
        let outputs = self.outputs();
        let paths: Vec<_> = outputs.iter().filter_map(|&(_, path)| path).collect();
        let mut settings = json!({
            "program": PROGRAM,
            "file": self.file,
            "game": self.game,
            "variant": self.variant,
            "encoding": self.reading.encoding.map(|encoding| encoding.to_string()),
            "keep_beginnings": self.reading.keep_beginnings,
            "time": self.time,
            "nodes": self.nodes,
            "depth": self.depth,
            "lines": self.lines,
            "book": self.book,
            "tables": self.tables,
            "weights": self.eval.choice.to_string(),
            "squares": self.squares,
            "player": self.player,
            "outputs": paths,
        });
        // Journals of analyses without words do not name them.
        if self.words {
            settings["words"] = true.into();
        }
        settings
    }

    /// Analyses the games of the file.
    fn analyse_all(&self, sink: &mut Sink<'_>, screen: &Screen) -> Result<Met, CliError> {
        let mut analyst: Option<Analyst> = None;
        let (mut found, mut games) = (0, 0);
        let mut met = Met {
            games: 0,
            left_out: 0,
        };
        let mut sought = Sought::new(self.player.as_ref());
        for game in replayed(self.file(), self.variant, self.reading)? {
            let game = game?;
            found = game.number;
            if !self.wants(&game) {
                continue;
            }
            let number = met.games;
            met.games += 1;
            sought.look_at(&game.read.game);
            if !sink.takes(number) {
                continue;
            }
            let place = game.place(self.file());
            if let Some(fault) = game.first_fault() {
                if !self.lenient {
                    return Err(PdnError::Game { game: place, fault }.into());
                }
                let fault = format!("{place}: {fault}");
                screen.say(&fault);
                sink.leave_out(number, &fault)?;
                met.left_out += 1;
            } else {
                self.analyse_one(sink, number, &game, &mut analyst, screen)?;
                games += 1;
                screen.done(games);
            }
            if self.game.is_some() {
                break;
            }
        }
        if self.game.map_or(found > 0, |wanted| found == wanted) {
            if let Some(missing) = sought.missing() {
                screen.say(&missing);
            }
            return Ok(met);
        }
        Err(PdnError::NoGame {
            path: self.file().to_owned(),
            wanted: self.game.unwrap_or(1),
            found,
        }
        .into())
    }

    /// Analyses a game, the one of this number, unless it is there from an earlier run. `analyst` is the last one.
    fn analyse_one(
        &self,
        sink: &mut Sink<'_>,
        number: u64,
        game: &TextGame,
        analyst: &mut Option<Analyst>,
        screen: &Screen,
    ) -> Result<(), CliError> {
        let (variant, place) = (game.played.variant, game.place(self.file()));
        if self.squares.are_letters(variant) && !SquareNames::has_letters(variant) {
            let game = place;
            return Err(PdnError::NoLetters { game, variant }.into());
        }
        for warning in game.warnings() {
            screen.say(&format!("{place}: warning: {warning}"));
        }
        let identity = Identity {
            game: game.number,
            checksum: crc32fast::hash(game.read.game.to_string().as_bytes()),
        };
        if sink.has(number, &identity)? {
            screen.skip(game);
            return Ok(());
        }
        let current = match analyst.take().filter(|last| last.variant() == variant) {
            Some(last) => last,
            None => self.analyst(variant)?,
        };
        let texts = self.analyse(&current, game, &place, screen)?;
        *analyst = Some(current);
        screen.suspend(|| sink.add(number, identity, texts))
    }

    /// Whether a game is to be analysed.
    fn wants(&self, game: &TextGame) -> bool {
        !game.is_text() && self.game.is_none_or(|wanted| wanted == game.number)
    }

    /// The colour of `--player` in a game.
    fn color_of_player(&self, game: &TextGame) -> Option<Color> {
        self.player.as_ref()?.color(&game.read.game)
    }

    fn analyst(&self, variant: Variant) -> Result<Analyst, CliError> {
        let threads = self.threads.map_or_else(processors, usize::from);
        let engine = self
            .eval
            .engine(variant, &self.tables, tt_size(&self.limits()))?;
        let others: Result<Vec<Engine>, EngineError> =
            (1..threads).map(|_| engine.with_own_table()).collect();
        let mut engines = others?;
        engines.push(engine);
        let book = self.book(variant)?;
        Ok(Analyst { engines, book })
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
        let seconds = self.time.or(is_open.then_some(DEFAULT_SECONDS));
        let timed = seconds.map_or_else(Limits::default, |seconds| {
            Limits::move_time(Duration::from_secs_f64(seconds))
        });
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            lines: NonZero::new(self.lines).unwrap_or(NonZero::<u32>::MIN),
            ..timed
        }
    }

    /// Judges the moves of a game.
    fn analyse(
        &self,
        analyst: &Analyst,
        game: &TextGame,
        place: &str,
        screen: &Screen,
    ) -> Result<Texts, CliError> {
        let replay = &game.played.replay;
        let variant = game.played.variant;
        let start = replay.start.unwrap_or(AnyPosition::start(variant));
        let moves: Vec<AnyMove> = replay.played.iter().map(|&(_, m)| m).collect();
        let tell = screen.judged(place, moves.len());
        let book = analyst.book.as_ref();
        let judgments = judge_game(&analyst.engines, self.limits(), book, start, &moves, &tell)?;
        let letters = self.squares.are_letters(variant);
        let style = GameStyle {
            letters,
            full_captures: false,
        };
        let text = rewrite(variant, &game.read.game, replay, style);
        let words = self.words;
        let style = AnnotationStyle { letters, words };
        let pdn = annotate(&text, replay, &judgments, style).to_string();
        let report = GameReport::new(game, &judgments, style, self.color_of_player(game));
        Ok(Texts::new(pdn, &report)?)
    }
}

/// Seconds for each move, where nothing else is said.
const DEFAULT_SECONDS: f64 = 0.5;
/// About the most nodes that a second of search needs a place for in its table.
const NODES_A_SECOND: f64 = 1e6;

/// The size of a table, as a power of 2, that is large enough for the searches that one engine makes after one another.
pub(crate) fn tt_size(limits: &Limits) -> u32 {
    let timed = limits.budget.map_or(f64::INFINITY, |budget| {
        NODES_A_SECOND * budget.hard.as_secs_f64()
    });
    let nodes = limits.nodes.unwrap_or(u64::MAX).min(timed as u64);
    let entries = nodes.saturating_mul(8).max(1);
    entries.ilog2().clamp(12, Engine::TT_SIZE)
}

/// What games of a variant are analysed with.
struct Analyst {
    /// Alike but for their tables, at least one.
    engines: Vec<Engine>,
    book: Option<Book>,
}

impl Analyst {
    fn variant(&self) -> Variant {
        self.engines[0].variant()
    }
}
