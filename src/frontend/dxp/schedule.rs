//! Which games an initiator asks for.

use super::settings::Plan;
use kamen_core::board::Color;
use kamen_protocol::HubPosition;

/// The consecutive games.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    plan: Plan,
    games: u32,
    asked: u32,
}

/// What is agreed about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    /// Where it begins; `None` is the start position of the variant.
    pub(super) start: Option<HubPosition>,
    /// The colour of this side.
    pub(super) ours: Color,
    /// Minutes for the whole game; 0 for no clock.
    pub(super) minutes: u16,
    /// Moves for the whole game; 0 for no limit.
    pub(super) moves: u16,
}

impl Schedule {
    /// The games of a plan; by default two from each position.
    pub(super) fn new(plan: Plan, games: Option<u32>) -> Schedule {
        let positions = u32::try_from(plan.starts.len().max(1)).unwrap_or(u32::MAX);
        Schedule {
            games: games.unwrap_or(positions.saturating_mul(2)),
            plan,
            asked: 0,
        }
    }

    /// The number of games.
    pub(super) fn games(&self) -> u32 {
        self.games
    }

    /// The games that were asked for so far.
    pub(super) fn asked(&self) -> u32 {
        self.asked
    }

    /// Whether there is a game to ask for.
    pub(super) fn has_next(&self) -> bool {
        self.asked < self.games
    }
}

impl Iterator for Schedule {
    type Item = Terms;

    /// The next game: two from each position with colours changed, and again from the first.
    fn next(&mut self) -> Option<Terms> {
        if !self.has_next() {
            return None;
        }
        let plan = &self.plan;
        let pair = (self.asked / 2) as usize % plan.starts.len().max(1);
        let ours = if self.asked.is_multiple_of(2) {
            plan.first
        } else {
            !plan.first
        };
        self.asked += 1;
        Some(Terms {
            start: plan.starts.get(pair).cloned(),
            ours,
            minutes: plan.minutes,
            moves: plan.moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_change_and_positions_come_twice() {
        let position = |text: &&str| HubPosition::parse(text).unwrap();
        let plan = |starts: &[&str]| Plan {
            minutes: 5,
            moves: 75,
            first: Color::Black,
            starts: starts.iter().map(position).collect(),
        };
        let list = |schedule: Schedule| -> Vec<(String, Color)> {
            let text = |start: Option<HubPosition>| start.map_or(String::new(), |p| p.to_string());
            schedule
                .map(|terms| (text(terms.start), terms.ours))
                .collect()
        };
        use Color::{Black, White};
        let text = str::to_owned;
        assert_eq!(
            list(Schedule::new(plan(&[]), None)),
            [(text(""), Black), (text(""), White)]
        );
        assert_eq!(
            list(Schedule::new(plan(&["Wwb", "Bwb"]), Some(5))),
            [
                (text("Wwb"), Black),
                (text("Wwb"), White),
                (text("Bwb"), Black),
                (text("Bwb"), White),
                (text("Wwb"), Black)
            ]
        );
        assert_eq!(list(Schedule::new(plan(&["Wwb", "Bwb"]), None)).len(), 4);
        assert!(list(Schedule::new(plan(&[]), Some(0))).is_empty());
    }
}
