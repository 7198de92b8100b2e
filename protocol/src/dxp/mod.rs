//! The DamExchange protocol (DXP): messages of at most 127 characters over TCP, each followed by
//! one NUL byte (Frank Mesander, mesander.nl/damexchange).
//!
//! [`Message`] is one message as text and as a value, [`Decoder`] cuts a stream of bytes into
//! messages, [`encode`] writes one for the stream. Two programs play: the initiator asks for games,
//! the follower answers, whichever of them opened the connection.

mod board;
mod decoder;
mod message;
mod read;

pub use decoder::{Decoder, FrameError, encode};
pub use message::{
    Acceptance, BackAnswer, EndReason, GameAccept, GameEnd, GameRequest, Message, MoveMade, Start,
};

/// The port of DXP where none is named.
pub const PORT: u16 = 27531;

/// The version of the protocol that is spoken here.
pub const VERSION: u8 = 1;

/// The longest message, in characters, without its NUL.
pub const MAX_LENGTH: usize = 127;

/// The longest name of a program, in characters.
pub const NAME_LENGTH: usize = 32;
