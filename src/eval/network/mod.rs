//! A learned evaluation: a small network plus the [`terms`]. Begin with [`Network`].
//!
//! One layer of neurons sees the board from both sides ([`Inputs`]). The activation is squared
//! clipped ReLU: clamped to 0..=1, then squared. The score is the weighted sum of the outputs, with
//! weights selected by the number of pieces. In play all arithmetic is on integers.
//!
//! The accumulators are computed anew for every position: a board has few tiles (four to nine), so
//! this is less work than updating them incrementally, as in Yu Nasu's *Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi* (2018), which has many inputs. It
//! gives 1.24 to 1.30 times the nodes per second.

mod inputs;
#[cfg(test)]
mod tests;

pub use inputs::{Inputs, MOST_TILES};

use super::explain::{Parts, Seen, Term};
use super::terms::{self, Terms};
use super::weight::UNIT;
use super::{Evaluator, views};
use kamen_core::board::{Board, Color};
use kamen_core::geometry::{Bits, Geometry};
use kamen_core::rules::{Position, Rules};
use kamen_core::score::Score;

/// Neurons per side.
pub const NEURONS: usize = 64;
/// Classes of positions by the number of pieces; each has its own output weights.
pub const CLASSES: usize = 8;
/// The integer for 1.0 in the first layer.
pub const ONE_IN: i16 = 255;
/// The integer for 1.0 in the output layer, whose weights are at most [`MOST_OUT`].
pub const ONE_OUT: i16 = 64;
/// The greatest output weight; its product with [`ONE_IN`] fits into 16 bits.
pub const MOST_OUT: i16 = 127;

/// The greatest network score, in parts of a centi-man ([`UNIT`]).
const MOST_SCORE: i32 = Score::MAX_EVAL.0 * UNIT;

/// A row of first-layer weights, or an accumulator, of one side.
pub(super) type Row = [i16; NEURONS];

/// The class of a position.
#[inline(always)]
pub fn class<G: Geometry>(pieces: usize) -> usize {
    (pieces.saturating_sub(1) * CLASSES / terms::full::<G>()).min(CLASSES - 1)
}

/// The dimensions of the network, as text.
pub(super) fn measures<G: Geometry>() -> String {
    let tiles = Inputs::<G>::TILES;
    let (inputs, classes) = (Inputs::<G>::COUNT, CLASSES);
    format!("{tiles} tiles {inputs} inputs {NEURONS} neurons {classes} classes")
}

/// Number of parameters: a row per input, the biases of the neurons, per class the output weights
/// of the side to move and of the opponent, and a constant per class.
pub(super) fn size<G: Geometry>() -> usize {
    (Inputs::<G>::COUNT + 1 + 2 * CLASSES) * NEURONS + CLASSES
}

/// A learned network evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    name: String,
    /// The row of each input in play, with single men folded into tiles.
    rows: Box<[Row]>,
    /// The biases of the neurons.
    bias: Row,
    /// Output weights by class, for the side to move and the opponent.
    out: [[Row; 2]; CLASSES],
    /// Constants by class, in parts of a centi-man.
    constants: [i32; CLASSES],
    /// The factor from the output sum to parts of a centi-man, times 2^32.
    factor: i64,
    terms: Terms,
}

impl Network {
    /// An evaluation with a name, the scale and the numbers of a file of weights, those of the terms, and a way to
    /// make the rows of play of those of the file.
    pub(super) fn of_parts(
        name: String,
        scale: f64,
        numbers: &[i16],
        terms: Terms,
        fold: impl Fn(&[Row]) -> Box<[Row]>,
    ) -> Network {
        let (rows, constants) = numbers.as_chunks::<NEURONS>();
        let (rows, out) = rows.split_at(rows.len().saturating_sub(2 * CLASSES));
        let (bias, inputs) = rows.split_last().unwrap_or((&[0; NEURONS], &[]));
        let mut network = Network {
            name,
            rows: fold(inputs),
            bias: *bias,
            out: [[[0; NEURONS]; 2]; CLASSES],
            constants: [0; CLASSES],
            factor: factor(scale),
            terms,
        };
        for (to, from) in network.out.as_flattened_mut().iter_mut().zip(out) {
            *to = from.map(|weight| weight.clamp(-MOST_OUT, MOST_OUT));
        }
        for (to, from) in network.constants.iter_mut().zip(constants) {
            *to = i32::from(*from);
        }
        network
    }

    /// The name of its weights; see [`Weights::name`](super::weights::Weights::name).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The weighted sum of the neuron outputs for these men: own men, which move up, and the opponent's.
    #[inline(always)]
    fn behind<G: Geometry>(&self, men: [G::Bits; 2], out: &Row) -> i32 {
        let mut rows = [&self.bias; MOST_TILES];
        Inputs::<G>::for_each(men, |tile, input| rows[tile] = &self.rows[input]);
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

/// Folds the rows of single men into the rows of tiles that contain them.
pub(super) fn fold<G: Geometry>(inputs: &[Row]) -> Box<[Row]> {
    let folded = inputs.iter().take(Inputs::<G>::IN_PLAY).enumerate();
    let folded = folded.map(|(input, row)| {
        Inputs::<G>::men_of(input).fold(*row, |sum, man| {
            std::array::from_fn(|i| sum[i].wrapping_add(inputs[man][i]))
        })
    });
    folded.collect()
}

/// The factor of the output sum, times 2^32.
fn factor(scale: f64) -> i64 {
    let one = f64::from(ONE_IN) * f64::from(ONE_IN) * f64::from(ONE_OUT);
    (scale * f64::from(UNIT) / one * 2f64.powi(32)).round() as i64
}

impl Network {
    /// The score of the network for White, without the terms, in parts of a centi-man.
    #[inline(always)]
    fn of_white<G: Geometry>(&self, board: &Board<G::Bits>, turn: Color) -> i32 {
        let class = class::<G>(board.occupied().count());
        let [white, black] = views::<G>(board);
        let [own, other] = match turn {
            Color::White => [white, black],
            Color::Black => [black, white],
        };
        let [out_own, out_other] = &self.out[class];
        let sum = (self.behind::<G>(own, out_own)).wrapping_add(self.behind::<G>(other, out_other));
        let score = ((i64::from(sum) * self.factor) >> 32) as i32 + self.constants[class];
        let score = score.clamp(-MOST_SCORE, MOST_SCORE);
        match turn {
            Color::White => score,
            Color::Black => -score,
        }
    }

    /// The parts of the score for White.
    pub(super) fn parts<G: Geometry>(&self, seen: &Seen<'_, G>) -> Parts {
        let of_white = self.of_white::<G>(seen.board, seen.turn);
        let network = (Term::Network, [[of_white; 2], [0; 2]]);
        self.terms.parts(seen, vec![network])
    }
}

impl<R: Rules> Evaluator<R> for Network {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> Score {
        let of_white = self.of_white::<R::Geometry>(&position.board, position.turn);
        self.terms.score(position, [of_white; 2])
    }
}
