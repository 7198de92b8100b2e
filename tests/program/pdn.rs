//! `kamen pdn` on files of all kinds, also those of the corpus beside the repository.

use crate::command::{fail, kamen, output, succeed, told};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

/// Runs `kamen pdn check` with some input.
fn check(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = kamen("pdn check")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Whoever refuses the arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Arguments before the `-`, the input, the exit status, standard output, standard error.
type Case<'a> = (&'a [&'a str], &'a str, i32, &'a str, &'a str);

const CASES: &[Case<'_>] = &[
    (
        &[],
        "1. c3-d4 d6-c5 2. b2-c3 *\n[GameType \"20\"] 1. 32-28 *",
        0,
        "-: 2 games, 4 moves, 0 faults; russian (guessed, or brazilian czech spantsireti), \
         international\n",
        "",
    ),
    (
        &["--variant", "czech"],
        "1. c3-d4 d6-c5 2. b2-c3 *",
        0,
        "-: 1 game, 3 moves, 0 faults; czech (--variant)\n",
        "",
    ),
    (
        &[],
        "[GameType \"29\"] 1. c3-d4 d6-c5\n2. b2xd4 *\n",
        1,
        "-: 1 game, 2 moves, 1 fault; czech\n",
        "-:2:4: game 1: illegal move 'b2xd4': there is nothing to capture, expected one of: g3-f4 d2-c3 d4-e5 a3-b4 e3-f4 \
         g3-h4 b2-c3\nkamen: 1 fault found\n",
    ),
    // Half-written, in a move and in a comment.
    (
        &["--variant", "czech"],
        "1. c3-d4 d6-c5 2. b2-",
        1,
        "-: 1 game, 2 moves, 1 fault; czech (--variant); nothing marks the end of the last game\n",
        "-:1:22: game 1: found nothing, expected a square\nkamen: 1 fault found\n",
    ),
    (
        &["--variant", "czech"],
        "1. c3-d4 {what now",
        0,
        "-: 1 game, 1 move, 0 faults, 1 warning; czech (--variant); nothing marks the end of the last game\n",
        "-:1:10: game 1: warning: comment '{what now' without its end\n",
    ),
    // The wrong variant.
    (
        &["--variant", "english"],
        "1. 32-28 19-23 *",
        1,
        "-: 1 game, 0 moves, 1 fault; english (--variant)\n",
        "-:1:4: game 1: illegal move '32-28': the piece on 32 is white, and black is to move, expected one of: 9-13 10-14 11-15 12-16 9-14 10-15 \
         11-16\n\
         -: of the first 1 game, 1 not legal in english draughts, but 0 in international; is the \
         variant right?\nkamen: 1 fault found\n",
    ),
    (
        &[],
        "[GameType \"0\"] 1. c3-d4 *",
        0,
        "-: 1 game, 1 move, 0 faults, 1 warning; russian (guessed, or brazilian czech spantsireti)\n",
        "-:1:12: game 1: warning: unknown GameType 0, expected one of 20 21 22 23 24 25 26 27 28 29 30 31 \
         40 41 96 97 98 99\n",
    ),
    (
        &[],
        "",
        1,
        "-: 0 games, 0 moves, 1 fault\n",
        "-:1:1: found nothing, expected a game\nkamen: 1 fault found\n",
    ),
    (
        &["--show", "1"],
        "\u{0}\u{1}\n[GameType \"20] 1. 32-28 *\n",
        0,
        "-: 1 game, 1 move, 0 faults, 2 warnings; international\n",
        "-:1:1: game 1: warning: control character '\\u{0}' (and 1 more)\n-: and 1 more warning\n",
    ),
];

/// The tag that servers write for games in the usual numbering.
const WRONG: &str = "[GameType \"20,W,10,10,N1,0\"]";
/// A problem with a man on its crowning row.
const CROWNED: &str = "[FEN \"W:W3,37:B14\"] 1. 37-31 *";

#[test]
fn a_wrong_game_type_is_a_warning() {
    let input = format!("{WRONG} 1. 32-28 19-23 *\n{WRONG} 1. 19-23 32-28 *\n{WRONG} 1. 31-27 *\n");
    let warning = "warning: GameType 20,W,10,10,N1,0 contradicts the moves, which are legal in the usual numbering of \
                   international (20,W,10,10,N2,0)";
    let (status, out, errors) = told(&check(&["-"], input.as_bytes()));
    assert_eq!(status, Some(0), "{errors}");
    assert_eq!(
        out,
        "-: 3 games, 5 moves, 0 faults, 2 warnings; international\n"
    );
    assert_eq!(
        errors,
        format!("-:1:12: game 1: {warning}\n-:3:12: game 3: {warning}\n")
    );
    let (_, out, errors) = told(&check(&["--json", "--show", "1", "-"], input.as_bytes()));
    assert!(out.contains("\"faults\":0,\"warnings\":2,"), "{out}");
    assert!(out.contains("\"kind\":\"warning\""), "{out}");
    assert_eq!(
        errors,
        format!("-:1:12: game 1: {warning}\n-: and 1 more warning\n")
    );
}

#[test]
fn a_man_on_its_crowning_row_is_the_fault_of_its_game() {
    let good = "[FEN \"W:W37:B14\"] 1. 37-31 *\n";
    let input = format!("{good}{CROWNED}\n{good}");
    let line = "-: 3 games, 2 moves, 1 fault; international (--variant)\n";
    let reason = "-:2:7: game 2: bad position at column 4: a white man on 3, its crowning row, expected a king there\n";
    let cases = [
        (&[][..], &input, 1, "kamen: 1 fault found\n"),
        (
            &["--lenient"],
            &input,
            3,
            "kamen: 1 fault found, men on their crowning row\n",
        ),
        (&["--lenient"], &good.to_owned(), 0, ""),
        // Another fault beside it.
        (
            &["--lenient"],
            &format!("{input}1. 32-29 *"),
            1,
            "kamen: 2 faults found\n",
        ),
    ];
    for (arguments, input, status, last) in cases {
        let arguments = [arguments, &["--variant", "international", "-"]].concat();
        let (found, out, errors) = told(&check(&arguments, input.as_bytes()));
        assert_eq!(found, Some(status), "{errors}");
        assert!(errors.ends_with(last), "{errors}");
        assert_eq!(
            out == line,
            status == 3 || last.starts_with("kamen: 1 fault found"),
            "{out}"
        );
        assert_eq!(errors.starts_with(reason), status != 0, "{errors}");
    }
    let json = told(&check(&["--json", "--lenient", "-"], input.as_bytes())).1;
    assert!(json.contains("\"kind\":\"crowned\""), "{json}");
}

#[test]
fn files_are_checked() {
    for (arguments, input, status, out, errors) in CASES {
        let output = check(&[arguments, &["-"][..]].concat(), input.as_bytes());
        let found = told(&output);
        assert_eq!(
            found,
            (Some(*status), (*out).to_owned(), (*errors).to_owned()),
            "{input}"
        );
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_the_others_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.pdn");
    fs::write(&good, "[GameType \"20\"] 1. 32-28 *").unwrap();
    let good = good.to_str().unwrap();
    let missing = folder.path().join("missing.pdn");
    let missing = missing.to_str().unwrap();
    let (status, out, errors) = told(&check(&[missing, good], b""));
    assert_eq!(status, Some(2));
    assert_eq!(
        out,
        format!("{good}: 1 game, 1 move, 0 faults; international\n")
    );
    assert!(
        errors.starts_with(&format!("{missing}: cannot be read: ")),
        "{errors}"
    );
    assert!(errors.ends_with("kamen: 1 file not read\n"), "{errors}");
    let (status, ..) = told(&check(&[], b""));
    assert_eq!(status, Some(2));
}

/// The files of the corpus with their lines, and the faults that are in the games themselves.
#[test]
fn the_corpus_is_legal_but_for_its_misprints() {
    const LINES: &[(&str, &str)] = &[
        (
            "fail/40Camp.DamaInternazionaleAssoluto.pdn",
            "45 games, 4804 moves, 0 faults, 2 warnings; international (guessed)",
        ),
        (
            "fail/Cat.A1.pdn",
            "35 games, 357 moves, 0 faults, 1 warning; international (guessed)",
        ),
        (
            "fail/abatsiev.pdn",
            "56 games, 2648 moves, 0 faults, 1 warning; russian (guessed)",
        ),
        (
            "fail/mrdrcd07.pdn",
            "72 games, 3472 moves, 0 faults, 3 warnings; czech (guessed)",
        ),
        (
            "succeed/090417ronde12.pdn",
            "7 games, 703 moves, 0 faults; international (guessed)",
        ),
        (
            "succeed/Campionato Assoluto 2005.pdn",
            "53 games, 3227 moves, 1 fault; italian (guessed)",
        ),
        (
            "succeed/Cat.B1.pdn",
            "37 games, 397 moves, 0 faults; international (guessed)",
        ),
        (
            "succeed/DUTCH96H.pdn",
            "13 games, 1381 moves, 0 faults; international",
        ),
        (
            "succeed/PROF2.pdn",
            "16 games, 1616 moves, 0 faults, 2 warnings; international",
        ),
        (
            "succeed/PWCP 2a.pdn",
            "59 games, 688 moves, 0 faults; international (guessed)",
        ),
        (
            "succeed/Principles of Strategy.pdn",
            "16 games, 594 moves, 0 faults; english (guessed)",
        ),
        (
            "succeed/Tricks traps and shots.pdn",
            "91 games, 3017 moves, 0 faults; english (guessed)",
        ),
        (
            "succeed/inferno.pdn",
            "68 games, 3306 moves, 0 faults; english (guessed)",
        ),
        (
            "succeed/mrcd2000kval.pdn",
            "40 games, 1954 moves, 0 faults; czech (guessed)",
        ),
        (
            "succeed/mrcd2007.pdn",
            "102 games, 4542 moves, 0 faults; czech (guessed)",
        ),
        (
            "succeed/nk ronde 01.pdn",
            "7 games, 725 moves, 0 faults; international",
        ),
        (
            "succeed/schildpad.pdn",
            "34 games, 3014 moves, 0 faults; international (guessed)",
        ),
        (
            "succeed/ussr1947.pdn",
            "153 games, 8730 moves, 0 faults; russian (guessed)",
        ),
        (
            "succeed/wk2003.pdn",
            "23 games, 2381 moves, 0 faults; international",
        ),
    ];
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/pdn-corpus");
    if !corpus.exists() {
        eprintln!("skipped: there is no {}", corpus.display());
        return;
    }
    let paths: Vec<PathBuf> = LINES.iter().map(|(name, _)| corpus.join(name)).collect();
    let arguments: Vec<&str> = paths.iter().map(|path| path.to_str().unwrap()).collect();
    let (status, out, errors) = told(&check(&arguments, b""));
    assert_eq!(status, Some(1));
    for ((line, path), (_, expected)) in out.lines().zip(&paths).zip(LINES) {
        assert_eq!(line, format!("{}: {expected}", path.display()));
    }
    let misprints = [
        "40Camp.DamaInternazionaleAssoluto.pdn:8:10: game 1: warning: two results, '0-1 and 1-0'; ",
        "Campionato Assoluto 2005.pdn:753:43: game 46: ambiguous move '3x26', ",
        "PROF2.pdn:290:5: game 14: warning: a quiet move is written with the sign of captures",
    ];
    for misprint in misprints {
        assert!(errors.contains(misprint), "{errors}");
    }
}

#[test]
fn a_file_is_an_object_too() {
    let input = "1. c3-d4 d6-c5 2. b2-c3 *\n[GameType \"29\"] 1. c3-d4 d6-c5\n2. b2xd4 *\n";
    let output = check(&["--json", "-"], input.as_bytes());
    let (status, text, _) = told(&output);
    assert_eq!((status, text.lines().count()), (Some(1), 1), "{text}");
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (name, expected) in [
        ("file", "-".into()),
        ("games", 2.into()),
        ("moves", 5.into()),
        ("faults", 1.into()),
    ] {
        let expected: serde_json::Value = expected;
        assert_eq!(file[name], expected, "{name}");
    }
    let fault = &file["shown"][0];
    assert_eq!((&fault["line"], &fault["column"]), (&3.into(), &4.into()));
    let reason = fault["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("game 2: illegal move 'b2xd4'"),
        "{reason}"
    );
    let [guessed, told] = file["variants"].as_array().unwrap().as_slice() else {
        panic!("{file:#}");
    };
    assert_eq!(
        (&guessed["variant"], &guessed["source"]),
        (&"russian".into(), &"guess".into())
    );
    assert!(
        guessed["others"]
            .as_array()
            .unwrap()
            .contains(&"czech".into())
    );
    assert_eq!(
        (&told["variant"], &told["source"]),
        (&"czech".into(), &"tags".into())
    );
}

/// Runs `kamen pdn records` in a folder.
fn records(folder: &Path, words: &str) -> std::process::Command {
    let mut command = kamen("pdn records");
    command.args(words.split_whitespace()).current_dir(folder);
    command
}

#[test]
fn games_become_records_for_training() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (folder.path(), |name: &str| folder.path().join(name));
    let text = "[GameType \"29\"] 1. c3-d4 b6-a5 2. d4-e5 f6xd4 2-0\n\
                [GameType \"29\"] 1. c3-d4 1-1\n\
                [GameType \"29\"] 1. c3-d4 *\n\
                [GameType \"29\"] 1. c3-c4 2-0\n\
                [GameType \"20\"] 1. 32-28 2-0\n";
    fs::write(file("games.pdn"), text).unwrap();
    let mut first = records(path, "games.pdn --nodes 50 -o a.games");
    let line = "2 games, 5 positions; White won 1, drawn 1, Black won 0; left out 3\n";
    assert_eq!(output(&mut first), line);
    let bytes = fs::read(file("a.games")).unwrap();
    let (out, errors) = succeed(&mut first);
    assert_eq!(
        (out.as_str(), errors.as_str()),
        (line, "a.games holds 2 games already; 0 are missing\n")
    );
    // Cut in the middle of the second game, on other threads: the same.
    fs::write(file("a.games"), &bytes[..bytes.len() - 9]).unwrap();
    let json = output(&mut records(
        path,
        "games.pdn --nodes 50 -o a.games --threads 2 --quiet --json",
    ));
    assert!(json.contains("\"games\":2") && json.contains("\"left_out\":3"));
    assert_eq!(fs::read(file("a.games")).unwrap(), bytes);
    let train = "train czech --data a.games --out a.weights --epochs 1 --quiet";
    let errors = crate::command::run(kamen(train).current_dir(path)).2;
    assert!(!errors.contains("a.games"), "{errors}");
    fs::write(file("more.pdn"), text.replace("1-1", "0-2")).unwrap();
    let cases = [
        ("games.pdn -o a.games", "nodes"),
        ("more.pdn --nodes 50 -o a.games", "source"),
        ("games.pdn --variant english -o b.games", "no finished game"),
        ("missing.pdn -o b.games", "cannot read missing.pdn"),
    ];
    for (words, expected) in cases {
        let errors = fail(&mut records(path, words), 2);
        assert!(errors.contains(expected), "{words}: {errors}");
        assert!(!file("b.games").exists());
        assert_eq!(fs::read(file("a.games")).unwrap(), bytes);
    }
}
