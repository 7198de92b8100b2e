//! `kamen pdn index`: makes an index of games, and adds to it.

use super::lines::Lines;
use super::read::{TextGame, open};
use super::scan::Scan;
use super::{EncodingArgument, PdnError, count};
use crate::progress::progress_bar;
use crate::report::Report;
use crate::stop::stop_on_signals;
use crate::{CliError, file_parser, variant_parser};
use indicatif::ProgressBar;
use kamen_collection::index::{Index, Indexed, Source, Writer};
use kamen_collection::{Facts, key};
use kamen_core::rules::Variant;
use kamen_files::{Stop, note};
use kamen_protocol::pdn::{Element, Game, Place};
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The examples of `kamen pdn index --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen pdn index games.pdn -o games.kidx  an index of a file
  kamen pdn index *.pdn -o games.kidx      adds what the index does not have yet
  kamen pdn find games.kidx --after c3-d4  asks it

Games with faults are left out. The files have to stay as they are: an index of files that have changed is refused. After an \
interruption the same command goes on.

Exit status: 0, 1 if the index cannot be written, 2 if a file cannot be read or has changed.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// PDN files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The index, which is made or added to
    #[arg(long, short, value_name = "INDEX", value_parser = file_parser())]
    out: PathBuf,
    /// Variant of games whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    encoding: EncodingArgument,
    /// Hide the progress bar
    #[arg(long, short)]
    quiet: bool,
}

/// What was done with the games of a file.
#[derive(Default)]
struct Tally {
    games: usize,
    faulty: usize,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    if arguments.files.iter().any(|path| path.as_os_str() == "-") {
        let text = "an index needs files that can be read again, found standard input";
        return Err(CliError::Usage(text.to_owned()));
    }
    let mut report = Report::new(out);
    let mut writer = Writer::open(&arguments.out).map_err(PdnError::from)?;
    let stop = stop_on_signals();
    let bar = progress_bar(0, "{pos} games {spinner} {rate}", arguments.quiet);
    let mut done = Ok(());
    for path in &arguments.files {
        done = arguments.add(path, &mut writer, &stop, &bar, &mut report);
        if done.is_err() || stop.is_wanted() {
            break;
        }
    }
    bar.finish_and_clear();
    // What was read before an error stays.
    writer.finish().map_err(PdnError::from)?;
    done?;
    if stop.is_wanted() {
        let said = format!(
            "stopped after {}; the same command goes on",
            count(bar.position() as usize, "game")
        );
        return Err(CliError::Stopped(said));
    }
    let index = Index::open(&arguments.out).map_err(PdnError::from)?;
    let (games, positions) = (
        count(index.games() as usize, "game"),
        count(index.positions() as usize, "position"),
    );
    let bytes = std::fs::metadata(&arguments.out).map_or(0, |found| found.len());
    writeln!(
        report,
        "{}: {games}, {positions}, {bytes} bytes",
        arguments.out.display()
    )?;
    Ok(())
}

impl Arguments {
    /// Adds the games of a file.
    fn add(
        &self,
        path: &Path,
        writer: &mut Writer,
        stop: &Stop,
        bar: &ProgressBar,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        if Index::is_at(path) {
            let text = format!("{} is an index, expected a file of games", path.display());
            return Err(CliError::Usage(text));
        }
        let source = writer.source(path).map_err(PdnError::from)?;
        let (last, is_whole) = writer.begin(source).map_err(PdnError::from)?;
        if is_whole {
            writeln!(out, "{}: no new games", path.display())?;
            return Ok(());
        }
        let lines = Lines::default();
        let input =
            open(path).map(|input| -> Box<dyn Read + Send> { Box::new(lines.noting(input)) });
        let mut tally = Tally::default();
        let scan = Scan {
            skip: last.into(),
            ..Scan::of_all(path, self.variant, self.encoding.into())
        };
        scan.run(input, &looked, &mut |game, keys| {
            bar.inc(1);
            // An index of that many games does not fit into any file.
            let number = u32::try_from(game.number).unwrap_or(u32::MAX);
            match keys {
                Some(keys) => {
                    let place = first_place(&game.read.game);
                    let indexed = Indexed {
                        number,
                        offset: lines.start(place.line),
                        column: u16::try_from(place.column).unwrap_or(0),
                        facts: Facts::of(game.played.variant, &game.read.game),
                    };
                    writer.add(&indexed, &keys).map_err(PdnError::from)?;
                    tally.games += 1;
                }
                None => {
                    writer.passed(number);
                    tally.faulty += 1;
                }
            }
            Ok(match stop.is_wanted() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        })?;
        if stop.is_wanted() {
            return Ok(());
        }
        writer.end();
        let faulty = match tally.faulty {
            0 => String::new(),
            faulty => format!(", {} with faults left out", count(faulty, "game")),
        };
        writeln!(
            out,
            "{}: {}{faulty}",
            path.display(),
            count(tally.games, "game")
        )?;
        Ok(())
    }
}

/// The keys of the positions of a game; `None` for one with a fault.
fn looked(game: &TextGame) -> Option<Vec<u64>> {
    if game.first_fault().is_some() {
        return None;
    }
    let replay = &game.played.replay;
    let before = replay.played.iter().map(|(position, _)| *position);
    let all = before.chain(replay.position_after(replay.played.len()));
    Some(all.map(|position| key(&position)).collect())
}

/// Opens an index, and tells on standard error if it is not whole.
///
/// # Errors
/// It cannot be read, or a file of its games has changed or cannot be read.
pub(super) fn opened(path: &Path) -> Result<Index, CliError> {
    let index = Index::open(path).map_err(PdnError::from)?;
    for source in sources(&index) {
        index.check(source).map_err(PdnError::from)?;
    }
    if !index.is_whole() {
        let path = path.display();
        note(format_args!(
            "{path} is not whole, its last games are missing; `kamen pdn index` of the same files goes on"
        ));
    }
    Ok(index)
}

/// The files of an index.
fn sources(index: &Index) -> Vec<&Source> {
    let mut sources: Vec<&Source> = Vec::new();
    for part in index.parts() {
        if sources.iter().all(|known| known.path != part.source.path) {
            sources.push(&part.source);
        }
    }
    sources
}

/// Where the files of an index are.
pub(super) fn files_of(index: &Index) -> Vec<PathBuf> {
    let sources = sources(index).into_iter();
    sources.map(|source| index.locate(source)).collect()
}

/// Where a game begins, as far as its text says.
pub(super) fn first_place(game: &Game) -> Place {
    let of_tags = game.tags.iter().map(|tag| tag.place);
    let of_body = game.body.iter().filter_map(|element| match element {
        Element::Move(played) => Some(played.place),
        Element::Setup(setup) => Some(setup.place),
        _ => None,
    });
    of_tags.chain(of_body).next().unwrap_or_default()
}
