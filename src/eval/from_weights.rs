//! Evaluations made of weights.

use super::by_board::board;
use super::terms::Terms;
use super::weights::Weights;
use super::{Network, Patterns};

impl Patterns {
    /// The evaluation by these weights, which are of [`Kind::Patterns`](super::weights::Kind) or [`Kind::KingPatterns`](super::weights::Kind).
    pub fn new(weights: &Weights) -> Patterns {
        let (regions, terms) = weights.parts();
        let regions = board(weights.origin.variant).fold_regions(regions);
        Patterns::of_parts(weights.name(), regions, Terms::new(terms, &weights.leads))
    }
}

impl Network {
    /// The evaluation by these weights, which are of [`Kind::Network`](super::weights::Kind).
    pub fn new(weights: &Weights) -> Network {
        let (_, terms) = weights.parts();
        Network::of_parts(
            weights.name(),
            weights.origin.scale,
            &weights.network,
            Terms::new(terms, &weights.leads),
            |inputs| board(weights.origin.variant).fold_inputs(inputs),
        )
    }
}
