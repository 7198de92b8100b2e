//! Protocols: bytes to requests and replies to bytes.

pub mod dxp;
pub mod hub;
