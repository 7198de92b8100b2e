//! The exit status, by one rule for all commands: 2 where the command line is at fault or a file that it names cannot
//! be opened, 1 where the work fails.

use crate::command::{kamen, run};
use std::fs;

/// Each way in which a command names a file or a folder. `absent` is in no folder that there is, `file` is a file.
const NAMES: &[&str] = &[
    "--weights absent/x",
    "hub --weights absent/x",
    "bench --depth 1 --weights absent/x",
    "bench --suite absent/x --nodes 1",
    "perft czech 2 --positions absent/x",
    "perft czech --split 2 -o absent/x",
    "perft czech 2 --positions split -o absent/x",
    "perft --sum absent/x",
    "perft --suite absent/x",
    "perft --suite good.perft absent/x",
    "perft czech 2 --against absent/x",
    "pdn check absent/x",
    "pdn show absent/x",
    "pdn convert absent/x",
    "pdn convert one.pdn -o absent/x",
    "pdn stats absent/x",
    "board czech -o absent/x",
    "match czech --engine random --engine easy --openings absent/x",
    "match czech --engine random --engine easy --journal absent/x",
    "match czech --engine random --engine easy --pdn absent/x",
    "match czech --engine random --engine easy --json absent/x",
    "match czech --engine random --engine minimax:1:weights:absent/x",
    "match czech --engine random --engine cmd=absent/x movetime=1",
    "dxp --initiator --openings absent/x",
    "selfplay czech --games 1 --out absent/x",
    "selfplay czech --games 1 --weights absent/x --out x",
    "train czech --data absent/x --out x",
    "learn czech --dir file/x --generations 1",
    "learn czech --dir x --generations 1 --start absent/x",
    "evolve czech --dir file/x --generations 1",
    "status absent/x",
    "status --html absent/x",
];

#[test]
fn a_file_that_cannot_be_opened_is_a_fault_of_the_command_line() {
    for words in NAMES {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        fs::write(folder.path().join("good.perft"), "").unwrap();
        fs::write(folder.path().join("one.pdn"), "1. c3-d4 *").unwrap();
        fs::write(folder.path().join("split"), "1 W:W21:B1\n").unwrap();
        let (status, out, errors) = run(kamen(words).current_dir(folder.path()));
        assert_eq!(status, Some(2), "{words}: {out}{errors}");
        assert!(
            errors.contains("absent") || errors.contains("file"),
            "{words}: {errors}"
        );
        // A match that cannot begin still prints its table.
        assert!(
            out.is_empty() || words.starts_with("match"),
            "{words}: {out}"
        );
    }
}

#[test]
fn work_that_fails_is_no_fault_of_the_command_line() {
    const CASES: &[(&str, &str)] = &[
        ("perft --suite wrong.perft", "1 failed"),
        ("perft --sum twice", "found `A` again"),
        ("pdn check wrong.pdn", "1 fault found"),
        ("perft czech 3 --hash 4000000000", "no memory"),
        ("dxp --listen 203.0.113.1:1", "cannot listen"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let files = [
        (
            "wrong.perft",
            "variant czech\ncount unique\nid a\nfen W:W21:B1\nsource s\nperft 1 2\n",
        ),
        ("twice", "1 1 A\n1 1 A\n"),
        ("wrong.pdn", "[GameType \"29\"] 1. c3-d5 *\n"),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for (words, expected) in CASES {
        let (status, _, errors) = run(kamen(words).current_dir(folder.path()));
        assert_eq!(status, Some(1), "{words}: {errors}");
        assert!(errors.contains(expected), "{words}: {errors}");
    }
}
