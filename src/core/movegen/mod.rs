//! Move generation.
//!
//! Begin with [`legal_moves`], the only generator of legal moves; `count` gives their number
//! without generating them, and [`can_capture`] whether they are captures. Everything is generic
//! over the rules and the side to move, so that each pair is compiled with its constants.

/// Unrolls a block for every direction, so that each copy is compiled with its constant; a loop or
/// a closure is not always unrolled. What is done `if const { .. }` in directions that pieces have, is not even compiled
/// for the others.
macro_rules! each_direction {
    ($direction:ident => $block:block) => {{
        each_direction!(@ $direction $block NorthWest North NorthEast West East SouthWest South SouthEast);
    }};
    (@ $direction:ident $block:block $($name:ident)*) => {
        $({
            #[expect(non_upper_case_globals, reason = "it reads like a variable")]
            const $direction: $crate::geometry::Direction = $crate::geometry::Direction::$name;
            $block
        })*
    };
}

mod batch;
mod capture;
mod compiled;
mod count;
mod counting;
mod jumps;
mod precedence;
mod quiet;
pub(crate) mod route;
mod two_plies;

use crate::board::{Color, Side};
use crate::geometry::{Bits, Direction, Geometry};
use crate::rules::{BitsOf, BoardOf, MoveOf, Objective, Position, Rules};

pub use batch::{Batch, Vectors};
pub use compiled::Compiled;
pub use count::count;
pub use counting::{Counting, UnknownCounting};
pub use quiet::{
    blocked_men, can_move, each_man_move_into, each_quiet_move_back, each_quiet_move_of_kings,
};
pub use two_plies::count_two_plies;

/// Appends the legal moves of a position to `moves`, always in the same order.
#[inline(always)]
pub fn legal_moves<R: Rules>(position: &Position<R>, moves: &mut Vec<MoveOf<R>>) {
    legal_moves_as(position, Counting::Unique, moves);
}

/// As [`legal_moves`]; with [`Counting::Paths`] a move is listed once per route.
#[inline(always)]
pub fn legal_moves_as<R: Rules>(
    position: &Position<R>,
    counting: Counting,
    moves: &mut Vec<MoveOf<R>>,
) {
    R::legal_moves(position, counting, moves);
}

/// Whether `color` would have to capture if it were to move.
#[inline(always)]
pub fn can_capture<R: Rules>(board: &BoardOf<R>, color: Color) -> bool {
    R::can_capture(board, color)
}

/// Whether the pieces alone end the game, so that there are no legal moves.
#[inline(always)]
pub fn is_over<R: Rules>(board: &BoardOf<R>) -> bool {
    R::RULES.first_king_wins && board.kings.any()
}

/// The winner if the side to move has no legal move; otherwise `None`.
#[inline(always)]
pub fn winner<R: Rules>(position: &Position<R>, objective: Objective) -> Option<Color> {
    R::winner(position, objective)
}

/// Appends the legal moves of `S`, the side to move.
#[inline(always)]
fn moves_of<R: Rules, S: Side>(
    position: &Position<R>,
    counting: Counting,
    moves: &mut Vec<MoveOf<R>>,
) {
    let board = &position.board;
    if !is_over::<R>(board) && !capture::captures::<R, S>(board, counting, moves) {
        quiet::each_quiet_move::<R, S>(position, |m| moves.push(*m));
    }
}

/// Calls `f` with the position after each legal move of `S`, the side to move. Only captures are
/// listed, on the stack `moves`, above which `f` may push its own.
#[inline(always)]
pub fn each_position_after<R: Rules, S: Side>(
    position: &Position<R>,
    counting: Counting,
    moves: &mut Vec<MoveOf<R>>,
    mut f: impl FnMut(&Position<R>, &mut Vec<MoveOf<R>>),
) {
    let first = moves.len();
    if is_over::<R>(&position.board) {
        return;
    }
    if capture::captures::<R, S>(&position.board, counting, moves) {
        for i in first..moves.len() {
            f(&position.after_move_of::<S>(&moves[i]), moves);
        }
        moves.truncate(first);
    } else {
        quiet::each_quiet_move::<R, S>(position, |m| f(&position.after_move_of::<S>(m), moves));
    }
}

/// The number of sequences of `depth` moves from a position with `S` to move. `moves` is restored.
pub fn count_sequences<R: Rules, S: Side>(
    position: &Position<R>,
    depth: u32,
    counting: Counting,
    moves: &mut Vec<MoveOf<R>>,
) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => nodes = count::<R, S>(position, counting, moves) as u64,
        2 => nodes = count_two_plies::<R, S>(position, counting, moves) as u64,
        _ => each_position_after::<R, S>(position, counting, moves, |next, moves| {
            nodes += count_sequences::<R, S::Opponent>(next, depth - 1, counting, moves);
        }),
    }
    nodes
}

/// The squares from which a piece can jump in `direction`: next to one of `victims` with an empty
/// square behind it.
#[inline(always)]
fn sources<R: Rules>(victims: BitsOf<R>, empty: BitsOf<R>, direction: Direction) -> BitsOf<R> {
    let back = direction.opposite();
    R::Geometry::shift(victims & R::Geometry::shift(empty, back), back)
}

/// The pieces that a man of `S` may take.
#[inline(always)]
fn victims_of_men<R: Rules, S: Side>(board: &BoardOf<R>) -> BitsOf<R> {
    if R::RULES.man_captures_kings {
        board.of(S::Opponent::COLOR)
    } else {
        board.men(S::Opponent::COLOR)
    }
}

/// Whether `direction` runs along a row.
#[inline(always)]
const fn is_sideways(direction: Direction) -> bool {
    direction.delta().0 == 0
}

/// Whether `direction` is forward, or sideways if allowed, for a man of `S`.
#[inline(always)]
const fn is_ahead<R: Rules, S: Side>(direction: Direction) -> bool {
    let ahead = match S::COLOR {
        Color::White => -direction.delta().0,
        Color::Black => direction.delta().0,
    };
    ahead > 0 || (is_sideways(direction) && R::RULES.man_goes_sideways)
}

/// Whether a man of `S` may move without capture in `direction`.
#[inline(always)]
const fn man_moves<R: Rules, S: Side>(direction: Direction) -> bool {
    R::RULES.moves.contain(direction) && is_ahead::<R, S>(direction)
}

/// Whether a man of `S` may capture in `direction`.
#[inline(always)]
const fn man_captures<R: Rules, S: Side>(direction: Direction) -> bool {
    // In Frisian draughts a man captures both ways along a row.
    let any_way = R::RULES.man_captures_backward;
    R::RULES.captures.contain(direction) && (any_way || is_ahead::<R, S>(direction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn a_threat_is_seen_before_it_is_carried_out() {
        let cases = [
            (Variant::Czech, "W:W22:B18", Color::White, true),
            (Variant::Czech, "W:W22:B18", Color::Black, true),
            (Variant::Czech, "W:W22:B26", Color::White, false),
            (Variant::International, "W:W27:B32", Color::White, true),
            (Variant::International, "W:WK46:B14", Color::White, true),
            (Variant::International, "W:WK46:B5", Color::White, false),
            (Variant::English, "W:WK32:B18", Color::White, false),
            (Variant::Breakthrough, "W:W27:B32,K1", Color::White, false),
            (Variant::Frisian, "W:W38:B28", Color::White, true),
            (Variant::Turkish, "W:Wa3:Bb3", Color::White, true),
            (Variant::Turkish, "W:Wa3:Ba2,Kh8", Color::White, false),
            (Variant::Italian, "W:W22:BK18", Color::White, false),
        ];
        for (variant, fen, color, expected) in cases {
            with_rules!(variant, R => {
                let position = crate::game::typed::<R>(variant, fen);
                assert_eq!(can_capture::<R>(&position.board, color), expected, "{variant} {fen}");
            });
        }
    }
}
