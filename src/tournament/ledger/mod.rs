//! The files of finished games: the journal, from which an interrupted tournament resumes, and a PDN file.
//!
//! The first line of the journal identifies the tournament; each other line is a game as JSON. All of them record the
//! length of the PDN file, before the first game or after that one, so that both files hold the same games after any
//! interruption.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod error;
mod merge;
mod pdn;

use super::game::GameRecord;
use crate::run::Settings;
pub use error::LedgerError;
use kamen_files::{
    GrowingFile, Journal, JournalError, Owner, can_write_whole, line_of, today, write_whole,
};
pub use merge::{MergeError, Merged, MergedPart, merge};
pub use pdn::PdnNames;
use pdn::pdn_game;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// The files of a tournament.
#[derive(Default)]
pub struct Ledger {
    journal: Option<Journal>,
    pdn: Option<(GrowingFile, PdnNames)>,
    waiting: VecDeque<Waiting>,
}

/// The journal of a tournament.
const OWNER: Owner = Owner {
    command: "match",
    work: "tournament",
};

/// A line of the journal behind the first.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line<G> {
    #[serde(flatten)]
    game: G,
    /// When it was played, in UTC as PDN writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// Length of the PDN file after this game, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pdn: Option<u64>,
}

/// A game that is not written yet.
struct Waiting {
    game: GameRecord,
    date: String,
    /// Whether the PDN file has it.
    in_pdn: bool,
}

fn open(path: &Path) -> Result<GrowingFile, LedgerError> {
    GrowingFile::open(path).map_err(|error| LedgerError::of(path, error))
}

impl Ledger {
    /// Opens the requested files, or creates them. `resumed` is called with every game of the journal. `settings`
    /// identify the tournament.
    ///
    /// # Errors
    /// If a file cannot be used; then nothing changes.
    pub fn open(
        journal: Option<&Path>,
        pdn: Option<(&Path, PdnNames)>,
        settings: &Settings,
        mut resumed: impl FnMut(GameRecord),
    ) -> Result<Ledger, LedgerError> {
        let mut games = Vec::new();
        let mut ledger = Ledger::default();
        let mut pdn_length = None;
        if let Some(path) = journal {
            let keeps_games = pdn.as_ref().is_some_and(|(path, _)| is_empty(path));
            let resume = |line: Line<GameRecord>, _| {
                pdn_length = line.pdn.or(pdn_length);
                if keeps_games {
                    games.push((line.game.clone(), line.date));
                }
                resumed(line.game);
            };
            let settings =
                serde_json::to_value(settings).map_err(|error| JournalError::Encode {
                    path: path.to_owned(),
                    error,
                })?;
            let journal = Journal::open(path, OWNER, &settings, resume)?;
            let first = journal.note().and_then(|start| start.get("pdn")?.as_u64());
            pdn_length = pdn_length.or(first);
            ledger.journal = Some(journal);
        }
        if let Some((path, names)) = pdn {
            let mut file = open(path)?;
            match pdn_length {
                // The file is new or gone: it gets all games that there are, at once.
                _ if file.length() == 0 => {
                    let games = games.iter();
                    let texts = games.map(|(game, date)| text_of(&names, game, date.as_deref()));
                    let text: String = texts.collect();
                    if !text.is_empty() {
                        drop(file);
                        let written = write_whole(path, text.as_bytes());
                        written.map_err(|error| LedgerError::of(path, error))?;
                        file = open(path)?;
                    }
                }
                Some(expected) if file.length() < expected => {
                    return Err(LedgerError::Shorter {
                        path: path.to_owned(),
                        found: file.length(),
                        expected,
                    });
                }
                // A game that the journal does not have will be played again.
                Some(expected) => {
                    let cut = file.cut_to(expected);
                    cut.map_err(|error| LedgerError::of(path, error))?;
                }
                None => (),
            }
            ledger.pdn = Some((file, names));
        }
        Ok(ledger)
    }

    /// Whether the moves of the games are kept.
    pub fn keeps_moves(&self) -> bool {
        self.journal.is_some() || self.pdn.is_some()
    }

    /// Number of games not written yet.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Writes a game, after those that wait.
    ///
    /// # Errors
    /// If it cannot be written now; then it waits.
    pub fn add(&mut self, game: GameRecord) -> Result<(), LedgerError> {
        if self.keeps_moves() {
            self.waiting.push_back(Waiting {
                game,
                date: today(),
                in_pdn: false,
            });
        }
        self.write_waiting()
    }

    /// Writes the games that wait.
    ///
    /// # Errors
    /// If one cannot be written now; it and those after it stay in the queue.
    pub fn write_waiting(&mut self) -> Result<(), LedgerError> {
        while let Some(Waiting { game, date, in_pdn }) = self.waiting.front_mut() {
            if let Some((file, names)) = &mut self.pdn
                && !*in_pdn
            {
                if let Some(journal) = &mut self.journal {
                    journal.begin(json!({ "pdn": file.length() }))?;
                }
                append_game(file, names, game, Some(date))?;
                *in_pdn = true;
            }
            if let Some(journal) = &mut self.journal {
                let pdn = self.pdn.as_ref().map(|(file, _)| file.length());
                let date = Some(date.clone());
                let line = Line {
                    game: &*game,
                    date,
                    pdn,
                };
                journal.append(&line)?;
            }
            self.waiting.pop_front();
        }
        Ok(())
    }

    /// The waiting games as lines of the journal, for the user to save.
    pub fn rescue(&self) -> Vec<String> {
        let line = |Waiting { game, date, .. }: &Waiting| {
            let line = line_of(&Line {
                game,
                date: Some(date.clone()),
                pdn: None,
            });
            match line {
                Ok(line) => String::from_utf8_lossy(&line).trim_end().to_owned(),
                Err(error) => format!("{:?} cannot be written as JSON: {error}", game.id),
            }
        };
        self.waiting.iter().map(line).collect()
    }
}

/// Appends a game to a PDN file.
fn append_game(
    file: &mut GrowingFile,
    names: &PdnNames,
    game: &GameRecord,
    date: Option<&str>,
) -> Result<(), LedgerError> {
    let written = file.append(text_of(names, game, date).as_bytes());
    written.map_err(|error| LedgerError::of(file.path(), error))
}

/// A game as PDN; nothing for a game with illegal moves, which only a foreign journal can hold.
fn text_of(names: &PdnNames, game: &GameRecord, date: Option<&str>) -> String {
    pdn_game(names, game, date).unwrap_or_else(|error| {
        log::error!("{:?} cannot be written as PDN: {error}", game.id);
        String::new()
    })
}

fn is_empty(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |file| file.len() == 0)
}

/// A file that is written whole or not at all, under a temporary name that is then renamed.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
}

impl WholeFile {
    /// Checks that a file can be written, without touching it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(path: &Path) -> Result<WholeFile, LedgerError> {
        can_write_whole(path).map_err(|error| LedgerError::of(path, error))?;
        let path = path.to_owned();
        Ok(WholeFile { path })
    }

    /// Writes it.
    ///
    /// # Errors
    /// If it cannot be written; what it held before stays.
    pub fn write(&self, bytes: &[u8]) -> Result<(), LedgerError> {
        write_whole(&self.path, bytes).map_err(|error| LedgerError::of(&self.path, error))
    }
}
