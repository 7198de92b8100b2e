//! What CheckerBoard's `set` and `get` know. Begin with [`Settings::set`].
//!
//! CheckerBoard sets what its dialogs offer without a look at the answer: a number there is larger than an engine can use on machines
//! with much memory, and counts as the largest that it can.

use crate::game::Game;
use kamen_core::AnyGame;
use kamen_search::TranspositionTable;
use kamen_tables::MOST_PIECES;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

/// The options of an engine.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) game: Game,
    /// The folder of the library.
    folder: PathBuf,
    /// MiB of the transposition table.
    hash_mib: u32,
    pub(crate) threads: usize,
    /// How strong the moves of the book are, from 0 (no book) to 3 (the best alone).
    pub(crate) book: u32,
    /// A file with a book; empty for the one inside.
    book_file: String,
    pub(crate) has_tables: bool,
    /// The most pieces of endgame tables.
    pub(crate) most_pieces: usize,
    /// A folder of endgame tables of all variants, beside those inside; empty for none.
    pub(crate) table_folder: String,
    /// MiB of unpacked tables.
    table_mib: usize,
    /// Whether all moves get a score.
    pub(crate) all_scores: bool,
    /// Whether nothing is left out of the search, which finds sacrifices sooner and plays weaker.
    pub(crate) solve: bool,
    /// The game up to the position that is to be searched, from the last move that cannot be taken back.
    pub(crate) history: Option<AnyGame>,
}

/// Why an option is not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SettingError {
    /// There is no such option: CheckerBoard has its own answer to that.
    #[error("unknown")]
    Unknown,
    #[error("bad value '{found}' of {name}, expected {expected}")]
    Value {
        name: &'static str,
        found: String,
        expected: String,
    },
}

/// The MiB of a table of positions, and of unpacked tables.
const HASH_MIB: RangeInclusive<u32> = 1..=4096;
const TABLE_MIB: RangeInclusive<usize> = 0..=65536;
/// The most MiB that CheckerBoard may offer.
const OFFERED_MIB: u32 = 1 << 24;
const THREADS: RangeInclusive<usize> = 1..=256;
const BOOKS: RangeInclusive<u32> = 0..=3;

impl Settings {
    /// Those with which the library in a file begins, whose name says the game.
    pub(crate) fn of_library(file: &Path) -> Settings {
        let name = file.file_name().unwrap_or_default();
        Settings {
            folder: file.parent().unwrap_or(Path::new("")).to_owned(),
            ..Settings::new(Game::of_file(&name.to_string_lossy()))
        }
    }

    /// Those with which an engine begins.
    pub(crate) fn new(game: Game) -> Settings {
        Settings {
            game,
            folder: PathBuf::new(),
            hash_mib: 64,
            threads: 1,
            book: *BOOKS.end(),
            book_file: String::new(),
            has_tables: true,
            most_pieces: MOST_PIECES,
            table_folder: String::new(),
            table_mib: 64,
            all_scores: false,
            solve: false,
            history: None,
        }
    }

    /// The largest table of positions that fits, as an exponent of 2.
    pub(crate) fn tt_size(&self) -> u32 {
        let fits = |size: &u32| TranspositionTable::bytes(*size) <= u64::from(self.hash_mib) << 20;
        (4..=28).rev().find(fits).unwrap_or(4)
    }

    /// The bytes of unpacked tables.
    pub(crate) fn table_bytes(&self) -> usize {
        self.table_mib.saturating_mul(1 << 20)
    }

    /// The file with a book, if there is one in place of the one inside. Without a folder it lies in that of the library: CheckerBoard's button
    /// "Browse" tells nothing but the name.
    pub(crate) fn book_path(&self) -> Option<PathBuf> {
        (!self.book_file.is_empty()).then(|| self.folder.join(&self.book_file))
    }

    /// Sets an option.
    ///
    /// # Errors
    /// There is no such option, or it cannot have the value.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        match name {
            "hashsize" => {
                let asked = number("hashsize", value, *HASH_MIB.start()..=OFFERED_MIB)?;
                self.hash_mib = asked.min(*HASH_MIB.end());
            }
            "searchthreads" => self.threads = number("searchthreads", value, THREADS)?,
            "book" => self.book = number("book", value, BOOKS)?,
            "bookfile" => self.book_file = value.to_owned(),
            "enable_wld" => self.has_tables = flag("enable_wld", value)?,
            "max_dbpieces" => {
                // Users of other engines have larger numbers here than any of our tables has pieces.
                let asked = number("max_dbpieces", value, 0..=99)?;
                self.most_pieces = asked.min(MOST_PIECES);
            }
            "dbpath" => self.table_folder = value.to_owned(),
            "dbmbytes" => {
                let asked = number("dbmbytes", value, *TABLE_MIB.start()..=OFFERED_MIB as usize)?;
                self.table_mib = asked.min(*TABLE_MIB.end());
            }
            "allscores" => self.all_scores = flag("allscores", value)?,
            "solve" => self.solve = flag("solve", value)?,
            "gametype" => self.set_game(value)?,
            _ => return Err(SettingError::Unknown),
        }
        Ok(())
    }

    /// Another game has another history.
    fn set_game(&mut self, value: &str) -> Result<(), SettingError> {
        let asked: Option<u32> = value.parse().ok();
        self.game = asked.and_then(Game::numbered).ok_or_else(|| {
            let numbers = crate::game::GAMES.map(|game| game.number.to_string());
            bad("gametype", value, format!("one of {}", numbers.join(", ")))
        })?;
        self.history = None;
        Ok(())
    }

    /// The value of an option, if there is such a one.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        let flag = |is: bool| u32::from(is).to_string();
        Some(match name {
            "hashsize" => self.hash_mib.to_string(),
            "searchthreads" => self.threads.to_string(),
            "book" => self.book.to_string(),
            "bookfile" => self.book_file.clone(),
            "enable_wld" => flag(self.has_tables),
            "max_dbpieces" => self.most_pieces.to_string(),
            "dbpath" => self.table_folder.clone(),
            "dbmbytes" => self.table_mib.to_string(),
            "allscores" => flag(self.all_scores),
            "solve" => flag(self.solve),
            "gametype" => self.game.number.to_string(),
            "cpus" => available_parallelism().map_or(1, NonZero::get).to_string(),
            _ => return None,
        })
    }
}

fn bad(name: &'static str, found: &str, expected: String) -> SettingError {
    let found = found.chars().take(40).collect();
    SettingError::Value {
        name,
        found,
        expected,
    }
}

/// A number within a range.
fn number<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
    name: &'static str,
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, SettingError> {
    let parsed = value.parse().ok().filter(|value| range.contains(value));
    parsed.ok_or_else(|| bad(name, value, format!("{} to {}", range.start(), range.end())))
}

/// 0 or 1.
fn flag(name: &'static str, value: &str) -> Result<bool, SettingError> {
    Ok(number(name, value, 0..=1)? == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_without_a_folder_lies_beside_the_library() {
        let mut settings = Settings::of_library(Path::new("/engines/kamen-italian.dll"));
        assert_eq!(settings.game.number, 22);
        for (named, expected) in [
            ("own.book", Some("/engines/own.book")),
            ("/else/own.book", Some("/else/own.book")),
            ("", None),
        ] {
            settings.set("bookfile", named).unwrap();
            assert_eq!(settings.get("bookfile").as_deref(), Some(named));
            assert_eq!(settings.book_path().as_deref(), expected.map(Path::new));
        }
    }
}
