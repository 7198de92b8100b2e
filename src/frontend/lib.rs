//! Protocols: bytes to requests and replies to bytes.

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod dxp;
pub mod hub;
pub mod player;

pub use player::StartError;

use crossbeam_channel::Sender;
use kamen_engine::Reply;
use std::time::Duration;

/// How long progress waits for its reader.
const PATIENCE: Duration = Duration::from_millis(20);

/// Passes on a reply of the engine. Progress that finds no room is dropped after a moment, so that whoever does not read it can
/// still stop the search; anything else waits, and what comes in waits with it.
fn pass_on<T>(reply: Reply, to: &Sender<T>, wrap: impl Fn(Reply) -> T) {
    // Both fail, too, when nobody hears replies any more; then the input ends soon.
    match reply {
        Reply::Info(_) => drop(to.send_timeout(wrap(reply), PATIENCE)),
        _ => drop(to.send(wrap(reply))),
    }
}
