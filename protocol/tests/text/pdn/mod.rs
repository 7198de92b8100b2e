//! PDN.

mod corpus;
mod hostile;
mod reader;
mod round_trips;

use kamen_protocol::pdn::{FaultyGame, ReadError, Reader};
use std::io::Read;

/// The games of a text, each with its faults.
fn read(text: impl Read) -> Vec<FaultyGame> {
    let items = Reader::new(text).map(|item| match item {
        Ok(game) => FaultyGame {
            game,
            faults: Vec::new(),
        },
        Err(ReadError::Faulty(faulty)) => *faulty,
        Err(ReadError::Io(error)) => panic!("{error}"),
    });
    items.collect()
}
