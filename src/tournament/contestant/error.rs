//! What can be wrong with the words of a contestant.

use kamen_players::{BuiltIn, PlayerError, UnusableFile};

/// The keys, for messages.
const KEYS: &str = "name, cmd, dir, proto, depth, nodes, movetime, tc, margin, timeout, restart, \
                    variant, address or param.NAME";

/// Why words do not describe a contestant.
#[derive(Debug, thiserror::Error)]
pub enum ContestantError {
    /// A word is no key with a value.
    #[error("found '{found}', expected KEY=VALUE with one of the keys {KEYS}")]
    Key {
        /// The word.
        found: String,
    },
    /// A value is not allowed.
    #[error("{key}: found '{found}', expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        found: String,
        /// What is allowed.
        expected: String,
    },
    /// There is no such built-in player.
    #[error("{0}, kamen, or cmd=COMMAND for another program")]
    Player(PlayerError),
    /// The file of a built-in player cannot be used.
    #[error(transparent)]
    File(#[from] UnusableFile),
    /// There is neither a player nor a program.
    #[error("nobody to play, expected cmd=COMMAND or the name of a player (kamen, random, ..)")]
    Nobody,
    /// There are both a player and a program.
    #[error("found both '{player}' and cmd=.., expected only one of them")]
    Both {
        /// The name of the player.
        player: String,
    },
    /// A key does not apply to a built-in player.
    #[error("{key} does not apply to the built-in player {player}, expected only name")]
    Useless {
        /// The key.
        key: String,
        /// The player.
        player: BuiltIn,
    },
    /// A search has no limit.
    #[error("no limit for {name}, expected depth=, nodes=, movetime= or tc=")]
    NoLimit {
        /// The name of the contestant.
        name: String,
    },
    /// The protocol lacks something.
    #[error("{name}: {protocol} has no {missing}, expected {expected}")]
    Protocol {
        /// The name of the contestant.
        name: String,
        /// The protocol.
        protocol: &'static str,
        /// What it lacks.
        missing: &'static str,
        /// What to use instead.
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
