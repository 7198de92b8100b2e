//! `kamen status`: how far jobs are, from their files.

use crate::command::{fail, kamen, kamen_in, output, succeed};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Commands, and the command, words, done, all and unit of the job that they leave.
type Case = (
    &'static [&'static str],
    &'static str,
    &'static str,
    u64,
    Option<u64>,
    &'static str,
);

const MATCH: &str =
    "match czech --engine minimax:2:basic --engine random --games 10 --max-plies 60 -q --journal";

const CASES: &[Case] = &[
    (
        &["match czech --engine minimax:2:basic --engine random --games 4 -q --journal a.jsonl"],
        "match",
        "czech: minimax:2:basic - random",
        4,
        None,
        "games",
    ),
    (
        &[
            "perft english --split 2 -o split",
            "perft english 3 --positions split -o counts",
        ],
        "perft",
        "english, depth 2 + 3",
        49,
        Some(49),
        "positions",
    ),
    (
        &["perft english --split 2 -o split"],
        "perft",
        "english, 2 plies split",
        0,
        Some(49),
        "positions",
    ),
    (
        &[
            "selfplay czech --games 7 --nodes 20 --shard 1/2 -q -o 1.games",
            "selfplay czech --games 7 --nodes 20 --shard 2/2 -q -o 2.games",
        ],
        "selfplay",
        "czech, 20 nodes, seed 1",
        7,
        None,
        "games",
    ),
    (
        &["td learn czech --games 5 --depth 1 --shared a.cdb"],
        "td",
        "czech, ./a.cdb",
        5,
        None,
        "games",
    ),
    (
        &["td learn czech --games 5 --depth 1 --shared a.cdbz"],
        "td",
        "czech, ./a.cdbz",
        5,
        None,
        "games",
    ),
    (
        &[
            "tune czech --engine kamen nodes=20 param.tt-size=12 param.book=false --param search-futility=60,0,200,40 \
           --pairs 1 --max-plies 20 --iterations 2 --dir t",
        ],
        "tune",
        "czech, ./t",
        2,
        Some(2),
        "iterations",
    ),
    (
        &["evolve czech --population 4 --games 2 --depth 1 --neurons 2 --generations 3 --dir e"],
        "evolve",
        "czech, ./e",
        3,
        None,
        "generations",
    ),
    (
        &["tables make czech 3 --dir . -q"],
        "tables",
        "czech, up to 3 pieces, ./czech",
        156,
        Some(156),
        "slices",
    ),
];

fn told(folder: &Path, words: &str) -> Value {
    let mut command = kamen(words);
    serde_json::from_str(&output(command.current_dir(folder))).unwrap()
}

#[test]
fn each_job_is_told_by_its_files() {
    for (commands, command, what, done, all, unit) in CASES {
        let folder = tempfile::tempdir().unwrap();
        for words in *commands {
            succeed(kamen(words).current_dir(folder.path()));
        }
        let found = told(folder.path(), "status --json");
        let jobs = found["jobs"].as_array().unwrap();
        assert_eq!(jobs.len(), 1, "{found}");
        let job = &jobs[0];
        let said = (
            &job["command"],
            &job["what"],
            &job["done"],
            &job["all"],
            &job["unit"],
        );
        let all = all.map_or(Value::Null, Value::from);
        let expected = (
            &(*command).into(),
            &(*what).into(),
            &(*done).into(),
            &all,
            &(*unit).into(),
        );
        assert_eq!(said, expected);
        assert_eq!(job["running"], 0);
        assert!(!found.to_string().contains("\"damage\":\""), "{found}");
    }
}

#[test]
fn the_parts_of_a_match_are_one_job_and_what_is_missing_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for part in ["1", "2"] {
        succeed(kamen(&format!("{MATCH} {part}.jsonl --shard {part}/3")).current_dir(folder));
    }
    let shown = |words: &str| output(kamen(words).current_dir(folder));
    let text = shown("status");
    for line in [
        "match czech: minimax:2:basic - random     8  10  games   0 of 2        -      -\n",
        " of 16 points, ",
        "\n  no journal of part 3/3\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(told(folder, "status 2.jsonl --json")["jobs"][0]["done"], 4);
    assert_eq!(
        told(folder, "status . 2.jsonl --json")["jobs"][0]["done"],
        8
    );
    // A cut-off line is one that is being written.
    let journal = fs::read_to_string(folder.join("1.jsonl")).unwrap();
    fs::write(folder.join("1.jsonl"), &journal[..journal.len() - 5]).unwrap();
    let job = &told(folder, "status --json")["jobs"][0];
    assert_eq!(
        (&job["done"], &job["parts"][0]["all"]),
        (&7.into(), &4.into())
    );
    assert!(shown("status").contains("\n  1 part is neither running nor complete\n"));
}

#[test]
fn what_is_damaged_or_unknown_is_named_and_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let at = |name: &str| folder.join(name);
    for words in [
        &format!("{MATCH} 1.jsonl --shard 1/2"),
        "perft english --split 2 -o split",
        "perft english 3 --positions split -o counts",
        "selfplay czech --games 3 --nodes 20 -q -o a.games",
        "evolve czech --population 4 --games 2 --depth 1 --neurons 2 --generations 1 --dir e",
        "tables make czech 2 --dir . -q",
    ] {
        succeed(kamen(words).current_dir(folder));
    }
    fs::remove_file(at("e/settings.json")).unwrap();
    fs::remove_file(at("e/generation-001.json")).unwrap();
    let done = |found: &Value| -> u64 {
        let jobs = found["jobs"].as_array().unwrap().iter();
        jobs.map(|job| job["done"].as_u64().unwrap()).sum()
    };
    let all = done(&told(folder, "status --json"));
    // Something in the middle of each file is changed, and it does not count any more.
    for (name, lost) in [
        ("1.jsonl", 6),
        ("counts", 49),
        ("a.games", 3),
        ("e/checkpoint.json", 1),
        ("czech/m-k.values", 7),
    ] {
        let sound = fs::read(at(name)).unwrap();
        let mut bytes = sound.clone();
        let place = if name.ends_with("values") {
            30
        } else {
            bytes.len() / 2
        };
        bytes[place] ^= 1;
        fs::write(at(name), bytes).unwrap();
        let errors = fail(kamen("status").current_dir(folder), 1);
        assert!(errors.contains("1 file does not count"), "{errors}");
        let (_, out, _) = crate::command::run(kamen("status --json").current_dir(folder));
        let found: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(done(&found) + lost, all, "{name}: {found}");
        let damaged = found["unread"].as_array().unwrap().iter();
        let damaged: Vec<_> = damaged.filter(|file| file["damage"].is_string()).collect();
        assert_eq!(damaged.len(), 1, "{found}");
        assert_eq!(damaged[0]["path"], format!("./{name}"));
        fs::write(at(name), sound).unwrap();
    }
    // The same games, or the same counts, twice.
    for (name, other) in [("1.jsonl", "2.jsonl"), ("counts", "counts2")] {
        fs::copy(at(name), at(other)).unwrap();
        let (status, out, _) = crate::command::run(kamen("status").current_dir(folder));
        assert_eq!(status, Some(1), "{out}");
        assert!(out.contains(&format!("not counted: ./{other}: ")), "{out}");
        fs::remove_file(at(other)).unwrap();
    }
    fs::write(at("notes.txt"), "some words\n").unwrap();
    fs::write(at("empty"), "").unwrap();
    let text = output(kamen("status").current_dir(folder));
    assert!(
        text.contains("other files: ./e/log.txt ./empty ./notes.txt\n"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn what_runs_is_seen_and_how_fast() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = "match czech --engine minimax:3:basic --engine random --games 2000000 --shard 1/2 -q --journal j.jsonl";
    let mut job = kamen(words)
        .current_dir(folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    let seen = loop {
        let page = ["status", "--html", "page.html", "--json"];
        let (out, _) = succeed(&mut kamen_in(folder, &page));
        let found: Value = serde_json::from_str(&out).unwrap();
        let seen = found["jobs"][0].clone();
        // A file system may not tell when a file began.
        let is_timed = seen["parts"][0]["seconds"].as_f64() != Some(0.0);
        if seen["done"].as_u64() > Some(5) && is_timed || begin.elapsed() > Duration::from_secs(30)
        {
            break seen;
        }
        sleep(Duration::from_millis(100));
    };
    job.kill().unwrap();
    job.wait().unwrap();
    assert_eq!(
        (&seen["running"], &seen["all"]),
        (&1.into(), &2_000_000.into())
    );
    if seen["parts"][0]["seconds"].is_number() {
        assert!(seen["per_second"].as_f64() > Some(0.0), "{seen}");
        assert!(seen["seconds_to_go"].as_f64() > Some(1.0), "{seen}");
    }
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    for words in [
        "<h2>match czech: minimax:3:basic - random</h2>",
        "<progress ",
        "<td>running",
    ] {
        assert!(page.contains(words), "{page}");
    }
    let after = &told(folder, "status --json j.jsonl")["jobs"][0];
    assert_eq!(
        (&after["running"], &after["seconds_to_go"]),
        (&0.into(), &Value::Null)
    );
}

/// It looks again and again, until all is done.
#[test]
fn it_ends_when_all_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for words in [
        "perft english --split 1 -o split",
        "perft english 1 --positions split -o counts",
    ] {
        succeed(kamen(words).current_dir(folder));
    }
    let text = output(kamen("status --every 1000 --html page.html").current_dir(folder));
    assert!(text.contains("done\n"), "{text}");
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(
        page.contains("<meta http-equiv=\"refresh\" content=\"1000\">"),
        "{page}"
    );
}

/// Files of self-play do not say how many games there are to be; the caller may.
#[test]
fn a_total_counts_where_files_have_none() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for words in [
        "perft english --split 1 -o split",
        "selfplay czech --games 3 --nodes 20 -q -o games",
    ] {
        succeed(kamen(words).current_dir(folder));
    }
    let alls = |words: &str| {
        let found = told(folder, words);
        let jobs = found["jobs"].as_array().unwrap();
        jobs.iter()
            .map(|job| job["all"].as_u64())
            .collect::<Vec<_>>()
    };
    assert_eq!(alls("status --json"), [Some(7), None]);
    assert_eq!(alls("status --json --total 5"), [Some(7), Some(5)]);
    // With it the end is seen.
    let text = output(kamen("status games --total 3 --every 1000").current_dir(folder));
    assert!(text.contains("done\n"), "{text}");
}
