//! What one process makes. Begin with [`Units`].

use super::index::sizes_on;
use super::material::Material;
use super::slice::{Slice, SliceError};
use kamen_core::geometry::Shape;
use kamen_core::rules::Variant;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The units that one process makes: one, or all of a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Units {
    /// All of a material and its turned one.
    All(Material),
    /// A slice and its turned one.
    One(Slice),
}

impl Units {
    /// Their material.
    pub fn material(self) -> Material {
        match self {
            Units::All(material) => material.unit(),
            Units::One(slice) => slice.unit().material,
        }
    }

    /// The units, each after those that its positions lead to; none if the board has no position of them.
    pub fn units(self, board: &Shape) -> Vec<Slice> {
        match self {
            Units::All(material) => Slice::units_of(material, board),
            Units::One(slice) => Vec::from_iter(slice.fits(board).then(|| slice.unit())),
        }
    }

    /// The units besides them that their positions lead to by one move.
    pub fn needs(self, variant: Variant) -> BTreeSet<Slice> {
        let own = self.units(&variant.shape());
        let needs = own.iter().flat_map(|unit| unit.needs(variant));
        needs.filter(|unit| !own.contains(unit)).collect()
    }

    /// The most positions that they have: numbers of an [`Index`](super::Index).
    pub fn positions(self, board: &Shape) -> u64 {
        let units = self.units(board).into_iter();
        units.map(|unit| positions(unit, board)).sum()
    }

    /// Bytes that making them takes: their tables, those that they need, and the unit that is solved.
    pub fn memory(self, variant: Variant, distances: bool) -> u64 {
        let board = &variant.shape();
        let own = self.units(board);
        let solved = own.iter().map(|&unit| bytes_of(unit, board, distances));
        let needed = self
            .needs(variant)
            .into_iter()
            .map(|unit| held(unit, board, distances));
        // The last is not held beside itself in the making.
        let before = own
            .iter()
            .rev()
            .skip(1)
            .map(|&unit| held(unit, board, distances));
        needed.chain(before).sum::<u64>() + solved.max().unwrap_or(0)
    }

    /// Bytes that joining them takes: a unit as it was made and as files hold it.
    pub(super) fn join_memory(self, board: &Shape, distances: bool) -> u64 {
        let units = self.units(board).into_iter();
        let each = units.map(|unit| held(unit, board, distances) + positions(unit, board) * 5 / 4);
        each.max().unwrap_or(0)
    }
}

/// The most positions of a unit.
pub(super) fn positions(unit: Slice, board: &Shape) -> u64 {
    let sizes = unit.both().map(|slice| sizes_on(board, slice));
    sizes.map(|sizes| sizes.iter().product::<u64>()).sum()
}

/// Bytes of the finished tables of a unit.
pub(super) fn held(unit: Slice, board: &Shape, distances: bool) -> u64 {
    let each = |size: u64| size.div_ceil(4) + if distances { 2 * size } else { 0 };
    let sizes = unit.both().map(|slice| sizes_on(board, slice));
    sizes.map(|sizes| each(sizes.iter().product())).sum()
}

/// Bytes that solving a unit takes, its finished tables included.
pub(super) fn bytes_of(unit: Slice, board: &Shape, distances: bool) -> u64 {
    let each = if distances { 1 + 2 } else { 1 };
    each * positions(unit, board) + held(unit, board, distances)
}

/// The name of the unit, or of the material.
impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Units::All(material) => write!(f, "{}", material.unit()),
            Units::One(slice) => write!(f, "{}", slice.unit()),
        }
    }
}

impl FromStr for Units {
    type Err = SliceError;

    /// Parses the output of [`Display`](fmt::Display). Kings alone have one unit, which is all.
    fn from_str(text: &str) -> Result<Units, SliceError> {
        match text.parse::<Material>() {
            Ok(material) => Ok(Units::All(material.unit())),
            Err(_) => Ok(Units::One(text.parse::<Slice>()?.unit())),
        }
    }
}
