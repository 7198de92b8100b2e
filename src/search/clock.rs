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

/// Seconds reserved for input and output whatever is said: a line through a pipe, and the wake-up of two threads.
const MARGIN: f64 = 0.01;
/// Moves that the clock must last for when their number is not given, with no piece left on the board and with all.
/// `tests/experiments/clock.md` has the games that chose them.
const MOVES_TO_GO: [f64; 2] = [10.0, 30.0];
/// The most that a move may take, as a multiple of its share of the clock.
const STRETCH: f64 = 4.0;
/// The part of the clock that one move may use.
const MOST_OF_CLOCK: f64 = 0.4;
/// The moves that must still be paid for when each costs more than its increment: the game may last long.
const MOVES_TO_PAY: f64 = 90.0;
/// The same where the number of moves is known, as a multiple of it.
const KNOWN_MOVES_TO_PAY: f64 = 1.2;
/// The part of its share of the clock that a move gets even where such moves would cost all of it.
const LEAST_SHARE: f64 = 0.02;
/// The part of the clock that one move may use whatever is held in reserve.
const LEAST_OF_CLOCK: f64 = 0.02;
/// The part of its share of the clock after which a move begins no new iteration, which would take as long as
/// all before it.
const WORTH_BEGINNING: f64 = 0.6;

/// How many moves the clock must last for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Horizon {
    /// So many of the side to move, after which it gets new time.
    Period(u32),
    /// The rest of the game.
    Game {
        /// The part of the pieces of the start position that is still on the board, from 0 to 1.
        phase: f64,
    },
}

impl Horizon {
    /// The moves of the side to move.
    fn moves(self) -> f64 {
        match self {
            Horizon::Period(moves) => f64::from(moves.max(1)),
            Horizon::Game { phase } => {
                let [none, all] = MOVES_TO_GO;
                none + (all - none) * phase.clamp(0.0, 1.0)
            }
        }
    }
}

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

    /// A share of the clock: `time` in seconds, for all moves of `horizon`. `increment`, in seconds, is
    /// added before the move, so it can be used. Each move costs `overhead`, in seconds, beyond its search; `reserve`, in
    /// seconds, stays on the clock for a turn that takes longer than all others.
    pub fn clock(
        time: f64,
        increment: f64,
        horizon: Horizon,
        overhead: f64,
        reserve: f64,
    ) -> Budget {
        let gain = increment.max(0.0) - overhead;
        let whole = (time + gain - MARGIN).max(0.0);
        let there = (whole - reserve).max(0.0);
        let to_go = horizon.moves();
        // What the later moves bring, if the game lasts, or cost.
        let later = gain
            * match horizon {
                _ if gain >= 0.0 => 0.9 * (to_go - 1.0),
                Horizon::Period(_) => KNOWN_MOVES_TO_PAY * (to_go - 1.0),
                Horizon::Game { .. } => MOVES_TO_PAY,
            };
        let plan = (there + later).max(whole * LEAST_SHARE) / to_go;
        let most = match horizon {
            Horizon::Period(0 | 1) => 0.9,
            _ => MOST_OF_CLOCK,
        };
        let hard = (plan * STRETCH).min((there * most).max(whole * LEAST_OF_CLOCK));
        Budget {
            plan: duration((plan * WORTH_BEGINNING).min(hard)),
            hard: duration(hard),
        }
    }

    /// What is left when so much is kept back.
    #[must_use]
    pub fn less(self, kept: Duration) -> Budget {
        Budget {
            plan: self.plan.saturating_sub(kept),
            hard: self.hard.saturating_sub(kept),
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

    /// (base, increment, moves of a period) in seconds.
    type Clock = (f64, f64, Option<u32>);
    const CLOCKS: [Clock; 7] = [
        (0.2, 0.01, None),
        (1.0, 0.0, None),
        (60.0, 0.6, None),
        (60.0, 0.0, None),
        (10.0, 0.0, Some(40)),
        (0.05, 0.05, None),
        (30.0, 0.3, Some(20)),
    ];

    /// How the pieces leave the board in a game of so many moves.
    type Phase = fn(u32, u32) -> f64;
    /// They are taken one after another, until a tenth of them is left at the end.
    const USUAL: Phase = |ply, moves| 1.0 - 0.9 * f64::from(ply) / f64::from(moves);
    /// All phases that a whole game may stay in.
    const CONSTANT: [Phase; 3] = [|_, _| 0.0, |_, _| 0.5, |_, _| 1.0];

    /// What is left on the clock after a game of so many moves, each of which takes all that it may, and `lag` more.
    fn left(clock: Clock, phase: Phase, moves: u32, overhead: f64, lag: f64) -> f64 {
        let (base, increment, period) = clock;
        let mut time = base;
        for ply in 0..moves {
            let left = period.map(|m| m - ply % m);
            if ply > 0 && left == period && period.is_some() {
                time += base;
            }
            let phase = phase(ply, moves);
            let horizon = left.map_or(Horizon::Game { phase }, Horizon::Period);
            let budget = Budget::clock(time, increment, horizon, overhead, 0.0);
            assert!(budget.plan <= budget.hard);
            time += increment - budget.hard.as_secs_f64() - lag;
            if time < 0.0 {
                return time;
            }
        }
        time
    }

    #[test]
    fn budgets_are_worked_out_as_described() {
        const HALF: Horizon = Horizon::Game { phase: 0.5 };
        const BARE: Horizon = Horizon::Game { phase: 0.0 };
        /// Clock, increment, horizon, overhead, reserve; plan and hard limit, worked out by hand, all in seconds.
        type Case = (f64, f64, Horizon, f64, f64, f64, f64);
        const CASES: [Case; 11] = [
            (60.0, 0.0, HALF, 0.0, 0.0, 1.7997, 11.998),
            (60.0, 1.0, HALF, 0.0, 0.0, 2.3427, 15.618),
            (60.0, 0.0, HALF, 0.1, 0.0, 1.5267, 10.178),
            (60.0, 0.0, HALF, 0.0, 20.0, 1.1997, 7.998),
            // A little is thought though nothing is left for it.
            (60.0, 0.0, HALF, 0.0, 100.0, 0.035_994, 0.239_96),
            (60.0, 0.0, HALF, 1.0, 0.0, 0.035_394, 0.235_96),
            (60.0, 10.0, HALF, 0.0, 69.0, 1.3998, 1.3998),
            (60.0, 0.0, BARE, 0.0, 0.0, 3.5994, 23.996),
            (10.0, 0.0, Horizon::Period(10), 0.1, 0.0, 0.5286, 3.524),
            (10.0, 0.0, Horizon::Period(4), 0.0, 0.0, 1.4985, 3.996),
            (10.0, 0.0, Horizon::Period(1), 0.0, 0.0, 5.994, 8.991),
        ];
        let close = |found: Duration, expected: f64| (found.as_secs_f64() - expected).abs() < 1e-8;
        for (time, increment, horizon, overhead, reserve, plan, hard) in CASES {
            let budget = Budget::clock(time, increment, horizon, overhead, reserve);
            let as_expected = close(budget.plan, plan) && close(budget.hard, hard);
            assert!(as_expected, "{budget:?}, expected {plan} and {hard}");
        }
        for (seconds, expected) in [
            (0.1, 0.098),
            (1.0, 0.99),
            (5.0, 4.99),
            (1e300, 31_556_952.0),
        ] {
            let Budget { plan, hard } = Budget::move_time(seconds);
            assert!(close(hard, expected) && plan == hard, "{seconds}: {hard:?}");
        }
    }

    #[test]
    fn settled_moves_take_less_than_the_plan_and_doubtful_ones_more() {
        let [one, two, three, ten] = [1, 2, 3, 10].map(Duration::from_secs);
        let budget = Budget {
            plan: two,
            hard: ten,
        };
        for (factor, expected) in [(0.5, one), (1.0, two), (1.5, three), (6.0, ten)] {
            assert_eq!(budget.soft(factor), expected, "{factor}");
        }
        // A time for one move is used up.
        let whole = Budget {
            plan: three,
            hard: three,
        };
        assert_eq!(whole.soft(0.1), three);
        let both = Budget {
            plan: two,
            hard: three,
        };
        assert_eq!(budget.min(whole), both);
        assert_eq!(whole.min(budget), both);
    }

    #[test]
    fn the_clock_lasts_for_any_game() {
        for clock in CLOCKS {
            for phase in CONSTANT.into_iter().chain([USUAL]) {
                let left = left(clock, phase, 200, 0.0, 0.0);
                assert!(left >= 0.0, "{clock:?}: {left}");
            }
        }
    }

    #[test]
    fn the_clock_lasts_with_the_overhead_that_was_told() {
        for clock in CLOCKS {
            // A tenth of what a move has, and as much as its increment.
            let (base, increment, period) = clock;
            let share = base / f64::from(period.unwrap_or(100)) / 10.0;
            for lag in [share, increment] {
                let left = left(clock, USUAL, 100, lag, lag);
                assert!(left >= 0.0, "{clock:?} with {lag}: {left}");
            }
        }
        // Half a minute and a tenth of a second a move, told and not told.
        let clock = (30.0, 0.0, None);
        assert!(left(clock, USUAL, 90, 0.11, 0.11) >= 0.0);
        assert!(left(clock, USUAL, 90, 0.0, 0.11) < 0.0);
    }

    #[test]
    fn an_overhead_leaves_less_for_the_search() {
        for (base, increment, moves) in CLOCKS {
            let horizon = moves.map_or(Horizon::Game { phase: 0.5 }, Horizon::Period);
            let budget = |overhead| Budget::clock(base, increment, horizon, overhead, 0.0);
            let (free, charged) = (budget(0.0), budget(base / 50.0));
            assert!(charged.plan < free.plan, "{base}+{increment}");
            assert!(charged.hard < free.hard, "{base}+{increment}");
            assert_eq!(budget(2.0 * (base + increment)).hard, Duration::ZERO);
        }
        let second = Budget::move_time(1.0);
        let kept = Duration::from_millis(300);
        assert_eq!(second.less(kept).hard, second.hard - kept);
        assert!(second.less(Duration::from_secs(2)).hard.is_zero());
    }

    #[test]
    fn a_reserve_stays_on_the_clock() {
        for (base, increment, moves) in CLOCKS {
            let horizon = moves.map_or(Horizon::Game { phase: 0.5 }, Horizon::Period);
            let hard = |time, reserve| {
                let budget = Budget::clock(time, increment, horizon, 0.0, reserve);
                assert!(budget.plan <= budget.hard, "{base}+{increment}");
                budget.hard.as_secs_f64()
            };
            assert!(hard(base, base / 10.0) < hard(base, 0.0));
            // In so long a game the clock comes down to it, and no further.
            let reserve = base / 4.0;
            let mut time = base;
            for _ in 0..2000 {
                time += increment - hard(time, reserve);
                let least = if increment > 0.0 { reserve } else { 0.0 };
                assert!(time >= least, "{base}+{increment}: {time}");
            }
            // Where it is larger than the clock, a little is thought none the less.
            assert!((1e-4..=0.02).contains(&(hard(base, 1e9) / (base + increment))));
        }
    }

    #[test]
    fn fewer_pieces_get_a_larger_share_of_the_clock() {
        let plan = |phase| Budget::clock(60.0, 0.0, Horizon::Game { phase }, 0.0, 0.0).plan;
        for (more, fewer) in [(1.0, 0.8), (0.8, 0.3), (0.3, 0.0)] {
            assert!(plan(fewer) > plan(more), "{fewer}");
        }
        assert_eq!(plan(2.0), plan(1.0));
        // Where the moves are known, the pieces do not count.
        assert_eq!(Horizon::Period(7).moves(), 7.0);
        assert_eq!(Horizon::Period(0).moves(), 1.0);
    }

    #[test]
    fn absurd_times_are_harmless() {
        for time in [-1.0, 0.0, 1e-5, 1e300] {
            for increment in [0.0, 1e-5, 1e300] {
                for overhead in [0.0, 1.0, 1e300] {
                    let horizon = Horizon::Game { phase: 1.0 };
                    let budget = Budget::clock(time, increment, horizon, overhead, 0.0);
                    assert!(budget.hard.as_secs_f64() <= (time + increment).max(0.0));
                }
            }
        }
        assert!(Budget::move_time(-3.0).hard.is_zero());
        assert!(Budget::move_time(5.0).hard < Duration::from_secs(5));
    }
}
