//! A learned evaluation by a small network, with the [`terms`] beside it.
//!
//! One layer of neurons sees the board from either side ([`Inputs`]). What comes out of a neuron is cut to 0 to 1 and
//! squared, and the sum of all, each times a weight that depends on the number of pieces, is the score. The sums of
//! the first layer are kept from one position to the next, and brought up to date by what is different on the
//! board: Yu Nasu's *Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi* (2018). In
//! play all numbers are whole ones.

mod inputs;
#[cfg(test)]
mod tests;

pub use inputs::{Inputs, MOST_TILES};

use super::Evaluator;
use super::terms::{self, Terms};
use super::weights::Weights;
use crate::board::Color;
use crate::geometry::{Bits, Geometry};
use crate::rules::{BitsOf, BoardOf, Position, Rules};
use crate::score::Score;
use crate::with_rules;
use std::mem;

/// Neurons that see the board from one side.
pub const NEURONS: usize = 128;
/// Classes of positions by the number of pieces; each has weights of its own behind the neurons.
pub const CLASSES: usize = 8;
/// What 1 is before the neurons.
pub const ONE_IN: i16 = 255;
/// What 1 is behind the neurons, where no weight is greater than [`MOST_OUT`].
pub const ONE_OUT: i16 = 64;
/// The greatest weight behind the neurons; times [`ONE_IN`] it fits into 16 bits.
pub const MOST_OUT: i16 = 127;

/// The greatest score without terms, in parts of a centi-man.
const MOST_SCORE: i32 = Score::MAX_EVAL.0 * Weights::UNIT;

/// What the neurons of one side get from an input, or what they have.
type Row = [i16; NEURONS];

/// The class of a position.
#[inline(always)]
pub fn class<G: Geometry>(pieces: usize) -> usize {
    (pieces.saturating_sub(1) * CLASSES / terms::full::<G>()).min(CLASSES - 1)
}

/// The measures of the network, as text.
pub(super) fn measures<G: Geometry>() -> String {
    let tiles = Inputs::<G>::TILES;
    let (inputs, classes) = (Inputs::<G>::COUNT, CLASSES);
    format!("{tiles} tiles {inputs} inputs {NEURONS} neurons {classes} classes")
}

/// How many numbers it has: for each input what it gives to each neuron; what each neuron has without any; by
/// class what is behind the neurons of the side to move and of the other one; and what is added in each class.
pub(super) fn size<G: Geometry>() -> usize {
    (Inputs::<G>::COUNT + 1 + 2 * CLASSES) * NEURONS + CLASSES
}

/// A learned evaluation by a network.
#[derive(Clone, Debug)]
pub struct Network {
    name: String,
    /// What comes from an input, those of men in those of tiles.
    rows: Box<[Row]>,
    /// What there is without any input.
    bias: Row,
    /// By class, for the side to move and the other one.
    out: [[Row; 2]; CLASSES],
    /// By class, in parts of a centi-man.
    constants: [i32; CLASSES],
    /// What the sum behind the neurons counts, in parts of a centi-man times 2^32.
    factor: i64,
    terms: Terms,
}

/// The sums of the neurons for the position that was judged last.
#[derive(Clone, Debug)]
pub struct Memory<R: Rules> {
    /// The men of White and Black.
    men: [BitsOf<R>; 2],
    sides: [Side; 2],
}

/// What one side sees.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Side {
    sums: Row,
    /// The numbers of the tiles.
    tiles: [u16; MOST_TILES],
}

impl<R: Rules> Default for Memory<R> {
    /// For evaluations that need none.
    fn default() -> Memory<R> {
        let side = Side {
            sums: [0; NEURONS],
            tiles: [0; MOST_TILES],
        };
        Memory {
            men: [Bits::EMPTY; 2],
            sides: [side.clone(), side],
        }
    }
}

impl Network {
    /// The evaluation by these weights, which are of [`Kind::Network`](super::weights::Kind).
    pub fn new(weights: &Weights) -> Network {
        let (_, terms) = weights.parts();
        let (rows, constants) = weights.network.as_chunks::<NEURONS>();
        let (rows, out) = rows.split_at(rows.len().saturating_sub(2 * CLASSES));
        let (bias, inputs) = rows.split_last().unwrap_or((&[0; NEURONS], &[]));
        let mut network = Network {
            name: weights.name(),
            rows: with_rules!(weights.origin.variant, R => fold::<<R as Rules>::Geometry>(inputs)),
            bias: *bias,
            out: [[[0; NEURONS]; 2]; CLASSES],
            constants: [0; CLASSES],
            factor: factor(weights.origin.scale),
            terms: Terms::new(terms, &weights.leads),
        };
        for (to, from) in network.out.as_flattened_mut().iter_mut().zip(out) {
            *to = from.map(|weight| weight.clamp(-MOST_OUT, MOST_OUT));
        }
        for (to, from) in network.constants.iter_mut().zip(constants) {
            *to = i32::from(*from);
        }
        network
    }

    /// As in [`Weights::name`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Brings the sums up to date.
    #[inline(always)]
    fn update<R: Rules>(&self, memory: &mut Memory<R>, board: &BoardOf<R>) {
        let mut tiles = [memory.sides[0].tiles, memory.sides[1].tiles];
        for color in [Color::White, Color::Black] {
            let now = board.men(color);
            let was = mem::replace(&mut memory.men[color as usize], now);
            for square in (was ^ now).squares() {
                let sign = if now.has(square) { 1 } else { u16::MAX };
                for (view, tiles) in [Color::White, Color::Black].into_iter().zip(&mut tiles) {
                    let place = Inputs::<R::Geometry>::place(view, square);
                    let (tile, counts) = Inputs::<R::Geometry>::on_tile(view == color, place);
                    tiles[tile] = tiles[tile].wrapping_add(sign.wrapping_mul(counts));
                }
            }
        }
        for (side, tiles) in memory.sides.iter_mut().zip(tiles) {
            let mut sums = side.sums;
            let first = &Inputs::<R::Geometry>::FIRST[..Inputs::<R::Geometry>::TILES];
            for (first, (was, now)) in first.iter().zip(side.tiles.iter().zip(&tiles)) {
                if was != now {
                    let [was, now] = [was, now].map(|stands| usize::from(first + stands));
                    change(&mut sums, &self.rows[was], &self.rows[now]);
                }
            }
            *side = Side { sums, tiles };
        }
    }

    /// The sum behind the neurons, for the side to move.
    #[inline(always)]
    fn output(&self, own: &Row, other: &Row, class: usize) -> i32 {
        let [out_own, out_other] = &self.out[class];
        half(own, out_own).wrapping_add(half(other, out_other))
    }
}

/// What comes from each input in play: what comes from men is added to what comes from tiles.
fn fold<G: Geometry>(inputs: &[Row]) -> Box<[Row]> {
    let folded = inputs.iter().take(Inputs::<G>::IN_PLAY).enumerate();
    let folded = folded.map(|(input, row)| {
        Inputs::<G>::men_of(input).fold(*row, |sum, man| {
            std::array::from_fn(|i| sum[i].wrapping_add(inputs[man][i]))
        })
    });
    folded.collect()
}

#[inline(always)]
fn change(sums: &mut Row, was: &Row, now: &Row) {
    for ((sum, was), now) in sums.iter_mut().zip(was).zip(now) {
        *sum = sum.wrapping_add(now.wrapping_sub(*was));
    }
}

#[inline(always)]
fn half(sums: &Row, out: &Row) -> i32 {
    let products = sums.iter().zip(out).map(|(&sum, &out)| {
        let cut = sum.clamp(0, ONE_IN);
        i32::from(cut.wrapping_mul(out)) * i32::from(cut)
    });
    products.fold(0, i32::wrapping_add)
}

/// What a sum behind the neurons counts, times 2^32.
fn factor(scale: f64) -> i64 {
    let one = f64::from(ONE_IN) * f64::from(ONE_IN) * f64::from(ONE_OUT);
    (scale * f64::from(Weights::UNIT) / one * 2f64.powi(32)).round() as i64
}

impl<R: Rules> Evaluator<R> for Network {
    type Memory = Memory<R>;

    fn memory(&self) -> Memory<R> {
        let mut memory = Memory::default();
        let mut sums = self.bias;
        for tile in 0..Inputs::<R::Geometry>::TILES {
            let empty = &self.rows[usize::from(Inputs::<R::Geometry>::FIRST[tile])];
            sums = std::array::from_fn(|i| sums[i].wrapping_add(empty[i]));
        }
        for side in &mut memory.sides {
            side.sums = sums;
        }
        memory
    }

    #[inline]
    fn evaluate(&self, memory: &mut Memory<R>, position: &Position<R>) -> Score {
        let board = &position.board;
        self.update(memory, board);
        let [own, other] = [position.turn, !position.turn].map(|color| color as usize);
        let class = class::<R::Geometry>(board.occupied().count());
        let [own, other] = [own, other].map(|view| &memory.sides[view].sums);
        let sum = i64::from(self.output(own, other, class));
        let score = ((sum * self.factor) >> 32) as i32 + self.constants[class];
        let score = score.clamp(-MOST_SCORE, MOST_SCORE);
        let for_white = match position.turn {
            Color::White => score,
            Color::Black => -score,
        };
        self.terms.score(position, [for_white; 2])
    }
}
