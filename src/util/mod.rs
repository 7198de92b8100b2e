//! What several layers need and none of them owns.

pub(crate) mod header;
mod panics;
mod processors;
pub(crate) mod sealed;
mod stop;
mod whole_file;

pub use header::HeaderError;
pub(crate) use panics::panic_message;
pub(crate) use processors::processors;
pub use sealed::SealError;
pub use stop::Stop;
pub(crate) use whole_file::{write_whole, write_whole_by};

#[cfg(feature = "program")]
mod difference;
#[cfg(feature = "program")]
mod growing_file;
#[cfg(feature = "program")]
mod journal;
#[cfg(feature = "program")]
mod memory;
#[cfg(feature = "program")]
mod note;
#[cfg(feature = "program")]
pub(crate) mod parallel;
#[cfg(feature = "program")]
mod today;

#[cfg(feature = "program")]
pub use journal::JournalError;
#[cfg(feature = "program")]
pub(crate) use journal::{Journal, Owner, line_of};
#[cfg(feature = "program")]
pub(crate) use {
    difference::first_difference,
    growing_file::GrowingFile,
    memory::memory,
    note::note,
    panics::report_panics,
    today::today,
    whole_file::{can_write_whole, whole_file},
};

/// The program and its version, as files say who wrote them.
pub(crate) const PROGRAM: &str = concat!("kamen ", env!("CARGO_PKG_VERSION"));
