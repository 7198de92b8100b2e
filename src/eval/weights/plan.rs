//! The dimensions of the weights of a variant.

use super::Form;
use crate::eval::pattern::{Cut, Shape};
use crate::eval::{network, terms};
use crate::geometry::Geometry;
use crate::rules::{Rules, Variant};
use crate::with_rules;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The kind of model beside the terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Patterns of men in regions ([`crate::eval::Patterns`]).
    #[default]
    Patterns,
    /// A network ([`crate::eval::Network`]).
    Network,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 2] = [Kind::Patterns, Kind::Network];

    /// The name in files and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Patterns => "patterns",
            Kind::Network => "network",
        }
    }
}

/// A text that names no kind of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected patterns or network")]
pub struct UnknownKind {
    /// The text.
    pub found: String,
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Kind, UnknownKind> {
        let found = Kind::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| UnknownKind {
            found: text.to_owned(),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The dimensions of the weights of a variant.
#[derive(Clone, Debug)]
pub struct Plan {
    /// As in [`super::Origin::form`].
    pub form: Form,
    /// Number of weights of the network.
    pub network: usize,
    /// Number of weights of all regions.
    pub in_regions: usize,
    /// The same with the terms.
    pub weights: usize,
}

impl Plan {
    /// The plan for a variant.
    pub fn of(variant: Variant, kind: Kind) -> Plan {
        with_rules!(variant, R => Plan::on::<<R as Rules>::Geometry>(kind))
    }

    fn on<G: Geometry>(kind: Kind) -> Plan {
        let name = |shape: &Shape| format!("{}x{}/{}", shape.rows, shape.squares, shape.step);
        let shapes = Cut::<G>::SHAPES;
        let (form, network, in_regions) = match kind {
            Kind::Patterns => (
                Form::Patterns(shapes.iter().map(name).collect::<Vec<_>>().join(" ")),
                0,
                Cut::<G>::weights(shapes.len()),
            ),
            Kind::Network => (
                Form::Network(network::measures::<G>()),
                network::size::<G>(),
                0,
            ),
        };
        Plan {
            form,
            network,
            in_regions,
            weights: in_regions + terms::count::<G>(),
        }
    }
}
