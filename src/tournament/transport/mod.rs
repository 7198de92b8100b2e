//! Transport of protocols: DXP messages over TCP, and lines of text.
//!
//! [`Connection`] sends and receives the messages of DamExchange. Begin with [`Connection::call`]
//! to connect, or with [`listen`] to accept connections. Both the front end of
//! the engine and the match runner use it.

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
pub mod lines;

pub use address::{Address, AddressError};
pub use connection::{Connection, ReceiveError, Receiver, Sender, listen};
