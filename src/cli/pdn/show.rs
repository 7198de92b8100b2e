//! `kamen pdn show`: prints a position of a game.

use super::PdnError;
use super::read::{TextGame, replayed};
use super::reading::EncodingArgument;
use crate::json::print_json;
use crate::notation::SquareNames;
use crate::{CliError, variant_parser};
use kamen_collection::Names;
use kamen_core::game::AnyPosition;
use kamen_core::notation::Diagram;
use kamen_core::rules::Variant;
use kamen_files::note;
use kamen_protocol::pdn::Game;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The examples of `kamen pdn show --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen pdn show games.pdn                       the last position of the first game
  kamen pdn show games.pdn --game 1 --ply 0      its start position
  kamen pdn show games.pdn --ply 1 --numbers     the position after one ply, squares as numbers
  kamen pdn show games.pdn --json                one JSON object

Exit status: 0, 1 if the game cannot be replayed so far, 2 if there is no such file, game or ply.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// PDN file; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of the game, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// Plies played before the position [default: all]
    #[arg(long, value_name = "M")]
    ply: Option<usize>,
    /// Variant of games whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    encoding: EncodingArgument,
    #[command(flatten)]
    squares: SquareNames,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// A position of a game.
#[derive(Serialize)]
struct Shown<'a> {
    file: &'a Path,
    game: u64,
    variant: Variant,
    /// Plies played before the position.
    ply: usize,
    /// Plies of the game that could be replayed.
    plies: usize,
    fen: String,
    /// The move that led here, with its number.
    #[serde(rename = "move")]
    last: Option<String>,
    /// The move played next.
    next: Option<String>,
    /// How the opening of the game is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    /// Names and values of the tags.
    tags: Vec<(&'a str, &'a str)>,
    #[serde(skip)]
    position: AnyPosition,
    #[serde(skip)]
    letters: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let game = arguments.find()?;
    let (place, fault) = (game.place(&arguments.file), game.first_fault());
    let replay = &game.played.replay;
    for warning in game.warnings() {
        note(format_args!("{place}: warning: {warning}"));
    }
    let plies = replay.played.len();
    let ply = arguments.ply.unwrap_or(plies);
    let Some(position) = replay.position_after(ply) else {
        return Err(match fault {
            Some(fault) => PdnError::Game { game: place, fault },
            None => PdnError::NoPly {
                game: place,
                plies: plies_text(plies),
            },
        }
        .into());
    };
    let shown = Shown::new(arguments, &game, ply, position);
    if arguments.json {
        print_json(&shown, out)?;
    } else {
        shown.print(&game.read.game, out)?;
    }
    match (arguments.ply, fault) {
        (None, Some(fault)) => Err(PdnError::Game { game: place, fault }.into()),
        _ => Ok(()),
    }
}

impl Arguments {
    /// The game with its number.
    fn find(&self) -> Result<TextGame, PdnError> {
        let mut found = 0;
        for game in replayed(&self.file, self.variant, self.encoding.into())? {
            let game = game?;
            found = game.number;
            if found == self.game && !game.is_text() {
                return Ok(game);
            }
        }
        Err(PdnError::NoGame {
            path: self.file.clone(),
            wanted: self.game,
            found,
        })
    }
}

/// `7 plies, expected --ply 0 to 7`.
fn plies_text(plies: usize) -> String {
    let noun = if plies == 1 { "ply" } else { "plies" };
    format!("{plies} {noun}, expected --ply 0 to {plies}")
}

impl<'a> Shown<'a> {
    fn new(
        arguments: &'a Arguments,
        game: &'a TextGame,
        ply: usize,
        position: AnyPosition,
    ) -> Shown<'a> {
        let (variant, replay) = (game.played.variant, &game.played.replay);
        let letters = arguments.squares.are_letters(variant);
        let tags = game.read.game.tags.iter();
        Shown {
            file: &arguments.file,
            game: arguments.game,
            variant,
            ply,
            plies: replay.played.len(),
            fen: position.fen_with(letters),
            last: ply
                .checked_sub(1)
                .and_then(|last| replay.written(last, letters)),
            next: replay.written(ply, letters),
            opening: (Names::of(variant).opening(replay)).map(|opening| opening.to_string()),
            tags: tags.map(|tag| (tag.name(), tag.value())).collect(),
            position,
            letters,
        }
    }

    fn print(&self, game: &Game, out: &mut impl Write) -> io::Result<()> {
        let tag = |name| {
            game.tag(name)
                .filter(|value| !value.trim().is_empty())
                .unwrap_or("?")
        };
        let (white, black) = (tag("White"), tag("Black"));
        let result = game.result().map_or("*", |result| result.text());
        writeln!(
            out,
            "game {}, {}: {white} - {black} {result}",
            self.game, self.variant
        )?;
        if let Some(opening) = &self.opening {
            writeln!(out, "opening: {opening}")?;
        }
        let diagram = Diagram::new(self.position).with_letters(self.letters);
        write!(out, "{diagram}")?;
        writeln!(out, "FEN {}", self.fen)?;
        let last = self
            .last
            .as_deref()
            .map_or(String::new(), |last| format!(": {last}"));
        let next = self
            .next
            .as_deref()
            .map_or(String::new(), |next| format!("; next {next}"));
        writeln!(out, "ply {} of {}{last}{next}", self.ply, self.plies)
    }
}
