//! Partners that say anything at any time: Kamen goes on.

use super::harness::{Kamen, Partner, stream};
use kamen_protocol::Side;
use kamen_protocol::dxp::{
    Acceptance, BackAnswer, EndReason, GameAccept, GameEnd, GameRequest, Message, MoveMade, encode,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// Something, often what fits nowhere.
fn anything(rng: &mut Pcg64, may_stop: bool) -> Vec<u8> {
    let side = |flag| if flag { Side::White } else { Side::Black };
    let square = |rng: &mut Pcg64| rng.random_range(1..=52);
    let name = "Monkey".to_owned();
    let message = match rng.random_range(0..12) {
        0 | 1 => {
            let version = rng.random_range(1..=2);
            let moves = rng.random_range(0..3);
            Message::GameRequest(GameRequest {
                version,
                ..GameRequest::new(name, side(rng.random()), 0, moves)
            })
        }
        2 | 3 => Message::GameAccept(GameAccept {
            name,
            answer: Acceptance::Yes,
        }),
        4 | 5 => Message::Move(MoveMade {
            seconds: 0,
            from: square(rng),
            to: square(rng),
            captured: Vec::new(),
        }),
        6 => Message::Move(MoveMade {
            seconds: 0,
            from: 32,
            to: 28,
            captured: Vec::new(),
        }),
        7 => Message::GameEnd(GameEnd {
            reason: EndReason::Draw,
            stop: may_stop && rng.random_range(0..10) == 0,
        }),
        8 => Message::BackRequest {
            move_number: rng.random_range(0..3),
            turn: side(rng.random()),
        },
        9 => Message::BackAccept(BackAnswer::Done),
        10 => Message::Chat("\x1b]0;\x07".to_owned()),
        _ => {
            let length = rng.random_range(0..300);
            return (0..length).map(|_| rng.random()).collect();
        }
    };
    encode(&message)
}

/// Says so many things, and listens to nothing.
fn chatter(mut stream: TcpStream, rng: &mut Pcg64, may_stop: bool) {
    let mut listener = stream.try_clone().unwrap();
    let ear = thread::spawn(move || {
        let mut sink = [0; 1000];
        while listener.read(&mut sink).is_ok_and(|length| length > 0) {}
    });
    for _ in 0..100 {
        if stream.write_all(&anything(rng, may_stop)).is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(rng.random_range(0..8)));
    }
    let _ = stream.shutdown(std::net::Shutdown::Both);
    drop(stream);
    ear.join().unwrap();
}

#[test]
fn a_follower_survives_and_plays_the_next() {
    let (mut kamen, address) = Kamen::listen(&["--level", "depth=2", "--patience", "5"]);
    for seed in 0..8 {
        chatter(stream(&address), &mut Pcg64::seed_from_u64(seed), true);
    }
    let mut partner = Partner::call(&address);
    partner.begin(Side::White);
    partner.expect_move();
    partner.end(EndReason::Won, true);
    partner.expect_end(EndReason::None, true);
    kamen.expect("lost, Tester ends the game");
}

#[test]
fn an_initiator_survives_and_asks_again() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let plan = ["--initiator", "--games", "1000", "--level", "depth=2"];
    let calls = ["--call", &address, "--patience", "5"];
    let mut kamen = Kamen::start(&[&plan[..], &calls].concat());
    for seed in 10..16 {
        let (stream, _) = listener.accept().unwrap();
        chatter(stream, &mut Pcg64::seed_from_u64(seed), false);
    }
    let (stream, _) = listener.accept().unwrap();
    let mut partner = Partner::new(stream);
    partner.accept(Acceptance::Yes);
    kamen.expect("Tester");
}
