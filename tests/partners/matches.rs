//! `kamen match` and programs that are good, wrong or broken.
//!
//! The program is this very test, called as `engine FAULT` (`engine.rs`).

use crate::bounds::left_behind;
use crate::slow::STARTS;
use crate::text;
use kamen::Variant;
use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// All tests of this file.
pub fn trials() -> Vec<Trial> {
    let named = |name: &str, test: fn() -> Result<(), Failed>| Trial::test(name, test);
    let mut trials = vec![
        named(
            "good_and_noisy_programs_play_without_a_fault",
            good_programs,
        ),
        named("levels_are_sent_as_hub_has_them", levels),
        named("nobody_is_left_behind", nobody_left),
        named(
            "kamen_plays_by_hub_and_dxp_in_every_variant",
            kamen_everywhere,
        ),
        named("dxp_programs_play_matches", dxp),
        named("no_clock_runs_while_the_last_game_is_read", slow_readers),
        named("scan_plays_by_hub_1", scan),
    ];
    trials.extend(FAULTS.iter().map(|&(fault, kind, detail)| {
        let name = format!("a_fault_is_counted_and_survived_{fault}");
        Trial::test(name, move || survived(fault, kind, detail))
    }));
    trials
}

/// The contestant that plays the first legal move, and does something wrong.
pub fn engine(fault: &str) -> String {
    let program = std::env::current_exe().expect("this program");
    format!("cmd='{}' engine {fault}", program.display())
}

/// `kamen match VARIANT`, with the words of two contestants and more arguments.
pub fn run(variant: &str, contestants: [&[&str]; 2], more: &str, folder: &Path) -> Output {
    let output = command(variant, contestants, more, folder).output();
    output.expect("kamen runs")
}

/// The same, not yet started.
pub fn command(variant: &str, contestants: [&[&str]; 2], more: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
    command
        .args(["match", variant])
        .args(more.split_whitespace());
    for words in contestants {
        command.arg("--engine").args(words);
    }
    command
        .arg("--json")
        .arg(folder.join("result.json"))
        .current_dir(folder)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null());
    command
}

pub fn result(folder: &Path) -> Value {
    let bytes = std::fs::read(folder.join("result.json")).expect("a result");
    serde_json::from_slice(&bytes).expect("JSON")
}

/// The faults of a contestant, `kind count`.
pub fn faults(result: &Value, name: &str) -> String {
    let contestants = result["contestants"].as_array().expect("contestants");
    let one = contestants.iter().find(|one| one["name"] == name);
    one.expect("the contestant")["result"]["faults"].to_string()
}

pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Fault, what it is counted as, and a part of what is said of it.
const FAULTS: &[(&str, &str, &str)] = &[
    ("illegal", "illegal move", "illegal move '1-50': "),
    ("rubbish", "illegal move", "bad move 'castle'"),
    (
        "no-move",
        "illegal move",
        "`done` without a move; its last error: I am lost",
    ),
    (
        "crash",
        "crash",
        "it ended (exit status: 3); its last words: division by zero",
    ),
    ("hang", "hang", "no move within "),
    ("slow", "time", "a move took "),
    ("closes", "crash", "it closed its output"),
    ("endless", "hang", "no move within "),
    ("complains-endlessly", "hang", "no move within "),
    ("long-move", "illegal move", "bad move '1x50x"),
    ("leaves-a-child", "crash", "it ended (exit status: 0)"),
];

fn survived(fault: &str, kind: &str, detail: &str) -> Result<(), Failed> {
    if cfg!(not(unix)) && fault == "closes" {
        return Ok(());
    }
    let folder = folder();
    let words = [
        engine(fault),
        "name=bad".into(),
        "margin=0.2".into(),
        "timeout=0.9".into(),
    ];
    let is_slow = matches!(fault, "hang" | "endless" | "complains-endlessly" | "slow");
    let limit = if is_slow { "movetime=0.1" } else { "depth=1" };
    let bad = [&words[0], &words[1], &words[2], &words[3], limit];
    let output = run(
        "international",
        [&bad, &["random"]],
        "--games 4",
        folder.path(),
    );
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let result = result(folder.path());
    // It lost every game by its fault in its third move, and was there again for the next.
    assert_eq!(result["games"], 4, "{result:#}");
    assert_eq!(
        faults(&result, "bad"),
        format!("{{\"{kind}\":4}}"),
        "{errors}"
    );
    assert_eq!(result["reasons"][kind], 4, "{result:#}");
    assert_eq!(result["contestants"][0]["result"]["wins"], 4);
    assert_eq!(errors.matches(detail).count(), 4, "{errors}");
    assert!(text(&output.stdout).contains(&format!("faults: {kind} 4")));
    Ok(())
}

fn good_programs() -> Result<(), Failed> {
    for fault in ["none", "noise", "complains"] {
        let folder = folder();
        let words = [engine(fault), "param.threads=2".into(), "movetime=5".into()];
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let more = "--games 6 --concurrency 2 --pdn games.pdn";
        let output = run("international", [&words, &["random"]], more, folder.path());
        let errors = text(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let result = result(folder.path());
        assert_eq!(result["games"], 6);
        for one in result["contestants"].as_array().expect("contestants") {
            assert_eq!(one["result"]["faults"], serde_json::json!({}), "{errors}");
        }
        let pdn = std::fs::read_to_string(folder.path().join("games.pdn"))?;
        assert!(pdn.contains("{-0.25/7 0.0"), "{pdn}");
    }
    Ok(())
}

fn levels() -> Result<(), Failed> {
    let cases: [(&[&str], &[&str]); 4] = [
        (&["depth=3", "nodes=500"], &["level depth=3 nodes=500"; 3]),
        (&["movetime=0.5"], &["level move-time=0.5"; 3]),
        (
            &["tc=2/60+1"],
            // The increment of a move is not on the clock before it, and two moves make a period.
            &[
                "level time=60.0 moves=2 inc=1.0",
                "level time=60.9 moves=1",
                "level time=121.9 moves=2",
            ],
        ),
        (
            &["tc=30"],
            &["level time=30.0", "level time=29.9", "level time=29.9"],
        ),
    ];
    for (limits, expected) in cases {
        let folder = folder();
        let engine = engine("levels");
        let words = [&[engine.as_str()], limits].concat();
        let more = "--games 2 --max-plies 10 --random-plies 4";
        let output = run("international", [&words, &["random"]], more, folder.path());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let log = std::fs::read_to_string(folder.path().join("levels"))?;
        let lines: Vec<&str> = log.lines().collect();
        assert_eq!(lines.len(), 6, "{log}");
        for (line, expected) in lines.iter().zip(expected) {
            // Of times only the tenths are certain.
            let same = line.starts_with(expected) || words_match(line, expected);
            assert!(same, "{limits:?}: {line}, expected {expected}");
        }
    }
    Ok(())
}

/// Whether each word of `expected` begins a word of the line.
fn words_match(line: &str, expected: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    expected
        .split(' ')
        .all(|part| words.iter().any(|word| word.starts_with(part)))
}

/// Programs that do not listen to the end of their input are ended, with all they have started.
fn nobody_left() -> Result<(), Failed> {
    if cfg!(not(target_os = "linux")) {
        return Ok(());
    }
    let folder = folder();
    let program = std::env::current_exe()?;
    // A script in between, and a child that goes on by itself.
    let marker = format!("600.{}", std::process::id());
    let script = format!(
        "cmd=sh -c 'sleep {marker} & \"{}\" engine immortal'",
        program.display()
    );
    let words = [script.as_str(), "name=immortal", "depth=1"];
    let began = Instant::now();
    let output = run(
        "international",
        [&words, &["random"]],
        "--games 2",
        folder.path(),
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(began.elapsed() < Duration::from_secs(60));
    assert_eq!(left_behind(&marker), None);
    Ok(())
}

fn kamen_everywhere() -> Result<(), Failed> {
    for variant in Variant::ALL {
        let folder = folder();
        let kamen: &[&str] = &["kamen", "depth=2", "param.tt-size=12"];
        let output = run(
            variant.name(),
            [kamen, &["random"]],
            "--games 2",
            folder.path(),
        );
        let errors = text(&output.stderr);
        assert!(output.status.success(), "{variant}: {errors}");
        let result = result(folder.path());
        assert_eq!(
            faults(&result, "kamen depth=2"),
            "{}",
            "{variant}: {errors}"
        );
        assert_eq!(
            result["contestants"][0]["name"], "kamen depth=2",
            "{variant}"
        );
    }
    Ok(())
}

fn dxp() -> Result<(), Failed> {
    let command = format!(
        "cmd='{}' dxp --listen 127.0.0.1:{{port}} --level depth=2 --set tt-size=12",
        env!("CARGO_BIN_EXE_kamen")
    );
    for (more, name) in [
        ("--random-plies 0", "start"),
        ("--random-plies 3 --concurrency 2", "set"),
    ] {
        let folder = folder();
        let words = [command.as_str(), "proto=dxp", "name=dxp", "tc=40/60"];
        let more = format!("--games 6 {more}");
        let output = run(
            "international",
            [&words, &["minimax:2:basic"]],
            &more,
            folder.path(),
        );
        let errors = text(&output.stderr);
        assert!(output.status.success(), "{name}: {errors}");
        let result = result(folder.path());
        assert_eq!(
            (&result["games"], faults(&result, "dxp")),
            (&6.into(), "{}".to_owned()),
            "{errors}"
        );
    }
    // It hangs up in the midst of a game, and is called again for the next.
    let folder = folder();
    let words = [
        command.as_str(),
        "proto=dxp",
        "name=dxp",
        "tc=60",
        "restart=on",
    ];
    let output = run(
        "international",
        [&words, &["random"]],
        "--games 2 --max-plies 20",
        folder.path(),
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(result(folder.path())["reasons"]["ply limit"], 2);
    Ok(())
}

/// A program may take its time to read how the last game ended.
fn slow_readers() -> Result<(), Failed> {
    let program = std::env::current_exe()?;
    let by_dxp = format!("cmd='{}' engine dxp {{port}}", program.display());
    let cases: [(&str, &[&str]); 3] = [
        ("hub", &[&engine("slow-reader"), "movetime=0.1"]),
        ("hub1", &[&engine("hub1"), "proto=hub1", "movetime=0.1"]),
        ("dxp", &[&by_dxp, "proto=dxp", "tc=60"]),
    ];
    for (name, words) in cases {
        let folder = folder();
        let words = [words, &["name=slow", "margin=0.4"]].concat();
        let more = "--games 4 --max-plies 14";
        let output = run("international", [&words, &["random"]], more, folder.path());
        let errors = text(&output.stderr);
        assert!(output.status.success(), "{name}: {errors}");
        let result = result(folder.path());
        assert_eq!(result["games"], 4, "{name}");
        assert_eq!(faults(&result, "slow"), "{}", "{name}: {errors}");
        // Nor was it ended and started anew.
        let starts = std::fs::read_to_string(folder.path().join(STARTS))?;
        assert_eq!(starts.lines().count(), 1, "{name}: {errors}");
    }
    Ok(())
}

/// Where Scan 2.0 is, by the environment variable `SCAN20`: a folder with the program `scan`.
fn scan() -> Result<(), Failed> {
    let Ok(place) = std::env::var("SCAN20") else {
        println!("skipped: SCAN20 does not name the folder of Scan 2.0");
        return Ok(());
    };
    let folder = folder();
    let directory = format!("dir={place}");
    let words = [
        "cmd=./scan hub",
        "proto=hub1",
        "name=Scan",
        directory.as_str(),
        "param.book=false",
        "param.bb-size=0",
        "depth=3",
    ];
    let output = run(
        "international",
        [&words, &["random"]],
        "--games 4",
        folder.path(),
    );
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let result = result(folder.path());
    assert_eq!(
        (faults(&result, "Scan"), &result["contestants"][0]["name"]),
        ("{}".to_owned(), &"Scan".into())
    );
    Ok(())
}
