//! The pieces of both sides. Begin with [`Material`].

use kamen_core::board::{Board, Color};
use kamen_core::geometry::Bits;
use kamen_core::rules::{KingMoves, Rules, Variant};
use kamen_core::with_rules;
use std::fmt;
use std::str::FromStr;

/// The most pieces of tables, of both sides together.
pub const MOST_PIECES: usize = 8;

/// Pieces of the side to move (first) and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// Men of each side.
    pub men: [u8; 2],
    /// Kings of each side.
    pub kings: [u8; 2],
}

impl Material {
    /// The material of a board for the side to move.
    pub fn of<B: Bits>(board: &Board<B>, turn: Color) -> Material {
        let sides = [turn, !turn];
        Material {
            men: sides.map(|side| board.men(side).count() as u8),
            kings: sides.map(|side| board.kings(side).count() as u8),
        }
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub fn turned(self) -> Material {
        let Material {
            men: [men, other_men],
            kings: [kings, other_kings],
        } = self;
        Material {
            men: [other_men, men],
            kings: [other_kings, kings],
        }
    }

    /// One more than the highest key.
    pub(super) const KEYS: usize = 1 << 12;

    /// A number of its own.
    #[inline]
    pub(super) fn key(self) -> usize {
        let [a, b] = self.men.map(usize::from);
        let [c, d] = self.kings.map(usize::from);
        a << 9 | b << 6 | c << 3 | d
    }

    /// All pieces.
    pub fn pieces(self) -> usize {
        [self.men, self.kings]
            .iter()
            .flatten()
            .map(|&n| usize::from(n))
            .sum()
    }

    /// All men.
    pub fn all_men(self) -> usize {
        self.men.iter().map(|&n| usize::from(n)).sum()
    }

    /// Whether kings chase a king: one side has a king alone, and no man is left whose move would begin the counts of the drawing
    /// rules anew.
    pub fn is_chase(self) -> bool {
        self.all_men() == 0 && self.kings.contains(&1)
    }

    /// Of two that differ in the side to move, the one that stands for both.
    #[must_use]
    pub fn unit(self) -> Material {
        self.max(self.turned())
    }

    /// The units that a move of either side may lead to: by a capture, a promotion or both.
    pub fn successors(self) -> Vec<Material> {
        let mut found = Vec::new();
        for Material { men, kings } in [self, self.turned()] {
            for crowned in 0..=men[0].min(1) {
                for left in 0..=men[1] {
                    for kings_left in 0..=kings[1] {
                        found.push(Material {
                            men: [men[0] - crowned, left],
                            kings: [kings[0] + crowned, kings_left],
                        });
                    }
                }
            }
        }
        found.retain(|after| after.men[1] + after.kings[1] > 0);
        let mut found: Vec<Material> = found.into_iter().map(Material::unit).collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|after| *after != self.unit());
        found
    }

    /// Whether a position of a variant has the value that its pieces alone have. Where a king may not go on for ever beside a man
    /// (Frisian draughts), that is so only if no side has, or can get, both.
    pub fn is_told_in(self, variant: Variant) -> bool {
        let is_limited = with_rules!(variant, R => {
            <<R as Rules>::KingMoves as KingMoves>::LIMITED
        });
        let sides = self.men.iter().zip(self.kings);
        !is_limited
            || sides.fold(true, |told, (&men, kings)| {
                told && (men == 0 || men == 1 && kings == 0)
            })
    }

    /// The units with so many pieces or fewer of which tables of a variant tell, in the order of [`Material::units`].
    pub fn units_in(variant: Variant, pieces: usize) -> Vec<Material> {
        let mut units = Material::units(pieces);
        units.retain(|unit| unit.is_told_in(variant));
        units
    }

    /// The units with so many pieces or fewer, at least one of each side, each after those that its positions lead to:
    /// captures leave fewer pieces, promotions fewer men.
    pub fn units(pieces: usize) -> Vec<Material> {
        let most = pieces.min(MOST_PIECES) as u8;
        let mut all = Vec::new();
        for own in 1..most {
            for other in 1..=most - own {
                for (men, other_men) in (0..=own).flat_map(|m| (0..=other).map(move |o| (m, o))) {
                    all.push(Material {
                        men: [men, other_men],
                        kings: [own - men, other - other_men],
                    });
                }
            }
        }
        all.retain(|material| *material == material.unit());
        all.sort_by_key(|material| (material.pieces(), material.all_men(), *material));
        all
    }
}

/// Men and kings of the side to move, then of the other: `mmk-k`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in 0..2 {
            if side == 1 {
                f.write_str("-")?;
            }
            for _ in 0..self.men[side] {
                f.write_str("m")?;
            }
            for _ in 0..self.kings[side] {
                f.write_str("k")?;
            }
        }
        Ok(())
    }
}

/// Why a text is no material.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found '{found}', expected men (m) and kings (k) of both sides, such as mmk-k, {MOST_PIECES} pieces at most"
)]
pub struct MaterialError {
    found: String,
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Parses the output of [`Display`](fmt::Display).
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let side = |text: &str| {
            let men = text.chars().take_while(|&c| c == 'm').count();
            let kings = text.chars().skip(men).take_while(|&c| c == 'k').count();
            let is_all = men + kings == text.chars().count() && men + kings > 0;
            (is_all && men + kings < MOST_PIECES).then_some((men as u8, kings as u8))
        };
        let read = || {
            let (own, other) = text.split_once('-')?;
            let (own, other) = (side(own)?, side(other)?);
            let material = Material {
                men: [own.0, other.0],
                kings: [own.1, other.1],
            };
            (material.pieces() <= MOST_PIECES).then_some(material)
        };
        read().ok_or_else(|| MaterialError {
            found: text.chars().filter(|c| !c.is_control()).take(40).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_come_after_those_that_they_lead_to() {
        let units = Material::units(5);
        let place = |material: Material| units.iter().position(|unit| *unit == material.unit());
        for (number, unit) in units.iter().enumerate() {
            assert_eq!(unit.unit(), *unit);
            for side in 0..2 {
                let mut crowned = *unit;
                if unit.men[side] > 0 {
                    crowned.men[side] -= 1;
                    crowned.kings[side] += 1;
                    assert!(place(crowned) < Some(number));
                }
            }
            assert!(
                units[..number]
                    .iter()
                    .all(|before| before.pieces() <= unit.pieces())
            );
        }
        // Pairs of sides with up to four pieces: 2, 5, 9 and 14 kinds of one to four pieces.
        assert_eq!(Material::units(2).len(), 3);
        assert_eq!(Material::units(3).len(), 3 + 2 * 3);
        assert_eq!(Material::units(4).len(), 3 + 6 + 2 * 4 + 6);
    }

    #[test]
    fn frisian_tables_leave_out_kings_beside_men() {
        assert_eq!(Material::units_in(Variant::Czech, 4), Material::units(4));
        let told = Material::units_in(Variant::Frisian, 4);
        let names: Vec<String> = told.iter().map(Material::to_string).collect();
        let expected = [
            "k-k", "m-k", "m-m", "kk-k", "m-kk", "kk-kk", "kkk-k", "m-kkk",
        ];
        assert_eq!(names, expected);
        // What they lead to is told, too.
        for unit in Material::units_in(Variant::Frysk, 5) {
            assert!(
                unit.successors()
                    .iter()
                    .all(|after| after.is_told_in(Variant::Frysk))
            );
        }
    }

    #[test]
    fn names_are_read_and_written() {
        for unit in Material::units(MOST_PIECES) {
            assert_eq!(unit.to_string().parse(), Ok(unit));
            assert_eq!(unit.turned().turned(), unit);
        }
        for bad in [
            "",
            "m",
            "-",
            "m-",
            "-k",
            "km-k",
            "m-x",
            "mmmm-mmmmm",
            "mmmmmmmm-m",
            "m-k-k",
        ] {
            assert!(bad.parse::<Material>().is_err(), "{bad}");
        }
    }
}
