//! Learning from games that the engine plays against itself.
//!
//! [`selfplay`] plays them, [`record`] is the file that keeps them, [`dataset`] takes the quiet positions out
//! of them, and [`fit`] finds the weights that say best how games end; [`trainer`] is the way from the files to
//! the weights. [`learn`] goes round: it plays, learns, and keeps what plays better. [`evolve`] breeds
//! small networks by games of their own.

pub mod dataset;
pub mod evolve;
pub mod fit;
mod folder;
pub mod learn;
pub mod record;
pub mod selfplay;
pub mod trainer;

pub use folder::{CheckpointError, FolderError};
