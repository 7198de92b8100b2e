//! What is kept of a finished game.

use super::outcome::{Fault, Outcome};
use kamen_core::board::Color;
use kamen_core::game::{AnyPosition, GameLine};
use kamen_core::rules::Variant;
use serde::{Deserialize, Serialize};

/// Which game of the tournament: the pairing, and the number within it.
///
/// Games 2k and 2k + 1 of a pairing are a pair: they have the same opening, and `first` is White
/// in the former, Black in the latter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameId {
    /// One contestant, as its place in the list.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// From 0.
    pub number: u32,
}

impl GameId {
    /// Whether `first` is White.
    pub fn first_is_white(self) -> bool {
        self.number.is_multiple_of(2)
    }

    /// Who plays with this colour.
    pub fn player(self, color: Color) -> usize {
        if (color == Color::White) == self.first_is_white() {
            self.first
        } else {
            self.second
        }
    }

    /// Which pair of its pairing, from 0; also which opening.
    pub fn pair(self) -> u32 {
        self.number / 2
    }
}

/// A move of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in Hub notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Score in hundredths of a man, for the side that moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Seconds; not given for moves of the opening and of built-in players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
}

/// What a side has put into a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Moves that it chose itself.
    pub moves: u64,
    /// Seconds.
    pub seconds: f64,
    /// Moves that came with a depth.
    pub searches: u64,
    /// The sum of these depths.
    pub depths: u64,
    /// Nodes.
    pub nodes: u64,
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.moves += other.moves;
        self.seconds += other.seconds;
        self.searches += other.searches;
        self.depths += other.depths;
        self.nodes += other.nodes;
    }
}

/// A fault, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The contestant, as its place in the list.
    pub by: usize,
    /// The fault.
    #[serde(flatten)]
    pub fault: Fault,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which game.
    #[serde(flatten)]
    pub id: GameId,
    /// How it ended.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The fault that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
    /// Plies, with those of the opening.
    pub plies: usize,
    /// The same for games with the same moves.
    pub signature: u64,
    /// What both sides have put into it, White first.
    pub efforts: [Effort; 2],
    /// The position it began from, where that is not the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Plies of the opening.
    pub opening: usize,
    /// The moves with those of the opening; empty where nobody wants them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveRecord>,
}

impl GameRecord {
    /// Points of the contestant `first`: 0, 1 or 2.
    pub fn points_of_first(&self) -> u8 {
        let color = if self.id.first_is_white() {
            Color::White
        } else {
            Color::Black
        };
        self.outcome.result.points(color)
    }
}

impl GameRecord {
    /// The game as players hear of it; `None` if its moves were not kept, or are none.
    pub fn line(&self, variant: Variant) -> Option<GameLine> {
        let mut here = match &self.fen {
            Some(fen) => AnyPosition::parse_fen(variant, fen).ok()?,
            None => AnyPosition::start(variant),
        };
        let mut line = GameLine::new(here);
        if self.moves.len() != self.plies {
            return None;
        }
        for made in &self.moves {
            let m = here.parse_move(&made.text).ok()?;
            line.moves.push(m);
            here = here.after(&m).ok()?;
        }
        Some(line)
    }
}
