//! Endgame tables that several processes make by a plan.

use crate::command::{fail, kamen, kill_after, output, succeed};
use crate::shell::{shell, workplace};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The files of a folder, without those in folders below it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file()).map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read(path).unwrap())
    });
    files.collect()
}

fn tables(words: &str, folder: &Path) -> Command {
    let mut command = kamen(&format!("tables {words} --dir"));
    command.arg(folder);
    command
}

fn has(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        eprintln!("skipped: there is no {program}");
    }
    is_there
}

/// Two processes by a plan make, byte for byte, what one run makes.
fn check(variant: &str, words: &str, lines: &[&str]) {
    let place = workplace();
    let one = place.path().join("one");
    let pieces = words.split(' ').next().unwrap();
    let dtw = if words.contains("--dtw") {
        " --dtw"
    } else {
        ""
    };
    succeed(&mut tables(
        &format!("make {variant} {pieces}{dtw} --quiet"),
        &one,
    ));
    for line in lines {
        let line = line.replace("PLAN", &format!("kamen tables plan {variant} {words}"));
        succeed(&mut shell(&line, place.path()));
    }
    let one = files(&one.join(variant));
    let two = files(&place.path().join("tables").join(variant));
    assert_eq!(
        one.keys().collect::<Vec<_>>(),
        two.keys().collect::<Vec<_>>()
    );
    for (name, bytes) in &one {
        assert!(bytes == &two[name], "{variant} {words}: {name} differs");
    }
    let units = place.path().join("tables").join(variant).join("units");
    assert!(
        files(&units).len() > one.len(),
        "{variant}: no material came unit by unit"
    );
}

const MAKE: &[&str] = &["PLAN > plan.mk", "make -s -j 2 -f plan.mk"];

#[test]
fn two_processes_make_what_one_makes() {
    if has("make") {
        check("czech", "3 --unit-size 20000", MAKE);
        check("turkish", "3 --unit-size 200000", MAKE);
        check("russian", "3 --dtw --unit-size 10000 --memory 1", MAKE);
    }
}

#[test]
fn snakemake_makes_what_one_run_makes() {
    if has("snakemake") {
        let lines = ["PLAN > Snakefile", "snakemake --cores 2 --quiet all"];
        check("czech", "3 --unit-size 20000 --format snakefile", &lines);
        check(
            "english",
            "3 --dtw --unit-size 20000 --format snakefile",
            &lines,
        );
    }
}

/// The steps of a level need nothing of each other, in whatever order they come.
#[test]
fn lists_are_made_level_by_level() {
    let levels = "PLAN | sort -n -r -k 2 > list; for level in $(cut -d ' ' -f 1 list | sort -n -u); do \
                  grep \"^$level \" list | cut -d ' ' -f 4- | xargs -P 2 -L 1 kamen tables make czech --quiet || exit 1; done";
    check("czech", "3 --unit-size 20000 --format list", &[levels]);
    let plan = output(&mut kamen("tables plan czech 7 --format json"));
    let rows: Vec<serde_json::Value> = plan
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let positions = rows.iter().filter(|row| row.get("join").is_some());
    let positions: u64 = positions
        .map(|row| row["positions"].as_u64().unwrap())
        .sum();
    // Numbers, of which some have no position.
    assert!(
        (36_000_000_000..40_000_000_000).contains(&positions),
        "{positions}"
    );
    let largest = rows
        .iter()
        .map(|row| row["memory"].as_u64().unwrap())
        .max()
        .unwrap();
    assert!(largest < 1_000_000_000, "{largest}");
    let refused = fail(&mut kamen("tables plan czech 7 --memory 0.5"), 2);
    assert!(
        refused.contains("MiB of memory, expected at most 476 MiB"),
        "{refused}"
    );
}

/// A killed unit leaves nothing behind, and is made again; one that is missing or damaged is named by those that need it.
#[test]
fn units_are_killed_lost_and_damaged() {
    let place = workplace();
    let folder = place.path();
    for unit in ["k-k", "m-k", "kk-k"] {
        succeed(&mut tables(
            &format!("make turkish --unit {unit} --quiet"),
            folder,
        ));
    }
    let units = folder.join("turkish/units");
    let sound = files(&units);
    for milliseconds in [30, 60, 120, 240] {
        let time = Duration::from_millis(milliseconds);
        kill_after(
            &mut tables("make turkish --unit mk-k --threads 1", folder),
            time,
        );
    }
    let first = output(&mut tables("make turkish --unit mk-k", folder));
    assert!(first.ends_with(" bytes, verified\n"), "{first}");
    assert_eq!(
        output(&mut tables("make turkish --unit mk-k", folder)),
        first
    );
    let made = files(&units);
    let names: Vec<_> = made.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "k-k.complete",
            "kk-k.complete",
            "m-k.complete",
            "mk-k.complete"
        ]
    );
    assert!(sound.iter().all(|(name, bytes)| made[name] == *bytes));
    // One that is needed: missing, damaged, sound.
    let make = "make turkish --unit m-m-6-5";
    let needed = "make turkish --unit m-m-6-6";
    let told = fail(&mut tables(make, folder), 2);
    assert!(
        told.contains("m-m-6-5 needs the unit m-m-6-6, which is missing in "),
        "{told}"
    );
    let (made, _) = succeed(&mut tables(needed, folder));
    let path = units.join("m-m-6-6.complete");
    let sound = fs::read(&path).unwrap();
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, damaged).unwrap();
    for words in [make, needed] {
        let told = fail(&mut tables(words, folder), 1);
        assert!(
            told.contains("m-m-6-6.complete: the block at byte "),
            "{told}"
        );
    }
    assert!(!units.join("m-m-6-5.complete").exists());
    fs::remove_file(&path).unwrap();
    assert_eq!(output(&mut tables(needed, folder)), made);
    assert_eq!(fs::read(&path).unwrap(), sound);
    succeed(&mut tables(make, folder));
    // A material of which not all units are there.
    let told = fail(&mut tables("make turkish --join m-m", folder), 2);
    assert!(told.contains("m-m needs the unit m-m-"), "{told}");
    assert!(!folder.join("turkish/m-m.values").exists());
    // Too little memory.
    let told = fail(
        &mut tables("make turkish --unit m-m-6-4 --memory 0.0000001", folder),
        2,
    );
    assert!(told.contains("m-m-6-4 takes 0 MiB of memory"), "{told}");
}
