//! The forward pass of a few positions, by one thread.

use super::Model;
use crate::dataset::Sample;
use crate::fit::{cross_entropy, sigmoid};
use kamen_core::board::Color;
use kamen_core::geometry::{Bits, Geometry};
use kamen_eval::pattern::Cut;
use kamen_eval::terms::{self, lead, phases};

/// Part of a mini-batch: the active parameters of each position and the gradient of its loss.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// By region and position: the index of what stands there in its table, as White and as Black see it;
    /// [`NOT_LOOKED_UP`] in regions around kings without a king.
    indices: Vec<[u32; 2]>,
    /// By position: the weights of the full and of the empty board.
    phases: Vec<[f32; 2]>,
    /// By position: the gradient of the loss with respect to the sum of the weights.
    gradients: Vec<f32>,
    /// Active terms and their values, position by position, and the end of each position's terms.
    terms: Vec<(u16, i16)>,
    ends: Vec<usize>,
    /// Classes of leads, and the gradient of the loss with respect to their scale factors.
    leads: Vec<(usize, f32)>,
    loss: f64,
}

/// In place of the index of a region that is not looked up.
pub(super) const NOT_LOOKED_UP: u32 = u32::MAX;

impl Chunk {
    /// Maximum number of positions.
    pub(super) const SIZE: usize = 64;

    pub(super) fn new(regions: usize) -> Chunk {
        Chunk {
            indices: vec![[0; 2]; regions * Chunk::SIZE],
            phases: Vec::with_capacity(Chunk::SIZE),
            gradients: Vec::with_capacity(Chunk::SIZE),
            terms: Vec::new(),
            ends: Vec::with_capacity(Chunk::SIZE),
            leads: Vec::new(),
            loss: 0.0,
        }
    }

    /// The logit that White wins.
    pub(super) fn logit<G: Geometry, const KINGS: bool>(
        &mut self,
        model: &Model<KINGS>,
        sample: &Sample<G>,
    ) -> f32 {
        self.clear();
        self.forward_one(model, 0, sample).logit()
    }

    fn clear(&mut self) {
        self.phases.clear();
        self.gradients.clear();
        self.terms.clear();
        self.ends.clear();
        self.leads.clear();
        self.loss = 0.0;
    }

    /// The forward pass, with the loss and its gradients.
    pub(super) fn forward<G: Geometry, const KINGS: bool>(
        &mut self,
        model: &Model<KINGS>,
        samples: &[Sample<G>],
    ) {
        self.clear();
        for (i, sample) in samples.iter().enumerate() {
            let output = self.forward_one(model, i, sample);
            let prediction = sigmoid(output.logit());
            self.loss += cross_entropy(prediction, sample.target);
            let gradient = prediction - sample.target;
            self.gradients.push(gradient * output.scale);
            if output.class > 0 {
                self.leads.push((output.class, gradient * output.unscaled));
            }
        }
    }

    #[inline]
    fn forward_one<G: Geometry, const KINGS: bool>(
        &mut self,
        model: &Model<KINGS>,
        i: usize,
        sample: &Sample<G>,
    ) -> Output {
        let board = &sample.board;
        let phases = phases::<G>(board.occupied().count());
        let mut sums = [0.0f32; 2];
        let indices = &mut self.indices;
        if KINGS {
            for region in indices[model.of_men * Chunk::SIZE..].chunks_mut(Chunk::SIZE) {
                region[i] = [NOT_LOOKED_UP; 2];
            }
        }
        let mut add = |sign: i32, region: usize, base: usize, stands: usize| {
            indices[region * Chunk::SIZE + i][usize::from(sign < 0)] = stands as u32;
            for (sum, part) in sums.iter_mut().zip(model.regions[base + stands].weight) {
                *sum += sign as f32 * part;
            }
        };
        Cut::<G>::for_each(board, &mut add);
        if KINGS {
            let behind = Cut::<G>::weights(Cut::<G>::SHAPES.len());
            Cut::<G>::for_each_around_kings(board, |sign, region, base, stands| {
                if stands != 0 {
                    add(sign, model.of_men + region, behind + base, stands);
                }
            });
        }
        terms::for_each::<G>(board, sample.turn, model.rules, |term, value| {
            for (sum, part) in sums.iter_mut().zip(model.terms[term].weight) {
                *sum += value as f32 * part;
            }
            self.terms.push((term as u16, value as i16));
        });
        self.ends.push(self.terms.len());
        self.phases.push(phases);
        let sum = sums[0] * phases[0] + sums[1] * phases[1];
        let leader = if sum > 0.0 {
            Color::White
        } else {
            Color::Black
        };
        let class = lead(board, model.rules, leader);
        Output {
            unscaled: sum,
            class,
            scale: model.leads[class],
        }
    }

    /// By position: the gradient, the phases, and the indices of a region.
    #[inline]
    pub(super) fn in_region(
        &self,
        region: usize,
    ) -> impl Iterator<Item = (f32, [f32; 2], [u32; 2])> {
        let indices = &self.indices[region * Chunk::SIZE..];
        (self.gradients.iter().zip(&self.phases).zip(indices))
            .map(|((&gradient, &phases), &indices)| (gradient, phases, indices))
    }

    /// By position: the gradient, the phases, and the active terms.
    pub(super) fn terms(&self) -> impl Iterator<Item = (f32, [f32; 2], &[(u16, i16)])> {
        (0..self.gradients.len()).map(|i| {
            let begin = i.checked_sub(1).map_or(0, |before| self.ends[before]);
            (
                self.gradients[i],
                self.phases[i],
                &self.terms[begin..self.ends[i]],
            )
        })
    }

    /// Classes of leads, and the gradient of the loss with respect to their scale factors.
    pub(super) fn leads(&self) -> &[(usize, f32)] {
        &self.leads
    }

    /// The sum of the losses.
    pub(super) fn loss(&self) -> f64 {
        self.loss
    }
}

/// The output for one position.
struct Output {
    /// The logit before lead scaling.
    unscaled: f32,
    /// The class of the lead and its scale factor.
    class: usize,
    scale: f32,
}

impl Output {
    fn logit(&self) -> f32 {
        self.unscaled * self.scale
    }
}
