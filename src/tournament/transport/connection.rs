//! DXP messages over a TCP stream. Begin with [`Connection`].
//!
//! A [`Connection`] sends and receives; [`Connection::split`] divides it into a [`Sender`] and a
//! [`Receiver`] for two threads.

use super::Address;
use kamen_protocol::dxp::{Decoder, FrameError, Message, encode};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// Clients that take what comes in one read for one message get a pause between two from us, unless a message received in
/// between shows that the first was read.
const PAUSE: Duration = Duration::from_millis(100);
/// How the names begin by which these clients ask for games: that of pydraughts, and DXC100's.
const READ_ONE: [&str; 2] = ["DXP Client", "DXC100 Client"];
/// Time-out of a send: how long a partner may leave data unread before it counts as gone.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);
/// Time-out of one attempt to connect.
const ATTEMPT: Duration = Duration::from_secs(5);
/// The pause between attempts.
const RETRY: Duration = Duration::from_millis(250);

/// Why no message was received.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// No message arrived in time; the connection is still usable.
    #[error("no message in time")]
    Timeout,
    /// The other side closed the connection.
    #[error("the connection was closed")]
    Closed,
    /// The data is not a message; later ones may be.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Io(io::Error),
}

/// A connection to a DXP program.
#[derive(Debug)]
pub struct Connection {
    peer: SocketAddr,
    sender: Sender,
    receiver: Receiver,
}

/// The sending half of a connection.
#[derive(Debug)]
pub struct Sender {
    stream: TcpStream,
    /// When the last unanswered message was sent; `None` if there is none.
    unanswered: Option<Instant>,
    /// Whether the other side needs pauses between messages.
    needs_pauses: bool,
}

/// The receiving half.
#[derive(Debug)]
pub struct Receiver {
    stream: TcpStream,
    decoder: Decoder,
    buffer: Vec<u8>,
    /// The part of the buffer not yet decoded.
    unread: std::ops::Range<usize>,
}

/// Listens on an address. `SO_REUSEADDR` is set where available, so that a restart finds the port
/// free.
///
/// # Errors
/// The address cannot be resolved or is in use.
pub fn listen(address: &Address) -> io::Result<TcpListener> {
    TcpListener::bind(address.resolve()?.as_slice())
}

impl Connection {
    /// Creates a connection over a stream, with `TCP_NODELAY`.
    ///
    /// # Errors
    /// The stream cannot be configured, or is already closed.
    pub fn new(stream: TcpStream) -> io::Result<Connection> {
        let peer = stream.peer_addr()?;
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_PATIENCE))?;
        let sender = Sender {
            stream: stream.try_clone()?,
            unanswered: None,
            needs_pauses: false,
        };
        let receiver = Receiver {
            stream,
            decoder: Decoder::default(),
            buffer: vec![0; 512],
            unread: 0..0,
        };
        Ok(Connection {
            peer,
            sender,
            receiver,
        })
    }

    /// Connects to a program, retrying until `patience` has passed.
    ///
    /// # Errors
    /// The last attempt failed; its error is returned.
    pub fn call(address: &Address, patience: Duration) -> io::Result<Connection> {
        let begin = Instant::now();
        loop {
            match call_once(address).and_then(Connection::new) {
                Ok(connection) => return Ok(connection),
                Err(error) if begin.elapsed() + RETRY > patience => return Err(error),
                Err(error) => log::debug!("cannot reach {address} yet: {error}"),
            }
            thread::sleep(RETRY);
        }
    }

    /// The address of the other side.
    pub fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The connection broke, or the other side does not read.
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        self.sender.send(message)
    }

    /// Waits for a message; without `patience`, indefinitely.
    ///
    /// # Errors
    /// No message arrived; see [`ReceiveError`].
    pub fn receive(&mut self, patience: Option<Duration>) -> Result<Message, ReceiveError> {
        let message = self.receiver.receive(patience)?;
        self.sender.heard(&message);
        Ok(message)
    }

    /// Splits the connection into halves, which may be used on two threads. It is closed when both
    /// are dropped, or by [`Sender::hang_up`].
    pub fn split(self) -> (Sender, Receiver) {
        (self.sender, self.receiver)
    }
}

fn call_once(address: &Address) -> io::Result<TcpStream> {
    let mut result = Err(io::Error::from(ErrorKind::NotFound));
    for address in address.resolve()? {
        result = TcpStream::connect_timeout(&address, ATTEMPT);
        if result.is_ok() {
            break;
        }
    }
    result
}

impl Sender {
    /// Sends a message; after a pause if the last one is unanswered, to whom needs it.
    ///
    /// # Errors
    /// The connection broke, or the other side does not read.
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        if let Some(last) = self.unanswered.filter(|_| self.needs_pauses) {
            thread::sleep(PAUSE.saturating_sub(last.elapsed()));
        }
        log::trace!("> {message}");
        self.stream.write_all(&encode(message))?;
        self.unanswered = Some(Instant::now());
        Ok(())
    }

    /// Records a received message as an answer. Chat does not count: it may have crossed ours. A request for a game tells
    /// who the other side is.
    pub fn heard(&mut self, message: &Message) {
        if let Message::GameRequest(request) = message {
            self.needs_pauses = READ_ONE.iter().any(|name| request.name.starts_with(name));
        }
        if !matches!(message, Message::Chat(_)) {
            self.unanswered = None;
        }
    }

    /// Closes the sending direction; messages can still be received.
    pub fn close(&self) {
        // The connection may already be closed.
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    /// Closes the connection in both directions.
    pub fn hang_up(&self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl Receiver {
    /// Waits for a message; without `patience`, indefinitely.
    ///
    /// # Errors
    /// No message arrived; see [`ReceiveError`].
    pub fn receive(&mut self, patience: Option<Duration>) -> Result<Message, ReceiveError> {
        let begin = Instant::now();
        loop {
            if let Some(message) = self.decoded() {
                log::trace!("< {message:?}");
                return Ok(message?);
            }
            let left = patience.map(|patience| patience.saturating_sub(begin.elapsed()));
            self.fill(left)?;
        }
    }

    /// Decodes the next message of the buffer; `None` if it is incomplete.
    fn decoded(&mut self) -> Option<Result<Message, FrameError>> {
        let unread = self.buffer.get(self.unread.clone()).unwrap_or_default();
        let (used, message) = self.decoder.read(unread);
        self.unread.start += used;
        message
    }

    /// Waits for data and reads it into the buffer.
    fn fill(&mut self, patience: Option<Duration>) -> Result<(), ReceiveError> {
        if patience.is_some_and(|patience| patience.is_zero()) {
            return Err(ReceiveError::Timeout);
        }
        self.stream
            .set_read_timeout(patience)
            .map_err(ReceiveError::Io)?;
        match self.stream.read(&mut self.buffer) {
            Ok(0) if self.decoder.is_within_message() => {
                Err(ReceiveError::Io(ErrorKind::UnexpectedEof.into()))
            }
            Ok(0) => Err(ReceiveError::Closed),
            Ok(length) => {
                self.unread = 0..length;
                Ok(())
            }
            Err(error) => match error.kind() {
                ErrorKind::Interrupted => Ok(()),
                ErrorKind::WouldBlock | ErrorKind::TimedOut => Err(ReceiveError::Timeout),
                ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
                    Err(ReceiveError::Closed)
                }
                _ => Err(ReceiveError::Io(error)),
            },
        }
    }
}

#[cfg(test)]
mod tests;
