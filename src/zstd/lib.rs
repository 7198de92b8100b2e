//! Zstandard. In WebAssembly, for which there is no compiler of C, a part of it in Rust takes the place of the crate `zstd`.

#[cfg(any(target_family = "wasm", test))]
pub mod in_rust;

#[cfg(target_family = "wasm")]
pub use in_rust::{Decoder, Encoder, bulk, dict};
#[cfg(not(target_family = "wasm"))]
pub use zstd::{Decoder, Encoder, bulk, dict};
