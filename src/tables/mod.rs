//! Endgame tables: the value of every position with few pieces, made on the user's own machine. Begin with [`Maker`].
//!
//! A [`Table`] holds the outcomes of all positions of a [`Slice`] for the side to move, without regard to their history: no
//! draw is declared, no king is barred from moving. White is always to move: a position with Black to move is turned by 180
//! degrees with colours exchanged. [`Index`] numbers the positions of a slice.

mod coding;
#[cfg(feature = "program")]
mod codings;
#[cfg(feature = "embedded-tables")]
mod embedded;
#[cfg(feature = "program")]
mod embedding;
#[cfg(feature = "program")]
mod encoding;
mod file;
#[cfg(feature = "program")]
mod folder;
mod implied;
mod index;
#[cfg(feature = "program")]
mod make;
mod material;
#[cfg(feature = "program")]
mod order;
#[cfg(feature = "program")]
mod pack;
mod probe;
mod slice;
#[cfg(all(test, feature = "program"))]
mod tests;
mod value;

#[cfg(feature = "program")]
pub use codings::{Codings, compare};
#[cfg(feature = "program")]
pub use embedding::{Embedded, embed};
pub use file::{Content, Entry, TableFile, TableFileError, Unusable};
#[cfg(feature = "program")]
pub use folder::{Folder, Made, MakeError, Settings, needed_by};
pub use index::{Index, turned};
#[cfg(feature = "program")]
pub use make::Maker;
pub use material::{MOST_PIECES, Material, MaterialError};
#[cfg(feature = "program")]
pub use pack::{read, write};
pub use probe::Tables;
pub use slice::{BySlice, Slice, SliceError};
pub use value::{Outcome, Table, Value};
