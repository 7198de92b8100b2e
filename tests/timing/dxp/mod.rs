//! Games by DXP with the real binary: against itself, and against partners that misbehave.

mod floods;
mod follower;
mod harness;
mod initiator;
mod monkey;
mod pairs;
mod user;
