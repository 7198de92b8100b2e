//! The time of both sides, for a whole game.

use kamen_core::board::Color;
use std::time::Duration;

/// What each move took. DXP has one stretch of time for the whole game, and no increment.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// For each side; `None` where the game has no clock.
    total: Option<Duration>,
    /// Who made the first move.
    starter: Color,
    /// One entry a ply.
    times: Vec<Duration>,
}

impl Clock {
    /// The clock of a game that `starter` begins; 0 minutes are no clock.
    pub(super) fn new(minutes: u16, starter: Color) -> Clock {
        Clock {
            total: (minutes > 0).then(|| Duration::from_secs(60 * u64::from(minutes))),
            starter,
            times: Vec::new(),
        }
    }

    /// The next move took so long.
    pub(super) fn add(&mut self, time: Duration) {
        self.times.push(time);
    }

    /// Only the first `plies` moves were made.
    pub(super) fn truncate(&mut self, plies: usize) {
        self.times.truncate(plies);
    }

    /// What is left to a side.
    pub(super) fn left(&self, color: Color) -> Option<Duration> {
        let first = usize::from(color != self.starter);
        let used: Duration = self.times.iter().skip(first).step_by(2).sum();
        self.total.map(|total| total.saturating_sub(used))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_its_own_time_and_gets_it_back() {
        let seconds = |n| Some(Duration::from_secs(n));
        let mut clock = Clock::new(1, Color::Black);
        for time in [1, 20, 3, 50] {
            clock.add(Duration::from_secs(time));
        }
        assert_eq!(clock.left(Color::Black), seconds(56));
        assert_eq!(clock.left(Color::White), seconds(0));
        clock.truncate(3);
        assert_eq!(clock.left(Color::White), seconds(40));
        assert_eq!(Clock::new(0, Color::White).left(Color::White), None);
    }
}
