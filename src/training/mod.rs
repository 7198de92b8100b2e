//! Learning from games that the engine plays against itself.
//!
//! [`selfplay`] plays them, [`record`] is the file that keeps them.
//! [`evolve`] breeds small networks by games of their own.

pub mod evolve;
pub mod record;
pub mod selfplay;
