//! `kamen problem`.

use crate::command::{fail, kamen_in, output, run, succeed};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A sound problem, one with two solutions, one without any, and one whose solution takes a longer way.
const PROBLEMS: &str = "\
[Event \"A man is jumped\"]
[GameType \"21\"]
[Result \"0-1\"]
[FEN \"W:W18:B15\"]

*

[Event \"Two ways\"]
[GameType \"21\"]
[Stipulation \"White to move and win\"]
[FEN \"W:WK18,K19:B12\"]

*

[Event \"None\"]
[GameType \"20\"]
[Stipulation \"win\"]
[FEN \"W:WK46:BK5,1\"]

*
";

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("problems.pdn"), text).unwrap();
    folder
}

fn problem(folder: &Path, arguments: &[&str]) -> std::process::Command {
    let common = ["problem", "--quiet", "--nodes", "1000"];
    kamen_in(folder, &[&common, arguments].concat())
}

#[test]
fn each_problem_gets_its_verdict() {
    let folder = folder(PROBLEMS);
    let (status, told, said) = run(&mut problem(folder.path(), &["problems.pdn"]));
    assert_eq!((status, said.trim()), (Some(1), "kamen: 2 of 3 not sound"));
    let lines: Vec<&str> = told.lines().collect();
    assert!(
        lines[0].starts_with("problems.pdn: problem 1 (A man is jumped): sound; 1... 18x11; proved at once; other moves for certain"),
        "{told}"
    );
    assert!(
        lines[1].contains("(Two ways): second solution; second solution at ply 1: "),
        "{told}"
    );
    assert!(
        lines[2].contains("(None): no solution; no win: the best move is 1. 46-"),
        "{told}"
    );
    assert!(
        lines[3].starts_with("3 problems: 1 sound, 1 second solution, 1 no solution; "),
        "{told}"
    );
    // The same with several threads, and as JSON.
    let (_, again, _) = run(&mut problem(
        folder.path(),
        &["problems.pdn", "--threads", "3"],
    ));
    assert_eq!(again, told);
    let (_, json, _) = run(&mut problem(
        folder.path(),
        &["problems.pdn", "--json", "-o", "out.pdn"],
    ));
    let verdicts: Vec<Value> = (json.lines())
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["verdict"].clone())
        .collect();
    assert_eq!(verdicts, ["sound", "second-solution", "no-solution"]);
    let out = fs::read_to_string(folder.path().join("out.pdn")).unwrap();
    assert!(
        out.contains("[Verdict \"second solution\"]") && out.contains("1... 18x11 $1"),
        "{out}"
    );
    let checked = output(&mut kamen_in(folder.path(), &["pdn", "check", "out.pdn"]));
    assert!(
        checked.contains("3 games") && checked.contains(" 0 faults"),
        "{checked}"
    );
    // What was written is read again, and judged alike.
    let (_, again, _) = run(&mut problem(folder.path(), &["out.pdn", "--json"]));
    let again: Vec<Value> = (again.lines())
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["verdict"].clone())
        .collect();
    assert_eq!(again[0], "sound");
}

#[test]
fn solutions_of_the_file_are_held_against_all_others() {
    let cases = [
        (
            "21",
            "win",
            "W:W18:B15,3",
            "1... 18x11 2. 3-8 11x4",
            "sound",
        ),
        (
            "21",
            "win",
            "W:WK18,K19:B12",
            "1... 18-22",
            "second solution",
        ),
        ("21", "draw", "W:W30:B12,3", "1... 30-26", "no solution"),
        ("25", "draw", "W:Wd4,f6,h4:BKa1,b6", "1. d4-c5", "sound"),
        (
            "25",
            "draw",
            "W:Wd4,f6,h4:BKa1,b6",
            "1. f6-e7",
            "another solution",
        ),
    ];
    for (kind, asked, fen, moves, verdict) in cases {
        let text =
            format!("[GameType \"{kind}\"] [Stipulation \"{asked}\"] [FEN \"{fen}\"]\n{moves} *\n");
        let folder = folder(&text);
        let (_, told, said) = run(&mut problem(folder.path(), &["problems.pdn"]));
        assert!(
            told.contains(&format!(": {verdict};")),
            "{fen}: {told}{said}"
        );
    }
}

#[test]
fn a_tree_has_all_moves_of_the_other_side() {
    let text = "[GameType \"25\"] [Stipulation \"win\"] [FEN \"B:Wg7,h4:BKc1,c5,e5\"] *\n";
    let folder = folder(text);
    let (told, _) = succeed(&mut problem(
        folder.path(),
        &["problems.pdn", "-o", "out.pdn"],
    ));
    assert!(
        told.contains(": sound; 1... c1-b2; proved by a tree of "),
        "{told}"
    );
    let out = fs::read_to_string(folder.path().join("out.pdn")).unwrap();
    let out = out.replace('\n', " ");
    assert!(
        out.contains("2. g7-h8") && out.contains("2. g7-f8"),
        "{out}"
    );
    assert!(!out.contains("search:"), "{out}");
}

#[test]
fn files_of_positions_and_what_is_asked_for() {
    let folder = folder("# positions\n\nW:Wc3:Bd4 win\nB:Wc3:Bd4 +\n");
    let words = ["problems.pdn", "--variant", "czech"];
    let (told, _) = succeed(&mut problem(folder.path(), &words));
    assert!(
        told.contains("problem 1: sound; 1. c3xe5; proved"),
        "{told}"
    );
    assert!(
        told.contains("2 problems: 2 sound; 2 proved without an evaluation"),
        "{told}"
    );
    let error = fail(&mut problem(folder.path(), &["problems.pdn"]), 2);
    assert!(
        error.contains("names no variant, expected --variant"),
        "{error}"
    );
    let asked = [
        "problems.pdn",
        "--variant",
        "czech",
        "--stipulation",
        "draw",
    ];
    let (_, told, _) = run(&mut problem(folder.path(), &asked));
    assert!(told.contains("even a win: 1. c3xe5"), "{told}");
}

#[test]
fn faults_are_told_with_their_place_and_the_others_are_judged() {
    let text = format!(
        "{PROBLEMS}\n[GameType \"21\"]\n[FEN \"W:W18:B15\"]\n*\n\n[GameType \"21\"]\n[Result \"0-1\"]\n*\n\n\
         [GameType \"21\"]\n[Stipulation \"mate in two\"]\n[FEN \"W:W18:B15\"]\n*\n\n\
         [GameType \"21\"]\n[Stipulation \"win\"]\n[FEN \"W:W18,77:B15\"]\n*\n\n\
         [GameType \"21\"]\n[Stipulation \"win\"]\n[FEN \"B:W18:B\"]\n*\n"
    );
    let folder = folder(&text);
    let (status, told, said) = run(&mut problem(
        folder.path(),
        &["problems.pdn", "-o", "out.pdn"],
    ));
    assert_eq!(status, Some(1));
    assert!(told.contains("3 problems: 1 sound"), "{told}");
    for expected in [
        "problem 4: line 22, column 12: no stipulation, expected the tag Stipulation or Result, or --stipulation",
        "problem 5: line 26, column 12: no position, expected the tag FEN",
        "problem 6: line 31, column 15: found Stipulation \"mate in two\", expected such as: White to move and win",
        "problem 7: line 37, column 7: ",
        "problem 8: the game is over in the position",
        "2 of 3 not sound, 5 problems with faults left out",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    fs::write(folder.path().join("empty.pdn"), "").unwrap();
    let error = fail(&mut problem(folder.path(), &["empty.pdn"]), 2);
    assert!(error.contains("empty.pdn: no problem"), "{error}");
    let error = fail(&mut problem(folder.path(), &["none.pdn"]), 2);
    assert!(error.contains("none.pdn"), "{error}");
}

/// Killed right before each of its writes, the same command comes to the same end.
#[cfg(debug_assertions)]
#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = folder("W:Wc3:Bd4 win\nB:Wc3:Bd4 win\nW:Wg3:Bh4,f6 draw\n");
    let run_to = |out: &str, stop: &str| {
        let json = format!("{out}.json");
        let words = [
            "problems.pdn",
            "--variant",
            "czech",
            "--threads",
            "1",
            "-o",
            out,
            "--json",
            &json,
        ];
        let mut command = problem(folder.path(), &words);
        command.env("KAMEN_STOP_AT_WRITE", stop);
        let (status, ..) = run(&mut command);
        status
    };
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(run_to("whole.pdn", "100"), Some(1));
    for write in 1..=6 {
        assert_eq!(run_to("out.pdn", &write.to_string()), None, "{write}");
        assert!(folder.path().join(".kamen-journal.out.pdn").exists());
        assert_eq!(run_to("out.pdn", "100"), Some(1));
        assert!(!folder.path().join(".kamen-journal.out.pdn").exists());
        assert_eq!(read("out.pdn"), read("whole.pdn"), "{write}");
        assert_eq!(read("out.pdn.json"), read("whole.pdn.json"), "{write}");
        for name in ["out.pdn", "out.pdn.json"] {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
    }
}
