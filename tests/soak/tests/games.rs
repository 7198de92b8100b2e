//! Some games with the program that the workspace has built, which take half a minute.

use std::path::Path;
use std::process::Command;

#[test]
fn some_games_are_played_without_a_fault_and_only_once() {
    let soak = Path::new(env!("CARGO_BIN_EXE_kamen-soak"));
    let program = soak
        .with_file_name("kamen")
        .with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        program.exists(),
        "cargo build first: {} is missing",
        program.display()
    );
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("soak.jsonl");
    let play = |games: &str| {
        let mut command = Command::new(soak);
        command.args(["games", "--life", "11", "--games", games, "--program"]);
        let output = command
            .arg(&program)
            .arg("--journal")
            .arg(&journal)
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{errors}");
        (String::from_utf8(output.stdout).unwrap(), errors)
    };
    let (summary, errors) = play("11");
    assert!(summary.starts_with("11 games of 11 variants"), "{summary}");
    assert!(summary.ends_with("\n0 faults\n"), "{summary}");
    assert!(
        errors.contains("1 blocks of 11 games, 1 missing"),
        "{errors}"
    );
    // The second block is played by DXP.
    let (summary, errors) = play("22");
    assert!(summary.starts_with("22 games of 11 variants"), "{summary}");
    assert!(
        errors.contains("2 blocks of 11 games, 1 missing"),
        "{errors}"
    );
    assert!(errors.contains("block 1 (dxp): 11 games"), "{errors}");
}

#[test]
fn what_cannot_be_started_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kamen-soak"));
    command.args([
        "games",
        "--life",
        "2",
        "--games",
        "2",
        "--program",
        "/missing/kamen",
        "--journal",
    ]);
    let output = command
        .arg(folder.path().join("soak.jsonl"))
        .output()
        .unwrap();
    let summary = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{summary}");
    assert!(
        summary.contains("cannot start \"/missing/kamen\""),
        "{summary}"
    );
}
