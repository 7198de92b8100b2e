//! `kamen pdn show`, `convert` and `stats`.

use crate::command::{fail, kamen_in, output, run};
use std::fs;

/// Three games with all that a game may have, the last without a tag of the variant.
const GAMES: &str = "\
[White \"Novák, Jan\"]
[Black \"B\"]
[Result \"2-0\"]
[GameType \"29\"]

1. c3-d4!? {[%clk 0:10:00] good} b6-a5 $2 (1... f6-g5 2. d4-c5 (2. d4-e5)) 2. d4-e5
f6xd4 3. e3xc5 *

[White \"C\"]
[Black \"D\"]
[Result \"1-1\"]
[GameType \"29\"]
[FEN \"B:WKa1,c3:Bd4,h8\"]

1... d4xb2 2. a1xc3 *

[White \"E\"]
[Black \"novák\"]

1. c3-d4 f6-g5 0-1
";
const FAULTY: &str = "[GameType \"29\"] 1. c3-d4 *\n[GameType \"29\"] 1. c3-d4 b6-a5\n2. a1-a2 *\n[GameType \"29\"] 1. g3-f4 *\n";

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn a_position_of_a_game_is_shown() {
    let folder = folder(&[("games.pdn", GAMES)]);
    let show = |arguments: &[&str]| {
        output(&mut kamen_in(
            folder.path(),
            &[&["pdn", "show", "games.pdn"], arguments].concat(),
        ))
    };
    let last = show(&[]);
    let expected = "\
game 1, czech: Novák, Jan - B 2-0
  8   ⛂   ⛂   ⛂   ⛂
  7 ⛂   ⛂   ⛂   ⛂\n";
    assert!(last.starts_with(expected), "{last}");
    assert!(last.contains("\n    a b c d e f g h\nFEN B:W"), "{last}");
    assert!(last.ends_with("\nply 5 of 5: 3. e3xc5\n"), "{last}");
    let start = show(&["--ply", "0", "--numbers"]);
    assert!(
        start.contains("\n 29 ⛀   ⛀   ⛀   ⛀    32\nFEN W:W21,22,23,"),
        "{start}"
    );
    assert!(start.ends_with("\nply 0 of 5; next 1. 22-18\n"), "{start}");
    let second = show(&["--game", "2", "--ply", "1"]);
    assert!(second.contains("\n  2   ⛂   .   .   .\n"), "{second}");
    assert!(
        second.ends_with("FEN W:WKa1:Bb2,h8\nply 1 of 2: 1... d4xb2; next 2. a1xc3\n"),
        "{second}"
    );
    let json = show(&["--game", "3", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["ply"], &json["plies"], &json["game"]),
        (&2.into(), &2.into(), &3.into())
    );
    assert_eq!(
        (&json["move"], &json["next"]),
        (&"1... f6-g5".into(), &().into())
    );
    assert_eq!(json["tags"][1][1], "novák");
}

#[test]
fn what_cannot_be_shown_is_told() {
    let folder = folder(&[
        ("games.pdn", GAMES),
        ("faulty.pdn", FAULTY),
        ("empty.pdn", ""),
        ("bad.pdn", "[GameType \"29\"] [FEN \"W:Wb8:Bh8\"] *"),
    ]);
    let cases: &[(&[&str], i32, &str)] = &[
        (
            &["games.pdn", "--game", "4"],
            2,
            "games.pdn: no game 4, the file has 3",
        ),
        (&["games.pdn", "--game", "0"], 2, "0 is not in 1.."),
        (
            &["games.pdn", "--ply", "6"],
            2,
            "games.pdn: game 1: 5 plies, expected --ply 0 to 5",
        ),
        (
            &["games.pdn", "--ply", "-1"],
            2,
            "expected a whole number, 0 or more",
        ),
        (&["empty.pdn"], 2, "empty.pdn: no game 1, the file has 0"),
        (&["absent.pdn"], 2, "absent.pdn: No such file"),
        (&["."], 2, ".: Is a directory"),
        (
            &["faulty.pdn", "--game", "2", "--ply", "3"],
            1,
            "game 2: line 3, column 4: bad move 'a1-a2'",
        ),
        (
            &["bad.pdn"],
            1,
            "game 1: line 1, column 23: bad position at column 4: a white man on b8",
        ),
    ];
    for (arguments, status, expected) in cases {
        let errors = fail(
            &mut kamen_in(folder.path(), &[&["pdn", "show"], *arguments].concat()),
            *status,
        );
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
    // What is legal before the fault is shown.
    let words = ["pdn", "show", "faulty.pdn", "--game", "2"];
    let (status, out, errors) = run(&mut kamen_in(folder.path(), &words));
    assert!(
        status == Some(1) && out.contains("ply 2 of 2: 1... b6-a5\n"),
        "{out}{errors}"
    );
    assert!(errors.contains("bad move 'a1-a2'"), "{errors}");
    let early = output(&mut kamen_in(
        folder.path(),
        &[&words[..], &["--ply", "1"]].concat(),
    ));
    assert!(
        early.contains("ply 1 of 2: 1. c3-d4; next 1... b6-a5\n"),
        "{early}"
    );
}

#[test]
fn games_are_converted_with_all_that_they_have() {
    let folder = folder(&[("games.pdn", GAMES)]);
    let words = [
        "pdn",
        "convert",
        "games.pdn",
        "--variant",
        "czech",
        "--numbers",
    ];
    let numbers = output(&mut kamen_in(folder.path(), &words));
    let expected = "\
[White \"Novák, Jan\"]
[Black \"B\"]
[Result \"2-0\"]
[GameType \"29,W,8,8,N2,0\"]

1. 22-18!? {[%clk 0:10:00] good} 9-13 $2 (1... 11-16 2. 18-14 (2. 18-15)) 2.
18-15 11x18 3. 23x14 *

[White \"C\"]
[Black \"D\"]
[Result \"1-1\"]
[GameType \"29,W,8,8,N2,0\"]
[FEN \"B:W22,K29:B4,18\"]

1... 18x25 2. 29x22 *

[White \"E\"]
[Black \"novák\"]

1. 22-18 11-16 0-1
";
    let words_of = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words_of(&numbers), words_of(expected));
    assert_eq!(numbers.matches("\n\n").count(), 5, "{numbers}");
    // There and back again.
    fs::write(folder.path().join("numbers.pdn"), numbers).unwrap();
    let back = [
        "pdn",
        "convert",
        "numbers.pdn",
        "--variant",
        "czech",
        "--letters",
    ];
    let back = output(&mut kamen_in(folder.path(), &back));
    assert_eq!(words_of(&back), words_of(GAMES));
    let full = "[GameType \"29\"] [FEN \"W:Wc3:Bd4,f6\"] 1. c3xg7 *";
    fs::write(folder.path().join("full.pdn"), full).unwrap();
    let full = output(&mut kamen_in(
        folder.path(),
        &["pdn", "convert", "full.pdn", "--full-captures"],
    ));
    assert!(full.contains("1. c3xe5xg7 *"), "{full}");
}

#[test]
fn games_are_chosen_and_split() {
    let folder = folder(&[("games.pdn", GAMES)]);
    let cases: &[(&[&str], &[usize])] = &[
        (&["--player", "NOVÁK"], &[1, 3]),
        (&["--player", "d"], &[2]),
        (&["--result", "white"], &[1]),
        (&["--result", "draw"], &[2]),
        (&["--result", "black"], &[3]),
        (&["--opening", "1. c3-d4"], &[1, 3]),
        (&["--opening", "22-18 f6-g5"], &[3]),
        (&["--opening", "c3-d4", "--result", "white"], &[1]),
    ];
    for (arguments, games) in cases {
        let words = ["pdn", "convert", "games.pdn", "--variant", "czech"];
        let out = output(&mut kamen_in(
            folder.path(),
            &[&words[..], arguments].concat(),
        ));
        for (name, number) in [("\"Novák, Jan\"", 1), ("\"C\"", 2), ("\"E\"", 3)] {
            assert_eq!(
                out.contains(name),
                games.contains(&number),
                "{arguments:?}: {out}"
            );
        }
    }
    let split = |by: &str| {
        let words = [
            "pdn",
            "convert",
            "games.pdn",
            "--variant",
            "czech",
            "-o",
            "by.pdn",
            "--split",
            by,
        ];
        output(&mut kamen_in(folder.path(), &words))
    };
    let lines = "by-B.pdn: 1 game\nby-C.pdn: 1 game\nby-D.pdn: 1 game\nby-E.pdn: 1 game\n\
                 by-Novák-Jan.pdn: 1 game\nby-novák.pdn: 1 game\n";
    assert_eq!(split("player"), lines);
    assert_eq!(
        split("result"),
        "by-0-1.pdn: 1 game\nby-1-0.pdn: 1 game\nby-1-2-1-2.pdn: 1 game\n"
    );
    assert_eq!(
        split("opening"),
        "by-1-c3-d4.pdn: 2 games\nby-1-d4xb2.pdn: 1 game\n"
    );
    let both = fs::read_to_string(folder.path().join("by-1-c3-d4.pdn")).unwrap();
    assert!(
        both.starts_with("[White \"Novák, Jan\"]") && both.contains("*\n\n[White \"E\"]"),
        "{both}"
    );
    assert!(!folder.path().join("by.pdn").exists());
}

#[test]
fn a_conversion_that_fails_changes_nothing() {
    let files = [
        ("faulty.pdn", FAULTY),
        ("out.pdn", "before"),
        ("wide.pdn", "[GameType \"27\"] 1. 43-37 *"),
    ];
    let folder = folder(&files);
    let cases: &[(&[&str], i32, &str)] = &[
        (
            &["faulty.pdn"],
            1,
            "faulty.pdn: game 2: line 3, column 4: bad move 'a1-a2'",
        ),
        (&["absent.pdn"], 2, "absent.pdn: No such file"),
        (&["."], 2, ".: Is a directory"),
        (
            &["faulty.pdn", "--lenient", "--player", "x"],
            1,
            "no game is chosen",
        ),
        (
            &["faulty.pdn", "--lenient", "--opening", "c3-d5"],
            2,
            "--opening: bad move 'c3-d5': no square d5",
        ),
        (
            &["faulty.pdn", "--opening", "c3"],
            2,
            "bad move 'c3' at column 3",
        ),
        (
            &["faulty.pdn", "--opening", "1."],
            2,
            "expected moves such as",
        ),
        (&["faulty.pdn", "--result", "won"], 2, "invalid value 'won'"),
        (
            &["wide.pdn", "--letters"],
            2,
            "game 1: the board of canadian has more files than there are letters",
        ),
    ];
    for (arguments, status, expected) in cases {
        let words = [&["pdn", "convert"], *arguments, &["-o", "out.pdn"]].concat();
        let errors = fail(&mut kamen_in(folder.path(), &words), *status);
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
        assert_eq!(
            fs::read_to_string(folder.path().join("out.pdn")).unwrap(),
            "before"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), files.len());
    let words = ["pdn", "convert", "faulty.pdn", "--lenient", "-o", "out.pdn"];
    let (status, out, errors) = run(&mut kamen_in(folder.path(), &words));
    assert_eq!(
        (status, out.as_str()),
        (Some(3), "out.pdn: 2 games\n"),
        "{errors}"
    );
    assert!(
        errors.ends_with("kamen: left out 1 game with faults\n"),
        "{errors}"
    );
    let text = fs::read_to_string(folder.path().join("out.pdn")).unwrap();
    assert_eq!(
        text,
        "[GameType \"29\"]\n\n1. c3-d4 *\n\n[GameType \"29\"]\n\n1. g3-f4 *\n"
    );
    let absent = ["pdn", "convert", "out.pdn", "-o", "absent/out.pdn"];
    let errors = fail(&mut kamen_in(folder.path(), &absent), 2);
    assert!(errors.contains("there is no folder absent"), "{errors}");
}

#[test]
fn results_are_counted_by_opening() {
    let game = |moves: &str, result: &str| format!("[GameType \"29\"] {moves} {result}\n");
    let games = [
        game("1. c3-d4 b6-a5", "2-0"),
        game("1. c3-d4 b6-a5", "1-1"),
        game("1. c3-d4 f6-g5", "0-2"),
        game("1. g3-f4", "2-0"),
        game("1. g3-f4 b6-a5", "*"),
        game("1. g3-g5", "2-0"),
        "[GameType \"29\"] [FEN \"W:Wc3:Bh8\"] c3-d4 2-0\n".to_owned(),
        "[GameType \"21\"] 1. 11-15 23-18 1-0\n".to_owned(),
    ];
    let folder = folder(&[("games.pdn", &games.concat())]);
    let stats = |arguments: &[&str]| {
        output(&mut kamen_in(
            folder.path(),
            &[&["pdn", "stats", "games.pdn"], arguments].concat(),
        ))
    };
    let expected = "\
czech
moves     games  wins  draws  losses   score
1. c3-d4      3     1      1       1   50.0%
1. g3-f4      1     1      0       0  100.0%
all           4     2      1       1   62.5%
english
moves     games  wins  draws  losses   score       opening
1. 11-15      1     1      0       0  100.0%  Old Faithful
all           1     1      0       0  100.0%
left out: 1 with faults, 1 without a result, 1 from another position or without moves
";
    assert_eq!(stats(&[]), expected);
    let two = stats(&["--plies", "2", "--numbers", "--opening", "c3-d4"]);
    assert!(
        two.contains("\n1. 22-18 9-13       2     1      1       0  75.0%\n"),
        "{two}"
    );
    assert!(
        two.contains("\n1. 22-18 11-16      1     0      0       1   0.0%\n"),
        "{two}"
    );
    let json = stats(&["--json"]);
    let lines: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 4, "{json}");
    let first = &lines[0];
    assert_eq!(
        (&first["variant"], &first["moves"]),
        (&"czech".into(), &"1. c3-d4".into())
    );
    assert_eq!((&first["games"], &first["score"]), (&3.into(), &0.5.into()));
    // Black begins in English draughts.
    assert_eq!(
        (&lines[2]["wins"], &lines[2]["losses"]),
        (&1.into(), &0.into())
    );
    assert_eq!(lines[3]["left_out"]["faults"], 1);
    for (arguments, status, expected) in [
        (
            &["--player", "x"][..],
            1,
            "no game to count; left out: 1 with faults",
        ),
        (&["--plies", "0"], 2, "0 is not in 1.."),
        (&["absent.pdn"], 2, "absent.pdn: No such file"),
    ] {
        let words = [&["pdn", "stats", "games.pdn"], arguments].concat();
        let errors = fail(&mut kamen_in(folder.path(), &words), status);
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
}
