mod unusual;

use super::*;
use crate::notation::pdn::replay;
use crate::rules::Variant::*;
use kamen_protocol::pdn::{ReadError, Reader};

/// The first game of a text, with or without faults.
fn game(text: &str) -> Game {
    match Reader::new(text.as_bytes()).next() {
        Some(Ok(game)) => game,
        Some(Err(ReadError::Faulty(faulty))) => faulty.game,
        other => panic!("{text}: {other:?}"),
    }
}

/// The moves of the main line in Hub notation, and the faults.
fn replayed(variant: Variant, text: &str) -> (String, Vec<String>) {
    let replay = replay(variant, &game(text));
    let moves: Vec<String> = replay.played.iter().map(|(_, m)| m.to_string()).collect();
    let faults = replay.faults.iter().map(ToString::to_string).collect();
    (moves.join(" "), faults)
}

#[test]
fn games_are_played() {
    let cases = [
        (
            International,
            "1. 32-28 19-23 2. 28x19 14x23 *",
            "32-28 19-23 28x19x23 14x23x19",
        ),
        (Czech, "1. c3-d4 b6a5 2. 18-15 *", "22-18 9-13 18-15"),
        (English, "1. 11-15 23-18 *", "11-15 23-18"),
        (Turkish, "1. a3-a4 h6-h5 *", "41-33 24-32"),
        // From a position, with the side to move given, inferred from the first move, or from the
        // variant.
        (Russian, "[FEN \"B:Wc3:Bd4\"] d4:b2 *", "18x25x22"),
        (Russian, "[FEN \"?:Wc3:Bd4\"] d4:b2 *", "18x25x22"),
        (Russian, "[FEN \"?:Wc3:Bd4\"] c3:e5 *", "22x15x18"),
        (Russian, "[FEN \"?\"] [SetUp \"1\"] c3-d4 *", "22-18"),
        (English, "[FEN \":W18:B14\"] 14x23 *", "14x23x18"),
        // Dots before the first recorded move.
        (
            International,
            "[FEN \"B:W37:B19\"] 1. ... 19-23 2. 37-31 *",
            "19-23 37-31",
        ),
        (International, "[FEN \"B:W32:B19\"] 1... 19-23 *", "19-23"),
        // Variations replace the last move.
        (
            International,
            "32-28 (31-27 19-23 (20-25) 27-22) 19-23 *",
            "32-28 19-23",
        ),
        // Positions within a game.
        (
            International,
            "[FEN \"W:WK47:B14,19,22,29,42,3\"] 47x36 19-24 *",
            "47x36x14x22x29x42 19-24",
        ),
        // Only the last moves of a game are unknown.
        (International, "32-28 ... ... *", "32-28"),
    ];
    for (variant, text, moves) in cases {
        let (found, faults) = replayed(variant, text);
        assert_eq!((found.as_str(), faults), (moves, Vec::new()), "{text}");
    }
}

#[test]
fn faults_are_told_with_their_place() {
    let cases = [
        (
            International,
            "1. 32-28 19-23\n2. 28x17 14x23 *",
            "32-28 19-23",
            "line 2, column 4: illegal move '28x17': you must capture, expected one of: 28x19",
        ),
        (
            International,
            "1. 32-28 (31-27 31-26) 19-23 *",
            "32-28 19-23",
            "line 1, column 17: illegal move '31-26': there is no piece on 31, expected one of:",
        ),
        (
            Czech,
            "1. 22-18 c7-b6 2. 33-29 *",
            "22-18",
            "line 1, column 10: illegal move 'c7-b6'",
        ),
        (
            Czech,
            "1. c3-d4 41-37 *",
            "22-18",
            "line 1, column 10: bad move '41-37': no square 41",
        ),
        (
            International,
            "[FEN \"W:W51:B1\"] 1-6 *",
            "",
            "line 1, column 7: bad position at column 4: no square 51",
        ),
        (
            International,
            "32-28 /FEN \"W:W51:B1\"/ 31-27 *",
            "32-28",
            "line 1, column 13: bad position at column 4: no square 51",
        ),
        // A position clears the faults before it.
        (
            International,
            "32-29 19-23 /FEN \"?:W32:B19\"/ 19-23 *",
            "19-23",
            "line 1, column 1: illegal move '32-29': a man moves along the diagonals, expected one of: 31-26",
        ),
        (
            International,
            "1. 32-28 ... 2. 31-27 *",
            "32-28",
            "line 1, column 10: unknown move '...', the moves behind it cannot be checked",
        ),
        (
            International,
            "[FEN \"W:WK47:B14,19,22,29,42\"] 47x36 *",
            "47x36x14x22x29x42",
            "line 1, column 32: ambiguous move '47x36', expected one of: 47x38x20x9x36 47x38x24x13x36",
        ),
        (
            Czech,
            "[GameType \"29,W,10,10,A0,0\"] c3-d5 *",
            "",
            "line 1, column 30: bad move 'c3-d5': no square d5",
        ),
    ];
    for (variant, text, moves, fault) in cases {
        let (found, faults) = replayed(variant, text);
        assert_eq!(found, moves, "{text}");
        assert!(
            faults.len() == 1 && faults[0].starts_with(fault),
            "{text}: {faults:?}"
        );
    }
}

#[test]
fn results_are_no_faults() {
    for text in [
        "[Result \"2-0\"] 32-28 1-0",
        "[Result \"0-2\"] 32-28 1-0",
        "[Result \"*\"] 32-28 1-0",
        "[Result \"6-4\"] 32-28 *",
    ] {
        assert_eq!(
            replayed(International, text),
            ("32-28".to_owned(), Vec::new())
        );
    }
}

#[test]
fn a_game_type_that_contradicts_the_moves_is_overruled() {
    let cases = [
        // Read by the tag, if the game is legal so.
        (
            International,
            "[GameType \"20,W,10,10,N1,0\"] 1. 19-23 32-28 *",
            "32-28 19-23",
            None,
            0,
        ),
        (
            International,
            "[GameType \"20,W,10,10,N1,0\"] 1. 32-28 19-23 2. 28x19 14x23 *",
            "32-28 19-23 28x19x23 14x23x19",
            Some(
                "GameType 20,W,10,10,N1,0 contradicts the moves, which are legal in the usual numbering of \
                 international (20,W,10,10,N2,0)",
            ),
            0,
        ),
        // Also with a fault later on, but not where the tag leads as far.
        (
            International,
            "[GameType \"20,W,10,10,N1,0\"] 1. 32-28 19-24 2. 28-20 *",
            "32-28 19-24",
            Some(""),
            1,
        ),
        (
            International,
            "[GameType \"20,W,10,10,N1,0\"] 1. 19-23 32-28 2. 23-1 *",
            "32-28 19-23",
            None,
            1,
        ),
        (
            International,
            "[GameType \"20,W,10,10,N1,0\"] 1. 1-2 *",
            "",
            None,
            1,
        ),
        // The side that begins, letters, the size of the board and a position.
        (
            International,
            "[GameType \"20,B,10,10,N1,0\"] 1. 32-28 *",
            "32-28",
            Some(""),
            0,
        ),
        (
            Russian,
            "[GameType \"25,W,8,8,A3,0\"] 1. c3-d4 *",
            "22-18",
            Some(""),
            0,
        ),
        (
            Czech,
            "[GameType \"29,W,10,10,A0,0\"] 1. c3-d4 *",
            "22-18",
            Some(""),
            0,
        ),
        (
            International,
            "[GameType \"20,W,10,10,N1,0\"] [FEN \"W:W6,37:B4\"] 1. 6-1 *",
            "6-1",
            Some(""),
            0,
        ),
    ];
    for (variant, text, moves, warning, faults) in cases {
        let replay = replay(variant, &game(text));
        let found: Vec<String> = replay.played.iter().map(|(_, m)| m.to_string()).collect();
        assert_eq!(found.join(" "), moves, "{text}");
        assert_eq!(replay.faults.len(), faults, "{text}: {:?}", replay.faults);
        let found = replay.warnings.first().map(ToString::to_string);
        match (&found, warning) {
            (Some(found), Some(expected)) => assert!(found.starts_with(expected), "{found}"),
            _ => assert_eq!(found.as_deref(), warning, "{text}"),
        }
    }
}

#[test]
fn every_move_of_the_text_is_there_with_its_position() {
    let text = "1. c3-d4 (1. c3-d5 a1-b2 (1. b2-c3)) d6-c5 (1... d6-e5) ... *";
    let replay = replay(Czech, &game(text));
    let found: Vec<Option<String>> = replay
        .moves
        .iter()
        .map(|m| Some(m.as_ref()?.1.to_string()))
        .collect();
    let found: Vec<&str> = found.iter().map(|m| m.as_deref().unwrap_or("-")).collect();
    assert_eq!(found, ["22-18", "-", "-", "-", "10-14", "10-15", "-"]);
    assert_eq!(replay.moves[5].unwrap().0, replay.played[1].0);
    assert_eq!(replay.start, Some(AnyPosition::start(Czech)));
    assert_eq!(replay.position_after(0), replay.start);
    let last = replay.position_after(2).unwrap();
    assert!(
        last.fen().ends_with(":B1,2,3,4,5,6,7,8,9,11,12,14"),
        "{}",
        last.fen()
    );
    assert_eq!(replay.position_after(3), None);
    let written: Vec<Option<String>> = (0..3).map(|ply| replay.written(ply, true)).collect();
    assert_eq!(
        written,
        [
            Some("1. c3-d4".to_owned()),
            Some("1... d6-c5".to_owned()),
            None
        ]
    );
    // Variations from a position that is not known.
    let text = "1. c3-d5 /FEN \"W:W99:B1\"/ (1. c3-d4 (1. c3-b4)) 2. b2-c3 *";
    assert_eq!(
        crate::notation::pdn::replay(Czech, &game(text)).moves,
        [None; 4]
    );
    let replay = crate::notation::pdn::replay(Czech, &game("[FEN \"W:Wa8:Bh8\"] c3-d4 *"));
    assert_eq!((replay.start, replay.position_after(0)), (None, None));
}

/// The moves, the faults and the warnings of a game.
fn read_over(variant: Variant, text: &str) -> (String, usize, String) {
    let replay = replay(variant, &game(text));
    let moves: Vec<String> = replay.played.iter().map(|(_, m)| m.to_string()).collect();
    let warnings: Vec<String> = replay.warnings.iter().map(ToString::to_string).collect();
    (moves.join(" "), replay.faults.len(), warnings.join("; "))
}

#[test]
fn slips_are_read_over_with_a_warning() {
    let quiet = "a quiet move is written with the sign of captures";
    let capture = "a capture is written with the sign of quiet moves";
    let hops = "a capture is written as several moves, hop by hop";
    let turned = "a1 is read as the corner at the left of the side that begins";
    let cases = [
        // The sign of the other kind.
        (
            English,
            "1. 11x15 24x20 2. 8-11 *",
            "11-15 24-20 8-11",
            0,
            format!("{quiet}, 2 times"),
        ),
        (
            Russian,
            "1. c3:d4 d6-c5 *",
            "22-18 10-14",
            0,
            quiet.to_owned(),
        ),
        (
            International,
            "1. 32-28 19-23 2. 28-19 14:23 *",
            "32-28 19-23 28x19x23 14x23x19",
            0,
            capture.to_owned(),
        ),
        (Thai, "1. 23-19 9-13 2. 22-18 13-22 *", "", 1, String::new()),
        // Not where another move has to be played.
        (
            English,
            "1. 11-15 22-18 2. 12x16 *",
            "11-15 22-18",
            1,
            String::new(),
        ),
        // Captures hop by hop.
        (
            English,
            "[FEN \"W:W22:B18,11,1\"] 1. 22x15 15x8 1-5 *",
            "22x8x11x18 1-5",
            0,
            hops.to_owned(),
        ),
        (
            English,
            "[FEN \"W:W22:B18,11,1\"] 1. 22x15 ... 2. 15x8 1-5 *",
            "22x8x11x18 1-5",
            0,
            hops.to_owned(),
        ),
        (
            English,
            "[FEN \"W:W22:B18,11,1\"] 1. 22-15 {one} 2. 15-8 {two} 1-5 *",
            "22x8x11x18 1-5",
            0,
            hops.to_owned(),
        ),
        (
            International,
            "[FEN \"W:W32:B28,19,9,1\"] 32x23 23x14 14x3 1-6 *",
            "32x3x9x19x28 1-6",
            0,
            hops.to_owned(),
        ),
        (
            Russian,
            "[FEN \"W:Wc3:Bd4,f6,a7\"] 1. c:e5 e:g7 a7-b6 *",
            "22x8x11x18 5-9",
            0,
            hops.to_owned(),
        ),
        // A capture that is not finished.
        (
            English,
            "[FEN \"W:W22:B18,11,1\"] 1. 22x15 1-5 *",
            "",
            1,
            String::new(),
        ),
        // Two ways to go on, which what follows tells apart, or not.
        (
            International,
            "[FEN \"W:WK47:B14,19,22,29,42,3\"] 47x38 38x36 19-24 *",
            "47x36x14x22x29x42 19-24",
            0,
            hops.to_owned(),
        ),
        // Letters as the side that begins sees them; both ways are tried.
        (
            English,
            "1. c3-d4 b6-a5 2. d4-c5 d6xb4 3. a3xc5 *",
            "11-15 24-20 15-19 23x16x19 12x19x16",
            0,
            turned.to_owned(),
        ),
        (English, "1. cd4 ba5 *", "11-15 24-20", 0, turned.to_owned()),
        (English, "1. f6-e5 g3-h4 *", "11-15 24-20", 0, String::new()),
        (
            English,
            "[GameType \"21,B,8,8,A0,0\"] 1. c3-d4 *",
            "11-15",
            0,
            String::new(),
        ),
        // Numbers from a1.
        (
            Russian,
            "1. 10-14 23-19 2. 14x23 *",
            "22-18 11-15 18x11x15",
            0,
            "square 1 is read as the corner at the left of White".to_owned(),
        ),
        // A game that is wrong either way stays as it is.
        (Russian, "1. 10-14 23-19 2. 1-2 *", "", 1, String::new()),
        (English, "1. c3-d4 b6-b5 *", "", 1, String::new()),
        // A tag of another size, and a broken one.
        (
            Czech,
            "[GameType \"29,W\"] 1. c3-d4 *",
            "22-18",
            0,
            "GameType '29,W' is no game type, read as czech".to_owned(),
        ),
    ];
    for (variant, text, moves, faults, warnings) in cases {
        let expected = (moves.to_owned(), faults, warnings);
        assert_eq!(read_over(variant, text), expected, "{variant} {text}");
    }
}

#[test]
fn two_moves_that_fit_are_a_fault_that_names_them() {
    let cases = [
        (
            Russian,
            "[FEN \"W:WKc1,Kc5:Bh8\"] 1. ce3 *",
            "ambiguous move 'ce3', expected one of: c1-e3 c5-e3",
        ),
        (
            Turkish,
            "[FEN \"W:WKd4:Bd6,h2\"] 1. d4xd6 *",
            "ambiguous move 'd4xd6', expected one of: d4xd8 d4xd7",
        ),
        (
            International,
            "[FEN \"W:WK47:B14,19,22,29,42\"] 47x38 38x36 *",
            "ambiguous move",
        ),
    ];
    for (variant, text, fault) in cases {
        let (_, faults) = replayed(variant, text);
        assert!(
            faults.len() == 1 && faults[0].contains(fault),
            "{text}: {faults:?}"
        );
    }
}
