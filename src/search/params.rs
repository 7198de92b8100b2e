//! The numbers that the selective search goes by, found by games.

use crate::rules::Objective;
use std::array;
use std::sync::LazyLock;

/// What is looked at less closely, and by how much. Margins are in centi-men, depths in plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Params {
    /// Up to this depth a node far above the window is left at once ...
    pub(super) futility_depth: i32,
    /// ... if the evaluation is above it by so much for each ply of depth.
    pub(super) futility: i32,
    /// Up to this depth a node far below the window goes straight to quiescence ...
    pub(super) razor_depth: i32,
    /// ... if the evaluation is below it by so much for each ply of depth.
    pub(super) razor: i32,
    /// From this depth on a shallow search may show that a node is above the window (ProbCut) ...
    pub(super) probcut_depth: i32,
    /// ... by so much for each ply of depth ...
    pub(super) probcut: i32,
    /// ... searching this percentage of the depth.
    pub(super) probcut_part: i32,
    /// From this depth on late moves are reduced (LMR) ...
    pub(super) lmr_depth: i32,
    /// ... in hundredths of a ply: so much at least ...
    pub(super) lmr_base: i32,
    /// ... and so much for each unit of ln(depth) * ln(number of the move).
    pub(super) lmr_factor: i32,
    /// Moves tried in full where the window is open.
    pub(super) lmr_pv: i32,
    /// From this depth on a node without a remembered move is searched a ply less deep.
    pub(super) iir_depth: i32,
    /// How many times on a line beyond the leaves a side that is threatened may try all its moves.
    pub(super) threats: u32,
}

/// Where the last move wins. What was tried, and in which variants, is in [`super::selective`].
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

/// Where the last move loses, and material tells little of who will. In losing draughts with the
/// hand-made evaluation no pruning by it gained 98 ± 46 Elo (240 games of 30,000 nodes a move), and
/// no ProbCut 129 ± 62 (160 games of 150,000 nodes). With the learned one ProbCut makes no
/// difference: without it -6 ± 41 in losing draughts (240 games of 100,000 nodes), +2 ± 38 in Czech
/// giveaway, +7 ± 47 in English giveaway. Nothing was gained in losing draughts by no reductions or
/// milder ones, nor by threats tried out, where the score is below the window (-6 ± 84 with two on a
/// line) or everywhere (-83 ± 74).
const GIVEAWAY: Params = Params {
    futility_depth: 0,
    razor_depth: 0,
    probcut_depth: NEVER,
    threats: 0,
    ..WIN
};

impl Params {
    /// The numbers for an objective.
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
    /// The table for an objective, worked out once.
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
