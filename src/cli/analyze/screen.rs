//! Shows how an analysis goes on, on standard error: a bar on a terminal, plain lines elsewhere.

use super::Arguments;
use super::parts::Sink;
use crate::pdn::count;
use crate::pdn::read::{TextGame, replayed};
use crate::progress::progress_bar;
use crate::stop::exit_on_signals;
use indicatif::ProgressBar;
use kamen_files::{Shard, note};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The display of a running analysis.
pub(super) struct Screen {
    /// Counts moves; hidden where plain lines are written.
    bar: ProgressBar,
    quiet: bool,
    /// Games that are analysed.
    games: Arc<AtomicUsize>,
    /// Whether another run goes on from here.
    resumes: bool,
}

/// Plies between two plain lines.
const PLIES_A_LINE: usize = 20;

impl Screen {
    /// Shows what there is to do, and takes leave when the work is interrupted.
    pub(super) fn new(arguments: &Arguments, sink: &Sink<'_>) -> Screen {
        let (kept, quiet) = (sink.kept(), arguments.quiet);
        if kept > 0 && !quiet {
            note(format_args!("{} from an earlier run", count(kept, "game")));
        }
        let screen = Screen {
            bar: bar(arguments),
            quiet,
            games: Arc::new(AtomicUsize::new(kept)),
            resumes: sink.resumes(),
        };
        let (bar, games) = (screen.bar.clone(), Arc::clone(&screen.games));
        let resumes = screen.resumes;
        exit_on_signals(move || {
            bar.finish_and_clear();
            stopped(games.load(Ordering::Relaxed), resumes)
        });
        screen
    }

    /// Writes a line beside the bar.
    pub(super) fn say(&self, line: &str) {
        self.suspend(|| note(format_args!("{line}")));
    }

    /// Does what writes to a terminal while no bar is there.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// A game needs no analysis.
    pub(super) fn skip(&self, game: &TextGame) {
        if let Some(length) = self.bar.length() {
            self.bar.set_length(length.saturating_sub(plies(game)));
        }
    }

    /// What hears of each move of a game that is judged.
    pub(super) fn judged(&self, place: &str, plies: usize) -> impl Fn() + Sync {
        let judged = AtomicUsize::new(0);
        move || {
            let ply = judged.fetch_add(1, Ordering::Relaxed) + 1;
            self.bar.inc(1);
            let is_due = ply == plies || ply.is_multiple_of(PLIES_A_LINE);
            if self.bar.is_hidden() && !self.quiet && is_due {
                note(format_args!("{place}: {ply} of {plies} plies"));
            }
        }
    }

    /// So many games are analysed.
    pub(super) fn done(&self, games: usize) {
        self.games.store(games, Ordering::Relaxed);
    }

    /// Removes the bar, and says what was done, or how far the work is if it did not come to its end.
    pub(super) fn end(&self, is_whole: bool) {
        let games = self.games.load(Ordering::Relaxed);
        let moves = self.bar.position() as usize;
        if is_whole && moves > 0 && !self.bar.is_hidden() {
            let (games, moves) = (count(games, "game"), count(moves, "move"));
            let seconds = self.bar.elapsed().as_secs_f64();
            self.say(&format!("{games}, {moves} in {seconds:.1} s"));
        }
        self.bar.finish_and_clear();
        if !is_whole && self.resumes && games > 0 {
            note(format_args!("{}", stopped(games, self.resumes)));
        }
    }
}

/// What is said of an analysis that ends early.
fn stopped(games: usize, resumes: bool) -> String {
    let done = count(games, "game");
    match resumes {
        _ if games == 0 => "stopped before the first game was done".to_owned(),
        true => format!("stopped after {done}; the same command resumes from here"),
        false => format!("stopped after {done}"),
    }
}

/// A bar for all moves of the file, which is read once for their number.
fn bar(arguments: &Arguments) -> ProgressBar {
    let template = "{pos} of {len} moves {wide_bar} {rate}, {eta} left";
    let bar = progress_bar(0, template, arguments.quiet);
    if bar.is_hidden() {
        return bar;
    }
    match all_plies(arguments) {
        Some(plies) => {
            bar.set_length(plies);
            bar
        }
        None => progress_bar(0, "{pos} moves, {rate}", arguments.quiet),
    }
}

/// The plies to be analysed; `None` if the file cannot be read twice.
fn all_plies(arguments: &Arguments) -> Option<u64> {
    let is_file = |path: &Path| path.metadata().is_ok_and(|found| found.is_file());
    let path = Some(arguments.file()).filter(|path| is_file(path))?;
    let games = replayed(path, arguments.variant, arguments.reading).ok()?;
    let wanted = games
        .filter_map(Result::ok)
        .filter(|game| arguments.wants(game));
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let ours = (0..)
        .zip(wanted)
        .filter(|(number, game)| shard.has(*number) && game.first_fault().is_none());
    Some(ours.map(|(_, game)| plies(&game)).sum())
}

fn plies(game: &TextGame) -> u64 {
    game.played.replay.played.len() as u64
}
