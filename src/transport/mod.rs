//! What carries a protocol: DXP messages over TCP, and lines of text.
//!
//! [`Connection`] sends and receives the messages of DamExchange; begin with [`Connection::call`] or, as
//! the one that is called, with [`listen`]. Who plays over it is not decided here: the engine
//! ([`frontend`](crate::frontend)) and the match runner ([`tournament`](crate::tournament)) both do.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod address;
mod connection;
pub(crate) mod lines;

pub use address::{Address, AddressError};
pub use connection::{Connection, ReceiveError, Receiver, Sender, listen};
