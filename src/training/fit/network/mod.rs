//! A network while it is learned.
//!
//! All that is learned steps by Adam (Kingma and Ba, *Adam: A Method for Stochastic Optimization*, 2015).

mod look;
mod neurons;
mod rest;
mod rows;
#[cfg(test)]
mod tests;

use super::{Pace, whole};
use crate::eval::network::{CLASSES, Inputs, MOST_OUT, NEURONS, ONE_IN, ONE_OUT};
use crate::eval::weights::{Origin, Weights};
use crate::geometry::Geometry;
use crate::rules::RuleSet;
use crate::training::dataset::Sample;
use look::Look;
use neurons::Neurons;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use rest::Rest;
use std::mem;

/// A network while it is learned.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// Each part learns by itself.
    neurons: Vec<Neurons>,
    rest: Rest,
    /// Room for what is seen of the samples.
    looks: Vec<Look>,
}

/// Positions between two steps.
const BATCH: usize = 1024;
/// Positions that a thread looks at together.
const TOGETHER: usize = 64;

impl<G: Geometry> super::Model<G> for Model {
    const RATE: f64 = 0.002;

    fn new(rules: &'static RuleSet, value_of_men: f32, seed: u64) -> Model {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let inputs = Inputs::<G>::COUNT;
        let men = Inputs::<G>::IN_PLAY..inputs;
        let neurons =
            (0..NEURONS / Neurons::WIDTH).map(|_| Neurons::new(inputs, men.clone(), &mut random));
        Model {
            neurons: neurons.collect(),
            rest: Rest::new::<G>(rules, value_of_men),
            looks: Vec::new(),
        }
    }

    fn from_weights(rules: &'static RuleSet, weights: &Weights) -> Model {
        let mut model = <Model as super::Model<G>>::new(rules, 0.0, 0);
        let (rows, constants) = weights.network.as_chunks::<NEURONS>();
        let (rows, out) = rows.split_at(Inputs::<G>::COUNT + 1);
        for (i, part) in model.neurons.iter_mut().enumerate() {
            part.set_from(rows, out, i * Neurons::WIDTH);
        }
        model.rest.set_from(weights, constants);
        model
    }

    fn batch(_: u64) -> usize {
        BATCH
    }

    fn rate(left: f64) -> f64 {
        left.powf(1.5)
    }

    fn learn(&mut self, samples: &[Sample<G>], pace: &Pace) -> f64 {
        let mut looks = mem::take(&mut self.looks);
        looks.resize_with(samples.len().max(looks.len()), Look::default);
        let seen = &mut looks[..samples.len()];
        seen.par_iter_mut()
            .zip(samples)
            .with_min_len(TOGETHER)
            .for_each(|(look, sample)| {
                self.look(sample, look);
                look.judge(sample.target, samples.len());
            });
        let seen = &*seen;
        let (neurons, rest) = (&mut self.neurons, &mut self.rest);
        rayon::join(
            || {
                (neurons.par_iter_mut().enumerate()).for_each(|(i, part)| {
                    part.meet(seen, i * Neurons::WIDTH);
                    part.step(pace);
                })
            },
            || {
                rest.meet(seen);
                rest.step(pace);
            },
        );
        let loss = seen.iter().map(|look| look.loss).sum();
        self.looks = looks;
        loss
    }

    fn odds(&self, samples: &[Sample<G>]) -> Vec<f32> {
        let mut look = Look::default();
        let odds = samples.iter().map(|sample| {
            self.look(sample, &mut look);
            look.odds()
        });
        odds.collect()
    }

    fn to_weights(&self, origin: Origin) -> Weights {
        let count = Inputs::<G>::COUNT;
        let mut rows = vec![[0.0; NEURONS]; count + 1];
        let mut out = vec![[0.0; NEURONS]; 2 * CLASSES];
        for (i, part) in self.neurons.iter().enumerate() {
            part.put_into(&mut rows, &mut out, i * Neurons::WIDTH);
        }
        let rows = rows.as_flattened().iter();
        let out = out.as_flattened().iter();
        let network = (rows.map(|&value| whole(value * f32::from(ONE_IN), i16::MAX)))
            .chain(out.map(|&value| whole(value * f32::from(ONE_OUT), MOST_OUT)));
        self.rest.to_weights(network.collect(), origin)
    }
}

impl Model {
    /// Looks at a sample.
    #[inline]
    fn look<G: Geometry>(&self, sample: &Sample<G>, look: &mut Look) {
        look.see(sample);
        let parts = self.neurons.iter().enumerate();
        let given = parts
            .map(|(i, part)| part.look(look, i * Neurons::WIDTH))
            .sum();
        self.rest.look(sample, given, look);
    }
}
