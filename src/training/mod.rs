//! Learning from games that the engine plays against itself.
//!
//! [`selfplay`] plays them, [`record`] is the file that keeps them, [`dataset`] takes the quiet positions out
//! of them, and [`fit`] finds the weights that say best how games end. [`evolve`] breeds small networks by
//! games of their own.

pub mod dataset;
pub mod evolve;
pub mod fit;
pub mod record;
pub mod selfplay;
