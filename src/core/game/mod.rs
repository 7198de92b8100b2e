//! Games of a variant that is known at run time: the way to positions and moves for everything
//! that is no hot loop.
//!
//! [`AnyGame`] is a game under way, [`AnyPosition`] a position without its past and [`AnyMove`] a
//! move; [`notation`](crate::notation) gives them their texts. They are plain values that carry their
//! [`Variant`](crate::rules::Variant), so code that uses them is compiled once and not for every way
//! of moving. Where millions of positions are looked at, typed ones
//! ([`rules::Game`](crate::rules::Game), [`rules::Position`](crate::rules::Position)) are made of them:
//! [`AnyGame::typed`], [`AnyPosition::typed`].
//!
//! ```
//! use kamen_core::game::AnyGame;
//! use kamen_core::rules::Variant;
//!
//! let mut game = AnyGame::start(Variant::Russian);
//! while game.over().is_none() {
//!     let moves = game.legal_moves();
//!     game.play(&moves[game.plies() % moves.len()])?;
//! }
//! println!("{:?}", game.over().map(|over| over.result()));
//! # Ok::<(), kamen_core::game::IllegalMove>(())
//! ```

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod any_game;
mod any_move;
mod any_position;
mod line;
mod operations;
mod over;
mod pieces;
mod wide;

pub use any_game::AnyGame;
pub use any_move::{AnyMove, IllegalMove};
pub use any_position::AnyPosition;
pub use line::{FinishedGame, GameLine};
pub use over::GameOver;
pub use pieces::{KeyError, Pieces};

/// The typed position of a FEN, for tests.
///
/// # Panics
/// If it is none of the variant, or the variant does not move by `R`.
#[doc(hidden)]
#[track_caller]
#[expect(clippy::expect_used, reason = "for tests")]
pub fn typed<R: crate::rules::Rules>(
    variant: crate::rules::Variant,
    fen: &str,
) -> crate::rules::Position<R> {
    let position = AnyPosition::parse_fen(variant, fen).expect(fen);
    position.typed().expect("rules of the variant")
}
