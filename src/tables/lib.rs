//! Endgame tables: the value of every position with few pieces. Begin with [`Tables`]; `Maker` makes them, with the feature
//! `make`.
//!
//! A [`Table`] holds the outcomes of all positions of a [`Slice`] for the side to move, without regard to their history: no
//! draw is declared, no king is barred from moving. White is always to move: a position with Black to move is turned by 180
//! degrees with colours exchanged. [`Index`] numbers the positions of a slice.

#[cfg(feature = "make")]
mod any_maker;
#[cfg(feature = "make")]
mod by_units;
mod coding;
#[cfg(feature = "make")]
mod codings;
#[cfg(feature = "make")]
mod complete;
mod content;
mod coverage;
#[cfg(feature = "embedded")]
mod embedded;
#[cfg(feature = "make")]
mod embedding;
#[cfg(feature = "make")]
mod encoding;
mod ending_state;
mod file;
mod file_error;
#[cfg(feature = "make")]
mod folder;
mod implied;
mod index;
#[cfg(feature = "make")]
mod make;
#[cfg(feature = "make")]
mod make_error;
mod material;
#[cfg(feature = "make")]
mod order;
#[cfg(feature = "make")]
mod pack;
#[cfg(feature = "make")]
mod plan;
mod probe;
mod slice;
mod source;
#[cfg(feature = "make")]
mod successors;
#[cfg(all(test, feature = "make"))]
mod tests;
#[cfg(feature = "make")]
mod unit;
#[cfg(feature = "make")]
mod units;
mod value;

#[cfg(feature = "make")]
pub use any_maker::{AnyMaker, any_maker};
#[cfg(feature = "make")]
pub use by_units::MadeUnits;
#[cfg(feature = "make")]
pub use codings::Codings;
pub use content::Content;
pub use coverage::Coverage;
#[cfg(feature = "make")]
pub use embedding::{Embedded, embed};
pub use ending_state::{EndingState, Known, KnownMove};
pub use file::{Entry, TableFile};
pub use file_error::{TableFileError, Unusable};
#[cfg(feature = "make")]
pub use folder::{Folder, Made, Settings, needed_by};
pub use index::{Index, turned};
#[cfg(feature = "make")]
pub use make::Maker;
#[cfg(feature = "make")]
pub use make_error::MakeError;
pub use material::{MOST_PIECES, Material, MaterialError};
#[cfg(feature = "make")]
pub use pack::{read, write};
#[cfg(feature = "make")]
pub use plan::{PlanSettings, Step, Work, plan};
pub use probe::Tables;
pub use slice::{BySlice, Slice, SliceError};
#[cfg(feature = "make")]
pub use units::Units;
pub use value::{Outcome, Table, Value};
