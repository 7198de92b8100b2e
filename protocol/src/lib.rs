//! Text of draughts protocols to typed messages and back.
//!
//! [`hub`] holds the lines of the Hub protocol, version 2, and [`dxp`] the messages of DamExchange;
//! [`HubPosition`], [`Fen`] and [`MoveText`] the positions and moves inside them; [`pdn`] reads and
//! writes files of games. Everything here speaks in square numbers, characters and strings: there is
//! no board and no rule in this crate, and whether a square exists is the caller's question. Nothing
//! but the reader of [`pdn`] touches a stream.
//!
//! What must stay true: text is untrusted, so a parser never panics, takes linear time and
//! refuses a number that does not fit; and what [`Display`](std::fmt::Display) writes, the parser
//! of the same type reads back.
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
mod error;
mod fen;
pub mod hub;
mod lex;
mod moves;
pub mod pdn;
mod position;
mod square;
mod text;

pub use error::ParseError;
pub use fen::{Fen, FenPiece};
pub use moves::{MoveKind, MoveText};
pub use position::{Cell, HubPosition, Side};
pub use square::SquareName;
