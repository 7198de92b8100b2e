//! Jobs whose parts are put together once: `analyze`, `pdn records`, `td learn`.

use crate::command::{fail, kamen, kill_after, run, succeed, told};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Some games, one of them with a fault.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    succeed(&mut within(
        folder.path(),
        "match czech --engine random --engine random name=other --games 6 --seed 5 --max-plies 40 --pdn games.pdn -q",
    ));
    let path = folder.path().join("games.pdn");
    let games = fs::read_to_string(&path).unwrap();
    let faulty = games.clone() + "\n[GameType \"29\"] [White \"A\"] 1. c3-d4 h2-h4 *\n" + &games;
    fs::write(folder.path().join("faulty.pdn"), faulty).unwrap();
    folder
}

fn within(folder: &Path, words: &str) -> Command {
    let mut command = kamen(words);
    command.current_dir(folder);
    command
}

/// Does all parts of work, each of which is named by its number: `{}` in the words.
fn do_parts(folder: &Path, words: &str, parts: u32) {
    for part in 1..=parts {
        let words = words.replace("{}", &part.to_string());
        succeed(&mut within(
            folder,
            &format!("{words} --shard {part}/{parts}"),
        ));
    }
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

const ANALYZE: &str = "analyze games.pdn --nodes 50 --words --player other -q";

#[test]
fn parts_of_an_analysis_come_to_the_files_of_one_run() {
    let folder = folder();
    let path = folder.path();
    succeed(&mut within(
        path,
        &format!("{ANALYZE} -o w.pdn --html w.html --json w.json"),
    ));
    for parts in [1, 2, 5, 8] {
        do_parts(path, &format!("{ANALYZE} --journal {{}}-of-{parts}"), parts);
        let journals: Vec<String> = (1..=parts)
            .rev()
            .map(|part| format!("{part}-of-{parts}"))
            .collect();
        let merge = format!("analyze merge {}", journals.join(" "));
        let (out, errors) = succeed(&mut within(
            path,
            &format!("{merge} -o m.pdn --html m.html --json m.json"),
        ));
        assert_eq!((out, errors), (String::new(), String::new()));
        for end in ["pdn", "html", "json"] {
            let [found, expected] = ["m", "w"].map(|name| read(path, &format!("{name}.{end}")));
            assert!(found == expected, "{parts} parts: {end} differs");
        }
        let (out, _) = succeed(&mut within(path, &merge));
        assert_eq!(out, read(path, "w.pdn"));
    }
    // Nothing is left beside the files, and a finished part has nothing to do.
    let before = read(path, "1-of-2");
    do_parts(path, &format!("{ANALYZE} --journal {{}}-of-2"), 2);
    assert_eq!(read(path, "1-of-2"), before);
    let hidden =
        |name: &str| name.starts_with(".kamen-journal") || name.starts_with(".kamen-games");
    let names = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    assert!(
        !names
            .into_iter()
            .any(|name| hidden(&name.to_string_lossy()))
    );
}

#[test]
fn a_part_of_an_analysis_survives_a_kill_and_is_of_use_before_its_end() {
    let folder = folder();
    let path = folder.path();
    succeed(&mut within(
        path,
        "analyze games.pdn --nodes 3000 -q -o w.pdn",
    ));
    let part = |part: u32| {
        let words = "analyze games.pdn --nodes 3000 -q";
        within(path, &format!("{words} --shard {part}/2 --journal {part}"))
    };
    kill_after(&mut part(2), Duration::from_millis(400));
    succeed(&mut part(1));
    let merge = "analyze merge 1 2 -o m.pdn";
    let (status, _, errors) = run(&mut within(path, merge));
    if status != Some(0) {
        assert_eq!(status, Some(1), "{errors}");
        assert!(errors.contains("games are missing"), "{errors}");
        assert!(!path.join("m.pdn").exists());
    }
    succeed(&mut within(path, "analyze merge 1 --partial -o p.pdn"));
    assert_eq!(read(path, "p.pdn").matches("[Event ").count(), 3);
    succeed(&mut part(2));
    succeed(&mut within(path, merge));
    assert_eq!(read(path, "m.pdn"), read(path, "w.pdn"));
}

#[test]
fn games_with_faults_stop_only_their_part() {
    let folder = folder();
    let path = folder.path();
    // The fault is in game 7.
    let part = |part: u32, more: &str| {
        let words =
            format!("analyze faulty.pdn --nodes 50 -q --shard {part}/2 --journal {part} {more}");
        told(&within(path, &words).output().unwrap())
    };
    let (status, _, errors) = part(1, "");
    assert_eq!(status, Some(1), "{errors}");
    assert!(errors.contains("game 7"), "{errors}");
    assert_eq!(part(2, "").0, Some(0));
    assert_eq!(part(1, "--lenient").0, Some(0));
    let whole = told(
        &within(path, "analyze faulty.pdn --nodes 50 -q --lenient")
            .output()
            .unwrap(),
    );
    let merged = told(&within(path, "analyze merge 1 2").output().unwrap());
    assert_eq!(whole.0, Some(3));
    assert_eq!(merged, whole);
}

#[test]
fn parts_of_other_analyses_are_refused() {
    let folder = folder();
    let path = folder.path();
    do_parts(path, "analyze games.pdn --nodes 50 -q --journal {}", 2);
    do_parts(path, "analyze games.pdn --nodes 60 -q --journal nodes{}", 2);
    succeed(&mut within(
        path,
        "analyze faulty.pdn --nodes 50 -q --lenient --shard 2/2 --journal file",
    ));
    let weights = "selfplay czech --games 20 --nodes 20 -q -o g.games";
    succeed(&mut within(path, weights));
    for seed in [1, 2] {
        let train =
            format!("train czech --data g.games --epochs 1 --lambda 0.{seed} --out {seed}.weights");
        succeed(&mut within(path, &train));
        let part = format!(
            "analyze games.pdn --nodes 50 -q --weights {seed}.weights --shard {seed}/2 --journal w{seed}"
        );
        succeed(&mut within(path, &part));
    }
    let damaged = read(path, "2").replacen("\"game\":", "\"gamE\":", 1);
    fs::write(path.join("damaged"), damaged).unwrap();
    let old = read(path, "2").replacen("kamen 0.", "kamen 9.", 1);
    let (head, rest) = old.split_once('\n').unwrap();
    let (head, _) = head.rsplit_once(",\"crc\"").unwrap();
    fs::write(path.join("old"), format!("{head}}}\n{rest}")).unwrap();
    for (journals, status, expected) in [
        (
            "1 nodes2",
            2,
            "nodes2 is a part of other work than 1: nodes is 60, expected 50",
        ),
        ("1 file", 2, "file is \""),
        (
            "w1 w2",
            2,
            "w2 is a part of other work than w1: weights is \"",
        ),
        ("1 old", 2, "program is \"kamen 9."),
        ("1 damaged", 2, "damaged, line 1"),
        ("1 1", 2, "1 and 1 are both part 1/2"),
        ("1 games.pdn", 2, "games.pdn is no journal of kamen analyze"),
        ("1 nothing", 2, "nothing"),
        ("2", 1, "no journal of part 1/2"),
    ] {
        let errors = fail(
            &mut within(path, &format!("analyze merge {journals} -o no.pdn")),
            status,
        );
        assert!(errors.contains(expected), "{journals}: {errors}");
    }
    for (words, expected) in [
        ("games.pdn --shard 1/2", "--journal"),
        ("games.pdn --journal j", "--shard"),
        (
            "games.pdn --shard 1/2 --journal j -o a.pdn",
            "cannot be used with",
        ),
        ("games.pdn --shard 3/2 --journal j", "such as 1/4"),
        ("- --shard 1/2 --journal j", "expected a file"),
        (
            "games.pdn --nodes 50 --shard 2/2 --journal 1",
            "part was \"1/2\", now it is \"2/2\"",
        ),
    ] {
        let errors = fail(&mut within(path, &format!("analyze {words}")), 2);
        assert!(errors.contains(expected), "{words}: {errors}");
    }
    assert!(!path.join("no.pdn").exists() && !path.join("j").exists());
}

#[test]
fn parts_of_records_come_to_the_file_of_one_run() {
    let folder = folder();
    let path = folder.path();
    let records = "pdn records faulty.pdn --variant czech --nodes 20 -q";
    succeed(&mut within(path, &format!("{records} -o w.games")));
    do_parts(path, &format!("{records} -o {{}}.games"), 3);
    // The part that was searched is there, and nothing is searched twice.
    let before = fs::read(path.join("2.games")).unwrap();
    do_parts(path, &format!("{records} -o {{}}.games"), 3);
    assert_eq!(fs::read(path.join("2.games")).unwrap(), before);
    succeed(&mut within(
        path,
        "selfplay merge 3.games 1.games 2.games -o m.games",
    ));
    assert_eq!(
        fs::read(path.join("m.games")).unwrap(),
        fs::read(path.join("w.games")).unwrap()
    );
    let other = "pdn records games.pdn --variant czech --nodes 20 -q --shard 2/3 -o o.games";
    succeed(&mut within(path, other));
    for (parts, expected) in [
        ("1.games 3.games", "no file has game 1"),
        ("1.games 2.games 2.games 3.games", "game 1"),
        ("1.games o.games 3.games", "source was"),
    ] {
        let errors = fail(
            &mut within(path, &format!("selfplay merge {parts} -o no.games")),
            2,
        );
        assert!(errors.contains(expected), "{parts}: {errors}");
    }
}

#[test]
fn learners_of_parts_are_put_together() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let learn = "td learn czech --games 31 --depth 1 --block 4";
    do_parts(
        path,
        &format!("{learn} --white w{{}}.cdb --black b{{}}.cdb"),
        3,
    );
    let before = fs::read(path.join("w2.cdb")).unwrap();
    do_parts(
        path,
        &format!("{learn} --white w{{}}.cdb --black b{{}}.cdb --threads 2"),
        3,
    );
    assert_eq!(fs::read(path.join("w2.cdb")).unwrap(), before);
    for side in ["w", "b"] {
        let merge = format!("td merge {side}1.cdb {side}2.cdb {side}3.cdb -o {side}.cdb");
        let (out, errors) = succeed(&mut within(path, &merge));
        assert!(
            out.ends_with(" positions of 31 games\n") && errors.is_empty(),
            "{out}{errors}"
        );
    }
    // What they come to goes on as the whole that it is.
    succeed(&mut within(
        path,
        &learn
            .replace("31", "33")
            .replace("--block 4", "--white w.cdb --black b.cdb"),
    ));
    do_parts(
        path,
        "td learn czech --games 31 --depth 2 --shared d{}.cdb",
        2,
    );
    do_parts(
        path,
        "td learn czech --games 31 --depth 1 --shared s{}.cdb",
        2,
    );
    do_parts(
        path,
        "td learn czech --games 41 --depth 1 --shared g{}.cdb",
        2,
    );
    succeed(&mut within(
        path,
        "td learn czech --games 4 --depth 1 --shared all.cdb",
    ));
    for (words, status, expected) in [
        ("td merge w1.cdb w3.cdb -o no.cdb", 1, "no file of part 2/3"),
        (
            "td merge s1.cdb d2.cdb -o no.cdb",
            2,
            "games.depth number 1 is 2, expected 1",
        ),
        (
            "td merge s1.cdb g2.cdb -o no.cdb",
            2,
            "the number of games is 41, expected 31",
        ),
        (
            "td merge s1.cdb w2.cdb -o no.cdb",
            2,
            "the number of parts is 3, expected 2",
        ),
        (
            "td merge s1.cdb s1.cdb -o no.cdb",
            2,
            "s1.cdb and s1.cdb are both part 1/2",
        ),
        (
            "td merge s1.cdb all.cdb -o no.cdb",
            2,
            "all.cdb is no part of shared work",
        ),
        (
            "td learn czech --games 31 --depth 1 --shared s1.cdb",
            2,
            "was learned from part 1/2 of the games, now it is all",
        ),
        (
            "td learn czech --games 31 --depth 1 --shared s1.cdb --shard 2/2",
            2,
            "now it is part 2/2",
        ),
        (
            "td learn czech --games 9 --depth 1 --shared all.cdb --shard 1/2",
            2,
            "from all of the games",
        ),
        (
            "td learn czech --pdn a.pdn --shared x.cdb --shard 1/2",
            2,
            "cannot be used with",
        ),
    ] {
        let errors = fail(&mut within(path, words), status);
        assert!(errors.contains(expected), "{words}: {errors}");
    }
    succeed(&mut within(
        path,
        "td merge w1.cdb w3.cdb --partial -o some.cdb",
    ));
    assert!(!path.join("no.cdb").exists());
    // A part goes on with more games.
    do_parts(
        path,
        "td learn czech --games 41 --depth 1 --shared s{}.cdb",
        2,
    );
    let [more, anew] = ["s1.cdb", "g1.cdb"].map(|name| fs::read(path.join(name)).unwrap());
    assert_eq!(more, anew);
}
