//! Weights of regions while they are learned.
//!
//! Batches grow with the square root of the number of positions seen so far: at the beginning, when steps
//! are long, each position knows what the ones shortly before it taught; later, two threads have something to
//! share.

mod chunk;
#[cfg(test)]
mod tests;

use super::{Pace, whole};
use crate::eval::pattern::Cut;
use crate::eval::terms;
use crate::eval::weights::{Origin, Weight, Weights};
use crate::geometry::Geometry;
use crate::rules::RuleSet;
use crate::training::dataset::Sample;
use chunk::Chunk;
use rayon::prelude::*;
use std::mem;

/// Something that is learned, with many pieces on the board and with few.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// Its weight, in logarithms of the odds of winning.
    pub(super) weight: [f32; 2],
    /// The squares of all its gradients.
    squares: [f32; 2],
}

impl Cell {
    const EMPTY: Cell = Cell {
        weight: [0.0; 2],
        squares: [INITIAL; 2],
    };

    fn of(weight: [f32; 2]) -> Cell {
        Cell {
            weight,
            ..Cell::EMPTY
        }
    }

    /// A step against the gradient, smaller the more of them there were: Adagrad (Duchi, Hazan and Singer,
    /// *Adaptive Subgradient Methods for Online Learning and Stochastic Optimization*, 2011).
    #[inline(always)]
    fn step(&mut self, error: f32, phases: [f32; 2], pace: &Pace) {
        for ((weight, squares), phase) in self.weight.iter_mut().zip(&mut self.squares).zip(phases)
        {
            let gradient = error * phase + pace.decay * *weight;
            *squares += gradient * gradient;
            *weight -= pace.rate * gradient / squares.sqrt();
        }
    }
}

/// What a cell begins with in place of the squares of its gradients.
pub(super) const INITIAL: f32 = 0.1;

/// Weights while they are learned.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// How kings move.
    pub(super) rules: &'static RuleSet,
    pub(super) regions: Vec<Cell>,
    /// How many cells each region has.
    sizes: Vec<usize>,
    pub(super) terms: Vec<Cell>,
    /// What is left of a lead, by its class.
    pub(super) leads: Vec<f32>,
    lead_squares: Vec<f32>,
    /// Room for what the threads see of the samples.
    chunks: Vec<Chunk>,
}

/// The smallest and the largest batch.
const BATCH: (usize, usize) = (16, 4096);

/// Classes of leads.
const LEADS: usize = Weights::LEADS;

impl<G: Geometry> super::Model<G> for Model {
    const RATE: f64 = 0.06;

    fn new(rules: &'static RuleSet, value_of_men: f32, _: u64) -> Model {
        let shapes = Cut::<G>::SHAPES;
        let sizes = shapes
            .into_iter()
            .flat_map(|shape| vec![shape.size(); Cut::<G>::regions(shape)]);
        let mut known = vec![Cell::EMPTY; terms::count::<G>()];
        known[terms::MAN] = Cell::of([value_of_men; 2]);
        known[terms::FIRST_KING] = Cell::of([2.0 * value_of_men; 2]);
        known[terms::MORE_KINGS] = Cell::of([2.0 * value_of_men; 2]);
        Model {
            rules,
            regions: vec![Cell::EMPTY; Cut::<G>::weights(shapes.len())],
            sizes: sizes.collect(),
            terms: known,
            leads: vec![1.0; LEADS],
            lead_squares: vec![INITIAL; LEADS],
            chunks: Vec::new(),
        }
    }

    fn from_weights(rules: &'static RuleSet, weights: &Weights) -> Model {
        let unit = (weights.origin.scale * f64::from(Weights::UNIT)) as f32;
        let cell = |weight: &Weight| Cell::of(weight.map(|part| f32::from(part) / unit));
        let (regions, terms) = weights.parts();
        Model {
            regions: regions.iter().map(cell).collect(),
            terms: terms.iter().map(cell).collect(),
            leads: (weights.leads.iter())
                .map(|&lead| f32::from(lead) / f32::from(Weights::WHOLE))
                .collect(),
            ..super::Model::<G>::new(rules, 0.0, 0)
        }
    }

    fn batch(met: u64) -> usize {
        ((met as f64).sqrt() as usize / 2).clamp(BATCH.0, BATCH.1)
    }

    /// It falls to a tenth.
    fn rate(left: f64) -> f64 {
        left.max(0.1)
    }

    fn learn(&mut self, samples: &[Sample<G>], pace: &Pace) -> f64 {
        let mut chunks = mem::take(&mut self.chunks);
        let pieces = samples.len().div_ceil(Chunk::SIZE);
        while chunks.len() < pieces {
            chunks.push(Chunk::new(self.sizes.len()));
        }
        let seen = &mut chunks[..pieces];
        seen.par_iter_mut()
            .zip(samples.par_chunks(Chunk::SIZE))
            .for_each(|(chunk, samples)| chunk.judge(self, samples));
        self.step(seen, pace);
        let loss = seen.iter().map(Chunk::loss).sum();
        self.chunks = chunks;
        loss
    }

    fn odds(&self, samples: &[Sample<G>]) -> Vec<f32> {
        let mut chunk = Chunk::new(self.sizes.len());
        let odds = samples.iter().map(|sample| chunk.odds(self, sample));
        odds.collect()
    }

    fn to_weights(&self, origin: Origin) -> Weights {
        let unit = origin.scale as f32 * Weights::UNIT as f32;
        let weight = |cell: &Cell| cell.weight.map(|part| whole(part * unit, i16::MAX));
        Weights {
            network: Vec::new(),
            weights: self.regions.iter().chain(&self.terms).map(weight).collect(),
            leads: self
                .leads
                .iter()
                .map(|lead| whole(lead * f32::from(Weights::WHOLE), i16::MAX))
                .collect(),
            origin,
        }
    }
}

impl Model {
    /// One thread changes the weights of some regions.
    fn step(&mut self, chunks: &[Chunk], pace: &Pace) {
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
                            for (error, phases, stands) in chunk.in_region(region) {
                                table[stands[0] as usize].step(error, phases, pace);
                                table[stands[1] as usize].step(-error, phases, pace);
                            }
                        }
                    })
            },
            || {
                for chunk in chunks {
                    for (error, phases, found) in chunk.terms() {
                        for &(term, value) in found {
                            terms[usize::from(term)].step(error * f32::from(value), phases, pace);
                        }
                    }
                    for &(class, gradient) in chunk.leads() {
                        lead_squares[class] += gradient * gradient;
                        leads[class] -= pace.rate * gradient / lead_squares[class].sqrt();
                        leads[class] = leads[class].clamp(0.0, 1.0);
                    }
                }
            },
        );
    }
}
