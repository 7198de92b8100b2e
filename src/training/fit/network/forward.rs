//! The forward pass of one position and the gradient of its loss.

use crate::dataset::Sample;
use crate::fit::{cross_entropy, sigmoid};
use kamen_core::board::{Board, Color};
use kamen_core::geometry::{Bits, Geometry};
use kamen_eval::network::{Inputs, NEURONS, class};
use kamen_eval::terms::phases;
use kamen_eval::views;

/// The activations of one position and the gradients of its loss. In pairs the side to move comes first.
#[derive(Clone, Debug)]
pub(super) struct ForwardPass {
    pub(super) is_white: bool,
    /// The active inputs of either view, those of single men included.
    pub(super) inputs: [Vec<u32>; 2],
    /// The clamped activations of the hidden layer, not yet squared.
    pub(super) hidden: [[f32; NEURONS]; 2],
    /// The output bucket, by the number of pieces.
    pub(super) class: usize,
    /// The weights of the full and of the empty board.
    pub(super) phases: [f32; 2],
    /// Active terms and their values.
    pub(super) terms: Vec<(usize, f32)>,
    /// The logit of the side to move before lead scaling.
    pub(super) unscaled: f32,
    /// The class of the lead and its scale factor.
    pub(super) lead: (usize, f32),
    /// The gradients of the loss with respect to `unscaled` and to the scale factor.
    pub(super) gradient: f32,
    pub(super) lead_gradient: f32,
    pub(super) loss: f64,
}

impl Default for ForwardPass {
    fn default() -> ForwardPass {
        ForwardPass {
            is_white: false,
            inputs: [Vec::new(), Vec::new()],
            hidden: [[0.0; NEURONS]; 2],
            class: 0,
            phases: [0.0; 2],
            terms: Vec::new(),
            unscaled: 0.0,
            lead: (0, 1.0),
            gradient: 0.0,
            lead_gradient: 0.0,
            loss: 0.0,
        }
    }
}

impl ForwardPass {
    /// Sets what does not depend on parameters: inputs, class and phases.
    pub(super) fn set_inputs<G: Geometry>(&mut self, sample: &Sample<G>) {
        let pieces = sample.board.occupied().count();
        self.class = class::<G>(pieces);
        self.phases = phases::<G>(pieces);
        self.is_white = sample.turn == Color::White;
        for (inputs, view) in self.inputs.iter_mut().zip([sample.turn, !sample.turn]) {
            inputs.clear();
            inputs_of::<G>(&sample.board, view, inputs);
        }
    }

    /// Computes the loss against White's target and its gradients, those of the mean over `batch` positions.
    pub(super) fn compute_loss(&mut self, white: f32, batch: usize) {
        let target = if self.is_white { white } else { 1.0 - white };
        let (class, scale) = self.lead;
        let prediction = sigmoid(self.unscaled * scale);
        let gradient = (prediction - target) / batch as f32;
        self.loss = cross_entropy(prediction, target);
        self.gradient = gradient * scale;
        self.lead_gradient = if class > 0 {
            gradient * self.unscaled
        } else {
            0.0
        };
    }

    /// The logit that White wins.
    pub(super) fn logit(&self) -> f32 {
        let logit = self.unscaled * self.lead.1;
        if self.is_white { logit } else { -logit }
    }
}

/// Adds the active inputs of one view of a board.
fn inputs_of<G: Geometry>(board: &Board<G::Bits>, view: Color, inputs: &mut Vec<u32>) {
    let men = views::<G>(board)[view as usize];
    Inputs::<G>::for_each(men, |tile, input| {
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
