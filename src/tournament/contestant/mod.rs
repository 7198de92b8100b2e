//! Contestants: built-in players, and programs with their protocol.

mod error;
mod limits;
mod parse;
mod searcher;

pub use error::ContestantError;
pub use limits::{Clock, Limits, TimeControl, TimeControlError};
pub use searcher::Searcher;

use kamen_players::BuiltIn;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A contestant of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contestant {
    /// Its name in tables and files; no two are the same.
    pub name: String,
    /// The player.
    #[serde(flatten)]
    pub kind: ContestantKind,
    /// How long it may think; built-in players need no limit.
    pub limits: Limits,
}

/// The player behind a contestant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContestantKind {
    /// A built-in player.
    #[serde(with = "as_text")]
    Player(BuiltIn),
    /// Another program.
    Program(Program),
    /// The engine itself; the command line has no word for it.
    #[serde(skip_deserializing)]
    Searcher(Searcher),
}

/// An external program and its protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// The command with its arguments; empty for a program that already runs ([`Protocol::Dxp`] only).
    pub command: Vec<String>,
    /// Its working directory.
    pub directory: Option<PathBuf>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Parameters to set, in this order.
    pub params: Vec<(String, String)>,
    /// The value of the Hub parameter `variant`, if it is not one that we know; `none` if it is not
    /// to be set.
    pub variant_name: Option<String>,
    /// Whether it is restarted for every game.
    pub restart: bool,
    /// Where it listens ([`Protocol::Dxp`]), if not on a free port that its command names.
    pub address: Option<String>,
    /// Seconds that it may exceed a time limit without penalty.
    pub margin: f64,
    /// Seconds beyond its time, or after any other question, until it counts as hung.
    pub timeout: f64,
}

impl Contestant {
    /// Whether it can play several games at the same time: a program that listens at a given place
    /// cannot.
    pub fn can_be_many(&self) -> bool {
        match &self.kind {
            ContestantKind::Program(program) if program.protocol == Protocol::Dxp => {
                program.command.iter().any(|word| word.contains("{port}"))
            }
            _ => true,
        }
    }
}

/// The protocol of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Hub, version 2.
    Hub,
    /// Hub, version 1, as Scan 2.0 speaks it.
    Hub1,
    /// DamExchange.
    Dxp,
}

impl Program {
    /// A program that is started with these words and speaks Hub.
    pub fn new(command: Vec<String>) -> Program {
        Program {
            command,
            directory: None,
            protocol: Protocol::Hub,
            params: Vec::new(),
            variant_name: None,
            restart: false,
            address: None,
            margin: 0.25,
            timeout: 60.0,
        }
    }
}

/// A built-in player as its name.
mod as_text {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;
    use std::fmt::Display;
    use std::str::FromStr;

    pub(super) fn serialize<S: Serializer>(
        value: &impl Display,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, D, T>(deserializer: D) -> Result<T, D::Error>
    where
        D: Deserializer<'de>,
        T: FromStr<Err: Display>,
    {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
