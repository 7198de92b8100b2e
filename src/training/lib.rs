//! Training of evaluations by self-play; `TRAINING.md` beside this file is the manual.
//!
//! [`selfplay`] plays games, [`record`] is the file that keeps them, [`dataset`] extracts their quiet
//! positions, and [`fit`] fits weights to these; [`trainer`] runs both. [`learn`] repeats self-play,
//! training and a match, and keeps what plays better. [`evolve`] breeds small networks by their wins, and [`td`] rates
//! single positions. [`chances`] fits what scores mean, and [`tune`] moves the parameters of an engine by games.

pub mod chances;
pub mod dataset;
mod duels;
pub mod evolve;
pub mod fit;
mod folder;
pub mod learn;
pub mod record;
pub mod selfplay;
pub mod td;
pub mod trainer;
pub mod tune;

pub use duels::{DuelsError, Helped};
pub use folder::{CheckpointError, FolderError};
