//! Generates captures: jumps, their continuations and precedence.

use super::jumps::{FirstJumps, Jumps};
use super::{Counting, man_captures, precedence, sources, victims_of_men};
use crate::board::{Move, Side};
use crate::geometry::{Bits, Direction, Geometry, Square};
use crate::rules::{BitsOf, BoardOf, MoveOf, Precedence, Removal, Rules, crowning_row};
use std::marker::PhantomData;

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
    each_direction!(direction => {
        if const { R::RULES.captures.contain(direction) } {
            if const { R::RULES.long_king } {
                let jumpable = enemies & R::Geometry::shift(empty, direction.opposite());
                for king in kings.squares() {
                    let ray = R::Geometry::ray(king, direction);
                    if (R::Geometry::cut(ray, board.occupied(), direction) & jumpable).any() {
                        movers |= Bits::of(king);
                    }
                }
            } else {
                movers |= kings & sources::<R>(enemies, empty, direction);
            }
        }
    });
    movers
}

/// Whether `S` has a capture.
#[inline(always)]
pub(super) fn is_possible<R: Rules, S: Side>(board: &BoardOf<R>) -> bool {
    (board.men(S::COLOR) & Jumps::<R>::of_men::<S>(board).any).any()
        || jumping_kings::<R, S>(board).any()
}

/// Appends the legal captures of `S`; returns false if there are none.
#[inline(always)]
pub(super) fn captures<R: Rules, S: Side>(
    board: &BoardOf<R>,
    counting: Counting,
    moves: &mut Vec<MoveOf<R>>,
) -> bool {
    let jumps = Jumps::<R>::of_men::<S>(board);
    let men = board.men(S::COLOR) & jumps.any;
    let kings = jumping_kings::<R, S>(board);
    if (men | kings).is_empty() {
        return false;
    }
    if kings.any() || !short_captures::<R, S>(board, &jumps, moves) {
        walk_all::<R, S>(board, men, kings, counting, moves);
    }
    true
}

/// Appends the captures of men if none may jump more than twice; otherwise returns false.
#[inline(always)]
fn short_captures<R: Rules, S: Side>(
    board: &BoardOf<R>,
    jumps: &Jumps<R>,
    moves: &mut Vec<MoveOf<R>>,
) -> bool {
    let men = board.men(S::COLOR);
    let ranks_kings = precedence::counts_kings::<R>() && board.kings(S::Opponent::COLOR).any();
    let first = FirstJumps::<R>::new::<S>(men, jumps);
    if ranks_kings || first.crowned.any() {
        return false;
    }
    let ends = first.going_on.is_empty();
    if !ends && first.second_jumps::<S>(jumps).1.any() {
        return false;
    }
    if ends || precedence::is_free::<R>() {
        first.list_single::<S>(jumps, moves);
    }
    if !ends {
        first.list_double::<S>(jumps, moves);
    }
    true
}

/// Appends the captures of pieces that are known to have one.
#[inline(never)]
pub(super) fn walk_all<R: Rules, S: Side>(
    board: &BoardOf<R>,
    men: BitsOf<R>,
    kings: BitsOf<R>,
    counting: Counting,
    moves: &mut Vec<MoveOf<R>>,
) {
    let first = moves.len();
    let mut walk = Walk::<R, S> {
        board,
        counting,
        moves,
        first,
        highest: 0,
        from: Square(0),
        occupied: Bits::EMPTY,
        victims: Bits::EMPTY,
        jumpable: [Bits::EMPTY; Direction::COUNT],
        order: 0,
        side: PhantomData,
    };
    for king in kings.squares() {
        walk.lift(king, board.of(S::Opponent::COLOR));
        if const { R::RULES.long_king } {
            walk.long_from::<true>(king, None, Bits::EMPTY);
        } else {
            walk.short::<true>(Bits::of(king), Bits::EMPTY);
        }
    }
    if R::RULES.precedence == Precedence::KingFirst && kings.any() {
        return;
    }
    for man in men.squares() {
        walk.lift(man, victims_of_men::<R, S>(board));
        walk.short::<false>(Bits::of(man), Bits::EMPTY);
    }
}

/// The depth-first search for captures, piece by piece.
struct Walk<'a, R: Rules, S: Side> {
    board: &'a BoardOf<R>,
    counting: Counting,
    moves: &'a mut Vec<MoveOf<R>>,
    /// Index in `moves` of the first capture of this position.
    first: usize,
    /// The highest rank of a capture so far.
    highest: u64,
    from: Square,
    /// Pieces on the board except the capturing one.
    occupied: BitsOf<R>,
    /// Pieces that the capturing one may take.
    victims: BitsOf<R>,
    /// Per direction, the victims with an empty square behind them at the start of the walk. While
    /// captured pieces stay, this holds for the whole walk.
    jumpable: [BitsOf<R>; Direction::COUNT],
    /// A bit per captured piece, the first one highest, set for kings; maintained only if the
    /// precedence needs it.
    order: u32,
    side: PhantomData<S>,
}

impl<R: Rules, S: Side> Walk<'_, R, S> {
    const AT_ONCE: bool = matches!(R::RULES.removal, Removal::AtOnce { .. });
    const MAY_TURN_BACK: bool = matches!(
        R::RULES.removal,
        Removal::AtOnce {
            may_turn_back: true
        }
    );
    const KEEPS_ORDER: bool = matches!(R::RULES.precedence, Precedence::Italian);

    /// Removes the capturing piece from its start square, which it may cross or end on.
    #[inline(always)]
    fn lift(&mut self, from: Square, victims: BitsOf<R>) {
        self.from = from;
        self.victims = victims;
        self.occupied = self.board.occupied() & !BitsOf::<R>::of(from);
        each_direction!(direction => {
            if const { R::RULES.captures.contain(direction) } {
                self.jumpable[direction as usize] =
                    self.with_space_behind(direction, self.occupied);
            }
        });
    }

    /// The victims with an empty square behind them.
    #[inline(always)]
    fn with_space_behind(&self, direction: Direction, occupied: BitsOf<R>) -> BitsOf<R> {
        let empty = R::Geometry::BOARD & !occupied;
        self.victims & R::Geometry::shift(empty, direction.opposite())
    }

    /// The pieces on the board after `captured` were jumped.
    #[inline(always)]
    fn standing(&self, captured: BitsOf<R>) -> BitsOf<R> {
        if Self::AT_ONCE {
            self.occupied & !captured
        } else {
            self.occupied
        }
    }

    /// The victims that can still be jumped in `direction` once the piece is next to them.
    #[inline(always)]
    fn open(&self, direction: Direction, captured: BitsOf<R>) -> BitsOf<R> {
        if Self::AT_ONCE {
            self.with_space_behind(direction, self.standing(captured)) & !captured
        } else {
            self.jumpable[direction as usize] & !captured
        }
    }

    /// Records that `victim` is captured next, or undoes that.
    #[inline(always)]
    fn note(&mut self, victim: BitsOf<R>) {
        if Self::KEEPS_ORDER {
            self.order = self.order << 1 | u32::from((victim & self.board.kings).any());
        }
    }

    #[inline(always)]
    fn unnote(&mut self) {
        self.order >>= u32::from(Self::KEEPS_ORDER);
    }

    /// Continues with a man or a short king at `at`.
    fn short<const KING: bool>(&mut self, at: BitsOf<R>, captured: BitsOf<R>) {
        let mut goes_on = false;
        each_direction!(direction => {
            let may = if KING {
                R::RULES.captures.contain(direction)
            } else {
                man_captures::<R, S>(direction)
            };
            if may {
                let victim = R::Geometry::shift(at, direction) & self.open(direction, captured);
                if victim.any() {
                    goes_on = true;
                    self.short_jump::<KING>(victim, direction, captured | victim);
                }
            }
        });
        if !goes_on && captured.any() {
            let crowned = self.crowns(at);
            self.end::<KING>(at.lowest(), captured, crowned);
        }
    }

    /// Continues with a man or a short king that has just jumped `victim`, the last of `captured`.
    #[inline(always)]
    fn short_jump<const KING: bool>(
        &mut self,
        victim: BitsOf<R>,
        direction: Direction,
        captured: BitsOf<R>,
    ) {
        let landing = R::Geometry::shift(victim, direction);
        self.note(victim);
        if !KING && R::RULES.crowned_in_passing && self.crowns(landing) {
            self.long_from::<false>(landing.lowest(), Some(direction), captured);
        } else {
            self.short::<KING>(landing, captured);
        }
        self.unnote();
    }

    /// Whether `at` is on the crowning row of a man.
    #[inline(always)]
    fn crowns(&self, at: BitsOf<R>) -> bool {
        (at & crowning_row::<R::Geometry>(S::COLOR)).any()
    }

    /// Continues with a long king at `at`, which arrived by a jump in direction `last`; `KING` is
    /// false for a man crowned during the capture.
    fn long_from<const KING: bool>(
        &mut self,
        at: Square,
        last: Option<Direction>,
        captured: BitsOf<R>,
    ) {
        let mut goes_on = false;
        each_direction!(direction => {
            let turns_back = last.is_some_and(|last| direction == last.opposite());
            if R::RULES.captures.contain(direction) && (Self::MAY_TURN_BACK || !turns_back) {
                let victim = self.long_victim(at, direction, captured);
                if victim.any() {
                    goes_on = true;
                    self.long_jump::<KING>(victim, direction, captured | victim);
                }
            }
        });
        if !goes_on && captured.any() {
            self.end::<KING>(at, captured, true);
        }
    }

    /// The piece that a long king at `at` can jump in `direction`, or nothing.
    #[inline(always)]
    fn long_victim(&self, at: Square, direction: Direction, captured: BitsOf<R>) -> BitsOf<R> {
        let ray = R::Geometry::ray(at, direction);
        let reach = R::Geometry::cut(ray, self.standing(captured), direction);
        reach & self.open(direction, captured)
    }

    /// Continues with a long king that has just jumped `victim`, the last of `captured`.
    fn long_jump<const KING: bool>(
        &mut self,
        victim: BitsOf<R>,
        direction: Direction,
        captured: BitsOf<R>,
    ) {
        self.note(victim);
        let standing = self.standing(captured);
        let ray = R::Geometry::ray(victim.lowest(), direction);
        let reach = R::Geometry::cut(ray, standing, direction);
        let behind = R::Geometry::shift(victim, direction);
        let landings = if R::RULES.lands_behind {
            behind
        } else {
            reach & !standing
        };
        // The next victim on the same line is the same from every landing square.
        let next = reach & self.open(direction, captured);
        let mut goes_on = next.any();
        if goes_on {
            self.long_jump::<KING>(next, direction, captured | next);
        }
        for turn in Direction::ALL {
            let back = turn == direction.opposite() && !Self::MAY_TURN_BACK;
            if turn == direction || back || !R::RULES.captures.contain(turn) {
                continue;
            }
            for at in landings.squares() {
                let next = self.long_victim(at, turn, captured);
                if next.any() {
                    goes_on = true;
                    self.long_jump::<KING>(next, turn, captured | next);
                }
            }
        }
        if !goes_on {
            let halts = R::RULES.halts_behind_king && (victim & self.board.kings).any();
            for at in if halts { behind } else { landings }.squares() {
                self.end::<KING>(at, captured, true);
            }
        }
        self.unnote();
    }

    /// Stores a complete capture, unless the precedence prefers one found before.
    #[inline(always)]
    fn end<const KING: bool>(&mut self, to: Square, captured: BitsOf<R>, crowned: bool) {
        if !precedence::is_free::<R>() {
            let rank = precedence::rank::<R>(captured, self.board.kings, KING, self.order);
            if rank < self.highest {
                return;
            }
            if rank > self.highest {
                self.highest = rank;
                self.moves.truncate(self.first);
            }
        }
        let m = if KING {
            Move::king(self.from, to, captured)
        } else {
            Move::man(self.from, to, captured, crowned)
        };
        // Two routes to the same end need at least three jumps.
        let repeats = |other: &MoveOf<R>| other.is_same_as(&m);
        if captured.count() < 3
            || self.counting == Counting::Paths
            || !self.moves[self.first..].iter().any(repeats)
        {
            self.moves.push(m);
        }
    }
}
