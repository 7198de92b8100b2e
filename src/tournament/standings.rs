//! What all finished games come to.

use super::game::{Effort, FaultKind, GameRecord, Reason};
use super::statistics::{Elo, Pairs, Tally};
use hashbrown::{HashMap, HashSet};
use kamen_core::board::Color;
use serde::Serialize;
use std::collections::BTreeMap;

/// The games of two contestants against each other, as the one with the lower number counts them.
#[derive(Clone, Debug, Default)]
pub struct Meeting {
    /// By their results.
    pub tally: Tally,
    /// Those of them in which the one with the lower number is White.
    pub with_white: Tally,
    /// Whole pairs by their points.
    pub pairs: Pairs,
    /// Points of the games whose other half is not finished, by pair.
    halves: HashMap<u32, u8>,
}

/// All results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    contestants: usize,
    meetings: BTreeMap<(usize, usize), Meeting>,
    faults: Vec<BTreeMap<FaultKind, u64>>,
    efforts: Vec<Effort>,
    /// Games by the reason of their end.
    pub reasons: BTreeMap<Reason, u64>,
    /// All games, as White counts them.
    pub white: Tally,
    /// Plies of all games.
    pub plies: u64,
    /// Games that are the same, move for move, as one before.
    pub repeated: u64,
    signatures: HashSet<u64>,
}

/// A contestant's line in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The contestant, as its place in the list.
    pub contestant: usize,
    /// Its games.
    #[serde(flatten)]
    pub tally: Tally,
    /// Points: 2 for a win, 1 for a draw.
    pub points: u64,
    /// Sonneborn-Berger: the points from each opponent times the points that this opponent has in
    /// all.
    pub sonneborn_berger: u64,
    /// How much stronger it is than those it met.
    pub elo: Option<Elo>,
    /// What it did wrong, by kind.
    pub faults: BTreeMap<String, u64>,
    /// What it put into its games.
    pub effort: Effort,
}

impl Standings {
    /// Before the first game of so many contestants.
    pub fn new(contestants: usize) -> Standings {
        Standings {
            contestants,
            meetings: BTreeMap::new(),
            faults: vec![BTreeMap::new(); contestants],
            efforts: vec![Effort::default(); contestants],
            reasons: BTreeMap::new(),
            white: Tally::default(),
            plies: 0,
            repeated: 0,
            signatures: HashSet::new(),
        }
    }

    /// Adds a finished game.
    pub fn add(&mut self, game: &GameRecord) {
        let id = game.id;
        let points = game.points_of_first();
        let meeting = self.meetings.entry((id.first, id.second)).or_default();
        meeting.tally.add_points(points);
        if id.first_is_white() {
            meeting.with_white.add_points(points);
        }
        match meeting.halves.remove(&id.pair()) {
            Some(other) => meeting.pairs.add_points(points + other),
            None => {
                meeting.halves.insert(id.pair(), points);
            }
        }
        self.white
            .add_points(game.outcome.result.points(Color::White));
        *self.reasons.entry(game.outcome.reason).or_default() += 1;
        self.plies += game.plies as u64;
        if !self.signatures.insert(game.signature) {
            self.repeated += 1;
        }
        if let Some(fault) = &game.fault {
            let kinds = self.faults.get_mut(fault.by);
            *kinds.map_or(&mut 0, |kinds| kinds.entry(fault.fault.kind).or_default()) += 1;
        }
        for (color, effort) in [Color::White, Color::Black].into_iter().zip(game.efforts) {
            if let Some(sum) = self.efforts.get_mut(id.player(color)) {
                *sum += effort;
            }
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.white.games()
    }

    /// The games of two contestants, as the first of them counts them; `None` if they have not met.
    pub fn meeting(&self, one: usize, other: usize) -> Option<(Tally, Pairs)> {
        let meeting = self.meetings.get(&(one.min(other), one.max(other)))?;
        let (tally, pairs) = (meeting.tally, meeting.pairs);
        Some(if one < other {
            (tally, pairs)
        } else {
            (tally.reversed(), pairs.reversed())
        })
    }

    /// The games of two contestants with White and with Black, as the first of them counts them; `None` if they have not met.
    pub fn by_color(&self, one: usize, other: usize) -> Option<[Tally; 2]> {
        let Meeting {
            tally, with_white, ..
        } = self.meetings.get(&(one.min(other), one.max(other)))?;
        let with_black = *tally - *with_white;
        Some(if one < other {
            [*with_white, with_black]
        } else {
            [with_black.reversed(), with_white.reversed()]
        })
    }

    /// All games and whole pairs of a contestant.
    fn all_of(&self, contestant: usize) -> (Tally, Pairs) {
        let mut sum = (Tally::default(), Pairs::default());
        for other in (0..self.contestants).filter(|&other| other != contestant) {
            if let Some((tally, pairs)) = self.meeting(contestant, other) {
                sum.0 += tally;
                sum.1 += pairs;
            }
        }
        sum
    }

    /// The table: the best score comes first; of equal ones the better Sonneborn-Berger, then the
    /// more wins.
    pub fn rows(&self) -> Vec<Row> {
        let points: Vec<u64> = (0..self.contestants)
            .map(|contestant| self.all_of(contestant).0.points())
            .collect();
        let mut rows: Vec<Row> = (0..self.contestants)
            .map(|contestant| self.row(contestant, &points))
            .collect();
        rows.sort_by(|a, b| {
            let score = |row: &Row| row.tally.score().unwrap_or(-1.0);
            (score(b).total_cmp(&score(a)))
                .then(b.sonneborn_berger.cmp(&a.sonneborn_berger))
                .then(b.tally.wins.cmp(&a.tally.wins))
        });
        rows
    }

    fn row(&self, contestant: usize, points: &[u64]) -> Row {
        let (tally, pairs) = self.all_of(contestant);
        let from_all = (0..self.contestants).filter_map(|other| {
            let (tally, _) = self.meeting(contestant, other)?;
            Some(tally.points() * points[other])
        });
        let faults = self.faults[contestant].iter();
        Row {
            contestant,
            tally,
            points: tally.points(),
            sonneborn_berger: from_all.sum(),
            elo: Elo::of(tally, pairs),
            faults: faults
                .map(|(kind, count)| (kind.to_string(), *count))
                .collect(),
            effort: self.efforts[contestant],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Fault, FaultRecord, GameId, Outcome};
    use kamen_core::rules::GameResult;

    fn game(first: usize, second: usize, number: u32, result: GameResult) -> GameRecord {
        GameRecord {
            id: GameId {
                first,
                second,
                number,
            },
            outcome: Outcome {
                result,
                reason: Reason::NoMove,
            },
            fault: None,
            plies: 60,
            signature: u64::from(number / 4),
            efforts: [Effort::default(); 2],
            fen: None,
            opening: 0,
            moves: Vec::new(),
        }
    }

    #[test]
    fn points_pairs_and_tie_breaks_are_counted_for_everybody() {
        use GameResult::{Black, Draw, White};
        let mut standings = Standings::new(3);
        // First and second win once each, as White and as Black; the third loses all but a draw.
        for (first, second, results) in [
            (0, 1, [White, White]),
            (0, 2, [White, Black]),
            (1, 2, [White, Draw]),
        ] {
            for (number, result) in (0..).zip(results) {
                standings.add(&game(first, second, number, result));
            }
        }
        let rows = standings.rows();
        let shown: Vec<(usize, u64, u64)> = rows
            .iter()
            .map(|row| (row.contestant, row.points, row.sonneborn_berger))
            .collect();
        // 0: 2 points from 1 (who has 5), 4 from 2 (who has 1), and so on.
        assert_eq!(shown, [(0, 6, 14), (1, 5, 15), (2, 1, 5)]);
        assert_eq!(standings.meeting(0, 1).unwrap().1, Pairs([0, 0, 1, 0, 0]));
        assert_eq!(standings.meeting(2, 1).unwrap().1, Pairs([0, 1, 0, 0, 0]));
        let tally = |wins, draws, losses| Tally {
            wins,
            draws,
            losses,
        };
        let by_color = standings.by_color(1, 2);
        assert_eq!(by_color, Some([tally(1, 0, 0), tally(0, 1, 0)]));
        let by_color = standings.by_color(2, 1);
        assert_eq!(by_color, Some([tally(0, 1, 0), tally(0, 0, 1)]));
        assert_eq!((standings.games(), standings.white.wins), (6, 4));
        assert_eq!(standings.repeated, 5);
        assert_eq!(standings.meeting(0, 0), None);
    }

    #[test]
    fn faults_and_unfinished_pairs_are_told_apart() {
        let mut standings = Standings::new(2);
        let mut lost = game(0, 1, 3, GameResult::White);
        lost.outcome.reason = Reason::Fault(FaultKind::Crash);
        lost.fault = Some(FaultRecord {
            by: 0,
            fault: Fault {
                kind: FaultKind::Crash,
                detail: String::new(),
            },
        });
        standings.add(&lost);
        let (tally, pairs) = standings.meeting(0, 1).unwrap();
        assert_eq!((tally.losses, pairs.count()), (1, 0));
        standings.add(&game(0, 1, 2, GameResult::White));
        assert_eq!(standings.meeting(0, 1).unwrap().1, Pairs([0, 0, 1, 0, 0]));
        let rows = standings.rows();
        let of_first = rows.iter().find(|row| row.contestant == 0).unwrap();
        assert_eq!(of_first.faults, BTreeMap::from([("crash".to_owned(), 1)]));
    }
}
