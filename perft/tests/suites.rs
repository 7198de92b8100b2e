//! The engine against every suite up to a million nodes a line, and the runner as a program.

use kamen_core::rules::Variant;
use kamen_perft::Method;
use kamen_perft::suite::runner::{Options, load};
use kamen_perft::suites;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A million nodes at most, on one thread.
const OPTIONS: Options = Options {
    max_nodes: Some(1_000_000),
    method: Method::PLAIN,
};

/// The line of `czech.perft` that is falsified below: nodes of the start position.
const RIGHT: &str = "perft 5 7361\n";
const WRONG: &str = "perft 5 7362\n";

#[test]
fn every_suite_holds() {
    let (mut counts, mut lists) = (0, 0);
    for (name, text) in suites() {
        let loaded = load(name, text);
        assert_eq!(loaded.broken, [], "{name}");
        for job in &loaded.jobs {
            let outcome = job.run(&OPTIONS);
            assert_eq!(outcome.failures, [], "{name} {}", job.id);
            counts += outcome.counts;
            lists += usize::from(name.ends_with(".moves"));
        }
    }
    assert!(
        counts > 2000 && lists == 351,
        "{counts} counts, {lists} lists"
    );
}

#[test]
fn every_file_is_built_in_and_every_variant_has_both_kinds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
    let entries = std::fs::read_dir(folder).expect("the folder of suites");
    let files: BTreeSet<String> = entries
        .map(|entry| entry.expect("a file").file_name().into_string())
        .map(|name| name.expect("a readable name"))
        .collect();
    let built_in = suites().into_iter().map(|(name, _)| name.to_owned());
    assert_eq!(BTreeSet::from_iter(built_in), files);
    for variant in Variant::ALL {
        for kind in ["perft", "moves"] {
            let name = format!("{variant}.{kind}");
            assert!(files.contains(&name), "{name}");
        }
    }
}

#[test]
fn comments_cite_no_file_that_is_missing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
    for (name, text) in suites() {
        let comments = text.lines().filter(|line| line.starts_with('#'));
        for word in comments.flat_map(|line| line.split([' ', ',', ':'])) {
            let is_file = word.contains(".moves") || word.contains('/') && !word.starts_with("//");
            let path = folder.join(word.trim_end_matches('.'));
            assert!(!is_file || path.exists(), "{name}: {word}");
        }
    }
}

#[test]
fn a_wrong_count_is_found() {
    let (name, text) = czech();
    let loaded = load(name, &text.replacen(RIGHT, WRONG, 1));
    let outcomes = loaded.jobs.iter().map(|job| job.run(&OPTIONS));
    let failures: Vec<String> = outcomes
        .flat_map(|outcome| outcome.failures)
        .map(|failure| failure.to_string())
        .collect();
    let line = 1 + text
        .lines()
        .take_while(|line| *line != RIGHT.trim())
        .count();
    assert_eq!(
        failures,
        [format!(
            "line {line}: perft 5: expected 7362 nodes, found 7361"
        )]
    );
}

#[test]
fn the_program_checks_its_own_suites() {
    let output = run(&["--max-nodes", "1000"]);
    let lines = lines(&output);
    let positions: usize = suites()
        .iter()
        .map(|(n, text)| load(n, text).jobs.len())
        .sum();
    let ok = lines.iter().filter(|line| line.starts_with("ok ")).count();
    assert_eq!(ok, positions);
    let last = lines.last().expect("a summary");
    assert!(
        last.starts_with(&format!("{positions} positions, ")),
        "{last}"
    );
    assert!(last.ends_with(" counts, 0 failed"), "{last}");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "no terminal");
}

/// Broken in five ways; the counts of `good` and `wrong` are still looked at.
const BROKEN: &[u8] = b"variant czech
count unique
id good
fen W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12
source test
perft 1 7
perft two 49
prft 2 49
\xff\xfe
id nowhere
fen W:W99:B1
perft 1 1
id wrong
fen W:W21:B1
perft 1 1
perft 2 5
";

#[test]
fn a_broken_suite_is_reported_line_by_line_and_the_rest_is_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write(folder.path(), "broken.perft", BROKEN);
    let output = run(&["--suite", &path.to_string_lossy()]);
    let lines = lines(&output);
    for expected in [
        "line 7: expected `perft`, a depth in plies and a number of nodes, found `perft two 49`",
        "line 8: expected `variant`, `count`, `id`, `fen`, `source`, `perft` or `#`, found `prft",
        "line 9: expected `variant`",
        "line 10: bad position at column 4: no square 99",
        "line 16: perft 2: expected 5 nodes, found 2",
    ] {
        let times = lines.iter().filter(|line| line.contains(expected)).count();
        assert_eq!(times, 1, "{expected}: {lines:#?}");
    }
    let good = lines.iter().find(|line| line.contains(" good "));
    assert!(good.is_some_and(|line| line.starts_with("ok ")), "{good:?}");
    let last = lines.last().map(String::as_str);
    assert_eq!(last, Some("3 positions, 3 counts, 5 failed"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_wrong_count_and_a_wrong_list_make_the_program_fail() {
    let folder = tempfile::tempdir().expect("a folder");
    let counts = czech().1.replacen(RIGHT, WRONG, 1);
    let moves = "variant czech\nid a\nfen W:W21:B1\nmoves 21-17 21-18\n";
    for (name, text) in [("a.perft", counts.as_str()), ("a.moves", moves)] {
        let path = write(folder.path(), name, text.as_bytes());
        let output = run(&["--max-nodes", "10000", "--suite", &path.to_string_lossy()]);
        let lines = lines(&output);
        let last = lines.last().expect("a summary");
        assert!(last.ends_with(" 1 failed"), "{name}: {last}");
        assert_eq!(output.status.code(), Some(1), "{name}");
    }
}

#[test]
fn a_bad_command_line_is_a_usage_error() {
    let cases: &[(&[&str], &str)] = &[
        (&["--max-nodes", "many"], "--max-nodes"),
        (&["--depth", "3"], "--depth"),
        (&["--suite", "/no/such.perft"], "/no/such.perft"),
        (
            &["--suite", "suites/czech.moves", "/no/such.perft"],
            "/no/such.perft",
        ),
    ];
    for (args, part) in cases {
        let output = run(args);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(part), "{args:?}: {message}");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(output.stdout, b"", "{args:?}");
    }
}

fn czech() -> (&'static str, &'static str) {
    let mut suites = suites().into_iter();
    let czech = suites.find(|(name, _)| *name == "czech.perft");
    czech.expect("a Czech suite")
}

fn run(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_kamen-perft");
    Command::new(program).args(args).output().expect("it runs")
}

fn lines(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(str::to_owned).collect()
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a written file");
    path
}
