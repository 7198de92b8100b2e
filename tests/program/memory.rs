//! `kamen memory`: what files of won games remember.

use crate::command::{fail, kamen_in, output, run};
use std::fs;
use std::path::Path;

/// A memory of some games that David has played.
fn remember(folder: &Path) {
    let words = "match czech --engine random --engine david:1:czech.memory --games 6 --quiet";
    let words: Vec<&str> = words.split(' ').collect();
    run(&mut kamen_in(folder, &words));
}

fn memory(folder: &Path, words: &[&str]) -> String {
    let words: Vec<&str> = ["memory"].iter().chain(words).copied().collect();
    output(&mut kamen_in(folder, &words))
}

#[test]
fn records_are_counted_shown_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    remember(folder);
    let shown = memory(folder, &["show", "czech.memory"]);
    let count = shown.lines().count();
    assert!(count > 1, "{shown}");
    let stats = memory(folder, &["stats", "czech.memory"]);
    assert!(
        stats.starts_with(&format!("variant    czech\ngames      {count}, of ")),
        "{stats}"
    );
    // Each line is a game that can be played again, from the start position or its half turn.
    let (name, rest) = shown.lines().next().unwrap().split_once(' ').unwrap();
    assert!(
        rest.starts_with("game ") && rest.contains(" plies: "),
        "{rest}"
    );
    assert_eq!(
        memory(folder, &["show", "czech.memory", name])
            .lines()
            .count(),
        1
    );
    let removed = memory(folder, &["remove", "czech.memory", name]);
    assert_eq!(removed, "1 records forgotten\n");
    let after = memory(folder, &["show", "czech.memory"]);
    assert_eq!(after.lines().count(), count - 1);
    assert!(!after.contains(name));
    let stats = memory(folder, &["stats", "czech.memory"]);
    assert!(
        stats.contains("\nforgotten  1\ndamaged    0 lines\n"),
        "{stats}"
    );
}

#[test]
fn what_cannot_be_done_is_told_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    remember(folder);
    fs::write(folder.join("other"), "[Event \"?\"]\n").unwrap();
    let before = fs::read(folder.join("czech.memory")).unwrap();
    let cases: &[(&[&str], &str)] = &[
        (
            &["remove", "czech.memory", "00000000"],
            "czech.memory: there is no record 00000000",
        ),
        (
            &["show", "czech.memory", "00000000"],
            "czech.memory: there is no record 00000000",
        ),
        (
            &["remove", "czech.memory", "xyz"],
            "found 'xyz', expected the eight hexadecimal digits",
        ),
        (
            &["remove", "czech.memory"],
            "required arguments were not provided",
        ),
        (
            &["stats", "other"],
            "other: found '[Event \"?\"]' in line 1, expected 'kamen-memory 1",
        ),
        (&["stats", "missing"], "missing: No such file"),
    ];
    for (words, expected) in cases {
        let words: Vec<&str> = ["memory"].iter().chain(*words).copied().collect();
        let errors = fail(&mut kamen_in(folder, &words), 2);
        assert!(errors.contains(expected), "{words:?}: {errors}");
    }
    assert_eq!(fs::read(folder.join("czech.memory")).unwrap(), before);
    // A damaged line is told, and the rest is shown.
    let text = String::from_utf8(before).unwrap();
    let count = text.lines().count() - 1;
    let digit = text.lines().nth(1).unwrap().chars().next().unwrap();
    let other = if digit == '0' { "1" } else { "0" };
    let start = text.find('\n').unwrap() + 1;
    let damaged = format!("{}{other}{}", &text[..start], &text[start + 1..]);
    fs::write(folder.join("czech.memory"), damaged).unwrap();
    let (status, out, errors) = run(&mut kamen_in(folder, &["memory", "show", "czech.memory"]));
    assert_eq!((status, out.lines().count()), (Some(0), count - 1));
    assert!(
        errors.starts_with("kamen: czech.memory: line 2 is left out: found the checksum"),
        "{errors}"
    );
}
