//! `kamen exercises`.

use crate::command::{fail, kamen_in, output, run, succeed};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Games that were played by random players, so that much is missed.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let words = "match czech --engine random name=Anna --engine random name=Bert --games 12 --seed 5 --max-plies 120 --pdn games.pdn -q";
    let words: Vec<&str> = words.split(' ').collect();
    succeed(&mut kamen_in(folder.path(), &words));
    folder
}

fn exercises(folder: &Path, arguments: &[&str]) -> String {
    let common = ["exercises", "games.pdn", "--quiet", "--nodes", "300"];
    output(&mut kamen_in(folder, &[&common, arguments].concat()))
}

/// The exercises as JSON.
fn made(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let text = exercises(folder, &[&["--json"], arguments].concat());
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn exercises_are_sorted_chosen_and_the_same_again() {
    let folder = folder();
    let all = made(folder.path(), &[]);
    assert!(all.len() >= 5, "{}", all.len());
    let levels: Vec<u64> = all
        .iter()
        .map(|one| one["level"].as_u64().unwrap())
        .collect();
    assert!(levels.is_sorted() && levels.iter().all(|level| (1..=20).contains(level)));
    for (index, one) in all.iter().enumerate() {
        assert_eq!(one["exercise"], index + 1);
        // The other moves are all that are legal.
        let fen = one["fen"].as_str().unwrap();
        let legal = output(&mut kamen_in(folder.path(), &["moves", "czech", fen]));
        let mut legal: Vec<&str> = legal.lines().collect();
        let others = one["others"].as_array().unwrap().iter();
        let mut told: Vec<&str> = others
            .chain([&one["solution"]])
            .map(|one| one["move"].as_str().unwrap())
            .collect();
        legal.sort_unstable();
        told.sort_unstable();
        assert_eq!(told, legal, "{fen}");
    }
    assert_eq!(made(folder.path(), &["--threads", "1"]), all);
    assert_eq!(made(folder.path(), &["--threads", "3"]), all);
    let count = |arguments: &[&str]| made(folder.path(), arguments).len();
    let is = |key: &str, value: &str| all.iter().filter(|one| one[key] == value).count();
    assert_eq!(count(&["--for", "white"]), is("turn", "white"));
    assert_eq!(count(&["--for", "black"]), is("turn", "black"));
    let low = levels.iter().filter(|level| **level <= 2).count();
    assert_eq!(count(&["--level", "1..2"]), low);
    let missed = all.iter().filter(|one| one["missed"] == true).count();
    assert!(missed > 0 && count(&["--missed"]) == missed);
    // Anna has White in half of the games.
    let own = count(&["--player", "anna"]) + count(&["--player", "Bert"]);
    assert_eq!(own, all.len());
    let words = [
        "exercises",
        "games.pdn",
        "--nodes",
        "100",
        "--player",
        "nobody",
    ];
    let error = fail(&mut kamen_in(folder.path(), &words), 1);
    assert!(
        error.contains("no game has a player nobody; there are Anna, Bert"),
        "{error}"
    );
    // Nothing is left behind, and nothing is written.
    let with_file = [&words[..], &["-o", "none.pdn"]].concat();
    fail(&mut kamen_in(folder.path(), &with_file), 1);
    let left = |name: &str| folder.path().join(name).exists();
    assert!(!left("none.pdn") && !left(".kamen-journal.none.pdn"));
}

#[test]
fn pdn_reads_back_and_the_page_has_all() {
    let folder = folder();
    let outputs = ["-o", "e.pdn", "--html", "e.html", "--json", "e.json"];
    assert_eq!(exercises(folder.path(), &outputs), "");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let count = read("e.json").lines().count();
    let pdn = read("e.pdn");
    assert_eq!(pdn.matches("[Event \"Exercise ").count(), count);
    assert_eq!(pdn.matches("[Stipulation \"").count(), count);
    let checked = output(&mut kamen_in(folder.path(), &["pdn", "check", "e.pdn"]));
    assert!(
        checked.contains(&format!("{count} games")) && checked.contains(" 0 faults"),
        "{checked}"
    );
    let page = read("e.html");
    assert_eq!(page.matches("\"task\":\"").count(), count);
    // Nothing but the name of what a picture is.
    let page = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!page.contains("http://") && !page.contains("https://"));
    // The exercises are problems with one solution.
    let words = ["problem", "e.pdn", "--nodes", "300", "-q", "--json"];
    let (_, told, _) = run(&mut kamen_in(folder.path(), &words));
    for line in told.lines() {
        let problem: Value = serde_json::from_str(line).unwrap();
        let verdict = problem["verdict"].as_str().unwrap();
        assert!(
            !["no-solution", "other-solution"].contains(&verdict),
            "{line}"
        );
    }
    assert_eq!(told.lines().count(), count);
}

#[test]
fn faults_are_told_and_nothing_finished_is_lost() {
    let folder = folder();
    let good = fs::read_to_string(folder.path().join("games.pdn")).unwrap();
    fs::write(
        folder.path().join("bad.pdn"),
        format!("{good}\n[GameType \"29\"] 1. c3-d4 d4-d5 *\n"),
    )
    .unwrap();
    fs::write(folder.path().join("empty.pdn"), "").unwrap();
    let with = |words: &[&str]| {
        let common = ["exercises", "-q", "--nodes", "100"];
        kamen_in(folder.path(), &[&common, words].concat())
    };
    let error = fail(&mut with(&["bad.pdn", "-o", "e.pdn"]), 1);
    assert!(
        error.contains("bad.pdn: game 13: ") && error.contains("d4-d5"),
        "{error}"
    );
    assert!(error.contains("the same command resumes"), "{error}");
    assert!(
        folder.path().join(".kamen-journal.e.pdn").exists()
            && !folder.path().join("e.pdn").exists()
    );
    // Another command is refused; mended, the same goes on from the games that are done.
    let error = fail(&mut with(&["bad.pdn", "-o", "e.pdn", "--seed", "2"]), 2);
    assert!(
        error.contains("journal of another search for exercises: seed was 1"),
        "{error}"
    );
    fs::write(folder.path().join("bad.pdn"), &good).unwrap();
    let loud = ["exercises", "bad.pdn", "--nodes", "100", "-o", "e.pdn"];
    let (_, said) = succeed(&mut kamen_in(folder.path(), &loud));
    assert!(said.contains("12 games from an earlier run"), "{said}");
    assert!(!folder.path().join(".kamen-journal.e.pdn").exists());
    let at_once = output(&mut with(&["bad.pdn"]));
    assert_eq!(
        fs::read_to_string(folder.path().join("e.pdn")).unwrap(),
        at_once
    );
    let error = fail(&mut with(&["empty.pdn"]), 2);
    assert!(
        error.contains("empty.pdn: no game 1, the file has 0"),
        "{error}"
    );
    let error = fail(&mut with(&["none.pdn"]), 2);
    assert!(error.contains("none.pdn: "), "{error}");
    for level in ["0", "21", "7..3", "easy"] {
        let error = fail(&mut with(&["bad.pdn", "--level", level]), 2);
        assert!(
            error.contains("expected a level from 1 to 20, or two such as 5..12"),
            "{error}"
        );
    }
    let error = fail(&mut with(&["games.pdn", "-o", "no/e.pdn"]), 2);
    assert!(error.contains("no/e.pdn"), "{error}");
}
