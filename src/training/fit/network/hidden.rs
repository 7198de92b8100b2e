//! The hidden layer, in slices that are trained in parallel.

use super::forward::ForwardPass;
use super::parameters::Parameters;
use crate::fit::StepParams;
use kamen_eval::network::{CLASSES, MOST_OUT, NEURONS, ONE_IN, ONE_OUT};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// A slice of the hidden neurons, with their weights on both sides.
#[derive(Clone, Debug)]
pub(super) struct HiddenSlice {
    /// By input, the weights to each neuron; the last row is the bias.
    pub(super) incoming: Parameters<{ HiddenSlice::WIDTH }>,
    /// By output bucket and view, the weights from each neuron.
    pub(super) outgoing: Parameters<{ HiddenSlice::WIDTH }>,
}

/// The bound of an incoming weight: the sum of sixty fits into 16 bits.
const MOST_IN: f32 = 1.5;
/// The bound of an outgoing weight.
const MOST: f32 = MOST_OUT as f32 / ONE_OUT as f32;
/// The initial bias, and the bounds of the random initial weights.
const BIAS: f32 = 0.3;
const DRAWN_IN: f32 = 0.15;
const DRAWN_OUT: f32 = 0.1;

impl HiddenSlice {
    /// HiddenSlice in a slice.
    pub(super) const WIDTH: usize = 32;

    /// Random weights for the inputs of `drawn`, zero for all others.
    pub(super) fn new(inputs: usize, drawn: Range<usize>, random: &mut Pcg64Mcg) -> HiddenSlice {
        let mut draw = |most: f32| [(); Self::WIDTH].map(|()| random.random_range(-most..most));
        let mut incoming = Parameters::new(inputs + 1, (-MOST_IN, MOST_IN));
        for row in drawn {
            incoming.values[row] = draw(DRAWN_IN);
        }
        incoming.values[inputs] = [BIAS; Self::WIDTH];
        let mut outgoing = Parameters::new(2 * CLASSES, (-MOST, MOST));
        let of_sides = [(); 2].map(|()| draw(DRAWN_OUT));
        for (row, values) in outgoing.values.iter_mut().zip(of_sides.iter().cycle()) {
            *row = *values;
        }
        HiddenSlice { incoming, outgoing }
    }

    /// Loads the weights of the neurons from `first` on.
    pub(super) fn load(&mut self, rows: &[[i16; NEURONS]], out: &[[i16; NEURONS]], first: usize) {
        for (values, rows, one) in [
            (&mut self.incoming.values, rows, ONE_IN),
            (&mut self.outgoing.values, out, ONE_OUT),
        ] {
            for (value, row) in values.iter_mut().zip(rows) {
                *value = std::array::from_fn(|i| f32::from(row[first + i]) / f32::from(one));
            }
        }
    }

    /// The inverse of [`Self::load`].
    pub(super) fn store(
        &self,
        rows: &mut [[f32; NEURONS]],
        out: &mut [[f32; NEURONS]],
        first: usize,
    ) {
        for (values, rows) in [(&self.incoming.values, rows), (&self.outgoing.values, out)] {
            for (value, row) in values.iter().zip(rows) {
                row[first..first + Self::WIDTH].copy_from_slice(value);
            }
        }
    }

    /// Computes the activations of the neurons from `first` on. Returns their contribution to the logit.
    #[inline]
    pub(super) fn forward(&self, pass: &mut ForwardPass, first: usize) -> f32 {
        let bias = self.incoming.values.len() - 1;
        let mut sum = [0.0; Self::WIDTH];
        for (side, inputs) in pass.inputs.iter().enumerate() {
            let mut neurons = self.incoming.values[bias];
            for &input in inputs {
                let row = &self.incoming.values[input as usize];
                for (neuron, more) in neurons.iter_mut().zip(row) {
                    *neuron += more;
                }
            }
            let out = &self.outgoing.values[2 * pass.class + side];
            for ((neuron, out), sum) in neurons.iter_mut().zip(out).zip(&mut sum) {
                *neuron = neuron.clamp(0.0, 1.0);
                *sum += *neuron * *neuron * out;
            }
            pass.hidden[side][first..first + Self::WIDTH].copy_from_slice(&neurons);
        }
        sum.iter().sum()
    }

    /// The backward pass: accumulates the gradients of a batch.
    pub(super) fn accumulate(&mut self, passes: &[ForwardPass], first: usize) {
        let bias = self.incoming.values.len() - 1;
        for pass in passes {
            for side in 0..2 {
                let neurons: &[f32] = &pass.hidden[side][first..first + Self::WIDTH];
                let row = 2 * pass.class + side;
                let out = &self.outgoing.values[row];
                let gradients: [f32; Self::WIDTH] = std::array::from_fn(|i| {
                    let is_clamped = neurons[i] <= 0.0 || neurons[i] >= 1.0;
                    if is_clamped {
                        0.0
                    } else {
                        2.0 * neurons[i] * out[i] * pass.gradient
                    }
                });
                (self.outgoing).accumulate(row, |i| pass.gradient * neurons[i] * neurons[i]);
                for &input in &pass.inputs[side] {
                    self.incoming.accumulate(input as usize, |i| gradients[i]);
                }
                self.incoming.accumulate(bias, |i| gradients[i]);
            }
        }
    }

    /// Takes an optimizer step.
    pub(super) fn step(&mut self, params: &StepParams) {
        self.incoming.step(params);
        self.outgoing.step(params);
    }
}
