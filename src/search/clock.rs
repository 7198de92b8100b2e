//! How long to think.

use std::time::Duration;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// No new iteration begins after this, more or less by how settled the best move is.
    pub plan: Duration,
    /// The search stops at this.
    pub hard: Duration,
}

/// Seconds reserved for input and output: a line through a pipe, and the wake-up of two threads.
const MARGIN: f64 = 0.01;
/// Moves that the clock must last for when their number is not given.
const MOVES_TO_GO: f64 = 30.0;
/// The most that a move may take, as a multiple of its share of the clock.
const STRETCH: f64 = 4.0;
/// The part of the clock that one move may use.
const MOST_OF_CLOCK: f64 = 0.4;
/// The part of its share of the clock after which a move begins no new iteration, which would take as long as
/// all before it.
const WORTH_BEGINNING: f64 = 0.6;

impl Budget {
    /// The time after which no new iteration begins, for a move that deserves `factor` times the plan.
    pub fn soft(&self, factor: f64) -> Duration {
        if self.plan < self.hard {
            self.plan.mul_f64(factor).min(self.hard)
        } else {
            self.hard
        }
    }

    /// The shorter of two budgets.
    #[must_use]
    pub fn min(self, other: Budget) -> Budget {
        Budget {
            plan: self.plan.min(other.plan),
            hard: self.hard.min(other.hard),
        }
    }

    /// All of `seconds`, less the margin (at most a fiftieth of them).
    pub fn move_time(seconds: f64) -> Budget {
        let hard = duration(seconds - MARGIN.min(seconds * 0.02));
        Budget { plan: hard, hard }
    }

    /// A share of the clock: `time` in seconds, for `moves` or the rest of the game. `increment`, in seconds, is
    /// added before the move, so it can be used.
    pub fn clock(time: f64, increment: f64, moves: Option<u32>) -> Budget {
        let increment = increment.max(0.0);
        let there = (time + increment - MARGIN).max(0.0);
        let to_go = moves.map_or(MOVES_TO_GO, |moves| f64::from(moves.max(1)));
        // All increments but this one come later, and only if the game lasts.
        let plan = (there + increment * (to_go - 1.0) * 0.9) / to_go;
        let most = if moves == Some(1) { 0.9 } else { MOST_OF_CLOCK };
        let hard = (plan * STRETCH).min(there * most);
        Budget {
            plan: duration((plan * WORTH_BEGINNING).min(hard)),
            hard: duration(hard),
        }
    }
}

/// Seconds as a duration, at most a year; none if they are negative or not a number.
fn duration(seconds: f64) -> Duration {
    const YEAR: f64 = 31_556_952.0;
    Duration::try_from_secs_f64(seconds.clamp(0.0, YEAR)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_lasts_for_any_game() {
        for (base, increment, moves) in [
            (0.2, 0.01, None),
            (1.0, 0.0, None),
            (60.0, 0.6, None),
            (10.0, 0.0, Some(40)),
            (0.05, 0.05, None),
        ] {
            let mut time: f64 = base;
            for ply in 0..200u32 {
                let left = moves.map(|m: u32| m - ply % m);
                if ply > 0 && left == moves && moves.is_some() {
                    time += base;
                }
                let budget = Budget::clock(time, increment, left);
                assert!(budget.plan <= budget.hard);
                time += increment - budget.hard.as_secs_f64();
                assert!(time >= 0.0, "{base}+{increment} at {ply}: {time}");
            }
        }
    }

    #[test]
    fn absurd_times_are_harmless() {
        for time in [-1.0, 0.0, 1e-5, 1e300] {
            for increment in [0.0, 1e-5, 1e300] {
                let budget = Budget::clock(time, increment, None);
                assert!(budget.hard.as_secs_f64() <= (time + increment).max(0.0));
            }
        }
        assert!(Budget::move_time(-3.0).hard.is_zero());
        assert!(Budget::move_time(5.0).hard < Duration::from_secs(5));
    }
}
