//! Routes of captures: the squares that a capture passes. Begin with [`stops`], [`passes`] and [`attempts`].

use super::man_captures;
use crate::board::{Black, Color, Kind, White};
use crate::geometry::{Bits, Direction, Geometry, Square};
use crate::rules::{BitsOf, MoveOf, Position, Removal, Rules, crowning_row};

/// Whether the capture `m` has a route that stops on the squares of `path` in order. `path` begins
/// with `m.from` and ends with `m.to`; it may omit stops.
pub(crate) fn passes<R: Rules>(position: &Position<R>, m: &MoveOf<R>, path: &[Square]) -> bool {
    let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
        return false;
    };
    let stops = path.get(1..).unwrap_or(&[]);
    let Some((route, start)) = Route::<R>::new(position, m) else {
        return false;
    };
    (from, to) == (m.from, m.to) && route.goes_on(start, stops)
}

/// A way of a piece to jump to a square, which need not be a legal capture: neither precedence nor the duty to go on counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The squares of the captured pieces, in the order of capture.
    pub captured: Vec<Square>,
    /// What is to be said of its end.
    pub end: AttemptEnd,
}

/// What is to be said of the end of an [`Attempt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptEnd {
    /// The capture ends there.
    Complete,
    /// The piece can capture more.
    GoesOn,
    /// The piece could capture more if it landed on another square behind the last piece, so it has to.
    GoesOnElsewhere,
    /// The last piece is a king, and the capturing one has to stop right behind it.
    BeyondKing,
}

/// Most jumps that are looked at for attempts.
const MAX_JUMPS: usize = 20_000;
/// Most attempts that are found.
const MAX_ATTEMPTS: usize = 200;

/// The ways of the piece on the first square of `path`, of the side to move, to jump to the others in order, over one piece
/// or more each time.
pub(crate) fn attempts<R: Rules>(position: &Position<R>, path: &[Square]) -> Vec<Attempt> {
    let [from, stops @ .., to] = path else {
        return Vec::new();
    };
    let board = &position.board;
    let Some((color, kind)) = board.at(*from).filter(|&(color, _)| color == position.turn) else {
        return Vec::new();
    };
    let victims = match kind {
        Kind::Man if !R::RULES.man_captures_kings => board.men(!color),
        _ => board.of(!color),
    };
    let (route, start) = Route::<R>::of(position, color, kind, *from, victims, *to);
    let mut trial = Trial {
        route,
        kings: board.kings(!color),
        captured: Vec::new(),
        found: Vec::new(),
        jumps: 0,
    };
    trial.go_on(start, stops);
    trial.found
}

/// The search for attempts.
struct Trial<R: Rules> {
    route: Route<R>,
    /// The kings that may be captured.
    kings: BitsOf<R>,
    captured: Vec<Square>,
    found: Vec<Attempt>,
    jumps: usize,
}

impl<R: Rules> Trial<R> {
    fn go_on(&mut self, from: Standing<BitsOf<R>>, stops: &[Square]) {
        let mut next = Vec::new();
        self.route.each_jump(from, |jump, after| {
            next.push((jump, after));
            false
        });
        for &(jump, after) in &next {
            self.jumps += 1;
            if self.jumps > MAX_JUMPS || self.found.len() >= MAX_ATTEMPTS {
                return;
            }
            self.captured.push(jump.victim);
            match stops.split_first() {
                None if jump.at == self.route.to => self.end(jump, after, &next),
                Some((first, rest)) if *first == jump.at => self.go_on(after, rest),
                _ => {}
            }
            self.go_on(after, stops);
            self.captured.pop();
        }
    }

    /// Notes an attempt that ends with a jump, one of `all` from the same square.
    fn end(&mut self, jump: Jump, after: Standing<BitsOf<R>>, all: &[(Jump, Standing<BitsOf<R>>)]) {
        let goes_on = |after| self.route.each_jump(after, |_, _| true);
        let is_beside =
            |other: &Jump| other.direction == jump.direction && other.victim == jump.victim;
        let halts = R::RULES.halts_behind_king && after.long && self.kings.has(jump.victim);
        let end = if goes_on(after) {
            AttemptEnd::GoesOn
        } else if all
            .iter()
            .any(|(other, after)| is_beside(other) && goes_on(*after))
        {
            AttemptEnd::GoesOnElsewhere
        } else if halts && jump.at != jump.behind {
            AttemptEnd::BeyondKing
        } else {
            AttemptEnd::Complete
        };
        let captured = self.captured.clone();
        let attempt = Attempt { captured, end };
        if !self.found.contains(&attempt) {
            self.found.push(attempt);
        }
    }
}

/// The stops of one route of the capture `m`, as required by PDN 3.0 ("PDN 3.0 Restrictions", 9):
/// the square of each turn and, on straight parts, the square directly behind each captured piece
/// except the last; from and to are excluded.
pub(crate) fn stops<R: Rules>(position: &Position<R>, m: &MoveOf<R>) -> Vec<Square> {
    let mut jumps = Vec::new();
    if let Some((route, start)) = Route::<R>::new(position, m) {
        route.find(start, &mut jumps);
    }
    let pairs = jumps.iter().zip(jumps.iter().skip(1));
    pairs
        .map(|(jump, next)| {
            if jump.direction == next.direction {
                jump.behind
            } else {
                jump.at
            }
        })
        .collect()
}

/// One jump of a route.
#[derive(Clone, Copy)]
struct Jump {
    direction: Direction,
    victim: Square,
    /// The square directly behind the captured piece.
    behind: Square,
    /// The landing square.
    at: Square,
}

/// The state of the capturing piece within a route.
#[derive(Clone, Copy)]
struct Standing<B> {
    at: Square,
    /// Whether it continues as a long king.
    long: bool,
    /// Whether it continues as a man.
    man: bool,
    /// The direction of its last jump.
    came: Option<Direction>,
    /// The pieces still to be captured.
    left: B,
}

struct Route<R: Rules> {
    color: Color,
    /// All pieces except the capturing one.
    occupied: BitsOf<R>,
    /// All captured pieces.
    captured: BitsOf<R>,
    /// The crowning row, if the capturing piece is a man.
    crowning: BitsOf<R>,
    to: Square,
}

impl<R: Rules> Route<R> {
    fn new(position: &Position<R>, m: &MoveOf<R>) -> Option<(Self, Standing<BitsOf<R>>)> {
        let (color, kind) = position.board.at(m.from)?;
        Some(Self::of(position, color, kind, m.from, m.captured, m.to))
    }

    /// A route to `to` of the piece on `from` that captures pieces of `captured`.
    fn of(
        position: &Position<R>,
        color: Color,
        kind: Kind,
        from: Square,
        captured: BitsOf<R>,
        to: Square,
    ) -> (Self, Standing<BitsOf<R>>) {
        let route = Route::<R> {
            color,
            occupied: position.board.occupied() & !BitsOf::<R>::of(from),
            captured,
            crowning: crowning_row::<R::Geometry>(color),
            to,
        };
        let start = Standing {
            at: from,
            long: kind == Kind::King && R::RULES.long_king,
            man: kind == Kind::Man,
            came: None,
            left: captured,
        };
        (route, start)
    }

    /// Whether the remaining pieces can be captured with stops on the squares of `stops`.
    fn goes_on(&self, from: Standing<BitsOf<R>>, stops: &[Square]) -> bool {
        if from.left.is_empty() {
            return from.at == self.to && stops.is_empty();
        }
        self.each_jump(from, |jump, after| {
            let passed = match stops.split_first() {
                Some((first, rest)) if *first == jump.at => rest,
                _ => stops,
            };
            self.goes_on(after, passed)
        })
    }

    /// Appends to `jumps` a route that captures the remaining pieces; false if there is none.
    fn find(&self, from: Standing<BitsOf<R>>, jumps: &mut Vec<Jump>) -> bool {
        if from.left.is_empty() {
            return from.at == self.to;
        }
        self.each_jump(from, |jump, after| {
            jumps.push(jump);
            let found = self.find(after, jumps);
            if !found {
                jumps.pop();
            }
            found
        })
    }

    /// Calls `f` with each possible next jump and the state after it, until it returns true.
    fn each_jump(
        &self,
        from: Standing<BitsOf<R>>,
        mut f: impl FnMut(Jump, Standing<BitsOf<R>>) -> bool,
    ) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            if !self.may_go(&from, direction) {
                return false;
            }
            let ray = if from.long {
                R::Geometry::ray(from.at, direction)
            } else {
                next::<R>(from.at, direction)
            };
            let victim = R::Geometry::cut(ray, self.standing(from.left), direction) & from.left;
            if victim.is_empty() {
                return false;
            }
            let left = from.left & !victim;
            let behind = next::<R>(victim.lowest(), direction);
            let landings = self.landings(victim.lowest(), direction, from.long, left);
            landings.squares().any(|at| {
                let crowned = from.man && R::RULES.crowned_in_passing && self.crowning.has(at);
                let jump = Jump {
                    direction,
                    victim: victim.lowest(),
                    behind: behind.lowest(),
                    at,
                };
                let after = Standing {
                    at,
                    long: from.long || crowned && R::RULES.long_king,
                    man: from.man && !crowned,
                    came: Some(direction),
                    left,
                };
                f(jump, after)
            })
        })
    }

    /// Whether the piece may capture in `direction` at all.
    fn may_go(&self, from: &Standing<BitsOf<R>>, direction: Direction) -> bool {
        let turns_back = from.came == Some(direction.opposite());
        let may_turn_back = match R::RULES.removal {
            Removal::AfterMove => true,
            Removal::AtOnce { may_turn_back } => may_turn_back,
        };
        let of_man = match self.color {
            Color::White => man_captures::<R, White>(direction),
            Color::Black => man_captures::<R, Black>(direction),
        };
        R::RULES.captures.contain(direction)
            && (may_turn_back || !turns_back)
            && (of_man || !from.man)
    }

    /// The squares behind `victim` on which the piece can land.
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
