//! Training of a network.

mod forward;
mod hidden;
mod output;
mod parameters;
#[cfg(test)]
mod tests;

use super::{StepParams, quantize};
use crate::dataset::Sample;
use forward::ForwardPass;
use hidden::HiddenSlice;
use kamen_core::geometry::Geometry;
use kamen_core::rules::RuleSet;
use kamen_eval::network::{CLASSES, Inputs, MOST_OUT, NEURONS, ONE_IN, ONE_OUT};
use kamen_eval::weights::{Origin, Weights};
use output::OutputLayer;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::mem;

/// A network in training.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// Each slice is trained by a thread of its own.
    hidden: Vec<HiddenSlice>,
    output: OutputLayer,
    /// Buffers of the forward pass.
    passes: Vec<ForwardPass>,
}

/// Positions in a mini-batch.
const BATCH_SIZE: usize = 1024;
/// Positions that a thread takes at once, at least.
const MIN_CHUNK: usize = 64;

impl<G: Geometry> super::Model<G> for Model {
    const LEARNING_RATE: f64 = 0.002;

    fn new(rules: &'static RuleSet, value_of_men: f32, seed: u64) -> Model {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let inputs = Inputs::<G>::COUNT;
        let men = Inputs::<G>::IN_PLAY..inputs;
        let hidden = (0..NEURONS / HiddenSlice::WIDTH)
            .map(|_| HiddenSlice::new(inputs, men.clone(), &mut random));
        Model {
            hidden: hidden.collect(),
            output: OutputLayer::new::<G>(rules, value_of_men),
            passes: Vec::new(),
        }
    }

    fn from_weights(rules: &'static RuleSet, weights: &Weights) -> Model {
        let mut model = <Model as super::Model<G>>::new(rules, 0.0, 0);
        let (rows, biases) = weights.network.as_chunks::<NEURONS>();
        let (rows, out) = rows.split_at(Inputs::<G>::COUNT + 1);
        for (i, slice) in model.hidden.iter_mut().enumerate() {
            slice.load(rows, out, i * HiddenSlice::WIDTH);
        }
        model.output.load(weights, biases);
        model
    }

    fn batch_size(_: u64) -> usize {
        BATCH_SIZE
    }

    fn schedule(remaining: f64) -> f64 {
        remaining.powf(1.5)
    }

    fn step(&mut self, batch: &[Sample<G>], params: &StepParams) -> f64 {
        let mut passes = mem::take(&mut self.passes);
        passes.resize_with(batch.len().max(passes.len()), ForwardPass::default);
        let current = &mut passes[..batch.len()];
        current
            .par_iter_mut()
            .zip(batch)
            .with_min_len(MIN_CHUNK)
            .for_each(|(pass, sample)| {
                self.forward(sample, pass);
                pass.compute_loss(sample.target, batch.len());
            });
        let current = &*current;
        let (hidden, output) = (&mut self.hidden, &mut self.output);
        rayon::join(
            || {
                (hidden.par_iter_mut().enumerate()).for_each(|(i, slice)| {
                    slice.accumulate(current, i * HiddenSlice::WIDTH);
                    slice.step(params);
                })
            },
            || {
                output.accumulate(current);
                output.step(params);
            },
        );
        let loss = current.iter().map(|pass| pass.loss).sum();
        self.passes = passes;
        loss
    }

    fn logits(&self, samples: &[Sample<G>]) -> Vec<f32> {
        let mut pass = ForwardPass::default();
        let logits = samples.iter().map(|sample| {
            self.forward(sample, &mut pass);
            pass.logit()
        });
        logits.collect()
    }

    fn to_weights(&self, origin: Origin) -> Weights {
        let count = Inputs::<G>::COUNT;
        let mut rows = vec![[0.0; NEURONS]; count + 1];
        let mut out = vec![[0.0; NEURONS]; 2 * CLASSES];
        for (i, slice) in self.hidden.iter().enumerate() {
            slice.store(&mut rows, &mut out, i * HiddenSlice::WIDTH);
        }
        let rows = rows.as_flattened().iter();
        let out = out.as_flattened().iter();
        let network = (rows.map(|&value| quantize(value * f32::from(ONE_IN), i16::MAX)))
            .chain(out.map(|&value| quantize(value * f32::from(ONE_OUT), MOST_OUT)));
        self.output.to_weights(network.collect(), origin)
    }
}

impl Model {
    /// The forward pass of one sample.
    #[inline]
    fn forward<G: Geometry>(&self, sample: &Sample<G>, pass: &mut ForwardPass) {
        pass.set_inputs(sample);
        let slices = self.hidden.iter().enumerate();
        let hidden = slices
            .map(|(i, slice)| slice.forward(pass, i * HiddenSlice::WIDTH))
            .sum();
        self.output.forward(sample, hidden, pass);
    }
}
