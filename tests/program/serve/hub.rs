//! Hub over a WebSocket.

use super::{Hub, PATIENCE, Server};
use crate::command::kamen;
use rustix::process::{Pid, Signal, kill_process};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Lines that are sent, each with the first word of the last answer to it.
const SAID: [(&str, &str); 9] = [
    ("hub", "wait"),
    ("set-param name=variant value=czech", ""),
    ("set-param name=tt-size value=17", ""),
    ("init", "ready"),
    ("ping", "pong"),
    ("pos start moves=\"c3-d4 b6-a5\"", ""),
    ("level depth=9", ""),
    ("go think", "done"),
    ("pos pos=Z", "error"),
];

/// What is answered, without progress, which comes as fast as somebody can read it, and without parameters: they differ.
fn answers(mut say: impl FnMut(&str), mut until: impl FnMut(&str) -> Vec<String>) -> Vec<String> {
    let mut answers = Vec::new();
    for (line, last) in SAID {
        say(line);
        if !last.is_empty() {
            answers.extend(until(last));
        }
    }
    answers.retain(|line| !line.starts_with("info ") && !line.starts_with("param "));
    answers
}

#[test]
fn the_lines_are_those_of_kamen_hub() {
    let server = Server::start("");
    let hub = RefCell::new(server.hub("/hub", &[]).unwrap());
    let found = answers(
        |line| hub.borrow_mut().say(line),
        |word| hub.borrow_mut().until(word),
    );
    hub.borrow_mut().say("quit");
    assert_eq!(hub.borrow_mut().end().0, Some(1000));
    let mut program = kamen("hub");
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = program.stderr(Stdio::null()).spawn().unwrap();
    let mut input = program.stdin.take().unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
    let expected = answers(
        |line| writeln!(input, "{line}").unwrap(),
        |word| {
            let mut found = Vec::new();
            for line in lines.by_ref().map(Result::unwrap) {
                found.push(line);
                if found.last().unwrap().split(' ').next() == Some(word) {
                    break;
                }
            }
            found
        },
    );
    writeln!(input, "quit").unwrap();
    program.wait().unwrap();
    assert_eq!(found, expected);
    assert_eq!(found.len(), 6, "{found:?}");
}

#[test]
fn clients_of_websocketd_are_at_home() {
    let server = Server::start("--origin https://other.example");
    // Any path that websocketd would have, no subprotocol; several lines a message; text or bytes.
    let mut hub = server
        .hub("/", &[("origin", "https://other.example")])
        .unwrap();
    assert_eq!(hub.protocol, None);
    hub.say("set-param name=variant value=russian\ninit\n");
    hub.until("ready");
    hub.socket
        .send(tungstenite::Message::binary(b"ping".to_vec()))
        .unwrap();
    hub.until("pong");
    let hub = server
        .hub("/hub", &[("sec-websocket-protocol", "chat, hub")])
        .unwrap();
    assert_eq!(hub.protocol.as_deref(), Some("hub"));
    assert_eq!(server.hub("/moves/czech", &[]).err(), Some(404));
    assert_eq!(
        server
            .hub("/hub", &[("origin", "https://evil.example")])
            .err(),
        Some(403)
    );
    assert_eq!(server.hub("/hub", &[("origin", "null")]).err(), Some(403));
    assert_eq!(
        server.hub("/hub", &[("host", "evil.example")]).err(),
        Some(421)
    );
}

#[test]
fn engines_open_no_files_and_share_the_memory() {
    let server = Server::start("--memory 4");
    let mut hub = server.hub("/hub", &[]).unwrap();
    hub.say("hub");
    let declared = hub.until("wait").join("\n");
    for name in ["bb-path", "book-file", "experience"] {
        assert!(!declared.contains(&format!("name={name} ")), "{declared}");
    }
    for (name, value) in [
        ("eval", "/etc/passwd"),
        ("player", "david:3:/tmp/kamen-test-memory"),
        ("player", "minimax:2:network:/etc/passwd"),
        ("bb-path", "/"),
        ("book-file", "/etc/passwd"),
        ("experience", "/tmp/kamen-test-experience"),
    ] {
        hub.say(&format!("set-param name={name} value=\"{value}\""));
        let line = hub.until("error").pop().unwrap();
        assert!(line.contains("opens no files"), "{name}: {line}");
    }
    assert!(!std::path::Path::new("/tmp/kamen-test-memory").exists());
    // One may have a quarter of the memory, and all of them no more than all.
    let mut hubs: Vec<Hub> = (0..4).map(|_| server.hub("/hub", &[]).unwrap()).collect();
    for hub in &mut hubs {
        hub.say("set-param name=tt-size value=28");
        let line = hub.until("error").pop().unwrap();
        assert!(line.contains("16 is taken for 28"), "{line}");
        hub.prepare(&[]);
    }
    hub.say("init");
    let line = hub.until("error").pop().unwrap();
    assert!(line.contains("no memory for tt-size 16"), "{line}");
    drop(hubs);
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        hub.say("init");
        hub.say("ping");
        if hub.until("pong").iter().any(|line| line == "ready") {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("memory is not given back");
}

#[test]
fn many_engines_have_their_turns() {
    let server = Server::start("--threads 1");
    let mut hubs: Vec<Hub> = (0..24).map(|_| server.hub("/hub", &[]).unwrap()).collect();
    let variants = ["czech", "english", "russian"];
    for (number, hub) in hubs.iter_mut().enumerate() {
        hub.prepare(&[("variant", variants[number % 3]), ("book", "false")]);
    }
    // One goes on until it is told to stop, and disturbs nobody; it makes room at the end of a depth.
    hubs[0].say("pos start");
    hubs[0].say("go analyze");
    hubs[0].until("info");
    for (number, hub) in hubs.iter_mut().enumerate().skip(1) {
        hub.say("pos start");
        hub.say(["level nodes=1000", "level move-time=0.2", "level depth=3"][number % 3]);
        hub.say("go think");
    }
    for hub in &mut hubs[1..] {
        let lines = hub.until("done");
        assert!(lines.last().unwrap().starts_with("done move="), "{lines:?}");
    }
    let since = Instant::now();
    hubs[0].say("stop");
    hubs[0].until("done");
    assert!(since.elapsed() < Duration::from_secs(20));
}

#[test]
fn engines_are_as_many_as_are_allowed_and_end_when_nobody_speaks() {
    let server = Server::start("--sessions 2 --idle 1");
    let mut one = server.hub("/hub", &[]).unwrap();
    let _two = server.hub("/hub", &[]).unwrap();
    assert_eq!(server.hub("/hub", &[]).err(), Some(503));
    assert_eq!(server.get("/version").status, 200);
    assert_eq!(one.end().0, Some(1001));
    let since = Instant::now();
    while server.hub("/hub", &[]).is_err() {
        assert!(since.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_end_is_orderly() {
    let mut server = Server::start("");
    let mut hub = server.hub("/hub", &[]).unwrap();
    hub.prepare(&[("variant", "czech")]);
    hub.say("pos start");
    hub.say("go analyze");
    hub.until("info");
    let mut idle = server.connect();
    kill_process(Pid::from_child(&server.program), Signal::TERM).unwrap();
    let (code, lines) = hub.end();
    assert_eq!(code, Some(1001));
    assert!(lines.last().unwrap().starts_with("done move="), "{lines:?}");
    assert_eq!(server.program.wait().unwrap().code(), Some(0));
    assert_eq!(idle.read(&mut [0]).unwrap_or(0), 0);
}
