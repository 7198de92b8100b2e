//! Commands of the user while games are played, one a line.

use kamen_core::board::Color;
use kamen_tournament::transport::lines::{LineError, next_line};
use std::io::BufRead;

/// A command of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Send text to the partner.
    Chat(String),
    /// Ask to take back moves: the number on the score sheet, and who is to move there.
    Back(u16, Color),
    /// End the game and the program.
    Quit,
}

/// A line that is no command.
#[derive(Debug, thiserror::Error)]
pub(super) enum CommandError {
    /// There is no such command.
    #[error("found '{found}', expected chat TEXT, back NUMBER white|black, or quit")]
    Unknown { found: String },
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// Reads a line; `None` if there is nothing in it.
fn parse(line: &str) -> Option<Result<Command, CommandError>> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let command = match word {
        "" => return None,
        "chat" if !rest.is_empty() => Some(Command::Chat(rest.to_owned())),
        "back" => back(rest),
        "quit" if rest.is_empty() => Some(Command::Quit),
        _ => None,
    };
    Some(command.ok_or_else(|| CommandError::Unknown {
        found: line.chars().take(40).collect(),
    }))
}

fn back(text: &str) -> Option<Command> {
    let (number, turn) = text.split_once(char::is_whitespace)?;
    let number = number
        .parse()
        .ok()
        .filter(|number| (1..=999).contains(number))?;
    match turn.trim() {
        "white" | "w" => Some(Command::Back(number, Color::White)),
        "black" | "b" => Some(Command::Back(number, Color::Black)),
        _ => None,
    }
}

/// Reads lines until the end of the input, or until nobody `listens`.
pub(super) fn read(
    input: &mut impl BufRead,
    mut listens: impl FnMut(Result<Command, CommandError>) -> bool,
) {
    loop {
        let command = match next_line(input) {
            Ok(Some(Ok(line))) => parse(&line),
            Ok(Some(Err(error))) => Some(Err(error.into())),
            Ok(None) => return,
            Err(error) => return log::warn!("cannot read commands: {error}"),
        };
        if command.is_some_and(|command| !listens(command)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let cases = [
            ("", None),
            ("  ", None),
            (
                "chat  Good game! ",
                Some(Ok(Command::Chat("Good game!".to_owned()))),
            ),
            ("back 12 white", Some(Ok(Command::Back(12, Color::White)))),
            ("back 1  b", Some(Ok(Command::Back(1, Color::Black)))),
            ("quit", Some(Ok(Command::Quit))),
            ("chat", Some(Err("found 'chat', "))),
            ("back 0 white", Some(Err("found 'back 0 white', "))),
            ("back 1000 white", Some(Err("found "))),
            ("back white", Some(Err("found "))),
            ("resign", Some(Err("found 'resign', expected chat TEXT"))),
        ];
        for (line, expected) in cases {
            match (parse(line), expected) {
                (Some(Err(error)), Some(Err(part))) => {
                    assert!(error.to_string().contains(part), "{error}");
                }
                (Some(Ok(found)), Some(Ok(command))) => assert_eq!(found, command),
                (None, None) => {}
                (found, _) => panic!("{line}: {found:?}"),
            }
        }
    }

    #[test]
    fn bad_lines_do_not_end_the_reading() {
        let mut heard = Vec::new();
        read(&mut &b"quit\n\xff\n\nchat a\nquit"[..], |command| {
            heard.push(command.is_ok());
            heard.len() < 3
        });
        assert_eq!(heard, [true, false, true]);
    }
}
