//! The program at the other end.

use super::Event;
use crate::dxp::report::shown;
use kamen_protocol::dxp::Message;
use kamen_tournament::transport::{Connection, ReceiveError, Receiver, Sender};
use std::io;
use std::net::SocketAddr;
use std::thread;

/// A partner: its messages arrive as events that carry its number.
#[derive(Debug)]
pub(in crate::dxp) struct Partner {
    pub(super) id: u64,
    pub(super) address: SocketAddr,
    /// As it calls itself.
    pub(super) name: String,
    sender: Sender,
}

impl Partner {
    /// Listens to a partner on a thread of its own.
    pub(super) fn new(
        id: u64,
        connection: Connection,
        events: crossbeam_channel::Sender<Event>,
    ) -> io::Result<Partner> {
        let address = connection.peer();
        let (sender, receiver) = connection.split();
        thread::Builder::new().spawn(move || listen(id, receiver, &events))?;
        Ok(Partner {
            id,
            address,
            name: "the partner".to_owned(),
            sender,
        })
    }

    /// It has said its name.
    pub(super) fn is_called(&mut self, name: &str) {
        if !name.is_empty() {
            self.name = shown(name);
        }
    }

    pub(super) fn send(&mut self, message: &Message) -> io::Result<()> {
        self.sender.send(message)
    }

    /// Notes that a message came from it.
    pub(super) fn heard(&mut self, message: &Message) {
        self.sender.heard(message);
    }

    /// Says that nothing will follow.
    pub(super) fn say_farewell(&self) {
        self.sender.close();
    }

    pub(super) fn hang_up(&self) {
        self.sender.hang_up();
    }
}

fn listen(id: u64, mut receiver: Receiver, events: &crossbeam_channel::Sender<Event>) {
    loop {
        let message = receiver.receive(None);
        let is_over = matches!(message, Err(ReceiveError::Closed | ReceiveError::Io(_)));
        if events.send(Event::Message(id, message)).is_err() || is_over {
            return;
        }
    }
}
