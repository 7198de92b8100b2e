//! Some neurons, with all that leads to them and from them.

use super::look::Look;
use super::rows::Rows;
use crate::eval::network::{CLASSES, MOST_OUT, NEURONS, ONE_IN, ONE_OUT};
use crate::training::fit::Pace;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// Some neurons.
#[derive(Clone, Debug)]
pub(super) struct Neurons {
    /// What they get from each input, and what they have without any.
    pub(super) rows: Rows<{ Neurons::WIDTH }>,
    /// By class, what they give to the side to move, and to the other one.
    pub(super) out: Rows<{ Neurons::WIDTH }>,
}

/// Of no neuron more can come from an input: sixty of these fit into 16 bits.
const MOST_IN: f32 = 1.5;
/// The same behind the neurons.
const MOST: f32 = MOST_OUT as f32 / ONE_OUT as f32;
/// What each neuron has without any input in the beginning, and the greatest number that is drawn for what it
/// gets from an input, and for what it gives.
const BIAS: f32 = 0.3;
const DRAWN_IN: f32 = 0.15;
const DRAWN_OUT: f32 = 0.1;

impl Neurons {
    /// How many.
    pub(super) const WIDTH: usize = 32;

    /// Neurons that get something from the inputs of `drawn`, and nothing from others yet.
    pub(super) fn new(inputs: usize, drawn: Range<usize>, random: &mut Pcg64Mcg) -> Neurons {
        let mut draw = |most: f32| [(); Self::WIDTH].map(|()| random.random_range(-most..most));
        let mut rows = Rows::new(inputs + 1, (-MOST_IN, MOST_IN));
        for row in drawn {
            rows.values[row] = draw(DRAWN_IN);
        }
        rows.values[inputs] = [BIAS; Self::WIDTH];
        let mut out = Rows::new(2 * CLASSES, (-MOST, MOST));
        let of_sides = [(); 2].map(|()| draw(DRAWN_OUT));
        for (row, values) in out.values.iter_mut().zip(of_sides.iter().cycle()) {
            *row = *values;
        }
        Neurons { rows, out }
    }

    /// Sets what they are from those of a network that begin at `first`: its rows and what comes behind them.
    pub(super) fn set_from(
        &mut self,
        rows: &[[i16; NEURONS]],
        out: &[[i16; NEURONS]],
        first: usize,
    ) {
        for (values, rows, one) in [
            (&mut self.rows.values, rows, ONE_IN),
            (&mut self.out.values, out, ONE_OUT),
        ] {
            for (value, row) in values.iter_mut().zip(rows) {
                *value = std::array::from_fn(|i| f32::from(row[first + i]) / f32::from(one));
            }
        }
    }

    /// The other way round.
    pub(super) fn put_into(
        &self,
        rows: &mut [[f32; NEURONS]],
        out: &mut [[f32; NEURONS]],
        first: usize,
    ) {
        for (values, rows) in [(&self.rows.values, rows), (&self.out.values, out)] {
            for (value, row) in values.iter().zip(rows) {
                row[first..first + Self::WIDTH].copy_from_slice(value);
            }
        }
    }

    /// Works out what comes out of the neurons, which begin at `first`. What they give.
    #[inline]
    pub(super) fn look(&self, look: &mut Look, first: usize) -> f32 {
        let bias = self.rows.values.len() - 1;
        let mut sum = [0.0; Self::WIDTH];
        for (side, inputs) in look.inputs.iter().enumerate() {
            let mut neurons = self.rows.values[bias];
            for &input in inputs {
                let row = &self.rows.values[input as usize];
                for (neuron, more) in neurons.iter_mut().zip(row) {
                    *neuron += more;
                }
            }
            let out = &self.out.values[2 * look.class + side];
            for ((neuron, out), sum) in neurons.iter_mut().zip(out).zip(&mut sum) {
                *neuron = neuron.clamp(0.0, 1.0);
                *sum += *neuron * *neuron * out;
            }
            look.neurons[side][first..first + Self::WIDTH].copy_from_slice(&neurons);
        }
        sum.iter().sum()
    }

    /// Adds up the slopes of the loss over what was seen.
    pub(super) fn meet(&mut self, seen: &[Look], first: usize) {
        let bias = self.rows.values.len() - 1;
        for look in seen {
            for side in 0..2 {
                let neurons: &[f32] = &look.neurons[side][first..first + Self::WIDTH];
                let row = 2 * look.class + side;
                let out = &self.out.values[row];
                let slopes: [f32; Self::WIDTH] = std::array::from_fn(|i| {
                    let is_cut = neurons[i] <= 0.0 || neurons[i] >= 1.0;
                    if is_cut {
                        0.0
                    } else {
                        2.0 * neurons[i] * out[i] * look.slope
                    }
                });
                (self.out).add(row, |i| look.slope * neurons[i] * neurons[i]);
                for &input in &look.inputs[side] {
                    self.rows.add(input as usize, |i| slopes[i]);
                }
                self.rows.add(bias, |i| slopes[i]);
            }
        }
    }

    /// A step against the slopes.
    pub(super) fn step(&mut self, pace: &Pace) {
        self.rows.step(pace);
        self.out.step(pace);
    }
}
