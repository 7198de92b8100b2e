use super::*;

fn record(variant: Variant, fen: Option<&str>, moves: &[&str]) -> Record {
    let recorded = |text: &&str| RecordedMove {
        text: (*text).to_owned(),
        ..RecordedMove::default()
    };
    Record {
        variant,
        fen: fen.map(str::to_owned),
        tags: Vec::new(),
        moves: moves.iter().map(recorded).collect(),
        result: None,
    }
}

/// The tags after `Result`, and the body.
fn text(record: &Record) -> String {
    let text = write_game(record).unwrap().to_string();
    text.split_once("[Result \"*\"]\n").unwrap().1.to_owned()
}

#[test]
fn each_variant_is_written_in_its_notation() {
    use Variant::{CzechZapletal, English, International, Losing, Russian, Thai};
    let cases: [(Variant, Option<&str>, &[&str], &str); 6] = [
        (
            International,
            None,
            &["32-28", "19-23", "28x19x23", "14x23x19"],
            "[GameType \"20\"]\n[PlyCount \"4\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n",
        ),
        (
            Losing,
            None,
            &[],
            "[GameType \"20\"]\n[Variant \"losing\"]\n[PlyCount \"0\"]\n\n*\n",
        ),
        (
            English,
            Some("W:W18:B14,K22"),
            &["18x9x14"],
            "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:W18:B14,K22\"]\n[PlyCount \"1\"]\n\n\
             1... 18x9 *\n",
        ),
        (
            Russian,
            Some("W:Wc3:Bd4,f6"),
            &["22x8x11x18"],
            "[GameType \"25\"]\n[SetUp \"1\"]\n[FEN \"W:Wc3:Bd4,f6\"]\n[PlyCount \"1\"]\n\n\
             1. c3:g7 *\n",
        ),
        (
            Thai,
            Some("B:W22:B26,32"),
            &["26x17x22"],
            "[GameType \"31\"]\n[SetUp \"1\"]\n[FEN \"B:W22:B26,32\"]\n[PlyCount \"1\"]\n\n\
             1. 26-17 *\n",
        ),
        (
            CzechZapletal,
            None,
            &[],
            "[GameType \"29\"]\n[Variant \"czech_zapletal\"]\n[SetUp \"1\"]\n\
             [FEN \"W:Wa1,b2,c1,d2,e1,f2,g1,h2:Ba7,b8,c7,d8,e7,f8,g7,h8\"]\n\
             [PlyCount \"0\"]\n\n*\n",
        ),
    ];
    for (variant, fen, moves, expected) in cases {
        let text = text(&record(variant, fen, moves));
        assert_eq!(text, expected, "{variant}");
    }
}

#[test]
fn results_name_the_side_that_begins_first() {
    use GameResult::{Draw1, Draw2, Loss1, Loss2, Win1, Win2};
    use rules::GameResult::{Black, Draw, White};
    let cases = [
        (Variant::International, [Win2, Loss2, Draw2]),
        (Variant::Canadian, [Win2, Loss2, Draw2]),
        (Variant::Frisian, [Win1, Loss1, Draw1]),
        (Variant::Czech, [Win1, Loss1, Draw1]),
        (Variant::English, [Loss1, Win1, Draw1]),
    ];
    for (variant, expected) in cases {
        let found = [White, Black, Draw].map(|result| pdn_result(result, variant));
        assert_eq!(found, expected, "{variant}");
    }
}

#[test]
fn errors_name_the_move() {
    let bad = record(Variant::Czech, None, &["22-18", "22-18"]);
    let error = write_game(&bad).unwrap_err().to_string();
    assert!(error.starts_with("move 2: illegal move '22-18'"), "{error}");
    let bad = record(Variant::Czech, Some("W:W40:B1"), &[]);
    let error = write_game(&bad).unwrap_err().to_string();
    assert!(error.contains("no square 40"), "{error}");
}
