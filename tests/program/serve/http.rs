//! Answers of HTTP.

use super::{Answer, Server};
use crate::command::{kamen, run};
use std::io::{Read, Write};

#[test]
fn the_page_may_do_little_and_everything_is_described() {
    let server = Server::start("");
    let page = server.get("/");
    assert_eq!(
        (page.status, page.header("Content-Type")),
        (200, Some("text/html; charset=utf-8"))
    );
    let policy = page.header("Content-Security-Policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("unsafe-inline"),
        "{policy}"
    );
    assert_eq!(page.header("X-Content-Type-Options"), Some("nosniff"));
    assert_eq!(
        server.get("/version").json()["version"],
        env!("CARGO_PKG_VERSION")
    );
    let described = server.get("/openapi.json").json();
    assert!(described["paths"]["/hub"].is_object());
    // What is asked for again is not sent again.
    let tag = page.header("ETag").unwrap();
    let again = server.ask("GET /", &format!("If-None-Match: {tag}\r\n"), "");
    assert_eq!((again.status, again.content.as_str()), (304, ""));
    let head = server.ask("HEAD /", "", "");
    assert_eq!((head.status, head.content.as_str()), (200, ""));
    assert_eq!(
        head.header("Content-Length"),
        Some(page.content.len().to_string().as_str())
    );
}

#[test]
fn what_commands_print_is_answered() {
    let server = Server::start("");
    let listed = server.get("/variants").json();
    let printed = run(&mut kamen("variants --json")).1;
    let printed: Vec<serde_json::Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(listed, serde_json::Value::from(printed));
    let fen = "W:WKa1,Kc1,Ke1:BKb8";
    let ending = server.get(&format!("/tables/czech?fen={fen}")).json();
    let printed = run(&mut kamen(&format!("tables probe czech {fen} --json"))).1;
    let mut lines = printed
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let first = lines.next().unwrap();
    for name in ["value", "distance"] {
        assert_eq!(ending[name], first[name], "{name}");
    }
    let moves = ending["moves"].as_array().unwrap();
    for (answered, printed) in moves.iter().zip(lines) {
        assert_eq!(
            (&answered["value"], &answered["distance"]),
            (&printed["value"], &printed["distance"])
        );
    }
    assert_eq!(ending["with_draw_rules"], "win");
    let moves = server.get("/moves/russian?fen=W:Wc3,e1:Bd4,f6,b4").json();
    let texts: Vec<&str> = (moves["moves"].as_array().unwrap().iter())
        .map(|m| m["move"].as_str().unwrap())
        .collect();
    assert_eq!(texts, ["c3xa5", "c3xg7"]);
    let game = server
        .ask("POST /pdn", "", "[GameType \"29\"] 1. c3-d4 d6-c5 *")
        .json()["games"][0]
        .clone();
    let written = server.ask("POST /pdn/write", "", &game.to_string()).json();
    assert!(
        written["pdn"]
            .as_str()
            .unwrap()
            .contains("1. c3-d4 d6-c5 *")
    );
}

#[test]
fn analyses_with_limits_are_the_same_each_time_and_may_be_kept() {
    let server = Server::start("--think 2");
    let one = server.get("/analyse/czech?nodes=5000&lines=2");
    let two = server.get("/analyse/czech?nodes=5000&lines=2");
    assert_eq!(one.content, two.content);
    assert_eq!(one.header("Cache-Control"), Some("max-age=86400"));
    let timed = server.get("/analyse/czech?movetime=0.05");
    assert_eq!(
        (timed.status, timed.header("Cache-Control")),
        (200, Some("no-store"))
    );
    assert_eq!(timed.json()["timed_out"], false);
    assert_eq!(server.get("/analyse/czech?movetime=3").status, 422);
    let long = server.get("/analyse/international?nodes=100000000");
    assert_eq!(
        (
            long.json()["timed_out"].as_bool(),
            long.header("Cache-Control")
        ),
        (Some(true), Some("no-store"))
    );
}

#[test]
fn a_connection_is_used_again() {
    let server = Server::start("");
    let mut stream = server.connect();
    let request = format!("GET /version HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let last = request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    // Several at once, and one in pieces.
    stream.write_all(request.repeat(3).as_bytes()).unwrap();
    for byte in last.as_bytes().chunks(7) {
        stream.write_all(byte).unwrap();
    }
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert_eq!(text.matches("HTTP/1.1 200 OK").count(), 4, "{text}");
    assert_eq!(Answer::of(&text).status, 200);
}

#[test]
fn the_token_opens_the_page_and_the_rest() {
    let server = Server::start("--token s3cret");
    assert_eq!(server.get("/").status, 401);
    let refused = server.get("/variants");
    assert_eq!(
        (refused.status, refused.header("WWW-Authenticate")),
        (401, Some("Bearer"))
    );
    assert_eq!(server.hub("/hub", &[]).err(), Some(401));
    let page = server.get("/?token=s3cret");
    let cookie = page.header("Set-Cookie").unwrap();
    let (cookie, _) = cookie.split_once(';').unwrap();
    assert_eq!(
        server
            .ask("GET /variants", &format!("Cookie: {cookie}\r\n"), "")
            .status,
        200
    );
    assert_eq!(
        server
            .ask("GET /variants", "Authorization: Bearer s3cret\r\n", "")
            .status,
        200
    );
    assert!(server.hub("/hub", &[("cookie", cookie)]).is_ok());
    assert!(server.hub("/hub?token=s3cret", &[]).is_ok());
}
