//! Training of patterns: the weights of what stands in regions.
//!
//! Mini-batches grow with the square root of the number of positions seen so far. Early steps are long, and a
//! small batch lets each profit from the one before; later a large batch keeps several threads busy.

mod forward;
#[cfg(test)]
mod tests;

use super::{StepParams, quantize};
use crate::dataset::Sample;
use forward::{Chunk, NOT_LOOKED_UP};
use kamen_core::geometry::Geometry;
use kamen_core::rules::RuleSet;
use kamen_eval::pattern::Cut;
use kamen_eval::terms;
use kamen_eval::weights::{Origin, Weight, Weights};
use rayon::prelude::*;
use std::mem;

/// A weight on a full and on an empty board, with the state of its optimizer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter {
    /// In logits.
    pub(super) weight: [f32; 2],
    /// The sum of the squares of all gradients so far.
    squares: [f32; 2],
}

impl Parameter {
    const EMPTY: Parameter = Parameter {
        weight: [0.0; 2],
        squares: [INITIAL_SQUARES; 2],
    };

    fn of(weight: [f32; 2]) -> Parameter {
        Parameter {
            weight,
            ..Parameter::EMPTY
        }
    }

    /// A step of Adagrad, whose learning rate falls with the gradients seen so far (Duchi, Hazan and Singer,
    /// *Adaptive Subgradient Methods for Online Learning and Stochastic Optimization*, 2011).
    #[inline]
    fn step(&mut self, gradient: f32, phases: [f32; 2], params: &StepParams) {
        for ((weight, squares), phase) in self.weight.iter_mut().zip(&mut self.squares).zip(phases)
        {
            let gradient = gradient * phase + params.weight_decay * *weight;
            *squares += gradient * gradient;
            *weight -= params.learning_rate * gradient / squares.sqrt();
        }
    }
}

/// The initial sum of squared gradients.
pub(super) const INITIAL_SQUARES: f32 = 0.1;

/// Patterns in training, with regions around kings or without.
#[derive(Clone, Debug)]
pub(super) struct Model<const KINGS: bool> {
    /// How kings move.
    pub(super) rules: &'static RuleSet,
    /// Those of men, then those around kings.
    pub(super) regions: Vec<Parameter>,
    /// Number of parameters of each region.
    sizes: Vec<usize>,
    /// How many of the regions are of men.
    of_men: usize,
    pub(super) terms: Vec<Parameter>,
    /// The scale factor of each class of leads.
    pub(super) leads: Vec<f32>,
    lead_squares: Vec<f32>,
    /// Buffers of the forward pass.
    chunks: Vec<Chunk>,
}

/// The smallest and the largest mini-batch.
const BATCH_SIZE: (usize, usize) = (16, 4096);

/// Classes of leads.
const LEADS: usize = Weights::LEADS;

impl<G: Geometry, const KINGS: bool> super::Model<G> for Model<KINGS> {
    const LEARNING_RATE: f64 = 0.06;

    fn new(rules: &'static RuleSet, value_of_men: f32, _: u64) -> Model<KINGS> {
        let shapes = Cut::<G>::SHAPES;
        let mut sizes: Vec<usize> = shapes
            .into_iter()
            .flat_map(|shape| vec![shape.size(); Cut::<G>::regions(shape)])
            .collect();
        let of_men = sizes.len();
        if KINGS {
            let regions = Cut::<G>::regions(Cut::<G>::AROUND_KINGS);
            sizes.extend(vec![Cut::<G>::AROUND_KINGS_SIZE; regions]);
        }
        let mut known = vec![Parameter::EMPTY; terms::count::<G>()];
        known[terms::MAN] = Parameter::of([value_of_men; 2]);
        known[terms::FIRST_KING] = Parameter::of([2.0 * value_of_men; 2]);
        known[terms::MORE_KINGS] = Parameter::of([2.0 * value_of_men; 2]);
        Model {
            rules,
            regions: vec![Parameter::EMPTY; sizes.iter().sum()],
            sizes,
            of_men,
            terms: known,
            leads: vec![1.0; LEADS],
            lead_squares: vec![INITIAL_SQUARES; LEADS],
            chunks: Vec::new(),
        }
    }

    fn from_weights(rules: &'static RuleSet, weights: &Weights) -> Model<KINGS> {
        let unit = (weights.origin.scale * f64::from(Weights::UNIT)) as f32;
        let parameter = |weight: &Weight| Parameter::of(weight.map(|part| f32::from(part) / unit));
        let (regions, terms) = weights.parts();
        let model = <Self as super::Model<G>>::new(rules, 0.0, 0);
        let mut of_regions: Vec<Parameter> = regions.iter().map(parameter).collect();
        of_regions.resize(model.regions.len(), Parameter::EMPTY);
        Model {
            regions: of_regions,
            terms: terms.iter().map(parameter).collect(),
            leads: (weights.leads.iter())
                .map(|&lead| f32::from(lead) / f32::from(Weights::WHOLE))
                .collect(),
            ..model
        }
    }

    fn batch_size(seen: u64) -> usize {
        ((seen as f64).sqrt() as usize / 2).clamp(BATCH_SIZE.0, BATCH_SIZE.1)
    }

    /// Linear, down to a tenth.
    fn schedule(remaining: f64) -> f64 {
        remaining.max(0.1)
    }

    fn step(&mut self, batch: &[Sample<G>], params: &StepParams) -> f64 {
        let mut chunks = mem::take(&mut self.chunks);
        let count = batch.len().div_ceil(Chunk::SIZE);
        while chunks.len() < count {
            chunks.push(Chunk::new(self.sizes.len()));
        }
        let current = &mut chunks[..count];
        current
            .par_iter_mut()
            .zip(batch.par_chunks(Chunk::SIZE))
            .for_each(|(chunk, samples)| chunk.forward(self, samples));
        self.update(current, params);
        let loss = current.iter().map(Chunk::loss).sum();
        self.chunks = chunks;
        loss
    }

    fn logits(&self, samples: &[Sample<G>]) -> Vec<f32> {
        let mut chunk = Chunk::new(self.sizes.len());
        let logits = samples.iter().map(|sample| chunk.logit(self, sample));
        logits.collect()
    }

    fn to_weights(&self, origin: Origin) -> Weights {
        let unit = origin.scale as f32 * Weights::UNIT as f32;
        let weight =
            |parameter: &Parameter| parameter.weight.map(|part| quantize(part * unit, i16::MAX));
        Weights {
            network: Vec::new(),
            weights: self.regions.iter().chain(&self.terms).map(weight).collect(),
            leads: self
                .leads
                .iter()
                .map(|lead| quantize(lead * f32::from(Weights::WHOLE), i16::MAX))
                .collect(),
            origin,
        }
    }
}

impl<const KINGS: bool> Model<KINGS> {
    /// One optimizer step. Each region belongs to one thread.
    fn update(&mut self, chunks: &[Chunk], params: &StepParams) {
        let mut rest = &mut self.regions[..];
        let mut tables = Vec::with_capacity(self.sizes.len());
        for &size in &self.sizes {
            let (table, behind) = rest.split_at_mut(size);
            tables.push(table);
            rest = behind;
        }
        let (terms, leads, lead_squares) =
            (&mut self.terms, &mut self.leads, &mut self.lead_squares);
        rayon::join(
            || {
                tables
                    .into_par_iter()
                    .enumerate()
                    .for_each(|(region, table)| {
                        for chunk in chunks {
                            for (gradient, phases, indices) in chunk.in_region(region) {
                                for (index, gradient) in
                                    indices.into_iter().zip([gradient, -gradient])
                                {
                                    if index != NOT_LOOKED_UP {
                                        table[index as usize].step(gradient, phases, params);
                                    }
                                }
                            }
                        }
                    })
            },
            || {
                for chunk in chunks {
                    for (gradient, phases, active) in chunk.terms() {
                        for &(term, value) in active {
                            terms[usize::from(term)].step(
                                gradient * f32::from(value),
                                phases,
                                params,
                            );
                        }
                    }
                    for &(class, gradient) in chunk.leads() {
                        lead_squares[class] += gradient * gradient;
                        leads[class] -=
                            params.learning_rate * gradient / lead_squares[class].sqrt();
                        leads[class] = leads[class].clamp(0.0, 1.0);
                    }
                }
            },
        );
    }
}
