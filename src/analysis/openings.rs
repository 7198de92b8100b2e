//! Statistics of openings: the results of games by their first moves.

use kamen_core::game::AnyPosition;
use kamen_core::notation::pdn::Replay;
use kamen_core::rules::{GameResult, Variant};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The results of some games, for the side that begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// All games.
    pub games: u64,
    /// Won by the side that begins.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by the side that begins.
    pub losses: u64,
}

impl Results {
    /// Points of the side that begins, from 0 to 1 a game; 0 without a game.
    pub fn score(&self) -> f64 {
        (self.wins as f64 + 0.5 * self.draws as f64) / self.games.max(1) as f64
    }

    fn of(result: GameResult, variant: Variant) -> Results {
        let points = result.points(variant.facts().first);
        Results {
            games: 1,
            wins: u64::from(points == 2),
            draws: u64::from(points == 1),
            losses: u64::from(points == 0),
        }
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Why a game is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCounted {
    /// It does not begin at the start position, or has no moves.
    OtherPosition,
    /// Nobody says how it ended.
    WithoutResult,
}

/// Counts the results of games by their variants and first moves.
///
/// ```
/// use kamen_analysis::OpeningResults;
/// use kamen_core::notation::pdn::{outcome, replay};
/// use kamen_core::Variant;
/// use kamen_protocol::pdn::Reader;
///
/// let text = "1. c3-d4 b6-a5 1-0 1. c3-d4 d6-c5 1/2-1/2 1. c3-b4 b6-a5 0-1";
/// let mut results = OpeningResults::new(1);
/// for game in Reader::new(text.as_bytes()) {
///     let game = game?;
///     let replay = replay(Variant::Czech, &game);
///     results.add(&replay, outcome(Variant::Czech, &game), true).unwrap();
/// }
/// let (_, moves, first) = results.lines()[0];
/// assert_eq!((moves, first.games, first.score()), ("1. c3-d4", 2, 0.75));
/// # Ok::<(), kamen_protocol::pdn::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpeningResults {
    plies: usize,
    by_moves: BTreeMap<(Variant, String), Results>,
}

impl OpeningResults {
    /// Games are told apart by so many plies; shorter games have fewer.
    pub fn new(plies: usize) -> OpeningResults {
        OpeningResults {
            plies,
            by_moves: BTreeMap::new(),
        }
    }

    /// Counts a game; its moves are written with letters or with numbers.
    ///
    /// # Errors
    /// Says why it is not counted.
    pub fn add(
        &mut self,
        replay: &Replay,
        result: Option<GameResult>,
        letters: bool,
    ) -> Result<(), NotCounted> {
        let start = replay.start.ok_or(NotCounted::OtherPosition)?;
        let variant = start.variant();
        if start != AnyPosition::start(variant) || replay.played.is_empty() {
            return Err(NotCounted::OtherPosition);
        }
        let result = result.ok_or(NotCounted::WithoutResult)?;
        let key = (variant, self.opening(replay, letters));
        *self.by_moves.entry(key).or_default() += Results::of(result, variant);
        Ok(())
    }

    /// The first moves of a game.
    fn opening(&self, replay: &Replay, letters: bool) -> String {
        let plies = replay.played.len().min(self.plies);
        let moves = (0..plies).filter_map(|ply| {
            let text = replay.written(ply, letters)?;
            // The number of a second move is that of the first.
            let without = text.split_once(' ').map(|(_, m)| m.to_owned());
            Some(if ply % 2 == 1 { without? } else { text })
        });
        moves.collect::<Vec<_>>().join(" ")
    }

    /// The openings of each variant with their results, the most frequent first.
    pub fn lines(&self) -> Vec<(Variant, &str, Results)> {
        let lines = self.by_moves.iter();
        let mut lines: Vec<_> = lines
            .map(|((variant, moves), results)| (*variant, moves.as_str(), *results))
            .collect();
        // The sort is stable: openings as frequent as each other stand in the order of their moves.
        lines.sort_by_key(|(variant, _, results)| (*variant, Reverse(results.games)));
        lines
    }
}
