//! What the writer of PDN writes, the reader reads back.

use kamen_protocol::pdn::{
    Comment, Element, Game, GameEnd, GameResult, LineComment, MoveNumber, PlayedMove, Reader,
    Setup, Strength, Tag,
};
use kamen_protocol::{MoveKind, MoveText, SquareName};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn square() -> impl Strategy<Value = SquareName> {
    prop_oneof![
        (1..=72_u16).prop_map(SquareName::Number),
        (0..10_u8, 1..=10_u8).prop_map(|(file, rank)| SquareName::Letters { file, rank }),
    ]
}

/// Any move, as the parser of moves has it.
fn move_text() -> impl Strategy<Value = MoveText> {
    let kind = select(vec![MoveKind::Quiet, MoveKind::Capture, MoveKind::Unknown]);
    let text = (kind, vec(square(), 2..6)).prop_map(|(kind, squares)| {
        let text = MoveText { kind, squares }.to_string();
        MoveText::parse(&text).ok()
    });
    text.prop_filter_map("`1-1` is a result", |text| {
        text.filter(|text| text.to_string() != "1-1")
    })
}

fn played() -> impl Strategy<Value = PlayedMove> {
    let number = (any::<u32>(), any::<bool>());
    let number = number.prop_map(|(number, second)| MoveNumber { number, second });
    (option::of(number), option::of(move_text()), "[!?]{0,4}").prop_map(
        |(number, text, strength)| PlayedMove {
            number,
            text,
            strength: Strength::new(&strength),
            ..PlayedMove::default()
        },
    )
}

/// A text with everything that could be taken for something else.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "\\PC{0,6}",
        select(vec![
            "[A \"1\"]",
            "%",
            "{",
            "}",
            "(",
            "*",
            "1-0",
            "[%clk 0:01:02]",
            "\n",
            "\\"
        ])
        .prop_map(str::to_owned),
    ];
    vec(word, 0..12).prop_map(|words| words.join(" "))
}

fn element() -> impl Strategy<Value = Element> {
    let leaf = prop_oneof![
        6 => played().prop_map(Element::Move),
        2 => words().prop_map(|text| Element::Comment(Comment::new(&text))),
        1 => words().prop_map(|text| Element::Line(LineComment::new(&text))),
        1 => any::<u16>().prop_map(Element::Nag),
        1 => "[WB?]:W[K0-9,a-h]{0,60}:B[K0-9,a-h]{0,60}".prop_map(|fen| {
            Element::Setup(Setup::new(&fen))
        }),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        vec(inner, 1..5).prop_map(Element::Variation)
    })
}

fn game() -> impl Strategy<Value = Game> {
    let tag = ("[A-Za-z0-9_]{1,12}", words()).prop_map(|(name, value)| Tag::new(&name, &value));
    let game_type = select(vec!["20", "25", "31"]).prop_map(|number| Tag::new("GameType", number));
    let end = prop_oneof![
        Just(GameEnd::Asterisk),
        select(GameResult::ALL.to_vec()).prop_map(GameEnd::Result),
    ];
    (game_type, vec(tag, 0..6), vec(element(), 0..25), end).prop_map(
        |(game_type, mut tags, body, end)| {
            tags.push(game_type);
            Game {
                tags,
                body,
                end: Some(end),
                ..Game::default()
            }
        },
    )
}

proptest! {
    #[test]
    fn games_are_read_back(games in vec(game(), 0..3)) {
        let text: String = games.iter().map(|game| format!("{game}\n")).collect();
        let found: Result<Vec<Game>, _> = Reader::new(text.as_bytes()).collect();
        match found {
            Ok(found) => prop_assert_eq!(found, games, "{}", text),
            Err(error) => prop_assert!(false, "{error}\n{text}"),
        }
    }

    #[test]
    fn lines_are_short(game in game()) {
        let text = game.to_string();
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            let is_short = line.chars().count() <= 79;
            // A position stays in one line, and so does what must not begin one.
            prop_assert!(is_short || line.contains("/FEN") || line.contains(['[', '%', '{']), "{}", line);
        }
    }
}

/// A control between blanks and the position left a blank that was not read back.
#[test]
fn a_setup_has_no_blanks_at_its_ends() {
    for text in ["W:W1:B2", " W:W1:B2 ", "\u{1} W:W1:B2 /\t", "\" W:W1:B2 \""] {
        assert_eq!(Setup::new(text).fen(), "W:W1:B2", "{text:?}");
    }
}
