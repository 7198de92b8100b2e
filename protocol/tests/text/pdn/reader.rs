//! Reading PDN: what is taken, what is refused and how.

use super::read;

/// A text without faults, and its games as they are written, without the line breaks.
const GOOD: &[(&str, &[&str])] = &[
    ("", &[]),
    (" \r\n\t", &[]),
    ("% only a remark", &[]),
    ("1. 32-28 19-23 *", &["1. 32-28 19-23 *"]),
    ("1.32-28", &["1. 32-28 *"]),
    ("32-28 19-23", &["32-28 19-23 *"]),
    ("1. 01-07 3228 *", &["1. 1-7 3228 *"]),
    (
        "1- 6 47x 9 4x 1x 10 32 - 28 d4 : b6 *",
        &["1-6 47x9 4x1x10 32-28 d4xb6 *"],
    ),
    (
        "a3b4 C3:E5 c3xe5xg7 28X19:23 *",
        &["a3b4 c3xe5 c3xe5xg7 28x19x23 *"],
    ),
    // The longest token: results are none where a move goes on.
    ("1-6 1 - 1 2-7 2 - 0", &["1-6 1-1", "2-7 2-0"]),
    ("1-10 1-18 2-07 *", &["1-10 1-18 2-7 *"]),
    (
        "1-6 1-1 1-7 2-0 1-8 0-2",
        &["1-6 1-1", "1-7 2-0", "1-8 0-2"],
    ),
    (
        "1-6 1-0 1-6 0-1 1-6 0-0 1-6 1/2-1/2",
        &["1-6 1-0", "1-6 0-1", "1-6 0-0", "1-6 1/2-1/2"],
    ),
    ("12... 20-25 13.25x14 *", &["12... 20-25 13. 25x14 *"]),
    ("1. ... 7-12 *", &["1. ... 7-12 *"]),
    ("1... ... *", &["1... ... *"]),
    (
        "32-28! 19-23(?) 28x19 !? 14x23(!?!) *",
        &["32-28! 19-23? 28x19!? 14x23!?! *"],
    ),
    ("32-28$1 19-23 $7 $255*", &["32-28 $1 19-23 $7 $255 *"]),
    (
        "{ a\r\n  b } 32-28{c}19-23{}*",
        &["{a b} 32-28 {c} 19-23 {} *"],
    ),
    ("1. {why} 32-28 *", &["{why} 1. 32-28 *"]),
    ("32-28 {a { b} *", &["32-28 {a { b} *"]),
    (
        "32-28 (31-27 (31-26) 20-25) (33-28) *",
        &["32-28 (31-27 (31-26) 20-25) (33-28) *"],
    ),
    ("32-28 ({x} 31-27 {y})*", &["32-28 ({x} 31-27 {y}) *"]),
    (
        "/FEN \"W:W31-50:B1-20\"/ 32-28 *",
        &["/FEN \"W:W31-50:B1-20\"/ 32-28 *"],
    ),
    (
        "1-7 /FEN \"B::\"/ 7-12 /W:W5:B4/ *",
        &["1-7 /FEN \"B::\"/ 7-12 /FEN \"W:W5:B4\"/ *"],
    ),
    (
        "1-6 * {of the second} 1-7 *",
        &["1-6 {of the second} *", "1-7 *"],
    ),
    (
        "1-6 1-0 {of the first}\n1-7 *",
        &["1-6 {of the first} 1-0", "1-7 *"],
    ),
    (
        "1-6 *\n{of the second} 1-7 *",
        &["1-6 *", "{of the second} 1-7 *"],
    ),
    ("% a\n1-6 % b\r1-7 *", &["% a 1-6 % b 1-7 *"]),
    (
        "1-6 * % of the first\n1-7 (% in\n1-8) *\n% behind",
        &["1-6 % of the first *", "1-7 ( % in 1-8) *"],
    ),
    ("\u{feff}1-6 *\n\u{feff}1-7\u{a0}*", &["1-6 *", "1-7 *"]),
    (
        "[A \"1\"][b_2\t\"\" ] [ C\"x\"]*",
        &["[A \"1\"] [b_2 \"\"] [C \"x\"] *"],
    ),
    (
        r#"[A "say \"no\" \\ \n"] *"#,
        &[r#"[A "say \"no\" \\ \\n"] *"#],
    ),
    (
        "[A \"a ] b { c\"] {[d \"e\"]} *",
        &["[A \"a ] b { c\"] {[d \"e\"]} *"],
    ),
    (
        "[A \"1\"] {x} [B \"2\"] 1-6 *",
        &["[A \"1\"] [B \"2\"] {x} 1-6 *"],
    ),
    (
        "[A \"1\"]\n1-0\n\n[A \"2\"]",
        &["[A \"1\"] 1-0", "[A \"2\"] *"],
    ),
    (
        "[GameType \"25\"] c3:e5:g7 *",
        &["[GameType \"25\"] c3:e5:g7 *"],
    ),
    (
        "[GameType \"31\"] 26-17 1x1 *",
        &["[GameType \"31\"] 26-17 1x1 *"],
    ),
];

#[test]
fn what_files_have_is_read() {
    for (text, expected) in GOOD {
        let found: Vec<String> = read(text.as_bytes())
            .iter()
            .map(|read| {
                assert_eq!(read.faults, [], "{text}");
                assert!(read.game.slips.is_empty(), "{text}: {:?}", read.game.slips);
                let written = read.game.to_string();
                written.split_whitespace().collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(found, *expected, "{text}");
    }
}

/// A text, its games as they are written, and what is wrong with them.
type Bad<'a> = (&'a str, &'a [&'a str], &'a [&'a str]);

const BAD: &[Bad<'_>] = &[
    (
        "32-\n[A \"2\"] *",
        &["... *", "[A \"2\"] *"],
        &["line 1, column 4: found nothing, expected a square"],
    ),
    (
        "1. 32-28 19¤23 2. 28x19 *",
        &["1. 32-28 ... 2. 28x19 *"],
        &["line 1, column 12: found '¤23', expected -, x or : between two squares"],
    ),
    (
        "1. 32-28x 19-23 *",
        &["1. ... 19-23 *"],
        &["line 1, column 9: found 'x', expected the end of the move"],
    ),
    (
        "1. 32¤28 32-28-19x5 2. 28-22 *",
        &["1. ... 2. 28-22 *"],
        &["line 1, column 6: found '¤28', expected -, x or : between two squares"],
    ),
];

#[test]
fn moves_that_cannot_be_read_are_faults() {
    for (text, games, faults) in BAD {
        let (mut found, mut said) = (Vec::new(), Vec::new());
        for read in read(text.as_bytes()) {
            said.extend(read.faults.iter().map(ToString::to_string));
            let written = read.game.to_string();
            found.push(written.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        assert_eq!(said, *faults, "{text:?}");
        assert_eq!(found, *games, "{text:?}");
    }
}

#[test]
fn text_without_a_game_is_none() {
    let texts = [
        "1-1",
        "* *",
        "1. 2-0",
        "Dear friend,\nhow are you?",
        "12. % x",
        "[",
        "a ] } )",
    ];
    for text in texts {
        assert_eq!(read(text.as_bytes()), [], "{text}");
    }
}
