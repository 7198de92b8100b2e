//! The output layer: everything behind the hidden layer but its weights.

use super::forward::ForwardPass;
use super::parameters::Parameters;
use crate::dataset::Sample;
use crate::fit::{StepParams, quantize};
use kamen_core::board::Color;
use kamen_core::geometry::Geometry;
use kamen_core::rules::RuleSet;
use kamen_eval::network::CLASSES;
use kamen_eval::terms::{self, lead};
use kamen_eval::weights::{Origin, Weights};

/// The output layer: bias by output bucket, the linear terms beside the network, and the scaling of leads.
#[derive(Clone, Debug)]
pub(super) struct OutputLayer {
    /// How kings move.
    rules: &'static RuleSet,
    /// The bias of each output bucket.
    pub(super) biases: Parameters<1>,
    /// The weights of the terms on a full and on an empty board.
    pub(super) terms: Parameters<2>,
    /// The scale factor of each class of leads.
    pub(super) leads: Parameters<1>,
}

/// The bound of all values, in logits.
const MOST: f32 = 20.0;

impl OutputLayer {
    /// Material values and nothing else.
    pub(super) fn new<G: Geometry>(rules: &'static RuleSet, value_of_men: f32) -> OutputLayer {
        let mut known = Parameters::new(terms::count::<G>(), (-MOST, MOST));
        known.values[terms::MAN] = [value_of_men; 2];
        known.values[terms::FIRST_KING] = [2.0 * value_of_men; 2];
        known.values[terms::MORE_KINGS] = [2.0 * value_of_men; 2];
        let mut leads = Parameters::new(Weights::LEADS, (0.0, 1.0));
        leads.values.fill([1.0]);
        OutputLayer {
            rules,
            biases: Parameters::new(CLASSES, (-MOST, MOST)),
            terms: known,
            leads,
        }
    }

    /// Loads weights, whose network ends in these biases.
    pub(super) fn load(&mut self, weights: &Weights, biases: &[i16]) {
        let unit = (weights.origin.scale * f64::from(Weights::UNIT)) as f32;
        for (value, &bias) in self.biases.values.iter_mut().zip(biases) {
            *value = [f32::from(bias) / unit];
        }
        let (_, terms) = weights.parts();
        for (value, term) in self.terms.values.iter_mut().zip(terms) {
            *value = term.map(|part| f32::from(part) / unit);
        }
        for (value, &lead) in self.leads.values.iter_mut().zip(&weights.leads) {
            *value = [f32::from(lead) / f32::from(Weights::WHOLE)];
        }
    }

    /// Computes the logit of the side to move from the contribution of the hidden layer.
    pub(super) fn forward<G: Geometry>(
        &self,
        sample: &Sample<G>,
        hidden: f32,
        pass: &mut ForwardPass,
    ) {
        let sign = if pass.is_white { 1.0 } else { -1.0 };
        let [bias] = self.biases.values[pass.class];
        let mut sum = hidden + bias;
        pass.terms.clear();
        terms::for_each::<G>(&sample.board, sample.turn, self.rules, |term, value| {
            let value = sign * value as f32;
            let weight = self.terms.values[term];
            sum += value * (weight[0] * pass.phases[0] + weight[1] * pass.phases[1]);
            pass.terms.push((term, value));
        });
        let is_white = (sum > 0.0) == pass.is_white;
        let leader = if is_white { Color::White } else { Color::Black };
        pass.unscaled = sum;
        let class = lead(&sample.board, self.rules, leader);
        pass.lead = (class, self.leads.values[class][0]);
    }

    /// The backward pass: accumulates the gradients of a batch.
    pub(super) fn accumulate(&mut self, passes: &[ForwardPass]) {
        for pass in passes {
            self.biases.accumulate(pass.class, |_| pass.gradient);
            for &(term, value) in &pass.terms {
                (self.terms).accumulate(term, |phase| pass.gradient * value * pass.phases[phase]);
            }
            self.leads.accumulate(pass.lead.0, |_| pass.lead_gradient);
        }
    }

    /// Takes an optimizer step.
    pub(super) fn step(&mut self, params: &StepParams) {
        self.biases.step(params);
        self.terms.step(params);
        self.leads.step(params);
    }

    /// The weights for play, given those of the hidden layer.
    pub(super) fn to_weights(&self, mut network: Vec<i16>, origin: Origin) -> Weights {
        let unit = origin.scale as f32 * Weights::UNIT as f32;
        network.extend(
            self.biases
                .values
                .iter()
                .map(|[value]| quantize(value * unit, i16::MAX)),
        );
        Weights {
            network,
            weights: (self.terms.values.iter())
                .map(|term| term.map(|part| quantize(part * unit, i16::MAX)))
                .collect(),
            leads: (self.leads.values.iter())
                .map(|[scale]| quantize(scale * f32::from(Weights::WHOLE), i16::MAX))
                .collect(),
            origin,
        }
    }
}
