//! Looks through the games. Begin with [`Arguments::look_at_all`].

use super::Arguments;
use super::entry::Entry;
use crate::CliError;
use crate::analyze::player::Sought;
use crate::collected::{Collected, Piece, Searcher, Work};
use crate::notation::SquareNames;
use crate::pdn::PdnError;
use crate::pdn::read::{TextGame, replayed};
use kamen_analysis::{Exercise, ExerciseSettings, exercises};
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_files::Stop;
use kamen_search::{Engine, EngineError};
use std::path::Path;
use std::sync::Arc;

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
    /// That no game has the player, if none has.
    pub(super) missing: Option<String>,
}

/// A game that is yet to be searched.
struct Pending {
    game: TextGame,
    /// Its file and number, for messages and tags.
    place: String,
}

/// The way through the files.
struct Walk<'a> {
    arguments: &'a Arguments,
    stop: &'a Arc<Stop>,
    work: Work<'a, Pending, Vec<Entry>>,
    left_out: usize,
    sought: Sought<'a>,
}

impl Arguments {
    /// Looks for exercises in all games that have not been looked at before.
    ///
    /// # Errors
    /// A file cannot be read, a game has a fault, or the journal cannot be written.
    pub(super) fn look_at_all(
        &self,
        collected: &mut Collected<Vec<Entry>>,
        stop: &Arc<Stop>,
    ) -> Result<Found, CliError> {
        let searcher = Searcher {
            eval: &self.eval,
            tables: &self.tables,
            nodes: self.nodes,
            threads: self.threads,
            quiet: self.quiet,
            unit: "game",
        };
        let look = |engine: &Engine, Pending { game, place }: &Pending| {
            self.entries(engine, game, place, &|| stop.is_wanted())
        };
        let mut walk = Walk {
            arguments: self,
            stop,
            work: Work::new(searcher, collected, stop, &look),
            left_out: 0,
            sought: Sought::new(self.player.as_ref()),
        };
        let read = (self.files.iter().enumerate())
            .try_for_each(|(index, path)| walk.file(index + 1, path));
        let Walk {
            work,
            left_out,
            sought,
            ..
        } = walk;
        // What was read before a fault is not lost.
        let looked = work.finish();
        read?;
        let (pieces, games) = looked?;
        Ok(Found {
            pieces,
            games,
            left_out,
            is_stopped: stop.is_wanted(),
            missing: sought.missing().filter(|_| !stop.is_wanted()),
        })
    }
}

impl Walk<'_> {
    /// Looks through a file, which has to have a game.
    fn file(&mut self, number: usize, path: &Path) -> Result<(), CliError> {
        let mut games = 0;
        for game in replayed(path, self.arguments.variant, self.arguments.reading)? {
            let game = game?;
            games = game.number;
            if game.is_text() || self.stop.is_wanted() {
                continue;
            }
            self.sought.look_at(&game.read.game);
            let place = game.place(path);
            if let Some(fault) = game.first_fault() {
                if !self.arguments.lenient {
                    return Err(PdnError::Game { game: place, fault }.into());
                }
                self.work.say(&format_args!("{place}: {fault}"));
                self.left_out += 1;
                continue;
            }
            self.add(number, game, place)?;
        }
        match games {
            0 => Err(PdnError::NoGame {
                path: path.to_owned(),
                wanted: 1,
                found: 0,
            }
            .into()),
            _ => Ok(()),
        }
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
        self.work.add(piece, variant, Pending { game, place })
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
