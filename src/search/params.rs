//! The parameters of the selective search, tuned by games (`kamen tune`); `tests/experiments/tuned-by-games.md` has the
//! results.

use super::node::MAX_PLY;
use kamen_core::rules::Objective;
use std::array;
use std::sync::LazyLock;

/// The numbers of the selective search. Depths in plies, margins in centi-men.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Iterative deepening: half the first aspiration window.
    pub(super) aspiration: i32,
    /// Reverse futility: the largest depth.
    pub(super) futility_depth: i32,
    /// Reverse futility: how far above the window the evaluation must be, for each ply of depth.
    pub(super) futility: i32,
    /// Razoring: the largest depth.
    pub(super) razor_depth: i32,
    /// Razoring: how far below the window the evaluation must be, for each ply of depth.
    pub(super) razor: i32,
    /// ProbCut: the smallest depth.
    pub(super) probcut_depth: i32,
    /// ProbCut: how far above the window the shallow search must end, for each ply of depth.
    pub(super) probcut: i32,
    /// ProbCut: depth of the shallow search, as a percentage.
    pub(super) probcut_part: i32,
    /// Late-move reductions: the smallest depth.
    pub(super) lmr_depth: i32,
    /// Late-move reductions: the constant term, in hundredths of a ply.
    pub(super) lmr_base: i32,
    /// Late-move reductions: the factor of ln(depth) * ln(number of the move), in hundredths of a ply.
    pub(super) lmr_factor: i32,
    /// Late-move reductions: how many moves of a PV node are not reduced.
    pub(super) lmr_pv: i32,
    /// Internal iterative reduction: the smallest depth.
    pub(super) iir_depth: i32,
    /// Quiescence: how many times on a line a side that is threatened may try all its moves.
    pub(super) threats: u32,
    /// Whether an entry of the transposition table must be of the very depth that is searched, and not at least of it.
    pub(super) exact_depth: bool,
}

/// For variants in which the last side able to move wins.
const WIN: Params = Params {
    aspiration: 15,
    futility_depth: 6,
    futility: 13,
    razor_depth: 2,
    razor: 86,
    probcut_depth: 6,
    probcut: 4,
    probcut_part: 57,
    lmr_depth: 2,
    lmr_base: 66,
    lmr_factor: 46,
    lmr_pv: 2,
    iir_depth: 5,
    threats: 1,
    exact_depth: false,
};

/// A depth that no node has.
const NEVER: i32 = MAX_PLY as i32;

/// For giveaway, tuned by games as well: less is reduced, and there is no razoring, which loses many of them.
const GIVEAWAY: Params = Params {
    aspiration: 14,
    futility_depth: 5,
    futility: 11,
    razor_depth: 0,
    probcut_depth: 3,
    probcut: 3,
    probcut_part: 53,
    lmr_base: -23,
    lmr_factor: 38,
    lmr_pv: 5,
    iir_depth: 10,
    threats: 0,
    ..WIN
};

/// For a search that leaves nothing out. Threats are not answered at the leaves, for which of them are depends on the window.
const FULL_WIDTH: Params = Params {
    futility_depth: 0,
    razor_depth: 0,
    probcut_depth: NEVER,
    lmr_depth: NEVER,
    iir_depth: NEVER,
    threats: 0,
    exact_depth: true,
    ..WIN
};

impl Params {
    /// The parameters for an objective.
    pub fn of(objective: Objective) -> Params {
        match objective {
            Objective::Win => WIN,
            Objective::Giveaway => GIVEAWAY,
        }
    }

    /// Those of a full-width search.
    pub(super) const fn full_width() -> Params {
        FULL_WIDTH
    }

    /// Sets a number of [`NUMBERS`] by its name.
    ///
    /// # Errors
    /// None has that name, or the value is not in its range. Nothing is changed then.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let number = NUMBERS.iter().find(|number| number.name == name);
        let number = number.ok_or_else(|| ParamError::Name(name.to_owned()))?;
        let Number {
            name, least, most, ..
        } = *number;
        if !(least..=most).contains(&value) {
            return Err(ParamError::Value {
                name,
                found: value,
                least,
                most,
            });
        }
        *(number.field)(self) = value;
        Ok(())
    }

    /// The value of a number.
    pub fn get(mut self, number: &Number) -> i32 {
        *(number.field)(&mut self)
    }
}

/// Why a number of the search is not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// There is none of this name.
    #[error("unknown number of the search '{0}', expected one of NUMBERS")]
    Name(String),
    /// The value is out of range.
    #[error("{name}: found {found}, expected {least} to {most}")]
    Value {
        /// The number.
        name: &'static str,
        /// The value.
        found: i32,
        /// The smallest value.
        least: i32,
        /// The greatest value.
        most: i32,
    },
}

/// A number of the search that can be tuned.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its name as a Hub parameter.
    pub name: &'static str,
    /// Its smallest value.
    pub least: i32,
    /// Its greatest value.
    pub most: i32,
    field: fn(&mut Params) -> &mut i32,
}

/// Declares numbers: the name, the field, the range.
macro_rules! numbers {
    ($($name:literal $field:ident $least:literal $most:literal,)*) => {
        /// The numbers of the search that can be tuned.
        pub const NUMBERS: &[Number] = &[$(Number {
            name: $name,
            least: $least,
            most: $most,
            field: |params| &mut params.$field,
        },)*];
    };
}

numbers! {
    "search-aspiration" aspiration 1 400,
    "search-futility-depth" futility_depth 0 20,
    "search-futility" futility 0 500,
    "search-razor-depth" razor_depth 0 20,
    "search-razor" razor 0 500,
    "search-probcut-depth" probcut_depth 2 128,
    "search-probcut" probcut 0 100,
    "search-probcut-part" probcut_part 1 90,
    "search-lmr-depth" lmr_depth 1 128,
    "search-lmr-base" lmr_base -200 400,
    "search-lmr-factor" lmr_factor 0 300,
    "search-lmr-pv" lmr_pv 1 50,
    "search-iir-depth" iir_depth 2 128,
}

/// Reductions by depth and number of the move, in hundredths of a ply.
#[derive(Debug, PartialEq)]
pub(super) struct Reductions([[i16; 64]; 64]);

impl Reductions {
    /// The table for an objective that is used if nothing is tuned, computed once.
    pub(super) fn of(objective: Objective) -> &'static Reductions {
        static OF_WIN: LazyLock<Reductions> = LazyLock::new(|| Reductions::new(&WIN));
        static OF_GIVEAWAY: LazyLock<Reductions> = LazyLock::new(|| Reductions::new(&GIVEAWAY));
        match objective {
            Objective::Win => &OF_WIN,
            Objective::Giveaway => &OF_GIVEAWAY,
        }
    }

    pub(super) fn new(params: &Params) -> Reductions {
        let ln = |n: usize| (n.max(1) as f64).ln();
        let at = |depth: usize, number: usize| {
            let factor = f64::from(params.lmr_factor);
            (f64::from(params.lmr_base) + factor * ln(depth) * ln(number)) as i16
        };
        let of_depth = |depth| array::from_fn(|number| at(depth, number));
        Reductions(array::from_fn(of_depth))
    }

    #[inline(always)]
    pub(super) fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_objective_has_the_reductions_of_its_numbers() {
        for objective in [Objective::Win, Objective::Giveaway] {
            let expected = Reductions::new(&Params::of(objective));
            assert_eq!(Reductions::of(objective), &expected, "{objective:?}");
        }
    }

    #[test]
    fn every_number_is_set_by_its_name_within_its_range() {
        for number in NUMBERS {
            for objective in [Objective::Win, Objective::Giveaway] {
                let usual = Params::of(objective);
                let value = usual.get(number);
                assert!((number.least..=number.most).contains(&value), "{number:?}");
                let mut params = usual;
                for taken in [number.least, number.most] {
                    params.set(number.name, taken).unwrap();
                    assert_eq!(params.get(number), taken);
                }
                for refused in [i32::MIN, number.least - 1, number.most + 1] {
                    let error = params.set(number.name, refused).unwrap_err().to_string();
                    assert!(error.starts_with(number.name), "{error}");
                    assert_eq!(params.get(number), number.most);
                }
                params.set(number.name, value).unwrap();
                assert_eq!(params, usual, "{number:?}");
            }
        }
        let unknown = Params::of(Objective::Win).set("search-luck", 1);
        assert_eq!(unknown, Err(ParamError::Name("search-luck".to_owned())));
    }
}
