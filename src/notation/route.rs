//! The squares that a capture passes.

use crate::board::Kind;
use crate::geometry::{Bits, Direction, Geometry, Square};
use crate::rules::{BitsOf, MoveOf, Position, Removal, Rules, crowning_row};

/// Whether the capture `m` can be carried out so that it stops on the squares of `path` in their
/// order. `path` begins with `m.from` and ends with `m.to`; it may leave stops out.
pub(super) fn passes<R: Rules>(position: &Position<R>, m: &MoveOf<R>, path: &[Square]) -> bool {
    let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
        return false;
    };
    let Some((color, kind)) = position.board.at(from) else {
        return false;
    };
    let route = Route::<R> {
        occupied: position.board.occupied() & !BitsOf::<R>::of(from),
        captured: m.captured,
        crowning: crowning_row::<R::Geometry>(color),
        to,
    };
    let long = kind == Kind::King && R::RULES.long_king;
    let stops = path.get(1..).unwrap_or(&[]);
    (from, to) == (m.from, m.to) && route.goes_on(from, long, m.captured, stops)
}

struct Route<R: Rules> {
    /// All pieces but the capturing one.
    occupied: BitsOf<R>,
    /// All that are captured on the way.
    captured: BitsOf<R>,
    /// Where the capturing piece is crowned, if it is a man.
    crowning: BitsOf<R>,
    to: Square,
}

impl<R: Rules> Route<R> {
    /// Whether the pieces `left` can be captured from `at` with stops on the squares of `stops`, by
    /// a long king or a piece that goes one square.
    fn goes_on(&self, at: Square, long: bool, left: BitsOf<R>, stops: &[Square]) -> bool {
        if left.is_empty() {
            return at == self.to && stops.is_empty();
        }
        let lines = |direction: &Direction| R::RULES.captures.contain(*direction);
        Direction::ALL.into_iter().filter(lines).any(|direction| {
            let ray = if long {
                R::Geometry::ray(at, direction)
            } else {
                next::<R>(at, direction)
            };
            let victim = R::Geometry::cut(ray, self.standing(left), direction) & left;
            if victim.is_empty() {
                return false;
            }
            let left = left & !victim;
            let landings = self.landings(victim.lowest(), direction, long, left);
            landings.squares().any(|at| {
                let passed = match stops.split_first() {
                    Some((first, rest)) if *first == at => rest,
                    _ => stops,
                };
                let crowned = R::RULES.crowned_in_passing && self.crowning.has(at);
                self.goes_on(at, long || crowned, left, passed)
            })
        })
    }

    /// The squares behind `victim`, on which the piece can land.
    fn landings(
        &self,
        victim: Square,
        direction: Direction,
        long: bool,
        left: BitsOf<R>,
    ) -> BitsOf<R> {
        let reach = if long && !R::RULES.lands_behind {
            R::Geometry::ray(victim, direction)
        } else {
            next::<R>(victim, direction)
        };
        let standing = self.standing(left);
        R::Geometry::cut(reach, standing, direction) & !standing
    }

    /// The pieces on the board while those of `left` are still to be captured.
    fn standing(&self, left: BitsOf<R>) -> BitsOf<R> {
        match R::RULES.removal {
            Removal::AfterMove => self.occupied,
            Removal::AtOnce { .. } => self.occupied & !(self.captured & !left),
        }
    }
}

/// The next square of a line, if there is one.
fn next<R: Rules>(at: Square, direction: Direction) -> BitsOf<R> {
    R::Geometry::shift(BitsOf::<R>::of(at), direction) & R::Geometry::BOARD
}
