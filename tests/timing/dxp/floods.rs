//! Partners that send without end, slowly, or not at all, and callers without number: the memory stays as it is, the game at
//! hand keeps its clock, and nothing is written.

use super::harness::{Kamen, PATIENCE, Partner, stream};
use kamen_protocol::Side;
use kamen_protocol::dxp::{Acceptance, GameRequest, Message, MoveMade, encode};
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

const FAST: [&str; 4] = ["--level", "depth=2", "--patience", "20"];
/// Half a second a move.
const CLOCKED: [&str; 4] = ["--level", "move-time=0.5", "--set", "book=false"];

/// Sends the same again and again, until the connection breaks.
fn flood(stream: &TcpStream, bytes: &[u8]) -> thread::JoinHandle<()> {
    let (mut stream, bytes) = (stream.try_clone().unwrap(), bytes.repeat(1000));
    thread::spawn(move || while stream.write_all(&bytes).is_ok() {})
}

/// A game to which a partner agrees must be played: Kamen goes on.
fn plays_on(kamen: &mut Kamen, partner: &mut Partner) {
    partner.begin(Side::Black);
    partner.play(32, 28, &[]);
    partner.expect_move();
    kamen.expect("1. 32-28");
}

fn request(side: Side) -> Vec<u8> {
    encode(&Message::GameRequest(GameRequest::new("Flood", side, 0, 0)))
}

#[cfg(target_os = "linux")]
#[test]
fn a_partner_that_does_not_read_fills_no_memory() {
    let chat = encode(&Message::Chat("How do you do?".to_owned()));
    let moved = encode(&Message::Move(MoveMade {
        seconds: 0,
        from: 32,
        to: 28,
        captured: Vec::new(),
    }));
    let floods = [
        request(Side::White),
        request(Side::Black),
        [request(Side::Black), moved].concat(),
        chat,
        b"nonsense\0".to_vec(),
        vec![b'x'; 100],
        vec![0; 100],
    ];
    thread::scope(|scope| {
        for bytes in &floods {
            scope.spawn(move || {
                let (mut kamen, address) = Kamen::listen(&FAST);
                let stream = stream(&address);
                kamen.expect("connected to");
                let sender = flood(&stream, bytes);
                sleep(Duration::from_secs(3));
                let most = kamen.most_memory();
                stream.shutdown(Shutdown::Both).unwrap();
                sender.join().unwrap();
                drop(stream);
                assert!(most < 250, "{}: {most} MB", String::from_utf8_lossy(bytes));
                plays_on(&mut kamen, &mut Partner::call(&address));
            });
        }
    });
}

#[test]
fn chat_without_end_takes_no_time_from_the_game() {
    let (mut kamen, address) = Kamen::listen(&CLOCKED);
    let chat = encode(&Message::Chat("Hurry!".to_owned()));
    let stream = stream(&address);
    let mut partner = Partner::new(stream.try_clone().unwrap());
    assert_eq!(
        partner.ask_for(GameRequest::new("Tester", Side::White, 0, 0)),
        Acceptance::Yes
    );
    let begin = Instant::now();
    let sender = flood(&stream, &chat);
    partner.expect_move();
    assert!(
        begin.elapsed() < Duration::from_secs(3),
        "{:?}",
        begin.elapsed()
    );
    stream.shutdown(Shutdown::Both).unwrap();
    sender.join().unwrap();
    kamen.expect("no result, the connection was closed");
}

#[test]
fn a_thousand_callers_take_no_time_from_the_game() {
    let (mut kamen, address) = Kamen::listen(&CLOCKED);
    let mut partner = Partner::call(&address);
    partner.begin(Side::White);
    let begin = Instant::now();
    // Half of them stay, as far as they are let. They wait for seconds where the system lets so many in one by one.
    let call = || -> Vec<TcpStream> {
        let all = (0..1000).map(|number| (number, stream(&address)));
        let staying = all.filter(|(number, _)| number % 2 == 0);
        staying.map(|(_, caller)| caller).collect()
    };
    let staying = thread::scope(|scope| {
        let callers = scope.spawn(call);
        partner.expect_move();
        let passed = begin.elapsed();
        assert!(passed < Duration::from_secs(5), "{passed:?}");
        partner.play(20, 24, &[]);
        partner.expect_move();
        callers.join().unwrap()
    });
    drop((staying, partner));
    kamen.expect("game 1: no result, the connection was closed");
    let mut next = Partner::call(&address);
    plays_on(&mut kamen, &mut next);
}

#[test]
fn a_byte_now_and_then_is_no_move_in_time() {
    let (mut kamen, address) = Kamen::listen(&["--level", "depth=2", "--patience", "1"]);
    let mut partner = Partner::call(&address);
    partner.begin(Side::Black);
    let begin = Instant::now();
    for byte in b"M0000322800" {
        partner.send_bytes(&[*byte]);
        sleep(Duration::from_millis(200));
    }
    kamen.expect("no result, no move in time");
    assert!(begin.elapsed() < PATIENCE);
}

#[test]
fn nothing_is_written_because_of_what_a_stranger_sends() {
    let folder = tempfile::tempdir().unwrap();
    let (mut kamen, address) = Kamen::listen_in(folder.path(), &FAST);
    let mut partner = Partner::call(&address);
    for text in ["../../x", "/etc/passwd", "C%s%n", "R99$(touch x)"] {
        partner.send(&Message::Chat(text.to_owned()));
        partner.send_bytes(&[text.as_bytes(), b"\0"].concat());
    }
    // The last is a request that cannot be read.
    assert!(
        matches!(partner.receive(), Message::GameAccept(answer) if answer.answer == Acceptance::NotThis)
    );
    plays_on(&mut kamen, &mut partner);
    drop(partner);
    kamen.expect("no result, the connection was closed");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
