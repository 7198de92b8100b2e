//! The naive generator by itself: it must be right before the engine is compared with it.

use kamen_naive::{Naive, Position};

/// (variant and case, position, its legal moves, the position after the first of them)
const PLAYED: &[(&str, &str, &str, &str)] = &[
    ("english quiet", "W:W21:B1", "21-17", "B:W17:B1"),
    (
        "italian king first",
        "W:WK19:B5,K7,K14,15",
        "19x1x5x14",
        "B:WK1:BK7,15",
    ),
    (
        "italian number before kings",
        "W:WK29,K32:B12,20,28,K18,K26",
        "32x7x12x20x28",
        "B:WK7,K29:BK18,K26",
    ),
    ("english crowning", "B:W1:B28", "28-32", "W:W1:BK32"),
    (
        "russian crowned in passing",
        "W:W10:B7,8,25",
        "10x12x7x8",
        "B:WK12:B25",
    ),
    (
        "pool stays a man",
        "W:W10:B7,8,25",
        "10x12x7x8",
        "B:W12:B25",
    ),
    ("thai crowning", "W:W25:B6", "25-29 25-30", "B:WK29:B6"),
    ("turkish by name", "W:Wa7:Ba2", "a7-a8 a7-b7", "B:WKa8:Ba2"),
];

/// (variant, first and last square of the row where White is crowned, and Black)
const PROMOTION_ROWS: &[(&str, [usize; 2], [usize; 2])] = &[
    ("international", [1, 5], [46, 50]),
    ("canadian", [1, 6], [67, 72]),
    ("russian", [1, 4], [29, 32]),
    ("spanish", [29, 32], [1, 4]),
    ("thai", [29, 32], [1, 4]),
    ("turkish", [1, 8], [57, 64]),
    ("spantsireti", [1, 5], [36, 40]),
];

/// What is played in Frisian draughts, and the squares from which the side to move can then move.
const KING_MOVES: &[(&str, &str, &[usize])] = &[
    ("W:W16,K42:BK4", "42-47 4-10 47-42 10-4", &[16, 42]),
    ("W:W16,K42:BK4", "42-47 4-10 47-42 10-4 42-47", &[4]),
    ("W:W16,K42:BK4", "42-47 4-10 47-42 10-4 42-47 4-10", &[16]),
    (
        "W:W16,K42:BK4",
        "42-47 4-10 47-42 10-4 42-47 4-10 16-11 10-4",
        &[11, 47],
    ),
    (
        "W:W16,K42,K49:BK4",
        "42-47 4-10 47-42 10-4 49-44 4-10 42-47 10-4",
        &[16, 44, 47],
    ),
    ("W:WK42:BK4", "42-47 4-10 47-42 10-4 42-47 4-10", &[47]),
];

fn rules(name: &str) -> Naive {
    let variant = name.split(' ').next().unwrap_or(name);
    Naive::new(variant).unwrap_or_else(|| panic!("no variant {variant}"))
}

fn position(naive: &Naive, fen: &str) -> Position {
    naive
        .parse_fen(fen)
        .unwrap_or_else(|| panic!("bad FEN {fen}"))
}

/// The legal moves as text, in text order.
fn move_texts(naive: &Naive, position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = naive
        .legal_moves(position)
        .iter()
        .map(|m| m.hub())
        .collect();
    texts.sort();
    texts
}

/// A list of moves in text order, its squares turned into numbers.
fn expected_texts(naive: &Naive, moves: &str) -> Vec<String> {
    let numbered = |text: &str| {
        let sign = if text.contains('x') { "x" } else { "-" };
        let squares = text
            .split(sign)
            .map(|name| naive.square(name).map(|n| n.to_string()));
        let squares: Option<Vec<String>> = squares.collect();
        squares
            .unwrap_or_else(|| panic!("bad move {text}"))
            .join(sign)
    };
    let mut texts: Vec<String> = moves.split(' ').map(numbered).collect();
    texts.sort();
    texts
}

#[test]
fn a_move_leads_to_the_position_it_should() {
    for (name, before, moves, after) in PLAYED {
        let naive = rules(name);
        let before = position(&naive, before);
        assert_eq!(
            move_texts(&naive, &before),
            expected_texts(&naive, moves),
            "{name}"
        );
        let first = &naive.legal_moves(&before)[0];
        assert_eq!(
            naive.play(&before, first),
            position(&naive, after),
            "{name}"
        );
    }
}

#[test]
fn a_king_rests_after_three_moves() {
    let naive = rules("frisian");
    for (fen, played, from) in KING_MOVES {
        let mut position = position(&naive, fen);
        for text in played.split(' ') {
            let moves = naive.legal_moves(&position);
            let m = moves.iter().find(|m| m.hub() == text);
            let m = m.unwrap_or_else(|| panic!("{text} in {}: {moves:?}", position.hub()));
            position = naive.play(&position, m);
        }
        let moves = naive.legal_moves(&position);
        let mut found: Vec<usize> = moves.iter().map(|m| m.from).collect();
        found.dedup();
        assert_eq!(found, *from, "{fen} {played}");
    }
}

#[test]
fn breakthrough_ends_with_a_king() {
    let naive = rules("breakthrough");
    for fen in ["B:WK1:B11", "W:WK1:B11", "W:W40:B11,K50"] {
        assert_eq!(naive.legal_moves(&position(&naive, fen)), [], "{fen}");
    }
    assert_eq!(naive.perft(&position(&naive, "W:W6:B40"), 2), 0);
}

#[test]
fn men_are_crowned_on_the_far_row() {
    for (variant, white, black) in PROMOTION_ROWS {
        let naive = rules(variant);
        assert_eq!(
            naive.promotion_row(true),
            Vec::from_iter(white[0]..=white[1]),
            "{variant}"
        );
        assert_eq!(
            naive.promotion_row(false),
            Vec::from_iter(black[0]..=black[1]),
            "{variant}"
        );
    }
}

#[test]
fn hub_text_is_read_back() {
    for variant in Naive::VARIANTS {
        let naive = rules(variant);
        let mut position = naive.start();
        for _ in 0..60 {
            let hub = position.hub();
            position = naive.parse_hub(&hub).expect("its own text");
            assert_eq!(position.hub(), hub, "{variant}");
            let moves = naive.legal_moves(&position);
            let Some(middle) = moves.get(moves.len() / 2) else {
                break;
            };
            position = naive.play(&position, middle);
        }
    }
}

#[test]
fn broken_text_is_refused() {
    let naive = rules("czech");
    for fen in [
        "", "X:W1:B2", "W:W33:B1", "W:W0:B1", "W:W1,1", "W:W1:B1", "W:G1", "W:Wa2", "W:W1,x",
    ] {
        assert_eq!(naive.parse_fen(fen), None, "{fen}");
    }
    let squares = "e".repeat(32);
    for hub in [
        "",
        "W",
        &squares,
        &format!("w{squares}"),
        &format!("W{squares}e"),
        &format!("Wx{squares}"),
    ] {
        assert_eq!(naive.parse_hub(hub), None, "{hub}");
    }
}
