//! What a person types.

use std::path::PathBuf;

/// What is told of the commands.
pub(super) const HELP: &str = "\
c3-d4, 32-28   play this move; captures as c3xe5, or with all their squares
hint           what the engine would play, at its best
back           take back your last move, and the answer
moves          the moves that you have
board          the board
flip           turn the board
save FILE      write the game as PDN
resign         give up
new            begin another game, with the other colour
quit           leave
";

/// A line that a person typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Anything that is no other command.
    Move(String),
    Hint,
    Back,
    Moves,
    Board,
    Flip,
    Save(PathBuf),
    Resign,
    New,
    Help,
    Quit,
}

impl Command {
    /// Reads a line; `None` if there is nothing in it.
    pub(super) fn parse(line: &str) -> Option<Command> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Some(match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => return None,
            ("hint", "") => Command::Hint,
            ("back" | "undo", "") => Command::Back,
            ("moves", "") => Command::Moves,
            ("board", "") => Command::Board,
            ("flip", "") => Command::Flip,
            ("save", path) if !path.is_empty() => Command::Save(path.into()),
            ("resign", "") => Command::Resign,
            ("new", "") => Command::New,
            ("help" | "?", "") => Command::Help,
            ("quit" | "exit", "") => Command::Quit,
            _ => Command::Move(line.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let cases = [
            ("", None),
            ("  \t", None),
            (" hint ", Some(Command::Hint)),
            ("UNDO", Some(Command::Back)),
            ("?", Some(Command::Help)),
            ("save a b.pdn", Some(Command::Save("a b.pdn".into()))),
            ("save", Some(Command::Move("save".to_owned()))),
            ("quit now", Some(Command::Move("quit now".to_owned()))),
            ("c3-d4", Some(Command::Move("c3-d4".to_owned()))),
        ];
        for (line, expected) in cases {
            assert_eq!(Command::parse(line), expected, "{line:?}");
        }
    }
}
