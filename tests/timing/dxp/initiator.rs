//! Kamen asks for games, and the partner is what it is.

use super::harness::{Kamen, Partner};
use kamen_protocol::Side;
use kamen_protocol::dxp::{Acceptance, EndReason, GameRequest, Message, Start};
use std::net::TcpListener;

/// A listening partner, and Kamen that calls it.
fn called(arguments: &[&str]) -> (Kamen, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let common = ["--call", &address, "--initiator", "--level", "depth=2"];
    (Kamen::start(&[&common, arguments].concat()), listener)
}

fn answer(listener: &TcpListener) -> Partner {
    let (stream, _) = listener.accept().unwrap();
    Partner::new(stream)
}

#[test]
fn games_in_a_row_with_colours_changed_and_positions() {
    let fen = "B:W31,32,33:B1,2,3";
    let (kamen, listener) = called(&[
        "--minutes",
        "7",
        "--moves",
        "80",
        "--fen",
        fen,
        "--games",
        "3",
        "--name",
        "Boss",
    ]);
    let mut partner = answer(&listener);
    let board = format!("zzz{}www{}", "e".repeat(27), "e".repeat(17));
    for (game, follower) in [Side::Black, Side::White, Side::Black]
        .into_iter()
        .enumerate()
    {
        let request = partner.accept(Acceptance::Yes);
        let expected = GameRequest {
            start: request.start.clone(),
            ..GameRequest::new("Boss", follower, 7, 80)
        };
        assert_eq!(request, expected);
        assert!(
            Message::GameRequest(request)
                .to_string()
                .ends_with(&format!("BZ{board}"))
        );
        let last = game == 2;
        if follower == Side::White {
            partner.expect_move();
        }
        partner.end(EndReason::Lost, false);
        partner.expect_end(EndReason::None, last);
    }
    partner.expect_hang_up();
    drop(partner);
    assert!(
        kamen
            .finish_well()
            .ends_with("won 3, lost 0, drawn 0\ndisconnected: the connection was closed\n")
    );
}

#[test]
fn openings_are_those_of_matches() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("openings");
    let path = file.to_str().unwrap();
    let lines = "# Ballots\n32-28 19-23\nW:W31,32,33:B1,2,3 | 31-26  # a man\n\nW:WK46:B5\n";
    let pdn = "[Event \"?\"]\n\n1. 32-28 19-23 2. 28x19 14x23 0-2\n";
    let after_two = format!(
        "W{}",
        start_with(&[(19, 'e'), (23, 'z'), (32, 'e'), (28, 'w')])
    );
    let after_three = "Zzzz".to_owned() + &"e".repeat(22) + "weeeeeww" + &"e".repeat(17);
    let king = "Weeeez".to_owned() + &"e".repeat(40) + "Weeee";
    let cases = [
        (lines, &[][..], vec![after_two.clone(), after_three, king]),
        (pdn, &["--opening-plies", "2"], vec![after_two]),
    ];
    for (text, more, expected) in cases {
        std::fs::write(&file, text).unwrap();
        let (kamen, listener) = called(&[&["--openings", path], more].concat());
        let mut partner = answer(&listener);
        for start in expected.iter().flat_map(|start| [start, start]) {
            let request = partner.accept(Acceptance::Yes);
            let message = Message::GameRequest(request.clone()).to_string();
            assert!(
                message.ends_with(&format!("B{start}")),
                "{message}, expected {start}"
            );
            let side = if start.starts_with('W') {
                Side::White
            } else {
                Side::Black
            };
            if request.follower != side {
                partner.expect_move();
            }
            partner.end(EndReason::Lost, false);
            assert!(matches!(partner.receive(), Message::GameEnd(_)));
        }
        partner.expect_hang_up();
        drop(partner);
        let said = kamen.finish_well();
        assert!(
            said.contains(&format!("won {}, ", 2 * expected.len())),
            "{said}"
        );
    }
}

/// The squares of the start position, of which some are different.
fn start_with(others: &[(usize, char)]) -> String {
    let mut squares: Vec<char> = ["z".repeat(20), "e".repeat(10), "w".repeat(20)]
        .concat()
        .chars()
        .collect();
    for &(square, piece) in others {
        squares[square - 1] = piece;
    }
    squares.into_iter().collect()
}

#[test]
fn the_normal_position_is_asked_for_as_such() {
    let (_kamen, listener) = called(&["--color", "black"]);
    let mut partner = answer(&listener);
    let request = partner.accept(Acceptance::Yes);
    assert_eq!(
        (request.start, request.follower),
        (Start::Normal, Side::White)
    );
    partner.play(32, 28, &[]);
    partner.expect_move();
}

#[test]
fn refusals_are_said() {
    for (code, why) in [
        (
            Acceptance::NoGames,
            "kamen: Tester wants no games (0 of 2 games played)\n",
        ),
        (
            Acceptance::Version,
            "kamen: Tester does not know version 1 of DXP (0 of 2 games played)\n",
        ),
    ] {
        let (kamen, listener) = called(&["--games", "2"]);
        answer(&listener).accept(code);
        let (status, _, errors) = kamen.finish();
        assert_eq!((status, errors.as_str()), (1, why));
    }
    let (mut kamen, listener) = called(&["--games", "2"]);
    let mut partner = answer(&listener);
    partner.accept(Acceptance::NotThis);
    kamen.expect("game 1: no result, Tester does not want this game");
    partner.accept(Acceptance::Yes);
    kamen.expect("game 2: Tester - Kamen ");
}

#[test]
fn a_partner_that_wants_no_more_ends_the_row() {
    let (kamen, listener) = called(&["--games", "5"]);
    let mut partner = answer(&listener);
    partner.accept(Acceptance::Yes);
    partner.expect_move();
    partner.end(EndReason::Draw, true);
    partner.expect_end(EndReason::None, true);
    drop(partner);
    let (status, said, errors) = kamen.finish();
    assert!(said.contains("won 0, lost 0, drawn 1\n"), "{said}");
    let expected = "kamen: the partner wants no more games (1 of 5 played)\n";
    assert_eq!((status, errors.as_str()), (1, expected));
}

#[test]
fn a_partner_that_vanishes_is_called_again() {
    let (mut kamen, listener) = called(&["--games", "4", "--patience", "2"]);
    let mut gone = answer(&listener);
    gone.accept(Acceptance::Yes);
    gone.expect_move();
    drop(gone);
    kamen.expect("game 1: no result, the connection was closed");
    // Never answers.
    let silent = answer(&listener);
    kamen.expect("game 2: no result, no answer to the request for a game");
    drop(silent);
    // Answers nonsense.
    let mut mad = answer(&listener);
    assert!(matches!(mad.receive(), Message::GameRequest(_)));
    mad.send_bytes(b"AYes\0");
    kamen.expect("game 3: no result, bad message at column 2: found 'Yes', expected a name");
    let mut partner = answer(&listener);
    partner.accept(Acceptance::Yes);
    partner.end(EndReason::None, false);
    partner.expect_end(EndReason::None, true);
    drop(partner);
    let (status, _, errors) = kamen.finish();
    let expected = "kamen: the partner refused or left 3 of 4 games\n";
    assert_eq!((status, errors.as_str()), (1, expected));
}

#[test]
fn a_partner_that_leaves_at_once_has_not_played() {
    let (kamen, listener) = called(&["--games", "2"]);
    for _ in 0..2 {
        drop(answer(&listener));
    }
    let (status, said, errors) = kamen.finish();
    assert!(
        said.contains("won 0, lost 0, drawn 0, 2 without result"),
        "{said}"
    );
    let expected = "kamen: the partner refused or left 2 of 2 games\n";
    assert_eq!((status, errors.as_str()), (1, expected));
}

#[test]
fn a_partner_that_goes_for_good_is_missed() {
    let (mut kamen, listener) = called(&["--games", "2", "--patience", "1"]);
    let mut gone = answer(&listener);
    drop(listener);
    gone.accept(Acceptance::Yes);
    gone.expect_move();
    drop(gone);
    kamen.expect("game 1: no result");
    let (status, _, errors) = kamen.finish();
    assert_eq!(status, 1);
    assert!(errors.contains("(1 games played)"), "{errors}");
}

#[test]
fn two_initiators_do_not_play() {
    let (mut kamen, listener) = called(&[]);
    let mut partner = answer(&listener);
    assert!(matches!(partner.receive(), Message::GameRequest(_)));
    assert_eq!(partner.ask(Side::White, Start::Normal), Acceptance::NoGames);
    kamen.expect("both programs want to ask for games");
}
