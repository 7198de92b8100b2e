//! The naive generator against published numbers: it must be right before the engine is
//! compared with it.

use kamen_naive::{Naive, Position};

/// Start position perft from depth 1 on, up to 200,000 nodes, each move counted once per
/// (from, to, captured set), as in the suites of kamen-perft, which name the sources.
const START_COUNTS: &[(&str, &[u64])] = &[
    ("international", &[9, 81, 658, 4265, 27117, 167140]),
    ("losing", &[9, 81, 658, 4265, 27117, 167140]),
    ("killer", &[9, 81, 658, 4265, 27117, 167140]),
    ("breakthrough", &[9, 81, 658, 4265, 27117, 167140]),
    ("frisian", &[9, 81, 658, 3874, 21265, 102431]),
    ("frysk", &[9, 81, 657, 5329, 41829]),
    ("canadian", &[11, 121, 1222, 10053, 79049]),
    ("brazilian", &[7, 49, 302, 1469, 7473, 37628, 187302]),
    ("russian", &[7, 49, 302, 1469, 7482, 37986, 190146]),
    ("russian_giveaway", &[7, 49, 302, 1469, 7482, 37986, 190146]),
    ("pool", &[7, 49, 302, 1469, 7482, 37986, 190146]),
    ("english", &[7, 49, 302, 1469, 7361, 36768, 179740]),
    ("english_giveaway", &[7, 49, 302, 1469, 7361, 36768, 179740]),
    ("italian", &[7, 49, 302, 1469, 7361, 36473, 177532]),
    ("spanish", &[7, 49, 302, 1469, 7361, 36473, 177532]),
    ("portuguese", &[7, 49, 302, 1469, 7361, 36473, 177532]),
    ("czech", &[7, 49, 302, 1469, 7361, 36768, 179740]),
    ("czech_giveaway", &[7, 49, 302, 1469, 7361, 36768, 179740]),
    ("czech_zapletal", &[7, 49, 392, 3136, 26592]),
    ("thai", &[7, 49, 392, 3136, 26592]),
    ("turkish", &[8, 64, 708, 7538, 85090]),
    ("spantsireti", &[9, 81, 658, 4265, 27132, 168316]),
];

/// The counts cannot tell who begins: the start positions are symmetrical.
const BLACK_BEGINS: &[&str] = &["pool", "english", "english_giveaway", "thai"];

/// Its head says what it is.
const TRICKY_MOVES: &str = include_str!("../../data/tricky_moves.tsv");

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
fn start_counts_are_the_published_ones() {
    let named: Vec<&str> = START_COUNTS.iter().map(|(variant, _)| *variant).collect();
    assert_eq!(named, Naive::VARIANTS);
    for (variant, counts) in START_COUNTS {
        let naive = rules(variant);
        let black_begins = naive.start().hub().starts_with('B');
        assert_eq!(black_begins, BLACK_BEGINS.contains(variant), "{variant}");
        for (depth, &nodes) in (1..).zip(*counts) {
            assert_eq!(
                naive.perft(&naive.start(), depth),
                nodes,
                "{variant} depth {depth}"
            );
        }
    }
}

#[test]
fn tricky_positions_have_the_listed_moves() {
    let mut checked = 0;
    for line in TRICKY_MOVES.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [variants, fen, sensitive, moves] = columns[..] else {
            panic!("bad line {line}")
        };
        for variant in variants.split(',') {
            let naive = rules(variant);
            let found = move_texts(&naive, &position(&naive, fen));
            assert_eq!(
                found,
                expected_texts(&naive, moves),
                "{variant} {fen} ({sensitive})"
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 351);
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
            assert_eq!(
                naive.parse_hub(&position.hub()).as_ref(),
                Some(&position),
                "{variant}"
            );
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
