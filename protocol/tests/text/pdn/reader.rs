//! Reading PDN: what is taken, what is refused and how.

use super::read;
use kamen_protocol::pdn::Game;

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
    ("1-6* 32-28", &["1-6 *", "32-28 *"]),
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
                let written = read.game.to_string();
                written.split_whitespace().collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(found, *expected, "{text}");
    }
}

/// A text, its games as they are written, and the faults.
type Bad<'a> = (&'a str, &'a [&'a str], &'a [&'a str]);

const BAD: &[Bad<'_>] = &[
    (
        "1. 2-0",
        &["2-0"],
        &["line 1, column 4: found '2-0', expected a move behind its number"],
    ),
    (
        "1-1",
        &["1-1"],
        &["line 1, column 1: found '1-1', expected a game before its end"],
    ),
    (
        "1. 2. 32-28",
        &["2. 32-28 *"],
        &["line 1, column 4: found '2.', expected a move behind its number"],
    ),
    (
        "1. - - 2. - - *",
        &["1. ... ... 2. ... ... *"],
        &["line 1, column 4: found '-', expected a move, or ... for an unknown one"],
    ),
    (
        "1-6 } 1-7 *",
        &["1-6 1-7 *"],
        &[
            "line 1, column 5: found '}', expected a move, a comment, a variation or the end of the \
           game",
        ],
    ),
    (
        "1-6 . 1-7 *",
        &["1-6 1-7 *"],
        &[
            "line 1, column 5: found '.', expected a move, a comment, a variation or the end of the \
           game",
        ],
    ),
    (
        "1-6\n\n[A \"2\"] 1-7 *",
        &["1-6 *", "[A \"2\"] 1-7 *"],
        &["line 3, column 1: found '[A', expected * or a result at the end of the game"],
    ),
    (
        "32-\n[A \"2\"] *",
        &["[A \"2\"] *"],
        &["line 1, column 4: found nothing, expected a square"],
    ),
    (
        "what is that? 1-6 *",
        &["1-6 *"],
        &["line 1, column 1: found 'what', expected a square"],
    ),
    (
        "1-6 ! ! *",
        &["1-6! *"],
        &["line 1, column 7: found '!', expected a move before its mark"],
    ),
    (
        "() 1-6 () (1-7) *",
        &["1-6 (1-7) *"],
        &[
            "line 1, column 2: found ')', expected a move in the variation",
            "line 1, column 9: found ')', expected a move in the variation",
        ],
    ),
    (
        "1-6 (1-7 * 1-8) 2-7 *",
        &["1-6 (1-7 1-8) 2-7 *"],
        &["line 1, column 10: found '*', expected ) at the end of the variation"],
    ),
    (
        "1-6 (1-7",
        &["1-6 (1-7) *"],
        &["line 1, column 9: found nothing, expected ) at the end of the variation"],
    ),
    (
        "1-6 (1-7\n[A \"2\"] *",
        &["1-6 (1-7) *", "[A \"2\"] *"],
        &[
            "line 2, column 1: found '[A', expected ) at the end of the variation",
            "line 2, column 1: found '[A', expected * or a result at the end of the game",
        ],
    ),
    (
        "* 1-6 *",
        &["*", "1-6 *"],
        &["line 1, column 1: found '*', expected a game before its end"],
    ),
    (
        "1-6 {half a comment",
        &["1-6 *"],
        &["line 1, column 5: found '{half a comment', expected } at the end of the comment"],
    ),
    (
        "1-6 {no end\n1-7 *\n\n [A \"2\"] {x} *",
        &["1-6 *", "[A \"2\"] {x} *"],
        &[
            "line 1, column 5: found '{no end\\n1-7 *\\n\\n..', expected } at the end of the comment",
        ],
    ),
    (
        "[A \"half",
        &[],
        &[
            "line 1, column 9: found nothing, expected \" behind the value of the tag, in the same \
           line",
        ],
    ),
    (
        "[A \"the \"best\" game\"] 1-6 *",
        &["1-6 *"],
        &["line 1, column 10: found 'best'', expected ] behind the value of the tag"],
    ),
    (
        "[A no] [ \"x\"] [%clk 0:01] 1-6 *",
        &["1-6 *"],
        &["line 1, column 4: found 'no]', expected \" before the value of the tag"],
    ),
    (
        "é° 1-6 ж\n [A] *",
        &["1-6 *"],
        &[
            "line 1, column 1: found 'é°', expected a move, a comment, a variation or the end of \
             the game",
            "line 1, column 8: found 'ж', expected a move, a comment, a variation or the end of \
             the game",
        ],
    ),
    (
        "$x $99999 1-6 *",
        &["1-6 *"],
        &["line 1, column 1: found '$x', expected a number from 0 to 65535 after $"],
    ),
    (
        "/FEN \"W:W1\" 1-6 *",
        &["1-6 *"],
        &["line 1, column 1: found '/FEN', expected a position between slashes, /FEN \"..\"/"],
    ),
    (
        "99999999999. 1-6 *",
        &["1-6 *"],
        &["line 1, column 1: found '99999999999.', expected the number of a move up to 4294967295"],
    ),
    (
        "1-6 *\n\u{0}\u{1}\n1-7\n[A \"\"] 1-8 *",
        &["1-6 *", "[A \"\"] 1-8 *"],
        &["line 2, column 1: found '\\u{0}', expected text in UTF-8 or Latin-1"],
    ),
    (
        "\u{1f}\u{8b}\u{8}",
        &[],
        &["line 1, column 1: found '\\u{1f}', expected text in UTF-8 or Latin-1"],
    ),
];

#[test]
fn what_is_no_pdn_is_said_and_passed_over() {
    for (text, games, faults) in BAD {
        let (mut found, mut said) = (Vec::new(), Vec::new());
        for read in read(text.as_bytes()) {
            said.extend(read.faults.iter().map(ToString::to_string));
            if read.game != Game::default() {
                let written = read.game.to_string();
                found.push(written.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
        assert_eq!(said, *faults, "{text:?}");
        assert_eq!(found, *games, "{text:?}");
    }
}

#[test]
fn utf_16_is_named() {
    let found = read(&b"\xff\xfe1\x00-\x006\x00"[..]);
    let message = found[0].to_string();
    assert_eq!(
        message,
        "line 1, column 1: found 'UTF-16', expected text in UTF-8 or Latin-1"
    );
}

#[test]
fn latin_1_is_read() {
    let found = read(&b"[White \"Bert\xe8\"] {40\xb0} 1-6 } *"[..]);
    assert_eq!(found[0].game.tag("white"), Some("Bertè"));
    assert_eq!(found[0].faults[0].place.column, 27);
}
