//! The naive generator against the perft suites, and what is said about who has counted them.

use kamen_naive::suite::{Count, Suite};
use kamen_naive::{Fault, Naive};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Counted here; the program counts the rest.
const FEW_NODES: u64 = 100_000;

const README: &str = include_str!("../../../README.md");

fn path(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join(name)
}

/// The suites with their file names.
fn suites() -> Vec<(String, Suite)> {
    let files = fs::read_dir(path("perft/suites")).expect("the suites");
    let mut suites: Vec<_> = files
        .map(|file| {
            let file = file.expect("a file");
            let text = fs::read_to_string(file.path()).expect("a text");
            let name = file.file_name().into_string().expect("a name");
            let suite = Suite::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, suite)
        })
        .collect();
    suites.sort_by(|a, b| a.0.cmp(&b.0));
    suites
}

fn counts(suites: &[(String, Suite)]) -> impl Iterator<Item = &Count> {
    let entries = suites.iter().flat_map(|(_, suite)| &suite.entries);
    entries.flat_map(|entry| &entry.counts)
}

#[test]
fn the_suites_are_right() {
    for (name, suite) in suites() {
        for entry in suite.entries {
            let differences = entry.differences(&suite.naive, FEW_NODES);
            assert_eq!(differences, [""; 0], "{name} {}", entry.id);
        }
    }
}

#[test]
fn a_broken_rule_shows_where_the_suites_say_so() {
    let faults = [
        ("free-choice", Fault::FreeChoice, 202),
        ("removal-at-once", Fault::RemovedAtOnce, 186),
    ];
    for (tag, fault, positions) in faults {
        let mut seen = 0;
        for (name, suite) in suites() {
            let broken = suite.naive.with(fault);
            for entry in suite.entries {
                if entry.sensitive.iter().any(|rule| rule == tag) {
                    let differences = entry.differences(&broken, 0);
                    assert_eq!(differences.len(), 1, "{name} {} {tag}", entry.id);
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, positions, "{tag}");
    }
}

/// Counts of symmetrical positions cannot tell who begins.
#[test]
fn the_start_is_that_of_the_suites() {
    let mut seen = BTreeSet::new();
    for (name, suite) in suites() {
        let start = suite.entries.iter().find(|entry| entry.id == "start");
        if let Some(start) = start {
            assert_eq!(start.position, suite.naive.start(), "{name}");
            seen.insert(name);
        }
    }
    for variant in Naive::VARIANTS {
        assert!(seen.contains(&format!("{variant}.perft")), "{variant}");
    }
}

#[test]
fn a_source_is_known_and_this_generator_is_one_of_them() {
    for count in counts(&suites()) {
        let mut sources = count.source.split(" + ");
        let known = sources.all(|who| ["kamen-naive", "DCTL", "Scan 3.1"].contains(&who));
        assert!(known, "{count:?}");
        assert!(count.source.contains("kamen-naive"), "{count:?}");
    }
}

#[test]
fn the_readme_says_how_many_there_are() {
    let suites = suites();
    let by = |who| {
        let named = counts(&suites).filter(|count| count.source.contains(who));
        named.count()
    };
    let comma = |n: usize| format!("{},{:03}", n / 1000, n % 1000);
    let said = format!(
        "The suites hold {} counts. A second, naive move generator has found all of them, too \
         (`cargo run --release -p kamen-naive`); {} are also DCTL's, and {} Scan's.",
        comma(by("kamen-naive")),
        by("DCTL"),
        by("Scan")
    );
    let words: Vec<&str> = README.split_whitespace().collect();
    assert!(words.join(" ").contains(&said), "{said}");
}

fn run(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_kamen-naive");
    Command::new(program).args(args).output().expect("it runs")
}

#[test]
fn the_program_says_what_differs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let counts =
        "variant czech\ncount unique\nid a\nfen W:W21:B1\nsource test\nperft 1 1\nperft 2 5\n";
    let moves = "variant czech\nid b\nfen W:W21:B1\nmoves 21-18\n";
    for (name, text, line) in [
        ("a.perft", counts, "    line 7: perft 2 is 2, not 5"),
        ("b.moves", moves, "    b: the moves are 21-17, not 21-18"),
    ] {
        let file = folder.join(name);
        fs::write(&file, text).expect("a file");
        let output = run(&[&file.to_string_lossy()]);
        let text = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("DIFFERENT "), "{text}");
        assert_eq!(lines[1], line);
        assert!(lines[2].ends_with(" 1 different"), "{text}");
        assert_eq!(output.status.code(), Some(1), "{name}");
    }
}

#[test]
fn the_program_counts_all_suites() {
    let output = run(&["--max-nodes", "100"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().expect("a summary");
    assert!(last.contains(" counts and 351 lists of moves, "), "{last}");
    assert!(last.ends_with(" counts skipped, 0 different"), "{last}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let bad = [
        (
            "variant checkers",
            "line 1 cannot be read: variant checkers",
        ),
        ("count unique", "no line names a variant"),
        ("count paths", "line 1 cannot be read: count paths"),
        (
            "variant czech\ncount all",
            "line 2 cannot be read: count all",
        ),
        (
            "variant czech\nid a\nfen W:W99:B",
            "line 3 cannot be read: fen W:W99:B",
        ),
        (
            "variant czech\nperft 1 7",
            "line 2 cannot be read: perft 1 7",
        ),
        (
            "variant czech\nfen W:W21:B1\nperft 0 1",
            "line 3 cannot be read: perft 0 1",
        ),
        (
            "variant czech\nfen W:W21:B1\nmoves 21-x",
            "line 3 cannot be read: moves 21-x",
        ),
        (
            "variant czech\nmove 21-17",
            "line 2 cannot be read: move 21-17",
        ),
    ];
    let file = folder.join("bad.perft");
    let file = file.to_string_lossy();
    for (text, message) in bad {
        fs::write(&*file, text).expect("a file");
        let output = run(&[&file]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(error, format!("kamen-naive: {file}: {message}\n"));
        assert_eq!(output.status.code(), Some(2));
    }
    let usage = "kamen-naive: usage: kamen-naive [--max-nodes N] [FILE...]\n";
    for args in [&["--max-nodes", "many"][..], &["--max-nodes"], &["--all"]] {
        let output = run(args);
        assert_eq!(String::from_utf8_lossy(&output.stderr), usage);
        assert_eq!(output.status.code(), Some(2));
    }
    assert_eq!(run(&["/no/such.perft"]).status.code(), Some(2));
}
