//! A learned evaluation by a small network, with the [`terms`] beside it.
//!
//! One layer of neurons sees the board from either side ([`Inputs`]). What comes out of a neuron is cut to 0 to 1 and
//! squared, and the sum of all, each times a weight that depends on the number of pieces, is the score. In play
//! all numbers are whole ones.
//!
//! The sums of the first layer are made anew for every position: a board has few tiles (four to nine), so that this is
//! less work than to keep the sums from one position to the next and to take out and put in what changed, as Yu Nasu's
//! *Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi* (2018) do with their many inputs. It
//! makes 1.24 to 1.30 times as many nodes a second.

mod inputs;
#[cfg(test)]
mod tests;

pub use inputs::{Inputs, MOST_TILES};

use super::terms::{self, Terms};
use super::weights::Weights;
use super::{Evaluator, views};
use crate::board::Color;
use crate::geometry::{Bits, Geometry};
use crate::rules::{Position, Rules};
use crate::score::Score;
use crate::with_rules;

/// Neurons that see the board from one side.
pub const NEURONS: usize = 64;
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

    /// The sum behind the neurons that see these men: own ones, which go up, and those of the other side.
    #[inline(always)]
    fn behind<G: Geometry>(&self, men: [G::Bits; 2], out: &Row) -> i32 {
        let mut rows = [&self.bias; MOST_TILES];
        Inputs::<G>::look(men, |tile, input| rows[tile] = &self.rows[input]);
        let rows = &rows[..Inputs::<G>::TILES];
        let given = (0..NEURONS).map(|i| {
            let sum = rows
                .iter()
                .fold(self.bias[i], |sum, row| sum.wrapping_add(row[i]));
            let cut = sum.clamp(0, ONE_IN);
            i32::from(cut.wrapping_mul(out[i])) * i32::from(cut)
        });
        given.fold(0, i32::wrapping_add)
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

/// What a sum behind the neurons counts, times 2^32.
fn factor(scale: f64) -> i64 {
    let one = f64::from(ONE_IN) * f64::from(ONE_IN) * f64::from(ONE_OUT);
    (scale * f64::from(Weights::UNIT) / one * 2f64.powi(32)).round() as i64
}

impl<R: Rules> Evaluator<R> for Network {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> Score {
        let board = &position.board;
        let class = class::<R::Geometry>(board.occupied().count());
        let [white, black] = views::<R::Geometry>(board);
        let [own, other] = match position.turn {
            Color::White => [white, black],
            Color::Black => [black, white],
        };
        let [out_own, out_other] = &self.out[class];
        let sum = (self.behind::<R::Geometry>(own, out_own))
            .wrapping_add(self.behind::<R::Geometry>(other, out_other));
        let score = ((i64::from(sum) * self.factor) >> 32) as i32 + self.constants[class];
        let score = score.clamp(-MOST_SCORE, MOST_SCORE);
        let for_white = match position.turn {
            Color::White => score,
            Color::Black => -score,
        };
        self.terms.score(position, [for_white; 2])
    }
}
