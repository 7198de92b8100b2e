//! Which quiet moves were good elsewhere in the tree.

use super::MAX_PLY;
use super::node::Step;
use crate::board::{Color, Move};
use crate::geometry::{Bits, MAX_BITS};

/// Killers (by ply), answers to the move before, and history (both by side, from and to).
#[derive(Debug)]
pub(super) struct History {
    killers: [[u16; 2]; MAX_PLY],
    worth: Box<[[[i16; MAX_BITS]; MAX_BITS]; 2]>,
    answers: Box<[[[u16; MAX_BITS]; MAX_BITS]; 2]>,
}

/// The worth of a quiet move stays within ± this.
pub(super) const MAX_WORTH: i32 = 16_384;

impl History {
    pub(super) fn new() -> History {
        History {
            killers: [[0; 2]; MAX_PLY],
            worth: Box::new([[[0; MAX_BITS]; MAX_BITS]; 2]),
            answers: Box::new([[[0; MAX_BITS]; MAX_BITS]; 2]),
        }
    }

    /// Tags of the two latest quiet moves that were good enough at this ply, latest first.
    pub(super) fn killers(&self, ply: usize) -> [u16; 2] {
        self.killers[ply]
    }

    /// How good the move was elsewhere, within ±[`MAX_WORTH`].
    #[inline(always)]
    pub(super) fn worth<B: Bits>(&self, side: Color, m: &Move<B>) -> i32 {
        i32::from(self.worth[side as usize][m.from.index()][m.to.index()])
    }

    /// Tag of the move that refuted `step` last.
    pub(super) fn answer(&self, step: Step) -> u16 {
        self.answers[step.side as usize][usize::from(step.from)][usize::from(step.to)]
    }

    /// `m` refuted its position at `depth`, which came after `step`, where `tried` had failed before.
    pub(super) fn cut<B: Bits>(
        &mut self,
        side: Color,
        ply: usize,
        depth: i32,
        m: &Move<B>,
        tried: &[Move<B>],
        step: Step,
    ) {
        self.answers[step.side as usize][usize::from(step.from)][usize::from(step.to)] = m.tag();
        let killers = &mut self.killers[ply];
        if killers[0] != m.tag() {
            *killers = [m.tag(), killers[0]];
        }
        let bonus = (depth * depth).min(400);
        self.reward(side, m, bonus);
        for failed in tried {
            self.reward(side, failed, -bonus);
        }
    }

    /// Moves the worth towards ±[`MAX_WORTH`], the slower the nearer it is.
    fn reward<B: Bits>(&mut self, side: Color, m: &Move<B>, bonus: i32) {
        let worth = &mut self.worth[side as usize][m.from.index()][m.to.index()];
        let old = i32::from(*worth);
        *worth = (old + 32 * bonus - old * (32 * bonus.abs()) / MAX_WORTH) as i16;
    }
}
