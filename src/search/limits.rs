//! What ends a search: a [`Level`] as the other side sets it, [`Limits`] as the search needs them.

use super::clock::{Budget, Horizon};
#[cfg(doc)]
use super::handicap::SKILLS;
use super::handicap::{Handicap, Leaves};
use super::params::Params;
use kamen_core::rules::Variant;
use std::num::NonZero;
use std::time::Duration;

/// The limits that the other side sets, of which several may apply: Hub's `level` (section 1.4).
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
    /// Plies: lidraughts' limit for losing draughts, besides [`Level::depth`].
    pub ply: Option<u32>,
}

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time.
    pub budget: Option<Budget>,
    /// What makes the player weaker.
    pub handicap: Handicap,
    /// How the player plays.
    pub style: Style,
    /// Other numbers of the search than the usual ones.
    pub params: Option<Params>,
    /// Whether a lone legal move is played at once, or without a limit of depth or nodes after a moment, and a win that was found needs no further search.
    pub answer_lone_move: bool,
    /// Whether a search that has reached its last depth waits until it is stopped.
    pub wait_for_stop: bool,
    /// How many moves get a line and an exact score of their own.
    pub lines: NonZero<u32>,
}

/// How a player of full strength plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Nothing is left out: no forward pruning and no reductions. A search to a depth without endgame tables then has the score of
    /// plain minimax that plays out captures at its leaves.
    pub full_width: bool,
    /// What each piece that leaves the board is worth to the side that thinks, in centi-men: above 0 it seeks exchanges, below 0
    /// it avoids them.
    pub exchanges: i32,
}

/// The time that a move costs beyond its search, which is kept back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overhead {
    /// Of every limit of time.
    pub fixed: Duration,
    /// Of a clock, in which the fixed part is contained.
    pub lag: Duration,
    /// What stays on a clock, beside that of this move, for a turn that takes longer than all others.
    pub reserve: Duration,
}

/// Seconds for a move when no limit at all was given.
const UNLIMITED_MOVE_TIME: f64 = 2.0;

impl Default for Limits {
    /// No limit; one line.
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            budget: None,
            handicap: Handicap::default(),
            style: Style::default(),
            params: None,
            answer_lone_move: false,
            wait_for_stop: false,
            lines: NonZero::<u32>::MIN,
        }
    }
}

impl Limits {
    /// A last depth, in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// A number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// A depth that shows a win within so many plies if there is one: nothing is left out, and a blocked side is seen a ply later.
    pub fn to_win_within(plies: u32) -> Limits {
        Limits {
            style: Style {
                full_width: true,
                ..Style::default()
            },
            ..Limits::depth(plies.saturating_add(1))
        }
    }

    /// A time for the move.
    pub fn move_time(time: Duration) -> Limits {
        Limits {
            budget: Some(Budget::move_time(time.as_secs_f64())),
            ..Limits::default()
        }
    }

    /// Whether only depth or nodes end the search, so that another one like it finds the same.
    pub(super) fn are_repeatable(&self) -> bool {
        self.budget.is_none() && (self.depth.is_some() || self.nodes.is_some())
    }

    /// The same limits for a player of a skill from 1 to 20 (see [`SKILLS`]), which need not be whole.
    #[must_use]
    pub fn with_skill(self, variant: Variant, skill: impl Into<f64>, seed: u64) -> Limits {
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
    /// Adds the limits of a later line, which replace earlier ones of the same kind.
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

    /// The time for the move, less the overhead; `None` without a limit of time. With both a move time and a clock the
    /// shorter applies.
    fn budget(&self, overhead: Overhead, phase: f64) -> Option<Budget> {
        let Overhead {
            fixed,
            lag,
            reserve,
        } = overhead;
        let by_move = (self.move_time).map(|time| Budget::move_time(time).less(fixed));
        let increment = self.increment.unwrap_or(0.0);
        let each = fixed.max(lag).as_secs_f64();
        let horizon = self.moves.map_or(Horizon::Game { phase }, Horizon::Period);
        let reserve = reserve.as_secs_f64();
        let by_clock =
            (self.time).map(|time| Budget::clock(time, increment, horizon, each, reserve));
        match (by_move, by_clock) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Whether anything limits the search.
    fn is_limited(&self) -> bool {
        let timed = self.move_time.is_some() || self.time.is_some();
        timed || self.depth.or(self.ply).is_some() || self.nodes.is_some()
    }

    /// Whether it asks for a search of some extent, and not for a move in some time.
    pub fn is_search(&self) -> bool {
        self.depth.or(self.ply).is_some() || self.nodes.is_some() || self.infinite
    }

    /// The limits of a search for a move to play, with a part `phase` of the pieces of the start position on the board
    /// (0 to 1): how long a clock must last without a number of moves.
    pub fn to_play(&self, overhead: Overhead, phase: f64) -> Limits {
        let mut limits = self.to_analyse(overhead, phase);
        limits.answer_lone_move = true;
        if !self.is_limited() && !self.infinite {
            limits.budget = Some(Budget::move_time(UNLIMITED_MOVE_TIME));
            limits.wait_for_stop = false;
        }
        limits
    }

    /// The limits of an analysis, which by default goes on until it is stopped; `phase` as in [`Level::to_play`].
    pub fn to_analyse(&self, overhead: Overhead, phase: f64) -> Limits {
        Limits {
            depth: self.depth.into_iter().chain(self.ply).min(),
            nodes: self.nodes,
            handicap: Handicap {
                leaves: Leaves::of_number(self.handicap.unwrap_or(0)),
                ..Handicap::default()
            },
            budget: self.budget(overhead, phase),
            wait_for_stop: !self.is_limited(),
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_of_move_time_and_clock_counts() {
        let both = Level {
            move_time: Some(0.1),
            time: Some(600.0),
            ..Level::default()
        };
        let none = Overhead::default();
        assert_eq!(both.to_play(none, 1.0).budget, Some(Budget::move_time(0.1)));
        assert_eq!(Level::default().to_analyse(none, 1.0).budget, None);
    }

    #[test]
    fn the_overhead_is_kept_back_from_every_limit_of_time() {
        let (move_time, time) = (Some(0.5), Some(10.0));
        let (increment, moves) = (Some(0.2), Some(20));
        let level = Level::default();
        let levels = [
            Level { move_time, ..level },
            Level { time, ..level },
            Level {
                time,
                increment,
                ..level
            },
            Level {
                time,
                moves,
                ..level
            },
            Level {
                time,
                increment,
                moves,
                move_time,
                ..level
            },
        ];
        let of = |fixed, lag| Overhead {
            fixed: Duration::from_millis(fixed),
            lag: Duration::from_millis(lag),
            reserve: Duration::ZERO,
        };
        for level in levels {
            let hard = |overhead| level.to_play(overhead, 1.0).budget.unwrap().hard;
            let (free, fixed) = (hard(of(0, 0)), hard(of(100, 0)));
            assert!(fixed + Duration::from_millis(100) <= free, "{level:?}");
            assert!(hard(of(100_000, 0)).is_zero(), "{level:?}");
            // The lag of a clock says nothing of a time for the move, and contains what is fixed.
            let is_lagging = level.time.is_some() && level.move_time.is_none();
            assert_eq!(
                hard(of(0, 100)),
                if is_lagging { fixed } else { hard(of(0, 0)) }
            );
            assert_eq!(hard(of(100, 60)), fixed, "{level:?}");
            let reserve = hard(Overhead {
                reserve: Duration::from_secs(1),
                ..of(0, 0)
            });
            assert_eq!(reserve < free, is_lagging, "{level:?}");
            assert_eq!(
                level.to_analyse(of(100, 0), 1.0).budget,
                level.to_play(of(100, 0), 1.0).budget
            );
        }
        // No limit of time: there is nothing to keep back from, and the extent of a search stays.
        let depth = Level {
            depth: Some(7),
            nodes: Some(9),
            ..level
        };
        assert_eq!(
            depth.to_play(of(100, 100), 1.0),
            depth.to_play(of(0, 0), 0.0)
        );
    }

    #[test]
    fn a_skill_adds_to_the_limits_that_there_are() {
        let level = Level {
            depth: Some(6),
            handicap: Some(3),
            nodes: Some(1_000_000_000),
            ..Level::default()
        };
        let none = Overhead::default();
        let (expected, nodes) = Handicap::of_skill(Variant::Czech, 5, 9);
        let found = level.to_play(none, 1.0).with_skill(Variant::Czech, 5, 9);
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
            fewer
                .to_play(none, 1.0)
                .with_skill(Variant::Czech, 5, 9)
                .nodes,
            Some(10)
        );
    }
}
