//! Variations, numbers and squares in other places than usual.

use super::*;

const BEFORE: &str = "a variation stands before the move that it replaces";
const NOWHERE: &str = "a variation fits at no move, read as a comment";

#[test]
fn variations_are_read_where_they_fit() {
    use Fit::{Last, Next, Nowhere};
    let cases: [(&str, &[Fit], &str); 12] = [
        ("1. 33-29 19-23 (1... 20-25) 2. 35-30 *", &[Last], ""),
        ("1. 33-29 19-23 (2. 34-30) 2. 35-30 *", &[Next], BEFORE),
        (
            "1. 33-29 19-23 (2. 31-27 (2. 32-27) 20-25) 2. 35-30 *",
            &[Next, Last],
            BEFORE,
        ),
        ("(1. 31-27) 1. 33-29 *", &[Next], BEFORE),
        // All of it has to be legal, and the next move has to be there.
        (
            "1. 33-29 19-23 (2. 34-30 1-2) 2. 35-30 *",
            &[Nowhere],
            NOWHERE,
        ),
        ("1. 33-29 19-23 (2. 34-30) *", &[Nowhere], NOWHERE),
        ("1. 33-29 19-23 (2. 34-30) 12-8 *", &[Nowhere], NOWHERE),
        (
            "1. 33-29 19-23 (2. 99-98 (1. 33-28)) 2. 35-30 (...) *",
            &[Nowhere, Nowhere, Nowhere],
            NOWHERE,
        ),
        ("1. 33-29 19-23 (2. 34-30 ...) 2. 35-30 *", &[Next], BEFORE),
        // Words, and variations of a game without moves.
        ("1. 33-29 ({well}) 19-23 *", &[Last], ""),
        ("(1. 33-29) *", &[Last], ""),
        // A capture hop by hop is not cut.
        (
            "1. 32-28 19-23 (2. 28x19 14x23) 2. 28x19 *",
            &[Next],
            BEFORE,
        ),
    ];
    for (text, fits, warning) in cases {
        let replay = replay(International, &game(text));
        assert_eq!(replay.faults, [], "{text}");
        assert_eq!(replay.variations, fits, "{text}");
        let told = replay
            .warnings
            .first()
            .map(|warning| warning.slip.to_string());
        assert_eq!(told.unwrap_or_default(), warning, "{text}");
    }
    // A fault later in a variation is one.
    let (_, faults, _) = read_over(International, "1. 33-29 (1. 34-30 1-2) 19-23 *");
    assert_eq!(faults, 1);
}

#[test]
fn what_may_be_a_move_is_one_where_it_is_legal() {
    let cases = [
        (
            English,
            "1. 11.15 24.20 2. 8.11 28.24 *",
            "11-15 24-20 8-11 28-24",
            "",
        ),
        (
            English,
            "1. 11 15 24 20 2. 8 11 28 24 *",
            "11-15 24-20 8-11 28-24",
            "",
        ),
        (
            English,
            "1 11 15 24 20 2 8 11 28 24 *",
            "11-15 24-20 8-11 28-24",
            "",
        ),
        (
            English,
            "1. 11 to 15 24to20 2. 8,11 28/24 *",
            "11-15 24-20 8-11 28-24",
            "",
        ),
        (
            International,
            "1.32.28 19.23 2.28.19 14~23 *",
            "32-28 19-23 28x19x23 14x23x19",
            "",
        ),
        (Russian, "1. c3 d4 d6.c5 *", "22-18 10-14", ""),
        (
            International,
            "1. 32-28 1.15 19-23 12 30 2. 28x19 5 to 9 *",
            "32-28 19-23 28x19x23",
            "'1.15' is no move, read as a comment, 3 times",
        ),
    ];
    for (variant, text, moves, warning) in cases {
        let found = read_over(variant, text);
        assert_eq!(found, (moves.to_owned(), 0, warning.to_owned()), "{text}");
    }
}

#[test]
fn numbers_that_read_as_squares_are_told_from_them() {
    let number = "the number of a move is written as its first square";
    let cases = [
        (
            "1-33-29 19-23 2-35-30 20-25 *",
            "33-29 19-23 35-30 20-25",
            0,
            2,
        ),
        ("1- 33-29 19-23 2- 35-30 *", "33-29 19-23 35-30", 0, 2),
        (
            "1 - 32-28 19-23 2:28x19 14x23 *",
            "32-28 19-23 28x19x23 14x23x19",
            0,
            2,
        ),
        ("1: 32-28 19-23 2: 28x19 *", "32-28 19-23 28x19x23", 0, 1),
        // Not the number that is due.
        ("1. 33-29 19-23 7-35-30 *", "33-29 19-23", 1, 0),
    ];
    for (text, moves, faults, times) in cases {
        let (found, count, warnings) = read_over(International, text);
        assert_eq!((found.as_str(), count), (moves, faults), "{text}");
        let expected = match times {
            0 => String::new(),
            1 => number.to_owned(),
            times => format!("{number}, {times} times"),
        };
        assert_eq!(warnings, expected, "{text}");
    }
}

#[test]
fn points_behind_the_moves_are_no_move() {
    let points = |found: &str| format!("points '{found}' behind the moves, read as a comment");
    let cases = [
        ("1. 33-29 19-23 12-8", "33-29 19-23", 0, points("12-8")),
        ("1. 33-29 19-23 4-16 *", "33-29 19-23", 0, points("4-16")),
        // A piece of the side to move, moves behind it, too many, the sign of captures, and nothing else.
        ("1. 33-29 12-8 *", "33-29", 1, String::new()),
        (
            "1. 33-29 19-23 12-8 2. 35-30 *",
            "33-29 19-23",
            1,
            String::new(),
        ),
        ("1. 33-29 19-23 12-18 *", "33-29 19-23", 1, String::new()),
        ("1. 33-29 19-23 12x8 *", "33-29 19-23", 1, String::new()),
        ("12-8 *", "", 1, String::new()),
    ];
    for (text, moves, faults, warning) in cases {
        let found = read_over(International, text);
        assert_eq!(found, (moves.to_owned(), faults, warning), "{text}");
    }
}

#[test]
fn squares_may_be_numbered_from_zero() {
    let zero = "squares are numbered from 0";
    let text = "1. 10-14 21-16 2. 14-17 22x13 3. 8x17 *";
    let moves = "11-15 22-17 15-18 23x14x18 9x18x14";
    let told = (moves.to_owned(), 0, zero.to_owned());
    assert_eq!(read_over(English, text), told);
    // Square 0 itself, from and to, also where it may be points.
    for (text, moves) in [
        ("1. 4-0 31-27 2. 0-5 27-23 *", "5-1 32-28 1-6 28-24"),
        (
            "1. 4-8 31-27 2. 8-4 27-23\n3. 4-0\n23-18 *",
            "5-9 32-28 9-5 28-24 5-1 24-19",
        ),
    ] {
        let text = format!("[FEN \"B:W31:BK4\"] {text}");
        let (found, ..) = read_over(English, &text);
        assert!(found.starts_with(moves), "{text}: {found}");
    }
    // Not where a move fails either way, nor where the usual numbers do.
    assert_eq!(read_over(English, "1. 10-14 21-16 2. 14-1 *").1, 1);
    assert_eq!(read_over(English, "1. 10-14 22-17 *").2, "");
}
