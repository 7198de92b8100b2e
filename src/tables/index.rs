//! Numbers the positions of a material. Begin with [`Index`].

use super::material::{MOST_PIECES, Material};
use crate::board::{Board, Color};
use crate::geometry::{Bits, Geometry, Square};
use crate::rules::crowning_row;
use num_traits::One;
use std::marker::PhantomData;

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

/// The numbers of the positions of a material with White to move.
///
/// A number is made of four: the places of White's men, of Black's men, of White's kings and of Black's kings. Men stand on
/// no square where they would be kings; kings are counted among the squares that are left. Numbers under which men
/// of both sides share a square belong to no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index<G> {
    material: Material,
    /// The numbers of each of the four.
    sizes: [u64; 4],
    geometry: PhantomData<G>,
}

impl<G: Geometry> Index<G> {
    /// The numbers of a material, in which White is to move.
    pub fn new(material: Material) -> Index<G> {
        let [men, other_men] = material.men.map(usize::from);
        let [kings, other_kings] = material.kings.map(usize::from);
        let for_men = G::SQUARES - crowning_row::<G>(Color::White).count();
        let free = G::SQUARES - men - other_men;
        Index {
            material,
            sizes: [
                BINOMIAL[for_men][men],
                BINOMIAL[for_men][other_men],
                BINOMIAL[free][kings],
                BINOMIAL[free - kings][other_kings],
            ],
            geometry: PhantomData,
        }
    }

    /// The material.
    pub fn material(&self) -> Material {
        self.material
    }

    /// One more than the highest number.
    pub fn size(&self) -> u64 {
        self.sizes.iter().product()
    }

    /// The number of a position with White to move.
    #[inline]
    pub fn of(&self, board: &Board<G::Bits>) -> u64 {
        let [white, black] = [Color::White, Color::Black].map(|color| board.men(color));
        let kings = board.kings(Color::White);
        let men = white | black;
        // White's men have no business on the first row, Black's none on the last.
        let skipped = G::SQUARES / G::HEIGHT;
        let ranks = [
            rank::<G>(white, |place, _| place - skipped),
            rank::<G>(black, |place, _| place),
            rank_among::<G>(kings, men),
            rank_among::<G>(board.kings(Color::Black), men | kings),
        ];
        let joined = ranks.iter().zip(self.sizes);
        joined.fold(0, |sum, (&rank, size)| sum * size + rank)
    }

    /// The position of a number; `None` if it has none.
    #[inline]
    pub fn board(&self, number: u64) -> Option<Board<G::Bits>> {
        let mut rest = number;
        let mut ranks = [0; 4];
        for (rank, size) in ranks.iter_mut().zip(self.sizes).rev() {
            *rank = rest % size;
            rest /= size;
        }
        let Material { men, kings } = self.material;
        let skipped = G::SQUARES / G::HEIGHT;
        let white = unrank::<G>(ranks[0], men[0], skipped);
        let black = unrank::<G>(ranks[1], men[1], 0);
        if (white & black).any() {
            return None;
        }
        let own = unrank_among::<G>(ranks[2], kings[0], white | black);
        let others = unrank_among::<G>(ranks[3], kings[1], white | black | own);
        Some(Board {
            pieces: [white | own, black | others],
            kings: own | others,
        })
    }
}

/// The rank of a set among those of its size, by the places of its squares from the lowest.
#[inline(always)]
fn rank<G: Geometry>(set: G::Bits, place_of: impl Fn(usize, Square) -> usize) -> u64 {
    let mut sum = 0;
    for (k, square) in set.squares().enumerate() {
        let place = place_of(usize::from(G::PLACE_OF[square.index()]), square);
        sum += BINOMIAL[place][k + 1];
    }
    sum
}

/// The same among the squares that are not `taken`.
#[inline(always)]
fn rank_among<G: Geometry>(set: G::Bits, taken: G::Bits) -> u64 {
    rank::<G>(set, |place, square| {
        let below = G::Bits::of(square) - G::Bits::one();
        place - (taken & below).count()
    })
}

/// The place of the highest of `k` squares of this rank, below `limit`.
#[inline(always)]
fn highest(rank: u64, k: usize, mut limit: usize) -> usize {
    loop {
        limit -= 1;
        if BINOMIAL[limit][k] <= rank {
            return limit;
        }
    }
}

#[inline(always)]
fn unrank<G: Geometry>(mut rank: u64, count: u8, skipped: usize) -> G::Bits {
    let mut set = G::Bits::EMPTY;
    let mut limit = G::SQUARES;
    for k in (1..=usize::from(count)).rev() {
        limit = highest(rank, k, limit);
        rank -= BINOMIAL[limit][k];
        set |= Bits::of(Square(G::BIT_OF[limit + skipped]));
    }
    set
}

#[inline(always)]
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

/// The position with the other side to move, turned so that it is White again.
#[inline]
pub fn turned<G: Geometry>(board: &Board<G::Bits>) -> Board<G::Bits> {
    Board {
        pieces: [G::turned(board.pieces[1]), G::turned(board.pieces[0])],
        kings: G::turned(board.kings),
    }
}
