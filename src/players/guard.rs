//! When a player has to stop thinking.

use kamen_search::{Control, Limits};
use std::time::Duration;

/// Nodes between two looks at the clock.
const POLL: u64 = 1024;

/// The limits of one move, of which the first that is reached counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guard<'a> {
    nodes: Option<u64>,
    /// No further iteration begins after this.
    plan: Option<Duration>,
    /// The search stops at this.
    hard: Option<Duration>,
    control: Option<&'a Control>,
}

impl<'a> Guard<'a> {
    pub(super) fn new(limits: &Limits, control: &'a Control) -> Guard<'a> {
        Guard {
            nodes: limits.nodes,
            plan: limits.budget.map(|budget| budget.soft(1.0)),
            hard: limits.budget.map(|budget| budget.hard),
            control: Some(control),
        }
    }

    /// The limits of a move whose searches have counted `before` nodes before it.
    pub(super) fn counting_from(limits: &Limits, control: &'a Control, before: u64) -> Guard<'a> {
        let guard = Guard::new(limits, control);
        Guard {
            nodes: guard.nodes.map(|nodes| nodes.saturating_add(before)),
            ..guard
        }
    }

    /// Whether a search that has entered so many nodes must stop.
    #[inline]
    pub(super) fn stops(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
            || (nodes.is_multiple_of(POLL) && self.is_over(self.hard))
    }

    /// Whether another iteration may begin.
    pub(super) fn goes_on(&self, nodes: u64) -> bool {
        self.nodes.is_none_or(|most| nodes < most) && !self.is_over(self.plan)
    }

    fn is_over(&self, time: Option<Duration>) -> bool {
        self.control.is_some_and(|control| {
            let is_late = || {
                time.zip(control.clock())
                    .is_some_and(|(t, clock)| clock >= t)
            };
            control.pause();
            control.is_stopped() || is_late()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_stops() {
        let control = Control::new();
        let free = Limits::default();
        assert!(!Guard::default().stops(POLL));
        assert!(!Guard::new(&free, &control).stops(POLL));
        let nodes = Limits::nodes(10);
        assert!(!Guard::new(&nodes, &control).stops(9));
        assert!(Guard::new(&nodes, &control).stops(10));
        assert!(!Guard::new(&nodes, &control).goes_on(10));
        let time = Limits::move_time(Duration::ZERO);
        assert!(Guard::new(&time, &control).stops(POLL));
        assert!(!Guard::new(&time, &control).goes_on(1));
        let pondering = Control::pondering();
        assert!(!Guard::new(&time, &pondering).stops(POLL));
        control.stop();
        assert!(Guard::new(&free, &control).stops(POLL));
        assert!(!Guard::new(&free, &control).goes_on(0));
    }
}
