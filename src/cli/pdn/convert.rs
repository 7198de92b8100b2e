//! `kamen pdn convert`: rewrites games with other square names, chooses and splits them.

use super::filter::{Chosen, Filter};
use super::read::{TextGame, replayed};
use super::repair::{Unique, repaired};
use super::{PdnError, Reading, count};
use crate::notation::SquareNames;
use crate::report::Report;
use crate::{CliError, file_parser, variant_parser};
use clap::ValueEnum;
use kamen_core::notation::pdn::{GameStyle, outcome, rewrite};
use kamen_core::rules::Variant;
use kamen_files::{note, write_whole, write_whole_by};
use kamen_protocol::pdn::Game;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The examples of `kamen pdn convert --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen pdn convert games.pdn --numbers                    squares as numbers
  kamen pdn convert games.pdn --full-captures -o out.pdn   every capture with all its stops
  kamen pdn convert games.pdn --repair -o clean.pdn        clean PDN 3.0, each change listed
  kamen pdn convert games.pdn --unique -o unique.pdn       double games once
  kamen pdn convert games.pdn --result white --opening 'c3-d4 b6-a5' -o won.pdn
  kamen pdn convert games.pdn --split result -o by.pdn     by-1-0.pdn, by-0-1.pdn, ...

Tags, comments, variations, clocks and glyphs stay. A game with a fault ends the conversion: the output \
file stays as it was. With --lenient such games are left out, with --keep-beginnings they are written up to it.

Exit status: 0, 1 if a game has a fault or none is chosen, 2 if a file cannot be read or written, 3 with \
--lenient if games were left out.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// PDN files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file, written whole or not at all [default: standard output]
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: Option<PathBuf>,
    /// Variant of games whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    squares: SquareNames,
    /// Write every capture with all its stops [default: only where another has the same ends]
    #[arg(long)]
    full_captures: bool,
    #[command(flatten)]
    filter: Filter,
    /// Write a file for each player, result or first move; their names are added to that of --out
    #[arg(long, value_name = "BY", requires = "out")]
    split: Option<Split>,
    #[command(flatten)]
    reading: Reading,
    /// Write clean PDN 3.0: tags, GameType, result, numbers and end as the standard has them; list each change
    #[arg(long)]
    repair: bool,
    /// Leave out games that have been there: the same moves, players (in any script) and date
    #[arg(long)]
    unique: bool,
    /// Leave out games with faults
    #[arg(long)]
    lenient: bool,
}

/// What games are put together by.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Split {
    /// A file for each player, with all games of both colours
    Player,
    /// A file for each result
    Result,
    /// A file for each first move
    Opening,
}

/// What was done with the games.
#[derive(Default)]
struct Tally {
    written: usize,
    faulty: usize,
    double: usize,
}

impl Tally {
    /// `5 games`, or `5 games, 2 double ones left out`.
    fn text(&self) -> String {
        let written = count(self.written, "game");
        match self.double {
            0 => written,
            double => format!("{written}, {double} double left out"),
        }
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let tally = match (&arguments.out, arguments.split) {
        (Some(path), Some(split)) => arguments.convert_split(path, split, &mut Report::new(out))?,
        (Some(path), None) => {
            let tally = arguments.convert_to_file(path)?;
            writeln!(out, "{}: {}", path.display(), tally.text())?;
            tally
        }
        (None, _) => arguments.convert(&mut |game, _| out.write_all(game.as_bytes()))?,
    };
    match tally.faulty {
        0 => Ok(()),
        left => Err(PdnError::LeftOut(count(left, "game")).into()),
    }
}

impl Arguments {
    /// Hands the text of each game chosen to `write`, the games apart by an empty line.
    ///
    /// # Errors
    /// A file cannot be read, a game has a fault, none is chosen, or what `write` returns.
    fn convert(
        &self,
        write: &mut dyn FnMut(&str, &TextGame) -> io::Result<()>,
    ) -> Result<Tally, CliError> {
        let (mut tally, mut chosen) = (Tally::default(), Chosen::new(&self.filter));
        let mut unique = self.unique.then(Unique::default);
        for (file, path) in self.files.iter().enumerate() {
            for game in replayed(path, self.variant, self.reading)? {
                let game = game?;
                if let Some(fault) = game.first_fault() {
                    let error = PdnError::Game {
                        game: game.place(path),
                        fault,
                    };
                    if !self.lenient {
                        return Err(error.into());
                    }
                    note(format_args!("{error}"));
                    tally.faulty += 1;
                } else if !game.is_text()
                    && chosen.has(&game)
                    && unique
                        .as_mut()
                        .is_none_or(|unique| unique.is_new(&game, &self.files, file))
                {
                    let text = self.rewritten(&game, path)?.to_string();
                    let gap = if tally.written > 0 { "\n" } else { "" };
                    write(&format!("{gap}{text}"), &game)?;
                    tally.written += 1;
                }
            }
        }
        tally.double = unique.map_or(0, |unique| unique.left_out);
        if tally.written > 0 {
            return Ok(tally);
        }
        Err(match chosen.illegal_opening() {
            Some(error) => CliError::Usage(format!("--opening: {error}")),
            None => PdnError::NoneChosen.into(),
        })
    }

    fn rewritten(&self, game: &TextGame, path: &Path) -> Result<Game, PdnError> {
        let variant = game.played.variant;
        let letters = self.squares.are_letters(variant);
        if letters && !SquareNames::has_letters(variant) {
            return Err(PdnError::NoLetters {
                game: game.place(path),
                variant,
            });
        }
        let style = GameStyle {
            letters,
            full_captures: self.full_captures,
        };
        let replay = &game.played.replay;
        let rewritten = rewrite(variant, &game.read.game, replay, style);
        if self.repair {
            return Ok(repaired(game, &rewritten, letters, path));
        }
        for warning in &replay.warnings {
            note(format_args!("{}: warning: {warning}", game.place(path)));
        }
        if let Some(fault) = &game.cut {
            note(format_args!("{}: written up to {fault}", game.place(path)));
        }
        Ok(rewritten)
    }

    fn convert_to_file(&self, path: &Path) -> Result<Tally, CliError> {
        let mut done = None;
        let written = write_whole_by(path, |file| {
            let mut file = BufWriter::new(file);
            let tally = self.convert(&mut |game, _| file.write_all(game.as_bytes()));
            let outcome = match &tally {
                Ok(_) => file.flush(),
                Err(_) => Err(io::ErrorKind::Interrupted.into()),
            };
            done = Some(tally);
            outcome
        });
        match (done, written) {
            // The disk is full, say.
            (Some(Ok(_)) | None, Err(error)) | (Some(Err(CliError::Output(error))), _) => {
                Err(PdnError::file(path, error).into())
            }
            (Some(done), _) => done,
            (None, Ok(())) => Ok(Tally::default()),
        }
    }

    /// Writes a file for each key, none of them before all games are read.
    fn convert_split(
        &self,
        path: &Path,
        split: Split,
        out: &mut impl Write,
    ) -> Result<Tally, CliError> {
        let mut parts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let tally = self.convert(&mut |text, game| {
            for key in split.keys(game) {
                let part = parts.entry(key).or_default();
                part.push(text.trim_start_matches('\n').to_owned());
            }
            Ok(())
        })?;
        let mut used = BTreeSet::new();
        for (key, games) in &parts {
            let path = part_path(path, key, &mut used);
            let written = write_whole(&path, games.join("\n").as_bytes());
            written.map_err(|error| PdnError::file(&path, error))?;
            writeln!(out, "{}: {}", path.display(), count(games.len(), "game"))?;
        }
        Ok(tally)
    }
}

impl Split {
    /// The files that a game belongs to.
    fn keys(self, game: &TextGame) -> BTreeSet<String> {
        let text = &game.read.game;
        match self {
            Split::Player => ["White", "Black"]
                .map(|tag| text.tag(tag).unwrap_or("?").trim().to_owned())
                .into(),
            Split::Result => {
                let outcome = outcome(game.played.variant, text);
                [outcome.map_or("unknown".to_owned(), |outcome| outcome.to_string())].into()
            }
            Split::Opening => {
                let variant = game.played.variant;
                let first = game.played.replay.written(0, variant.facts().algebraic);
                [first.unwrap_or_else(|| "none".to_owned())].into()
            }
        }
    }
}

/// `games-KEY.pdn`, with what no file should have in its name left out; another name than those before.
fn part_path(path: &Path, key: &str, used: &mut BTreeSet<String>) -> PathBuf {
    let name =
        |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let stem = name(path.file_stem()).unwrap_or_default();
    let ending = name(path.extension()).map_or(String::new(), |ending| format!(".{ending}"));
    let words = key
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let key: String = words
        .collect::<Vec<_>>()
        .join("-")
        .chars()
        .take(60)
        .collect();
    let key = if key.is_empty() {
        "unknown".to_owned()
    } else {
        key
    };
    let names = std::iter::once(key.clone()).chain((2..).map(|n| format!("{key}-{n}")));
    // Some systems do not tell capitals from small letters.
    let free = names
        .into_iter()
        .find(|name| used.insert(name.to_lowercase()));
    path.with_file_name(format!("{stem}-{}{ending}", free.unwrap_or(key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names_of_their_own() {
        let mut used = BTreeSet::new();
        let cases = [
            ("1-0", "a/games-1-0.pdn"),
            ("1. c3-d4", "a/games-1-c3-d4.pdn"),
            ("Novák, Jan", "a/games-Novák-Jan.pdn"),
            ("NOVÁK/Jan", "a/games-NOVÁK-Jan-2.pdn"),
            ("../..", "a/games-unknown.pdn"),
            ("?", "a/games-unknown-2.pdn"),
        ];
        for (key, expected) in cases {
            assert_eq!(
                part_path(Path::new("a/games.pdn"), key, &mut used),
                Path::new(expected)
            );
        }
        let plain = part_path(Path::new("games"), "x", &mut used);
        assert_eq!(plain, Path::new("games-x"));
    }
}
