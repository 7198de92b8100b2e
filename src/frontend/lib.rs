//! Protocols: bytes to requests and replies to bytes.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod dxp;
pub mod hub;
pub mod player;

pub use player::StartError;
