//! Rules, moves and notation of 22 variants of draughts: the core of Kamen, for programs that want no engine.
//!
//! ```
//! use kamen_core::{AnyPosition, Variant};
//!
//! let position = AnyPosition::parse_fen(Variant::Russian, "W:Wc3,e1:Bd4,f6,b4")?;
//! let moves: Vec<String> = position.legal_moves().iter().map(|m| position.write_move(m)).collect();
//! assert_eq!(moves, ["c3xa5", "c3xg7"]);
//! # Ok::<(), kamen_core::notation::PositionError>(())
//! ```
//!
//! | Module | What it is for |
//! | --- | --- |
//! | [`game`] | games, positions and moves of a variant known at run time: begin here |
//! | [`notation`] | their texts: FEN, Hub, squares with numbers or letters |
//! | [`pdn`] | files of games |
//! | [`rules`] | the variants, and their rules as data and as types |
//! | [`score`] | scores, in hundredths of a man |
//! | [`movegen`], [`board`], [`geometry`] | the typed layer below, for code that looks at millions of positions |
//!
//! With the feature `serde` they are strings of `serde` too. Moves are generated with sets of bits:
//! `RUSTFLAGS="-C target-cpu=native"` makes perft up to 1.7 times as fast.
//!
//! A module may use those below it, never those above: [`notation`]; [`game`]; [`movegen`]; [`rules`]; [`board`], beside
//! [`score`]; [`geometry`].

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]

// First, for its macro `with_rules!`.
#[macro_use]
pub mod rules;

pub mod board;
pub mod game;
pub mod geometry;
pub mod movegen;
pub mod notation;
pub mod score;

pub use board::{Color, Kind};
pub use game::{AnyGame, AnyMove, AnyPosition, GameLine, GameOver};
pub use notation::{SquareName, pdn};
pub use rules::Variant;
pub use score::Score;
