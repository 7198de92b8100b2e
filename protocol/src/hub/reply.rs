//! What an engine answers.

use std::fmt;

use crate::hub::command::parse_line;
use crate::hub::{CommandError, Info, Line, Param, write};

/// An answer of Hub (Scan `protocol.txt`, "Engine to GUI").
///
/// [`Display`](fmt::Display) writes exactly one line without its line feed. In values `"` becomes
/// `'`, a control character a blank and `=` a colon: the first two cannot be written at all, and
/// pydraughts fails on a second `=` in an argument. In moves all of them become `_`. A `pv` of one move is
/// written `pv="31-27 "`: lidraughts-bot needs the quotes, draughtsnet the blank.
///
/// ```
/// use kamen_protocol::hub::Reply;
///
/// let done = Reply::Done { chosen: Some("31-27".to_owned()), ponder: None };
/// assert_eq!(done.to_string(), "done move=31-27");
/// assert_eq!(Reply::parse("done move=31-27"), Ok(done));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// `id`: who the engine is; empty texts where a foreign engine does not say.
    Id {
        /// Name of the program.
        name: String,
        /// Its version.
        version: String,
        /// Who wrote it.
        author: String,
        /// Where, optional.
        country: Option<String>,
    },
    /// `param`: a parameter that can be set.
    Param(Param),
    /// `wait`: end of the handshake.
    Wait,
    /// `ready`: end of `init`.
    Ready,
    /// `info`: progress of the search.
    Info(Info),
    /// `done`: end of the search.
    Done {
        /// The move; `None` writes a bare `done`: there is no legal move.
        chosen: Option<String>,
        /// The expected answer; not written without a move.
        ponder: Option<String>,
    },
    /// `pong`.
    Pong,
    /// `error`: what was wrong with a line.
    Error(String),
    /// Lines for a person who has asked, as they are, without the last line feed; not in Hub, and never read.
    Text(String),
}

impl Reply {
    /// Reads a line with or without its line ending; unknown arguments are ignored
    /// (Scan `protocol.txt`, "Engine to GUI").
    ///
    /// # Errors
    /// As for [`Command::parse`](crate::hub::Command::parse).
    pub fn parse(text: &str) -> Result<Self, CommandError> {
        let line = parse_line(text)?;
        Ok(match line.command.as_str() {
            "id" => Self::Id {
                name: line.get("name").unwrap_or_default().to_owned(),
                version: line.get("version").unwrap_or_default().to_owned(),
                author: line.get("author").unwrap_or_default().to_owned(),
                country: line.get("country").map(str::to_owned),
            },
            "param" => Self::Param(Param::from_line(&line)?),
            "wait" => Self::Wait,
            "ready" => Self::Ready,
            "info" => Self::Info(Info::from_line(&line)?),
            "done" => done(&line),
            "pong" => Self::Pong,
            "error" => Self::Error(line.get("message").unwrap_or_default().to_owned()),
            _ => return Err(CommandError::Unknown(line.command)),
        })
    }
}

fn done(line: &Line) -> Reply {
    let text = |name| line.get(name).filter(|text| !text.is_empty());
    let chosen = text("move").map(str::to_owned);
    let ponder = text("ponder").map(str::to_owned);
    Reply::Done {
        ponder: ponder.filter(|_| chosen.is_some()),
        chosen,
    }
}

/// Writes the line without a line feed.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id {
                name,
                version,
                author,
                country,
            } => write_id(f, [name, version, author], country.as_deref()),
            Self::Param(param) => param.fmt(f),
            Self::Wait => f.write_str("wait"),
            Self::Ready => f.write_str("ready"),
            Self::Info(info) => info.fmt(f),
            Self::Done { chosen, ponder } => write_done(f, chosen.as_deref(), ponder.as_deref()),
            Self::Pong => f.write_str("pong"),
            Self::Text(text) => f.write_str(text.strip_suffix('\n').unwrap_or(text)),
            Self::Error(message) => {
                f.write_str("error")?;
                write::reply_argument(f, "message", message)
            }
        }
    }
}

fn write_id(
    f: &mut fmt::Formatter<'_>,
    [name, version, author]: [&str; 3],
    country: Option<&str>,
) -> fmt::Result {
    f.write_str("id")?;
    write::reply_argument(f, "name", name)?;
    write::reply_argument(f, "version", version)?;
    write::reply_argument(f, "author", author)?;
    country.map_or(Ok(()), |country| {
        write::reply_argument(f, "country", country)
    })
}

fn write_done(
    f: &mut fmt::Formatter<'_>,
    chosen: Option<&str>,
    ponder: Option<&str>,
) -> fmt::Result {
    f.write_str("done")?;
    let Some(chosen) = chosen.filter(|text| !text.is_empty()) else {
        return Ok(());
    };
    write!(f, " move={}", write::word(chosen))?;
    match ponder.filter(|text| !text.is_empty()) {
        Some(ponder) => write!(f, " ponder={}", write::word(ponder)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
