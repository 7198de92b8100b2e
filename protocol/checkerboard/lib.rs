//! Kamen as an engine of CheckerBoard, a user interface for Windows: `kamen.dll`.
//!
//! The interface is that of `cb_api_reference.htm` and `source/cb_interface.h` in CheckerBoard's repository
//! (<https://github.com/eygilbert/CheckerBoard>, version 1.77): [`getmove`], [`enginecommand`] and [`islegal`]. They are thin;
//! what they do stands in the modules, without pointers, and runs on every system:
//!
//! - `game` has the games that CheckerBoard knows, its boards and its square numbers;
//! - `moves` writes moves as it reads them;
//! - `settings` and `commands` answer `enginecommand`;
//! - `folder` finds endgame tables;
//! - `thinking` finds the move of `getmove`;
//! - `report` says what the status bar shows meanwhile.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod border;
mod commands;
mod folder;
mod game;
mod moves;
mod report;
mod settings;
mod thinking;

pub use border::{enginecommand, getmove, islegal};
pub use game::Board;
pub use moves::{CbMove, Coordinates};
