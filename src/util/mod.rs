//! What several layers need and none of them owns.

mod difference;
mod growing_file;
pub(crate) mod header;
mod note;
mod processors;
pub(crate) mod sealed;
mod stop;
mod whole_file;

pub(crate) use difference::first_difference;
pub(crate) use growing_file::GrowingFile;
pub use header::HeaderError;
pub(crate) use note::note;
pub(crate) use processors::processors;
pub use sealed::SealError;
pub use stop::Stop;
pub(crate) use whole_file::{can_write_whole, write_whole, write_whole_by};

/// The program and its version, as files say who wrote them.
pub(crate) const PROGRAM: &str = concat!("kamen ", env!("CARGO_PKG_VERSION"));
