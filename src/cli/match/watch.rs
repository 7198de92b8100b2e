//! Shows a running tournament on standard error: a live table on a terminal, plain lines elsewhere.

use super::summary::score_line;
use super::table::standings_table;
use crate::notation::moves_text;
use crate::progress::styled;
use indicatif::ProgressBar;
use kamen_core::board::Color;
use kamen_files::note;
use kamen_tournament::{GameRecord, Shown, Standings, Tournament, Watcher};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The display of a running tournament.
pub(super) struct Screen<'a> {
    tournament: &'a Tournament,
    games: u64,
    /// The number of games that was asked for, if it was odd.
    odd: Option<u32>,
    /// Games restored from a journal.
    resumed: u64,
    began: Instant,
    /// The live table; `None` where plain lines are written.
    table: Option<ProgressBar>,
    quiet: bool,
    last_game: String,
    shown: Instant,
    has_news: bool,
}

/// Pause between updates of the table.
const TABLE_PAUSE: Duration = Duration::from_millis(150);

impl<'a> Screen<'a> {
    pub(super) fn new(
        tournament: &'a Tournament,
        standings: &Standings,
        games: u64,
        odd: Option<u32>,
        quiet: bool,
    ) -> Screen<'a> {
        let is_terminal = std::io::stderr().is_terminal();
        let table = (is_terminal && !quiet).then(|| styled(ProgressBar::no_length(), "{msg}"));
        Screen {
            tournament,
            games,
            odd,
            resumed: standings.games(),
            began: Instant::now(),
            table,
            quiet,
            last_game: String::new(),
            shown: Instant::now(),
            has_news: true,
        }
    }

    /// Removes the table.
    pub(super) fn clear(&self) {
        if let Some(table) = &self.table {
            table.finish_and_clear();
        }
    }

    fn line(&self, text: &str) {
        match &self.table {
            Some(table) => table.println(text),
            None => note(format_args!("{text}")),
        }
    }

    fn name(&self, contestant: usize) -> &str {
        &self.tournament.contestants[contestant].name
    }

    fn picture(&self, standings: &Standings) -> String {
        let (games, elapsed) = (standings.games(), self.began.elapsed());
        let played = games.saturating_sub(self.resumed);
        let left = self.games.saturating_sub(games);
        let to_go = match (played, &self.tournament.sprt) {
            (1.., None) => format!(", {} left", clock(elapsed.as_secs() * left / played)),
            _ => String::new(),
        };
        let table = standings_table(self.tournament, standings);
        let mut lines = format!(
            "{}, {}: {games} of {} games, {}{to_go}\n{table}",
            self.tournament.variant,
            self.tournament.format,
            self.games,
            clock(elapsed.as_secs()),
        );
        if let (Some(sprt), Some((_, pairs))) = (&self.tournament.sprt, standings.meeting(0, 1)) {
            let (lower, upper) = sprt.bounds();
            let llr = sprt.llr(pairs);
            lines.push_str(&format!(
                "SPRT {sprt}: LLR {llr:.2} ({lower:.2}, {upper:.2})\n"
            ));
        }
        lines + &self.last_game
    }
}

impl Watcher for Screen<'_> {
    fn begins(&mut self) {
        if self.quiet {
            return;
        }
        if let Some(odd) = self.odd {
            let games = self.tournament.games;
            self.line(&format!(
                "{games} games instead of {odd}: each opening is played with both colours"
            ));
        }
        if self.resumed > 0 {
            let (resumed, games) = (self.resumed, self.games);
            self.line(&format!(
                "{resumed} of {games} games are in the journal already"
            ));
        }
    }

    fn made(&mut self, shown: &Shown) {
        let (position, ply) = (&shown.position, shown.ply);
        let is_first = position.turn() == self.tournament.variant.facts().first;
        // The numbers begin with the side that begins.
        let ply = ply + usize::from(ply.is_multiple_of(2) != is_first);
        let letters = self.tournament.variant.facts().algebraic;
        self.line(&moves_text(position, &[shown.m], ply, letters));
    }

    fn game(&mut self, game: &GameRecord, standings: &Standings) {
        if self.quiet {
            return;
        }
        let [white, black] = [Color::White, Color::Black].map(|c| self.name(game.id.player(c)));
        let last_game = format!(
            "{white} - {black} {} ({}, {} plies)",
            game.outcome.result, game.outcome.reason, game.plies
        );
        if let Some(fault) = &game.fault {
            let number = standings.games();
            self.line(&format!(
                "game {number}, {}: {}",
                self.name(fault.by),
                fault.fault
            ));
        }
        self.last_game = last_game;
        self.has_news = true;
        if self.table.is_none() {
            let score = match self.tournament.contestants.len() {
                2 => format!("; {}", score_line(self.tournament, standings)),
                _ => String::new(),
            };
            let (number, all, game) = (standings.games(), self.games, &self.last_game);
            self.line(&format!("{number} of {all}: {game}{score}"));
        }
    }

    fn trouble(&mut self, message: &str) {
        self.line(&format!("kamen: {message}"));
    }

    fn tick(&mut self, standings: &Standings) {
        let due = self.shown.elapsed() >= TABLE_PAUSE;
        // The table's clock advances between games, too.
        let due = due && (self.has_news || self.shown.elapsed() >= Duration::from_secs(1));
        if let Some(table) = self.table.as_ref().filter(|_| due) {
            table.set_message(self.picture(standings));
            table.tick();
            self.shown = Instant::now();
            self.has_news = false;
        }
    }
}

/// Seconds as `m:ss` or `h:mm:ss`.
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
