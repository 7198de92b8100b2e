//! The protocol of managers of five in a row, as Gomocup and Piskvork speak it: one command a line, squares as `X,Y` from zero.
//!
//! After Petr Laštovička's and Martin Petříček's description, <https://plastovicka.github.io/protocl2en.htm>.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use crate::board::Square;

/// What a manager says in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on a square board.
    Start(u32),
    /// A new game on a board of a width and a height.
    RectStart,
    /// A new game on the board of before.
    Restart,
    /// The player makes the first move.
    Begin,
    /// The opponent has moved.
    Turn(Square),
    /// Stones follow, then `DONE`.
    Board,
    /// The last line of a board.
    Done,
    /// Something to know; no answer.
    Info {
        /// What it is about.
        key: String,
        /// Its value.
        value: String,
    },
    /// A stone goes away.
    TakeBack(Square),
    /// Who the player is.
    About,
    /// The program ends.
    End,
}

/// Whose stone a line of a board puts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// That of the program.
    Own,
    /// That of its opponent.
    Opponent,
}

/// Why a line is answered with `ERROR` or `UNKNOWN`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Not a command of the protocol, or an optional one that is not offered.
    #[error("UNKNOWN {0}")]
    Unknown(String),
    /// The command is known, its parameter is wrong.
    #[error("ERROR found '{found}', expected {expected}")]
    Parameter {
        /// The line.
        found: String,
        /// Its form.
        expected: &'static str,
    },
}

/// What of a line goes into an answer.
fn shown(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// Reads a line; `None` for an empty one. Commands may be in small letters.
///
/// # Errors
/// It is no command.
pub fn command(line: &str) -> Result<Option<Command>, LineError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let wrong = |expected| LineError::Parameter {
        found: shown(line),
        expected,
    };
    Ok(Some(match word.to_ascii_uppercase().as_str() {
        "" => return Ok(None),
        "START" => Command::Start(rest.parse().map_err(|_| wrong("START SIZE"))?),
        "RECTSTART" => Command::RectStart,
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => Command::Turn(square(rest).ok_or_else(|| wrong("TURN X,Y"))?),
        "BOARD" => Command::Board,
        "DONE" => Command::Done,
        "INFO" => {
            let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            Command::Info {
                key: key.to_ascii_lowercase(),
                value: value.trim().to_owned(),
            }
        }
        "TAKEBACK" => Command::TakeBack(square(rest).ok_or_else(|| wrong("TAKEBACK X,Y"))?),
        "ABOUT" => Command::About,
        "END" => Command::End,
        _ => return Err(LineError::Unknown(shown(line))),
    }))
}

/// Reads a line between `BOARD` and `DONE`; `None` for an empty one.
///
/// # Errors
/// It is no stone.
pub fn stone(line: &str) -> Result<Option<(Square, Owner)>, LineError> {
    let line = line.trim();
    let wrong = || LineError::Parameter {
        found: shown(line),
        expected: "X,Y,1 for an own stone, X,Y,2 for one of the opponent, or DONE",
    };
    if line.is_empty() {
        return Ok(None);
    }
    let (place, owner) = line.rsplit_once(',').ok_or_else(wrong)?;
    let owner = match owner.trim() {
        "1" => Owner::Own,
        "2" => Owner::Opponent,
        _ => return Err(wrong()),
    };
    Ok(Some((square(place).ok_or_else(wrong)?, owner)))
}

/// Reads `X,Y`.
pub fn square(text: &str) -> Option<Square> {
    let (x, y) = text.split_once(',')?;
    Some(Square::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_are_read() {
        let cases = [
            ("START 20", "Ok(Some(Start(20)))"),
            ("start 15\r", "Ok(Some(Start(15)))"),
            ("TURN 10,11", "Ok(Some(Turn(Square { x: 10, y: 11 })))"),
            ("TAKEBACK 9, 9", "Ok(Some(TakeBack(Square { x: 9, y: 9 })))"),
            ("  ", "Ok(None)"),
            ("RECTSTART 30,20", "Ok(Some(RectStart))"),
            (
                "INFO folder C:\\My Data",
                "Ok(Some(Info { key: \"folder\", value: \"C:\\\\My Data\" }))",
            ),
        ];
        for (line, expected) in cases {
            assert_eq!(format!("{:?}", command(line)), expected);
        }
        let refused = [
            ("START", "ERROR found 'START', expected START SIZE"),
            ("START -1", "ERROR found 'START -1', expected START SIZE"),
            ("TURN 10", "ERROR found 'TURN 10', expected TURN X,Y"),
            (
                "TURN 1,99999",
                "ERROR found 'TURN 1,99999', expected TURN X,Y",
            ),
            ("SWAP2BOARD", "UNKNOWN SWAP2BOARD"),
            ("caf\u{e9}\u{7}", "UNKNOWN caf\u{e9}"),
        ];
        for (line, expected) in refused {
            assert_eq!(command(line).unwrap_err().to_string(), expected);
        }
        assert_eq!(stone("3,4,1"), Ok(Some((Square::new(3, 4), Owner::Own))));
        for line in ["3,4", "3,4,3", "x,4,1", "3"] {
            assert!(stone(line).is_err(), "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_panics(line in ".*") {
            let _ = (command(&line), stone(&line));
        }
    }
}
