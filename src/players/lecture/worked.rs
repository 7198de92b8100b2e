//! The trees that the lectures work through.

use super::{GameTree, Scale, Value};
use hashbrown::HashMap;
use kamen_core::game::AnyPosition;
use kamen_core::notation::PositionError;
use kamen_core::rules::Variant;

/// The leaves of the tree in the lecture on adversarial search.
pub const LEAVES_EXAMPLE: &str = "3 12 8 / 2 4 6 / 14 5 2";

/// The tree of the lecture on minimax: a black man on d8, a white one on e5, Black to move, men go forward only.
///
/// A position comes with the move that led to it. Its leaves have the values that the lecture gives them.
#[derive(Clone, Debug)]
pub struct DraughtsExample {
    /// The root.
    pub root: (AnyPosition, String),
    /// Values of leaves for the side to move there.
    values: HashMap<AnyPosition, Value>,
}

impl DraughtsExample {
    /// The depth to which the lecture searches it.
    pub const DEPTH: u32 = 4;

    /// The leaves, by White's and Black's man, with their values for Black, who is to move.
    const LEAVES: [(&'static str, Value); 4] = [
        ("B:We7:Bb6", -15),
        ("B:Wg7:Bb6", -10),
        ("B:We7:Bd6", -12),
        ("B:Wg7:Bd6", -9),
    ];

    /// The moves in the order of the lecture.
    const ORDER: [&'static str; 8] = [
        "d8-e7", "d8-c7", "e5-d6", "e5-f6", "c7-b6", "c7-d6", "f6-e7", "f6-g7",
    ];

    /// Sets the tree up.
    ///
    /// # Errors
    /// None in practice: the positions are sound.
    pub fn new() -> Result<DraughtsExample, PositionError> {
        let position = |fen| AnyPosition::parse_fen(Variant::Czech, fen);
        let values = Self::LEAVES
            .iter()
            .map(|&(fen, value)| Ok((position(fen)?, value)));
        Ok(DraughtsExample {
            root: (position("B:We5:Bd8")?, "start".to_owned()),
            values: values.collect::<Result<_, PositionError>>()?,
        })
    }
}

impl GameTree for DraughtsExample {
    type Position = (AnyPosition, String);

    fn end(&mut self, (position, _): &Self::Position) -> Option<Value> {
        let most = Scale::EXAMPLE.most;
        let winner = position.won()?.winner()?;
        Some(if winner == position.turn() {
            most
        } else {
            -most
        })
    }

    fn evaluate(&mut self, (position, _): &Self::Position) -> Value {
        self.values.get(position).copied().unwrap_or(0)
    }

    fn children(&mut self, (position, _): &Self::Position, children: &mut Vec<Self::Position>) {
        let moves = position.legal_moves();
        let mut after: Vec<_> = (moves.iter())
            .map(|m| (position.after_legal(m), position.write_move(m)))
            .collect();
        after.sort_by_key(|(_, m)| Self::ORDER.iter().position(|known| known == m));
        children.append(&mut after);
    }
}
