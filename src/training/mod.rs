//! Learning from games that the engine plays against itself.
//!
//! [`selfplay`] plays them, [`record`] is the file that keeps them.

pub mod record;
pub mod selfplay;
