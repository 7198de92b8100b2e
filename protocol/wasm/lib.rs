//! Kamen as a worker in browsers: [`Dialogue`] speaks Hub, [`answer`] answers questions about positions and games, and the border,
//! which exists in WebAssembly alone, hands both to the JavaScript of the package. Built for shared memory (the target feature
//! `atomics`), searches run on other workers of the package, which wait for them in a [`Pool`].

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
mod pool;
mod question;

pub use dialogue::Dialogue;
pub use files::{DamagedFile, take_file};
pub use pool::Pool;
pub use question::answer;
