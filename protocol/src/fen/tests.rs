use super::*;

const GOOD: &[(&str, &str)] = &[
    ("W:W31-33:B1-3", "W:W31,32,33:B1,2,3"),
    ("B:BK10,1:W50,5", "B:W5,50:B1,K10"),
    ("\"?:W29,13,11:B22,4,2.\"", "?:W11,13,29:B2,4,22"),
    ("W:WK31-33,5:B", "W:W5,K31,K32,K33:B"),
    ("W:W5", "W:W5:B"),
    ("W:B5", "W:W:B5"),
    ("W:W:B", "W:W:B"),
    ("W", "W:W:B"),
    (":W1:B2", "?:W1:B2"),
    ("B::", "B:W:B"),
    ("W::B7", "W:W:B7"),
    ("w:wk01,007:bK3", "W:WK1,7:BK3"),
    (" W : W 31 , K 32 - 33 : B 1 . ", "W:W31,K32,K33:B1"),
    ("W:Wa1,c3,Kd8:Bb6", "W:Wa1,c3,Kd8:Bb6"),
    ("w:wC3,A1:bB6,kB8", "W:Wa1,c3:Bb6,Kb8"),
    ("W:W31:B1:H0:F1", "W:W31:B1:H0:F1"),
    ("W:W31:B1:H0:F1:+1+0.", "W:W31:B1:H0:F1:+1+0"),
    ("W:W31:H3", "W:W31:B:H3"),
    ("W:W31:B1:xyz: :..", "W:W31:B1:xyz"),
    ("W:W5-5:B", "W:W5:B"),
    ("W:W1-200:B", ""),
    // The whole tag, and what else stands around a position.
    ("[FEN \"W:WK4,K36:BK29\"]", "W:WK4,K36:BK29"),
    ("[fen \"W:WK4,K36:BK29\"]\n", "W:WK4,K36:BK29"),
    ("[FEN W:W31:B1]", "W:W31:B1"),
    ("FEN \"B:W31:B1.\"", "B:W31:B1"),
    ("FEN: W:W31:B1", "W:W31:B1"),
    ("/FEN \"W:W31:B1\"/", "W:W31:B1"),
    ("“W:W31:B1”", "W:W31:B1"),
    ("'W:W31:B1'", "W:W31:B1"),
    // A colour that is written twice.
    ("W:W:W31,32:B1,2", "W:W31,32:B1,2"),
    ("B:B:B1,2:W31", "B:W31:B1,2"),
    ("W:W31:B:B1", "W:W31:B1"),
    ("B:W50:B", "B:W50:B"),
    // Blanks, signs and words.
    ("W : W31 32 K33 : B 1 2", "W:W31,32,K33:B1,2"),
    ("W:Wa1 c3 Kd8:Bb6", "W:Wa1,c3,Kd8:Bb6"),
    ("W:W31,32,:B1,", "W:W31,32:B1"),
    ("W:W31–33:B1", "W:W31,32,33:B1"),
    ("white:w31:b1", "W:W31:B1"),
    ("Black:W31:B1", "B:W31:B1"),
    ("W31-32:B1", "?:W31,32:B1"),
    ("W:H0:F1:W31:B1", "W:W31:B1:H0:F1"),
    // Other signs and letters.
    ("W;W31,32;B1,2", "W:W31,32:B1,2"),
    ("W,W31,32,BK1,2", "W:W31,32:BK1,2"),
    ("W:W31;32:B1;2;", "W:W31,32:B1,2"),
    ("W/W31.32/B1.2", "W:W31,32:B1,2"),
    ("W:W31,W32:B1,BK2", "W:W31,32:B1,K2"),
    ("W:W31,,32:B1", "W:W31,32:B1"),
    ("W:W,31:B1", "W:W31:B1"),
    ("Ｗ：Ｗ31，32：Ｂ1", "W:W31,32:B1"),
    ("W:W31:ВК1", "W:W31:BK1"),
    ("W;Wa1,Kb2;Bc3;H0;F1", "W:Wa1,Kb2:Bc3:H0:F1"),
];

const BAD: &[(&str, usize, &str)] = &[
    ("", 0, "W, B or ? for the side to move"),
    (" . ", 1, "W, B or ? for the side to move"),
    ("\"\"", 1, "W, B or ? for the side to move"),
    ("X:W1:B2", 0, "W, B or ? for the side to move"),
    ("W:31-50:B1-20", 2, "W or B before a list of squares"),
    ("W:W1:W2", 5, "one list for each colour"),
    ("W:W31 x32:B1", 6, "a comma, - or : after a square"),
    (
        "[FEN \"W:W99999:B1\"]",
        9,
        "a square number from 1 to 65535",
    ),
    ("FENW:W31:B1", 0, "W, B or ? for the side to move"),
    ("[FEN \"\"]", 6, "W, B or ? for the side to move"),
    ("W:WGc3:B1", 4, "a rank after the letter"),
    ("W:WP31:B1", 3, "a square"),
    ("W:WK:B1", 4, "a square"),
    ("W:WKK1:B1", 4, "a square"),
    ("W:W1-2-3:B1", 6, "a comma, - or : after a square"),
    ("W:W5-:B1", 5, "a square"),
    ("W:W5-K7:B1", 5, "a square"),
    ("W:W33-31:B1", 3, "a range that goes up"),
    ("W:WK33-31:B1", 4, "a range that goes up"),
    ("W:W1-201:B", 3, "a range of at most 200 squares"),
    ("W:W1-65535:B", 3, "a range of at most 200 squares"),
    ("W:Wa1-c3:B", 3, "a range of numbers, not of letters"),
    ("W:W1-c3:B", 3, "a range of numbers, not of letters"),
    ("W:W0:B1", 3, "a square number from 1 to 65535"),
    ("W:W65536:B1", 3, "a square number from 1 to 65535"),
    ("\"W:W1:B2", 0, "quotes around the whole FEN or none"),
    ("W:W1:B\"2", 6, "quotes around the whole FEN or none"),
    ("W:W1-200:B1-200,7", 16, "no more than 400 pieces"),
];

#[test]
fn good_fens() {
    for (text, printed) in GOOD {
        let fen = Fen::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        if !printed.is_empty() {
            assert_eq!(fen.to_string(), *printed, "{text}");
        }
        let again = Fen::parse(&fen.to_string()).map(|fen| fen.to_string());
        assert_eq!(again, Ok(fen.to_string()), "{text}");
    }
}

#[test]
fn bad_fens() {
    for (text, at, expected) in BAD {
        let error = ParseError::new(text, *at, *expected);
        assert_eq!(Fen::parse(text), Err(error), "{text}");
    }
}

#[test]
fn pieces_know_their_place_in_the_text() {
    let fen = Fen::parse(" \"B:W 7,K1-2:bK5\"").expect("a FEN");
    let pieces: Vec<_> = fen
        .pieces
        .iter()
        .map(|p| (p.square, p.king, p.at))
        .collect();
    let number = SquareName::Number;
    assert_eq!(
        pieces,
        [
            (number(7), false, 6),
            (number(1), true, 8),
            (number(2), true, 8),
            (number(5), true, 14),
        ]
    );
}
