//! Reads the games of a file in their order, and replays several of them at the same time. Begin with [`scan`].

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
    Looked(Vec<(TextGame, T)>),
}

/// Hands the games of a file to `take`, each with what `look` says of it, until that breaks; text between games is left out, and so are the
/// games up to the number `skip`. `look` is called by several threads, `take` for one game after another.
///
/// # Errors
/// The file cannot be read, or what `take` returns.
pub(super) fn scan<T: Send>(
    path: &Path,
    input: io::Result<Box<dyn Read + Send>>,
    variant: Option<Variant>,
    reading: Reading,
    skip: u64,
    look: &(dyn Fn(&TextGame) -> T + Sync),
    take: &mut dyn FnMut(TextGame, T) -> Result<ControlFlow<()>, CliError>,
) -> Result<(), CliError> {
    let unread = |error| CliError::from(PdnError::file(path, error));
    let mut games =
        Games::new(input.map_err(unread)?, variant, reading.encoding).map_err(unread)?;
    let sample = games.take_sample().into_iter();
    let mut source = Source {
        games,
        sample,
        number: 0,
        skip,
    };
    let mut batch = source.batch().map_err(unread)?;
    while !batch.is_empty() {
        let mut next = Ok(Vec::new());
        for done in replay(batch, &mut source, reading, look) {
            match done {
                Done::Read(read) => next = read,
                Done::Looked(games) => {
                    for (game, looked) in games {
                        if take(game, looked)?.is_break() {
                            return Ok(());
                        }
                    }
                }
            }
        }
        batch = next.map_err(unread)?;
    }
    Ok(())
}

/// Replays the games of a batch and looks at them, while the next batch is read.
fn replay<T: Send>(
    mut batch: Vec<Item>,
    source: &mut Source,
    reading: Reading,
    look: &(dyn Fn(&TextGame) -> T + Sync),
) -> Vec<Done<T>> {
    let mut chunks = Vec::new();
    while !batch.is_empty() {
        let rest = batch.split_off(batch.len().min(CHUNK));
        chunks.push(Mutex::new(batch));
        batch = rest;
    }
    let source = Mutex::new(source);
    let looked = |item: Item| {
        let game = TextGame {
            number: item.number,
            played: item.told.replay(&item.read.game),
            read: item.read,
            cut: None,
        };
        let game = game.kept(reading);
        let looked = look(&game);
        (game, looked)
    };
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
            let items = std::mem::take(&mut *chunk.lock().unwrap_or_else(PoisonError::into_inner));
            Done::Looked(items.into_iter().map(looked).collect())
        }
    })
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
