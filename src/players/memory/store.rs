//! A memory in use: its file, and what is in it by position.

use super::journal::{Journal, MemoryError};
use super::record::{Bound, Entry, FORGET, Record, RecordName};
use crate::UnusableFile;
use hashbrown::HashMap;
use kamen_core::board::{Color, Key};
use kamen_core::game::{AnyGame, AnyMove, AnyPosition, GameLine};
use kamen_core::rules::Variant;
use kamen_files::note;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A memory of won games, in a file that all clones share.
#[derive(Clone, Debug)]
pub struct Memory {
    path: PathBuf,
    content: Arc<Mutex<Option<Content>>>,
}

/// Two memories in one file are the same.
impl PartialEq for Memory {
    fn eq(&self, other: &Memory) -> bool {
        self.path == other.path
    }
}

/// A move that led to a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The move.
    pub next: AnyMove,
    /// Plies to the end of the game, this move included.
    pub plies: usize,
}

#[derive(Debug)]
struct Content {
    journal: Journal,
    variant: Variant,
    /// Won games, turned so that White is the winner: the moves, as their places among the legal ones.
    games: Vec<Vec<u16>>,
    /// The places of the games where the winner is to move, by position.
    places: HashMap<Key, Vec<Place>>,
    /// Corrections, by position.
    bounds: HashMap<Key, Bound>,
    /// What was read or written and counts, to know it again.
    known: HashMap<RecordName, Known>,
}

/// What a record has become.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// The number of a game.
    Game(usize),
    /// The key of a bound, and the bound.
    Bound(Key, Bound),
    /// Of no use.
    Nothing,
}

/// A place in a game.
#[derive(Clone, Copy, Debug)]
struct Place {
    game: usize,
    ply: usize,
}

impl Memory {
    /// A memory in a file, which is made by [`Memory::open`] where there is none.
    pub fn new(path: impl Into<PathBuf>) -> Memory {
        Memory {
            path: path.into(),
            content: Arc::default(),
        }
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file, or reads what others have added to it.
    ///
    /// # Errors
    /// It cannot be read or made, or is no memory of the variant. Damaged records are no error: they are skipped,
    /// and standard error says so.
    pub fn open(&self, variant: Variant) -> Result<(), MemoryError> {
        let mut content = self.lock();
        if let Some(content) = content.as_mut().filter(|open| open.variant == variant) {
            return content.read_on();
        }
        let mut fresh = Content {
            journal: Journal::open(&self.path, variant)?,
            variant,
            games: Vec::new(),
            places: HashMap::new(),
            bounds: HashMap::new(),
            known: HashMap::new(),
        };
        fresh.read_on()?;
        *content = Some(fresh);
        Ok(())
    }

    /// As [`Memory::open`].
    ///
    /// # Errors
    /// Those of [`Memory::open`], with the file.
    pub fn check(&self, variant: Variant) -> Result<(), UnusableFile> {
        self.open(variant)
            .map_err(|error| UnusableFile::new(&self.path, error))
    }

    /// Remembers a game that the rules have ended with a win; true if it was not known.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn learn(&self, game: &GameLine) -> Result<bool, MemoryError> {
        match Record::of_won(game) {
            Some(record) => self.add(&record),
            None => Ok(false),
        }
    }

    /// Remembers a correction; true if it was not known.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn learn_bound(&self, bound: Bound) -> Result<bool, MemoryError> {
        self.add(&Record::Bound(bound))
    }

    fn add(&self, record: &Record) -> Result<bool, MemoryError> {
        let mut content = self.lock();
        let Some(content) = content.as_mut() else {
            return Ok(false);
        };
        // Somebody else may have written the same.
        content.read_on()?;
        let text = record.text();
        let is_new = !content.known.contains_key(&RecordName::of(&text));
        if is_new {
            content.journal.append(&text)?;
            content.read_on()?;
        }
        Ok(is_new)
    }

    /// Forgets records by their names: a line in the file for each, so that programs that share it forget them, too.
    ///
    /// # Errors
    /// It cannot be written, or is not [open](Memory::open).
    pub fn forget(&self, names: &[RecordName]) -> Result<(), MemoryError> {
        let mut content = self.lock();
        let Some(content) = content.as_mut() else {
            return Err(std::io::Error::other("the memory is not open").into());
        };
        for name in names {
            content.journal.append(&format!("{FORGET}{name}"))?;
        }
        content.read_on()
    }

    /// The won games that are remembered.
    pub fn games(&self) -> usize {
        self.lock().as_ref().map_or(0, |content| {
            content.games.iter().filter(|game| !game.is_empty()).count()
        })
    }

    /// The remembered moves of the side to move that led to its win, the fastest first. Each counts only if its
    /// game runs to its winning end by legal moves from here.
    pub fn ways(&self, position: &AnyPosition) -> Vec<Way> {
        let content = self.lock();
        let Some(content) = content.as_ref() else {
            return Vec::new();
        };
        let seen_by_winner = match position.turn() {
            Color::White => *position,
            Color::Black => position.half_turned(),
        };
        let places = content.places.get(&seen_by_winner.key());
        let ways = places.into_iter().flatten();
        let mut ways: Vec<Way> = ways
            .filter_map(|&place| content.way(seen_by_winner, place))
            .map(|way| match position.turn() {
                Color::White => way,
                Color::Black => Way {
                    next: way.next.half_turned(),
                    ..way
                },
            })
            .collect();
        ways.sort_by_key(|way| way.plies);
        ways
    }

    /// All corrections, in no order.
    pub fn bounds(&self) -> Vec<Bound> {
        let content = self.lock();
        let bounds = content.iter().flat_map(|content| content.bounds.values());
        bounds.copied().collect()
    }

    /// The correction of a position.
    pub fn bound(&self, position: &AnyPosition) -> Option<Bound> {
        let seen_by_mover = match position.turn() {
            Color::White => *position,
            Color::Black => position.half_turned(),
        };
        let content = self.lock();
        let bounds = &content.as_ref()?.bounds;
        bounds.get(&seen_by_mover.key()).copied()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Content>> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Content {
    /// Takes in the records that are new in the file.
    fn read_on(&mut self) -> Result<(), MemoryError> {
        let mut entries = Vec::new();
        let mut skipped: Option<(usize, String)> = None;
        let variant = self.variant;
        let path = self.journal.path().display().to_string();
        self.journal.read_on(|number, text| {
            let parsed = match text {
                Ok(text) => Entry::parse(variant, text).map(|entry| (RecordName::of(text), entry)),
                Err(damage) => Err(damage.into()),
            };
            match parsed {
                Ok(entry) => entries.push(entry),
                Err(error) => {
                    log::warn!("{path}, line {number} is skipped: {error}");
                    let (count, _) =
                        skipped.get_or_insert_with(|| (0, format!("line {number}: {error}")));
                    *count += 1;
                }
            }
        })?;
        if let Some((count, first)) = skipped {
            note(format_args!(
                "kamen: {path}: {count} damaged lines are left out, first {first}"
            ));
        }
        for (name, entry) in entries {
            match entry {
                Entry::Forget(name) => self.forget(name),
                Entry::Record(_) if self.known.contains_key(&name) => (),
                Entry::Record(record) => {
                    let known = match record {
                        Record::Game(game) => self.take_game(&game),
                        Record::Bound(bound) => self.take_bound(bound),
                    };
                    self.known.insert(name, known);
                }
            }
        }
        Ok(())
    }

    fn forget(&mut self, name: RecordName) {
        match self.known.remove(&name) {
            // Its places lead nowhere.
            Some(Known::Game(number)) => self.games[number].clear(),
            Some(Known::Bound(key, bound)) if self.bounds.get(&key) == Some(&bound) => {
                self.bounds.remove(&key);
            }
            _ => (),
        }
    }

    fn take_game(&mut self, line: &GameLine) -> Known {
        let mut game = AnyGame::new(line.start);
        let mut moves = Vec::with_capacity(line.moves.len());
        for (ply, m) in line.moves.iter().enumerate() {
            let Some(place) = game.legal_moves().iter().position(|legal| legal == m) else {
                return Known::Nothing;
            };
            if game.turn() == Color::White {
                let places = self.places.entry(game.position().key()).or_default();
                places.push(Place {
                    game: self.games.len(),
                    ply,
                });
            }
            moves.push(place as u16);
            game.play_legal(m);
        }
        self.games.push(moves);
        Known::Game(self.games.len() - 1)
    }

    /// Of two corrections of a position the later one counts: it was made with more experience.
    fn take_bound(&mut self, bound: Bound) -> Known {
        let key = bound.position.key();
        self.bounds.insert(key, bound);
        Known::Bound(key, bound)
    }

    /// The way on from a place of a game, if it runs to a win of White by legal moves.
    fn way(&self, position: AnyPosition, place: Place) -> Option<Way> {
        let rest = self.games.get(place.game)?.get(place.ply..)?;
        let mut here = position;
        let mut next = None;
        for &number in rest {
            let m = *here.legal_moves().get(usize::from(number))?;
            next.get_or_insert(m);
            here = here.after_legal(&m);
        }
        let winner = here.won()?.winner()?;
        (winner == Color::White).then_some(Way {
            next: next?,
            plies: rest.len(),
        })
    }
}
