//! What a person types.

use super::wrap::wrap;
use std::path::PathBuf;

/// What can be typed, and what it does.
const COMMANDS: [(&str, &str); 11] = [
    (
        "c3-d4, 32-28",
        "play this move; captures as c3xe5, or with all their squares",
    ),
    ("hint", "what the engine would play, at its best"),
    ("back", "take back your last move, and the answer"),
    ("moves", "the moves that you have"),
    ("board", "the board"),
    ("flip", "turn the board"),
    (
        "save FILE",
        "write the game as PDN (save! FILE replaces a file)",
    ),
    ("resign", "give up"),
    ("new", "begin another game, with the other colour"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// The list of commands, at most `width` wide if words allow that.
pub(super) fn help(width: usize) -> String {
    const COLUMN: usize = 15;
    let entries = COMMANDS.map(|(typed, what)| {
        let entry = wrap(&format!("{typed:COLUMN$}{what}"), width, COLUMN);
        entry + "\n"
    });
    entries.concat()
}

/// The first words of commands.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    let typed = COMMANDS.iter().skip(1).map(|(typed, _)| *typed);
    typed.filter_map(|typed| typed.split(' ').next())
}

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
    /// Without a file, its usage is wanted.
    Save {
        path: Option<PathBuf>,
        replaces: bool,
    },
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
            (word @ ("save" | "save!"), path) => Command::Save {
                path: Some(path)
                    .filter(|path| !path.is_empty())
                    .map(PathBuf::from),
                replaces: word.ends_with('!'),
            },
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
        let save = |path: Option<&str>, replaces| Command::Save {
            path: path.map(PathBuf::from),
            replaces,
        };
        let cases = [
            ("", None),
            ("  \t", None),
            (" hint ", Some(Command::Hint)),
            ("UNDO", Some(Command::Back)),
            ("?", Some(Command::Help)),
            ("save a b.pdn", Some(save(Some("a b.pdn"), false))),
            ("save! a.pdn", Some(save(Some("a.pdn"), true))),
            ("save", Some(save(None, false))),
            ("quit now", Some(Command::Move("quit now".to_owned()))),
            ("c3-d4", Some(Command::Move("c3-d4".to_owned()))),
        ];
        for (line, expected) in cases {
            assert_eq!(Command::parse(line), expected, "{line:?}");
        }
    }

    #[test]
    fn every_word_of_the_list_is_a_command() {
        for word in words() {
            let parsed = Command::parse(word);
            assert!(!matches!(parsed, None | Some(Command::Move(_))), "{word}");
        }
    }

    #[test]
    fn help_is_as_narrow_as_wanted() {
        for width in [40, 60] {
            let help = help(width);
            assert!(help.lines().all(|line| line.len() <= width), "{help}");
            let explained = help.lines().filter(|line| !line.starts_with(' '));
            assert_eq!(explained.count(), COMMANDS.len(), "{help}");
        }
    }
}
