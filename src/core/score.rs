//! Scores and their unit. Begin with [`Score`].

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score for the side to move, in hundredths of a man.
///
/// A win in `n` plies is `10000 - n`, a loss `-(10000 - n)`, so the same number divided by 100 is
/// what the Hub protocol prints (99.87 is a win in 13 plies). Evaluations stay within ±[`Score::MAX_EVAL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// A bound greater than every score.
    pub const INFINITE: Score = Score(10_001);
    /// The greatest evaluation; wins known from tables lie above it, forced wins above those.
    pub const MAX_EVAL: Score = Score(7_999);
    /// The greatest score of a win that tables know, but not how far away it is.
    const TABLE_WIN: Score = Score(8_900);
    /// The least score of a forced win.
    const WIN: Score = Score(9_000);

    /// The score of winning `ply` plies after the root.
    #[inline(always)]
    pub fn win_in(ply: usize) -> Score {
        Score(10_000 - ply as i32)
    }

    /// The score of losing `ply` plies after the root.
    #[inline(always)]
    pub fn loss_in(ply: usize) -> Score {
        -Score::win_in(ply)
    }

    /// The score of a win that tables know `ply` plies after the root, but not how far away it is.
    #[inline(always)]
    pub fn table_win(ply: usize) -> Score {
        Score::TABLE_WIN - ply as i32
    }

    /// Whether the score is a forced win or loss.
    #[inline(always)]
    pub fn is_decided(self) -> bool {
        self >= Score::WIN || self <= -Score::WIN
    }

    /// Plies until a forced win or loss; `None` for other scores.
    pub fn plies_to_end(self) -> Option<u32> {
        let distance = Score::win_in(0).0 - self.0.abs();
        self.is_decided().then_some(distance.max(0) as u32)
    }

    /// Converts a score relative to the root to one relative to a position `ply` plies after it,
    /// for storage in a transposition table.
    #[inline(always)]
    pub fn from_root(self, ply: usize) -> Score {
        self.moved(ply as i32)
    }

    /// The inverse of [`Score::from_root`].
    #[inline(always)]
    pub fn to_root(self, ply: usize) -> Score {
        self.moved(-(ply as i32))
    }

    #[inline(always)]
    fn moved(self, plies: i32) -> Score {
        if self > Score::MAX_EVAL {
            Score(self.0 + plies)
        } else if self < -Score::MAX_EVAL {
            Score(self.0 - plies)
        } else {
            self
        }
    }

    /// Creates an evaluation, clamped to ±[`Score::MAX_EVAL`].
    #[inline(always)]
    pub fn evaluation(centi_men: i32) -> Score {
        Score(centi_men.clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0))
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    #[inline(always)]
    fn add(self, centi_men: i32) -> Score {
        Score(self.0 + centi_men)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline(always)]
    fn sub(self, centi_men: i32) -> Score {
        Score(self.0 - centi_men)
    }
}

impl fmt::Display for Score {
    /// Formats the score in men with two decimals, as in Hub.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", f64::from(self.0) / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table() {
        let table_win = Score::table_win(7);
        for score in [
            Score(0),
            Score(-350),
            Score::win_in(13),
            Score::loss_in(8),
            table_win,
        ] {
            assert_eq!(score.from_root(5).to_root(5), score);
        }
        assert_eq!(Score::win_in(13).from_root(5), Score::win_in(8));
        assert_eq!(table_win.from_root(7), Score::table_win(0));
        assert!(table_win > Score::MAX_EVAL && !table_win.is_decided());
        assert!(Score::win_in(3) > Score::win_in(5) && Score::loss_in(3) < Score::loss_in(5));
        assert_eq!(Score::win_in(13).to_string(), "99.87");
        assert_eq!(Score(-7).to_string(), "-0.07");
    }
}
