//! Hub over a WebSocket: a message is a line, as on the streams of `kamen hub`.
//!
//! The reader of Hub waits in [`Lines`], its writer sends by [`Messages`]; both write frames to the one stream, the reader those
//! that answer a ping. The controller of the engine lives on the thread of the connection.

use crate::http::{Request, Response};
use crate::problem::Problem;
use crate::routes::HUB;
use crate::service::Service;
use kamen_frontend::hub::{HubSettings, converse_sharing};
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tungstenite::error::ProtocolError;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

/// The subprotocol, for clients that ask for one.
const SUBPROTOCOL: &str = "hub";
/// The longest message: a line of Hub may have half as much.
const MOST_MESSAGE: usize = 128 << 10;
/// Silence after which a client is asked whether it is there.
const ASK: Duration = Duration::from_secs(20);
/// Silence after which it is not.
const GONE: Duration = Duration::from_secs(60);

/// Whether a request asks for a WebSocket.
pub(crate) fn is_wanted(request: &Request) -> bool {
    request.lists("upgrade", "websocket")
}

/// The answer that begins a WebSocket. It is spoken at `/hub`, and where `websocketd` would.
pub(crate) fn accept(request: &Request) -> Result<Response, Problem> {
    if request.path != HUB && request.path != "/" {
        return Err(Problem::new(
            404,
            format!("no Hub is spoken here, expected {HUB}"),
        ));
    }
    if request.method != "GET" || !request.lists("connection", "upgrade") {
        return Err(Problem::new(400, "expected GET and Connection: Upgrade"));
    }
    if request.header("sec-websocket-version") != Some("13") {
        let problem = Problem::new(426, "expected Sec-WebSocket-Version: 13");
        return Err(problem.with("Sec-WebSocket-Version", "13"));
    }
    let key = request.header("sec-websocket-key").unwrap_or_default();
    if key.len() != 24 || !key.ends_with("==") {
        return Err(Problem::new(
            400,
            "expected a Sec-WebSocket-Key of 16 bytes",
        ));
    }
    let answer = Response::empty(101)
        .with("Upgrade", "websocket")
        .with("Connection", "Upgrade")
        .with("Sec-WebSocket-Accept", derive_accept_key(key.as_bytes()));
    Ok(match request.lists("sec-websocket-protocol", SUBPROTOCOL) {
        true => answer.with("Sec-WebSocket-Protocol", SUBPROTOCOL),
        false => answer,
    })
}

/// Speaks Hub until the client has nothing to say for the time `idle`, or he or the server ends.
pub(crate) fn run(
    service: &Service,
    idle: Duration,
    has_ended: &dyn Fn() -> bool,
    (stream, ahead): (TcpStream, Vec<u8>),
) -> io::Result<()> {
    stream.set_read_timeout(Some(ASK.min(idle)))?;
    let stream = Shared {
        stream: Arc::new(stream),
        writing: Arc::default(),
        is_over: Arc::default(),
    };
    let config = WebSocketConfig::default()
        .max_message_size(Some(MOST_MESSAGE))
        .max_frame_size(Some(MOST_MESSAGE))
        .max_write_buffer_size(usize::MAX)
        .write_buffer_size(0);
    let socket =
        |ahead| WebSocket::from_partially_read(stream.clone(), ahead, Role::Server, Some(config));
    let now = Instant::now();
    let lines = Lines {
        socket: socket(ahead),
        line: Vec::new(),
        read: 0,
        heard: now,
        asked: now,
        idle,
        why: Arc::default(),
    };
    let why = Arc::clone(&lines.why);
    let messages = Messages {
        socket: socket(Vec::new()),
        line: Vec::new(),
    };
    let settings = HubSettings {
        options: service.options.clone(),
        name: "Kamen".to_owned(),
        is_line_by_line: false,
    };
    let shared = Arc::clone(&service.shared);
    let spoken = converse_sharing(shared, settings, lines, false, messages);
    // The reader may still wait: it finds the end.
    stream.is_over.store(true, Ordering::Relaxed);
    let (code, reason) = match (
        why.lock().unwrap_or_else(PoisonError::into_inner).take(),
        &spoken,
    ) {
        (Some(why), _) => why,
        (None, Err(_)) => (CloseCode::Again, "no thread for an engine"),
        (None, Ok(())) if has_ended() => (CloseCode::Away, "the server ends"),
        (None, Ok(())) => (CloseCode::Normal, ""),
    };
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    let mut socket = socket(Vec::new());
    let _ = socket.close(Some(frame)).and_then(|()| socket.flush());
    let _ = stream.stream.shutdown(Shutdown::Write);
    let _ = stream.stream.set_read_timeout(Some(Duration::from_secs(1)));
    spoken
}

/// The stream, for a reader and a writer: what one writes at once is not mixed with what the other does.
#[derive(Clone, Debug)]
struct Shared {
    stream: Arc<TcpStream>,
    writing: Arc<Mutex<()>>,
    /// Whether nothing is read any more.
    is_over: Arc<AtomicBool>,
}

impl Read for Shared {
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        (&*self.stream).read(part)
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let written = (&*self.stream).write_all(bytes);
        if let Err(error) = written {
            // Half a frame may be out; and the reader hears of it.
            let _ = self.stream.shutdown(Shutdown::Both);
            return Err(error);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Why a conversation ends.
type Why = Arc<Mutex<Option<(CloseCode, &'static str)>>>;

/// What the client says, as lines.
struct Lines {
    socket: WebSocket<Shared>,
    /// The last message, and how much of it was taken.
    line: Vec<u8>,
    read: usize,
    /// When the client last said something, and when it was last asked or heard in any way.
    heard: Instant,
    asked: Instant,
    idle: Duration,
    why: Why,
}

impl Lines {
    /// Waits for a message; `None` at the end.
    fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let message = match self.socket.read() {
                Ok(message) => message,
                Err(Error::Io(error)) if is_silence(&error) => {
                    if self.waits_on() {
                        continue;
                    }
                    return None;
                }
                Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => return None,
                Err(Error::Capacity(_)) => {
                    return self.end(CloseCode::Size, "a message of at most 128 KiB is expected");
                }
                Err(Error::Utf8(_)) => {
                    return self.end(CloseCode::Invalid, "text in UTF-8 is expected");
                }
                Err(Error::Protocol(_)) => return self.end(CloseCode::Protocol, ""),
                Err(_) => return None,
            };
            self.asked = Instant::now();
            match message {
                Message::Text(text) => {
                    self.heard = Instant::now();
                    return Some(text.as_str().as_bytes().to_vec());
                }
                Message::Binary(bytes) => {
                    self.heard = Instant::now();
                    return Some(bytes.to_vec());
                }
                // Pings are answered by the socket with its next message, or now.
                Message::Ping(_) => drop(self.socket.flush()),
                Message::Pong(_) | Message::Frame(_) | Message::Close(_) => {}
            }
        }
    }

    /// Whether a client that is silent may go on to be.
    fn waits_on(&mut self) -> bool {
        if self.socket.get_ref().is_over.load(Ordering::Relaxed) {
            return false;
        }
        if self.heard.elapsed() >= self.idle {
            self.end(CloseCode::Away, "no line for long");
            return false;
        }
        if self.asked.elapsed() >= GONE {
            self.end(CloseCode::Away, "no answer to a ping");
            return false;
        }
        self.socket.send(Message::Ping(Vec::new().into())).is_ok()
    }

    fn end(&mut self, code: CloseCode, reason: &'static str) -> Option<Vec<u8>> {
        *self.why.lock().unwrap_or_else(PoisonError::into_inner) = Some((code, reason));
        None
    }
}

fn is_silence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

impl BufRead for Lines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read >= self.line.len() {
            self.read = 0;
            self.line = match self.next() {
                // An empty message is an empty line; nothing at all is the end.
                Some(mut line) => {
                    line.push(b'\n');
                    line
                }
                None => Vec::new(),
            };
        }
        Ok(self.line.get(self.read..).unwrap_or_default())
    }

    fn consume(&mut self, bytes: usize) {
        self.read += bytes;
    }
}

impl Read for Lines {
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        let mut rest = self.fill_buf()?;
        let read = rest.read(part)?;
        self.consume(read);
        Ok(read)
    }
}

/// What the engine says, a message for each line.
struct Messages {
    socket: WebSocket<Shared>,
    /// A line that is not complete.
    line: Vec<u8>,
}

impl Write for Messages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let text = String::from_utf8_lossy(line.get(..end).unwrap_or_default()).into_owned();
            let sent = self.socket.send(Message::Text(text.into()));
            sent.map_err(|error| match error {
                Error::Io(error) => error,
                other => io::Error::other(other),
            })?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
