//! What a user interface sends to an engine.

use std::fmt;

use crate::hub::number::unsigned_32;
use crate::hub::{Argument, CommandError, Level, Line, write};
use crate::text::{is_blank, words};

/// A command of Hub (Scan `protocol.txt`, "GUI to engine").
///
/// ```
/// use kamen_protocol::hub::{Command, Mode, PosText};
///
/// assert_eq!(Command::parse("go think"), Ok(Command::Go(Mode::Think.into())));
/// let position = Command::parse("pos start moves=\"32-28 17-22\"")?;
/// assert!(matches!(position, Command::Pos { pos: PosText::Start, ref moves, .. } if moves.len() == 2));
/// # Ok::<(), kamen_protocol::hub::CommandError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// `hub`: start of the handshake.
    Hub,
    /// `set-param name=.. value=..`.
    SetParam {
        /// The name of the parameter, not empty.
        name: String,
        /// The value, possibly empty.
        value: String,
    },
    /// `init`: apply the parameters, answer `ready`.
    Init,
    /// `pos start` or `pos pos=..`, with the moves played since.
    Pos {
        /// Where the moves begin.
        pos: PosText,
        /// The moves as written, none of them empty.
        moves: Vec<String>,
        /// Frisian king-move counts, `W28=1 B5=2`: lidraughts' fork, not in Hub.
        wolf: Option<String>,
    },
    /// `level ..`.
    Level(Level),
    /// `go ..`: search.
    Go(Go),
    /// `stop`: end the search, answer `done`.
    Stop,
    /// `ponder-hit`: the clock starts now.
    PonderHit,
    /// `new-game`: the next search has nothing to do with the last one.
    NewGame,
    /// `ping`: answer `pong`.
    Ping,
    /// `quit`.
    Quit,
}

/// The position of a `pos` command (Scan `protocol.txt`, command `pos`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PosText {
    /// `start`: the initial position of the variant.
    Start,
    /// `pos=..`: the text, not empty, to be read by [`HubPosition`](crate::HubPosition).
    Board(String),
}

/// How to search (Scan `protocol.txt`, command `go`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// For a move of a game.
    Think,
    /// During the opponent's time.
    Ponder,
    /// For the information.
    Analyze,
}

/// What to search for (Scan `protocol.txt`, command `go`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Go {
    /// How.
    pub mode: Mode,
    /// How many lines are wanted, from 1: `multi-pv=3`, not in Hub.
    pub multi_pv: Option<u32>,
    /// The moves to which the search is limited, as written, none of them empty; none for all moves:
    /// `searchmoves="32-28 31-26"`, not in Hub.
    pub search_moves: Vec<String>,
    /// A win within so many plies is wanted, from 1, and nothing else: `mate=9`, not in Hub. Alone it means [`Mode::Analyze`].
    pub mate: Option<u32>,
}

impl From<Mode> for Go {
    /// Without further wishes.
    fn from(mode: Mode) -> Go {
        Go {
            mode,
            multi_pv: None,
            search_moves: Vec::new(),
            mate: None,
        }
    }
}

impl Command {
    /// Reads a line with or without its line ending; unknown arguments are ignored
    /// (Scan `protocol.txt`, "GUI to engine").
    ///
    /// # Errors
    /// [`CommandError::Missing`] for a blank line, [`CommandError::Unknown`] for another first
    /// word, and the other kinds for what is wrong behind it.
    pub fn parse(text: &str) -> Result<Self, CommandError> {
        let line = parse_line(text)?;
        Ok(match line.command.as_str() {
            "hub" => Self::Hub,
            "set-param" => set_param(&line)?,
            "init" => Self::Init,
            "pos" => pos(&line)?,
            "level" => Self::Level(Level::from_line(&line)?),
            "go" => Self::Go(go(&line)?),
            "stop" => Self::Stop,
            "ponder-hit" => Self::PonderHit,
            "new-game" => Self::NewGame,
            "ping" => Self::Ping,
            "quit" => Self::Quit,
            _ => return Err(CommandError::Unknown(line.command)),
        })
    }
}

/// Reads a line; a blank one is [`CommandError::Missing`].
pub(crate) fn parse_line(text: &str) -> Result<Line, CommandError> {
    let blank = |c| is_blank(c) || matches!(c, '\r' | '\n');
    if text.chars().all(blank) {
        return Err(CommandError::Missing);
    }
    Ok(Line::parse(text)?)
}

fn set_param(line: &Line) -> Result<Command, CommandError> {
    let name = line.get("name").filter(|name| !name.is_empty());
    let name =
        name.ok_or_else(|| CommandError::missing(line, "name", "the name of a parameter"))?;
    Ok(Command::SetParam {
        name: name.to_owned(),
        value: line.get("value").unwrap_or_default().to_owned(),
    })
}

fn pos(line: &Line) -> Result<Command, CommandError> {
    let pos = match line.get("pos").filter(|board| !board.is_empty()) {
        Some(board) => PosText::Board(board.to_owned()),
        None if line.get("start").is_some() => PosText::Start,
        None => return Err(CommandError::missing(line, "pos", "start or a position")),
    };
    let moves = line.get("moves").unwrap_or_default();
    Ok(Command::Pos {
        pos,
        moves: words(moves),
        wolf: line.get("wolf").map(str::to_owned),
    })
}

fn go(line: &Line) -> Result<Go, CommandError> {
    let is_mate = line.get("mate").is_some();
    let usual = is_mate.then_some(Mode::Analyze);
    let mut go = Go::from(mode(line, usual)?);
    for argument in &line.arguments {
        match argument.name.as_str() {
            "multi-pv" => go.multi_pv = Some(count(line, argument)?),
            "mate" => go.mate = Some(count(line, argument)?),
            "searchmoves" => go.search_moves = words(&argument.value),
            _ => {}
        }
    }
    Ok(go)
}

fn count(line: &Line, argument: &Argument) -> Result<u32, CommandError> {
    let count = unsigned_32(&argument.value).filter(|&count| count > 0);
    count.ok_or_else(|| CommandError::bad(line, argument, "a whole number from 1"))
}

fn mode(line: &Line, usual: Option<Mode>) -> Result<Mode, CommandError> {
    let mut mode = None;
    for argument in &line.arguments {
        let next = match argument.name.as_str() {
            "think" => Mode::Think,
            "ponder" => Mode::Ponder,
            "analyze" | "analyse" => Mode::Analyze,
            _ => continue,
        };
        if mode.is_some_and(|first| first != next) {
            let expected = "only one of think, ponder, analyze";
            return Err(CommandError::bad(line, argument, expected));
        }
        mode = Some(next);
    }
    mode.or(usual)
        .ok_or_else(|| CommandError::missing(line, "mode", "think, ponder or analyze"))
}

/// Writes the line, for an engine that speaks Hub; see [`Line`] for what cannot be written.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hub => "hub",
            Self::Init => "init",
            Self::Stop => "stop",
            Self::PonderHit => "ponder-hit",
            Self::NewGame => "new-game",
            Self::Ping => "ping",
            Self::Quit => "quit",
            Self::Go(go) => return go.fmt(f),
            Self::Level(level) => return level.fmt(f),
            Self::SetParam { name, value } => {
                f.write_str("set-param")?;
                write::argument(f, "name", name)?;
                return write::argument(f, "value", value);
            }
            Self::Pos { pos, moves, wolf } => return write_pos(f, pos, moves, wolf.as_deref()),
        })
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.mode {
            Mode::Think => "go think",
            Mode::Ponder => "go ponder",
            Mode::Analyze => "go analyze",
        })?;
        if let Some(lines) = self.multi_pv {
            write!(f, " multi-pv={lines}")?;
        }
        if !self.search_moves.is_empty() {
            write::list(f, "searchmoves", &self.search_moves)?;
        }
        if let Some(plies) = self.mate {
            write!(f, " mate={plies}")?;
        }
        Ok(())
    }
}

fn write_pos(
    f: &mut fmt::Formatter<'_>,
    pos: &PosText,
    moves: &[String],
    wolf: Option<&str>,
) -> fmt::Result {
    f.write_str("pos")?;
    match pos {
        PosText::Start => f.write_str(" start")?,
        PosText::Board(board) => write::argument(f, "pos", board)?,
    }
    if !moves.is_empty() {
        write::list(f, "moves", moves)?;
    }
    wolf.map_or(Ok(()), |wolf| write::argument(f, "wolf", wolf))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> PosText {
        PosText::Board(text.to_owned())
    }

    fn pos(pos: PosText, moves: &[&str], wolf: Option<&str>) -> Command {
        let moves = moves.iter().map(|m| (*m).to_owned()).collect();
        let wolf = wolf.map(str::to_owned);
        Command::Pos { pos, moves, wolf }
    }

    fn param(name: &str, value: &str) -> Command {
        let (name, value) = (name.to_owned(), value.to_owned());
        Command::SetParam { name, value }
    }

    #[test]
    fn good_commands() {
        let cases = [
            ("hub", Command::Hub),
            ("hub version=2", Command::Hub),
            ("set-param name=variant value=bt", param("variant", "bt")),
            ("set-param name=book-file value=", param("book-file", "")),
            ("set-param name=x value=\"a b=c\"", param("x", "a b=c")),
            ("set-param name=x", param("x", "")),
            ("init\r\n", Command::Init),
            ("pos start", pos(PosText::Start, &[], None)),
            ("pos start pos=Wbe", pos(board("Wbe"), &[], None)),
            ("pos pos=Wbe moves=\"\"", pos(board("Wbe"), &[], None)),
            (
                "pos pos = Wbe moves=\" 32-28  17-22 \" wolf=\"W28=1 B5=2\"",
                pos(board("Wbe"), &["32-28", "17-22"], Some("W28=1 B5=2")),
            ),
            ("go think", Command::Go(Mode::Think.into())),
            ("go ponder fast", Command::Go(Mode::Ponder.into())),
            ("go analyze", Command::Go(Mode::Analyze.into())),
            ("go analyse", Command::Go(Mode::Analyze.into())),
            ("go analyze analyse", Command::Go(Mode::Analyze.into())),
            (
                "go analyze multi-pv=5 searchmoves=\"32-28 31-26\"",
                Command::Go(Go {
                    mode: Mode::Analyze,
                    multi_pv: Some(5),
                    search_moves: vec!["32-28".to_owned(), "31-26".to_owned()],
                    mate: None,
                }),
            ),
            (
                "go mate=9",
                Command::Go(Go {
                    mate: Some(9),
                    ..Mode::Analyze.into()
                }),
            ),
            (
                "go think mate=9",
                Command::Go(Go {
                    mate: Some(9),
                    ..Mode::Think.into()
                }),
            ),
            ("stop", Command::Stop),
            ("ponder-hit", Command::PonderHit),
            ("new-game", Command::NewGame),
            (" ping ", Command::Ping),
            ("quit", Command::Quit),
        ];
        for (text, command) in cases {
            assert_eq!(Command::parse(text), Ok(command), "{text:?}");
        }
    }

    const BAD: &[(&str, &str)] = &[
        ("", "missing command"),
        (" \t\r\n", "missing command"),
        ("xyz", "bad command 'xyz'"),
        ("HUB", "bad command 'HUB'"),
        (
            "go",
            "go: 'mode' is missing, expected think, ponder or analyze",
        ),
        (
            "go fast",
            "go: 'mode' is missing, expected think, ponder or analyze",
        ),
        (
            "go think ponder",
            "go 'ponder': found nothing, expected only one of think, ponder, analyze",
        ),
        (
            "go analyze multi-pv=0",
            "go 'multi-pv': found '0', expected a whole number from 1",
        ),
        (
            "go analyze multi-pv=",
            "go 'multi-pv': found nothing, expected a whole number from 1",
        ),
        ("pos", "pos: 'pos' is missing, expected start or a position"),
        (
            "pos pos=\"\"",
            "pos: 'pos' is missing, expected start or a position",
        ),
        (
            "set-param value=1",
            "set-param: 'name' is missing, expected the name of a parameter",
        ),
        (
            "level depth=x",
            "level 'depth': found 'x', expected a number that is not negative",
        ),
        (
            "level depth==5",
            "at column 13: found '=5', expected a value",
        ),
        (
            "pos pos=\"W",
            "at column 11: found nothing, expected a closing quote",
        ),
    ];

    #[test]
    fn bad_commands() {
        for (text, message) in BAD {
            let error = Command::parse(text).map_err(|e| e.to_string());
            assert_eq!(error, Err((*message).to_owned()), "{text:?}");
        }
    }
}
