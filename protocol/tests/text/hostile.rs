//! Untrusted text: no panic, no long run, and messages that may stand in a line of Hub.

use std::time::{Duration, Instant};

use kamen_protocol::dxp::{self, Decoder, Message};
use kamen_protocol::hub::{Command, CommandError, Info, Line, Param, ParamKind, Reply, Score};
use kamen_protocol::{Fen, HubPosition, MoveText, ParseError, SquareName};
use proptest::prelude::*;

/// One parser: the message of its error.
type Parser = fn(&str) -> Option<String>;

fn message<T>(result: Result<T, ParseError>, text: &str) -> Option<String> {
    let error = result.err()?;
    assert!(error.at <= text.len(), "{error:?}");
    assert!(text.is_char_boundary(error.at), "{error:?}");
    assert!(error.found.chars().count() <= 20, "{error:?}");
    Some(error.to_string())
}

fn hub_message<T>(result: Result<T, CommandError>) -> Option<String> {
    result.err().map(|error| error.to_string())
}

const PARSERS: &[(&str, Parser)] = &[
    ("line", |text| message(Line::parse(text), text)),
    ("position", |text| message(HubPosition::parse(text), text)),
    ("fen", |text| message(Fen::parse(text), text)),
    ("move", |text| message(MoveText::parse(text), text)),
    ("square", |text| message(SquareName::parse(text), text)),
    ("score", |text| message(Score::parse(text), text)),
    ("dxp", |text| message(Message::parse(text), text)),
    ("command", |text| hub_message(Command::parse(text))),
    ("reply", |text| hub_message(Reply::parse(text))),
];

fn check(text: &str) {
    for (name, parse) in PARSERS {
        let Some(message) = parse(text) else { continue };
        assert!(message.chars().count() <= 200, "{name}: {message}");
        let unfit = |c: char| c == '"' || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        assert!(!message.contains(unfit), "{name}: {message:?}");
    }
}

/// A line in which the names are right and the rest is not.
const NEARLY: &str = "(set-param|pos|level|go|info|param|done|id|W:W|B:|W)\
    ( (name|pos|moves|depth|time|score|type|min|start|think)?[ =\"]{0,2}[-+0-9eKxWwbB:.,é\t\"=]{0,25}){0,4}";

/// A message of DXP in which the letter is right and the rest is not.
const NEARLY_DXP: &str = "(R0[0-2][ -~]{32}[WZ][0-9]{5,7}[AB]|A[ -~]{30,34}[0-4]?|M[0-9]{4,20}|E|B|K)\
    [WZ]?[ezwWZ]{0,90}[0-9WZ\u{0}é]{0,4}";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nearly_right_dxp(text in NEARLY_DXP) {
        check(&text);
    }

    /// Any bytes: the decoder goes on, holds little and finds its way back to the next message.
    #[test]
    fn streams_of_any_bytes(mut bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        bytes.extend(b"\0K0\0");
        let mut decoder = Decoder::default();
        let (mut rest, mut last) = (&bytes[..], None);
        while !rest.is_empty() {
            let (used, message) = decoder.read(rest);
            prop_assert!(used > 0);
            last = message;
            rest = &rest[used..];
        }
        let answer = dxp::BackAnswer::Done;
        prop_assert_eq!(last, Some(Ok(Message::BackAccept(answer))));
    }

    /// What was read is written so that it is read again.
    #[test]
    fn print_of_a_dxp_message_is_stable(text in NEARLY_DXP) {
        if let Ok(message) = Message::parse(&text) {
            let printed = message.to_string();
            prop_assert!(printed.len() <= dxp::MAX_LENGTH);
            let again = Message::parse(&printed).map(|message| message.to_string());
            prop_assert_eq!(again, Ok(printed));
        }
    }

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn nearly_right(text in NEARLY) {
        check(&text);
    }

    #[test]
    fn piece_soup(text in "[WBwbK?]?:?[WBK0-9a-jx:,.\"? -]{0,60}") {
        check(&text);
    }

    /// Whatever a FEN held, its print is read again and prints the same.
    #[test]
    fn print_of_a_fen_is_stable(text in "[WB?]:[WB][K0-9a-j,-]{0,9}:[WB]K?[1-9]{0,2}(:[ -~]{0,9}){0,3}") {
        if let Ok(fen) = Fen::parse(&text) {
            let printed = fen.to_string();
            let again = Fen::parse(&printed).map(|fen| fen.to_string());
            prop_assert_eq!(again, Ok(printed));
        }
    }

    /// Values out of user input: a reply stays one line that is read back.
    #[test]
    fn replies_of_any_text(a in any::<String>(), b in any::<String>()) {
        let name = a.clone();
        let kind = ParamKind::Enum(vec![a.clone(), b.clone()]);
        let info = Info { pv: vec![a.clone(), b.clone()], ..Info::default() };
        let replies = [
            Reply::Error(a.clone()),
            Reply::Done { chosen: Some(a.clone()), ponder: Some(b.clone()) },
            Reply::Id { name, version: b.clone(), author: a.clone(), country: Some(b.clone()) },
            Reply::Param(Param { name: format!("p{a}"), value: b, kind }),
            Reply::Info(info),
        ];
        for reply in replies {
            let text = reply.to_string();
            prop_assert!(!text.contains(char::is_control), "{:?}", text);
            let again = Reply::parse(&text).map(|reply| reply.to_string());
            prop_assert_eq!(again, Ok(text));
        }
    }
}

#[test]
fn a_megabyte_takes_no_time() {
    let pieces = [
        "a", "1", "\"", "=", " ", "\t", "a=", "a b=c ", "1-200,", "1,", "K", ":", "W:", "x1", "-1",
        "a1", ".", "é", "\u{0}", "e", "\r", "9e9",
    ];
    let starts = [
        "",
        "W:W",
        "pos pos=",
        "level depth=",
        "info pv=\"",
        "1x2",
        "C",
        "M00000102",
        "a1",
        "\"",
    ];
    let begin = Instant::now();
    for start in starts {
        for piece in pieces {
            let text = format!("{start}{}", piece.repeat((1 << 20) / piece.len()));
            check(&text);
        }
    }
    let lines = starts.len() * pieces.len() * PARSERS.len();
    let spent = begin.elapsed();
    // Quadratic time would be hours; the bound leaves room for a slow machine.
    assert!(spent < Duration::from_secs(60), "{lines} lines: {spent:?}");
}
