//! PDN.

mod corpus;
mod encodings;
mod hostile;
mod reader;
mod round_trips;
mod slips;

use kamen_protocol::pdn::{FaultyGame, ReadError, Reader};
use std::io::{ErrorKind, Read};

/// The games of a text, each with its faults; none if it is no text.
fn read(text: impl Read) -> Vec<FaultyGame> {
    let items = Reader::new(text).filter_map(|item| match item {
        Ok(game) => Some(FaultyGame {
            game,
            faults: Vec::new(),
        }),
        Err(ReadError::Faulty(faulty)) => Some(*faulty),
        Err(ReadError::Io(error)) if error.kind() == ErrorKind::InvalidData => None,
        Err(ReadError::Io(error)) => panic!("{error}"),
    });
    items.collect()
}
