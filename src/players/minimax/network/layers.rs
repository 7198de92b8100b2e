//! Evaluates a network quickly: the weights of an input are contiguous, in blocks of eight neurons, only occupied squares are
//! visited, and outputs are remembered, because shallow searches come to many leaves again.

use super::{EvolvedNetwork, View};
use crate::minimax::value::{Value, WIN};
use kamen_core::board::{Color, Key};
use kamen_core::geometry::{Bits, Geometry};
use kamen_core::rules::{BoardOf, Position, Rules};

const LANES: usize = 8;
/// The blocks of a layer for which no memory is taken.
const FEW_BLOCKS: usize = 8;
/// Outputs that are remembered: a mebibyte.
const REMEMBERED: usize = 1 << 16;

type Block = [f32; LANES];

/// A network ready for evaluation.
#[derive(Debug)]
pub(in crate::minimax) struct Layers {
    /// The first hidden layer, whose inputs are squares.
    first: Layer,
    /// The others.
    later: Vec<Layer>,
    /// The weights of the output, in blocks, and its bias.
    weights: Vec<Block>,
    bias: f32,
    view: View,
    /// The last outputs, each at the place of its [key](Layers::output).
    remembered: Box<[(Key, Value)]>,
}

/// A hidden layer.
#[derive(Debug)]
struct Layer {
    neurons: usize,
    /// Blocks for each input.
    width: usize,
    /// The blocks of all inputs, one after the other.
    inputs: Vec<Block>,
    biases: Vec<Block>,
}

impl Layer {
    /// The layer of neurons with these weights and biases.
    fn new<'a>(neurons: impl ExactSizeIterator<Item = (&'a Vec<f32>, f32)>) -> Layer {
        let count = neurons.len();
        let width = count.div_ceil(LANES);
        let mut layer = Layer {
            neurons: count,
            width,
            inputs: Vec::new(),
            biases: vec![[0.0; LANES]; width],
        };
        for (place, (weights, bias)) in neurons.enumerate() {
            let (block, lane) = (place / LANES, place % LANES);
            layer.inputs.resize(weights.len() * width, [0.0; LANES]);
            layer.biases[block][lane] = bias;
            let blocks = layer.inputs.iter_mut().skip(block).step_by(width);
            for (to, weight) in blocks.zip(weights) {
                to[lane] = *weight;
            }
        }
        layer
    }

    /// Adds an input to the sums.
    #[inline]
    fn add(&self, sums: &mut [Block], input: usize, value: f32) {
        let first = input * self.width;
        let Some(blocks) = self.inputs.get(first..first + self.width) else {
            return;
        };
        for (sums, weights) in sums.iter_mut().zip(blocks) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += value * weight;
            }
        }
    }

    /// The sums of this layer, from those of the one before.
    fn after(&self, before: &[Block], neurons: usize) -> Vec<Block> {
        let mut sums = self.biases.clone();
        for (input, sum) in before.iter().flatten().take(neurons).enumerate() {
            self.add(&mut sums, input, logistic(*sum));
        }
        sums
    }
}

impl Layers {
    /// The value of a network output of 1.
    pub(in crate::minimax) const UNIT: Value = 1_000_000;

    pub(in crate::minimax) fn new(network: &EvolvedNetwork) -> Layers {
        let before = network.before.iter();
        let inner = before.map(|layer| Layer::new(layer.iter().map(|n| (&n.inputs, n.bias))));
        let last = network.neurons.iter().map(|n| (&n.inputs, n.bias));
        let mut later: Vec<Layer> = inner.chain([Layer::new(last)]).collect();
        let first = later.remove(0);
        let mut weights = vec![[0.0; LANES]; network.neurons.len().div_ceil(LANES)];
        for (place, neuron) in network.neurons.iter().enumerate() {
            weights[place / LANES][place % LANES] = neuron.weight;
        }
        Layers {
            first,
            later,
            weights,
            bias: network.bias,
            view: network.view,
            remembered: vec![(Key(0), 0); REMEMBERED].into(),
        }
    }

    /// The value of a position for the side to move, when `own` is the player's colour.
    pub(in crate::minimax) fn evaluate<R: Rules>(
        &mut self,
        position: &Position<R>,
        own: Color,
    ) -> Value {
        let side = self.view.side(own);
        let value = self.output::<R>(&position.board, side);
        if position.turn == side { value } else { -value }
    }

    /// The output for a board seen from a side, if need be worked out.
    fn output<R: Rules>(&mut self, board: &BoardOf<R>, own: Color) -> Value {
        let key = Key::new(board, own);
        let place = key.0 as usize % REMEMBERED;
        if self.remembered[place].0 != key {
            self.remembered[place] = (key, self.worked_out::<R>(board, own));
        }
        self.remembered[place].1
    }

    fn worked_out<R: Rules>(&self, board: &BoardOf<R>, own: Color) -> Value {
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
        let (mut few, mut many);
        let sums = match self.first.width {
            width @ 0..=FEW_BLOCKS => {
                few = [[0.0; LANES]; FEW_BLOCKS];
                few[..width].copy_from_slice(&self.first.biases);
                &mut few[..width]
            }
            _ => {
                many = self.first.biases.clone();
                &mut many[..]
            }
        };
        for &(square, input) in inputs.pieces.iter().take(inputs.count) {
            self.first.add(sums, usize::from(square), input);
        }
        let Some((second, rest)) = self.later.split_first() else {
            return self.value(sums);
        };
        let mut neurons = self.first.neurons;
        let mut sums = second.after(sums, std::mem::replace(&mut neurons, second.neurons));
        for layer in rest {
            sums = layer.after(&sums, std::mem::replace(&mut neurons, layer.neurons));
        }
        self.value(&sums)
    }

    /// The output, from the sums of the last hidden layer.
    fn value(&self, sums: &[Block]) -> Value {
        let mut output = self.bias;
        for (sums, weights) in sums.iter().zip(&self.weights) {
            for (sum, weight) in sums.iter().zip(weights) {
                output += weight * logistic(*sum);
            }
        }
        let most = 0.9 * WIN as f32;
        (output * Layers::UNIT as f32).clamp(-most, most) as Value
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

    #[inline]
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

/// The logistic function, from 0 to 1, identical on every machine.
#[inline]
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}
