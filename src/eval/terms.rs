//! The terms of every learned evaluation: material, kings, balance, side to move, and the scaling
//! of leads.
//!
//! The terms follow the published weights of Scan 2.0 (Fabien Letouzey): material with a separate
//! first king, placement and mobility of kings, and left-right balance.

use super::explain::{Parts, Seen, Term};
use super::weight::{LEADS, UNIT, WHOLE, Weight};
use kamen_core::board::{Board, Color};
use kamen_core::geometry::{Bits, Direction, Geometry};
use kamen_core::rules::{Position, RuleSet, Rules};
use kamen_core::score::Score;

/// A man.
pub const MAN: usize = 0;
/// The first king of a side.
pub const FIRST_KING: usize = 1;
/// Each further king.
pub const MORE_KINGS: usize = 2;
/// The side to move.
pub const TO_MOVE: usize = 3;
/// Each man that one half of the board has in excess of the other.
pub const IMBALANCE: usize = 4;
/// Each square that a long king can reach: mobility.
pub const KING_MOVES: usize = 5;
/// A king on each square, as seen from its own side.
pub const KING_PLACES: usize = 6;

/// Number of terms.
pub const fn count<G: Geometry>() -> usize {
    KING_PLACES + G::SQUARES
}

/// Calls `visit(term, value)` for every non-zero term, Black's with the opposite sign. It depends on
/// the rules only through the moves of kings.
#[inline(always)]
pub fn for_each<G: Geometry>(
    board: &Board<G::Bits>,
    turn: Color,
    rules: &RuleSet,
    mut visit: impl FnMut(usize, i32),
) {
    let [white, black] = [Color::White, Color::Black].map(|color| board.men(color));
    visit(MAN, white.count() as i32 - black.count() as i32);
    visit(
        TO_MOVE,
        match turn {
            Color::White => 1,
            Color::Black => -1,
        },
    );
    visit(IMBALANCE, imbalance::<G>(white) - imbalance::<G>(black));
    if board.kings.any() {
        for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
            kings::<G>(board, color, rules, |term, value| visit(term, sign * value));
        }
    }
}

#[inline(always)]
fn imbalance<G: Geometry>(men: G::Bits) -> i32 {
    let left = (men & half::<G>()).count() as i32;
    (2 * left - men.count() as i32).abs()
}

/// The left half of the files.
#[inline(always)]
fn half<G: Geometry>() -> G::Bits {
    let mut half = G::Bits::EMPTY;
    for file in 0..G::WIDTH / 2 {
        half |= G::FILES[file];
    }
    half
}

#[inline(always)]
fn kings<G: Geometry>(
    board: &Board<G::Bits>,
    color: Color,
    rules: &RuleSet,
    mut visit: impl FnMut(usize, i32),
) {
    let kings = board.kings(color);
    if kings.is_empty() {
        return;
    }
    visit(FIRST_KING, 1);
    visit(MORE_KINGS, kings.count() as i32 - 1);
    let mut moves = 0;
    for king in kings.squares() {
        let place = usize::from(G::PLACE_OF[king.index()]);
        let place = match color {
            Color::White => place,
            Color::Black => G::SQUARES - 1 - place,
        };
        visit(KING_PLACES + place, 1);
        for direction in Direction::ALL {
            if rules.long_king && rules.moves.contain(direction) {
                let ray = G::ray(king, direction);
                let reached = G::cut(ray, board.occupied(), direction);
                moves += (reached & !board.occupied()).count() as i32;
            }
        }
    }
    visit(KING_MOVES, moves);
}

/// The number of pieces of a full board: the maximum in a start position.
#[inline(always)]
pub fn full<G: Geometry>() -> usize {
    // All but two rows of a board with dark squares, and four rows on a board of all squares.
    if G::ALL_SQUARES {
        4 * G::WIDTH
    } else {
        G::SQUARES - G::WIDTH
    }
}

/// The shares of the full-board and the empty-board weight, by the number of pieces.
#[inline(always)]
pub fn phases<G: Geometry>(pieces: usize) -> [f32; 2] {
    let full = full::<G>();
    let many = pieces.min(full) as f32 / full as f32;
    [many, 1.0 - many]
}

/// The class of a lead of `leader`: 0 if the opponent has no long king, otherwise the number of
/// pieces of the leader, up to 7. Against a long king even several pieces often do not win.
#[inline(always)]
pub fn lead<B: Bits>(board: &Board<B>, rules: &RuleSet, leader: Color) -> usize {
    if !rules.long_king || board.kings(!leader).is_empty() {
        return 0;
    }
    board.of(leader).count().min(LEADS - 1)
}

/// The weights of the terms, and the scale factors of leads.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Terms {
    weights: Box<[Weight]>,
    leads: [i32; LEADS],
}

impl Terms {
    pub(super) fn new(weights: &[Weight], leads: &[i16]) -> Terms {
        let mut whole = [i32::from(WHOLE); LEADS];
        for (to, from) in whole.iter_mut().zip(leads) {
            *to = i32::from(*from);
        }
        Terms {
            weights: weights.into(),
            leads: whole,
        }
    }

    /// The score for the side to move. `rest` is the score of everything beside the terms for
    /// White, on a full and on an empty board, in parts of a centi-man.
    #[inline(always)]
    pub(super) fn score<R: Rules>(&self, position: &Position<R>, rest: [i32; 2]) -> Score {
        let board = &position.board;
        let [mut many, mut few] = rest;
        for_each::<R::Geometry>(board, position.turn, &R::RULES, |term, value| {
            many += value * i32::from(self.weights[term][0]);
            few += value * i32::from(self.weights[term][1]);
        });
        let full = full::<R::Geometry>() as i32;
        let pieces = (board.occupied().count() as i32).min(full);
        let score = (many * pieces + few * (full - pieces)) / (full * UNIT);
        let leader = if score > 0 {
            Color::White
        } else {
            Color::Black
        };
        let score = score * self.leads[lead(board, &R::RULES, leader)] / i32::from(WHOLE);
        Score::evaluation(match position.turn {
            Color::White => score,
            Color::Black => -score,
        })
    }
}

/// What is looked up beside the terms: for White and for Black, on a full and on an empty board, in parts of a centi-man.
pub(super) type Beside = (Term, [[i32; 2]; 2]);

impl Terms {
    /// The parts of the score for White: those of the terms and `beside`.
    pub(super) fn parts<G: Geometry>(&self, seen: &Seen<'_, G>, beside: Vec<Beside>) -> Parts {
        let board = seen.board;
        let full = i64::from(full::<G>() as i32);
        let pieces = (board.occupied().count() as i64).min(full);
        let unit = full * i64::from(UNIT);
        let blend =
            |[many, few]: [i32; 2]| i64::from(many) * pieces + i64::from(few) * (full - pieces);
        let mut parts = Parts {
            unit,
            list: Vec::new(),
        };
        for (term, sums) in self.by_side(seen).into_iter().chain(beside) {
            parts.push(term, sums.map(blend));
        }
        let exact = parts.sum();
        let whole = exact / unit;
        parts.push_common(Term::Rounding, whole * unit - exact);
        let leader = if whole > 0 {
            Color::White
        } else {
            Color::Black
        };
        let factor = i64::from(self.leads[lead(board, seen.rules, leader)]);
        let doubted = whole * factor / i64::from(WHOLE);
        parts.push_common(Term::DoubtedLead, (doubted - whole) * unit);
        parts
    }

    /// The terms with what they are worth to each side.
    fn by_side<G: Geometry>(&self, seen: &Seen<'_, G>) -> Vec<Beside> {
        let Seen { board, turn, rules } = *seen;
        let names = [
            Term::Men,
            Term::FirstKing,
            Term::MoreKings,
            Term::KingPlaces,
            Term::KingMoves,
            Term::Balance,
            Term::ToMove,
        ];
        let mut sums: Vec<Beside> = names.map(|name| (name, [[0; 2]; 2])).into();
        for color in [Color::White, Color::Black] {
            let mut add = |term: usize, value: i32| {
                let name = match term {
                    MAN => 0,
                    FIRST_KING => 1,
                    MORE_KINGS => 2,
                    KING_MOVES => 4,
                    IMBALANCE => 5,
                    TO_MOVE => 6,
                    _ => 3,
                };
                let sum = &mut sums[name].1[color as usize];
                for (sum, weight) in sum.iter_mut().zip(self.weights[term]) {
                    *sum += value * i32::from(weight);
                }
            };
            let men = board.men(color);
            add(MAN, men.count() as i32);
            add(TO_MOVE, i32::from(turn == color));
            add(IMBALANCE, imbalance::<G>(men));
            kings::<G>(board, color, rules, add);
        }
        sums
    }
}
