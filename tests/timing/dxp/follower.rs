//! Kamen waits to be asked for games, and the partner is what it is.

use super::harness::{Kamen, Partner, position, stream};
use kamen_protocol::Side;
use kamen_protocol::dxp::{Acceptance, BackAnswer, EndReason, GameRequest, Message, Start, encode};
use std::io::Write;
use std::time::{Duration, Instant};

const FAST: [&str; 4] = ["--level", "depth=2", "--patience", "20"];

/// A short game must follow on the connection: nothing of what went before has done harm.
fn plays_on(partner: &mut Partner, kamen: &mut Kamen) {
    partner.begin(Side::Black);
    partner.play(32, 28, &[]);
    partner.expect_move();
    partner.end(EndReason::Lost, false);
    partner.expect_end(EndReason::None, false);
    kamen.expect("won, Tester ends the game");
}

/// A message as it goes over the wire.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = encode(&Message::Chat(text.to_owned()));
    bytes.remove(0);
    bytes
}

#[test]
fn requests_that_cannot_be_met_are_refused_with_the_right_code() {
    let (mut kamen, address) = Kamen::listen(&FAST);
    let mut partner = Partner::call(&address);
    let newer = GameRequest {
        version: 2,
        ..GameRequest::new("Tester", Side::White, 5, 75)
    };
    assert_eq!(partner.ask_for(newer), Acceptance::Version);
    kamen.expect("refused a game with Tester: version 2 of DXP, expected 1");
    let e = |count| "e".repeat(count);
    let bad = [
        (
            format!("Ww{}", e(31)),
            "32 squares, expected 50 for international",
        ),
        (format!("W{}", e(50)), "no pieces"),
        (format!("Ww{}", e(49)), "a white man on 1, its crowning row"),
        (
            format!("W{}{}", e(29), "w".repeat(21)),
            "21 white pieces, expected at most 20",
        ),
    ];
    for (hub, why) in bad {
        assert_eq!(
            partner.ask(Side::White, position(&hub)),
            Acceptance::NotThis,
            "{hub}"
        );
        kamen.expect(why);
    }
    plays_on(&mut partner, &mut kamen);
}

#[test]
fn faults_end_the_game_and_the_next_goes_on() {
    let (mut kamen, address) = Kamen::listen(&FAST);
    let mut partner = Partner::call(&address);
    let faults: [(Vec<u8>, &str); 6] = [
        (
            bytes("M000032270"),
            "bad message at column 10: found '0', expected the number captured",
        ),
        (bytes("M0000320000"), "bad message at column 8"),
        (bytes("M0000322000"), "illegal move '32-20'"),
        (bytes("M0000998800"), "bad move '99-88': no square 99"),
        (bytes("Hello?"), "bad message at column 1: found 'Hello?'"),
        (bytes("M0000322801\x7f\x01"), "bad message at column 12"),
    ];
    for (text, why) in faults {
        partner.begin(Side::Black);
        partner.send_bytes(&text);
        partner.expect_end(EndReason::None, false);
        kamen.expect(&format!("no result, {why}"));
        partner.end(EndReason::None, false);
    }
    partner.begin(Side::Black);
    partner.send_bytes(&[b'y'; 5000]);
    partner.send_bytes(b"\0");
    partner.expect_end(EndReason::None, false);
    kamen.expect("no result, message too long, expected NUL after at most 127 characters");
    partner.end(EndReason::None, false);
    plays_on(&mut partner, &mut kamen);
}

#[test]
fn what_is_no_message_is_told_and_the_session_goes_on() {
    let (mut kamen, address) = Kamen::listen(&FAST);
    let mut partner = Partner::call(&address);
    let told = [
        (
            bytes("XYZ"),
            "the partner: bad message at column 1: found 'XYZ'",
        ),
        (
            bytes("K"),
            "the partner: bad message at column 2: found nothing",
        ),
        (vec![b'y'; 200], "the partner: message too long"),
        (
            bytes("M0000322800"),
            "the partner: a move outside of a game",
        ),
        (bytes("K0"), "the partner: an answer to a request"),
        (
            bytes("B001W"),
            "the partner: a request to take back moves outside of a game",
        ),
    ];
    for (mut text, why) in told {
        text.extend((!text.ends_with(b"\0")).then_some(0));
        partner.send_bytes(&text);
        kamen.expect(why);
    }
    assert_eq!(partner.receive(), Message::BackAccept(BackAnswer::Cannot));
    // A broken request is answered, so that nobody waits.
    let requests = [
        format!("R01{:32}z005075A", "Old program"),
        format!("R01{:32}W005", "Old program"),
        format!("Rxx{:32}W005075A", "Old program"),
        "R".to_owned(),
    ];
    for request in requests {
        partner.send_bytes(&bytes(&request));
        kamen.expect("the partner: bad request for a game at column");
        let Message::GameAccept(answer) = partner.receive() else {
            panic!("{request}");
        };
        assert_eq!(answer.answer, Acceptance::NotThis);
    }
    plays_on(&mut partner, &mut kamen);
}

#[test]
fn a_move_out_of_turn_ends_the_game() {
    // A move of the book would come before the partner's.
    let (mut kamen, address) = Kamen::listen(&["--set", "book=false"]);
    let mut partner = Partner::call(&address);
    let slow = GameRequest::new("Tester", Side::White, 999, 1);
    assert_eq!(partner.ask_for(slow), Acceptance::Yes);
    partner.play(32, 28, &[]);
    partner.expect_end(EndReason::None, false);
    kamen.expect("no result, move 32-28 out of turn");
}

#[test]
fn messages_are_read_however_they_arrive() {
    let (mut kamen, address) = Kamen::listen(&FAST);
    let mut partner = Partner::call(&address);
    let request = encode(&Message::GameRequest(GameRequest::new(
        "Tester",
        Side::Black,
        0,
        0,
    )));
    for byte in &request {
        partner.send_bytes(&[*byte]);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(matches!(partner.receive(), Message::GameAccept(_)));
    partner.end(EndReason::None, false);
    partner.expect_end(EndReason::None, false);
    // Request and first move in one piece, and empty messages around them.
    let glued = [
        b"\0\0",
        &request[..],
        &bytes("Chello\x1b[2J"),
        &bytes("M000032280\x30"),
    ]
    .concat();
    partner.send_bytes(&glued);
    assert!(matches!(partner.receive(), Message::GameAccept(_)));
    partner.expect_move();
    kamen.expect("Tester says: hello?[2J");
    kamen.expect("1. 32-28");
    // Chat is never answered.
    partner.send(&Message::Chat("Are you there?".to_owned()));
    kamen.expect("Tester says: Are you there?");
    partner.expect_silence(Duration::from_millis(300));
}

#[test]
fn partners_that_vanish_make_way_for_the_next() {
    let (mut kamen, address) = Kamen::listen(&FAST);
    let mut gone = Partner::call(&address);
    gone.begin(Side::Black);
    drop(gone);
    kamen.expect("game 1: no result, the connection was closed");
    // In the middle of a message, and at once.
    let mut half = stream(&address);
    half.write_all(b"R01Tes").unwrap();
    drop(half);
    kamen.expect("disconnected: the connection broke: ");
    drop(stream(&address));
    kamen.expect("disconnected: the connection was closed");
    // While Kamen thinks.
    let mut gone = Partner::call(&address);
    let slow = GameRequest::new("Tester", Side::White, 999, 1);
    assert_eq!(gone.ask_for(slow), Acceptance::Yes);
    drop(gone);
    kamen.expect("game 2: no result, the connection was closed");
    let mut partner = Partner::call(&address);
    plays_on(&mut partner, &mut kamen);
}

#[test]
fn partners_that_stall_are_given_up() {
    let (mut kamen, address) = Kamen::listen(&["--level", "depth=2", "--patience", "1"]);
    let mut partner = Partner::call(&address);
    partner.begin(Side::Black);
    partner.expect_end(EndReason::None, false);
    kamen.expect("no result, no move in time");
    // The game is over; who confirms that goes on.
    partner.end(EndReason::None, false);
    partner.begin(Side::White);
    partner.expect_move();
    partner.expect_end(EndReason::None, false);
    partner.expect_hang_up();
    kamen.expect("disconnected: the end of the game was not confirmed");
    let mut partner = Partner::call(&address);
    plays_on(&mut partner, &mut kamen);
}

#[test]
fn a_clock_gives_the_partner_its_time() {
    let (mut kamen, address) = Kamen::listen(&["--patience", "1"]);
    let mut partner = Partner::call(&address);
    // A minute for 999 moves: Kamen moves fast, and waits longer than its patience.
    let fast = GameRequest::new("Tester", Side::White, 1, 999);
    let begin = Instant::now();
    assert_eq!(partner.ask_for(fast), Acceptance::Yes);
    partner.expect_move();
    assert!(
        begin.elapsed() < Duration::from_secs(3),
        "{:?}",
        begin.elapsed()
    );
    partner.expect_silence(Duration::from_millis(2500));
    partner.end(EndReason::Won, false);
    partner.expect_end(EndReason::None, false);
    kamen.expect("lost, Tester ends the game");
}

#[test]
fn who_asks_for_nothing_makes_way_for_who_does() {
    let (mut kamen, address) = Kamen::listen(&FAST);
    let mut idle = stream(&address);
    kamen.expect("connected to ");
    let mut partner = Partner::call(&address);
    partner.begin(Side::Black);
    kamen.expect("disconnected: no request for a game, and another program waits");
    // A caller in the middle of a game has to wait until it is over.
    let mut other = Partner::call(&address);
    other.send(&Message::GameRequest(GameRequest::new(
        "Other",
        Side::White,
        0,
        0,
    )));
    other.expect_silence(Duration::from_millis(300));
    partner.play(32, 28, &[]);
    partner.expect_move();
    partner.end(EndReason::Draw, true);
    partner.expect_end(EndReason::None, true);
    partner.expect_hang_up();
    kamen.expect("drawn, Tester ends the game");
    assert!(matches!(other.receive(), Message::GameAccept(_)));
    other.expect_move();
    let _ = idle.write_all(b"too late");
}

#[test]
fn a_new_request_drops_the_game_that_is_on() {
    let (mut kamen, address) = Kamen::listen(&FAST);
    let mut partner = Partner::call(&address);
    partner.begin(Side::Black);
    plays_on(&mut partner, &mut kamen);
    partner.begin(Side::White);
    partner.expect_move();
    partner.begin(Side::Black);
    kamen.expect("no result, Tester asks for another game");
    // What belongs to no game does no harm.
    partner.end(EndReason::None, false);
    partner.expect_end(EndReason::None, false);
    partner.end(EndReason::None, false);
    partner.play(32, 28, &[]);
    partner.send(&Message::BackAccept(BackAnswer::Done));
    partner.send_bytes(b"what?\0");
    partner.expect_silence(Duration::from_millis(300));
    plays_on(&mut partner, &mut kamen);
}

#[test]
fn the_side_to_move_says_how_the_rules_end_the_game() {
    let (mut kamen, address) = Kamen::listen(&FAST);
    let mut partner = Partner::call(&address);
    let e = |count| "e".repeat(count);
    // Black has no move: 45 is blocked by 50.
    let blocked = format!("B{}b{}w", e(44), e(4));
    assert_eq!(
        partner.ask(Side::Black, position(&blocked)),
        Acceptance::Yes
    );
    partner.expect_end(EndReason::Lost, false);
    kamen.expect("lost, White has won by the rules");
    partner.end(EndReason::None, false);
    // Kamen takes the last piece and leaves the word to the other side; the rules count.
    let last = format!("W{}b{}w{}", e(26), e(4), e(18));
    assert_eq!(partner.ask(Side::White, position(&last)), Acceptance::Yes);
    let made = partner.expect_move();
    assert_eq!((made.from, made.to, made.captured), (32, 21, vec![27]));
    partner.expect_silence(Duration::from_millis(300));
    partner.end(EndReason::Won, false);
    partner.expect_end(EndReason::None, false);
    kamen.expect("won, White has won by the rules");
}

#[test]
fn the_agreed_number_of_moves_ends_the_game() {
    let (mut kamen, address) = Kamen::listen(&FAST);
    let mut partner = Partner::call(&address);
    let short = |side| GameRequest::new("Tester", side, 0, 1);
    assert_eq!(partner.ask_for(short(Side::White)), Acceptance::Yes);
    partner.expect_move();
    partner.play(20, 25, &[]);
    partner.expect_end(EndReason::None, false);
    kamen.expect("no result, all moves are made");
    partner.end(EndReason::None, false);
    // Far ahead it claims the win, as Scan does.
    let ahead = GameRequest {
        start: position(&format!(
            "W{}b{}{}",
            "e".repeat(5),
            "e".repeat(34),
            "w".repeat(10)
        )),
        ..short(Side::White)
    };
    assert_eq!(partner.ask_for(ahead), Acceptance::Yes);
    partner.expect_move();
    partner.play(6, 11, &[]);
    partner.expect_end(EndReason::Won, false);
    kamen.expect("won, all moves are made");
}

#[test]
fn moves_are_taken_back_unless_the_user_forbids_it() {
    let back = |move_number, turn| Message::BackRequest { move_number, turn };
    let (mut kamen, address) = Kamen::listen(&FAST);
    let mut partner = Partner::call(&address);
    partner.begin(Side::Black);
    partner.play(32, 28, &[]);
    let first = partner.expect_move();
    partner.send(&back(1, Side::White));
    assert_eq!(partner.receive(), Message::BackAccept(BackAnswer::Done));
    partner.play(33, 29, &[]);
    partner.expect_move();
    // Its own move: it makes another one at once.
    partner.send(&back(1, Side::Black));
    assert_eq!(partner.receive(), Message::BackAccept(BackAnswer::Done));
    partner.expect_move();
    partner.send(&back(9, Side::White));
    assert_eq!(partner.receive(), Message::BackAccept(BackAnswer::Cannot));
    kamen.expect("Tester may not go back to move 9");
    assert!(first.from <= 20);
    let (_kamen, address) = Kamen::listen(&["--no-take-back", "--level", "depth=2"]);
    let mut partner = Partner::call(&address);
    partner.begin(Side::White);
    partner.expect_move();
    partner.send(&back(1, Side::White));
    assert_eq!(partner.receive(), Message::BackAccept(BackAnswer::GoOn));
}

#[test]
fn a_take_back_stops_a_search() {
    let (_kamen, address) = Kamen::listen(&["--set", "book=false"]);
    let mut partner = Partner::call(&address);
    let slow = GameRequest::new("Tester", Side::Black, 999, 1);
    assert_eq!(partner.ask_for(slow), Acceptance::Yes);
    partner.play(32, 28, &[]);
    let turn = Side::White;
    partner.send(&Message::BackRequest {
        move_number: 1,
        turn,
    });
    assert_eq!(partner.receive(), Message::BackAccept(BackAnswer::Done));
    partner.expect_silence(Duration::from_millis(300));
}

#[test]
fn it_stops_after_the_number_of_games() {
    let (mut kamen, address) = Kamen::listen(&["--games", "2", "--level", "depth=2"]);
    let mut partner = Partner::call(&address);
    for stop in [false, true] {
        partner.begin(Side::Black);
        partner.end(EndReason::Draw, false);
        partner.expect_end(EndReason::None, stop);
    }
    partner.expect_hang_up();
    drop(partner);
    kamen.expect("won 0, lost 0, drawn 2");
    kamen.finish_well();
}

#[test]
fn other_boards_come_as_positions_or_as_the_start() {
    for (variant, squares) in [("czech", 32), ("canadian", 72), ("turkish", 64)] {
        let (_kamen, address) = Kamen::listen(&["--variant", variant, "--level", "depth=2"]);
        let mut partner = Partner::call(&address);
        assert_eq!(
            partner.ask(Side::White, Start::Normal),
            Acceptance::Yes,
            "{variant}"
        );
        partner.expect_move();
        let mut board = vec!['e'; squares];
        (board[0], board[squares - 1]) = ('B', 'W');
        let board: String = board.into_iter().collect();
        let start = position(&format!("W{board}"));
        assert_eq!(
            partner.ask(Side::White, start),
            Acceptance::Yes,
            "{variant}"
        );
        partner.expect_move();
    }
}
