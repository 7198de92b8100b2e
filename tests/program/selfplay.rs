//! `kamen selfplay` as users run it: what it prints, what it refuses, and that nothing is lost.

#[cfg(unix)]
use crate::command::interrupt;
use crate::command::{fail, kamen, kill_after, run, succeed};
use kamen::training::record::Records;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

fn selfplay(arguments: &str, out: &Path) -> Command {
    let mut command = kamen(&format!("selfplay {arguments} --out"));
    command.arg(out);
    command
}

/// The standard output and error of games that must succeed.
fn output(arguments: &str, out: &Path) -> (String, String) {
    succeed(&mut selfplay(arguments, out))
}

fn games(path: &Path) -> usize {
    let records = Records::open(path).unwrap();
    records.map(Result::unwrap).count()
}

#[test]
fn games_are_played_once_and_added_to() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("czech.games");
    let settings = "--variant czech --nodes 50 --seed 7";
    let (text, errors) = output(&format!("{settings} --games 5"), &path);
    assert!(
        text.starts_with("5 games, ") && text.contains("; played 5 now, "),
        "{text}"
    );
    assert_eq!(errors, "");
    let first = fs::read(&path).unwrap();
    let (text, errors) = output(&format!("{settings} --games 5"), &path);
    assert!(text.contains("; played 0 now, "), "{text}");
    assert!(
        errors.contains("holds 5 games already; 0 are missing"),
        "{errors}"
    );
    assert_eq!(fs::read(&path).unwrap(), first);
    let (_, errors) = output(&format!("{settings} --games 9 --threads 3 --quiet"), &path);
    assert_eq!(errors, "");
    assert!(fs::read(&path).unwrap().starts_with(&first));
    assert_eq!(games(&path), 9);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = TempDir::new().unwrap();
    let [there, foreign] = ["english.games", "text"].map(|name| folder.path().join(name));
    fs::write(&foreign, "something else").unwrap();
    let settings = "--variant english --games 2 --nodes 50";
    output(settings, &there);
    let before = fs::read(&there).unwrap();
    let cases = [
        (
            "--variant czech --games 2 --nodes 50",
            &there,
            2,
            "holds games of english, expected czech",
        ),
        (
            "--variant english --games 2 --nodes 51",
            &there,
            2,
            "nodes was 50, now it is 51",
        ),
        (
            "--variant english --games 2 --nodes 50 --seed 2",
            &there,
            2,
            "seed was 1",
        ),
        (
            "--variant english --games 2 --nodes 50 --no-adjudication",
            &there,
            2,
            "adjudicates was true",
        ),
        (settings, &foreign, 2, "is no file of kamen selfplay"),
        (settings, &folder.path().to_owned(), 2, "cannot use"),
        (
            settings,
            &folder.path().join("no/such/folder"),
            2,
            "cannot use",
        ),
        ("--variant english --games 0", &there, 2, "1..=100000000"),
        (
            "--variant english --games 1 --random-plies 9-3",
            &there,
            2,
            "expected a number from 1",
        ),
        (
            "--variant english --games 1 --random-plies 0",
            &there,
            2,
            "expected a number from 1",
        ),
        (
            "--variant english --games 1 --max-plies 9",
            &there,
            2,
            "expected fewer random ones",
        ),
        ("--variant chess --games 1", &there, 2, "possible values"),
        ("--games 1", &there, 2, "--variant"),
    ];
    for (arguments, out, status, expected) in cases {
        let errors = fail(&mut selfplay(arguments, out), status);
        assert!(errors.contains(expected), "{arguments}: {errors}");
    }
    assert_eq!(fs::read(&there).unwrap(), before);
    assert_eq!(fs::read(&foreign).unwrap(), b"something else");
}

#[test]
fn a_killed_run_goes_on_to_the_same_file() {
    let folder = TempDir::new().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let settings = "--variant russian --games 40 --nodes 100 --seed 3";
    output(settings, &whole);
    for _ in 0..3 {
        let mut command = selfplay(settings, &killed);
        kill_after(&mut command, Duration::from_millis(150));
    }
    output(settings, &killed);
    assert_eq!(fs::read(killed).unwrap(), fs::read(whole).unwrap());
}

#[cfg(unix)]
#[test]
fn the_first_signal_ends_it_in_order() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let long = "--variant english --games 1000000 --nodes 200 --threads 2";
    // It hears signals from when games are played.
    let plays = || fs::metadata(&path).is_ok_and(|file| file.len() >= 2000);
    let (status, out, errors) = interrupt(&mut selfplay(long, &path), plays);
    assert_eq!(status, Some(1), "{errors}");
    assert!(
        errors.contains("games to go; the same command resumes from here"),
        "{errors}"
    );
    assert!(
        out.starts_with(&format!("{} games, ", games(&path))),
        "{out}"
    );
}

/// A file may grow only so far, as on a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_is_named_and_what_was_good_stays() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let settings = "--variant czech --games 60 --nodes 50 --threads 2";
    let script = format!(
        "trap '' XFSZ; ulimit -f 4; exec '{}' selfplay {settings} --out '{}'",
        env!("CARGO_BIN_EXE_kamen"),
        path.display()
    );
    let errors = fail(Command::new("bash").args(["-c", &script]), 1);
    let kept = fs::metadata(&path).unwrap().len();
    assert!(
        errors.contains(&format!("cannot use {}: at byte {kept}: ", path.display())),
        "{errors}"
    );
    let there = games(&path);
    assert!((1..60).contains(&there), "{there}");
    let (_, _, errors) = run(&mut selfplay(settings, &path));
    assert!(errors.contains(&format!("holds {there} games already")));
    assert_eq!(games(&path), 60);
}
