//! Parts of squaring numbers.

use super::*;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const OWNER: Owner = Owner {
    command: "square",
    work: "squaring",
};

fn path(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

fn open(path: &Path, seed: u32, part: &str) -> Result<PartFile, JournalError> {
    PartFile::open(path, OWNER, &json!({ "seed": seed }), part.parse().unwrap())
}

/// Squares numbers below `all`, up to `most` of them.
fn work(path: &Path, seed: u32, part: &str, all: u64, most: usize) {
    let mut file = open(path, seed, part).unwrap();
    let shard = file.shard();
    for unit in (0..all).filter(|&unit| shard.has(unit)).take(most) {
        if file.wants(unit) {
            file.add(unit, &(unit * unit)).unwrap();
        }
    }
    if most > all as usize {
        file.end(all).unwrap();
    }
}

fn merged(paths: &[&PathBuf]) -> Result<(Vec<u64>, Vec<String>), String> {
    let paths: Vec<PathBuf> = paths.iter().map(|&path| path.clone()).collect();
    let merged = merge_parts::<u64>(&paths, OWNER).map_err(|error| error.to_string())?;
    Ok((merged.results.into_values().collect(), merged.missing))
}

#[test]
fn parts_come_to_the_whole_in_any_order() {
    let folder = TempDir::new().unwrap();
    let squares: Vec<u64> = (0..7).map(|unit| unit * unit).collect();
    for parts in 1..=9 {
        let paths: Vec<PathBuf> = (1..=parts)
            .map(|part| {
                let path = path(&folder, &format!("{part}-{parts}"));
                // The first is interrupted, and none does anything twice.
                let name = format!("{part}/{parts}");
                work(&path, 1, &name, 7, 1);
                work(&path, 1, &name, 7, 100);
                let done = fs::read(&path).unwrap();
                work(&path, 1, &name, 7, 100);
                assert_eq!(fs::read(&path).unwrap(), done);
                path
            })
            .collect();
        let backwards: Vec<&PathBuf> = paths.iter().rev().collect();
        assert_eq!(merged(&backwards), Ok((squares.clone(), vec![])));
    }
}

#[test]
fn what_is_missing_is_named() {
    let folder = TempDir::new().unwrap();
    let [one, two] = ["one", "two"].map(|name| path(&folder, name));
    work(&one, 1, "1/3", 7, 2);
    let (results, missing) = merged(&[&one]).unwrap();
    assert_eq!(results, [0, 9]);
    assert!(missing[0].ends_with("one: part 1/3 is not finished, it has 2"));
    assert_eq!(
        missing[1..],
        ["no journal of part 2/3", "no journal of part 3/3"]
    );
    work(&two, 1, "2/3", 7, 100);
    let (_, missing) = merged(&[&one, &two]).unwrap();
    assert!(missing[0].ends_with("one: part 1/3 has 2 of 3"));
    assert_eq!(missing[1..], ["no journal of part 3/3"]);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = TempDir::new().unwrap();
    let names = [
        "one", "two", "seed", "again", "more", "parts", "foreign", "double", "empty",
    ];
    let [one, two, seed, again, more, parts, foreign, double, empty] =
        names.map(|name| path(&folder, name));
    work(&one, 1, "1/2", 7, 100);
    work(&two, 1, "2/2", 7, 100);
    work(&seed, 2, "2/2", 7, 100);
    work(&again, 1, "1/2", 7, 100);
    work(&more, 1, "2/2", 9, 100);
    work(&parts, 1, "2/3", 7, 100);
    let lines = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    fs::write(
        &foreign,
        [&lines(&one)[..1], &lines(&two)[1..]].concat().join("\n") + "\n",
    )
    .unwrap();
    fs::write(
        &double,
        [&lines(&two)[..2], &lines(&two)[1..]].concat().join("\n") + "\n",
    )
    .unwrap();
    fs::write(&empty, "").unwrap();
    for (paths, expected) in [
        (&[&one, &seed][..], "seed is 2, expected 1"),
        (&[&one, &again], "one and "),
        (&[&one, &again], "again are both part 1/2"),
        (&[&one, &one], "are both part 1/2"),
        (&[&one, &more], "the number of units is 9, expected 7"),
        (&[&one, &parts], "the number of parts is 3, expected 2"),
        (&[&foreign], "has number 2 which is not of its part 1/2"),
        (&[&double], "has number 2 twice in part 2/2"),
        (&[&empty], "nothing was done yet"),
    ] {
        let told = merged(paths).unwrap_err();
        assert!(told.contains(expected), "{told}, expected {expected}");
    }
    let told = open(&one, 1, "2/2").unwrap_err().to_string();
    assert!(
        told.contains("part was \"1/2\", now it is \"2/2\""),
        "{told}"
    );
}
