//! Kamen as a worker in browsers: [`Dialogue`] speaks Hub on one thread, [`answer`] answers questions about positions and games, and
//! the border, which exists in WebAssembly alone, hands both to the JavaScript of the package.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

#[cfg(target_family = "wasm")]
mod border;
mod dialogue;
mod files;
mod question;

pub use dialogue::Dialogue;
pub use files::{DamagedFile, take_file};
pub use question::answer;
