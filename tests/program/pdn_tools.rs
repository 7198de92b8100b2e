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
        (&["games.pdn", "--ply", "-1"], 2, "unexpected argument '-1'"),
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
