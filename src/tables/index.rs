//! Numbers the positions of a material. Begin with [`Index`].

use super::material::MOST_PIECES;
use super::slice::Slice;
use kamen_core::board::{Board, Color};
use kamen_core::geometry::{Bits, Geometry, Shape};
use kamen_core::rules::{BoardOf, Position, Rules};
use num_traits::One;
use std::marker::PhantomData;
use std::ops::Range;

/// Squares of the largest board.
const MOST_SQUARES: usize = 72;

/// `BINOMIAL[n][k]`: the ways to choose k of n squares.
static BINOMIAL: [[u64; MOST_PIECES + 1]; MOST_SQUARES + 1] = binomials();

const fn binomials() -> [[u64; MOST_PIECES + 1]; MOST_SQUARES + 1] {
    let mut table = [[0; MOST_PIECES + 1]; MOST_SQUARES + 1];
    let mut n = 0;
    while n <= MOST_SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST_PIECES && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The numbers of the positions of a slice with White to move.
///
/// A number is made of four, the last the fastest: the places of Black's men, of White's men, of Black's kings and of
/// White's kings. Men are counted from their back row on, so that those with the same foremost row come one after the
/// other; they stand on no square where they would be kings. Kings are counted among the squares that are left. Numbers
/// under which men of both sides share a square belong to no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index<G> {
    slice: Slice,
    /// The numbers of each of the four.
    sizes: [u64; 4],
    /// The men of White and of Black that come before those of the slice.
    before: [u64; 2],
    geometry: PhantomData<G>,
}

impl<G: Geometry> Index<G> {
    /// The numbers of a slice, in which White is to move.
    pub fn new(slice: Slice) -> Index<G> {
        let (sizes, before) = counts(slice, G::SQUARES, G::SQUARES / G::HEIGHT);
        Index {
            slice,
            sizes,
            before,
            geometry: PhantomData,
        }
    }

    /// The slice.
    pub fn slice(&self) -> Slice {
        self.slice
    }

    /// One more than the highest number.
    pub fn size(&self) -> u64 {
        self.sizes.iter().product()
    }

    /// The numbers of each of the four that make a number.
    #[cfg(feature = "make")]
    pub(super) fn sizes(&self) -> [u64; 4] {
        self.sizes
    }

    /// The squares beyond White's foremost man.
    #[cfg(feature = "make")]
    pub(super) fn beyond_white(&self) -> G::Bits {
        let rows = G::HEIGHT - 1 - usize::from(self.slice.lead[0]);
        let beyond = G::ROWS.iter().take(rows);
        beyond.fold(G::Bits::EMPTY, |set, &row| set | row)
    }

    /// The number of a position of the slice.
    #[inline]
    pub fn of(&self, board: &Board<G::Bits>) -> u64 {
        let ranks = self.ranks(board);
        let joined = ranks.iter().zip(self.sizes);
        joined.fold(0, |sum, (&rank, size)| sum * size + rank)
    }

    /// The four that make the number of a position of the slice.
    #[inline]
    pub(super) fn ranks(&self, board: &Board<G::Bits>) -> [u64; 4] {
        let [men, kings] = split(board);
        let taken = men[0] | men[1];
        [
            rank::<G>(men[1]) - self.before[1],
            rank::<G>(G::turned(men[0])) - self.before[0],
            rank_among::<G>(kings[1], taken),
            rank_among::<G>(kings[0], taken | kings[1]),
        ]
    }

    /// The numbers of the positions with these men, of White and of Black.
    #[cfg(feature = "make")]
    #[inline]
    pub(super) fn among(&self, [white, black]: [G::Bits; 2]) -> Among<G> {
        let white_rank = rank::<G>(G::turned(white)) - self.before[0];
        let black_rank = rank::<G>(black) - self.before[1];
        let men = black_rank * self.sizes[1] + white_rank;
        Among {
            first: men * self.sizes[2] * self.sizes[3],
            each: self.sizes[3],
            men: white | black,
        }
    }

    /// The position of a number; `None` if it has none.
    #[inline]
    pub fn board(&self, number: u64) -> Option<Board<G::Bits>> {
        let [.., for_others, for_own] = self.sizes;
        let (rest, own) = (number / for_own, number % for_own);
        let (rest, others) = (rest / for_others, rest % for_others);
        let men = self.men(rest)?;
        let kings = self.slice.material.kings;
        let taken = men[0] | men[1];
        let others = unrank_among::<G>(others, kings[1], taken);
        let own = unrank_among::<G>(own, kings[0], taken | others);
        Some(board_of(men, [own, others]))
    }

    /// The men of a number that is divided by the numbers for kings; `None` if they share a square.
    #[inline]
    fn men(&self, number: u64) -> Option<[G::Bits; 2]> {
        let men = self.slice.material.men;
        let (black, white) = (number / self.sizes[1], number % self.sizes[1]);
        let white = G::turned(unrank::<G>(white + self.before[0], men[0]));
        let black = unrank::<G>(black + self.before[1], men[1]);
        (white & black).is_empty().then_some([white, black])
    }

    /// Calls `f` with each number of a range that has a position, in their order.
    #[inline]
    pub fn each_board(&self, range: Range<u64>, mut f: impl FnMut(u64, Board<G::Bits>)) {
        let [_, _, for_others, for_own] = self.sizes;
        let for_kings = for_others * for_own;
        let [own_kings, other_kings] = self.slice.material.kings;
        // White's kings are the fastest, or Black's if White has none.
        let (fast, count) = match own_kings {
            0 => (for_others, other_kings),
            _ => (for_own, own_kings),
        };
        let mut number = range.start;
        while number < range.end {
            let Some(men) = self.men(number / for_kings) else {
                number = range.end.min((number / for_kings + 1) * for_kings);
                continue;
            };
            let taken = men[0] | men[1];
            let slow = match own_kings {
                0 => G::Bits::EMPTY,
                _ => unrank_among::<G>(number / for_own % for_others, other_kings, taken),
            };
            let taken = taken | slow;
            let mut set = unrank_among::<G>(number % fast, count, taken);
            let end = range.end.min((number / fast + 1) * fast);
            loop {
                let kings = match own_kings {
                    0 => [slow, set],
                    _ => [set, slow],
                };
                f(number, board_of(men, kings));
                number += 1;
                if number >= end {
                    break;
                }
                set = next_among(set, G::BOARD & !taken);
            }
        }
    }
}

/// The numbers of each of the four that make a number, on a board of which the slice has positions.
pub(super) fn sizes_on(board: &Shape, slice: Slice) -> [u64; 4] {
    counts(slice, board.squares, board.per_row()).0
}

/// On a board of so many squares, with so many in a row: the numbers of each of the four, and the men of White and of Black that
/// come before those of the slice.
#[inline]
fn counts(slice: Slice, squares: usize, across: usize) -> ([u64; 4], [u64; 2]) {
    let [men, other_men] = slice.material.men.map(usize::from);
    let [kings, other_kings] = slice.material.kings.map(usize::from);
    let free = squares - men - other_men;
    let placed = |men: usize, lead: u8| match men {
        0 => (0, 1),
        _ => {
            let before = BINOMIAL[across * usize::from(lead)][men];
            let until = BINOMIAL[across * (usize::from(lead) + 1)][men];
            (before, until - before)
        }
    };
    let (before, size) = placed(men, slice.lead[0]);
    let (other_before, other_size) = placed(other_men, slice.lead[1]);
    let for_others = BINOMIAL[free][other_kings];
    let for_own = BINOMIAL[free - other_kings][kings];
    (
        [other_size, size, for_others, for_own],
        [before, other_before],
    )
}

/// The men of White and of Black, and their kings.
#[inline]
pub(super) fn split<B: Bits>(board: &Board<B>) -> [[B; 2]; 2] {
    let sides = [Color::White, Color::Black];
    [
        sides.map(|color| board.men(color)),
        sides.map(|color| board.kings(color)),
    ]
}

#[inline]
fn board_of<B: Bits>(men: [B; 2], kings: [B; 2]) -> Board<B> {
    Board {
        pieces: [men[0] | kings[0], men[1] | kings[1]],
        kings: kings[0] | kings[1],
    }
}

/// The numbers of the positions with some men.
#[cfg(feature = "make")]
pub(super) struct Among<G: Geometry> {
    first: u64,
    /// The numbers for each set of Black's kings.
    each: u64,
    men: G::Bits,
}

#[cfg(feature = "make")]
impl<G: Geometry> Among<G> {
    /// The number of the position with these kings, of White and of Black.
    #[inline]
    pub(super) fn of(&self, [own, others]: [G::Bits; 2]) -> u64 {
        let other_rank = rank_among::<G>(others, self.men);
        self.first + other_rank * self.each + rank_among::<G>(own, self.men | others)
    }
}

/// The next set of as many squares among the `free` ones.
#[inline]
fn next_among<B: Bits>(set: B, free: B) -> B {
    let lowest = set & B::EMPTY.wrapping_sub(&set);
    // Adding the lowest square carries over all that are not free.
    let moved = (set | !free).wrapping_sub(&B::EMPTY.wrapping_sub(&lowest)) & free;
    let mut next = moved;
    let mut rest = free;
    for _ in moved.count()..set.count() {
        let lowest = rest & B::EMPTY.wrapping_sub(&rest);
        next |= lowest;
        rest ^= lowest;
    }
    next
}

/// The rank of a set among those of its size, by the places of its squares from the top left.
#[inline]
fn rank<G: Geometry>(set: G::Bits) -> u64 {
    let mut sum = 0;
    for (k, square) in set.squares().enumerate() {
        sum += BINOMIAL[usize::from(G::PLACE_OF[square.index()])][k + 1];
    }
    sum
}

/// The same among the squares that are not `taken`.
#[inline]
fn rank_among<G: Geometry>(set: G::Bits, taken: G::Bits) -> u64 {
    let mut sum = 0;
    for (k, square) in set.squares().enumerate() {
        let below = G::Bits::of(square) - G::Bits::one();
        let place = usize::from(G::PLACE_OF[square.index()]) - (taken & below).count();
        sum += BINOMIAL[place][k + 1];
    }
    sum
}

/// The place of the highest of `k` squares of this rank, below `limit`.
#[inline]
fn highest(rank: u64, k: usize, mut limit: usize) -> usize {
    loop {
        limit -= 1;
        if BINOMIAL[limit][k] <= rank {
            return limit;
        }
    }
}

#[inline]
fn unrank<G: Geometry>(mut rank: u64, count: u8) -> G::Bits {
    let mut set = G::Bits::EMPTY;
    let mut limit = G::SQUARES;
    for k in (1..=usize::from(count)).rev() {
        limit = highest(rank, k, limit);
        rank -= BINOMIAL[limit][k];
        set |= Bits::of(G::square(limit));
    }
    set
}

#[inline]
fn unrank_among<G: Geometry>(mut rank: u64, count: u8, taken: G::Bits) -> G::Bits {
    let mut set = G::Bits::EMPTY;
    let mut limit = G::SQUARES - taken.count();
    let free = G::BOARD & !taken;
    for k in (1..=usize::from(count)).rev() {
        limit = highest(rank, k, limit);
        rank -= BINOMIAL[limit][k];
        if let Some(square) = free.squares().nth(limit) {
            set |= Bits::of(square);
        }
    }
    set
}

/// The board of a position, turned where Black is to move so that it is White.
#[inline]
pub(super) fn as_white<R: Rules>(position: &Position<R>) -> BoardOf<R> {
    match position.turn {
        Color::White => position.board,
        Color::Black => turned::<R::Geometry>(&position.board),
    }
}

/// The position of a board with White to move, without a history.
#[inline]
pub(super) fn white_to_move<R: Rules>(board: BoardOf<R>) -> Position<R> {
    Position::new(board, Color::White)
}

/// The position with the other side to move, turned so that it is White again.
#[inline]
pub fn turned<G: Geometry>(board: &Board<G::Bits>) -> Board<G::Bits> {
    Board {
        pieces: [G::turned(board.pieces[1]), G::turned(board.pieces[0])],
        kings: G::turned(board.kings),
    }
}
