//! What is seen of a position, from either side.

use crate::board::{Board, Color};
use crate::eval::network::{Inputs, NEURONS, class};
use crate::eval::terms::phases;
use crate::eval::views;
use crate::geometry::{Bits, Geometry};
use crate::training::dataset::Sample;
use crate::training::fit::{chance, loss};

/// What is seen of a position, and how wrong it was judged. The side to move comes first.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) is_white: bool,
    /// The inputs that there are, those for each man among them.
    pub(super) inputs: [Vec<u32>; 2],
    /// What comes out of the neurons, before it is squared.
    pub(super) neurons: [[f32; NEURONS]; 2],
    /// The class by the number of pieces.
    pub(super) class: usize,
    /// The share of full and empty boards.
    pub(super) phases: [f32; 2],
    /// Terms and their values.
    pub(super) terms: Vec<(usize, f32)>,
    /// The logarithm of the odds before the lead is looked at.
    pub(super) sum: f32,
    /// The class of the lead, and what is left of it.
    pub(super) lead: (usize, f32),
    /// The slopes of the loss by the sum and by what is left of the lead.
    pub(super) slope: f32,
    pub(super) slope_of_lead: f32,
    pub(super) loss: f64,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            is_white: false,
            inputs: [Vec::new(), Vec::new()],
            neurons: [[0.0; NEURONS]; 2],
            class: 0,
            phases: [0.0; 2],
            terms: Vec::new(),
            sum: 0.0,
            lead: (0, 1.0),
            slope: 0.0,
            slope_of_lead: 0.0,
            loss: 0.0,
        }
    }
}

impl Look {
    /// Takes down what does not depend on what was learned: the inputs, the class and the phases.
    pub(super) fn see<G: Geometry>(&mut self, sample: &Sample<G>) {
        let pieces = sample.board.occupied().count();
        self.class = class::<G>(pieces);
        self.phases = phases::<G>(pieces);
        self.is_white = sample.turn == Color::White;
        for (inputs, view) in self.inputs.iter_mut().zip([sample.turn, !sample.turn]) {
            inputs.clear();
            inputs_of::<G>(&sample.board, view, inputs);
        }
    }

    /// Says how wrong it was judged; the slopes are those of a mean over so many positions.
    pub(super) fn judge(&mut self, white: f32, positions: usize) {
        let target = if self.is_white { white } else { 1.0 - white };
        let (class, left) = self.lead;
        let chance = chance(self.sum * left);
        let slope = (chance - target) / positions as f32;
        self.loss = loss(chance, target);
        self.slope = slope * left;
        self.slope_of_lead = if class > 0 { slope * self.sum } else { 0.0 };
    }

    /// The logarithm of the odds that White wins.
    pub(super) fn odds(&self) -> f32 {
        let odds = self.sum * self.lead.1;
        if self.is_white { odds } else { -odds }
    }
}

/// Adds all inputs that a side sees on a board.
fn inputs_of<G: Geometry>(board: &Board<G::Bits>, view: Color, inputs: &mut Vec<u32>) {
    let men = views::<G>(board)[view as usize];
    Inputs::<G>::look(men, |tile, input| {
        if input > usize::from(Inputs::<G>::FIRST[tile]) {
            inputs.push(input as u32);
        }
    });
    for (men, is_own) in men.into_iter().zip([true, false]) {
        for square in men.squares() {
            inputs.push(Inputs::<G>::man(is_own, usize::from(G::PLACE_OF[square.index()])) as u32);
        }
    }
}
