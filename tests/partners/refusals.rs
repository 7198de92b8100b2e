//! `kamen match` and programs that it cannot let play.

use crate::matches::{engine, folder, run};
use crate::text;
use libtest_mimic::{Failed, Trial};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// All tests of this file.
pub fn trials() -> Vec<Trial> {
    let named = |name: &str, test: fn() -> Result<(), Failed>| Trial::test(name, test);
    vec![
        named("a_program_that_cannot_play_is_refused_at_once", refused),
        named("a_program_that_refuses_is_not_waited_for", refuses),
        named("a_program_that_keeps_failing_ends_the_match", keeps_failing),
    ]
}

fn refused() -> Result<(), Failed> {
    let cases: [(&str, &[&str], &str); 7] = [
        (
            "silent",
            &[],
            "answered `hub` with nothing, expected `wait`; no answer",
        ),
        (
            "never-ready",
            &[],
            "answered `init` with nothing, expected `ready`",
        ),
        (
            "none",
            &["param.book=false"],
            "no parameter book, expected one of: threads",
        ),
        (
            "none",
            &["dir=/no/such/folder"],
            "No such file or directory",
        ),
        ("none", &["proto=hub1"], "it speaks Hub 2, expected Hub 1"),
        (
            "params",
            &[],
            "answered `hub` with more than 1048576 bytes, expected `wait`",
        ),
        (
            "none",
            &["proto=dxp", "address=127.0.0.1:1", "tc=60"],
            "nobody listens on 127.0.0.1:1",
        ),
    ];
    for (fault, more, expected) in cases {
        let folder = folder();
        let engine = engine(fault);
        let limit: &[&str] = if more.contains(&"proto=dxp") {
            &[]
        } else {
            &["depth=1"]
        };
        let words = [&[engine.as_str(), "name=bad", "timeout=0.5"], limit, more].concat();
        let output = run("international", [&["random"], &words], "", folder.path());
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(
            errors.contains("bad cannot play: ") && errors.contains(expected),
            "{errors}"
        );
    }
    // Hub has no word for what a program plays if it does not say so.
    let folder = folder();
    let engine = engine("none");
    let words = [engine.as_str(), "depth=1"];
    let output = run("frisian", [&["random"], &words], "", folder.path());
    let errors = text(&output.stderr);
    assert!(
        errors.contains("does not offer frisian by the parameter variant"),
        "{errors}"
    );
    Ok(())
}

/// Nobody waits for a program that has said why it will not play: with the usual patience of 60 s.
fn refuses() -> Result<(), Failed> {
    let weights = concat!(
        "param.eval=",
        env!("CARGO_MANIFEST_DIR"),
        "/src/data/weights-8x8/czech.weights"
    );
    let refusing = engine("refuses");
    let cases: [(&str, &[&str], &str); 2] = [
        (
            "international",
            &[&refusing],
            "answered `init` with the error `weights of another game`, expected `ready`",
        ),
        (
            "russian",
            &["kamen", weights],
            "czech.weights: found weights for czech, expected russian`, expected `ready`",
        ),
    ];
    for (variant, words, expected) in cases {
        let folder = folder();
        let words = [words, &["name=bad", "depth=1"]].concat();
        let began = Instant::now();
        let output = run(variant, [&["random"], &words], "", folder.path());
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(
            errors.contains("bad cannot play: ") && errors.contains(expected),
            "{errors}"
        );
        assert!(began.elapsed() < Duration::from_secs(20), "{errors}");
    }
    Ok(())
}

fn keeps_failing() -> Result<(), Failed> {
    let folder = folder();
    let engine = engine("fails-later");
    let words = [engine.as_str(), "name=bad", "depth=1", "restart=on"];
    // It works until somebody leaves a file for it.
    std::fs::write(folder.path().join("was-here.off"), "")?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
    command
        .args([
            "match",
            "international",
            "--games",
            "1000",
            "--journal",
            "journal",
        ])
        .args(["--engine", "random", "--engine"])
        .args(words)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let running = command.spawn()?;
    let journal = folder.path().join("journal");
    let lines = || {
        std::fs::read_to_string(&journal)
            .unwrap_or_default()
            .lines()
            .count()
    };
    while lines() < 5 {
        sleep(Duration::from_millis(5));
    }
    std::fs::write(folder.path().join("was-here"), "")?;
    let output = running.wait_with_output()?;
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("bad failed 3 times in a row before its first move"),
        "{errors}"
    );
    assert!(
        errors.contains("its last words: I have had enough"),
        "{errors}"
    );
    let games: usize = text(&output.stdout)
        .split(' ')
        .nth(2)
        .expect("games")
        .parse()?;
    assert_eq!(lines(), games + 1);
    Ok(())
}
