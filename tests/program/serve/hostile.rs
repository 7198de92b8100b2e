//! Clients that mean no good: a clear status, and nobody else is disturbed.

use super::{PATIENCE, Server};
use std::io::{Read, Write};
use std::time::Instant;

#[test]
fn what_is_no_request_has_a_status() {
    let server = Server::start("");
    let host = "Host: localhost\r\n";
    let long = format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(20_000));
    let heads = format!(
        "GET / HTTP/1.1\r\n{host}{}\r\n",
        "A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(2000)
    );
    let cases: Vec<(String, u16)> = vec![
        ("\r\n\r\nnonsense\r\n\r\n".to_owned(), 400),
        ("\u{16}\u{3}\u{1}\u{0}\u{c8}\u{1}\u{0}".to_owned(), 400),
        ("GET / HTTP/3.0\r\n\r\n".to_owned(), 505),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), 400),
        (format!("GET ../../etc/passwd HTTP/1.1\r\n{host}\r\n"), 400),
        (
            format!("GET /../../etc/passwd HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
            404,
        ),
        (
            format!("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
            404,
        ),
        (
            format!("GET //etc/passwd HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
            404,
        ),
        (
            format!("GET /..%5c..%5cwindows HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
            404,
        ),
        (format!("GET /%00 HTTP/1.1\r\n{host}\r\n"), 400),
        (
            format!("GET /moves/%2e%2e%2fversion HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
            404,
        ),
        (
            format!("GET /moves/chess HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
            404,
        ),
        (
            format!("BREW / HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
            405,
        ),
        (
            format!(
                "GET / HTTP/1.1\r\n{host}Origin: https://evil.example\r\nConnection: close\r\n\r\n"
            ),
            403,
        ),
        (
            "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".to_owned(),
            421,
        ),
        (
            format!("POST /pdn HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            411,
        ),
        (
            format!("POST /pdn HTTP/1.1\r\n{host}Content-Length: 104857600\r\n\r\n"),
            413,
        ),
        (
            format!(
                "POST /pdn HTTP/1.1\r\n{host}Content-Length: 3\r\nContent-Length: 9\r\n\r\nabc"
            ),
            400,
        ),
        (
            format!("GET /hub HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
            426,
        ),
        (
            format!("GET /hub HTTP/1.1\r\n{host}Upgrade: websocket\r\nConnection: close\r\n\r\n"),
            400,
        ),
        (
            format!(
                "GET /hub HTTP/1.1\r\n{host}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\n\r\n"
            ),
            426,
        ),
        (
            format!(
                "GET /hub HTTP/1.1\r\n{host}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                 Sec-WebSocket-Key: short\r\n\r\n"
            ),
            400,
        ),
        (long, 414),
        (heads, 431),
    ];
    for (bytes, status) in cases {
        let answer = super::Answer::of(&server.send(bytes.as_bytes()));
        let shown: String = bytes.chars().take(120).collect();
        assert_eq!(answer.status, status, "{shown:?}: {answer:?}");
        let problem = answer.json();
        assert_eq!(problem["status"], status, "{shown:?}");
        assert_eq!(
            answer.header("Content-Type"),
            Some("application/problem+json")
        );
    }
    assert_eq!(server.get("/version").status, 200);
}

#[test]
fn slow_clients_and_floods_disturb_nobody() {
    let server = Server::start("");
    // Half requests, of which nothing more comes.
    let mut half: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for stream in &mut half {
        stream.write_all(b"GET /version HT").unwrap();
    }
    // A client that asks and does not read.
    let mut deaf = server.connect();
    deaf.set_write_timeout(Some(std::time::Duration::from_millis(500)))
        .unwrap();
    let request = format!("GET /variants HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).repeat(50);
    let since = Instant::now();
    while since.elapsed().as_secs() < 5 && deaf.write_all(request.as_bytes()).is_ok() {}
    // An engine that hears much and is not heard.
    let mut flood = server.hub("/hub", &[]).unwrap();
    flood
        .socket
        .get_ref()
        .set_write_timeout(Some(std::time::Duration::from_millis(500)))
        .unwrap();
    let since = Instant::now();
    while since.elapsed().as_secs() < 5
        && flood.socket.send(tungstenite::Message::text("hub")).is_ok()
    {}
    let since = Instant::now();
    assert_eq!(server.get("/version").status, 200);
    let mut hub = server.hub("/hub", &[]).unwrap();
    hub.say("ping");
    hub.until("pong");
    assert!(since.elapsed().as_secs() < 5);
    // Connections have an end: what has no request is refused, and told so.
    let mut answer = String::new();
    half[0].read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}

#[test]
fn connections_too_many_are_refused_and_others_come_later() {
    let server = Server::start("--sessions 1");
    let held: Vec<_> = (0..200).map(|_| server.connect()).collect();
    let refused = held.last().map(|stream| {
        let mut answer = String::new();
        let mut stream = stream;
        stream.read_to_string(&mut answer).unwrap();
        answer
    });
    assert!(refused.unwrap().starts_with("HTTP/1.1 503 "));
    drop(held);
    let since = Instant::now();
    while server.get("/version").status != 200 {
        assert!(since.elapsed() < PATIENCE);
    }
}

#[test]
fn bad_frames_end_their_engine_alone() {
    let server = Server::start("");
    let mut other = server.hub("/hub", &[]).unwrap();
    other.prepare(&[("variant", "czech")]);
    let masked = |first: u8, length: &[u8], content: &[u8]| -> Vec<u8> {
        [&[first], length, &[0; 4], content].concat()
    };
    let hundred_megabytes = 100_000_000_u64.to_be_bytes();
    let cases: [(&str, Vec<u8>, u16); 6] = [
        (
            "100 MB",
            masked(0x81, &[&[0xff], &hundred_megabytes[..]].concat(), b""),
            1009,
        ),
        ("all there is", masked(0x82, &[0xff; 9], b""), 1009),
        ("no mask", vec![0x81, 4, b'p', b'i', b'n', b'g'], 1002),
        ("no text", masked(0x81, &[0x82], &[0xff, 0xfe]), 1007),
        ("no frame", vec![0xff; 64], 1002),
        (
            "a long ping",
            masked(
                0x89,
                &[&[0xfe], &1000_u16.to_be_bytes()[..]].concat(),
                &[0; 1000],
            ),
            1002,
        ),
    ];
    for (name, bytes, code) in cases {
        let mut hub = server.hub("/hub", &[]).unwrap();
        hub.socket.get_mut().write_all(&bytes).unwrap();
        assert_eq!(hub.end().0, Some(code), "{name}");
        other.say("ping");
        other.until("pong");
    }
    // A line that is too long is an error like any other; so is one that is empty, and the engine goes on.
    let mut hub = server.hub("/hub", &[]).unwrap();
    hub.say("");
    hub.until("error");
    hub.say(&"a".repeat(100_000));
    assert!(hub.until("error").pop().unwrap().contains("line too long"));
    hub.say("ping");
    hub.until("pong");
    // Fragments that never end are a message that is too long.
    let mut hub = server.hub("/hub", &[]).unwrap();
    let part = [0; 60_000];
    for number in 0..4 {
        let first = if number == 0 { 0x01 } else { 0x00 };
        let length = [&[0xfe], &60_000_u16.to_be_bytes()[..]].concat();
        let _ = hub
            .socket
            .get_mut()
            .write_all(&masked(first, &length, &part));
    }
    assert_eq!(hub.end().0, Some(1009));
}
