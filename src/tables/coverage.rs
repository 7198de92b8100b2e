//! What tables know, told by the number of pieces. Begin with [`Coverage`].

use super::material::Material;
use kamen_core::rules::Variant;
use std::fmt;

/// Of how many materials there are tables. A material counts whose positions are all known, whoever is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// For two pieces and each number after: the materials that are there, and those that tables can hold.
    counts: Vec<[usize; 2]>,
    /// Whether there are materials that no table can hold ([`Material::is_told_in`]).
    is_limited: bool,
}

/// The fewest pieces of a table.
const FEWEST: usize = 2;

impl Coverage {
    /// That of the tables with so many pieces or fewer of a variant, of which those are there that `is_there` says.
    pub(super) fn new(
        variant: Variant,
        pieces: usize,
        is_there: impl Fn(Material) -> bool,
    ) -> Coverage {
        let mut counts = vec![[0, 0]; (pieces + 1).saturating_sub(FEWEST)];
        for unit in Material::units_in(variant, pieces) {
            if let Some([there, all]) = counts.get_mut(unit.pieces() - FEWEST) {
                *there += usize::from(is_there(unit));
                *all += 1;
            }
        }
        let is_limited = Material::units(pieces)
            .into_iter()
            .any(|unit| !unit.is_told_in(variant));
        Coverage { counts, is_limited }
    }

    /// The most pieces up to which every material is there that tables can hold; 0 if not even those with two are.
    pub fn complete(&self) -> usize {
        let is_whole = |[there, all]: &&[usize; 2]| there == all;
        match self.counts.iter().take_while(is_whole).count() {
            0 => 0,
            whole => whole + FEWEST - 1,
        }
    }
}

/// `all positions of up to 3 pieces, 5 of 14 materials of 4 pieces`.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let complete = self.complete();
        let mut parts = Vec::new();
        if complete > 0 {
            let but = if self.is_limited && complete > FEWEST {
                " in which no side has, or can get, a king beside a man"
            } else {
                ""
            };
            parts.push(format!("all positions of up to {complete} pieces{but}"));
        }
        for (pieces, [there, all]) in (FEWEST..).zip(&self.counts) {
            if pieces > complete && *there > 0 {
                parts.push(format!("{there} of {all} materials of {pieces} pieces"));
            }
        }
        if parts.is_empty() {
            parts.push("no positions".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The variant, the most pieces, the materials that are there, the most pieces of which all are, and what is said.
    type Case = (Variant, usize, fn(Material) -> bool, usize, &'static str);

    const CASES: &[Case] = &[
        (Variant::Czech, 0, |_| true, 0, "no positions"),
        (Variant::Czech, 4, |_| false, 0, "no positions"),
        (
            Variant::Czech,
            4,
            |_| true,
            4,
            "all positions of up to 4 pieces",
        ),
        (
            Variant::Czech,
            4,
            |material| material.pieces() < 4 || material.all_men() == 0,
            3,
            "all positions of up to 3 pieces, 2 of 14 materials of 4 pieces",
        ),
        (
            Variant::Czech,
            5,
            |material| material.pieces() != 3,
            2,
            "all positions of up to 2 pieces, 14 of 14 materials of 4 pieces, 22 of 22 materials of 5 pieces",
        ),
        (
            Variant::Czech,
            3,
            |material| material.pieces() == 2 && material.all_men() == 0,
            0,
            "1 of 3 materials of 2 pieces",
        ),
        (
            Variant::Frisian,
            2,
            |_| true,
            2,
            "all positions of up to 2 pieces",
        ),
        (
            Variant::Frisian,
            4,
            |_| true,
            4,
            "all positions of up to 4 pieces in which no side has, or can get, a king beside a man",
        ),
    ];

    #[test]
    fn what_is_complete_is_said() {
        for (variant, pieces, is_there, complete, said) in CASES {
            let coverage = Coverage::new(*variant, *pieces, is_there);
            assert_eq!(coverage.complete(), *complete, "{said}");
            assert_eq!(coverage.to_string(), *said);
        }
    }
}
