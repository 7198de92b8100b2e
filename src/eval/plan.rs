//! The dimensions of the weights of a variant.

use super::pattern::{Cut, Shape};
use super::{network, terms};
use kamen_core::geometry::Geometry;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The kind of model beside the terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Patterns of men in regions ([`crate::Patterns`]).
    #[default]
    Patterns,
    /// Patterns of men, and of all pieces in regions around kings.
    KingPatterns,
    /// A network ([`crate::Network`]).
    Network,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Patterns, Kind::KingPatterns, Kind::Network];

    /// The name in files and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Patterns => "patterns",
            Kind::KingPatterns => "king-patterns",
            Kind::Network => "network",
        }
    }

    /// Whether a fit of this kind can go on from weights of another.
    pub fn continues(self, start: Kind) -> bool {
        self == start || (self, start) == (Kind::KingPatterns, Kind::Patterns)
    }
}

/// A text that names no kind of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected patterns, king-patterns or network")]
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

/// The model beside the terms, with its dimensions as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Patterns: `rows x squares / step` of each shape of region.
    #[serde(rename = "regions")]
    Patterns(String),
    /// The same, and behind them the shape of the regions around kings.
    #[serde(rename = "king-regions")]
    KingPatterns(String),
    /// A network: its tiles, inputs, neurons and output buckets.
    Network(String),
}

impl Form {
    /// The kind of model.
    pub fn kind(&self) -> Kind {
        match self {
            Form::Patterns(_) => Kind::Patterns,
            Form::KingPatterns(_) => Kind::KingPatterns,
            Form::Network(_) => Kind::Network,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Form::Patterns(measures) => write!(f, "regions {measures}"),
            Form::KingPatterns(measures) => write!(f, "king-regions {measures}"),
            Form::Network(measures) => write!(f, "a network {measures}"),
        }
    }
}

/// The dimensions of the weights of a variant.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The model and its dimensions.
    pub form: Form,
    /// Number of weights of the network.
    pub network: usize,
    /// Number of weights of all regions.
    pub in_regions: usize,
    /// Number of weights of all regions and the terms.
    pub weights: usize,
}

impl Plan {
    /// The dimensions for a board and kind.
    pub(super) fn on<G: Geometry>(kind: Kind) -> Plan {
        let name = |shape: &Shape| format!("{}x{}/{}", shape.rows, shape.squares, shape.step);
        let shapes = Cut::<G>::SHAPES;
        let regions = shapes.iter().map(name).collect::<Vec<_>>().join(" ");
        let of_men = Cut::<G>::weights(shapes.len());
        let (form, network, in_regions) = match kind {
            Kind::Patterns => (Form::Patterns(regions), 0, of_men),
            Kind::KingPatterns => (
                Form::KingPatterns(format!("{regions} {}", name(&Cut::<G>::AROUND_KINGS))),
                0,
                of_men + Cut::<G>::AROUND_KINGS_WEIGHTS,
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
