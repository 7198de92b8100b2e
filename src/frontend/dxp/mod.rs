//! DamExchange (DXP) over TCP.

mod address;
mod connection;

pub use address::{Address, AddressError};
pub use connection::{Connection, ReceiveError, Receiver, Sender, listen};
