//! Protocols: bytes to requests and replies to bytes.

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]
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
