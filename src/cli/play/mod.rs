//! `kamen play`: a person plays in a terminal. Begin with [`run`].

mod command;
mod console;
mod game;
mod keys;
mod picture;
mod record;
mod refusal;
mod review;
mod score;
mod session;
mod terminal;
mod thinker;
mod wrap;

use super::notation::SquareNames;
use super::paths::check_outputs;
use super::{
    BoardError, CliError, EvalArgument, PositionArguments, color_parser, file_parser,
    option_parser, seconds_parser,
};
use console::Console;
use game::PlayedGame;
use kamen_core::board::Color;
use kamen_core::rules::Variant;
use kamen_engine::Level;
use kamen_search::{SKILLS, elos};
use session::Session;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use thinker::Thinker;

/// The examples of `kamen play --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen play czech --level 5                       against the engine, not at its best
  kamen play russian --elo 1500                    by Elo
  kamen play international --color black --time 5 --pdn mine.pdn
                                                   keep the games, too
  kamen play russian --player easy --letters       against a built-in player
  kamen play frisian --level 20 --set threads=2    against all that the engine has

Type a move (c3-d4, or 32-28), hint, back, moves, board, flip, save FILE, resign, new, help or quit.";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The strength of the engine, from 1 to 20
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        conflicts_with_all = ["player", "elo"]
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(i64::from(*SKILLS.start())..=i64::from(*SKILLS.end())))]
    level: u32,
    /// Its strength in Elo instead, from 1000, which is level 1
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "player",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    elo: Option<u32>,
    /// Play against a built-in player, such as easy or minimax:6:basic
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Your colour
    #[arg(long, default_value = "white", value_parser = color_parser())]
    color: Color,
    /// Seconds a move that the other side may think
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds_parser)]
    time: f64,
    /// Nodes a move that it may search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The seed of its random choices [default: any, which is told]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(i32::MAX)))]
    seed: Option<u32>,
    #[command(flatten)]
    eval: EvalArgument,
    /// Set an engine option, as Hub's set-param does; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = option_parser)]
    set: Vec<(String, String)>,
    /// Keep the games in this file, which must not exist; it is written after every move
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pdn: Option<PathBuf>,
    /// Your name in it
    #[arg(long, default_value = "Person")]
    name: String,
    #[command(flatten)]
    squares: SquareNames,
    /// Draw pieces as letters: w and b, kings W and B
    #[arg(long)]
    ascii: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let start = arguments.position.position()?;
    let variant = start.variant();
    let letters = arguments.squares.are_letters(variant);
    if letters && !SquareNames::has_letters(variant) {
        return Err(BoardError::NoLetters(variant).into());
    }
    if let Some(path) = &arguments.pdn {
        must_be_new(path).map_err(|error| {
            let path = path.display();
            CliError::Usage(match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    format!("{path} is there already, expected a new file for the game")
                }
                _ => format!("cannot write {path}: {error}"),
            })
        })?;
        check_outputs([Some(path.as_path())])?;
    }
    let seed = arguments.seed.unwrap_or_else(any_seed);
    let opponent = arguments.opponent(start.variant().hub_name(), seed)?;
    let person = arguments.color;
    let mut session = Session {
        names: record::Names {
            person: arguments.name.clone(),
            opponent: arguments.name_of_opponent(variant),
        },
        is_turned: person == Color::Black,
        level: arguments.limits(),
        opponent,
        adviser: None,
        advice: arguments.options(variant.hub_name(), seed),
        game: PlayedGame::new(start, person, letters),
        earlier: Vec::new(),
        pdn: arguments.pdn.clone(),
        console: Console::open(out, arguments.ascii)?,
    };
    session.hold(seed)
}

/// A seed of three digits that the clock gives: it is told and typed.
fn any_seed() -> u32 {
    let time = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    time.subsec_micros() % 1000
}

/// Refuses a file that is there: a game is never lost to another.
fn must_be_new(path: &Path) -> io::Result<()> {
    match path.try_exists()? {
        true => Err(io::ErrorKind::AlreadyExists.into()),
        false => Ok(()),
    }
}

impl Arguments {
    fn limits(&self) -> Level {
        Level {
            move_time: Some(self.time),
            nodes: self.nodes,
            ..Level::default()
        }
    }

    /// The options of an engine at its best.
    fn options(&self, variant: &str, seed: u32) -> Vec<(String, String)> {
        let own = [
            ("variant", variant.to_owned()),
            ("seed", seed.to_string()),
            ("ponder", "false".to_owned()),
        ];
        let own = own.map(|(name, value)| (name.to_owned(), value));
        own.into_iter()
            .chain(self.eval.option())
            .chain(self.set.clone())
            .collect()
    }

    fn opponent(&self, variant: &str, seed: u32) -> Result<Thinker, CliError> {
        let mut options = self.options(variant, seed);
        let (name, value) = match (&self.player, self.elo) {
            (Some(player), _) => ("player", player.clone()),
            (None, Some(elo)) => ("elo", elo.to_string()),
            (None, None) => ("skill", self.level.to_string()),
        };
        options.push((name.to_owned(), value));
        Thinker::start(&options)
    }

    fn name_of_opponent(&self, variant: Variant) -> String {
        let range = elos(variant);

        match (&self.player, self.elo) {
            (Some(player), _) => player.clone(),
            (None, Some(elo)) => {
                format!("Kamen, Elo {}", elo.clamp(*range.start(), *range.end()))
            }
            (None, None) => format!("Kamen, level {}", self.level),
        }
    }
}
