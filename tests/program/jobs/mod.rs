//! Jobs that are killed, at each of their writes and at random moments, or whose output nobody reads, or that meet another one
//! of their kind: the same command goes on to the same end, and leaves nothing else behind.

#[cfg(unix)]
mod interrupts;
mod job;
mod kills;
mod limits;
mod locks;
mod readers;
mod writes;
