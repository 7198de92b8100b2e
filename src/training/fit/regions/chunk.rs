//! Some positions as what they have that counts, judged by one thread.

use super::Model;
use crate::board::Color;
use crate::eval::pattern::Cut;
use crate::eval::terms::{self, lead, phases};
use crate::geometry::{Bits, Geometry};
use crate::training::dataset::Sample;
use crate::training::fit::{chance, loss};

/// Some positions, and how wrong they were judged.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// By region and position: where White's and Black's men are in its table.
    stands: Vec<[u32; 2]>,
    /// By position: the share of full and empty boards.
    phases: Vec<[f32; 2]>,
    /// By position: the slope of the loss by the sum of what counts.
    errors: Vec<f32>,
    /// Terms and their values, one position behind the other, and where those of each end.
    terms: Vec<(u16, i16)>,
    ends: Vec<usize>,
    /// Classes of leads, and the slope of the loss by them.
    leads: Vec<(usize, f32)>,
    loss: f64,
}

impl Chunk {
    /// The most positions.
    pub(super) const SIZE: usize = 64;

    pub(super) fn new(regions: usize) -> Chunk {
        Chunk {
            stands: vec![[0; 2]; regions * Chunk::SIZE],
            phases: Vec::with_capacity(Chunk::SIZE),
            errors: Vec::with_capacity(Chunk::SIZE),
            terms: Vec::new(),
            ends: Vec::with_capacity(Chunk::SIZE),
            leads: Vec::new(),
            loss: 0.0,
        }
    }

    /// The logarithm of the odds that White wins.
    pub(super) fn odds<G: Geometry>(&mut self, model: &Model, sample: &Sample<G>) -> f32 {
        self.clear();
        self.look(model, 0, sample).odds()
    }

    fn clear(&mut self) {
        self.phases.clear();
        self.errors.clear();
        self.terms.clear();
        self.ends.clear();
        self.leads.clear();
        self.loss = 0.0;
    }

    /// Judges positions.
    pub(super) fn judge<G: Geometry>(&mut self, model: &Model, samples: &[Sample<G>]) {
        self.clear();
        for (i, sample) in samples.iter().enumerate() {
            let judged = self.look(model, i, sample);
            let chance = judged.chance();
            self.loss += loss(chance, sample.target);
            let slope = chance - sample.target;
            self.errors.push(slope * judged.left);
            if judged.class > 0 {
                self.leads.push((judged.class, slope * judged.sum));
            }
        }
    }

    #[inline]
    fn look<G: Geometry>(&mut self, model: &Model, i: usize, sample: &Sample<G>) -> Judged {
        let board = &sample.board;
        let phases = phases::<G>(board.occupied().count());
        let mut sums = [0.0f32; 2];
        Cut::<G>::look(board, |sign, region, base, stands| {
            let weight = model.regions[base + stands].weight;
            self.stands[region * Chunk::SIZE + i][usize::from(sign < 0)] = stands as u32;
            for (sum, part) in sums.iter_mut().zip(weight) {
                *sum += sign as f32 * part;
            }
        });
        terms::look::<G>(board, sample.turn, model.rules, |term, value| {
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
        Judged {
            sum,
            class,
            left: model.leads[class],
        }
    }

    /// By position: the slope of the loss, the phases, and what stands in a region.
    #[inline(always)]
    pub(super) fn in_region(
        &self,
        region: usize,
    ) -> impl Iterator<Item = (f32, [f32; 2], [u32; 2])> {
        let stands = &self.stands[region * Chunk::SIZE..];
        (self.errors.iter().zip(&self.phases).zip(stands))
            .map(|((&error, &phases), &stands)| (error, phases, stands))
    }

    /// By position: the slope of the loss, the phases, and the terms.
    pub(super) fn terms(&self) -> impl Iterator<Item = (f32, [f32; 2], &[(u16, i16)])> {
        (0..self.errors.len()).map(|i| {
            let begin = i.checked_sub(1).map_or(0, |before| self.ends[before]);
            (
                self.errors[i],
                self.phases[i],
                &self.terms[begin..self.ends[i]],
            )
        })
    }

    /// Classes of leads, and the slope of the loss by what is left of them.
    pub(super) fn leads(&self) -> &[(usize, f32)] {
        &self.leads
    }

    /// The sum of the losses of all positions.
    pub(super) fn loss(&self) -> f64 {
        self.loss
    }
}

/// What a position was found to be.
struct Judged {
    /// The logarithm of the odds before the lead is looked at.
    sum: f32,
    class: usize,
    /// What is left of a lead.
    left: f32,
}

impl Judged {
    fn odds(&self) -> f32 {
        self.sum * self.left
    }

    fn chance(&self) -> f32 {
        chance(self.odds())
    }
}
