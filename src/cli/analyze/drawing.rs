//! What a page needs to draw a game: pieces, and what each move changes. Begin with [`Step`].

use kamen_core::board::{Color, Kind};
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::Diagram;
use serde::Serialize;

/// A square as the page counts them: row by row from the top left as White sees the board, from 0.
pub(crate) type Place = usize;

/// Pieces with their places: `w` and `b` for men, `W` and `B` for kings.
pub(crate) type Pieces = Vec<(Place, char)>;

/// A move as a page draws it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Step {
    /// The squares of its arrow.
    way: Vec<Place>,
    /// Squares that become empty.
    off: Vec<Place>,
    /// Pieces that are new on their squares.
    on: Pieces,
}

impl Step {
    /// A legal move of the position.
    pub(crate) fn new(position: &AnyPosition, m: &AnyMove) -> Step {
        let (before, after) = (pieces(*position), pieces(position.after_legal(m)));
        let is_empty = |place: &Place| !after.iter().any(|(other, _)| other == place);
        Step {
            way: (Diagram::new(*position).way(m).into_iter())
                .map(|square| place(position, square))
                .collect(),
            off: (before.iter().map(|&(place, _)| place))
                .filter(is_empty)
                .collect(),
            on: (after.iter().copied())
                .filter(|piece| !before.contains(piece))
                .collect(),
        }
    }

    /// The moves of a line from a position on.
    pub(crate) fn of_line(start: &AnyPosition, moves: &[AnyMove]) -> Vec<Step> {
        let mut position = *start;
        let step = |m: &AnyMove| {
            let step = Step::new(&position, m);
            position = position.after_legal(m);
            step
        };
        moves.iter().map(step).collect()
    }
}

/// The pieces of a position.
pub(crate) fn pieces(position: AnyPosition) -> Pieces {
    let letter = |color, kind| match (color, kind) {
        (Color::White, Kind::Man) => 'w',
        (Color::White, Kind::King) => 'W',
        (Color::Black, Kind::Man) => 'b',
        (Color::Black, Kind::King) => 'B',
    };
    Diagram::new(position)
        .pieces()
        .map(|(square, color, kind)| (place(&position, square), letter(color, kind)))
        .collect()
}

fn place(position: &AnyPosition, [row, column]: [usize; 2]) -> Place {
    row * position.variant().shape().width + column
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;
    use std::collections::BTreeMap;

    #[test]
    fn steps_lead_from_position_to_position() {
        let mut captures = 0;
        for variant in Variant::ALL {
            let mut position = AnyPosition::start(variant);
            let mut board: BTreeMap<Place, char> = pieces(position).into_iter().collect();
            for ply in 0..200 {
                let legal = position.legal_moves();
                let Some(m) = legal.get(ply * 7 % legal.len().max(1)) else {
                    break;
                };
                let step = Step::new(&position, m);
                captures += usize::from(step.off.len() > 1);
                for place in &step.off {
                    assert!(board.remove(place).is_some(), "{variant}, {m}");
                }
                board.extend(step.on.iter().copied());
                position = position.after_legal(m);
                assert_eq!(
                    board,
                    pieces(position).into_iter().collect(),
                    "{variant}, {m}"
                );
            }
        }
        assert!(captures > 100);
    }
}
