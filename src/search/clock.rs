//! How long to think.

use super::Level;
use std::time::Duration;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// How long a move is to take if nothing speaks for more or less.
    pub plan: Duration,
    /// The search breaks off at this.
    pub hard: Duration,
}

/// Seconds kept back for input and output: a line through a pipe, and the wake-up of two threads.
const MARGIN: f64 = 0.01;
/// Moves that a game is expected to last when its length is not given.
const MOVES_TO_GO: f64 = 30.0;
/// How much longer than planned a move may take.
const STRETCH: f64 = 4.0;
/// The part of the clock that one move may use up.
const MOST_OF_CLOCK: f64 = 0.4;
/// An iteration takes about so many times as long as all before it, so it is not begun unless
/// this part of the plan is left.
const WORTH_BEGINNING: f64 = 0.6;

impl Budget {
    /// No new iteration begins after this, where a move deserves so many times the plan.
    pub fn soft(&self, times: f64) -> Duration {
        if self.plan < self.hard {
            self.plan.mul_f64(times).min(self.hard)
        } else {
            self.hard
        }
    }

    /// The budget of a level; `None` where it says nothing of time. The shorter of move time and
    /// clock applies where both are given.
    pub fn new(level: &Level) -> Option<Budget> {
        let by_move = level.move_time.map(Budget::move_time);
        let by_clock = level.time.map(|time| {
            let increment = level.increment.unwrap_or(0.0).max(0.0);
            Budget::clock(time, increment, level.moves)
        });
        match (by_move, by_clock) {
            (Some(a), Some(b)) => Some(Budget {
                plan: a.plan.min(b.plan),
                hard: a.hard.min(b.hard),
            }),
            (a, b) => a.or(b),
        }
    }

    /// Exactly `seconds`, less the margin (of which short moves keep at most a fiftieth).
    pub fn move_time(seconds: f64) -> Budget {
        let hard = duration(seconds - MARGIN.min(seconds * 0.02));
        Budget { plan: hard, hard }
    }

    /// A share of the clock. `increment` is added before the move, so it is there to be used.
    fn clock(time: f64, increment: f64, moves: Option<u32>) -> Budget {
        let there = (time + increment - MARGIN).max(0.0);
        let to_go = moves.map_or(MOVES_TO_GO, |moves| f64::from(moves.max(1)));
        // All increments but the present one come later, and only if the game lasts.
        let plan = (there + increment * (to_go - 1.0) * 0.9) / to_go;
        let most = if moves == Some(1) { 0.9 } else { MOST_OF_CLOCK };
        let hard = (plan * STRETCH).min(there * most);
        Budget {
            plan: duration((plan * WORTH_BEGINNING).min(hard)),
            hard: duration(hard),
        }
    }
}

/// Seconds as a duration: what is negative or not a number is none, what is absurd is a year.
fn duration(seconds: f64) -> Duration {
    const YEAR: f64 = 31_556_952.0;
    Duration::try_from_secs_f64(seconds.clamp(0.0, YEAR)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(time: f64, increment: f64, moves: Option<u32>) -> Level {
        Level {
            time: Some(time),
            increment: Some(increment),
            moves,
            ..Level::default()
        }
    }

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
                let budget = Budget::new(&level(time, increment, left)).unwrap();
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
                let budget = Budget::new(&level(time, increment, None)).unwrap();
                assert!(budget.hard.as_secs_f64() <= (time + increment).max(0.0));
            }
        }
        assert!(Budget::move_time(-3.0).hard.is_zero());
        assert!(Budget::move_time(5.0).hard < Duration::from_secs(5));
        assert!(Budget::new(&Level::default()).is_none());
    }

    #[test]
    fn the_shorter_of_two_limits_counts() {
        let both = Level {
            move_time: Some(0.1),
            ..level(600.0, 0.0, None)
        };
        assert_eq!(Budget::new(&both), Some(Budget::move_time(0.1)));
    }
}
