//! What reads foreign input, under arbitrary input. Begin with [`TARGETS`].
//!
//! A target is a function that takes bytes, makes of them what it tests, and panics where something does not hold: that nothing
//! panics, of course, but also that what is written is read again as it was, that what is refused changes nothing, and that two ways to
//! one answer agree. The tests of this crate run every target for seconds, over its corpus and changed copies of it ([`drive`]); the
//! fuzzer of LLVM runs one for as long as wanted (`README.md`).

pub mod drive;
mod scratch;
mod targets;

use scratch::Scratch;

/// What is tested.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Tests one input; panics where something does not hold.
    pub run: fn(&[u8]),
    /// Inputs to begin with, written by the program that reads them.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// How many changed inputs a test of some seconds tries.
    pub inputs: u32,
}

macro_rules! targets {
    ($($name:ident: $inputs:literal,)*) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            run: targets::$name::run,
            seeds: targets::$name::seeds,
            inputs: $inputs,
        }),*];
    };
}

targets! {
    hub_lines: 20_000,
    hub_session: 60,
    dxp_messages: 20_000,
    dxp_session: 60,
    pdn: 3_000,
    positions: 3_000,
    moves: 3_000,
    movegen: 1_000,
    proven: 100,
    names: 10_000,
    weights: 10,
    networks: 1_000,
    games: 1_000,
    indexes: 1_000,
    journals: 2_000,
    books: 2_000,
    tables: 1_000,
    rated: 2_000,
    serve: 300,
    memory: 500,
    counts: 10_000,
    suites: 5_000,
}

impl Target {
    /// The target of a name.
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }
}
