//! The commands of `kamen-lab`, the program for those who make evaluations: `kamen learn` runs `kamen-lab learn`.

use kamen_files::note;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;
use std::process::Command;

/// The commands that are in the other program, and what they do.
pub const COMMANDS: [(&str, &str); 10] = [
    (
        "learn",
        "Learn an evaluation: self-play and training in turn",
    ),
    (
        "selfplay",
        "Play games of the engine with itself, for training",
    ),
    ("records", "Search the positions of PDN games, for training"),
    ("train", "Train an evaluation on games"),
    ("tune", "Tune the parameters of an engine by games (SPSA)"),
    (
        "chances",
        "Fit the chances to win, draw and lose that go with a score",
    ),
    ("evolve", "Evolve small neural networks by games"),
    (
        "td",
        "Rate single positions by games (temporal differences)",
    ),
    (
        "university",
        "Fill the tables of the university's texts, with ours beside them",
    ),
    (
        "trees",
        "Count the nodes of minimax and alpha-beta by depth",
    ),
];

/// The words for `kamen-lab`, if the command line asks for one of its commands: `learn ..`, `help learn`, `pdn records ..`.
pub(super) fn words(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let helps = arguments.first().is_some_and(|word| word == "help");
    let (help, command) = arguments.split_at(usize::from(helps));
    let command = match command {
        [pdn, command @ ..]
            if pdn == "pdn" && command.first().is_some_and(|word| word == "records") =>
        {
            command
        }
        _ => command,
    };
    let is_lab = |word: &OsString| COMMANDS.iter().any(|(name, _)| word == *name);
    let is_ours = command.first().is_some_and(is_lab);
    is_ours.then(|| [help, command].concat())
}

/// Runs `kamen-lab` with these words in place of this program, as far as the system allows that; otherwise waits
/// for it. Returns the exit status.
pub fn run<S: AsRef<OsStr>>(words: &[S]) -> u8 {
    let error = match replace(Command::new(beside("kamen-lab")).args(words)) {
        Ok(status) => return status,
        Err(error) => error,
    };
    let command = words
        .first()
        .map_or("", |word| word.as_ref().to_str().unwrap_or_default());
    note(format_args!(
        "kamen: '{command}' is a command of kamen-lab, which cannot be started ({error}); it is built by `cargo build \
         --release -p kamen-lab`, and found beside kamen or on the PATH"
    ));
    2
}

#[cfg(unix)]
fn replace(command: &mut Command) -> io::Result<u8> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn replace(command: &mut Command) -> io::Result<u8> {
    let status = command.status()?;
    Ok(status.code().map_or(1, |code| code as u8))
}

/// The other of the two programs, `kamen` or `kamen-lab`: beside this one or, if it is not there, on the `PATH`.
pub fn beside(name: &str) -> PathBuf {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let ours = env::current_exe().ok();
    let beside = ours.and_then(|ours| Some(ours.parent()?.join(&file)));
    beside
        .filter(|path| path.exists())
        .unwrap_or_else(|| file.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_the_laboratory_are_known() {
        let cases: [(&[&str], Option<&[&str]>); 12] = [
            (&[], None),
            (&["match", "learn"], None),
            (&["hub"], None),
            (
                &["learn", "czech", "--hours", "2"],
                Some(&["learn", "czech", "--hours", "2"]),
            ),
            (&["td"], Some(&["td"])),
            (&["help", "train"], Some(&["help", "train"])),
            (&["help", "match"], None),
            (&["pdn", "records", "a.pdn"], Some(&["records", "a.pdn"])),
            (&["pdn", "check", "records"], None),
            (&["help", "pdn", "records"], Some(&["help", "records"])),
            (&["help", "pdn", "check"], None),
            (&["help"], None),
        ];
        let own = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        for (arguments, expected) in cases {
            assert_eq!(words(&own(arguments)), expected.map(own), "{arguments:?}");
        }
    }
}
