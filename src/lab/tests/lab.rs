//! `kamen-lab` as users run it. That this package has such a test makes `cargo test --workspace` build the program, beside
//! which `kamen` finds the commands of the laboratory; `tests/program` runs them through `kamen`.

use std::process::{Command, Output};

fn lab(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kamen-lab"));
    command.args(words).output().unwrap()
}

#[test]
fn it_has_every_command_that_kamen_hands_over_and_no_other() {
    let help = lab(&["--help"]);
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, listed) = help.split_once("\nCommands:\n").unwrap();
    let listed = listed.lines().map_while(|line| line.strip_prefix("  "));
    let listed = listed.filter_map(|line| line.split(' ').next());
    let mut listed: Vec<&str> = listed.filter(|name| *name != "help").collect();
    let mut handed_over = kamen_cli::lab::COMMANDS.map(|(name, _)| name);
    listed.sort_unstable();
    handed_over.sort_unstable();
    assert_eq!(listed, handed_over);
}

#[test]
fn faults_are_told_by_its_own_name() {
    let output = lab(&["train", "czech", "--data", "missing", "--out", "w"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.starts_with("kamen-lab: ") && errors.contains("missing"),
        "{errors}"
    );
}
