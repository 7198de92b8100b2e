//! `kamen selfplay` as users run it: what it prints, what it refuses, and that nothing is lost.

#[cfg(unix)]
use crate::command::interrupt;
use crate::command::{fail, kamen, kill_after, run, succeed};
use kamen_training::record::Records;
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
        (
            "--variant english --games 2 --nodes 50 --bb-size 4",
            &there,
            2,
            "tables was 0, now it is 4",
        ),
        (
            "--variant english --games 2 --nodes 50 --bb-size 5 --bb-path no/such/folder",
            &there,
            2,
            "found all endgame tables of 4 pieces, expected 5",
        ),
        (
            "--variant english --games 2 --nodes 50 --bb-size 99",
            &there,
            2,
            "99 is not in 0..",
        ),
        (settings, &foreign, 2, "is no file of kamen selfplay"),
        (settings, &folder.path().to_owned(), 2, "it is a folder"),
        (
            settings,
            &folder.path().join("no/such/folder"),
            2,
            "there is no folder",
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
        ("--games 1", &there, 2, "<VARIANT>"),
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

#[test]
fn parts_of_a_run_are_the_whole() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let settings = "--variant czech --nodes 50 --seed 7 --quiet --games 11";
    output(settings, &path("whole"));
    // Three processes at the same time, one of which has two threads.
    let parts = ["1/3", "2/3 --threads 2", "3/3"];
    let parts: Vec<_> = parts
        .iter()
        .enumerate()
        .map(|(i, shard)| {
            let name = path(&format!("part{i}"));
            let child = selfplay(&format!("{settings} --shard {shard}"), &name).spawn();
            (name, child.unwrap())
        })
        .collect();
    let parts: Vec<_> = parts
        .into_iter()
        .map(|(name, mut child)| {
            assert!(child.wait().unwrap().success());
            name
        })
        .collect();
    let merge = |parts: &[&Path], more: &str| {
        let mut command = kamen("selfplay merge");
        command.args(parts).args(more.split_whitespace());
        command.arg("--out").arg(path("merged"));
        command
    };
    let [first, second, third] = [&parts[0], &parts[1], &parts[2]].map(|path| path.as_path());
    let (text, errors) = succeed(&mut merge(&[third, first, second], ""));
    assert!(
        text.ends_with("merged: 11 games\n") && errors.is_empty(),
        "{text}{errors}"
    );
    assert_eq!(
        fs::read(path("merged")).unwrap(),
        fs::read(path("whole")).unwrap()
    );

    output(&settings.replace("seed 7", "seed 8"), &path("other"));
    let other = path("other");
    let cases: [(&[&Path], &str, &str); 6] = [
        (
            &[first, third],
            "",
            "no file has game 1, expected all from 0 to 9",
        ),
        (
            &[first, second, third],
            "--games 12",
            "no file has game 11, expected all from 0 to 11",
        ),
        (
            &[first, second, first],
            "",
            "both have game 0, expected parts of one run",
        ),
        (
            &[first, &other],
            "",
            "other settings: seed was 8, now it is 7",
        ),
        (&[first, Path::new("/nowhere")], "", "cannot use /nowhere"),
        (
            &[first, second, third],
            "--games 5",
            "expected all from 0 to 4",
        ),
    ];
    for (parts, more, expected) in cases {
        let errors = fail(&mut merge(parts, more), 2);
        assert!(errors.contains(expected), "{errors}");
    }
    for shard in ["0/3", "4/3", "1", "a/b", "1/0"] {
        let errors = fail(
            &mut selfplay(&format!("{settings} --shard {shard}"), &other),
            2,
        );
        assert!(errors.contains("such as 1/4"), "{shard}: {errors}");
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_is_removed_meanwhile_is_told() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.games");
    let mut command = selfplay("czech --games 100000 --nodes 50 --quiet", &path);
    let (status, _, errors) = interrupt(&mut command, || {
        let is_there = fs::metadata(&path).is_ok_and(|file| file.len() > 2000);
        if is_there {
            fs::remove_file(&path).unwrap();
            std::thread::sleep(Duration::from_secs(2));
        }
        is_there
    });
    assert_eq!(status, Some(1), "{errors}");
    let expected = "a.games: at byte ";
    let gone = "the file was removed or replaced while it was in use";
    assert!(
        errors.contains(expected) && errors.contains(gone),
        "{errors}"
    );
}
