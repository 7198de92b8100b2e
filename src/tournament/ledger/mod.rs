//! Where finished games are kept, so that none is lost: the journal, from which an interrupted
//! tournament goes on, and a PDN file.
//!
//! The journal has one line of JSON for each game, behind a first line that says which tournament
//! it is of. A line also says how long the PDN file was when its game stood in it, so that
//! both hold the same games however they were interrupted.

mod files;
mod pdn;

use super::game::GameRecord;
use files::GrowingFile;
pub use pdn::PdnNames;
use pdn::pdn_game;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// What is wrong with the files.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A file cannot be opened or read.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Another tournament writes there.
    #[error("{} is in use by another tournament, expected one for each", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A file that is no journal.
    #[error(
        "{} is no journal of kamen match, expected a new file or one that it has written; nothing \
         was changed", path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The journal of another tournament.
    #[error(
        "{} is the journal of another tournament: {what} was {found}, now it is {expected}; give \
         the same command again, or another journal", path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
        /// In the journal.
        found: String,
        /// On the command line.
        expected: String,
    },
    /// A line in the middle that is no game.
    #[error("{}, line {line}: {error}; expected a game", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// The PDN file has lost games.
    #[error(
        "{} has {found} bytes, expected at least {expected}: it held these games already; put it \
         back, or remove it and it will be written anew", path.display()
    )]
    Shorter {
        /// The file.
        path: PathBuf,
        /// Bytes there are.
        found: u64,
        /// Bytes there were.
        expected: u64,
    },
}

/// The first line of a journal.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    /// The version of the format.
    #[serde(rename = "kamen-match")]
    version: u32,
    /// What makes the tournament what it is.
    settings: Value,
}

const VERSION: u32 = 1;

/// Any other line.
#[derive(Debug, Serialize, Deserialize)]
struct Line<G> {
    #[serde(flatten)]
    game: G,
    /// Length of the PDN file behind this game, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pdn: Option<u64>,
}

/// The files of a tournament.
#[derive(Default)]
pub struct Ledger {
    journal: Option<GrowingFile>,
    pdn: Option<(GrowingFile, PdnNames)>,
    /// Games that are not written yet, and whether the PDN file has them.
    waiting: VecDeque<(GameRecord, bool)>,
}

impl Ledger {
    /// Opens the files that are wanted, each of which need not exist. Every game that the journal
    /// holds already is shown to `resumed`. `settings` are what makes the tournament what it is.
    ///
    /// # Errors
    /// Says which file is of no use; then nothing was changed.
    pub fn open(
        journal: Option<&Path>,
        pdn: Option<(&Path, PdnNames)>,
        settings: &Value,
        mut resumed: impl FnMut(GameRecord),
    ) -> Result<Ledger, LedgerError> {
        let mut games = Vec::new();
        let mut ledger = Ledger::default();
        let mut pdn_length = None;
        if let Some(path) = journal {
            let file = GrowingFile::open(path)?;
            let keeps_games = pdn.as_ref().is_some_and(|(path, _)| is_empty(path));
            ledger.journal = Some(read_journal(file, path, settings, |line| {
                pdn_length = line.pdn.or(pdn_length);
                if keeps_games {
                    games.push(line.game.clone());
                }
                resumed(line.game);
            })?);
        }
        if let Some((path, names)) = pdn {
            let mut file = GrowingFile::open(path)?;
            match pdn_length {
                // The file is new or gone: it gets all games that there are.
                _ if file.length() == 0 => {
                    for game in games {
                        append_game(&mut file, &names, &game)?;
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
                    cut.map_err(|error| failed(path, error))?;
                }
                None => (),
            }
            ledger.pdn = Some((file, names));
        }
        if let Some(journal) = &mut ledger.journal
            && journal.length() == 0
        {
            let head = Head {
                version: VERSION,
                settings: settings.clone(),
            };
            let written = journal.append(&line_of(&head));
            written.map_err(|error| failed(journal.path(), error))?;
        }
        Ok(ledger)
    }

    /// Whether anything wants the moves of the games.
    pub fn keeps_moves(&self) -> bool {
        self.journal.is_some() || self.pdn.is_some()
    }

    /// Games that are not written yet.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Writes a game, and those that wait.
    ///
    /// # Errors
    /// Why it cannot be written now; then it waits.
    pub fn add(&mut self, game: GameRecord) -> Result<(), LedgerError> {
        if self.keeps_moves() {
            self.waiting.push_back((game, false));
        }
        self.write_waiting()
    }

    /// Writes the games that wait.
    ///
    /// # Errors
    /// Why one cannot be written now; it and those behind it go on waiting.
    pub fn write_waiting(&mut self) -> Result<(), LedgerError> {
        while let Some((game, in_pdn)) = self.waiting.front_mut() {
            if let Some((file, names)) = &mut self.pdn
                && !*in_pdn
            {
                append_game(file, names, game)?;
                *in_pdn = true;
            }
            if let Some(journal) = &mut self.journal {
                let pdn = self.pdn.as_ref().map(|(file, _)| file.length());
                let written = journal.append(&line_of(&Line { game: &*game, pdn }));
                written.map_err(|error| failed(journal.path(), error))?;
            }
            self.waiting.pop_front();
        }
        Ok(())
    }

    /// The games that wait, as lines of the journal, to be saved by hand.
    pub fn rescue(&self) -> Vec<String> {
        let line = |(game, _): &(GameRecord, bool)| {
            let line = line_of(&Line { game, pdn: None });
            String::from_utf8_lossy(&line).trim_end().to_owned()
        };
        self.waiting.iter().map(line).collect()
    }
}

/// Adds a game to a PDN file. One that cannot be written, which must be that of a journal made by
/// other means, is passed over.
fn append_game(
    file: &mut GrowingFile,
    names: &PdnNames,
    game: &GameRecord,
) -> Result<(), LedgerError> {
    match pdn_game(names, game) {
        Ok(text) => {
            let written = file.append(text.as_bytes());
            written.map_err(|error| failed(file.path(), error))
        }
        Err(error) => {
            log::error!("{:?} cannot be written as PDN: {error}", game.id);
            Ok(())
        }
    }
}

/// Reads the games of a journal, and cuts off a last line that is not whole.
fn read_journal(
    mut file: GrowingFile,
    path: &Path,
    settings: &Value,
    mut game: impl FnMut(Line<GameRecord>),
) -> Result<GrowingFile, LedgerError> {
    let foreign = || LedgerError::Foreign {
        path: path.to_owned(),
    };
    let mut reader = BufReader::new(file.reader().map_err(|error| failed(path, error))?);
    let (mut text, mut whole) = (Vec::new(), 0);
    for number in 1.. {
        text.clear();
        let read = reader.read_until(b'\n', &mut text);
        let length = read.map_err(|error| failed(path, error))?;
        let is_whole = text.last() == Some(&b'\n');
        if number == 1 && length > 0 {
            // A head that was cut off is ours, too, but has nothing behind it.
            let is_ours =
                text.starts_with(b"{\"kamen-match\":") || b"{\"kamen-match\":".starts_with(&text);
            if !is_ours {
                return Err(foreign());
            }
        }
        if !is_whole {
            break;
        }
        if number == 1 {
            let head: Head = serde_json::from_slice(&text).map_err(|_| foreign())?;
            compare(path, &head.settings, settings)?;
        } else {
            game(
                serde_json::from_slice(&text).map_err(|error| LedgerError::Line {
                    path: path.to_owned(),
                    line: number,
                    error,
                })?,
            );
        }
        whole += length as u64;
    }
    file.cut_to(whole).map_err(|error| failed(path, error))?;
    Ok(file)
}

/// Says what differs between the settings of a journal and those wanted.
fn compare(path: &Path, found: &Value, expected: &Value) -> Result<(), LedgerError> {
    let fields = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let (found, expected) = (fields(found), fields(expected));
    let names: std::collections::BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
    let show = |value: Option<&Value>| {
        let text = value.map_or_else(|| "nothing".to_owned(), Value::to_string);
        text.chars().take(200).collect::<String>()
    };
    match names
        .into_iter()
        .find(|name| found.get(*name) != expected.get(*name))
    {
        None => Ok(()),
        Some(name) => Err(LedgerError::Other {
            path: path.to_owned(),
            what: name.clone(),
            found: show(found.get(name)),
            expected: show(expected.get(name)),
        }),
    }
}

fn line_of(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

fn is_empty(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |file| file.len() == 0)
}

fn failed(path: &Path, error: io::Error) -> LedgerError {
    LedgerError::File {
        path: path.to_owned(),
        error,
    }
}

/// Writes a file that is only ever seen whole: to a temporary name, then renamed.
///
/// # Errors
/// Why it cannot be written.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), LedgerError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    let temporary = PathBuf::from(name);
    let write = || -> io::Result<()> {
        let mut file = std::fs::File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&temporary, path)
    };
    write().map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        failed(path, error)
    })
}
