//! What the user says, on the command line and while games are played.

use super::harness::{Kamen, Partner};
use kamen_protocol::Side;
use kamen_protocol::dxp::{BackAnswer, EndReason, Message};
use std::net::TcpListener;
use std::time::Duration;

#[test]
fn chat_take_back_and_quit() {
    let (mut kamen, address) = Kamen::listen(&["--console", "--level", "depth=2"]);
    kamen.type_line("chat is anybody there?");
    kamen.expect("nobody is there to chat with");
    kamen.type_line("back 1 white");
    kamen.expect("no game is on");
    kamen.type_line("resign");
    kamen.expect("found 'resign', expected chat TEXT");
    let mut partner = Partner::call(&address);
    partner.begin(Side::White);
    partner.expect_move();
    kamen.type_line("chat Good luck!");
    assert_eq!(partner.receive(), Message::Chat("Good luck!".to_owned()));
    kamen.type_line("back 7 white");
    kamen.expect("no such move");
    // Refused: the game goes on where it was.
    let request = Message::BackRequest {
        move_number: 1,
        turn: Side::White,
    };
    kamen.type_line("back 1 white");
    assert_eq!(partner.receive(), request);
    partner.send(&Message::BackAccept(BackAnswer::GoOn));
    kamen.expect("Tester does not go back");
    partner.play(20, 25, &[]);
    partner.expect_move();
    // Agreed: Kamen is to move there, and does.
    kamen.type_line("back 1 white");
    assert_eq!(partner.receive(), request);
    partner.expect_silence(Duration::from_millis(200));
    partner.send(&Message::BackAccept(BackAnswer::Done));
    kamen.expect("Tester agrees to go back");
    partner.expect_move();
    kamen.type_line("quit");
    partner.expect_end(EndReason::None, true);
    partner.end(EndReason::None, true);
    partner.expect_hang_up();
    drop(partner);
    let said = kamen.finish_well();
    assert!(said.contains("no result, ended by the user"), "{said}");
}

#[test]
fn a_move_that_crosses_the_request_counts_before_it() {
    let (mut kamen, address) = Kamen::listen(&["--console", "--level", "depth=2"]);
    let mut partner = Partner::call(&address);
    partner.begin(Side::White);
    partner.expect_move();
    kamen.type_line("back 1 white");
    assert!(matches!(partner.receive(), Message::BackRequest { .. }));
    partner.play(20, 25, &[]);
    partner.expect_silence(Duration::from_millis(300));
    partner.send(&Message::BackAccept(BackAnswer::Cannot));
    partner.expect_move();
    kamen.expect("2. ");
}

/// The status and standard error of a command that ends at once.
fn complaint(arguments: &[&str]) -> (i32, String) {
    let (status, _, errors) = Kamen::start(arguments).finish();
    (status, errors)
}

#[test]
fn what_cannot_be_done_is_said() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    let nobody = nobody.unwrap().to_string();
    let cases: &[(&[&str], i32, &str)] = &[
        (&["--listen", "a b"], 2, "bad address 'a b', expected HOST"),
        (&["--call", "x:y"], 2, "bad address"),
        (
            &["--call", "localhost", "--listen", "localhost"],
            2,
            "cannot be used with",
        ),
        (&["--minutes", "5"], 2, "--initiator"),
        (&["--initiator", "--minutes", "1000"], 2, "0..=999"),
        (
            &["--level", "deep=5"],
            2,
            "unknown limit 'deep', expected some of: depth",
        ),
        (&["--level", "depth=x"], 2, "depth"),
        (&["--variant", "chess"], 2, "chess"),
        (&["--set", "tt-size"], 2, "expected NAME=VALUE"),
        (
            &["--set", "tt-sice=12"],
            2,
            "unknown option 'tt-sice', expected one of: variant",
        ),
        (&["--set", "tt-size=big"], 2, "bad value 'big' of tt-size"),
        (&["--initiator", "--fen", "W:W51:B1"], 2, "no square 51"),
        (
            &[
                "--variant",
                "frisian",
                "--initiator",
                "--fen",
                "W:WK28,40:BK5,12:H0:F1:+1+0",
            ],
            2,
            "king moves",
        ),
        (
            &["--initiator", "--openings", "/nonexistent"],
            2,
            "cannot read the openings of /nonexistent: ",
        ),
        (
            &["--call", &nobody, "--patience", "1"],
            1,
            "does a program listen there?",
        ),
    ];
    for (arguments, status, expected) in cases {
        let (found, errors) = complaint(arguments);
        assert_eq!(found, *status, "{arguments:?}: {errors}");
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_port_that_is_taken_is_said_and_one_that_was_is_free_again() {
    let (mut kamen, address) = Kamen::listen(&["--console"]);
    let address = address.to_string();
    let (status, errors) = complaint(&["--listen", &address]);
    assert_eq!(status, 1);
    assert!(errors.contains("is another program there?"), "{errors}");
    // With a connection that was open until the end, the port would be taken without SO_REUSEADDR.
    let partner = Partner::call(&address.parse().unwrap());
    kamen.expect("connected to ");
    kamen.type_line("quit");
    kamen.finish_well();
    let mut again = Kamen::start(&["--listen", &address]);
    again.expect("listening on ");
    drop(partner);
}
