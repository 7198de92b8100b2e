//! What other work beside it would disturb: dialogues with the real binary in which answers come in time, and
//! searches that end with a clock.

mod dxp;
#[cfg(unix)]
mod gui;
mod hub;
#[cfg(unix)]
mod poller;
mod process;
#[cfg(unix)]
mod readers;
mod threads;
mod transcript;
