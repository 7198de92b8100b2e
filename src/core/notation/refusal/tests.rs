use super::*;
use crate::rules::Variant::{self, *};

/// The reason, with the moves that go with it.
fn told(variant: Variant, fen: &str, text: &str) -> String {
    let position = AnyPosition::parse_fen(variant, fen).unwrap();
    let with = |moves: &[AnyMove]| {
        let mut texts: Vec<String> = moves.iter().map(AnyMove::to_string).collect();
        texts.sort();
        format!(": {}", texts.join(" "))
    };
    let Some(refusal) = Refusal::of(&position, text) else {
        return "legal".to_owned();
    };
    let moves = match &refusal {
        Refusal::Ambiguous(several) => with(several),
        Refusal::Unfinished(_, begun) => with(begun),
        _ => String::new(),
    };
    format!("{refusal}{moves}")
}

#[test]
fn refusals_say_what_the_rules_say() {
    let cases = [
        // What is no move at all.
        (International, "W:W32:B8", "32-28", "legal"),
        (International, "W:W32:B8", "xyzzy", "that is no move"),
        (
            International,
            "W:W32:B8",
            "32-51",
            "no piece can stand on 51",
        ),
        (
            International,
            "W:W32:B8",
            "33-29",
            "there is no piece on 33",
        ),
        (
            International,
            "W:W32:B8",
            "8-12",
            "the piece on 8 is black, and white is to move",
        ),
        (Czech, "W:Wc3:Bh8", "ab4", "no piece on file a can move"),
        (Czech, "W:Wc3:Bd4", "ab4", "you must capture"),
        (International, "W:B8", "32-28", "the game is over"),
        (Breakthrough, "W:WK32:B8", "32-28", "the game is over"),
        // A piece that cannot go there.
        (International, "W:W32:B8", "32-23", "a man moves one square"),
        (
            International,
            "W:W32:B8",
            "32x23",
            "there is nothing to capture",
        ),
        (
            International,
            "W:W32:B8",
            "32x28x19",
            "there is nothing to capture",
        ),
        (
            International,
            "W:W32:B8",
            "32-38",
            "a man does not move backward",
        ),
        (
            International,
            "W:W32:B8",
            "32-29",
            "a man moves along the diagonals",
        ),
        (
            International,
            "W:W32,28:B8",
            "32-28",
            "a piece stands there",
        ),
        (
            International,
            "W:WK46,37:B8",
            "46-28",
            "a piece is in the way",
        ),
        (
            International,
            "W:WK46:B8",
            "46-47",
            "a king moves along the diagonals",
        ),
        (English, "W:WK18:B1", "18-11", "a king moves one square"),
        (English, "W:W18:B1", "18-23", "a man does not move backward"),
        (
            English,
            "W:W18:B22,1",
            "18x25",
            "a man does not capture backward",
        ),
        (
            English,
            "W:W18:B22,1",
            "18-25",
            "a man does not capture backward",
        ),
        (Italian, "W:W22:BK18", "22x13", "a man captures no king"),
        (
            Italian,
            "W:W22:B26,1",
            "22x29",
            "a man does not capture backward",
        ),
        (
            Turkish,
            "W:Wd4:Bh8",
            "d4-e5",
            "a man moves along rows and files",
        ),
        (
            Turkish,
            "W:Wd4:Bh8",
            "d4-d3",
            "a man does not move backward",
        ),
        (Turkish, "W:Wd4:Bh8", "d4-c4", "legal"),
        (
            Frisian,
            "W:W38:B1",
            "38-28",
            "a man moves along the diagonals",
        ),
        (
            Frisian,
            "W:WK28,40:BK5,12:H0:F1:+3+0",
            "28-32",
            "that king has moved three times in a row",
        ),
        // Captures are compulsory.
        (
            International,
            "W:W32,27:B8,22,21,18",
            "32-28",
            "you must capture",
        ),
        (International, "W:W32,27:B8,28", "27-22", "you must capture"),
        (Turkish, "W:Wa3,h3:Bb3", "h3-h4", "you must capture"),
        (Spantsireti, "W:Wc3:Bd4", "c3xe5", "legal"),
        // To their end.
        (
            International,
            "W:W32:B28,19",
            "32x23",
            "the man has to go on capturing: 32x14x19x28",
        ),
        (
            Russian,
            "W:Wc3:Bd4,f6",
            "c3xe5",
            "the man has to go on capturing: 22x8x11x18",
        ),
        (
            English,
            "B:B1:W6,15",
            "1x10",
            "the man has to go on capturing: 1x19x6x15",
        ),
        // Crowned in passing, and on as a king.
        (
            Russian,
            "W:Wb6:Bc7,f6",
            "b6xd8",
            "the man has to go on capturing: 9x16x6x11 9x20x6x11",
        ),
        (
            Russian,
            "W:WKa1:Bc3,f4",
            "a1xe5",
            "the king has to go on capturing: 29x24x19x22 29x28x19x22",
        ),
        (
            Russian,
            "W:WKa1:Bc3,f4",
            "a1xd4",
            "the king has to land where it can go on capturing",
        ),
        (
            Killer,
            "W:WK46:BK28",
            "46x14",
            "the king has to stop right behind the king that it captures last",
        ),
        (Killer, "W:WK46:BK28", "46x23", "legal"),
        (
            International,
            "W:WK47:B14,19,22,29,42",
            "47x36",
            "it fits several moves: 47x36x14x22x29x42 47x36x19x22x29x42",
        ),
        // Precedence.
        (
            International,
            "W:W32,26:B28,21,11",
            "32x23",
            "another capture takes more: 2 pieces, not 1",
        ),
        (
            Brazilian,
            "W:Wc3,h2:Bd4,d6,g3",
            "h2xf4",
            "another capture takes more: 2 pieces, not 1",
        ),
        (
            Turkish,
            "W:Wa3,h3:Ba4,h4,h6",
            "a3xa5",
            "another capture takes more: 2 pieces, not 1",
        ),
        (
            Spanish,
            "W:W9,11:B13,K15,32",
            "9x18",
            "another capture takes more kings",
        ),
        (
            Czech,
            "W:Wc3,Kh2:Bd4,g3",
            "c3xe5",
            "a king has to capture first",
        ),
        (
            Frisian,
            "W:W38,50:BK28,44",
            "50x39",
            "another capture takes more: a king counts for just under two men",
        ),
        (
            Frisian,
            "W:W38,K46:B28",
            "38x18",
            "a king has to capture first",
        ),
        (
            Italian,
            "W:W22,K21:B18,17",
            "22x13",
            "a king has to capture first",
        ),
    ];
    for (variant, fen, text, expected) in cases {
        assert_eq!(told(variant, fen, text), expected, "{variant} {fen} {text}");
    }
}
