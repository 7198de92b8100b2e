//! A connection on which requests are read and answered.

use super::query::decode;
use super::{Query, Request, Response};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Bytes of the lines before the content of a request.
const MOST_HEAD: usize = 16 << 10;
/// Bytes of its address.
const MOST_ADDRESS: usize = 12 << 10;
/// Its headers.
const MOST_HEADERS: usize = 64;
/// Bytes of its content.
const MOST_BODY: usize = 4 << 20;
/// How long a client may take for the lines before the content, from the first byte on.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long it may take for the content.
const BODY_TIME: Duration = Duration::from_secs(30);
/// How long it may keep a connection without asking anything.
const IDLE_TIME: Duration = Duration::from_secs(30);
/// How long it may take to read a part of an answer.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// How often whoever waits looks whether the server ends.
const LOOK: Duration = Duration::from_millis(250);

/// Why no request was read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// There are no more, or nobody is there any more.
    End,
    /// It cannot be answered but by this status, and what was expected; nothing after it can be read.
    Bad(u16, &'static str),
}

impl From<io::Error> for Unread {
    fn from(_: io::Error) -> Unread {
        Unread::End
    }
}

/// A connection and what was read of it ahead.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    ahead: Vec<u8>,
}

impl Connection {
    /// # Errors
    /// The connection is gone already.
    pub(crate) fn new(stream: TcpStream) -> io::Result<Connection> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        Ok(Connection {
            stream,
            ahead: Vec::new(),
        })
    }

    /// The stream, to be ended from elsewhere.
    pub(crate) fn stream(&self) -> io::Result<TcpStream> {
        self.stream.try_clone()
    }

    /// The stream, and the bytes that were read of it ahead.
    pub(crate) fn into_parts(self) -> (TcpStream, Vec<u8>) {
        (self.stream, self.ahead)
    }

    /// Reads a request. `has_ended` tells whether the server ends, so that none is waited for any more.
    pub(crate) fn read(&mut self, has_ended: &dyn Fn() -> bool) -> Result<Request, Unread> {
        let mut until = Instant::now() + IDLE_TIME;
        let mut has_begun = !self.ahead.is_empty();
        if has_begun {
            until = Instant::now() + HEAD_TIME;
        }
        loop {
            if let Some((request, used, length)) = parse(&self.ahead)? {
                self.ahead.drain(..used);
                return self.with_body(request, length);
            }
            if self.ahead.len() > MOST_HEAD {
                return Err(Unread::Bad(431, "at most 16 KiB before the content"));
            }
            match self.fill(until, &|| !has_begun && has_ended()) {
                Err(error) if error.kind() == ErrorKind::TimedOut && has_begun => {
                    return Err(Unread::Bad(408, "a whole request within 10 seconds"));
                }
                filled => filled?,
            }
            if !has_begun {
                has_begun = true;
                until = Instant::now() + HEAD_TIME;
            }
        }
    }

    /// Reads the content, whose length is known.
    fn with_body(&mut self, request: Request, length: usize) -> Result<Request, Unread> {
        if length > self.ahead.len() && request.lists("expect", "100-continue") {
            self.send(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        let until = Instant::now() + BODY_TIME;
        while self.ahead.len() < length {
            match self.fill(until, &|| false) {
                Err(error) if error.kind() == ErrorKind::TimedOut => {
                    return Err(Unread::Bad(408, "the whole content within 30 seconds"));
                }
                filled => filled?,
            }
        }
        let body = self.ahead.drain(..length).collect();
        Ok(Request { body, ..request })
    }

    /// Reads what there is to read.
    fn fill(&mut self, until: Instant, has_ended: &dyn Fn() -> bool) -> io::Result<()> {
        let mut part = [0; 8 << 10];
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            if has_ended() {
                return Err(ErrorKind::ConnectionAborted.into());
            }
            self.stream.set_read_timeout(Some(left.min(LOOK)))?;
            match self.stream.read(&mut part) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(read) => {
                    self.ahead
                        .extend_from_slice(part.get(..read).unwrap_or_default());
                    return Ok(());
                }
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                    _ => return Err(error),
                },
            }
        }
    }

    /// Writes an answer, without its content to `HEAD`.
    pub(crate) fn write(
        &mut self,
        answer: &Response,
        is_head: bool,
        keeps_alive: bool,
    ) -> io::Result<()> {
        let mut bytes = answer.head(keeps_alive).into_bytes();
        if !is_head && !matches!(answer.status, 204 | 304) {
            bytes.extend_from_slice(&answer.body);
        }
        self.send(&bytes)
    }

    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Ends the connection so that what was written arrives, though the client may still be sending.
    pub(crate) fn end(mut self) {
        let until = Instant::now() + Duration::from_secs(1);
        if self.stream.shutdown(Shutdown::Write).is_err() {
            return;
        }
        let mut rest = MOST_BODY;
        while rest > 0 && self.fill(until, &|| false).is_ok() {
            rest = rest.saturating_sub(self.ahead.len());
            self.ahead.clear();
        }
    }
}

/// A request whose head is complete, the bytes of its head, and the length of its content; `None` if more is to come.
fn parse(bytes: &[u8]) -> Result<Option<(Request, usize, usize)>, Unread> {
    let bad = |status, expected| Err(Unread::Bad(status, expected));
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let used = match head.parse(bytes) {
        Ok(httparse::Status::Complete(used)) => used,
        Ok(httparse::Status::Partial) => {
            // Nothing that begins so can become a request.
            let is_long = head.path.is_none() && bytes.len() > MOST_ADDRESS + 64;
            return if is_long {
                bad(414, "an address of at most 12 KiB")
            } else {
                Ok(None)
            };
        }
        Err(httparse::Error::TooManyHeaders) => return bad(431, "at most 64 headers"),
        Err(httparse::Error::Version) => return bad(505, "HTTP/1.1"),
        Err(_) => return bad(400, "a request of HTTP/1.1"),
    };
    if used > MOST_HEAD {
        return bad(431, "at most 16 KiB before the content");
    }
    let (Some(method), Some(address), Some(version)) = (head.method, head.path, head.version)
    else {
        return bad(400, "a request of HTTP/1.1");
    };
    if address.len() > MOST_ADDRESS {
        return bad(414, "an address of at most 12 KiB");
    }
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let (path, query) = match (decode(path, false), Query::parse(query)) {
        (Some(path), Some(query)) if path.starts_with('/') => (path, query),
        _ => return bad(400, "an address that begins with / and is text in UTF-8"),
    };
    let mut request = Request {
        method: method.to_owned(),
        path,
        query,
        ..Request::default()
    };
    for header in head.headers.iter() {
        let Ok(value) = std::str::from_utf8(header.value) else {
            return bad(400, "headers in UTF-8");
        };
        let name = header.name.to_ascii_lowercase();
        request.headers.push((name, value.trim().to_owned()));
    }
    request.keeps_alive = match version {
        0 => false,
        _ => !request.lists("connection", "close"),
    };
    if version == 1 && request.all("host").count() != 1 {
        return bad(400, "one header Host");
    }
    let length = body_length(&request)?;
    Ok(Some((request, used, length)))
}

/// The length of the content.
fn body_length(request: &Request) -> Result<usize, Unread> {
    if request.header("transfer-encoding").is_some() {
        return Err(Unread::Bad(411, "content with a Content-Length"));
    }
    let mut lengths = request.all("content-length");
    let length = match lengths.next() {
        None if request.method == "POST" => {
            return Err(Unread::Bad(411, "content with a Content-Length"));
        }
        None => return Ok(0),
        Some(length) => length,
    };
    let is_number = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || lengths.any(|other| other != length) {
        return Err(Unread::Bad(400, "one Content-Length, a whole number"));
    }
    match length.parse() {
        Ok(length) if length <= MOST_BODY => Ok(length),
        _ => Err(Unread::Bad(413, "at most 4 MiB of content")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Result<(String, usize), u16> {
        match parse(text.as_bytes()) {
            Ok(Some((request, _, length))) => Ok((request.path, length)),
            Ok(None) => Err(0),
            Err(Unread::Bad(status, _)) => Err(status),
            Err(Unread::End) => Err(1),
        }
    }

    #[test]
    fn requests_are_read_or_refused() {
        let long = format!("GET /{} HTTP/1.1\r\nHost: a\r\n\r\n", "a".repeat(13 << 10));
        let many = format!("GET / HTTP/1.1\r\nHost: a\r\n{}\r\n", "A: b\r\n".repeat(64));
        type Case<'a> = (&'a str, Result<(&'a str, usize), u16>);
        let cases: [Case; 24] = [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", Ok(("/", 0))),
            ("GET /a%20b?x HTTP/1.0\r\n\r\n", Ok(("/a b", 0))),
            (
                "POST /p HTTP/1.1\nHost: a\nContent-Length: 3\n\nabc",
                Ok(("/p", 3)),
            ),
            ("GET / HTTP/1.1\r\nHost: a\r\n", Err(0)),
            ("", Err(0)),
            ("GET / HTTP/1.1\r\n\r\n", Err(400)),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", Err(400)),
            ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", Err(505)),
            ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", Err(400)),
            ("GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", Err(400)),
            ("GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", Err(400)),
            ("GET /?a=%gg HTTP/1.1\r\nHost: a\r\n\r\n", Err(400)),
            ("GET / HTTP/1.1\r\nHost: a\r\nA\u{0}: b\r\n\r\n", Err(400)),
            ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", Err(400)),
            ("POST /p HTTP/1.1\r\nHost: a\r\n\r\n", Err(411)),
            (
                "POST /p HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
                Err(411),
            ),
            (
                "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\n\r\n",
                Err(413),
            ),
            (
                "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n",
                Err(413),
            ),
            (
                "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\n",
                Err(400),
            ),
            (
                "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                Err(400),
            ),
            (
                "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
                Err(400),
            ),
            (
                "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\n",
                Err(400),
            ),
            (&long, Err(414)),
            (&many, Err(431)),
        ];
        for (text, expected) in cases {
            let expected = expected.map(|(path, length)| (path.to_owned(), length));
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_sent_back_cannot_end_a_header() {
        let answer = Response::empty(200).with("X", "a\r\nSet-Cookie: b");
        assert!(answer.head(true).contains("X: aSet-Cookie: b\r\n"));
    }
}
