//! Games and positions as other programs and people write them: moves, names of variants, boards, positions.

use crate::command::{kamen, run, succeed};
use std::fs;

/// What `kamen pdn check` says of a game: the moves, the faults, the warnings and the variant; and the moves that
/// `kamen pdn convert` writes.
struct Case {
    text: &'static str,
    line: &'static str,
    /// A part of standard error; nothing is told if it is empty.
    told: &'static str,
    moves: &'static str,
}

const fn case(
    text: &'static str,
    line: &'static str,
    told: &'static str,
    moves: &'static str,
) -> Case {
    Case {
        text,
        line,
        told,
        moves,
    }
}

const CROSS: &str = "warning: a quiet move is written with the sign of captures";
const DASH: &str = "warning: a capture is written with the sign of quiet moves";
const HOPS: &str = "warning: a capture is written as several moves, hop by hop";
const TURNED: &str = "warning: a1 is read as the corner at the left of the side that begins";

const GAMES: &[Case] = &[
    // Signs.
    case(
        "[GameType \"21\"] 1. 12x16 23x18 2. 16x19 24x15 *",
        "4 moves, 0 faults, 1 warning; english",
        CROSS,
        "1. 12-16 23-18 2. 16-19 24x15 *",
    ),
    case(
        "[GameType \"20\"] 1. 32:28 19-23 2. 28-19 14-23 *",
        "4 moves, 0 faults, 2 warnings; international",
        DASH,
        "1. 32-28 19-23 2. 28x19 14x23 *",
    ),
    case(
        "[GameType \"25\"] 1. c3:b4 d6-c5 2. b4-d6 *",
        "3 moves, 0 faults, 2 warnings; russian",
        CROSS,
        "1. c3-b4 d6-c5 2. b4:d6 *",
    ),
    case(
        "[GameType \"20\"] 1. 32–28 19‑23 2. 28×19 14х23 3. 37—32 *",
        "5 moves, 0 faults; international",
        "",
        "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *",
    ),
    // Short moves.
    case(
        "[GameType \"26\"] 1. cd4 bc5 2. d:b6 a:c5 3. gf4 *",
        "5 moves, 0 faults; brazilian",
        "",
        "1. c3-d4 b6-c5 2. d4xb6 a7xc5 3. g3-f4 *",
    ),
    case(
        "[GameType \"25\"] [FEN \"W:Wc3,g1:Bd4,f6,h8\"] 1. c:e5:g7 h:f6 *",
        "2 moves, 0 faults; russian",
        "",
        "1. c3:g7 h8:f6 *",
    ),
    // Hop by hop.
    case(
        "[GameType \"21\"] [FEN \"W:W29:B25,18,11,1\"] 1. 29x22 22x15 15x8 1-5 *",
        "2 moves, 0 faults, 1 warning; english",
        HOPS,
        "1. 29x8 1-5 *",
    ),
    case(
        "[GameType \"20\"] [FEN \"W:W32:B28,19,1\"] 1. 32x23 ... 2. 23x14 1-6 *",
        "2 moves, 0 faults, 1 warning; international",
        HOPS,
        "1. 32x14 1-6 *",
    ),
    // Captured squares.
    case(
        "[GameType \"30\"] [FEN \"W:Wd4:Bd5,c6,b7,h8\"] 1. d4:d5:c6:b7 h8-h7 *",
        "2 moves, 0 faults; turkish",
        "",
        "1. d4xb8 h8-h7 *",
    ),
    case(
        "[GameType \"20\"] [FEN \"W:WK47:B14,19,22,29,42\"] 1. 47x36 <42,29,19,22> *",
        "1 move, 0 faults; international",
        "",
        "1. 47x38x24x13x36 *",
    ),
    case(
        "[GameType \"20\"] [FEN \"W:WK47:B14,19,22,29,42\"] 1. 47x36<42, 29, 14, 22> *",
        "1 move, 0 faults; international",
        "",
        "1. 47x38x20x9x36 *",
    ),
    // Variants.
    case(
        "[Variant \"Pool checkers\"] 1. 11-15 *",
        "1 move, 0 faults; pool",
        "",
        "1. 11-15 *",
    ),
    case(
        "[Variant \"Russian draughts 64\"] 1. c3-d4 *",
        "1 move, 0 faults; russian",
        "",
        "1. c3-d4 *",
    ),
    case(
        "[GameType \"99\"] [Variant \"From Position\"] [FEN \"B:W31:B2:H3:F7\"] 7... 2-8 *",
        "1 move, 0 faults; international",
        "",
        "7... 2-8 *",
    ),
    case(
        "[GameType \"Checkers\"] 1. 11-15 *",
        "1 move, 0 faults, 1 warning; english",
        "warning: GameType 'Checkers' is no game type, read as english",
        "1. 11-15 *",
    ),
    case(
        "[GameType \"21,B,8\"] 1. 11-15 *",
        "1 move, 0 faults, 1 warning; english",
        "warning: GameType '21,B,8' is no game type, read as english",
        "1. 11-15 *",
    ),
    case(
        "[GameType \"55\"] 1. 11-15 *",
        "1 move, 0 faults, 1 warning; english (guessed, or pool spanish)",
        "warning: unknown GameType 55",
        "1. 11-15 *",
    ),
    // Boards.
    case(
        "[GameType \"21\"] 1. g3-f4 h6-g5 2. f4xh6 *",
        "3 moves, 0 faults, 1 warning; english",
        TURNED,
        "1. 9-14 21-17 2. 14x21 *",
    ),
    case(
        "[GameType \"29\"] 1. 10-14 23-19 2. 14x23 28x19 *",
        "4 moves, 0 faults, 1 warning; czech",
        "warning: square 1 is read as the corner at the left of White",
        "1. c3-d4 f6-e5 2. d4xf6 g7xe5 *",
    ),
    case(
        "[GameType \"29,W,10,10,A0,0\"] 1. c3-d4 *",
        "1 move, 0 faults, 1 warning; czech",
        "contradicts the moves",
        "1. c3-d4 *",
    ),
    // Positions.
    case(
        "[GameType \"20\"] [FEN \"w : w31 32 : b1, 2 :H0:F1\"] 1. 32-27 *",
        "1 move, 0 faults; international",
        "",
        "1. 32-27 *",
    ),
    case(
        "[GameType \"20\"] [FEN \"W:W:W31,32:B1,2\"] 1. 32-27 *",
        "1 move, 0 faults; international",
        "",
        "1. 32-27 *",
    ),
];

#[test]
fn games_are_read_as_they_are_meant() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    for case in GAMES {
        fs::write(&path, case.text).unwrap();
        let (status, out, errors) = run(kamen("pdn check").arg(&path));
        let line = format!("{}: 1 game, {}\n", path.display(), case.line);
        assert_eq!((status, out), (Some(0), line), "{} {errors}", case.text);
        assert!(errors.contains(case.told), "{}: {errors}", case.text);
        assert_eq!(errors.is_empty(), case.told.is_empty(), "{}", case.text);
        let (written, _) = succeed(kamen("pdn convert").arg(&path));
        assert!(written.contains(case.moves), "{}: {written}", case.text);
    }
}

#[test]
fn what_fits_twice_or_not_at_all_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    for (text, fault) in [
        (
            "[GameType \"25\"] [FEN \"W:WKc1,Kc5:Bh8\"] 1. ce3 *",
            "ambiguous move 'ce3', expected one of: c1-e3 c5-e3",
        ),
        (
            "[GameType \"30\"] [FEN \"W:WKd4:Bd6,h2\"] 1. d4xd6 *",
            "ambiguous move 'd4xd6', expected one of: d4xd8 d4xd7",
        ),
        (
            "[GameType \"21\"] [FEN \"B:B11,1:W15\"] 1. 1x6 *",
            "illegal move '1x6': you must capture, expected one of: 11x18",
        ),
        (
            "[GameType \"21\"] [FEN \"W:W29:B25,18,11,1\"] 1. 29x22 1-5 *",
            "illegal move '29x22': the man has to go on capturing, expected one of: 29x8",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let (status, _, errors) = run(kamen("pdn check").arg(&path));
        assert_eq!(status, Some(1), "{text}");
        assert!(errors.contains(fault), "{text}: {errors}");
    }
}

#[test]
fn positions_are_read_wherever_they_are_given() {
    for fen in [
        "[FEN \"W:WK4,K36:BK29\"]",
        "FEN \"W:WK4,K36:BK29.\"",
        "w:w k4 k36 : b k29 :H0:F1",
        "W:W:WK4,K36:BK29",
        "W:WK4,36K:BK29",
    ] {
        let is_good = !fen.contains("36K");
        for words in [
            "board international",
            "moves international",
            "moves international --fen",
        ] {
            let (status, _, errors) = run(kamen(words).arg(fen));
            assert_eq!(status == Some(0), is_good, "{words} {fen}: {errors}");
        }
    }
    let (moves, _) = succeed(kamen("moves international").arg("[FEN \"W:W31:B1\"]"));
    assert_eq!(moves, "31-26\n31-27\n");
}

#[test]
fn a_guess_says_what_else_fits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    fs::write(&path, "[FEN \"B:W19,23:B1,2\"]\n*\n").unwrap();
    let (line, _) = succeed(kamen("pdn check").arg(&path));
    assert!(
        line.ends_with("; english (guessed, or one of 6 others)\n"),
        "{line}"
    );
    let (json, _) = succeed(kamen("pdn check --json").arg(&path));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let others = json["variants"][0]["others"].as_array().unwrap();
    assert_eq!(others.len(), 6, "{json}");
    // A later game tells; the next ones are read as it says.
    let text = "1. c3-d4 *\n[FEN \"W:Wc3,e3,h2:Bd4,d6,g3\"] 1. h2xf4 *\n";
    fs::write(&path, text).unwrap();
    let (line, _) = succeed(kamen("pdn check").arg(&path));
    assert!(line.contains("0 faults; russian (guessed"), "{line}");
}

#[test]
fn games_in_sgf_are_read_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.dat");
    let text = "(;FF[4]GM[40]RU[american]PB[A]PW[B]RE[B+R]\n;B[11-15];W[23-19](;B[8-11]C[book])(;B[9-14]))\n\
        (;GM[40]RU[international]AB[ba]AW[be][fg]AWK[be]PL[W];W[21-17])\n";
    fs::write(&path, text).unwrap();
    let (line, errors) = succeed(kamen("pdn check").arg(&path));
    let expected = format!(
        "{}: 2 games, 4 moves, 0 faults; english, international\n",
        path.display()
    );
    assert_eq!((line, errors.as_str()), (expected, ""));
    let (written, _) = succeed(kamen("pdn convert").arg(&path));
    assert!(
        written.contains("1. 11-15 23-19 2. 8-11 {book} (9-14) 1-0"),
        "{written}"
    );
    assert!(written.contains("[FEN \"W:WK21,33:B1\"]"), "{written}");
    let (counted, _) = succeed(kamen("pdn stats").arg(&path));
    assert!(counted.contains("1. 11-15"), "{counted}");
    // Another game, and a move that is none, with their places.
    for (text, fault) in [
        (
            "(;GM[1]SZ[19];B[pd])",
            ":1:6: game 1: found '1', expected 40",
        ),
        (
            "(;GM[40]RU[american]\n;B[11-15];W[23-1])",
            ":2:13: game 1: illegal move '23-1': ",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let (status, _, errors) = run(kamen("pdn check").arg(&path));
        assert_eq!(status, Some(1), "{text}");
        assert!(errors.contains(fault), "{text}: {errors}");
    }
}
