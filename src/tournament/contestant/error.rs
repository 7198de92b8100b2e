//! What is wrong with the words of a contestant.

use crate::players::{BuiltIn, PlayerError, UnusableFile};

/// The keys, for messages.
const KEYS: &str = "name, cmd, dir, proto, depth, nodes, movetime, tc, margin, timeout, restart, \
                    variant, address or param.NAME";

/// Why words are no contestant.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ContestantError {
    /// A word of another form.
    #[error("found '{found}', expected KEY=VALUE with one of the keys {KEYS}")]
    Key {
        /// The word.
        found: String,
    },
    /// A value that is of no use.
    #[error("{key}: found '{found}', expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        found: String,
        /// What it could have been.
        expected: String,
    },
    /// A built-in player that there is not.
    #[error("{0}, kamen, or cmd=COMMAND for another program")]
    Player(PlayerError),
    /// A built-in player whose file is of no use.
    #[error(transparent)]
    File(#[from] UnusableFile),
    /// Nobody plays.
    #[error("nobody to play, expected cmd=COMMAND or the name of a player (kamen, random, ..)")]
    Nobody,
    /// There is a player and a program.
    #[error("found both '{player}' and cmd=.., expected only one of them")]
    Both {
        /// The name of the player.
        player: String,
    },
    /// A key that says nothing to a built-in player.
    #[error("{key} is of no use to the built-in player {player}, expected only name")]
    Useless {
        /// The key.
        key: String,
        /// The player.
        player: BuiltIn,
    },
    /// A search without a limit.
    #[error("no limit for {name}, expected depth=, nodes=, movetime= or tc=")]
    NoLimit {
        /// The name of the contestant.
        name: String,
    },
    /// Something that the protocol does not have.
    #[error("{name}: {protocol} has no {missing}, expected {expected}")]
    Protocol {
        /// The name of the contestant.
        name: String,
        /// The protocol.
        protocol: &'static str,
        /// What it does not have.
        missing: &'static str,
        /// What could be used instead.
        expected: &'static str,
    },
}

impl From<PlayerError> for ContestantError {
    fn from(error: PlayerError) -> ContestantError {
        match error {
            PlayerError::File(error) => ContestantError::File(error),
            error => ContestantError::Player(error),
        }
    }
}
