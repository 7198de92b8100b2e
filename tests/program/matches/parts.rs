//! Matches that several machines play: `--shard`, `--pairs`, `--until`, and `kamen match merge`.

use super::{lines, output, result, run};
use crate::command::{kamen, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use tempfile::TempDir;

const MATCH: &str = "czech --engine minimax:3:progressive --engine minimax:2:basic --engine random \
                     --games 10 --seed 7";
const PAIR: &str =
    "czech --engine minimax:3:progressive --engine minimax:2:basic --games 400 --seed 7";

/// Plays parts of a match; their journals.
fn play(folder: &Path, words: &str, parts: &[&str]) -> Vec<PathBuf> {
    let journal = |part: &&str| {
        let path = folder.join(part.replace(['/', ' '], "-"));
        output(
            &format!("{words} {part} --quiet --journal {}", path.display()),
            &[],
        );
        path
    };
    parts.iter().map(journal).collect()
}

fn merge(journals: &[PathBuf], more: &[&str]) -> Output {
    let mut command = kamen("match");
    command.arg("merge").args(journals).args(more);
    command.output().unwrap()
}

/// The result of a merge that must succeed, as that of a match.
fn merged(journals: &[PathBuf], more: &[&str]) -> Value {
    let output = merge(journals, &[&["--json"], more].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["seconds"], Value::Null);
    for contestant in value["contestants"].as_array_mut().unwrap() {
        contestant["result"]["effort"]["seconds"] = Value::Null;
    }
    value
}

#[test]
fn parts_come_to_what_one_run_does() {
    let folder = TempDir::new().unwrap();
    let whole = result(MATCH, &[]);
    for parts in [
        &["--shard 1/3", "--shard 2/3", "--shard 3/3"][..],
        &["--pairs 1..4", "--pairs 5..15"],
        // More parts than pairs: the last ones have nothing to do.
        &["--pairs 1..15", "--pairs 16..20"],
    ] {
        let journals = play(folder.path(), MATCH, parts);
        let pdn = folder.path().join("merged.pdn");
        let found = merged(&journals, &["--pdn", pdn.to_str().unwrap()]);
        assert_eq!(found, whole, "{parts:?}");
        let games = fs::read_to_string(&pdn).unwrap();
        assert_eq!(games.matches("[Event ").count(), 30);
        // The order of the files does not matter.
        let backwards: Vec<_> = journals.iter().rev().cloned().collect();
        assert_eq!(merged(&backwards, &[]), whole);
    }
    // Each part goes on where it was.
    let journal = play(folder.path(), MATCH, &["--shard 2/3"]);
    assert_eq!(lines(&journal[0]).len(), 11);
}

/// The test looks at games in the order of the schedule, so that its verdict is that of one run which plays them in turn.
#[test]
fn one_verdict_over_all_parts() {
    let folder = TempDir::new().unwrap();
    let whole = result(&format!("{PAIR} --sprt 0,60"), &[]);
    assert_eq!(whole["ending"], "accepted");
    let games = whole["games"].as_u64().unwrap();
    assert!(games < 400);
    let journals = play(folder.path(), PAIR, &["--shard 1/2", "--shard 2/2"]);
    let verdict = folder.path().join("verdict.json");
    let more = ["--sprt", "0,60", "--verdict", verdict.to_str().unwrap()];
    assert_eq!(merged(&journals, &more), whole);
    let written: Value = serde_json::from_slice(&fs::read(&verdict).unwrap()).unwrap();
    assert_eq!(
        written,
        serde_json::json!({ "verdict": "accepted", "games": games })
    );
    // Nothing counts behind a missing game, however many there are.
    let found = merged(&journals[..1], &["--sprt", "0,60", "--partial"]);
    assert_eq!(
        (&found["games"], &found["ending"]),
        (&2.into(), &"stopped".into())
    );
    // Whoever plays with this file stops.
    let until = format!("{PAIR} --until {} --quiet --journal", verdict.display());
    let output = run(&until, &[folder.path().join("late").to_str().unwrap()]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("verdict.json is there"));
    assert_eq!(lines(&folder.path().join("late")).len(), 0);
}

#[test]
fn what_does_not_belong_together_is_named() {
    let folder = TempDir::new().unwrap();
    let parts = [
        "--shard 1/3",
        "--shard 2/3",
        "--shard 3/3",
        "--pairs 1..2",
        "--pairs 12..15",
    ];
    let journals = play(folder.path(), MATCH, &parts);
    let [one, two, three, few, last] = &journals[..] else {
        unreachable!()
    };
    let other = play(
        folder.path(),
        &MATCH.replace("--seed 7", "--seed 8"),
        &["--shard  1/3"],
    );
    let more = play(
        folder.path(),
        &MATCH.replace("--games 10", "--games 12"),
        &["--shard  2/3"],
    );
    // A part that was not finished, with a line that was being written.
    let cut = folder.path().join("cut");
    let begun = lines(three)[..4].join("\n") + "\n{\"first\":0,";
    fs::write(&cut, begun).unwrap();
    let damaged = folder.path().join("damaged");
    fs::write(
        &damaged,
        fs::read_to_string(three)
            .unwrap()
            .replacen("\"plies\":", "\"plies\":1", 1),
    )
    .unwrap();
    let foreign = folder.path().join("foreign");
    fs::write(
        &foreign,
        lines(one)[..1].join("") + "\n" + &lines(two)[1..].join("\n") + "\n",
    )
    .unwrap();
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    let stranger = folder.path().join("stranger");
    fs::write(&stranger, "{}\n").unwrap();
    let cases: [(&[&PathBuf], i32, &[&str]); 11] = [
        (
            &[one, two],
            1,
            &["no journal of part 3/3", "20 are there", "--partial"],
        ),
        (&[one, two, &cut], 1, &["cut: part 3/3 has 3 of 10 games"]),
        (&[few, last], 1, &["no journal of part 3..11"]),
        (&[one, one, two], 2, &["both have game 1"]),
        (
            &[one, two, three, few],
            2,
            &["shard-1-3 and", "pairs-1..2 both have game"],
        ),
        (
            &[one, &other[0]],
            2,
            &["is of another tournament than", "seed is 8, expected 7"],
        ),
        (&[one, &more[0]], 2, &["games is 12, expected 10"]),
        (&[one, two, &damaged], 2, &["damaged, line 2", "checksum"]),
        (&[&foreign], 2, &["which is not of its part 1/3"]),
        (&[&empty], 2, &["nothing was played yet"]),
        (&[&stranger], 2, &["is no journal of kamen match"]),
    ];
    for (journals, status, parts) in cases {
        let journals: Vec<PathBuf> = journals.iter().map(|&path| path.clone()).collect();
        let output = merge(&journals, &[]);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{errors}");
        assert_eq!(text(&output.stdout), "", "{errors}");
        for part in parts {
            assert!(errors.contains(part), "expected {part}: {errors}");
        }
    }
    // What is there counts if one says so.
    let found = merged(&[one.clone(), two.clone(), cut], &["--partial"]);
    assert_eq!(
        (&found["games"], &found["ending"]),
        (&23.into(), &"stopped".into())
    );
}

#[test]
fn what_cannot_be_shared_out_is_refused() {
    let journal = "--journal never";
    for (words, part) in [
        (format!("{MATCH} --shard 1/2"), "--journal"),
        (format!("{MATCH} --shard 0/2 {journal}"), "such as 1/4"),
        (format!("{MATCH} --pairs 3..2 {journal}"), "such as 1..500"),
        (format!("{MATCH} --pairs 1/2 {journal}"), "such as 1..500"),
        (
            format!("{MATCH} --shard 1/2 --pairs 1..2 {journal}"),
            "cannot be used with",
        ),
        (
            format!("{PAIR} --shard 1/2 --sprt 0,5 {journal}"),
            "cannot be used with",
        ),
        (
            format!("{MATCH} --format knockout --shard 1/2 {journal}"),
            "a knockout cannot be shared out",
        ),
        (
            format!("{MATCH} --shard auto {journal}"),
            "no variable of Slurm",
        ),
    ] {
        let output = run(&words, &[]);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {errors}");
        assert!(errors.contains(part), "{words}: {errors}");
    }
    assert!(!Path::new("never").exists());
}

/// The part follows from what the engine of the many machines says.
#[test]
fn a_part_of_an_array() {
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("journal");
    let mut command = kamen("match");
    command
        .args(MATCH.split_whitespace())
        .args(["--quiet", "--shard", "auto", "--journal"])
        .arg(&journal)
        .env("SLURM_ARRAY_TASK_ID", "2")
        .env("SLURM_ARRAY_TASK_MIN", "1")
        .env("SLURM_ARRAY_TASK_COUNT", "3")
        .stdout(Stdio::null());
    assert!(command.status().unwrap().success());
    assert!(lines(&journal)[0].contains("\"part\":\"2/3\""));
}
