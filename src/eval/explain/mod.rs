//! What the score of a position is made of: by term, and by area of the board. Begin with [`explain`].
//!
//! `EVAL.md` beside the evaluations tells how to read it. Nothing here is used in a search.

mod areas;
#[cfg(test)]
mod tests;

pub use areas::{Area, Areas};

use super::{Evaluation, Evaluator};
use crate::Scored;
use kamen_core::board::{Board, Color};
use kamen_core::game::AnyPosition;
use kamen_core::geometry::{Geometry, Square};
use kamen_core::rules::{Position, RuleSet};
use kamen_core::score::Score;
use kamen_core::with_rules;

/// What a part of a score is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// The men.
    Men,
    /// The kings, by the hand-made evaluation.
    Kings,
    /// The rows that men have advanced.
    Advance,
    /// Men on the four middle files.
    Centre,
    /// Men on an edge file.
    Edge,
    /// Men on their own back row.
    BackRow,
    /// Men that one wing or half of the board has in excess of the other.
    Balance,
    /// Men that cannot step forward.
    Blocked,
    /// Men without a piece of their own beside them.
    Isolated,
    /// The side to move.
    ToMove,
    /// The first king of a side.
    FirstKing,
    /// Its other kings.
    MoreKings,
    /// The squares on which kings stand.
    KingPlaces,
    /// The squares that long kings can reach.
    KingMoves,
    /// The men (around a king all pieces) of both sides in a region, as White sees it, and in the region turned by 180 degrees, as Black sees it.
    Region {
        /// The squares that White looks at.
        white: Vec<Square>,
        /// The squares that Black looks at.
        black: Vec<Square>,
    },
    /// The network, which sees all men.
    Network,
    /// What is taken off where both sides have a long king.
    BothHaveKings,
    /// What is taken off a lead against a long king.
    DoubtedLead,
    /// What is lost to whole numbers.
    Rounding,
    /// What exceeds the greatest evaluation.
    Limit,
}

impl Term {
    /// Whether each side has a value of its own; the others are of both together.
    pub fn has_sides(&self) -> bool {
        !matches!(
            self,
            Term::Network | Term::BothHaveKings | Term::DoubtedLead | Term::Rounding | Term::Limit
        )
    }
}

/// A part of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is for.
    pub term: Term,
    /// What it is worth to White and to Black, in fractions of a centi-man ([`Explanation::unit`]). What is of both sides
    /// together ([`Term::has_sides`]) stands with White.
    pub sides: [i64; 2],
}

impl Part {
    /// What White has more than Black.
    pub fn difference(&self) -> i64 {
        self.sides[0] - self.sides[1]
    }
}

/// What the score of a position is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The evaluation of the position, for the side to move.
    pub score: Score,
    /// The same for White.
    pub of_white: Score,
    /// Fractions of a centi-man in [`Explanation::parts`].
    pub unit: i64,
    /// The parts: their differences add up to [`Explanation::of_white`] times [`Explanation::unit`].
    pub parts: Vec<Part>,
    /// What the pieces of each area of the board contribute.
    pub areas: Areas,
}

/// Parts, and the fractions of a centi-man in them.
pub(super) struct Parts {
    pub(super) unit: i64,
    pub(super) list: Vec<Part>,
}

impl Parts {
    /// Adds a part unless it is nothing.
    pub(super) fn push(&mut self, term: Term, sides: [i64; 2]) {
        if sides != [0, 0] {
            self.list.push(Part { term, sides });
        }
    }

    /// Adds a part of both sides together.
    pub(super) fn push_common(&mut self, term: Term, difference: i64) {
        self.push(term, [difference, 0]);
    }

    /// The sum of all parts.
    pub(super) fn sum(&self) -> i64 {
        self.list.iter().map(Part::difference).sum()
    }
}

/// Explains the score of a position, which must be of the variant that the evaluation is made for.
///
/// An evaluation is meant for quiet positions, without a capture; others are explained as they stand. Parts of no value
/// are left out.
///
/// ```
/// use kamen_eval::{Choice, Evaluation, explain};
/// use kamen_core::{AnyPosition, Variant};
///
/// let evaluation = Evaluation::load(Variant::Czech, &Choice::hand_made())?;
/// let position = AnyPosition::parse_fen(Variant::Czech, "W:Wc3,e3:Bd6")?;
/// let found = explain(&evaluation, &position);
/// for part in &found.parts {
///     println!("{:?}: {:?}, in {} of a centi-man", part.term, part.sides, found.unit);
/// }
/// let sum: i64 = found.parts.iter().map(|part| part.difference()).sum();
/// assert_eq!(sum, i64::from(found.of_white.0) * found.unit);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// It may if the evaluation is made for another board.
pub fn explain(evaluation: &Evaluation, position: &AnyPosition) -> Explanation {
    with_rules!(position.variant(), R => typed::<R>(evaluation, position))
}

/// What an explanation sees of a position: it is compiled for each board, not for each type of rules.
pub(super) struct Seen<'a, G: Geometry> {
    pub(super) board: &'a Board<G::Bits>,
    /// The side to move.
    pub(super) turn: Color,
    pub(super) rules: &'static RuleSet,
}

fn typed<R: Scored>(evaluation: &Evaluation, any: &AnyPosition) -> Explanation {
    let position: Position<R> = any.typed().unwrap_or_default();
    let of_white = |position: &Position<R>| {
        let score = evaluation.evaluate(position);
        match position.turn {
            Color::White => score,
            Color::Black => -score,
        }
    };
    let seen = Seen::<R::Geometry> {
        board: &position.board,
        turn: position.turn,
        rules: &R::RULES,
    };
    let parts = match evaluation {
        Evaluation::HandMade(hand_made) => hand_made.parts(&position),
        Evaluation::Patterns(patterns) => patterns.parts(&seen),
        Evaluation::Network(network) => network.parts(&seen),
    };
    let mut of_pieces = |pieces: u128| {
        let mut board = position.board.in_word::<u128>();
        board.pieces = board.pieces.map(|set| set & pieces);
        board.kings &= pieces;
        of_white(&Position::new(board.in_word(), position.turn))
    };
    whole(any, of_white(&position), parts, &mut of_pieces)
}

/// Puts together what does not depend on the rules: the score of White, its parts, and the areas, for which `of_pieces` tells the
/// score of White with some of the pieces.
fn whole(
    position: &AnyPosition,
    of_white: Score,
    mut parts: Parts,
    of_pieces: &mut dyn FnMut(u128) -> Score,
) -> Explanation {
    let beyond = i64::from(of_white.0) * parts.unit - parts.sum();
    parts.push_common(Term::Limit, beyond);
    Explanation {
        score: match position.turn() {
            Color::White => of_white,
            Color::Black => -of_white,
        },
        of_white,
        unit: parts.unit,
        parts: parts.list,
        areas: Areas::new(position, of_pieces),
    }
}
