//! Looks through the games. Begin with [`Arguments::look_at_all`].

use super::Arguments;
use super::entry::Entry;
use crate::CliError;
use crate::analyze::tt_size;
use crate::collected::{Collected, Piece};
use crate::notation::SquareNames;
use crate::pdn::read::{TextGame, replayed};
use crate::pdn::{PdnError, count};
use crate::progress::progress_bar;
use indicatif::ProgressBar;
use kamen_analysis::{Exercise, ExerciseSettings, exercises};
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::rules::Variant;
use kamen_files::{Stop, note, processors};
use kamen_search::{Engine, EngineError, Limits, share};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Games for each thread that are read before they are searched.
const BATCH: usize = 8;

/// What became of the games.
pub(super) struct Found {
    /// The games in their order.
    pub(super) pieces: Vec<Piece>,
    /// How many of them have been looked at.
    pub(super) games: usize,
    /// Games left out because of faults.
    pub(super) left_out: usize,
    /// Whether the user stopped the work.
    pub(super) is_stopped: bool,
}

/// A game that is yet to be searched.
struct Pending {
    piece: Piece,
    game: TextGame,
    /// Its file and number, for messages and tags.
    place: String,
}

/// The state of the work.
struct Work<'a> {
    arguments: &'a Arguments,
    collected: &'a mut Collected<Vec<Entry>>,
    stop: &'a Stop,
    threads: usize,
    engines: Vec<Engine>,
    pending: Vec<Pending>,
    found: Found,
    bar: ProgressBar,
}

impl Arguments {
    /// Looks for exercises in all games that have not been looked at before.
    ///
    /// # Errors
    /// A file cannot be read, a game has a fault, or the journal cannot be written.
    pub(super) fn look_at_all(
        &self,
        collected: &mut Collected<Vec<Entry>>,
        stop: &Stop,
    ) -> Result<Found, CliError> {
        let mut work = Work {
            arguments: self,
            collected,
            stop,
            threads: self.threads.map_or_else(processors, usize::from),
            engines: Vec::new(),
            pending: Vec::new(),
            found: Found {
                pieces: Vec::new(),
                games: 0,
                left_out: 0,
                is_stopped: false,
            },
            bar: progress_bar(0, "{pos} games, {rate}", self.quiet),
        };
        let done = (self.files.iter().enumerate()).try_for_each(|(index, path)| {
            let games = work.file(index + 1, path)?;
            match games {
                0 => Err(PdnError::NoGame {
                    path: path.clone(),
                    wanted: 1,
                    found: 0,
                }
                .into()),
                _ => Ok(()),
            }
        });
        // What was read before a fault is not lost.
        let searched = work.search();
        work.bar.finish_and_clear();
        done.and(searched)?;
        let is_stopped = stop.is_wanted();
        Ok(Found {
            is_stopped,
            ..work.found
        })
    }
}

impl Work<'_> {
    /// Looks through a file; how many games it has.
    fn file(&mut self, number: usize, path: &Path) -> Result<u64, CliError> {
        let mut games = 0;
        for game in replayed(path, self.arguments.variant, self.arguments.reading)? {
            let game = game?;
            games = game.number;
            if game.is_text() || self.stop.is_wanted() {
                continue;
            }
            let place = game.place(path);
            if let Some(fault) = game.first_fault() {
                if !self.arguments.lenient {
                    return Err(PdnError::Game { game: place, fault }.into());
                }
                self.say(&format!("{place}: {fault}"));
                self.found.left_out += 1;
                continue;
            }
            self.add(number, game, place)?;
        }
        Ok(games)
    }

    fn add(&mut self, file: usize, game: TextGame, place: String) -> Result<(), CliError> {
        let variant = game.played.variant;
        if self.arguments.squares.are_letters(variant) && !SquareNames::has_letters(variant) {
            let game = place;
            return Err(PdnError::NoLetters { game, variant }.into());
        }
        let piece = Piece {
            file,
            game: game.number,
            checksum: crc32fast::hash(game.read.game.to_string().as_bytes()),
        };
        self.found.pieces.push(piece);
        if self.collected.get(&piece).is_some() {
            self.found.games += 1;
            self.bar.inc(1);
            return Ok(());
        }
        let is_other = |pending: &Pending| pending.game.played.variant != variant;
        if self.pending.first().is_some_and(is_other) || self.pending.len() >= BATCH * self.threads
        {
            self.search()?;
        }
        self.pending.push(Pending { piece, game, place });
        Ok(())
    }

    /// Searches the games that are pending, each on one thread.
    fn search(&mut self) -> Result<(), CliError> {
        let pending = std::mem::take(&mut self.pending);
        let Some(first) = pending.first() else {
            return Ok(());
        };
        self.engines(first.game.played.variant)?;
        let (arguments, stop, bar) = (self.arguments, self.stop, &self.bar);
        let collected = Mutex::new((&mut *self.collected, &mut self.found, None));
        let is_stopped = || {
            let failed = collected.lock().unwrap_or_else(PoisonError::into_inner);
            failed.2.is_some() || stop.is_wanted()
        };
        let look = |engine: &Engine, number: usize| -> Result<(), EngineError> {
            let Pending { piece, game, place } = &pending[number];
            let Some(entries) = arguments.entries(engine, game, place, &|| stop.is_wanted())?
            else {
                return Ok(());
            };
            let mut guard = collected.lock().unwrap_or_else(PoisonError::into_inner);
            let (collected, found, failure) = &mut *guard;
            match collected.add(*piece, entries) {
                Ok(()) => found.games += 1,
                Err(error) => *failure = Some(error),
            }
            bar.inc(1);
            Ok(())
        };
        share(&self.engines, pending.len(), &is_stopped, &look)?;
        let (_, _, failure) = collected
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failure {
            return Err(error);
        }
        if self.bar.is_hidden() && !self.arguments.quiet {
            note(format_args!("{}", count(self.found.games, "game")));
        }
        Ok(())
    }

    /// Engines for a variant, one a thread.
    fn engines(&mut self, variant: Variant) -> Result<(), CliError> {
        if self
            .engines
            .first()
            .is_some_and(|engine| engine.variant() == variant)
        {
            return Ok(());
        }
        self.engines.clear();
        let limits = Limits::nodes(self.arguments.nodes);
        let engine =
            (self.arguments.eval).engine(variant, &self.arguments.tables, tt_size(&limits))?;
        let others = (1..self.threads).map(|_| engine.with_own_table());
        self.engines = others.collect::<Result<_, EngineError>>()?;
        self.engines.push(engine);
        Ok(())
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| note(format_args!("{line}")));
    }
}

impl Arguments {
    /// The exercises of a game; `None` if the search was stopped.
    fn entries(
        &self,
        engine: &Engine,
        game: &TextGame,
        place: &str,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Entry>>, EngineError> {
        let replay = &game.played.replay;
        let variant = game.played.variant;
        let start = replay.start.unwrap_or(AnyPosition::start(variant));
        let moves: Vec<AnyMove> = replay.played.iter().map(|&(_, m)| m).collect();
        let player = self
            .player
            .as_ref()
            .map(|player| player.color(&game.read.game));
        let is_wanted = |position: &AnyPosition| {
            let color = position.turn();
            self.side.has(color) && player.is_none_or(|player| player == Some(color))
        };
        let settings = ExerciseSettings {
            nodes: self.nodes,
            seed: self.seed,
        };
        let found = exercises(engine, settings, start, &moves, &is_wanted, is_stopped)?;
        let letters = self.squares.are_letters(variant);
        let entries = |found: Vec<Exercise>| {
            let entry = |exercise| Entry::new(exercise, game, place, letters);
            found.iter().map(entry).collect()
        };
        Ok(found.map(entries))
    }
}
