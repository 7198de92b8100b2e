//! The squares that a capture passes.

use crate::board::Kind;
use crate::geometry::{Bits, Direction, Geometry, Square};
use crate::rules::{BitsOf, MoveOf, Position, Rules};

/// Whether the capture `m` can be carried out so that it stops on the squares of `path` in their
/// order. `path` begins with `m.from` and ends with `m.to`; it may leave stops out.
pub(super) fn passes<R: Rules>(position: &Position<R>, m: &MoveOf<R>, path: &[Square]) -> bool {
    let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
        return false;
    };
    let is_king = position.board.at(from).map(|(_, kind)| kind) == Some(Kind::King);
    let route = Route::<R> {
        occupied: position.board.occupied() & !BitsOf::<R>::of(from),
        long: is_king && R::RULES.long_king,
        to,
    };
    (from, to) == (m.from, m.to) && route.goes_on(from, m.captured, path.get(1..).unwrap_or(&[]))
}

struct Route<R: Rules> {
    /// All pieces but the capturing one.
    occupied: BitsOf<R>,
    long: bool,
    to: Square,
}

impl<R: Rules> Route<R> {
    /// Whether the pieces `left` can be captured from `at` with stops on the squares of `stops`.
    fn goes_on(&self, at: Square, left: BitsOf<R>, stops: &[Square]) -> bool {
        if left.is_empty() {
            return at == self.to && stops.is_empty();
        }
        Direction::DIAGONALS.into_iter().any(|direction| {
            let ray = R::Geometry::ray(at, direction);
            let near = if self.long {
                ray
            } else {
                self.next(at, direction)
            };
            let victim = R::Geometry::cut(near, self.occupied, direction) & left;
            victim.any() && self.lands(victim.lowest(), direction, left & !victim, stops)
        })
    }

    /// Whether the rest can be captured after a jump over `victim`.
    fn lands(
        &self,
        victim: Square,
        direction: Direction,
        left: BitsOf<R>,
        stops: &[Square],
    ) -> bool {
        let reach = if self.long {
            R::Geometry::ray(victim, direction)
        } else {
            self.next(victim, direction)
        };
        let landings = R::Geometry::cut(reach, self.occupied, direction) & !self.occupied;
        landings.squares().any(|at| {
            let passed = match stops.split_first() {
                Some((first, rest)) if *first == at => rest,
                _ => stops,
            };
            self.goes_on(at, left, passed)
        })
    }

    fn next(&self, at: Square, direction: Direction) -> BitsOf<R> {
        R::Geometry::shift(BitsOf::<R>::of(at), direction) & R::Geometry::BOARD
    }
}
