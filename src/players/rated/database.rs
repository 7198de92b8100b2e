//! Rated positions in use: a file from which players choose moves, and to which every game adds. Begin with [`Database`].

use super::played::{PlayedGames, path_of};
use super::played_line::PlayedGame;
use super::{Episode, Played, RatedFileError, RatedPositions, TdRule};
use kamen_core::board::Color;
use kamen_core::game::{FinishedGame, GameLine};
use kamen_core::rules::Variant;
use kamen_files::{Lock, LockError, can_write_whole};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Played games are taken over into the file when they are longer than it by this, in bytes.
const MOST_PLAYED: u64 = 1 << 20;

/// A file of rated positions that grows with every game, and that all clones share.
///
/// A game is written at once to another file beside it; whoever opens the file, or leaves it, takes
/// those games over. So a kill loses nothing, and processes can share the file.
#[derive(Clone, Debug)]
pub struct Database {
    path: PathBuf,
    content: Arc<Mutex<Option<Content>>>,
}

/// Two databases in one file are the same.
impl PartialEq for Database {
    fn eq(&self, other: &Database) -> bool {
        self.path == other.path
    }
}

#[derive(Debug)]
struct Content {
    positions: Arc<RatedPositions>,
    /// That of the file when it was read.
    stamp: Option<Stamp>,
}

/// What tells a file from one that was written in its place: its length, and its first line or header, which count the games.
type Stamp = (u64, Vec<u8>);
/// The most bytes of the latter.
const HEAD: u64 = 1 << 13;

impl Database {
    /// A database in a file, which is made by [`Database::open`] where there is none.
    pub fn new(path: impl Into<PathBuf>) -> Database {
        Database {
            path: path.into(),
            content: Arc::default(),
        }
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file, and takes over the games that were played since it was written; if it is open, learns what others have added.
    ///
    /// # Errors
    /// It cannot be read or written, or is of another variant.
    pub fn open(&self, variant: Variant) -> Result<(), RatedFileError> {
        let mut content = self.lock();
        if let Some(open) = content.as_mut().filter(|open| open.is_of(variant)) {
            return open.refresh(&self.path);
        }
        can_write_whole(&self.path).map_err(|error| RatedFileError::file(&self.path, error))?;
        // What a process may have left that was killed.
        Lock::sweep(&self.path);
        let mut fresh = Content::read(&self.path, variant)?;
        let games = PlayedGames::open(&self.path, variant, !self.path.exists())?;
        if let Some(mut games) = games {
            fresh.catch_up(&self.path, &games)?;
            fresh.take_over(&self.path, &mut games)?;
            games.close();
        }
        *content = Some(fresh);
        Ok(())
    }

    /// What is known now; nothing if it is not open.
    pub fn positions(&self, variant: Variant) -> Arc<RatedPositions> {
        let content = self.lock();
        let open = content.as_ref().filter(|open| open.is_of(variant));
        let nothing = || Arc::new(RatedPositions::new(variant));
        open.map_or_else(nothing, |open| Arc::clone(&open.positions))
    }

    /// Lets colours learn from a game that the rules have ended; of any other nothing is learned. A name tells it from others
    /// where it may be [told again](Database::recall).
    ///
    /// # Errors
    /// The game cannot be written; then nothing is learned.
    pub fn learn(
        &self,
        game: &GameLine,
        learners: [bool; 2],
        name: Option<u32>,
    ) -> Result<(), RatedFileError> {
        self.learn_unless(game, learners, name, |_, _| false)
    }

    /// As [`Database::learn`], unless the game is one of the last [`Played::MOST_NAMES`] that were learned; then takes it over into the
    /// file, for nobody may play any more.
    ///
    /// # Errors
    /// Those of [`Database::learn`].
    pub fn recall(
        &self,
        game: &GameLine,
        learners: [bool; 2],
        name: u32,
    ) -> Result<(), RatedFileError> {
        self.learn_unless(game, learners, Some(name), Played::has)?;
        self.close()
    }

    fn learn_unless(
        &self,
        game: &GameLine,
        learners: [bool; 2],
        name: Option<u32>,
        is_known: impl Fn(&Played, u32) -> bool,
    ) -> Result<(), RatedFileError> {
        let over = game.end().and_then(|end| end.over());
        let mut content = self.lock();
        let (Some(over), Some(open)) = (over, content.as_mut()) else {
            return Ok(());
        };
        let name = name.map(|name| name_for(name, learners));
        let variant = open.positions.variant();
        let Some(mut games) = PlayedGames::open(&self.path, variant, true)? else {
            return Ok(());
        };
        open.catch_up(&self.path, &games)?;
        let played = &open.positions.played;
        if learners != [false; 2] && !name.is_some_and(|name| is_known(played, name)) {
            let (line, result) = (game.clone(), over.result());
            let next = PlayedGame {
                number: played.games + 1,
                learners,
                name,
                game: FinishedGame { line, result },
            };
            games.append(&next)?;
            open.learn(&next);
            if games.length() > MOST_PLAYED + open.stamp.as_ref().map_or(0, |(length, _)| *length) {
                open.take_over(&self.path, &mut games)?;
            }
        }
        games.close();
        Ok(())
    }

    /// Takes the games that were played over into the file.
    ///
    /// # Errors
    /// It cannot be written; the games stay where they are.
    pub fn close(&self) -> Result<(), RatedFileError> {
        let mut content = self.lock();
        let Some(open) = content.as_mut() else {
            return Ok(());
        };
        let games = PlayedGames::open(&self.path, open.positions.variant(), false)?;
        let Some(mut games) = games else {
            return Ok(());
        };
        open.catch_up(&self.path, &games)?;
        open.take_over(&self.path, &mut games)?;
        games.close();
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Option<Content>> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes the games that were played with a file over into it, if there are any.
///
/// # Errors
/// As [`Database::open`].
pub fn take_over_played(path: &Path) -> Result<(), RatedFileError> {
    let games = path_of(path);
    if path.exists() && games.is_ok_and(|games| games.exists()) {
        let variant = RatedPositions::read(path)?.variant();
        Database::new(path).open(variant)?;
    }
    Ok(())
}

/// The name of a game for those who learn from it: both sides may do so, one after the other.
fn name_for(name: u32, [white, black]: [bool; 2]) -> u32 {
    name ^ (u32::from(white) | u32::from(black) << 1)
}

impl Content {
    fn read(path: &Path, variant: Variant) -> Result<Content, RatedFileError> {
        // Taken first: what is written meanwhile is read the next time.
        let stamp = stamp(path);
        let positions = match path.exists() {
            true => RatedPositions::read_for(variant, path)?,
            false => RatedPositions::new(variant),
        };
        let positions = Arc::new(positions);
        Ok(Content { positions, stamp })
    }

    fn is_of(&self, variant: Variant) -> bool {
        self.positions.variant() == variant
    }

    /// Learns what others have added.
    fn refresh(&mut self, path: &Path) -> Result<(), RatedFileError> {
        match PlayedGames::open(path, self.positions.variant(), false)? {
            Some(games) => {
                self.catch_up(path, &games)?;
                games.close();
            }
            None if stamp(path) != self.stamp => {
                *self = Content::read(path, self.positions.variant())?;
            }
            None => (),
        }
        Ok(())
    }

    /// Reads the file again, if it was written, and learns from the games that it does not have. Whoever holds those keeps others
    /// from taking them over meanwhile.
    fn catch_up(&mut self, path: &Path, games: &PlayedGames) -> Result<(), RatedFileError> {
        if stamp(path) != self.stamp {
            *self = Content::read(path, self.positions.variant())?;
        }
        games.after(self.positions.played.games, |game| self.learn(&game))
    }

    fn learn(&mut self, played: &PlayedGame) {
        let positions = Arc::make_mut(&mut self.positions);
        let rule = TdRule::of(positions.history.as_ref());
        let episode = Episode::of_game(&played.game);
        for color in [Color::White, Color::Black] {
            if played.learners[color as usize] {
                episode.teach(&rule, color, positions);
            }
        }
        positions.played.add(played.number, played.name);
    }

    /// Writes the file with all games, and forgets those. While another process learns in the file, they wait.
    fn take_over(&mut self, path: &Path, games: &mut PlayedGames) -> Result<(), RatedFileError> {
        if games.is_empty() && self.stamp.is_some() {
            return games.clear();
        }
        let lock = match Lock::on(path, "learner") {
            Err(LockError::InUse { .. }) => return Ok(()),
            lock => lock?,
        };
        // A learner may have written it before it was locked.
        self.catch_up(path, games)?;
        self.positions.write(path)?;
        self.stamp = stamp(path);
        games.clear()?;
        drop(lock);
        Ok(())
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).ok()?;
    Some((length, head))
}
