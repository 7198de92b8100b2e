//! The C interface of Kamen: `include/kamen.h` is made of these declarations, `README.md` tells how to use it.
//!
//! All functions keep the same rules:
//! - Text is UTF-8 that ends with a zero byte. A text that comes out is freed with [`kamen_text_free`], unless the function says that
//!   it belongs to its handle.
//! - A [`Status`] other than `Ok` says what went wrong, [`kamen_error`] in words; nothing was changed and nothing written but, where
//!   said, a null pointer.
//! - A panic does not cross the border: it becomes [`Status::Internal`].
//! - A handle may be used by several threads at once where it comes in as `const`, by one alone where not, and no more once it is
//!   freed. Freeing a null pointer does nothing.

mod engine;
mod game;
mod games;
mod moves;
mod status;
mod tables;
mod text;
mod variants;

pub use engine::*;
pub use game::*;
pub use games::*;
pub use moves::*;
pub use status::*;
pub use tables::*;
pub use text::*;
pub use variants::*;
