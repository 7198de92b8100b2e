//! Evaluates a network quickly: the weights of a square are contiguous, in blocks of eight neurons,
//! and only occupied squares are visited.

use super::{EvolvedNetwork, View};
use crate::minimax::value::{Value, WIN};
use kamen_core::board::Color;
use kamen_core::geometry::{Bits, Geometry};
use kamen_core::rules::{BoardOf, Position, Rules};

const LANES: usize = 8;
const MOST_BLOCKS: usize = EvolvedNetwork::MOST_NEURONS / LANES;

type Block = [f32; LANES];

/// A network ready for evaluation.
#[derive(Clone, Debug)]
pub(in crate::minimax) struct Layers {
    /// Blocks per square.
    width: usize,
    /// The blocks of all squares, square by square.
    squares: Vec<Block>,
    biases: Vec<Block>,
    weights: Vec<Block>,
    bias: f32,
    view: View,
}

impl Layers {
    /// The value of a network output of 1.
    pub(in crate::minimax) const UNIT: Value = 1_000_000;

    pub(in crate::minimax) fn new(network: &EvolvedNetwork) -> Layers {
        let width = network.neurons.len().div_ceil(LANES).min(MOST_BLOCKS);
        let inputs = EvolvedNetwork::inputs(network.variant);
        let mut layers = Layers {
            width,
            squares: vec![[0.0; LANES]; inputs * width],
            biases: vec![[0.0; LANES]; width],
            weights: vec![[0.0; LANES]; width],
            bias: network.bias,
            view: network.view,
        };
        for (place, neuron) in network.neurons.iter().take(width * LANES).enumerate() {
            let (block, lane) = (place / LANES, place % LANES);
            layers.biases[block][lane] = neuron.bias;
            layers.weights[block][lane] = neuron.weight;
            let blocks = layers.squares.iter_mut().skip(block).step_by(width);
            for (to, weight) in blocks.zip(&neuron.squares) {
                to[lane] = *weight;
            }
        }
        layers
    }

    /// The value of a position for the side to move, when `own` is the player's colour.
    pub(in crate::minimax) fn evaluate<R: Rules>(
        &self,
        position: &Position<R>,
        own: Color,
    ) -> Value {
        let side = self.view.side(own);
        let value = self.output::<R>(&position.board, side);
        if position.turn == side { value } else { -value }
    }

    /// The output for a board seen from a side.
    fn output<R: Rules>(&self, board: &BoardOf<R>, own: Color) -> Value {
        let mut inputs = Inputs::default();
        let last = R::Geometry::SQUARES - 1;
        let groups = [
            (board.men(own), 1.0),
            (board.kings(own), 5.0),
            (board.men(!own), -1.0),
            (board.kings(!own), -5.0),
        ];
        for (pieces, input) in groups {
            for square in pieces.squares() {
                let place = usize::from(R::Geometry::PLACE_OF[square.index()]);
                let seen = match own {
                    Color::White => place,
                    Color::Black => last - place,
                };
                inputs.push(seen, input);
            }
        }
        self.forward(&inputs)
    }

    /// The value of a position, once for all boards.
    fn forward(&self, inputs: &Inputs) -> Value {
        let mut sums = Sums::new(self);
        for &(square, input) in inputs.pieces.iter().take(inputs.count) {
            sums.add(self, usize::from(square), input);
        }
        sums.value(self)
    }
}

/// The inputs that are not 0: squares, each with its piece.
struct Inputs {
    pieces: [(u8, f32); Inputs::MOST],
    count: usize,
}

impl Inputs {
    /// Playing squares of the largest board.
    const MOST: usize = 72;

    #[inline(always)]
    fn push(&mut self, square: usize, input: f32) {
        if let Some(place) = self.pieces.get_mut(self.count) {
            *place = (square as u8, input);
            self.count += 1;
        }
    }
}

impl Default for Inputs {
    fn default() -> Self {
        let pieces = [(0, 0.0); Inputs::MOST];
        Inputs { pieces, count: 0 }
    }
}

/// The accumulators of the hidden neurons.
struct Sums([Block; MOST_BLOCKS]);

impl Sums {
    fn new(layers: &Layers) -> Sums {
        let mut sums = [[0.0; LANES]; MOST_BLOCKS];
        sums[..layers.width].copy_from_slice(&layers.biases);
        Sums(sums)
    }

    /// Adds the piece on a square, which must be a playing square.
    #[inline]
    fn add(&mut self, layers: &Layers, square: usize, input: f32) {
        let first = square * layers.width;
        let Some(blocks) = layers.squares.get(first..first + layers.width) else {
            return;
        };
        for (sums, weights) in self.0.iter_mut().zip(blocks) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
    }

    fn value(&self, layers: &Layers) -> Value {
        let mut output = layers.bias;
        for (sums, weights) in self.0.iter().zip(&layers.weights) {
            for (sum, weight) in sums.iter().zip(weights) {
                output += weight * logistic(*sum);
            }
        }
        let most = 0.9 * WIN as f32;
        (output * Layers::UNIT as f32).clamp(-most, most) as Value
    }
}

/// The logistic function, from 0 to 1, identical on every machine.
#[inline]
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}
