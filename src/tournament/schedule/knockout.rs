//! Knockout: the loser of a match is out.

use super::Next;
use crate::game::GameId;

/// A knockout tournament. Contestants are placed by their number, so that the first two can meet
/// only in the final; where some are missing to a power of two, the first ones wait for a round. A
/// drawn match is extended by pairs of games, to at most twice its length; if it is still drawn, the contestant
/// that comes first in the list advances.
#[derive(Debug)]
pub(super) struct Knockout {
    games: u32,
    contestants: usize,
    /// The remaining contestants in bracket order; `None` for an empty place.
    round: Vec<Option<usize>>,
    matches: Vec<Match>,
}

#[derive(Debug)]
struct Match {
    first: usize,
    second: usize,
    /// Games given out.
    begun: u32,
    /// Games finished.
    ended: u32,
    /// Points of `first`, two for a win.
    points: u32,
}

impl Match {
    fn new(first: usize, second: usize) -> Match {
        Match {
            first: first.min(second),
            second: first.max(second),
            begun: 0,
            ended: 0,
            points: 0,
        }
    }

    /// Whether another game is due: the match is not over, or drawn and not yet twice as long.
    fn wants_game(&self, games: u32) -> bool {
        let is_even = self.ended == self.begun && self.points == self.ended;
        let goes_on = is_even && self.begun < 2 * games;
        self.begun < games || self.begun % 2 == 1 || goes_on
    }

    fn winner(&self, games: u32) -> Option<usize> {
        let is_over = self.ended == self.begun && !self.wants_game(games);
        is_over.then_some(if self.points >= self.ended {
            self.first
        } else {
            self.second
        })
    }
}

impl Knockout {
    pub(super) fn new(contestants: usize, games: u32) -> Knockout {
        let places = contestants.next_power_of_two();
        let in_list = |number: usize| (number < contestants).then_some(number);
        let mut knockout = Knockout {
            games,
            contestants,
            round: bracket(places).into_iter().map(in_list).collect(),
            matches: Vec::new(),
        };
        knockout.pair();
        knockout
    }

    pub(super) fn games(&self) -> u64 {
        self.contestants.saturating_sub(1) as u64 * u64::from(self.games)
    }

    /// Creates the matches of the round.
    fn pair(&mut self) {
        let met = self.round.chunks(2).filter_map(|two| match *two {
            [Some(first), Some(second)] => Some(Match::new(first, second)),
            _ => None,
        });
        self.matches = met.collect();
    }

    pub(super) fn next(&mut self) -> Next {
        loop {
            let games = self.games;
            if let Some(open) = self.matches.iter_mut().find(|m| m.wants_game(games)) {
                let number = open.begun;
                open.begun += 1;
                return Next::Game(GameId {
                    first: open.first,
                    second: open.second,
                    number,
                });
            }
            if self.round.len() <= 1 {
                return Next::Over;
            }
            let Some(winners) = self.winners() else {
                return Next::Wait;
            };
            self.round = winners;
            self.pair();
        }
    }

    /// The winners, once all matches of the round are over.
    fn winners(&self) -> Option<Vec<Option<usize>>> {
        let mut matches = self.matches.iter();
        let winner = |two: &[Option<usize>]| match *two {
            [Some(_), Some(_)] => matches.next()?.winner(self.games).map(Some),
            [one, other] => Some(one.or(other)),
            _ => Some(None),
        };
        self.round.chunks(2).map(winner).collect()
    }

    pub(super) fn finished(&mut self, id: GameId, points_of_first: u8) {
        let players = (id.first, id.second);
        if let Some(open) = (self.matches.iter_mut()).find(|m| (m.first, m.second) == players) {
            open.ended += 1;
            open.points += u32::from(points_of_first);
        }
    }

    pub(super) fn winner(&self) -> Option<usize> {
        match self.round[..] {
            [winner] => winner,
            _ => None,
        }
    }
}

/// The numbers from 0, ordered so that lower ones meet as late as possible.
fn bracket(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let sum = 2 * order.len() - 1;
        order = order
            .iter()
            .flat_map(|&place| [place, sum - place])
            .collect();
    }
    order
}
