//! The conventions of the command line, for both programs: the table of CONTRIBUTING, kept by a test.

use crate::Lab;
use clap::{Arg, Command, CommandFactory};
use kamen_cli::lab::COMMANDS;

/// Options that have one meaning everywhere, and so one name for their value; none for a switch.
const VALUES: [(&str, Option<&str>); 15] = [
    ("concurrency", Some("N")),
    ("depth", Some("PLIES")),
    ("dir", Some("DIR")),
    ("fen", Some("FEN")),
    ("games", Some("N")),
    ("max-plies", Some("N")),
    ("no-wait", None),
    ("nodes", Some("N")),
    ("pdn", Some("FILE")),
    ("quiet", None),
    ("seed", Some("N")),
    ("shard", Some("I/N|auto[/N]")),
    ("threads", Some("N")),
    ("time", Some("SECONDS")),
    ("weights", Some("FILE")),
];

/// Options with a letter.
const LETTERS: [(&str, char); 2] = [("out", 'o'), ("quiet", 'q')];

/// What breaks the conventions in a command and in those below it.
fn breaches(command: &Command, path: &str) -> Vec<String> {
    let path = format!("{path} {}", command.get_name());
    let shown = || {
        let own = command.get_arguments();
        own.filter(|arg| !arg.is_hide_set() && arg.get_id() != "help")
    };
    let mut found: Vec<String> = shown().flat_map(breaches_of).collect();
    let names: Vec<_> = command
        .get_positionals()
        .map(|arg| arg.get_id().as_str())
        .collect();
    let options: Vec<_> = shown().filter_map(Arg::get_long).collect();
    if names
        .iter()
        .position(|&name| name == "variant")
        .is_some_and(|at| at > 0)
    {
        found.push("VARIANT is not the first argument".to_owned());
    }
    if options.contains(&"variant") && !names.iter().any(|name| ["file", "files"].contains(name)) {
        found.push("--variant, and no file that may name it".to_owned());
    }
    let takes_one = |arg: &Arg| arg.get_long() == Some("fen") && !takes_many(arg);
    if shown().any(takes_one)
        && !names
            .iter()
            .any(|name| ["fen_argument", "files"].contains(name))
    {
        found.push("--fen, but no argument FEN".to_owned());
    }
    let examples = command.get_after_help().map(ToString::to_string);
    if !examples.is_some_and(|text| text.starts_with("Example")) {
        found.push("no example".to_owned());
    }
    let notes = command.get_after_help().map(ToString::to_string);
    found.extend(notes.as_deref().and_then(broken_by_hand));
    found
        .into_iter()
        .map(|what| format!("{path}: {what}"))
        .chain(
            command
                .get_subcommands()
                .flat_map(|below| breaches(below, &path)),
        )
        .collect()
}

/// A line of prose that does not end its paragraph: the screen's width breaks it once more.
fn broken_by_hand(notes: &str) -> Option<String> {
    let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
    let lines: Vec<&str> = notes.lines().collect();
    let broken = lines
        .windows(2)
        .find(|pair| pair.iter().all(|line| is_prose(line)))?;
    Some(format!("the line '{}' goes on in the next", broken[0]))
}

/// What breaks the conventions in an argument.
fn breaches_of(arg: &Arg) -> Vec<String> {
    let mut found = Vec::new();
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    if !help.starts_with(char::is_uppercase) || help.ends_with('.') {
        found.push(format!("the help of {} is '{help}'", arg.get_id()));
    }
    let Some(long) = arg.get_long() else {
        return found;
    };
    if ["output", "jobs", "parallel"].contains(&long) {
        found.push(format!("--{long}, which has another name everywhere else"));
    }
    let takes_value = arg.get_action().takes_values();
    let value = arg.get_value_names().and_then(|names| names.first());
    let value = value.map(ToString::to_string).filter(|_| takes_value);
    let wanted = VALUES.iter().find(|(name, _)| *name == long);
    if let Some((_, wanted)) = wanted
        && *wanted != value.as_deref()
    {
        found.push(format!("--{long} {value:?}, expected {wanted:?}"));
    }
    let letter = LETTERS.iter().find(|(name, _)| *name == long);
    if arg.get_short() != letter.map(|(_, letter)| *letter) {
        found.push(format!("--{long} and the letter {:?}", arg.get_short()));
    }
    // A switch, or a switch that a file may follow.
    if long == "json"
        && takes_value
        && arg
            .get_num_args()
            .is_none_or(|range| range.min_values() > 0)
    {
        found.push("--json wants a value".to_owned());
    }
    found
}

fn takes_many(arg: &Arg) -> bool {
    matches!(arg.get_action(), clap::ArgAction::Append)
}

#[test]
fn all_commands_keep_the_conventions() {
    let mut found = Vec::new();
    for mut program in [kamen_cli::command(), Lab::command()] {
        program.build();
        let own = program
            .get_subcommands()
            .filter(|one| one.get_name() != "help");
        found.extend(own.flat_map(|command| breaches(command, program.get_name())));
    }
    found.retain(|line| !line.contains(" help"));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn kamen_says_of_the_laboratory_what_it_says_of_itself() {
    let program = Lab::command();
    let own = program.get_subcommands();
    let own: Vec<_> = own
        .map(|one| (one.get_name(), one.get_about().map(ToString::to_string)))
        .collect();
    let told = COMMANDS.map(|(name, about)| (name, Some(about.to_owned())));
    for one in &own {
        assert!(told.contains(one), "{one:?}");
    }
    assert_eq!(own.len(), told.len());
}
