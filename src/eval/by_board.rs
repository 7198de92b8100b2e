//! The board-dependent operations on weights, for a variant known at run time.

use super::network;
use super::pattern::{Regions, fold};
use super::plan::{Kind, Plan};
use super::weight::Weight;
use kamen_core::geometry::Geometry;
use kamen_core::rules::{Rules, Variant};
use kamen_core::with_rules;
use std::marker::PhantomData;

/// Operations on weights that depend on the board.
pub(super) trait ByBoard: Sync {
    /// The dimensions of weights of a kind.
    fn plan(&self, kind: Kind) -> Plan;

    /// Folds the weights of all regions into those looked up in play.
    fn fold_regions(&self, weights: &[Weight]) -> Regions;

    /// Folds the rows of all inputs into those used in play.
    fn fold_inputs(&self, inputs: &[network::Row]) -> Box<[network::Row]>;
}

/// The board of a variant.
pub(super) fn board(variant: Variant) -> &'static dyn ByBoard {
    with_rules!(variant, R => &On::<<R as Rules>::Geometry>(PhantomData))
}

impl Plan {
    /// The plan for a variant.
    pub fn of(variant: Variant, kind: Kind) -> Plan {
        board(variant).plan(kind)
    }
}

struct On<G>(PhantomData<G>);

impl<G: Geometry> ByBoard for On<G> {
    fn plan(&self, kind: Kind) -> Plan {
        Plan::on::<G>(kind)
    }

    fn fold_regions(&self, weights: &[Weight]) -> Regions {
        fold::fold::<G>(weights)
    }

    fn fold_inputs(&self, inputs: &[network::Row]) -> Box<[network::Row]> {
        network::fold::<G>(inputs)
    }
}
