//! What the other side, and a machine that is busy, take of our clock beyond the time that we mean to use.

use super::Level;
use std::collections::VecDeque;
use std::time::Duration;

/// The most lag that is reckoned with.
const MOST: f64 = 1.0;
/// A clock that shows so much more than expected has been set anew, in seconds.
const SET_ANEW: f64 = -0.1;
/// How far the lag follows the last turn when that had more of it, and when it had less: rather too much than too little.
const RISE: f64 = 0.5;
const FALL: f64 = 0.25;
/// The turns whose losses make the reserve: those of a few games.
const TURNS: usize = 256;
/// The last of them, whose mean loss is the least that the next turn is expected to lose.
const LAST_TURNS: usize = 32;
/// The reserve is this multiple of the largest of them, or of the second largest: a pause that came once says less, and in a game
/// there are worse ones than in the last turns.
const RESERVES: [f64; 2] = [3.0, 6.0];

/// A clock at the beginning of one of our turns.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Clock {
    /// Seconds.
    time: f64,
    /// Seconds, which are added for the turn.
    increment: f64,
    /// The plies of the game before it.
    plies: usize,
}

impl Clock {
    fn of(level: &Level, plies: usize) -> Option<Clock> {
        let increment = level.increment.unwrap_or(0.0);
        level.time.map(|time| Clock {
            time,
            increment,
            plies,
        })
    }
}

/// The lag of a user interface: what it needs to read our answer and to call on us again, learned from its clocks.
#[derive(Debug, Default)]
pub(super) struct Lag {
    /// The clock with which the present search began.
    present: Option<Clock>,
    /// The clock that is left of our last turn if there is no lag.
    expected: Option<Clock>,
    /// Seconds by which our last turn took longer than it was to take at most.
    overrun: f64,
    /// Seconds that the next turn loses if it is like those just before it.
    learned: f64,
    /// The seconds that each of the last turns lost: its overrun and the lag.
    losses: VecDeque<f64>,
}

impl Lag {
    /// A search for a move begins, so many plies into the game.
    pub(super) fn begin(&mut self, level: &Level, plies: usize) {
        self.present = Clock::of(level, plies);
        if let (Some(expected), Some(present)) = (self.expected.take(), self.present)
            && expected.plies == plies
        {
            self.learn(expected.time - present.time);
        }
    }

    /// The search has used so much time, where it was to use `most`, and its move is made.
    pub(super) fn moved(&mut self, used: Duration, most: Duration) {
        self.overrun = used.saturating_sub(most).as_secs_f64();
        self.expected = self.present.take().map(|clock| Clock {
            time: clock.time + clock.increment - used.as_secs_f64(),
            plies: clock.plies + 2,
            ..clock
        });
    }

    /// The search ends without a move that is made.
    pub(super) fn forget_turn(&mut self) {
        (self.present, self.expected) = (None, None);
    }

    fn learn(&mut self, seconds: f64) {
        if seconds.is_nan() || seconds < SET_ANEW {
            return;
        }
        let loss = (seconds.max(0.0) + self.overrun).min(MOST);
        let more = loss - self.learned;
        self.learned += more * if more > 0.0 { RISE } else { FALL };
        if self.losses.len() == TURNS {
            self.losses.pop_front();
        }
        self.losses.push_back(loss);
    }

    /// What a turn is expected to lose.
    pub(super) fn expected(&self) -> Duration {
        let last = self.losses.len().min(LAST_TURNS);
        let sum: f64 = self.losses.iter().rev().take(last).sum();
        // As if one turn before them had lost nothing: the first alone says little.
        Duration::from_secs_f64(self.learned.max(sum / (last + 1) as f64))
    }

    /// The time to keep on the clock for a turn that loses more than others.
    pub(super) fn reserve(&self) -> Duration {
        let mut largest = [0.0; 2];
        for &loss in &self.losses {
            if loss > largest[0] {
                largest = [loss, largest[0]];
            } else if loss > largest[1] {
                largest[1] = loss;
            }
        }
        let reserves = largest
            .iter()
            .zip(RESERVES)
            .map(|(loss, times)| loss * times);
        Duration::from_secs_f64(reserves.fold(0.0, f64::max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_search::Overhead;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn clock(time: f64, increment: f64) -> Level {
        Level {
            time: Some(time),
            increment: Some(increment),
            ..Level::default()
        }
    }

    /// The lag, in milliseconds, after so many turns that use 0.2 s each, on a clock that loses `lag` beyond.
    fn after(lag: &mut Lag, turns: usize, increment: f64, loss: f64) -> u128 {
        let mut time = 30.0;
        for turn in 0..turns {
            lag.begin(&clock(time, increment), 2 * turn);
            let used = Duration::from_millis(200);
            lag.moved(used, used);
            time += increment - 0.2 - loss;
        }
        lag.expected().as_millis()
    }

    #[test]
    fn it_is_learned_from_the_clock() {
        for increment in [0.0, 0.3] {
            let mut lag = Lag::default();
            assert_eq!(after(&mut lag, 1, increment, 0.1), 0, "nothing to compare");
            assert!((49..=50).contains(&after(&mut lag, 2, increment, 0.1)));
            assert!((98..=100).contains(&after(&mut lag, 9, increment, 0.1)));
            assert!(after(&mut lag, 1 + LAST_TURNS, increment, 0.0) < 1);
        }
    }

    #[test]
    fn it_is_bounded_and_outliers_are_forgotten() {
        let mut lag = Lag::default();
        assert!((990..=1000).contains(&after(&mut lag, 20, 0.0, 7.0)));
        let mut lag = Lag::default();
        assert!((499..=500).contains(&after(&mut lag, 2, 0.0, 60.0)));
        assert!(after(&mut lag, 12, 0.0, 0.05) < 130);
        assert!(after(&mut lag, LAST_TURNS, 0.0, 0.05) < 80);
        // Clocks of no meaning.
        for time in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut lag = Lag::default();
            lag.begin(&clock(1.0, 0.0), 0);
            lag.moved(Duration::ZERO, Duration::ZERO);
            lag.begin(&clock(time, 0.0), 2);
            assert!(lag.expected() <= Duration::from_secs(1));
        }
    }

    #[test]
    fn only_turns_of_one_game_are_compared() {
        let second = Duration::from_secs(1);
        let told = |name: &str, between: &dyn Fn(&mut Lag), next: &Level, plies: usize| {
            let mut lag = Lag::default();
            lag.begin(&clock(10.0, 0.0), 4);
            lag.moved(second, second);
            between(&mut lag);
            lag.begin(next, plies);
            (name.to_owned(), lag.expected().as_millis())
        };
        let slow = clock(8.9, 0.0);
        let nothing = |_: &mut Lag| ();
        let cases = [
            (told("the next turn", &nothing, &slow, 6), 50),
            (told("another game", &nothing, &slow, 0), 0),
            (told("a move taken back", &nothing, &slow, 4), 0),
            (told("a new period", &nothing, &clock(18.9, 0.0), 6), 0),
            (told("no clock any more", &nothing, &Level::default(), 6), 0),
            (told("an analysis", &|lag| lag.forget_turn(), &slow, 6), 0),
        ];
        for ((name, found), expected) in cases {
            // Tenths of a second are none in binary.
            assert!(found.abs_diff(expected) <= 1, "{name}: {found}");
        }
    }

    #[test]
    fn the_reserve_is_made_of_the_worst_turns() {
        let reserve = |lag: &Lag| (lag.reserve().as_secs_f64() * 1000.0).round();
        let mut lag = Lag::default();
        assert_eq!(reserve(&lag), 0.0);

        let mut turns = |losses: &[(f64, u64)]| {
            let mut time = 1000.0;
            for (turn, &(loss, overrun)) in losses.iter().enumerate() {
                lag.begin(&clock(time, 0.0), 2 * turn);
                let most = Duration::from_millis(200);
                lag.moved(most + Duration::from_millis(overrun), most);
                time -= 0.2 + overrun as f64 / 1000.0 + loss;
            }
            reserve(&lag)
        };
        let usual = [(0.01, 0); 10];
        assert_eq!(turns(&usual), 60.0);
        // One pause says less than two.
        assert_eq!(turns(&[(0.01, 0), (0.05, 0), (0.01, 0)]), 150.0);
        assert_eq!(turns(&[(0.01, 0), (0.05, 0), (0.01, 0)]), 300.0);
        // What the search took too long and what came later are one loss.
        assert_eq!(turns(&[(0.01, 0), (0.05, 20), (0.01, 0)]), 300.0);
        assert_eq!(turns(&[(0.01, 0), (0.05, 60), (0.01, 0)]), 420.0);
        // After as many turns as are remembered they are forgotten.
        assert_eq!(turns(&[(0.005, 0); TURNS + 1]), 30.0);
    }

    /// The games of `moves` turns lost on time of 200 at 1 s and 0.01 s a move, on a machine that holds each turn up for a while, a
    /// fiftieth of them for long, of which some games before told. Each turn uses between its plan and the most that it may.
    fn games_lost(has_reserve: bool, moves: usize, usual: f64) -> usize {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let increment = 0.01;
        let mut lag = Lag::default();
        let mut lost = 0;
        for game in 0..210 {
            let mut time = 1.0;
            for turn in 0..moves {
                let level = clock(time, increment);
                lag.begin(&level, 2 * turn);
                let overhead = Overhead {
                    fixed: Duration::ZERO,
                    lag: lag.expected(),
                    reserve: if has_reserve {
                        lag.reserve()
                    } else {
                        Duration::ZERO
                    },
                };
                let phase = 1.0 - turn as f64 / moves as f64;
                let budget = level.to_play(overhead, phase).budget.unwrap();
                let used = budget.plan
                    + (budget.hard - budget.plan).mul_f64(random.random_range(0.0..=1.0));
                lag.moved(used, budget.hard);
                let delay = if random.random_bool(0.02) {
                    random.random_range(0.03..0.09)
                } else {
                    random.random_range(0.0..usual)
                };
                time += increment - used.as_secs_f64() - delay;
                if time < 0.0 {
                    lost += usize::from(game >= 10);
                    break;
                }
            }
        }
        lost
    }

    #[test]
    fn hardly_a_game_is_lost_on_time_on_a_busy_machine() {
        for (usual, moves) in [(0.012, 30), (0.012, 80), (0.012, 120), (0.03, 80)] {
            let [with, without] = [true, false].map(|reserve| games_lost(reserve, moves, usual));
            assert!(
                with * 10 <= without,
                "{usual} s, {moves} moves: {with} for {without}"
            );
        }
    }
}
