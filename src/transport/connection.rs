//! Messages over a TCP stream.
//!
//! A [`Connection`] sends and receives; whoever waits for other things too splits it into its
//! [`Sender`] and [`Receiver`], which may live on two threads.

use super::Address;
use kamen_protocol::dxp::{Decoder, FrameError, Message, encode};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// pydraughts takes two messages that come in one read for one, so there is a pause between two of
/// ours when nothing came in between that shows that the first was read.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a partner may leave 128 bytes unread before it counts as gone.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);
/// How long one attempt to connect may take.
const ATTEMPT: Duration = Duration::from_secs(5);
/// The pause between attempts.
const RETRY: Duration = Duration::from_millis(250);

/// Why no message was received.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// There was none in time; the connection is as before.
    #[error("no message in time")]
    Timeout,
    /// The other side hung up.
    #[error("the connection was closed")]
    Closed,
    /// What came is no message; the next one may be.
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
    /// When the last message went out to which nothing came back yet.
    unanswered: Option<Instant>,
}

/// The receiving half.
#[derive(Debug)]
pub struct Receiver {
    stream: TcpStream,
    decoder: Decoder,
    buffer: Vec<u8>,
    /// The part of the buffer that is not decoded yet.
    unread: std::ops::Range<usize>,
}

/// Waits on an address for programs that call. Where the system has `SO_REUSEADDR` it is set, so
/// that a restart finds the port free.
///
/// # Errors
/// If the address is not available.
pub fn listen(address: &Address) -> io::Result<TcpListener> {
    TcpListener::bind(address.resolve()?.as_slice())
}

impl Connection {
    /// Speaks DXP over a stream, each message at once.
    ///
    /// # Errors
    /// When the stream cannot be set up, or is closed already.
    pub fn new(stream: TcpStream) -> io::Result<Connection> {
        let peer = stream.peer_addr()?;
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_PATIENCE))?;
        let sender = Sender {
            stream: stream.try_clone()?,
            unanswered: None,
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

    /// Calls a program; one that is not there yet is tried again for as long as `patience`.
    ///
    /// # Errors
    /// Why the last attempt failed.
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
    /// When the connection broke, or the other side does not read.
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        self.sender.send(message)
    }

    /// Waits for a message, for ever without `patience`.
    ///
    /// # Errors
    /// Why there is none.
    pub fn receive(&mut self, patience: Option<Duration>) -> Result<Message, ReceiveError> {
        let message = self.receiver.receive(patience)?;
        self.sender.heard(&message);
        Ok(message)
    }

    /// The two ways, which may live on two threads. The connection ends when both are dropped, or
    /// with [`Sender::hang_up`].
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
    /// Sends a message, after a pause if the last one was not answered yet.
    ///
    /// # Errors
    /// When the connection broke, or the other side does not read.
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        if let Some(last) = self.unanswered {
            thread::sleep(PAUSE.saturating_sub(last.elapsed()));
        }
        log::trace!("> {message}");
        self.stream.write_all(&encode(message))?;
        self.unanswered = Some(Instant::now());
        Ok(())
    }

    /// Notes that a message came. Chat may have crossed ours, all else is sent by who has read it.
    pub fn heard(&mut self, message: &Message) {
        if !matches!(message, Message::Chat(_)) {
            self.unanswered = None;
        }
    }

    /// Says that nothing will follow; what the other side still sends is received.
    pub fn close(&self) {
        // It may be gone already.
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    /// Ends the connection for both ways.
    pub fn hang_up(&self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl Receiver {
    /// Waits for a message, for ever without `patience`.
    ///
    /// # Errors
    /// Why there is none.
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

    /// The next message out of what was read.
    fn decoded(&mut self) -> Option<Result<Message, FrameError>> {
        let unread = self.buffer.get(self.unread.clone()).unwrap_or_default();
        let (used, message) = self.decoder.read(unread);
        self.unread.start += used;
        message
    }

    /// Reads what there is; waits for it.
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
