//! Weights while they are learned.

use super::chunk::Chunk;
use crate::eval::pattern::{Cut, Origin, Weight, Weights, terms};
use crate::geometry::Geometry;
use crate::rules::Rules;
use crate::training::dataset::Sample;
use rayon::prelude::*;

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

/// How fast learning goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The length of the first steps, in logarithms of odds.
    pub(super) rate: f32,
    /// What is taken off a weight wherever it counts.
    pub(super) decay: f32,
}

/// Weights while they are learned.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) regions: Vec<Cell>,
    /// How many cells each region has.
    sizes: Vec<usize>,
    pub(super) terms: Vec<Cell>,
    /// What is left of a lead, by its class.
    pub(super) leads: Vec<f32>,
    lead_squares: Vec<f32>,
}

/// Classes of leads.
const LEADS: usize = Weights::LEADS;

impl Model {
    /// Knows what pieces are worth, and nothing else.
    pub(super) fn new<G: Geometry>(value_of_men: f32) -> Model {
        let shapes = Cut::<G>::SHAPES;
        let sizes = shapes
            .into_iter()
            .flat_map(|shape| vec![shape.size(); Cut::<G>::regions(shape)]);
        let mut known = vec![Cell::EMPTY; terms::count::<G>()];
        known[terms::MAN] = Cell::of([value_of_men; 2]);
        known[terms::FIRST_KING] = Cell::of([2.0 * value_of_men; 2]);
        known[terms::MORE_KINGS] = Cell::of([2.0 * value_of_men; 2]);
        Model {
            regions: vec![Cell::EMPTY; Cut::<G>::weights(shapes.len())],
            sizes: sizes.collect(),
            terms: known,
            leads: vec![1.0; LEADS],
            lead_squares: vec![INITIAL; LEADS],
        }
    }

    /// Goes on from weights.
    pub(super) fn from_weights<G: Geometry>(weights: &Weights) -> Model {
        let unit = (weights.origin.scale * f64::from(Weights::UNIT)) as f32;
        let cell = |weight: &Weight| Cell::of(weight.map(|part| f32::from(part) / unit));
        let (regions, terms) = weights
            .weights
            .split_at(Cut::<G>::weights(Cut::<G>::SHAPES.len()));
        Model {
            regions: regions.iter().map(cell).collect(),
            terms: terms.iter().map(cell).collect(),
            leads: (weights.leads.iter())
                .map(|&lead| f32::from(lead) / f32::from(Weights::WHOLE))
                .collect(),
            ..Model::new::<G>(0.0)
        }
    }

    /// Looks at the samples, and learns from them: all are judged before anything is learned. Whatever the number of
    /// threads, the outcome is the same. The sum of the losses.
    pub(super) fn learn<R: Rules>(
        &mut self,
        samples: &[Sample<R>],
        chunks: &mut Vec<Chunk>,
        pace: &Pace,
    ) -> f64 {
        let pieces = samples.len().div_ceil(Chunk::SIZE);
        while chunks.len() < pieces {
            chunks.push(Chunk::new(self.sizes.len()));
        }
        let chunks = &mut chunks[..pieces];
        chunks
            .par_iter_mut()
            .zip(samples.par_chunks(Chunk::SIZE))
            .for_each(|(chunk, samples)| chunk.judge(self, samples));
        let mut rest = &mut self.regions[..];
        let mut tables = Vec::with_capacity(self.sizes.len());
        for &size in &self.sizes {
            let (table, behind) = rest.split_at_mut(size);
            tables.push(table);
            rest = behind;
        }
        let chunks = &*chunks;
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
        chunks.iter().map(Chunk::loss).sum()
    }

    /// How many regions there are.
    pub(super) fn regions_count(&self) -> usize {
        self.sizes.len()
    }

    /// As whole numbers, for play.
    pub(super) fn to_weights(&self, origin: Origin) -> Weights {
        let unit = origin.scale as f32 * Weights::UNIT as f32;
        let whole = |value: f32| value.round().clamp(-32767.0, 32767.0) as i16;
        let weight = |cell: &Cell| cell.weight.map(|part| whole(part * unit));
        Weights {
            weights: self.regions.iter().chain(&self.terms).map(weight).collect(),
            leads: self
                .leads
                .iter()
                .map(|lead| whole(lead * f32::from(Weights::WHOLE)))
                .collect(),
            origin,
        }
    }
}
