//! What is learned beside the neurons.

use super::look::Look;
use super::rows::Rows;
use crate::board::Color;
use crate::eval::network::CLASSES;
use crate::eval::terms::{self, lead};
use crate::eval::weights::{Origin, Weights};
use crate::geometry::Geometry;
use crate::rules::RuleSet;
use crate::training::dataset::Sample;
use crate::training::fit::{Pace, whole};

/// What is learned beside the neurons.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    /// How kings move.
    rules: &'static RuleSet,
    /// What is added in each class.
    pub(super) constants: Rows<1>,
    /// The terms, with many pieces on the board and with few.
    pub(super) terms: Rows<2>,
    /// What is left of a lead, by its class.
    pub(super) leads: Rows<1>,
}

/// No worth of anything is greater.
const MOST: f32 = 20.0;

impl Rest {
    /// Knows what pieces are worth, and nothing else.
    pub(super) fn new<G: Geometry>(rules: &'static RuleSet, value_of_men: f32) -> Rest {
        let mut known = Rows::new(terms::count::<G>(), (-MOST, MOST));
        known.values[terms::MAN] = [value_of_men; 2];
        known.values[terms::FIRST_KING] = [2.0 * value_of_men; 2];
        known.values[terms::MORE_KINGS] = [2.0 * value_of_men; 2];
        let mut leads = Rows::new(Weights::LEADS, (0.0, 1.0));
        leads.values.fill([1.0]);
        Rest {
            rules,
            constants: Rows::new(CLASSES, (-MOST, MOST)),
            terms: known,
            leads,
        }
    }

    /// Goes on from weights, whose network ends in these constants.
    pub(super) fn set_from(&mut self, weights: &Weights, constants: &[i16]) {
        let unit = (weights.origin.scale * f64::from(Weights::UNIT)) as f32;
        for (value, &constant) in self.constants.values.iter_mut().zip(constants) {
            *value = [f32::from(constant) / unit];
        }
        let (_, terms) = weights.parts();
        for (value, term) in self.terms.values.iter_mut().zip(terms) {
            *value = term.map(|part| f32::from(part) / unit);
        }
        for (value, &lead) in self.leads.values.iter_mut().zip(&weights.leads) {
            *value = [f32::from(lead) / f32::from(Weights::WHOLE)];
        }
    }

    /// Works out the odds of the side to move, whose neurons give so much.
    pub(super) fn look<G: Geometry>(&self, sample: &Sample<G>, given: f32, look: &mut Look) {
        let sign = if look.is_white { 1.0 } else { -1.0 };
        let [found] = self.constants.values[look.class];
        let mut sum = given + found;
        look.terms.clear();
        terms::look::<G>(&sample.board, sample.turn, self.rules, |term, value| {
            let value = sign * value as f32;
            let worth = self.terms.values[term];
            sum += value * (worth[0] * look.phases[0] + worth[1] * look.phases[1]);
            look.terms.push((term, value));
        });
        let is_white = (sum > 0.0) == look.is_white;
        let leader = if is_white { Color::White } else { Color::Black };
        look.sum = sum;
        let class = lead(&sample.board, self.rules, leader);
        look.lead = (class, self.leads.values[class][0]);
    }

    /// Adds up the slopes of the loss over what was seen.
    pub(super) fn meet(&mut self, seen: &[Look]) {
        for look in seen {
            self.constants.add(look.class, |_| look.slope);
            for &(term, value) in &look.terms {
                (self.terms).add(term, |phase| look.slope * value * look.phases[phase]);
            }
            self.leads.add(look.lead.0, |_| look.slope_of_lead);
        }
    }

    /// A step against the slopes.
    pub(super) fn step(&mut self, pace: &Pace) {
        self.constants.step(pace);
        self.terms.step(pace);
        self.leads.step(pace);
    }

    /// The weights of a network whose other numbers are these.
    pub(super) fn to_weights(&self, mut network: Vec<i16>, origin: Origin) -> Weights {
        let unit = origin.scale as f32 * Weights::UNIT as f32;
        network.extend(
            self.constants
                .values
                .iter()
                .map(|[value]| whole(value * unit, i16::MAX)),
        );
        Weights {
            network,
            weights: (self.terms.values.iter())
                .map(|term| term.map(|part| whole(part * unit, i16::MAX)))
                .collect(),
            leads: (self.leads.values.iter())
                .map(|[left]| whole(left * f32::from(Weights::WHOLE), i16::MAX))
                .collect(),
            origin,
        }
    }
}
