//! Messages out of a stream of bytes, and into it.

use super::{MAX_LENGTH, Message};
use crate::ParseError;

/// Why a message of a stream cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// It is longer than the protocol allows.
    #[error("message too long, expected NUL after at most {MAX_LENGTH} characters")]
    TooLong,
    /// It is no message.
    #[error("bad message {0}")]
    Message(#[from] ParseError),
    /// It begins as a request for a game, but is none.
    #[error("bad request for a game {0}")]
    Request(ParseError),
}

/// Cuts a stream into messages, however the bytes arrive: several messages in one read, or one in
/// several. It holds at most one message: of a longer one only the end is waited for.
///
/// A byte above 127 is read as Latin-1; in names and chat it does no harm. Nothing between two NUL
/// bytes is no message.
///
/// ```
/// use kamen_protocol::dxp::{BackAnswer, Decoder, Message};
///
/// let mut decoder = Decoder::default();
/// let (used, message) = decoder.read(b"K");
/// assert_eq!((used, message), (1, None));
/// let (used, message) = decoder.read(b"0\0E00\0");
/// assert_eq!((used, message), (2, Some(Ok(Message::BackAccept(BackAnswer::Done)))));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Decoder {
    begun: Vec<u8>,
    too_long: bool,
}

impl Decoder {
    /// Takes bytes up to the end of the first message in them. Returns how many it took, and the
    /// message if it is complete; without one all of them are taken.
    pub fn read(&mut self, bytes: &[u8]) -> (usize, Option<Result<Message, FrameError>>) {
        let mut used = 0;
        while let Some(rest) = bytes.get(used..).filter(|rest| !rest.is_empty()) {
            let end = rest.iter().position(|&byte| byte == 0);
            let part = rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest);
            self.add(part);
            used += part.len() + usize::from(end.is_some());
            if end.is_some()
                && let Some(message) = self.finish()
            {
                return (used, Some(message));
            }
        }
        (used, None)
    }

    /// Whether a message has begun and not ended.
    #[must_use]
    pub fn is_within_message(&self) -> bool {
        self.too_long || !self.begun.is_empty()
    }

    fn add(&mut self, part: &[u8]) {
        self.too_long |= self.begun.len() + part.len() > MAX_LENGTH;
        if self.too_long {
            self.begun.clear();
        } else {
            self.begun.extend_from_slice(part);
        }
    }

    /// The message that has ended.
    fn finish(&mut self) -> Option<Result<Message, FrameError>> {
        let bytes = std::mem::take(&mut self.begun);
        if std::mem::take(&mut self.too_long) {
            return Some(Err(FrameError::TooLong));
        }
        let text: String = bytes.into_iter().map(char::from).collect();
        let is_request = text.starts_with('R');
        let bad = |error| match is_request {
            true => FrameError::Request(error),
            false => FrameError::Message(error),
        };
        (!text.is_empty()).then(|| Message::parse(&text).map_err(bad))
    }
}

/// The bytes of a message, its NUL included.
#[must_use]
pub fn encode(message: &Message) -> Vec<u8> {
    let mut bytes = message.to_string().into_bytes();
    bytes.push(0);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dxp::{Acceptance, EndReason, GameAccept, GameEnd};

    fn end(stop: bool) -> Message {
        let reason = EndReason::Draw;
        Message::GameEnd(GameEnd { reason, stop })
    }

    /// Everything that comes out when the bytes arrive in pieces of a size.
    fn read(bytes: &[u8], size: usize) -> Vec<Result<Message, FrameError>> {
        let mut decoder = Decoder::default();
        let mut messages = Vec::new();
        for mut piece in bytes.chunks(size) {
            while !piece.is_empty() {
                let (used, message) = decoder.read(piece);
                assert!(used > 0);
                messages.extend(message);
                piece = &piece[used..];
            }
            assert!(decoder.begun.len() <= MAX_LENGTH);
        }
        messages
    }

    #[test]
    fn messages_come_out_whole_however_they_arrive() {
        let chat = format!("C{}", "x".repeat(126));
        let long = format!("C{}", "x".repeat(127));
        let longer = "M".repeat(100_000);
        let bytes = format!("E20\0\0\0{chat}\0{long}\0E21\0{longer}\0E2\0E20\0E2");
        let expected = [
            Ok(end(false)),
            Ok(Message::Chat("x".repeat(126))),
            Err(FrameError::TooLong),
            Ok(end(true)),
            Err(FrameError::TooLong),
            Err(FrameError::Message(ParseError::new(
                "E2",
                2,
                "0 or 1 for whether to stop",
            ))),
            Ok(end(false)),
        ];
        for size in [1, 2, 3, 5, 64, 127, 128, 129, 1000, bytes.len()] {
            assert_eq!(read(bytes.as_bytes(), size), expected, "pieces of {size}");
        }
    }

    #[test]
    fn bytes_beyond_ascii_do_no_harm_where_text_is_free() {
        let name = "Dam\u{e9}";
        let accept = GameAccept {
            name: name.to_owned(),
            answer: Acceptance::Yes,
        };
        let bytes = [&b"ADam\xe9"[..], &[b' '; 28], b"0\0C\xff\0M\xb2\0"].concat();
        let messages = read(&bytes, 7);
        assert_eq!(messages[0], Ok(Message::GameAccept(accept)));
        assert_eq!(messages[1], Ok(Message::Chat("\u{ff}".to_owned())));
        let error = messages[2].clone().unwrap_err().to_string();
        assert_eq!(
            error,
            "bad message at column 2: found '\u{b2}', expected seconds in four digits"
        );
    }

    #[test]
    fn an_open_message_is_known() {
        let mut decoder = Decoder::default();
        assert!(!decoder.is_within_message());
        decoder.read(b"E20\0C");
        decoder.read(b"C");
        assert!(decoder.is_within_message());
        decoder.read(b"\0");
        assert!(!decoder.is_within_message());
    }
}
