//! The schedule: which contestants meet, and when.

mod knockout;
mod part;

use super::game::GameId;
use hashbrown::HashMap;
use knockout::Knockout;
pub use part::{Part, PartError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The form of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two contestants meet.
    Pair,
    /// The first contestant meets all others.
    Gauntlet,
    /// All meet all.
    RoundRobin,
    /// The loser of a match is out; the first contestants of the list meet last.
    Knockout,
}

impl Format {
    /// All formats with their names.
    pub const ALL: [(&'static str, Format); 4] = [
        ("pair", Format::Pair),
        ("gauntlet", Format::Gauntlet),
        ("round-robin", Format::RoundRobin),
        ("knockout", Format::Knockout),
    ];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Format::ALL.iter().find(|(_, format)| format == self);
        f.pad(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for Format {
    type Err = ();

    fn from_str(text: &str) -> Result<Format, ()> {
        let found = Format::ALL.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, format)| format).ok_or(())
    }
}

/// What is to be played next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This game.
    Game(GameId),
    /// None until a game under way has ended.
    Wait,
    /// None: all games are played.
    Over,
}

/// Gives out games until all are played.
#[derive(Debug)]
pub struct Schedule {
    plan: Plan,
    /// Games that are finished already, from a journal, with the points of the first contestant.
    resumed: HashMap<GameId, u8>,
}

#[derive(Debug)]
enum Plan {
    /// All pairings play their games in turn, two by two.
    Fixed {
        pairings: Vec<(usize, usize)>,
        games: u32,
        /// Which pairs of games are played here.
        part: Part,
        /// Number of the next game, over all pairings.
        next: u64,
    },
    Knockout(Knockout),
}

impl Schedule {
    /// The schedule for this number of contestants. Each pairing plays `games`, rounded up to pairs. Of a knockout, whose games
    /// depend on each other, there are no parts.
    pub fn new(format: Format, contestants: usize, games: u32, part: Part) -> Schedule {
        let games = games.next_multiple_of(2);
        let fixed = |pairings| Plan::Fixed {
            pairings,
            games,
            part,
            next: 0,
        };
        let plan = match format {
            Format::Knockout => Plan::Knockout(Knockout::new(contestants, games)),
            _ => fixed(pairings(format, contestants)),
        };
        Schedule {
            plan,
            resumed: HashMap::new(),
        }
    }

    /// Total number of games; in a knockout, without play-offs.
    pub fn games(&self) -> u64 {
        match &self.plan {
            Plan::Fixed {
                pairings,
                games,
                part,
                ..
            } => 2 * part.pairs_of(pairings.len() as u64 * u64::from(*games) / 2),
            Plan::Knockout(knockout) => knockout.games(),
        }
    }

    /// Records a game from a journal, which is not played again.
    pub fn resume(&mut self, id: GameId, points_of_first: u8) {
        self.resumed.insert(id, points_of_first);
    }

    /// Records a finished game; `points_of_first` are 0, 1 or 2.
    pub fn finished(&mut self, id: GameId, points_of_first: u8) {
        if let Plan::Knockout(knockout) = &mut self.plan {
            knockout.finished(id, points_of_first);
        }
    }

    /// The next game.
    pub fn next_game(&mut self) -> Next {
        loop {
            let next = self.plan.next();
            let Next::Game(id) = next else {
                return next;
            };
            match self.resumed.remove(&id) {
                Some(points) => self.finished(id, points),
                None => return next,
            }
        }
    }

    /// The winner, if the format determines one.
    pub fn winner(&self) -> Option<usize> {
        match &self.plan {
            Plan::Fixed { .. } => None,
            Plan::Knockout(knockout) => knockout.winner(),
        }
    }
}

impl Plan {
    fn next(&mut self) -> Next {
        match self {
            Plan::Knockout(knockout) => knockout.next(),
            Plan::Fixed {
                pairings,
                games,
                part,
                next,
            } => loop {
                let number = *next;
                let Some(game) = fixed(pairings, *games, number) else {
                    break Next::Over;
                };
                *next += 1;
                if part.has(number / 2) {
                    break Next::Game(game);
                }
            },
        }
    }
}

/// Who meets whom, in the order of a round; none for a knockout, where that follows from the results.
pub(crate) fn pairings(format: Format, contestants: usize) -> Vec<(usize, usize)> {
    match format {
        Format::Knockout => Vec::new(),
        Format::Pair | Format::Gauntlet => (1..contestants).map(|n| (0, n)).collect(),
        Format::RoundRobin => round_robin(contestants),
    }
}

/// The game with this number: every pairing plays a pair, then every pairing the next, and so on.
fn fixed(pairings: &[(usize, usize)], games: u32, number: u64) -> Option<GameId> {
    let count = pairings.len() as u64;
    let round = (number / 2).checked_div(count)?;
    let &(first, second) = pairings.get((number / 2 % count) as usize)?;
    let number = (2 * round + number % 2) as u32;
    (number < games).then_some(GameId {
        first,
        second,
        number,
    })
}

/// All pairings in rounds, in each of which every contestant plays at most once (the circle method).
fn round_robin(contestants: usize) -> Vec<(usize, usize)> {
    let places = contestants + contestants % 2;
    let rounds = places.saturating_sub(1);
    let mut pairings = Vec::new();
    for round in 0..rounds {
        let at = |place: usize| {
            if place == 0 {
                0
            } else {
                (place - 1 + round) % rounds + 1
            }
        };
        for place in 0..places / 2 {
            let (a, b) = (at(place), at(places - 1 - place));
            if a.max(b) < contestants {
                pairings.push((a.min(b), a.max(b)));
            }
        }
    }
    pairings
}

#[cfg(test)]
mod tests;
