//! What the layers of Kamen write files with, and what long work needs: whole files and files that grow, journals,
//! headers with checksums, a request to stop, programs that we run, facts about the machine.
//!
//! Every file of ours that is read again says whether it is whole and unchanged:
//!
//! | File | How |
//! | --- | --- |
//! | binary, written whole | a checksum behind all of it, or a header with checksums of all parts ([`header`]) |
//! | binary, growing | a checksum of the header and of each record ([`header`]) |
//! | JSON, written whole | a checksum of the content ([`sealed`]) |
//! | lines of text or JSON | a checksum of each line ([`LineSeal`]), and their number where they belong together |
//!
//! What people write themselves and other programs read, such as PDN, openings and suites, has none.

mod checksum;
mod child_group;
mod difference;
pub mod fault;
mod given;
mod growing_file;
pub mod header;
mod hidden;
mod journal;
mod line_seal;
mod lock;
mod memory;
mod next;
mod note;
mod panics;
#[cfg(feature = "parallel")]
pub mod parallel;
mod part;
mod processors;
mod round;
pub mod sealed;
mod shard;
mod stop;
mod today;
mod whole_file;
mod words;

pub use checksum::checksum_of;
pub use child_group::ChildGroup;
pub use difference::first_difference;
pub use given::{give, given};
pub use growing_file::GrowingFile;
pub use header::HeaderError;
pub use hidden::beside as hidden_beside;
pub use journal::{Journal, JournalError, Owner, line_of};
pub use line_seal::{LineDamage, LineSeal, Opened, Unsealed};
pub use lock::{Lock, LockError, is_in_use};
pub use memory::{can_have, memory};
pub use next::{next_of, take_next};
pub use note::note;
pub use panics::{panic_message, report_panics};
pub use part::{MergedParts, PartFile, PartState, PartsError, merge_parts, part_state};
pub use processors::{processors, tell_processors};
pub use round::{Pause, Round, Team, tidy};
pub use sealed::SealError;
pub use shard::{Shard, ShardError};
pub use stop::Stop;
pub use today::today;
pub use whole_file::{can_write_whole, remove_abandoned, whole_file, write_whole, write_whole_by};
pub use words::command_words;

/// The program and its version, as files say who wrote them.
pub const PROGRAM: &str = concat!("kamen ", env!("CARGO_PKG_VERSION"));
