//! What can be wrong with a line of Hub.

use crate::ParseError;
use crate::hub::{Argument, Line};
use crate::text::{self, quoted};

/// A line that is no message of Hub.
///
/// The text goes into `error message=".."` as it is: it holds no double quote, no `=` of its own
/// and no control character, and is at most about 200 characters long.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The line is empty or blank; Scan answers `missing command` (Scan `protocol.txt`, "Errors").
    #[error("missing command")]
    Missing,
    /// The first word is no message; Hub asks to ignore it or to say so, and to carry on.
    #[error("bad command {}", quoted(.0))]
    Unknown(String),
    /// An argument has a value that it cannot have.
    #[error(
        "{} {}: found {}, expected {}",
        text::expected(.command), quoted(.name), quoted(.value), text::expected(.expected)
    )]
    BadArgument {
        /// The first word of the line.
        command: String,
        /// The name of the argument.
        name: String,
        /// The value as it was sent.
        value: String,
        /// What the value could have been.
        expected: String,
    },
    /// An argument is missing.
    #[error(
        "{}: {} is missing, expected {}",
        text::expected(.command), quoted(.name), text::expected(.expected)
    )]
    MissingArgument {
        /// The first word of the line.
        command: String,
        /// The name of the argument.
        name: String,
        /// What should be written.
        expected: String,
    },
    /// The line breaks the syntax of Hub (Scan `protocol.txt`, "Syntax").
    #[error(transparent)]
    Syntax(#[from] ParseError),
}

impl CommandError {
    pub(crate) fn bad(line: &Line, argument: &Argument, expected: &str) -> Self {
        Self::BadArgument {
            command: line.command.clone(),
            name: argument.name.clone(),
            value: argument.value.clone(),
            expected: expected.to_owned(),
        }
    }

    pub(crate) fn missing(line: &Line, name: &str, expected: &str) -> Self {
        Self::MissingArgument {
            command: line.command.clone(),
            name: name.to_owned(),
            expected: expected.to_owned(),
        }
    }
}
