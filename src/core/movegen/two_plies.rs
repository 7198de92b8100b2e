//! Counts two plies at a time: the replies to all quiet moves of men at once.
//!
//! A quiet move of a man changes two squares. The replies of men differ only near them, so the
//! replies to all steps in one direction are counted with a few set operations; only steps that
//! allow a double capture must be made.

use super::capture;
use super::jumps::Jumps;
use super::{Counting, count, each_position_after, is_over, man_captures, man_moves, quiet};
use super::{precedence, victims_of_men};
use crate::board::{Move, Side};
use crate::geometry::{Bits, Direction, Geometry};
use crate::rules::{BitsOf, BoardOf, MoveOf, Position, Rules, crowning_row};
use std::marker::PhantomData;

/// The number of sequences of two moves, the first by `S`, the side to move. `scratch` is restored.
#[inline(always)]
pub fn count_two_plies<R: Rules, S: Side>(
    position: &Position<R>,
    counting: Counting,
    scratch: &mut Vec<MoveOf<R>>,
) -> usize {
    let board = &position.board;
    let others_kings = board.kings(S::Opponent::COLOR);
    let jumps = Jumps::<R>::of_men::<S::Opponent>(board);
    let threats = board.of(S::Opponent::COLOR) & jumps.any;
    if (others_kings | threats).any() || capture::is_possible::<R, S>(board) || is_over::<R>(board)
    {
        let mut nodes = 0;
        each_position_after::<R, S>(position, counting, scratch, |next, scratch| {
            nodes += count::<R, S::Opponent>(next, counting, scratch);
        });
        return nodes;
    }
    let replies = Replies::<R, S>::new(board, &jumps);
    let men = board.men(S::COLOR);
    let crowning = crowning_row::<R::Geometry>(S::COLOR);
    let mut nodes = 0;
    each_direction!(direction => {
        if const { man_moves::<R, S>(direction) } {
            let targets = R::Geometry::shift(men, direction) & replies.empty;
            let (counted, others) = replies.count(targets & !crowning, direction);
            nodes += counted;
            for to in (others | targets & crowning).squares() {
                let from = R::Geometry::neighbour(to, direction.opposite());
                let m = Move::man(from, to, Bits::EMPTY, crowning.has(to));
                nodes += count::<R, S::Opponent>(&position.after_move_of::<S>(&m), counting, scratch);
            }
        }
    });
    quiet::each_quiet_move_of_kings::<R, S>(position, |m| {
        nodes += count::<R, S::Opponent>(&position.after_move_of::<S>(m), counting, scratch);
    });
    nodes
}

/// The replies of the opponent of `S` to a quiet move of a man of `S`. The opponent must have no
/// kings and no capture.
pub(super) struct Replies<R: Rules, S: Side> {
    pub(super) empty: BitsOf<R>,
    /// The number of the opponent's quiet moves before the move.
    quiet: usize,
    /// Per direction, the squares next to the men.
    next: [BitsOf<R>; Direction::COUNT],
    /// Per direction, the squares on which a new piece can be jumped.
    jumped: [BitsOf<R>; Direction::COUNT],
    /// Per direction, the squares to which a man can jump when they are empty.
    shielded: [BitsOf<R>; Direction::COUNT],
    /// The squares from which a jump continues.
    onward: BitsOf<R>,
    /// Whether single jumps differ in rank.
    ranked: bool,
    side: PhantomData<S>,
}

impl<R: Rules, S: Side> Replies<R, S> {
    #[inline(always)]
    pub(super) fn new(board: &BoardOf<R>, jumps: &Jumps<R>) -> Self {
        let men = board.of(S::Opponent::COLOR);
        let victims = victims_of_men::<R, S::Opponent>(board);
        let mut replies = Replies {
            empty: board.empty::<R::Geometry>(),
            quiet: 0,
            next: [Bits::EMPTY; Direction::COUNT],
            jumped: [Bits::EMPTY; Direction::COUNT],
            shielded: [Bits::EMPTY; Direction::COUNT],
            onward: jumps.any,
            ranked: precedence::counts_kings::<R>() && board.kings.any(),
            side: PhantomData,
        };
        if const { R::RULES.crowned_in_passing } {
            replies.onward |= crowning_row::<R::Geometry>(S::Opponent::COLOR);
        }
        each_direction!(direction => {
            let next = R::Geometry::shift(men, direction);
            replies.next[direction as usize] = next;
            if const { man_moves::<R, S::Opponent>(direction) } {
                replies.quiet += (next & replies.empty).count();
            }
            if const { man_captures::<R, S::Opponent>(direction) } {
                replies.jumped[direction as usize] =
                    next & R::Geometry::shift(replies.empty, direction.opposite());
                replies.shielded[direction as usize] =
                    R::Geometry::shift(next & victims, direction);
            }
        });
        replies
    }

    /// The number of replies to the steps in `direction` to `targets`, and the targets not counted,
    /// whose moves must be made.
    #[inline(always)]
    pub(super) fn count(&self, targets: BitsOf<R>, direction: Direction) -> (usize, BitsOf<R>) {
        let back = direction.opposite();
        let left = R::Geometry::shift(targets, back);
        // Steps that allow a capture, and those of them that may allow a second jump.
        let (mut captures, mut long) = (BitsOf::<R>::EMPTY, BitsOf::<R>::EMPTY);
        let (mut opened, mut long_opened) = (BitsOf::<R>::EMPTY, BitsOf::<R>::EMPTY);
        each_direction!(jump => {
            if const { man_captures::<R, S::Opponent>(jump) } {
                let jumped = targets & self.jumped_at(jump, back);
                captures |= jumped;
                let landing = R::Geometry::shift(jumped, jump) & self.onward;
                long |= R::Geometry::shift(landing, jump.opposite());
                let shielded = left & self.shielded[jump as usize];
                opened |= shielded;
                long_opened |= shielded & self.onward;
            }
        });
        if man_captures::<R, S::Opponent>(direction) {
            // The jump to the vacated square may continue over the man that left it.
            let behind = R::Geometry::shift(self.empty, back);
            long_opened |= opened & R::Geometry::shift(behind, back);
        }
        captures |= R::Geometry::shift(opened, direction);
        long |= R::Geometry::shift(long_opened, direction);
        if self.ranked {
            long = captures;
        }
        let count = self.count_quiet(targets & !captures, direction)
            + self.count_single_jumps(captures & !long, direction);
        (count, long)
    }

    /// The number of replies to steps that allow no capture: the quiet moves before, minus those to
    /// the square now occupied, plus those to the vacated square.
    #[inline(always)]
    fn count_quiet(&self, targets: BitsOf<R>, direction: Direction) -> usize {
        let left = R::Geometry::shift(targets, direction.opposite());
        let mut count = targets.count() * self.quiet;
        each_direction!(step => {
            if const { man_moves::<R, S::Opponent>(step) } {
                count += (self.next[step as usize] & left).count();
                count -= (self.next[step as usize] & targets).count();
            }
        });
        count
    }

    /// The number of replies to steps that allow only single jumps.
    #[inline(always)]
    fn count_single_jumps(&self, targets: BitsOf<R>, direction: Direction) -> usize {
        let back = direction.opposite();
        let left = R::Geometry::shift(targets, back);
        let mut count = 0;
        each_direction!(jump => {
            if const { man_captures::<R, S::Opponent>(jump) } {
                count += (targets & self.jumped_at(jump, back)).count();
                count += (left & self.shielded[jump as usize]).count();
            }
        });
        count
    }

    /// The squares on which a man that arrives by a step from direction `back` can be jumped in
    /// direction `jump`; its vacated square is empty.
    #[inline(always)]
    fn jumped_at(&self, jump: Direction, back: Direction) -> BitsOf<R> {
        if jump == back {
            self.next[jump as usize]
        } else {
            self.jumped[jump as usize]
        }
    }
}
