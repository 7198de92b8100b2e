//! Quiet moves that were good elsewhere in the tree: killers, countermoves and history.

use super::node::{MAX_PLY, NodeTask, Step};
use kamen_core::board::{Color, Move, Tag};
use kamen_core::geometry::{Bits, MAX_BITS};

/// By side, from and to.
type BySquares<T> = Box<[[[T; MAX_BITS]; MAX_BITS]; 2]>;

/// The heuristics by which quiet moves are ordered.
#[derive(Debug)]
pub(super) struct History {
    /// Tags of the two latest quiet moves that caused a cut-off at each ply, latest first.
    killers: [[Option<Tag>; 2]; MAX_PLY],
    /// Tag of the latest quiet move that refuted each move.
    countermoves: BySquares<Option<Tag>>,
    history: BySquares<i16>,
}

/// History scores stay within ± this.
pub(super) const MAX_HISTORY: i32 = 16_384;

impl History {
    pub(super) fn new() -> History {
        History {
            killers: [[None; 2]; MAX_PLY],
            countermoves: Box::new([[[None; MAX_BITS]; MAX_BITS]; 2]),
            history: Box::new([[[0; MAX_BITS]; MAX_BITS]; 2]),
        }
    }

    /// Tags of the killers of a ply and of the countermove of `step`, best first.
    #[inline(always)]
    pub(super) fn refutations(&self, ply: usize, step: Step) -> [Option<Tag>; 3] {
        let [first, second] = self.killers[ply];
        let countermoves = &self.countermoves[step.side as usize];
        let countermove = countermoves[usize::from(step.from)][usize::from(step.to)];
        [first, second, countermove]
    }

    /// The history score of a quiet move, within ±[`MAX_HISTORY`].
    #[inline(always)]
    pub(super) fn of<B: Bits>(&self, side: Color, m: &Move<B>) -> i32 {
        i32::from(self.history[side as usize][m.from.index()][m.to.index()])
    }

    /// The last of the quiet moves `tried` caused a cut-off, after `step` led to the node; the others failed.
    pub(super) fn cut_off<B: Bits>(
        &mut self,
        task: NodeTask,
        side: Color,
        step: Step,
        tried: &[Move<B>],
    ) {
        let Some((best, failed)) = tried.split_last() else {
            return;
        };
        let tag = Some(best.tag());
        let countermoves = &mut self.countermoves[step.side as usize];
        countermoves[usize::from(step.from)][usize::from(step.to)] = tag;
        let killers = &mut self.killers[task.ply];
        if killers[0] != tag {
            *killers = [tag, killers[0]];
        }
        let bonus = (task.depth * task.depth).min(400);
        self.update(side, best, bonus);
        for m in failed {
            self.update(side, m, -bonus);
        }
    }

    /// Moves the score towards ±[`MAX_HISTORY`], the slower the nearer it is.
    fn update<B: Bits>(&mut self, side: Color, m: &Move<B>, bonus: i32) {
        let score = &mut self.history[side as usize][m.from.index()][m.to.index()];
        let old = i32::from(*score);
        *score = (old + 32 * bonus - old * (32 * bonus.abs()) / MAX_HISTORY) as i16;
    }
}
