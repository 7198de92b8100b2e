//! Protocols: bytes to requests and replies to bytes.

pub mod hub;
pub(crate) mod lines;
