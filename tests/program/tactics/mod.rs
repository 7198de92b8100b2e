//! The tactics suites of `tests/data/tactics`, and `kamen bench --suite` by the real binary.

mod mine;

use crate::command::{kamen, run, succeed};
use kamen::{AnyPosition, Variant};
use mine::Level;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many positions of all suites the search solves, at least, with so many nodes each.
const SOLVED: [(Level, &str, usize); 2] =
    [(Level::Usual, "20000", 320), (Level::Hard, "100000", 262)];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tactics")
}

fn suite(variant: Variant) -> PathBuf {
    Level::Usual.path(&folder(), variant)
}

/// The suites of a level, in the order of the variants.
fn suites(level: Level) -> Vec<PathBuf> {
    let path = |variant| level.path(&folder(), variant);
    Variant::ALL.into_iter().map(path).collect()
}

/// The lines of a suite that are positions.
fn lines(suite: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(suite).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

fn bench(arguments: &[&str], suites: &[PathBuf]) -> Command {
    let mut command = kamen("bench --tt-size 16");
    command.args(arguments).arg("--suite").args(suites);
    command
}

/// The standard output of a run that must succeed.
fn output(arguments: &[&str], suites: &[PathBuf]) -> String {
    succeed(&mut bench(arguments, suites)).0
}

/// The numbers of positions that were found and searched, by the last line.
fn found(text: &str) -> (usize, usize) {
    let last = text.lines().last().unwrap_or_default();
    let words: Vec<&str> = last.split(' ').collect();
    assert_eq!(
        (words[0], words[2], words[4]),
        ("Tactics:", "of", "found,"),
        "{last}"
    );
    (words[1].parse().unwrap(), words[3].parse().unwrap())
}

#[test]
fn every_line_is_a_position_with_a_move_to_choose() {
    for level in [Level::Usual, Level::Hard] {
        for suite in suites(level) {
            let name = suite.file_stem().unwrap().to_str().unwrap();
            check(level, name.parse().unwrap(), &lines(&suite));
        }
    }
}

fn check(level: Level, variant: Variant, lines: &[String]) {
    let count = lines.len();
    let least = level.wanted(variant).min(20);
    assert!(count >= least, "{variant}, {level:?}: {count}");
    let mut seen = HashSet::new();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], variant.name(), "{line}");
        assert!(seen.insert(words[1].to_owned()), "twice: {line}");
        let position = AnyPosition::parse_fen(variant, words[1]).unwrap();
        assert_eq!(position.fen(), words[1], "{line}");
        let moves = position.legal_moves();
        let named = moves.iter().filter(|m| m.to_string() == words[2]);
        assert_eq!(named.count(), 1, "{line}");
        assert!(moves.len() > 1, "{line}");
    }
}

#[test]
fn most_are_solved_with_few_nodes() {
    for (level, nodes, least) in SOLVED {
        let suites = suites(level);
        let text = output(&["--nodes", nodes], &suites);
        let (solved, positions) = found(&text);
        let all: usize = suites.iter().map(|suite| lines(suite).len()).sum();
        assert_eq!(positions, all);
        assert!(solved >= least, "{solved} of {positions}:\n{text}");
        println!("{solved} of {positions} with {nodes} nodes each");
    }
}

#[test]
fn a_limit_of_nodes_gives_the_same_answers() {
    let suites = [suite(Variant::Czech), suite(Variant::Losing)];
    let answers = || {
        let text = output(&["--nodes", "3000"], &suites);
        let untimed = |line: &str| {
            let words = line.split_whitespace();
            let without_seconds = words.filter(|word| !word.contains('.') || word.contains(':'));
            without_seconds.map(|word| format!("{word} ")).collect()
        };
        text.lines().map(untimed).collect::<Vec<String>>()
    };
    let first = answers();
    assert!(first.iter().any(|line| line.starts_with("found ")));
    assert!(first.iter().any(|line| line.starts_with("missed ")));
    assert_eq!(first, answers());
}

#[test]
fn answers_are_objects_too() {
    let file = written("czech W:W22,23:B6,10,3 22-17\nlosing W:W31-35:B1 31-27\n");
    let text = output(&["--nodes", "500", "--json"], &[file.path().to_owned()]);
    let lines = text.lines().map(serde_json::from_str);
    let events: Vec<serde_json::Value> = lines.map(Result::unwrap).collect();
    let kinds: Vec<&str> = events
        .iter()
        .map(|e| e["event"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["tactic", "tactic", "tactics", "tactics", "tactics"]);
    for tactic in &events[..2] {
        let is_best = tactic["played"] == tactic["best"];
        assert_eq!(tactic["found"], is_best, "{tactic}");
        assert_eq!(tactic["since"].is_object(), is_best, "{tactic}");
    }
    let found = events[..2].iter().filter(|tactic| tactic["found"] == true);
    let sums = events.last().unwrap();
    assert_eq!(sums["variant"], serde_json::Value::Null);
    assert_eq!(
        (&sums["positions"], &sums["found"]),
        (&2.into(), &found.count().into())
    );
}

#[test]
fn time_limits_the_search_of_each_position() {
    let file = written("czech W:W22,23:B6,10,3 22-17\nczech W:W22,23:B6,10,3 22-18\n");
    let clock = std::time::Instant::now();
    let text = output(&["--time", "0.2"], &[file.path().to_owned()]);
    assert!(clock.elapsed().as_secs_f64() < 20.0);
    let (solved, positions) = found(&text);
    assert!(positions == 2 && solved <= 1, "{text}");
    assert!(text.lines().any(|line| line.starts_with("czech")), "{text}");
}

fn written(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

#[test]
fn wrong_usage_and_bad_files_are_told() {
    let good = "czech W:W22,23:B6,10 22-17";
    let cases = [
        (good, vec![], "--time"),
        (good, vec!["--time", "0"], "expected seconds"),
        (good, vec!["--nodes", "0"], "0 is not in"),
        (
            good,
            vec!["--nodes", "9", "--depth", "4"],
            "cannot be used with",
        ),
        ("# nothing\n", vec!["--nodes", "9"], "no positions in"),
        (
            "czech W:W22,23:B6 22-17\nczech W:W22,23:B6 22-16\nchess x y",
            vec!["--nodes", "9"],
            ", line 2: illegal move '22-16'",
        ),
        (
            "czech W:W22,23:B6 22-17\nczech W:W22,23:B6 22-16\nchess x y",
            vec!["--nodes", "9"],
            ", line 3: unknown variant 'chess'",
        ),
    ];
    for (text, arguments, expected) in cases {
        let file = written(text);
        let (status, out, errors) = run(&mut bench(&arguments, &[file.path().to_owned()]));
        assert!(errors.contains(expected), "{text} {arguments:?}: {errors}");
        assert_eq!(status, Some(2), "{errors}");
        assert!(out.is_empty());
    }
    // A file of another kind, and one with many faults among good lines.
    let pdn = "[Event \"A\"]\n[White \"B\"]\n\n1. 32-28 19-23 2. 28x19 *\n".repeat(50);
    let faulty = format!(
        "czech W:W22,23:B6 22-17\n{}",
        "chess W:Wc3:Bf6 c3-d4\n".repeat(50)
    );
    for (text, lines, expected) in [
        (
            pdn,
            1,
            "line 1: found '[Event \"A\"]', expected a variant, a FEN and the best move; the file is no suite",
        ),
        (
            faulty,
            11,
            "line 11: unknown variant 'chess', expected one of those that kamen variants lists\nwhat follows",
        ),
    ] {
        let file = written(&text);
        let (status, _, errors) = run(&mut bench(&["--nodes", "9"], &[file.path().to_owned()]));
        assert!(errors.contains(expected), "{errors}");
        assert_eq!(
            (status, errors.lines().count()),
            (Some(2), lines),
            "{errors}"
        );
    }
    let mut missing = bench(&["--nodes", "9"], &[folder().join("missing.txt")]);
    let (status, _, errors) = run(&mut missing);
    assert!(
        errors.contains("cannot read") && errors.contains("missing.txt"),
        "{errors}"
    );
    assert_eq!(status, Some(2));
}
