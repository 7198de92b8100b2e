//! How long a contestant may think.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What limits each search; several limits apply together, as Hub has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Seconds for a move.
    pub move_time: Option<f64>,
    /// A clock for the game.
    pub clock: Option<TimeControl>,
}

impl Limits {
    /// Whether any limit is set.
    pub fn exist(&self) -> bool {
        *self != Limits::default()
    }
}

/// A clock for a whole game: PDN's `75/600`, `600+5` and `600`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Seconds on the clock at the start and, with `moves`, added after that number of moves.
    pub seconds: f64,
    /// Seconds added before each move.
    pub increment: f64,
    /// Moves of a period; `None` where the time is for the whole game.
    pub moves: Option<u32>,
}

/// A text that is no [`TimeControl`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected SECONDS, SECONDS+INCREMENT or MOVES/SECONDS, like 60+0.6 or 75/600")]
pub struct TimeControlError;

/// Parses seconds within a sensible range.
pub(super) fn seconds(text: &str) -> Option<f64> {
    let number: f64 = text.parse().ok()?;
    (0.0..=1e6).contains(&number).then_some(number)
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&n| n > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let control = TimeControl {
                seconds: seconds(base)?,
                increment: seconds(increment)?,
                moves,
            };
            (control.seconds + control.increment > 0.0).then_some(control)
        };
        read().ok_or(TimeControlError)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.seconds)?;
        if self.increment > 0.0 {
            write!(f, "+{}", self.increment)?;
        }
        Ok(())
    }
}

/// Writes the limits as keys of a contestant, `depth=4 tc=60+0.6`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.depth.map(|n| format!("depth={n}")),
            self.nodes.map(|n| format!("nodes={n}")),
            self.move_time.map(|s| format!("movetime={s}")),
            self.clock.map(|clock| format!("tc={clock}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        f.write_str(&words.join(" "))
    }
}

/// A running clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    control: TimeControl,
    /// Seconds left, without the increment of the next move.
    left: f64,
    /// Moves left in this period.
    moves_left: Option<u32>,
}

impl Clock {
    /// The clock at the beginning of a game.
    pub fn new(control: TimeControl) -> Clock {
        Clock {
            control,
            left: control.seconds,
            moves_left: control.moves,
        }
    }

    /// Seconds on the clock, to which [`Clock::increment`] is added for the next move.
    pub fn left(&self) -> f64 {
        self.left
    }

    /// Seconds added before each move.
    pub fn increment(&self) -> f64 {
        self.control.increment
    }

    /// Moves left in this period.
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// Seconds that the next move may take.
    pub fn for_move(&self) -> f64 {
        self.left + self.control.increment
    }

    /// Deducts the time of a move. A clock overdrawn within the tolerance shows 0.
    pub fn take(&mut self, used: f64) {
        self.left = (self.for_move() - used).max(0.0);
        if let Some(moves) = &mut self.moves_left {
            *moves -= 1;
            if *moves == 0 {
                self.moves_left = self.control.moves;
                self.left += self.control.seconds;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["60", "60+0.6", "75/600", "40/60+1", "0+0.1", "0.5"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in [
            "", "0", "-1", "0/60", "x/60", "60+", "60+-1", "nan", "inf", "1e9", "60/40/1",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_counts_seconds_increments_and_periods() {
        let mut clock = Clock::new("2/10+1".parse().unwrap());
        assert_eq!((clock.for_move(), clock.moves_left()), (11.0, Some(2)));
        clock.take(4.0);
        assert_eq!((clock.left(), clock.moves_left()), (7.0, Some(1)));
        clock.take(8.5);
        assert_eq!((clock.left(), clock.moves_left()), (10.0, Some(2)));
        let mut clock = Clock::new("1".parse().unwrap());
        clock.take(0.25);
        assert_eq!((clock.left(), clock.moves_left()), (0.75, None));
    }
}
