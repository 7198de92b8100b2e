//! Captures: jumps, their continuation and the choice among them.

use super::{each_diagonal, jumpers, man_captures, step};
use crate::board::{Move, Side};
use crate::geometry::{Bits, Direction, Geometry, Square};
use crate::rules::{BitsOf, BoardOf, MoveOf, Precedence, Rules, crowning_row};
use std::marker::PhantomData;

/// Men of `S` that can jump, in any direction open to them.
#[inline(always)]
fn jumping_men<R: Rules, S: Side>(board: &BoardOf<R>) -> BitsOf<R> {
    let men = board.men(S::COLOR);
    let enemies = board.of(S::Opponent::COLOR);
    let empty = board.empty::<R::Geometry>();
    let mut movers = BitsOf::<R>::EMPTY;
    each_diagonal(|direction| {
        if man_captures::<R, S>(direction) {
            movers |= jumpers::<R>(men, enemies, empty, direction);
        }
    });
    movers
}

/// Kings of `S` that can jump.
#[inline(always)]
pub(super) fn jumping_kings<R: Rules, S: Side>(board: &BoardOf<R>) -> BitsOf<R> {
    let kings = board.kings(S::COLOR);
    let mut movers = BitsOf::<R>::EMPTY;
    if kings.is_empty() {
        return movers;
    }
    let enemies = board.of(S::Opponent::COLOR);
    let empty = board.empty::<R::Geometry>();
    if R::RULES.long_king {
        for king in kings.squares() {
            each_diagonal(|direction| {
                let jumpable = enemies & R::Geometry::shift(empty, direction.opposite());
                let ray = R::Geometry::ray(king, direction);
                if (R::Geometry::cut(ray, board.occupied(), direction) & jumpable).any() {
                    movers |= Bits::of(king);
                }
            });
        }
    } else {
        each_diagonal(|direction| movers |= jumpers::<R>(kings, enemies, empty, direction));
    }
    movers
}

/// Whether `S` has a capture.
#[inline(always)]
pub(super) fn is_possible<R: Rules, S: Side>(board: &BoardOf<R>) -> bool {
    jumping_men::<R, S>(board).any() || jumping_kings::<R, S>(board).any()
}

/// Appends the captures that `S` may choose from; false if there are none.
#[inline(always)]
pub(super) fn captures<R: Rules, S: Side>(board: &BoardOf<R>, moves: &mut Vec<MoveOf<R>>) -> bool {
    let men = jumping_men::<R, S>(board);
    let kings = jumping_kings::<R, S>(board);
    if (men | kings).is_empty() {
        return false;
    }
    walk_all::<R, S>(board, men, kings, moves);
    true
}

/// Appends the captures of pieces that are known to have one.
#[inline(never)]
pub(super) fn walk_all<R: Rules, S: Side>(
    board: &BoardOf<R>,
    men: BitsOf<R>,
    kings: BitsOf<R>,
    moves: &mut Vec<MoveOf<R>>,
) {
    let first = moves.len();
    let mut walk = Walk::<R, S> {
        board,
        moves,
        first,
        most: 0,
        from: Square(0),
        occupied: Bits::EMPTY,
        jumpable: [Bits::EMPTY; Direction::COUNT],
        side: PhantomData,
    };
    for king in kings.squares() {
        walk.lift(king);
        if R::RULES.long_king {
            walk.long_king(king);
        } else {
            walk.short::<true>(Bits::of(king), Bits::EMPTY);
        }
    }
    if R::RULES.precedence == Precedence::KingFirst && kings.any() {
        return;
    }
    for man in men.squares() {
        walk.lift(man);
        walk.short::<false>(Bits::of(man), Bits::EMPTY);
    }
}

/// The search for the captures of one piece after another.
struct Walk<'a, R: Rules, S: Side> {
    board: &'a BoardOf<R>,
    moves: &'a mut Vec<MoveOf<R>>,
    /// Where the captures of this position begin in `moves`.
    first: usize,
    /// The most pieces taken by a capture so far.
    most: usize,
    from: Square,
    /// Pieces on the board, without the capturing one.
    occupied: BitsOf<R>,
    /// Per direction, the enemies with an empty square behind them. Captured pieces stay until the
    /// move is complete, so this holds for the whole walk of one piece.
    jumpable: [BitsOf<R>; Direction::COUNT],
    side: PhantomData<S>,
}

impl<R: Rules, S: Side> Walk<'_, R, S> {
    /// Takes a piece off its square: it may pass over or end on it.
    #[inline(always)]
    fn lift(&mut self, from: Square) {
        self.from = from;
        self.occupied = self.board.occupied() & !BitsOf::<R>::of(from);
        let empty = R::Geometry::BOARD & !self.occupied;
        let enemies = self.board.of(S::Opponent::COLOR);
        each_diagonal(|direction| {
            self.jumpable[direction as usize] =
                enemies & R::Geometry::shift(empty, direction.opposite());
        });
    }

    /// Goes on with a man or a short king that stands at `at`.
    fn short<const KING: bool>(&mut self, at: BitsOf<R>, captured: BitsOf<R>) {
        let mut goes_on = false;
        each_diagonal(|direction| {
            if KING || man_captures::<R, S>(direction) {
                let open = self.jumpable[direction as usize] & !captured;
                let victim = step::<R>(at, direction, open);
                if victim.any() {
                    goes_on = true;
                    let landing = R::Geometry::shift(victim, direction);
                    self.short::<KING>(landing, captured | victim);
                }
            }
        });
        if !goes_on && captured.any() {
            self.end::<KING>(at.lowest(), captured);
        }
    }

    /// Starts the captures of a long king.
    #[inline(always)]
    fn long_king(&mut self, king: Square) {
        each_diagonal(|direction| {
            let victim = self.long_victim(king, direction, Bits::EMPTY);
            if victim.any() {
                self.long_jump(victim, direction, victim);
            }
        });
    }

    /// The piece that a long king at `at` can jump in `direction`, or nothing.
    #[inline(always)]
    fn long_victim(&self, at: Square, direction: Direction, captured: BitsOf<R>) -> BitsOf<R> {
        let ray = R::Geometry::ray(at, direction);
        let reach = R::Geometry::cut(ray, self.occupied, direction);
        reach & self.jumpable[direction as usize] & !captured
    }

    /// Goes on with a long king that has just jumped over `victim`, the last of `captured`.
    fn long_jump(&mut self, victim: BitsOf<R>, direction: Direction, captured: BitsOf<R>) {
        let ray = R::Geometry::ray(victim.lowest(), direction);
        let reach = R::Geometry::cut(ray, self.occupied, direction);
        let landings = reach & !self.occupied;
        // The next victim on the same line is the same from every landing square.
        let next = reach & self.jumpable[direction as usize] & !captured;
        let mut goes_on = next.any();
        if goes_on {
            self.long_jump(next, direction, captured | next);
        }
        for turn in direction.sideways() {
            for at in landings.squares() {
                let next = self.long_victim(at, turn, captured);
                if next.any() {
                    goes_on = true;
                    self.long_jump(next, turn, captured | next);
                }
            }
        }
        if !goes_on {
            for at in landings.squares() {
                self.end::<true>(at, captured);
            }
        }
    }

    /// A capture is complete: keeps it if the rules prefer nothing found before.
    #[inline(always)]
    fn end<const KING: bool>(&mut self, to: Square, captured: BitsOf<R>) {
        let taken = captured.count();
        if R::RULES.precedence == Precedence::Most {
            if taken < self.most {
                return;
            }
            if taken > self.most {
                self.most = taken;
                self.moves.truncate(self.first);
            }
        }
        let m = if KING {
            Move::king(self.from, to, captured)
        } else {
            let crowned = crowning_row::<R::Geometry>(S::COLOR).has(to);
            Move::man(self.from, to, captured, crowned)
        };
        // Two routes to the same end need at least four jumps.
        if !(taken >= 4 && self.moves[self.first..].contains(&m)) {
            self.moves.push(m);
        }
    }
}
