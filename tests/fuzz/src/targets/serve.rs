//! What `kamen serve` reads: requests of HTTP, frames of WebSockets, and lines of Hub within them. Whatever comes, its answers are whole,
//! none of them is an internal error, and the next client is served.

use kamen_files::Stop;
use kamen_serve::{Server, Settings};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// Begins a WebSocket.
const UPGRADE: &[u8] =
    b"GET /hub HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

/// The server of all inputs.
fn server() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        let settings = Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            threads: 2,
            memory: 64 << 20,
            think: Duration::from_millis(20),
            ..Settings::default()
        };
        let server = Server::bind(settings, Arc::new(Stop::default())).expect("a server");
        let address = server.address();
        thread::spawn(move || server.run().expect("no end"));
        address
    })
}

/// The first byte tells what the others are: requests, frames, or lines of Hub.
pub(crate) fn run(input: &[u8]) {
    let Some((kind, bytes)) = input.split_first() else {
        return;
    };
    match kind % 3 {
        0 => hold_http(&exchange(bytes)),
        1 => hold_frames(&exchange(&[UPGRADE, bytes].concat())),
        _ => {
            let lines = bytes.split(|&byte| byte == b'\n').map(text_frame);
            let frames: Vec<u8> = lines.flatten().collect();
            hold_frames(&exchange(&[UPGRADE, &frames].concat()));
        }
    }
    let after = exchange(b"GET /version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(after.starts_with(b"HTTP/1.1 200 "), "{}", shown(&after));
}

/// A frame of text as clients send it, with a mask of zeros.
fn text_frame(line: &[u8]) -> Vec<u8> {
    let length = match u8::try_from(line.len()) {
        Ok(short) if short < 126 => vec![0x80 | short],
        _ => [&[0xff][..], &(line.len() as u64).to_be_bytes()].concat(),
    };
    [&[0x81][..], &length, &[0; 4], line].concat()
}

/// Sends bytes and the end of them, and hears all that comes back.
fn exchange(bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(server()).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    stream.set_write_timeout(Some(PATIENCE)).expect("a time");
    // A server that has heard enough may have gone already.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    if let Err(error) = stream.read_to_end(&mut answer) {
        let is_late = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        assert!(!is_late, "no end of {}", shown(&answer));
    }
    answer
}

/// Answers of HTTP, of which the last may be to `HEAD`.
fn hold_http(mut rest: &[u8]) {
    while !rest.is_empty() {
        let end = rest.windows(4).position(|part| part == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("half a head: {}", shown(rest)));
        let head = String::from_utf8(rest[..end].to_vec()).expect("a head in UTF-8");
        let status = head
            .strip_prefix("HTTP/1.1 ")
            .and_then(|text| text.get(..3));
        let status: u16 = status.and_then(|text| text.parse().ok()).expect("a status");
        assert!((100..600).contains(&status) && status != 500, "{head}");
        rest = &rest[end + 4..];
        if status == 101 {
            return;
        }
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("Content-Length: "));
        let length: usize = length.map_or(0, |text| text.parse().expect("a length"));
        // An answer to `HEAD` or of 304 has no content.
        if rest.len() >= length && !rest.starts_with(b"HTTP/1.1 ") {
            rest = &rest[length..];
        }
    }
}

/// The answer to [`UPGRADE`], and frames of text, pings, pongs and an end.
fn hold_frames(answer: &[u8]) {
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("half a head: {}", shown(answer)));
    assert!(answer.starts_with(b"HTTP/1.1 101 "), "{}", shown(answer));
    let mut rest = &answer[end + 4..];
    while let [first, length, after @ ..] = rest {
        assert!(
            matches!(first, 0x81 | 0x88 | 0x89 | 0x8a),
            "frame {first:x}"
        );
        let (length, after) = match length {
            126 => {
                let (length, after) = after.split_first_chunk::<2>().expect("a length");
                (usize::from(u16::from_be_bytes(*length)), after)
            }
            127 => panic!("a line of more than 64 KiB"),
            length => (usize::from(*length), after),
        };
        let content = after
            .get(..length)
            .unwrap_or_else(|| panic!("half a frame: {}", shown(rest)));
        if *first == 0x81 {
            let line = std::str::from_utf8(content).expect("text");
            assert!(!line.contains(['\n', '\r']), "{line:?}");
        }
        rest = &after[length..];
    }
    assert!(rest.is_empty(), "half a frame");
}

fn shown(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(300)];
    String::from_utf8_lossy(shown).into_owned()
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = super::texts(&[
        "0GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "0GET /moves/czech?fen=W:Wc3,Ke1:Bd4,f6&moves=c3xg7 HTTP/1.1\r\nHost: 127.0.0.1:8010\r\nIf-None-Match: \"1\", W/\"2\"\r\n\r\n\
         HEAD /variants HTTP/1.1\r\nHost: [::1]\r\nOrigin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n\r\n",
        "0GET /tables/russian?fen=W%3AWKa1%2CKc1:BKb8 HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n\
         OPTIONS /book/english?token=a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\nCookie: token=a; b=c\r\n\r\n",
        "0GET /analyse/thai?nodes=100&depth=3&movetime=5&lines=2 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "0POST /pdn?variant=czech HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n\r\n1. c3-d4! {a} d6-c5 (1... f6-g5) $2 b2-c3",
        "0POST /pdn/write HTTP/1.1\r\nHost: localhost\r\nContent-Length: 92\r\n\r\n\
         {\"variant\":\"czech\",\"moves\":[{\"move\":\"c3-d4\",\"glyphs\":[1],\"comment\":\"a\",\"variations\":[[\"c3-b4\"]]}]}",
        "0POST /pdn HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "0GET /hub HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\n\r\n",
        "0GET /..%2f..%2fetc/passwd HTTP/1.0\r\n\r\n",
        "2hub\nset-param name=variant value=czech\nset-param name=tt-size value=12\ninit\npos start moves=\"c3-d4\"\nlevel depth=3\ngo think\nping",
        "2set-param name=eval value=/etc/passwd\nset-param name=bb-path value=/\nset-param name=book-file value=a\n\
         set-param name=experience value=b\nset-param name=player value=td:1:c\ninit\nquit",
        "2set-param name=threads value=9\nset-param name=tt-size value=28\nset-param name=player value=random\ninit\nlevel infinite\ngo analyze\nstop",
    ]);
    let frames: [&[u8]; 6] = [
        &text_frame(b"hub"),
        b"\x01\x82\0\0\0\0hu\x80\x81\0\0\0\0b",
        b"\x82\x84\x01\x02\x03\x04qkmc",
        b"\x89\x80\0\0\0\0\x88\x82\0\0\0\0\x03\xe8",
        b"\x81\xff\0\0\0\0\x05\xf5\xe1\0\0\0\0\0a",
        b"\x81\x05hello\xff\xff",
    ];
    seeds.extend(frames.map(|frame| [b"1", frame].concat()));
    seeds
}
