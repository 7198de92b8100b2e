//! What the other side takes of our clock beyond the time that we use.

use super::Level;
use std::time::Duration;

/// The most lag that is reckoned with.
const MOST: f64 = 1.0;
/// A clock that shows so much more than expected has been set anew, in seconds.
const SET_ANEW: f64 = -0.1;
/// How far the lag follows the last turn when that had more of it, and when it had less: rather too much than too little.
const RISE: f64 = 0.5;
const FALL: f64 = 0.25;

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
    /// Seconds.
    learned: f64,
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

    /// The search has used so much time, and its move is made.
    pub(super) fn moved(&mut self, used: Duration) {
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
        let more = seconds.clamp(0.0, MOST) - self.learned;
        self.learned += more * if more > 0.0 { RISE } else { FALL };
    }

    /// The lag to reckon with.
    pub(super) fn expected(&self) -> Duration {
        Duration::from_secs_f64(self.learned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            lag.moved(Duration::from_millis(200));
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
            assert!(after(&mut lag, 30, increment, 0.0) < 1);
        }
    }

    #[test]
    fn it_is_bounded_and_outliers_are_forgotten() {
        let mut lag = Lag::default();
        assert!((990..=1000).contains(&after(&mut lag, 20, 0.0, 7.0)));
        let mut lag = Lag::default();
        assert!((499..=500).contains(&after(&mut lag, 2, 0.0, 60.0)));
        assert!(after(&mut lag, 12, 0.0, 0.05) < 80);
        // Clocks of no meaning.
        for time in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut lag = Lag::default();
            lag.begin(&clock(1.0, 0.0), 0);
            lag.moved(Duration::ZERO);
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
            lag.moved(second);
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
}
