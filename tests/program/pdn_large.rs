//! Collections of games that are larger than the memory that they may take.

use crate::command::{kamen_in, most_memory};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

/// Bytes of a comment in each game.
const COMMENT: usize = 2000;
/// Games of the smaller collection and of the larger, of which not all are read at once.
const GAMES: [usize; 2] = [3000, 24_000];
/// By how much the memory may differ, in kilobytes: three quarters of what the larger has more than the smaller.
const GROWTH: u64 = 31_000;

/// Commands that read a whole collection, and their exit status.
const COMMANDS: &[(&str, i32)] = &[
    ("pdn check games.pdn", 0),
    ("pdn convert games.pdn --repair -o out.pdn", 0),
    ("pdn find games.pdn --player nobody", 1),
    ("pdn tree games.pdn", 0),
    ("pdn index games.pdn -o games.kidx", 0),
    (
        "exercises games.pdn --player Ann --for black -q -o e.pdn",
        0,
    ),
];

fn collection(path: &Path, games: usize) {
    let mut file = BufWriter::new(File::create(path).unwrap());
    let comment = "All of it was known. ".repeat(COMMENT / 21);
    for round in 0..games {
        let moves = "1. c3-d4 b6-a5 2. b2-c3 a7-b6";
        let tags = format!("[GameType \"29\"]\n[Round \"{round}\"]\n[White \"Ann\"]");
        writeln!(file, "{tags}\n\n{moves} {{{comment}}} 2-0\n").unwrap();
    }
}

/// The most memory that a command takes, in kilobytes.
fn memory(folder: &Path, words: &str, status: i32) -> u64 {
    let words: Vec<&str> = words.split(' ').collect();
    let mut command = kamen_in(folder, &words);
    let mut child = (command.stdout(Stdio::null()).stderr(Stdio::null()))
        .spawn()
        .unwrap();
    let mut most = 0;
    let ended = loop {
        most = most.max(most_memory(&child).unwrap_or(0));
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        sleep(Duration::from_millis(5));
    };
    assert_eq!(ended.code(), Some(status), "{words:?}");
    most
}

#[test]
fn a_collection_of_any_size_takes_the_same_memory() {
    let folders = GAMES.map(|games| {
        let folder = tempfile::tempdir().unwrap();
        collection(&folder.path().join("games.pdn"), games);
        folder
    });
    for (words, status) in COMMANDS {
        let [small, large] = [0, 1].map(|which| memory(folders[which].path(), words, *status));
        println!("{words}: {small} and {large} kB");
        assert!(large < small + GROWTH, "{words}: {small} and {large} kB");
    }
}
