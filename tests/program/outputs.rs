//! Where results go is looked at before the work begins: nothing is done, and nothing left, where it cannot be written.

use crate::command::{fail, kamen_in, output};
use std::fs;
use tempfile::TempDir;

/// A folder `games.pdn`, `a.book` and the folder `dir` lie in.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let games = "[GameType \"29\"] 1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n";
    fs::write(folder.path().join("games.pdn"), games).unwrap();
    fs::create_dir(folder.path().join("dir")).unwrap();
    folder
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Commands up to the name of the file that they write.
const COMMANDS: [&str; 25] = [
    "analyze games.pdn --out",
    "analyze games.pdn --html",
    "analyze games.pdn --json",
    "analyze merge part.jsonl --out",
    "exercises games.pdn --out",
    "exercises games.pdn --json",
    "problem games.pdn --out",
    "match czech --engine random --engine easy --pdn",
    "match czech --engine random --engine easy --json",
    "match czech --engine random --engine easy --journal",
    "match merge a.jsonl --verdict",
    "perft czech --split 3 --out",
    "pdn convert games.pdn --out",
    "pdn find games.pdn --after c3-d4 --pdn",
    "pdn index games.pdn --out",
    "pdn tree games.pdn --html",
    "book build czech --positions 9 --out",
    "book ballots czech --plies 4 --count 9 --out",
    "book prune czech --out",
    "status --html",
    "selfplay czech --games 9 --out",
    "train czech --data a.games --out",
    "td learn czech --games 9 --shared",
    "university maze --html",
    "bench --tree czech --svg",
];

#[test]
fn a_file_that_cannot_be_is_refused_before_the_work() {
    let folder = folder();
    let before = names(&folder);
    for command in COMMANDS {
        for (name, expected) in [
            ("dir", "it is a folder, expected a file"),
            ("absent/file", "there is no folder absent"),
        ] {
            let words: Vec<&str> = command.split(' ').chain([name]).collect();
            let told = fail(&mut kamen_in(folder.path(), &words), 2);
            assert!(told.contains(expected), "{words:?}: {told}");
            assert_eq!(names(&folder), before, "{words:?}");
        }
    }
    let told = fail(&mut kamen_in(folder.path(), &["man", "games.pdn"]), 2);
    assert!(told.contains("it is a file, expected a folder"), "{told}");
}

#[test]
fn two_outputs_are_two_files() {
    let folder = folder();
    let before = names(&folder);
    for command in [
        "analyze games.pdn --out a --html a",
        "analyze games.pdn --out a --json ./a",
        "exercises games.pdn --out a --html dir/../a",
        "problem games.pdn --out a --json a",
        "match czech --engine random --engine easy --pdn a --json a",
        "match czech --engine random --engine easy --pdn a --journal a",
        "match merge a.jsonl --pdn a --json a",
        "td learn czech --games 9 --white a --black a",
        "university maze --journal a --html a",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let told = fail(&mut kamen_in(folder.path(), &words), 2);
        assert!(
            told.contains("a is named for two outputs"),
            "{words:?}: {told}"
        );
        assert_eq!(names(&folder), before, "{words:?}");
    }
    let both = [
        "analyze",
        "games.pdn",
        "--nodes",
        "10",
        "--out",
        "/dev/null",
    ];
    let device = [&both[..], &["--html", "/dev/null", "--quiet"]].concat();
    assert_eq!(output(&mut kamen_in(folder.path(), &device)), "");
}
