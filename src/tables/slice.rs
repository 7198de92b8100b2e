//! The parts that tables come in. Begin with [`Slice`].

use super::material::Material;
use kamen_core::board::{Board, Color};
use kamen_core::geometry::{Bits, Geometry, Shape};
use num_traits::PrimInt;
use std::fmt;
use std::str::FromStr;

/// The positions of a material in which the foremost man of each side has come equally far.
///
/// A man's move leaves its slice only for one in which the foremost man has come further; captures and promotions
/// change the material. So a slice can be made when those that it leads to are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// The pieces.
    pub material: Material,
    /// How many rows the foremost man of each side has come from its back row, the side to move first; 0 without men.
    pub lead: [u8; 2],
}

/// One more than the greatest lead on any board.
const LEADS: usize = 12;

impl Slice {
    /// The slice of a board with White to move.
    #[inline]
    pub fn of<G: Geometry>(board: &Board<G::Bits>) -> Slice {
        let [white, black] = [Color::White, Color::Black].map(|color| board.men(color));
        Slice {
            material: Material::of(board, Color::White),
            lead: [lead_of_white::<G>(white), lead_of_black::<G>(black)],
        }
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub fn turned(self) -> Slice {
        let [lead, other_lead] = self.lead;
        Slice {
            material: self.material.turned(),
            lead: [other_lead, lead],
        }
    }

    /// Of two that differ in the side to move, the one that stands for both.
    #[must_use]
    pub fn unit(self) -> Slice {
        self.max(self.turned())
    }

    /// It and its turned one, if that is another.
    pub fn both(self) -> impl Iterator<Item = Slice> + Clone {
        let turned = Some(self.turned()).filter(|turned| *turned != self);
        std::iter::once(self).chain(turned)
    }

    /// Whether the board has positions of it.
    pub(super) fn fits(self, board: &Shape) -> bool {
        let is_possible = |side: usize| {
            let (men, lead) = (self.material.men[side], self.lead[side]);
            // There is room for them up to the foremost.
            let room = board.per_row() * (usize::from(lead) + 1);
            men == 0 && lead == 0
                || (1..=room).contains(&usize::from(men)) && usize::from(lead) < board.height - 1
        };
        is_possible(0) && is_possible(1)
    }

    /// The slices of a material that have positions on a board.
    pub fn of_material(material: Material, board: &Shape) -> Vec<Slice> {
        let leads = |side: usize| match material.men[side] {
            0 => 0..1,
            _ => 0..board.height as u8 - 1,
        };
        let all = leads(0).flat_map(|lead| leads(1).map(move |other| [lead, other]));
        let slices = all.map(|lead| Slice { material, lead });
        slices.filter(|slice| slice.fits(board)).collect()
    }

    /// The units with so many pieces or fewer, at least one of each side, each after those that its positions lead to.
    pub fn units(pieces: usize, board: &Shape) -> Vec<Slice> {
        let materials = Material::units(pieces).into_iter();
        let units = materials.flat_map(|material| Slice::units_of(material, board));
        units.collect()
    }

    /// The units of a material and its turned one, each after those that its positions lead to.
    pub fn units_of(material: Material, board: &Shape) -> Vec<Slice> {
        let mut units = Slice::of_material(material.unit(), board);
        units.retain(|slice| *slice == slice.unit());
        units.sort_by_key(|slice| std::cmp::Reverse(slice.lead[0] + slice.lead[1]));
        units
    }
}

/// The number of a slice among [`LEADS`] squared of its material.
#[inline]
fn place(slice: Slice) -> usize {
    usize::from(slice.lead[0]) * LEADS + usize::from(slice.lead[1])
}

/// How far White's foremost man has come; White moves towards lower bits.
#[inline]
fn lead_of_white<G: Geometry>(men: G::Bits) -> u8 {
    if men.is_empty() {
        return 0;
    }
    G::HEIGHT as u8 - 1 - row::<G>(men.trailing_zeros() as usize)
}

#[inline]
fn lead_of_black<G: Geometry>(men: G::Bits) -> u8 {
    if men.is_empty() {
        return 0;
    }
    row::<G>(G::Bits::EMPTY.count_zeros() as usize - 1 - men.leading_zeros() as usize)
}

#[inline]
fn row<G: Geometry>(bit: usize) -> u8 {
    (usize::from(G::PLACE_OF[bit]) / (G::SQUARES / G::HEIGHT)) as u8
}

/// The material, then how far the foremost men have come: `mmk-mk-3-5`, `mk-k-2`, `kk-k`.
impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.material)?;
        for side in 0..2 {
            if self.material.men[side] > 0 {
                write!(f, "-{}", self.lead[side])?;
            }
        }
        Ok(())
    }
}

/// Why a text is no slice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found '{found}', expected a material and how far the foremost man of each side that has men has come, \
     such as mk-k-2 or kk-k"
)]
pub struct SliceError {
    found: String,
}

impl FromStr for Slice {
    type Err = SliceError;

    /// Parses the output of [`Display`](fmt::Display).
    fn from_str(text: &str) -> Result<Slice, SliceError> {
        let read = || {
            let mut parts = text.split('-');
            let sides = format!("{}-{}", parts.next()?, parts.next()?);
            let material: Material = sides.parse().ok()?;
            let mut lead = [0; 2];
            for (lead, men) in lead.iter_mut().zip(material.men) {
                if men > 0 {
                    *lead = parts.next()?.parse().ok()?;
                }
            }
            let slice = Slice { material, lead };
            let is_whole = parts.next().is_none() && lead.iter().all(|&l| usize::from(l) < LEADS);
            (is_whole && slice.to_string() == text).then_some(slice)
        };
        read().ok_or_else(|| SliceError {
            found: text.chars().filter(|c| !c.is_control()).take(40).collect(),
        })
    }
}

/// Something for each of some slices, found without hashing.
#[derive(Debug)]
pub struct BySlice<T> {
    /// By the key of the material; nothing for one of which there is no slice.
    materials: Box<[Option<Leads<T>>]>,
}

/// By the leads.
type Leads<T> = Box<[Option<T>]>;

impl<T> Default for BySlice<T> {
    fn default() -> BySlice<T> {
        BySlice {
            materials: (0..Material::KEYS).map(|_| None).collect(),
        }
    }
}

impl<T> BySlice<T> {
    /// What there is for a slice.
    #[inline]
    pub fn get(&self, slice: Slice) -> Option<&T> {
        self.materials[slice.material.key()].as_ref()?[place(slice)].as_ref()
    }

    /// Puts something there; returns what was there before.
    pub fn insert(&mut self, slice: Slice, value: T) -> Option<T> {
        let slots = self.materials[slice.material.key()]
            .get_or_insert_with(|| (0..LEADS * LEADS).map(|_| None).collect());
        slots[place(slice)].replace(value)
    }

    /// Takes away what is there for the slices of which this is not true.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        for slot in self.materials.iter_mut().flatten().flatten() {
            if slot.as_ref().is_some_and(|value| !keep(value)) {
                *slot = None;
            }
        }
    }

    /// All that there is.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.materials.iter().flatten().flatten().flatten()
    }
}
