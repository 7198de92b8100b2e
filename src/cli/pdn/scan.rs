//! Reads the games of a file in their order, and replays several of them at the same time. Begin with [`Scan`].

use super::read::{Games, TextGame, Told, weight};
use super::{PdnError, Reading};
use crate::CliError;
use kamen_core::rules::Variant;
use kamen_files::parallel;
use kamen_protocol::pdn::{FaultyGame, Game};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::vec;

/// Games that are replayed one after another.
const CHUNK: usize = 16;
/// Games that are read while as many others are replayed.
const BATCH: usize = 64 * CHUNK;
/// A batch ends with the game that takes it beyond this size, which bounds memory.
const MAX_BATCH: usize = 4_000_000;

/// A game that was read, to be replayed.
struct Item {
    number: u64,
    read: FaultyGame,
    told: Told,
}

/// The games of a file.
struct Source {
    games: Games<Box<dyn Read + Send>>,
    sample: vec::IntoIter<FaultyGame>,
    number: u64,
    /// Games up to this number are passed over.
    skip: u64,
}

/// What a thread has done.
enum Done<T> {
    Read(io::Result<Vec<Item>>),
    Looked(Looked<T>),
}

/// Games that were looked at, and how many were passed over.
struct Looked<T> {
    games: Vec<(TextGame, T)>,
    passed: u64,
}

/// How the games of a file are gone through.
pub(super) struct Scan<'a> {
    /// The file, for messages.
    pub(super) path: &'a Path,
    /// The variant of games whose tags do not tell it.
    pub(super) variant: Option<Variant>,
    pub(super) reading: Reading,
    /// Games up to this number are left out.
    pub(super) skip: u64,
    /// Whether a game of a variant is of any use: those that are not are passed over, which takes less than replaying them. Called by
    /// several threads.
    pub(super) is_of_use: &'a (dyn Fn(Variant, &Game) -> bool + Sync),
}

impl<'a> Scan<'a> {
    /// A way through all games of a file.
    pub(super) fn of_all(path: &'a Path, variant: Option<Variant>, reading: Reading) -> Scan<'a> {
        Scan {
            path,
            variant,
            reading,
            skip: 0,
            is_of_use: &|_, _| true,
        }
    }

    /// Hands the games to `take`, each with what `look` says of it, until that breaks; text between games is left out. How many were passed
    /// over. `look` is called by several threads, `take` for one game after another.
    ///
    /// # Errors
    /// The file cannot be read, or what `take` returns.
    pub(super) fn run<T: Send>(
        &self,
        input: io::Result<Box<dyn Read + Send>>,
        look: &(dyn Fn(&TextGame) -> T + Sync),
        take: &mut dyn FnMut(TextGame, T) -> Result<ControlFlow<()>, CliError>,
    ) -> Result<u64, CliError> {
        let unread = |error| CliError::from(PdnError::file(self.path, error));
        let mut games = Games::new(input.map_err(unread)?, self.variant, self.reading.encoding)
            .map_err(unread)?;
        let sample = games.take_sample().into_iter();
        let mut source = Source {
            games,
            sample,
            number: 0,
            skip: self.skip,
        };
        let mut passed = 0;
        let mut batch = source.batch().map_err(unread)?;
        while !batch.is_empty() {
            let mut next = Ok(Vec::new());
            for done in self.replay(batch, &mut source, look) {
                match done {
                    Done::Read(read) => next = read,
                    Done::Looked(looked) => {
                        passed += looked.passed;
                        for (game, looked) in looked.games {
                            if take(game, looked)?.is_break() {
                                return Ok(passed);
                            }
                        }
                    }
                }
            }
            batch = next.map_err(unread)?;
        }
        Ok(passed)
    }

    /// Replays the games of a batch and looks at them, while the next batch is read.
    fn replay<T: Send>(
        &self,
        batch: Vec<Item>,
        source: &mut Source,
        look: &(dyn Fn(&TextGame) -> T + Sync),
    ) -> Vec<Done<T>> {
        let mut items = batch.into_iter();
        let next = || -> Vec<Item> { items.by_ref().take(CHUNK).collect() };
        let chunks: Vec<_> = std::iter::repeat_with(next)
            .take_while(|chunk| !chunk.is_empty())
            .map(Mutex::new)
            .collect();
        let source = Mutex::new(source);
        parallel::map(chunks.len() + 1, &|number| match number
            .checked_sub(1)
            .and_then(|number| chunks.get(number))
        {
            None => Done::Read(
                source
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .batch(),
            ),
            Some(chunk) => {
                let items =
                    std::mem::take(&mut *chunk.lock().unwrap_or_else(PoisonError::into_inner));
                Done::Looked(self.looked(items, look))
            }
        })
    }

    fn looked<T>(&self, items: Vec<Item>, look: &(dyn Fn(&TextGame) -> T + Sync)) -> Looked<T> {
        let mut all = Looked {
            games: Vec::new(),
            passed: 0,
        };
        for item in items {
            // A text with faults is always told of.
            let is_of_use = !item.read.faults.is_empty()
                || (self.is_of_use)(item.told.variant(), &item.read.game);
            if !is_of_use {
                all.passed += 1;
                continue;
            }
            let game = TextGame {
                number: item.number,
                played: item.told.replay(&item.read.game),
                read: item.read,
                cut: None,
            };
            let game = game.kept(self.reading);
            let looked = look(&game);
            all.games.push((game, looked));
        }
        all
    }
}

impl Source {
    /// The next games; none at the end.
    fn batch(&mut self) -> io::Result<Vec<Item>> {
        let (mut batch, mut size) = (Vec::new(), 0);
        while batch.len() < BATCH && size < MAX_BATCH {
            let next = self.sample.next().map(Ok).or_else(|| self.games.next());
            let Some(read) = next.transpose()? else { break };
            if read.game == Game::default() {
                continue;
            }
            self.number += 1;
            if self.number <= self.skip {
                continue;
            }
            size += weight(&read.game.body);
            batch.push(Item {
                number: self.number,
                told: self.games.told(&read.game),
                read,
            });
        }
        Ok(batch)
    }
}
