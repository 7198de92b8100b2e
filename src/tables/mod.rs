//! Endgame tables: the value of every position with few pieces, made on the user's own machine. Begin with [`Maker`].
//!
//! A [`Slice`] holds the values of all positions of a [`Material`] for the side to move, without regard to their history: no
//! draw is declared, no king is barred from moving. White is always to move: a position with Black to move is turned by 180
//! degrees with colours exchanged. [`Index`] numbers the positions of a slice.

mod index;
#[cfg(feature = "program")]
mod make;
mod material;
#[cfg(all(test, feature = "program"))]
mod tests;
mod value;

pub use index::{Index, turned};
#[cfg(feature = "program")]
pub use make::{Maker, Slices};
pub use material::{MOST_PIECES, Material, MaterialError};
pub use value::{Slice, Value};
