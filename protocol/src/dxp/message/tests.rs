use super::*;
use crate::Cell;
use crate::ParseError;

/// A name in its field.
fn field(name: &str) -> String {
    format!("{name:32}")
}

/// A board of 50 squares.
fn board() -> HubPosition {
    let mut squares = vec![Cell::Empty; 50];
    squares[0] = Cell::King(Side::Black);
    squares[1] = Cell::Man(Side::Black);
    squares[48] = Cell::Man(Side::White);
    squares[49] = Cell::King(Side::White);
    let turn = Side::Black;
    HubPosition { turn, squares }
}

fn request(start: Start) -> Message {
    Message::GameRequest(GameRequest {
        start,
        ..GameRequest::new("Tornado voor Windows 4.0", Side::White, 60, 65)
    })
}

fn accept(name: &str, answer: Acceptance) -> Message {
    let name = name.to_owned();
    Message::GameAccept(GameAccept { name, answer })
}

fn made(seconds: u16, from: u8, to: u8, captured: &[u8]) -> Message {
    Message::Move(MoveMade {
        seconds,
        from,
        to,
        captured: captured.to_vec(),
    })
}

fn end(reason: EndReason, stop: bool) -> Message {
    Message::GameEnd(GameEnd { reason, stop })
}

fn back(move_number: u16, turn: Side) -> Message {
    Message::BackRequest { move_number, turn }
}

#[test]
fn every_message_is_read_and_written() {
    let tornado = field("Tornado voor Windows 4.0");
    let squares = format!("Zz{}wW", "e".repeat(46));
    let cases = [
        (format!("R01{tornado}W060065A"), request(Start::Normal)),
        (
            format!("R01{tornado}W060065BZ{squares}"),
            request(Start::Position(board())),
        ),
        (
            format!("A{}0", field("Scan 2.0")),
            accept("Scan 2.0", Acceptance::Yes),
        ),
        (format!("A{}1", field("")), accept("", Acceptance::Version)),
        (
            format!("A{}2", field("a b")),
            accept("a b", Acceptance::NotThis),
        ),
        (
            format!("A{}3", field("x")),
            accept("x", Acceptance::NoGames),
        ),
        ("M000032280".to_owned() + "0", made(0, 32, 28, &[])),
        (
            "M001205250422122320".to_owned(),
            made(12, 5, 25, &[22, 12, 23, 20]),
        ),
        ("M999999010199".to_owned(), made(9999, 99, 1, &[99])),
        ("E00".to_owned(), end(EndReason::None, false)),
        ("E11".to_owned(), end(EndReason::Lost, true)),
        ("E20".to_owned(), end(EndReason::Draw, false)),
        ("E30".to_owned(), end(EndReason::Won, false)),
        ("C".to_owned(), Message::Chat(String::new())),
        (
            "CWhat do you think? ".to_owned(),
            Message::Chat("What do you think? ".to_owned()),
        ),
        ("B005Z".to_owned(), back(5, Side::Black)),
        ("B999W".to_owned(), back(999, Side::White)),
        ("K0".to_owned(), Message::BackAccept(BackAnswer::Done)),
        ("K1".to_owned(), Message::BackAccept(BackAnswer::Cannot)),
        ("K2".to_owned(), Message::BackAccept(BackAnswer::GoOn)),
    ];
    for (text, message) in cases {
        assert_eq!(message.to_string(), text);
        assert_eq!(Message::parse(&text), Ok(message), "{text}");
    }
}

#[test]
fn a_bad_field_is_named() {
    let name = field("x");
    let cases: &[(&str, usize, &str)] = &[
        ("", 0, "one of R A M E C B K"),
        ("Q", 0, "one of R A M E C B K"),
        ("m000032280", 0, "one of R A M E C B K"),
        ("R", 1, "a version of two digits"),
        ("R1 ", 1, "a version of two digits"),
        ("R01x", 3, "a name of 32 characters, filled with blanks"),
        (
            &format!("R01{name}B005075A"),
            35,
            "W or Z for the follower's colour",
        ),
        (&format!("R01{name}W 05075A"), 36, "minutes in three digits"),
        (&format!("R01{name}W00507"), 39, "moves in three digits"),
        (
            &format!("R01{name}W005075"),
            42,
            "A or B for the start position",
        ),
        (
            &format!("R01{name}W005075C"),
            42,
            "A or B for the start position",
        ),
        (&format!("R01{name}W005075A "), 43, "the end of the message"),
        (
            &format!("R01{name}W005075B"),
            43,
            "W or Z for the colour to move",
        ),
        (
            &format!("R01{name}W005075BWeb"),
            45,
            "one of e w z W Z for each square",
        ),
        (
            &format!("R01{name}W005075BW{}", "e".repeat(84)),
            127,
            "one of e w z W Z for each square",
        ),
        (&format!("A{name}"), 33, "0, 1, 2 or 3 to the request"),
        (&format!("A{name}4"), 33, "0, 1, 2 or 3 to the request"),
        (&format!("A{name}00"), 34, "the end of the message"),
        ("M12", 1, "seconds in four digits"),
        ("M000000280", 5, "the square left, in two digits"),
        ("M00003200", 7, "the square reached, in two digits"),
        ("M00003228", 9, "the number captured, in two digits"),
        ("M0000322801", 11, "a captured square, in two digits"),
        ("M000032280100", 11, "a captured square, in two digits"),
        ("M0000322899", 11, "a captured square, in two digits"),
        ("M00003228000", 11, "the end of the message"),
        ("M+12332280", 1, "seconds in four digits"),
        ("E", 1, "0, 1, 2 or 3 for the reason"),
        ("E40", 1, "0, 1, 2 or 3 for the reason"),
        ("E02", 2, "0 or 1 for whether to stop"),
        ("E000", 3, "the end of the message"),
        ("B05Z", 1, "a move number of three digits"),
        ("B005B", 4, "W or Z for the colour to move"),
        ("K3", 1, "0, 1 or 2 to a take-back"),
        ("K", 1, "0, 1 or 2 to a take-back"),
    ];
    for (text, at, expected) in cases {
        assert_eq!(
            Message::parse(text),
            Err(ParseError::new(text, *at, *expected)),
            "{text}"
        );
    }
}

#[test]
fn what_does_not_fit_is_cut() {
    let long = "n\u{e9}\t".repeat(50);
    let request = GameRequest {
        version: 255,
        start: Start::Position(HubPosition {
            turn: Side::White,
            squares: vec![Cell::Empty; 100],
        }),
        ..GameRequest::new(&long, Side::Black, 1000, 65535)
    };
    let cases = [
        Message::GameRequest(request),
        accept(&long, Acceptance::Yes),
        made(65535, 255, 100, &[200; 80]),
        Message::Chat(long),
        back(65535, Side::White),
    ];
    for message in cases {
        let text = message.to_string();
        assert!(text.len() <= MAX_LENGTH, "{text}");
        assert!(text.bytes().all(|b| (32..127).contains(&b)), "{text}");
        let read = Message::parse(&text).map(|message| message.to_string());
        assert_eq!(read, Ok(text));
    }
}
