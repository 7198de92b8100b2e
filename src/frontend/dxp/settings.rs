//! What a user may choose.

use kamen_core::board::Color;
use kamen_core::notation::Frame;
use kamen_core::rules::Variant;
use kamen_engine::Level;
use kamen_protocol::HubPosition;
use kamen_tournament::transport::Address;
use std::time::Duration;

/// How to play by DXP.
#[derive(Clone, Debug)]
pub struct DxpSettings {
    /// The name to go by.
    pub name: String,
    /// How partners are found.
    pub endpoint: Endpoint,
    /// Who asks for games.
    pub role: Role,
    /// What is played; DXP itself does not say.
    pub variant: Variant,
    /// Whose square numbers the partner uses.
    pub frame: Frame,
    /// Options of the engine.
    pub options: Vec<(String, String)>,
    /// What limits a search beside the clock.
    pub level: Level,
    /// Whether to think in the partner's time.
    pub ponder: bool,
    /// Whether the partner may take moves back.
    pub take_back: bool,
    /// The number of games after which to stop.
    pub games: Option<u32>,
    /// How long the partner may be silent, beyond its clock, before the game is given up.
    pub patience: Duration,
    /// Whether to read commands on standard input.
    pub console: bool,
}

/// Which side opens the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// The partner calls here.
    Listen(Address),
    /// It is called there.
    Call(Address),
}

/// Which side asks for games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The partner.
    Follower,
    /// This one.
    Initiator(Plan),
}

/// The games that an initiator asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Minutes for the whole game, at most 999; 0 for no clock.
    pub minutes: u16,
    /// Moves for the whole game, at most 999; 0 for no limit.
    pub moves: u16,
    /// Our colour in the first game; it changes after each.
    pub first: Color,
    /// Where games begin, two from each; the start position if there is none.
    pub starts: Vec<HubPosition>,
}

impl Default for DxpSettings {
    /// A follower for international draughts that listens on loopback.
    fn default() -> DxpSettings {
        DxpSettings {
            name: concat!("Kamen ", env!("CARGO_PKG_VERSION")).to_owned(),
            endpoint: Endpoint::Listen(Address::loopback()),
            role: Role::Follower,
            variant: Variant::International,
            frame: Frame::Plain,
            options: Vec::new(),
            level: Level::default(),
            ponder: false,
            take_back: true,
            games: None,
            patience: Duration::from_secs(300),
            console: false,
        }
    }
}
