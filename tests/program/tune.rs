//! `kamen tune`: iterations, resuming, and what is refused.

use crate::command::{kamen, text};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

const ENGINE: &[&str] = &[
    "--engine",
    "kamen",
    "nodes=100",
    "param.tt-size=12",
    "param.book=false",
    "param.eval=hand-made",
];
const NUMBERS: &[&str] = &[
    "--param",
    "search-futility=60,0,200,40",
    "search-lmr-base=50,0,150,60",
];

fn tune(folder: &Path, iterations: &str, more: &[&str]) -> Output {
    let mut command = kamen("tune");
    command.arg("czech").args(ENGINE).args(NUMBERS);
    command.args([
        "--pairs",
        "2",
        "--max-plies",
        "60",
        "--iterations",
        iterations,
    ]);
    command
        .arg("--dir")
        .arg(folder)
        .args(more)
        .output()
        .unwrap()
}

#[test]
fn parameters_move_with_the_games_and_a_seed_repeats_them() {
    let folder = TempDir::new().unwrap();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let one = tune(&first, "6", &[]);
    assert!(one.status.success(), "{}", text(&one.stderr));
    let one = text(&one.stdout);
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!(lines.len(), 6 + 3 + 1, "{one}");
    for (number, line) in (1..).zip(&lines[..6]) {
        assert!(
            line.trim_start().starts_with(&format!("{number} +")),
            "{line}"
        );
    }
    assert!(lines[6].starts_with("parameter"), "{one}");
    let words: Vec<&str> = lines[9].split(' ').collect();
    assert!(words[0].starts_with("param.search-futility="), "{one}");
    assert!(words[1].starts_with("param.search-lmr-base="), "{one}");
    // They have moved.
    assert!(!lines[5].ends_with(" 60.000 50.000"), "{one}");
    let more = ["--threads", "2", "--quiet"];
    assert_eq!(text(&tune(&second, "6", &more).stdout), one);
    assert_eq!(
        fs::read_to_string(first.join("log.txt")).unwrap(),
        lines[..6].join("\n") + "\n"
    );
    // What it found is what a match takes.
    let mut game = kamen("match");
    game.args(["czech", "--games", "2", "--max-plies", "10", "--quiet"]);
    let played = game
        .args(ENGINE)
        .args(&words)
        .args(ENGINE)
        .output()
        .unwrap();
    assert!(played.status.success(), "{}", text(&played.stderr));
}

#[test]
fn the_same_command_goes_on_where_it_was_stopped() {
    let folder = TempDir::new().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    let expected = text(&tune(&whole, "5", &[]).stdout);
    // As after a kill: all iterations are kept, and the log is cut in a line.
    tune(&cut, "5", &[]);
    let path = cut.join("checkpoint.json");
    let kept = fs::read_to_string(&path).unwrap();
    assert!(text(&tune(&cut, "5", &[]).stdout).starts_with("parameter"));
    fs::write(cut.join("log.txt"), "half a li").unwrap();
    let again = tune(&cut, "5", &[]);
    assert!(text(&again.stderr).contains("holds 5 iterations already; 0 are missing"));
    let log = fs::read_to_string(cut.join("log.txt")).unwrap();
    assert_eq!(log.lines().count(), 5);
    assert!(expected.starts_with(&log));
    // Damage is told, and nothing is played.
    fs::write(&path, kept.replace("search-lmr-base", "search-lmr-case")).unwrap();
    let damaged = tune(&cut, "5", &[]);
    assert_eq!(damaged.status.code(), Some(1));
    assert!(
        text(&damaged.stderr).contains("checkpoint.json"),
        "{}",
        text(&damaged.stderr)
    );
}

#[cfg(unix)]
#[test]
fn a_stopped_run_loses_an_iteration_at_most() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let folder = TempDir::new().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    let expected = text(&tune(&whole, "8", &[]).stdout);
    let mut command = kamen("tune");
    command.arg("czech").args(ENGINE).args(NUMBERS);
    command.args(["--pairs", "2", "--max-plies", "60", "--iterations", "8"]);
    command.arg("--dir").arg(&cut).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let rest = tune(&cut, "8", &[]);
    assert!(rest.status.success(), "{}", text(&rest.stderr));
    assert!(expected.starts_with(&first));
    assert!(
        expected.ends_with(&text(&rest.stdout)),
        "{}",
        text(&rest.stdout)
    );
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("run");
    let cases: &[(&[&str], &str, i32)] = &[
        (
            &["--engine", "easy", "--param", "a=1,0,2,1"],
            "easy has no parameters",
            2,
        ),
        (
            &["--engine", "kamen", "--param", "a=1,0,2,1"],
            "no limit",
            2,
        ),
        (
            &["--engine", "kamen", "nodes=9", "--param", "luck=1,0,2,1"],
            "no parameter luck",
            2,
        ),
        (
            &["--engine", "kamen", "nodes=9", "--param", "a=1,0,2"],
            "NAME=START,LEAST,MOST,STEP",
            2,
        ),
        (
            &[
                "--engine",
                "kamen",
                "nodes=9",
                "--param",
                "a=1,0,2,1",
                "a=1,0,3,1",
            ],
            "a is given twice",
            2,
        ),
    ];
    for (words, expected, status) in cases {
        let mut command = kamen("tune");
        command
            .arg("czech")
            .args(*words)
            .args(["--iterations", "2"])
            .arg("--dir")
            .arg(&place);
        let refused = command.output().unwrap();
        let errors = text(&refused.stderr);
        assert!(errors.contains(expected), "{words:?}: {errors}");
        assert_eq!(refused.status.code(), Some(*status), "{words:?}: {errors}");
    }
    // Other settings than those of the folder.
    assert!(tune(&folder.path().join("own"), "2", &[]).status.success());
    let other = tune(&folder.path().join("own"), "2", &["--seed", "9"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("has other settings: seed was 1, now it is 9"));
}

#[test]
fn a_parameter_that_the_engine_does_not_have_leaves_no_folder() {
    let folder = TempDir::new().unwrap();
    let refused = |dir: &Path| {
        let mut command = kamen("tune czech --param foo=50,0,100,10 --iterations 2");
        command.args(ENGINE).arg("--dir").arg(dir);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stderr);
        assert!(told.contains("no parameter foo"), "{told}");
    };
    refused(&folder.path().join("new"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // One that was there stays.
    refused(folder.path());
    assert!(folder.path().exists());
}
