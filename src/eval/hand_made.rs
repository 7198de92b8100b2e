//! The hand-made evaluation: material, advancement, centre, back row and balance, and on demand blocked and isolated men.
//!
//! In giveaway variants only material counts, with the opposite sign. In breakthrough, where the
//! first king wins, advancement counts more.

use super::Evaluator;
use super::explain::{Parts, Term};
use super::groups::{Group, Groups};
use kamen_core::board::{Black, Color, White};
use kamen_core::geometry::{Bits, Direction, Geometry};
use kamen_core::movegen::blocked_men;
use kamen_core::rules::{BitsOf, BoardOf, Lines, Objective, Position, RuleSet, Rules, Variant};
use kamen_core::score::Score;

/// The hand-made evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandMade {
    objective: Objective,
    groups: Groups,
}

impl HandMade {
    /// Creates the evaluation for a variant.
    pub fn new(variant: Variant) -> HandMade {
        HandMade::of(variant, Groups::default())
    }

    /// Creates the evaluation of these groups of terms for a variant. Giveaway has material only.
    pub fn of(variant: Variant, groups: Groups) -> HandMade {
        HandMade {
            objective: variant.facts().objective,
            groups,
        }
    }

    /// Its groups of terms.
    pub fn groups(&self) -> Groups {
        self.groups
    }
}

/// Value of a man, in centi-men.
pub(super) const MAN: i32 = 100;
/// Value of a long king, of one that moves along rows and files, and of a short one, in centi-men.
const LONG_KING: i32 = 300;
const STRAIGHT_KING: i32 = 450;
const SHORT_KING: i32 = 140;
/// Bonus per row that a man has advanced, with few pieces on the board and with many.
const ADVANCE_LATE: i32 = 6;
const ADVANCE_EARLY: i32 = 1;
/// As above, where the first king wins.
const ADVANCE_TO_WIN: i32 = 12;
/// Bonus for a man on the four middle files, and on an edge file.
const CENTRE: i32 = 4;
const EDGE: i32 = -4;
/// Bonus for a man on its own back row while the opponent has men.
const BACK_ROW: i32 = 6;
/// Penalty per man that one wing has more than the other.
const IMBALANCE: i32 = -2;
/// Penalty for a man that cannot step forward, and for one without a piece of its own beside it.
const BLOCKED: i32 = -3;
const ISOLATED: i32 = -3;
/// Bonus for the side to move.
const TEMPO: i32 = 3;

impl<R: Rules> Evaluator<R> for HandMade {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> Score {
        let board = &position.board;
        if self.objective == Objective::Giveaway {
            let score = material::<R>(board, !position.turn) - material::<R>(board, position.turn);
            let score = score * i32::from(self.groups.has(Group::Material));
            return Score::evaluation(score + TEMPO);
        }
        let pieces = board.occupied().count() as i32;
        let side = |color| {
            terms::<R>(board, color, pieces, self.groups)
                .iter()
                .sum::<i32>()
        };
        let (white, black) = (side(Color::White), side(Color::Black));
        let score = match position.turn {
            Color::White => white - black,
            Color::Black => black - white,
        };
        Score::evaluation(damped::<R>(board, score) + TEMPO)
    }
}

impl HandMade {
    /// The parts of the score for White, in centi-men.
    pub(super) fn parts<R: Rules>(&self, position: &Position<R>) -> Parts {
        let board = &position.board;
        let mut parts = Parts {
            unit: 1,
            list: Vec::new(),
        };
        let pieces = board.occupied().count() as i32;
        let [white, black] =
            [Color::White, Color::Black].map(|color| terms::<R>(board, color, pieces, self.groups));
        let is_giveaway = self.objective == Objective::Giveaway;
        for ((term, white), black) in TERMS.into_iter().zip(white).zip(black) {
            let sides = [white, black].map(i64::from);
            match term {
                Term::Men | Term::Kings if is_giveaway => parts.push(term, sides.map(|x| -x)),
                _ if is_giveaway => {}
                _ => parts.push(term, sides),
            }
        }
        if !is_giveaway {
            let whole = parts.sum();
            let damped = i64::from(damped::<R>(board, whole as i32));
            parts.push_common(Term::BothHaveKings, damped - whole);
        }
        let tempo = i64::from(TEMPO);
        parts.push(
            Term::ToMove,
            match position.turn {
                Color::White => [tempo, 0],
                Color::Black => [0, tempo],
            },
        );
        parts
    }
}

/// The material of one colour.
#[inline(always)]
fn material<R: Rules>(board: &BoardOf<R>, color: Color) -> i32 {
    board.men(color).count() as i32 * MAN + board.kings(color).count() as i32 * king(&R::RULES)
}

/// Value of a king.
#[inline(always)]
pub(super) const fn king(rules: &RuleSet) -> i32 {
    if !rules.long_king {
        SHORT_KING
    } else if matches!(rules.captures, Lines::Diagonal) {
        LONG_KING
    } else {
        STRAIGHT_KING
    }
}

/// What [`terms`] are for.
const TERMS: [Term; 9] = [
    Term::Men,
    Term::Kings,
    Term::Advance,
    Term::Centre,
    Term::Edge,
    Term::BackRow,
    Term::Balance,
    Term::Blocked,
    Term::Isolated,
];

/// The terms of one colour, in the order of [`TERMS`]; 0 in groups that are not asked for.
#[inline(always)]
fn terms<R: Rules>(
    board: &BoardOf<R>,
    color: Color,
    pieces: i32,
    groups: Groups,
) -> [i32; TERMS.len()] {
    let men = board.men(color);
    let mut terms = [0; TERMS.len()];
    if groups.has(Group::Material) {
        terms[0] = men.count() as i32 * MAN;
        terms[1] = board.kings(color).count() as i32 * king(&R::RULES);
    }
    if groups.has(Group::Static) {
        let wings =
            (men & wing::<R>(true)).count() as i32 - (men & wing::<R>(false)).count() as i32;
        let full = R::Geometry::SQUARES as i32;
        let advance = if R::RULES.first_king_wins {
            ADVANCE_TO_WIN * full
        } else {
            ADVANCE_EARLY * pieces + ADVANCE_LATE * (full - pieces)
        };
        terms[2] = advance * rows_advanced::<R>(men, color) / full;
        terms[3] = (men & centre::<R>()).count() as i32 * CENTRE;
        terms[4] = (men & edge::<R>()).count() as i32 * EDGE;
        terms[5] = (men & back_row::<R>(color)).count() as i32 * BACK_ROW;
        terms[6] = wings.abs() * IMBALANCE;
    }
    if groups.has(Group::Dynamic) {
        terms[7] = blocked::<R>(board, color).count() as i32 * BLOCKED;
        terms[8] = isolated::<R>(board, color).count() as i32 * ISOLATED;
    }
    terms
}

/// The men that cannot step forward.
fn blocked<R: Rules>(board: &BoardOf<R>, color: Color) -> BitsOf<R> {
    match color {
        Color::White => blocked_men::<R, White>(board),
        Color::Black => blocked_men::<R, Black>(board),
    }
}

/// The men that have no piece of their own beside them, on the lines of quiet moves.
fn isolated<R: Rules>(board: &BoardOf<R>, color: Color) -> BitsOf<R> {
    let own = board.of(color);
    let lines = Direction::ALL.into_iter();
    let lines = lines.filter(|direction| R::RULES.moves.contain(*direction));
    lines.fold(board.men(color), |alone, direction| {
        alone & !R::Geometry::shift(own, direction)
    })
}

/// The total number of rows that the men have advanced.
#[inline(always)]
fn rows_advanced<R: Rules>(men: BitsOf<R>, color: Color) -> i32 {
    let last = R::Geometry::HEIGHT - 1;
    let mut sum = 0;
    for row in 0..R::Geometry::HEIGHT {
        let rows = match color {
            Color::White => last - row,
            Color::Black => row,
        };
        sum += (men & R::Geometry::ROWS[row]).count() * rows;
    }
    sum as i32
}

/// Halves the score if both sides have a king and few pieces are left: there a small material
/// advantage seldom wins.
#[inline(always)]
fn damped<R: Rules>(board: &BoardOf<R>, score: i32) -> i32 {
    let both = board.kings(Color::White).any() && board.kings(Color::Black).any();
    if both && R::RULES.long_king {
        score / 2
    } else {
        score
    }
}

#[inline(always)]
fn files<R: Rules>(from: usize, to: usize) -> BitsOf<R> {
    let mut set = BitsOf::<R>::EMPTY;
    for file in from..to {
        set |= R::Geometry::FILES[file];
    }
    set
}

#[inline(always)]
fn centre<R: Rules>() -> BitsOf<R> {
    let middle = R::Geometry::WIDTH / 2;
    files::<R>(middle - 2, middle + 2)
}

#[inline(always)]
fn edge<R: Rules>() -> BitsOf<R> {
    R::Geometry::FILES[0] | R::Geometry::FILES[R::Geometry::WIDTH - 1]
}

#[inline(always)]
fn wing<R: Rules>(left: bool) -> BitsOf<R> {
    let (width, third) = (R::Geometry::WIDTH, R::Geometry::WIDTH / 2 - 1);
    if left {
        files::<R>(0, third)
    } else {
        files::<R>(width - third, width)
    }
}

#[inline(always)]
fn back_row<R: Rules>(color: Color) -> BitsOf<R> {
    match color {
        Color::White => R::Geometry::ROWS[R::Geometry::HEIGHT - 1],
        Color::Black => R::Geometry::ROWS[0],
    }
}
