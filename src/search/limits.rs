//! What may end a search, as the user says it and as the search needs it.

#[cfg(doc)]
use super::SKILLS;
use super::{Budget, Handicap, Leaves};
use crate::rules::Variant;

/// The limits that the other side sets; several may apply at once. Hub's `level` (section 1.4).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Seconds for this move.
    pub move_time: Option<f64>,
    /// Seconds on the clock, before the increment of this move is added; may be negative.
    pub time: Option<f64>,
    /// Moves left in this period.
    pub moves: Option<u32>,
    /// Seconds added before each move.
    pub increment: Option<f64>,
    /// No limit: search until stopped.
    pub infinite: bool,
    /// What is left out at the leaves, from 0 (nothing) to 3: lidraughts' weaker levels.
    pub handicap: Option<u32>,
    /// Plies: lidraughts' limit for losing draughts, beside [`Level::depth`].
    pub ply: Option<u32>,
}

/// What ends a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time.
    pub budget: Option<Budget>,
    /// What holds the player back.
    pub handicap: Handicap,
    /// Whether a lone legal move is played at once.
    pub answer_lone_move: bool,
    /// Whether the search, out of work, waits until it is stopped.
    pub wait_for_stop: bool,
}

/// Seconds for a move when no limit at all was given.
const UNLIMITED_MOVE_TIME: f64 = 2.0;

impl Limits {
    /// The same for a player of a skill from 1 to 20 (see [`SKILLS`]).
    #[must_use]
    pub fn with_skill(self, variant: Variant, skill: u32, seed: u64) -> Limits {
        let (handicap, nodes) = Handicap::of_skill(variant, skill, seed);
        Limits {
            nodes: self.nodes.into_iter().chain(nodes).min(),
            handicap: Handicap {
                leaves: self.handicap.leaves,
                ..handicap
            },
            ..self
        }
    }
}

impl Level {
    /// Adds the limits of a later line; what it says again replaces what was said before.
    pub fn add(&mut self, later: &Level) {
        *self = Level {
            depth: later.depth.or(self.depth),
            nodes: later.nodes.or(self.nodes),
            move_time: later.move_time.or(self.move_time),
            time: later.time.or(self.time),
            moves: later.moves.or(self.moves),
            increment: later.increment.or(self.increment),
            infinite: later.infinite || self.infinite,
            handicap: later.handicap.or(self.handicap),
            ply: later.ply.or(self.ply),
        };
    }

    /// Whether anything limits the search.
    fn is_limited(&self) -> bool {
        let timed = self.move_time.is_some() || self.time.is_some();
        timed || self.depth.or(self.ply).is_some() || self.nodes.is_some()
    }

    /// The limits of a search for a move to play.
    pub fn to_play(&self) -> Limits {
        let mut limits = self.to_analyse();
        limits.answer_lone_move = true;
        if !self.is_limited() && !self.infinite {
            limits.budget = Some(Budget::move_time(UNLIMITED_MOVE_TIME));
            limits.wait_for_stop = false;
        }
        limits
    }

    /// The limits of an analysis: without any it goes on until it is stopped.
    pub fn to_analyse(&self) -> Limits {
        Limits {
            depth: self.depth.into_iter().chain(self.ply).min(),
            nodes: self.nodes,
            handicap: Handicap {
                leaves: Leaves::of_number(self.handicap.unwrap_or(0)),
                ..Handicap::default()
            },
            budget: Budget::new(self),
            answer_lone_move: false,
            wait_for_stop: !self.is_limited(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_adds_to_the_limits_that_there_are() {
        let level = Level {
            depth: Some(6),
            handicap: Some(3),
            nodes: Some(1_000_000_000),
            ..Level::default()
        };
        let (expected, nodes) = Handicap::of_skill(Variant::Czech, 5, 9);
        let found = level.to_play().with_skill(Variant::Czech, 5, 9);
        assert_eq!((found.depth, found.nodes), (Some(6), nodes));
        assert_eq!(found.handicap.leaves, Leaves::Static);
        assert_eq!(
            (found.handicap.blur, found.handicap.seed),
            (expected.blur, 9)
        );
        let fewer = Level {
            nodes: Some(10),
            ..level
        };
        assert_eq!(
            fewer.to_play().with_skill(Variant::Czech, 5, 9).nodes,
            Some(10)
        );
    }
}
