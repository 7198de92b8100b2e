//! Collections of games: which of them have a position ([`Query`]), an index that answers it at once ([`index`]), what was played in
//! each position and how it ended ([`Tree`]), and how openings are called ([`Names`]).
//!
//! The games come replayed, from whatever file; nothing here reads PDN or prints.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod facts;
pub mod index;
mod key;
mod material;
mod names;
mod pattern;
mod query;
#[cfg(test)]
mod random;
mod tree;

pub use facts::Facts;
pub use key::key;
pub use material::{Material, MaterialError};
pub use names::{Name, Names, NamesError, Opening};
pub use pattern::{Pattern, PatternError};
pub use query::{Query, QueryError, Terms};
pub use tree::{Branch, Node, Tally, Tree};
