//! The parameters of the selective search, tuned by games; `src/search/EXPERIMENTS.md` has the results.

use crate::rules::Objective;
use std::array;
use std::sync::LazyLock;

/// Depths in plies, margins in centi-men.
#[derive(Clone, Copy, Debug)]
pub(super) struct Params {
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
}

/// For variants in which the last side able to move wins.
const WIN: Params = Params {
    futility_depth: 3,
    futility: 60,
    razor_depth: 2,
    razor: 120,
    probcut_depth: 6,
    probcut: 10,
    probcut_part: 40,
    lmr_depth: 2,
    lmr_base: 50,
    lmr_factor: 65,
    lmr_pv: 3,
    iir_depth: 5,
    threats: 1,
};

/// A depth that no node has.
const NEVER: i32 = i32::MAX;

/// For giveaway, where material says little about who will win: no pruning by it.
const GIVEAWAY: Params = Params {
    futility_depth: 0,
    razor_depth: 0,
    probcut_depth: NEVER,
    threats: 0,
    ..WIN
};

impl Params {
    /// The parameters for an objective.
    pub(super) fn of(objective: Objective) -> Params {
        match objective {
            Objective::Win => WIN,
            Objective::Giveaway => GIVEAWAY,
        }
    }
}

/// Reductions by depth and number of the move, in hundredths of a ply.
#[derive(Debug)]
pub(super) struct Reductions([[i16; 64]; 64]);

impl Reductions {
    /// The table for an objective, computed once.
    pub(super) fn of(objective: Objective) -> &'static Reductions {
        static WINNING: LazyLock<Reductions> = LazyLock::new(|| Reductions::new(&WIN));
        static LOSING: LazyLock<Reductions> = LazyLock::new(|| Reductions::new(&GIVEAWAY));
        match objective {
            Objective::Win => &WINNING,
            Objective::Giveaway => &LOSING,
        }
    }

    fn new(params: &Params) -> Reductions {
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
