//! Ends games early by what both sides think of them; off unless asked for.

use super::outcome::{Outcome, Reason};
use kamen_core::board::Color;
use kamen_core::score::Score;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A side loses when its own score has been so bad for so many moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves in a row, of that side.
    pub moves: u32,
    /// Men that the side is behind by its own score.
    pub score: f64,
}

/// A game is drawn when the scores of both sides have been near 0 for so many moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The first move, counted as on a score sheet, at which it may be drawn.
    pub number: u32,
    /// Moves in a row, of each side.
    pub moves: u32,
    /// Men that a score may be away from 0.
    pub score: f64,
}

/// A text that is no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found '{found}', expected {expected}")]
pub struct RuleError {
    found: String,
    expected: &'static str,
}

fn numbers<const N: usize>(text: &str, expected: &'static str) -> Result<[f64; N], RuleError> {
    let words = text.split(',').map(|word| word.trim().parse::<f64>());
    let read: Option<Vec<f64>> = words.map(Result::ok).collect();
    let read = read.and_then(|numbers| <[f64; N]>::try_from(numbers).ok());
    let fits = |numbers: &[f64; N]| {
        let (score, counts) = (numbers[N - 1], &numbers[..N - 1]);
        let is_count = |x: &f64| x.fract() == 0.0 && (1.0..=1e6).contains(x);
        counts.iter().all(is_count) && (0.0..=100.0).contains(&score)
    };
    read.filter(fits).ok_or_else(|| RuleError {
        found: text.chars().filter(|c| !c.is_control()).take(40).collect(),
        expected,
    })
}

impl FromStr for ResignRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<ResignRule, RuleError> {
        let expected = "MOVES,SCORE with the score in men, like 3,4.5";
        let [moves, score] = numbers(text, expected)?;
        Ok(ResignRule {
            moves: moves as u32,
            score,
        })
    }
}

impl FromStr for DrawRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<DrawRule, RuleError> {
        let expected = "NUMBER,MOVES,SCORE with the score in men, like 40,8,0.1";
        let [number, moves, score] = numbers(text, expected)?;
        Ok(DrawRule {
            number: number as u32,
            moves: moves as u32,
            score,
        })
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.moves, self.score)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.number, self.moves, self.score)
    }
}

/// Both rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Adjudication {
    /// When a side is taken to have lost.
    pub resign: Option<ResignRule>,
    /// When a game is taken to be drawn.
    pub draw: Option<DrawRule>,
}

/// Watches the scores of a game.
#[derive(Debug, Default)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// Moves in a row with a hopeless score, by colour.
    hopeless: [u32; 2],
    /// Moves in a row with a score near 0, by colour.
    even: [u32; 2],
}

impl Adjudicator {
    pub(super) fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            ..Adjudicator::default()
        }
    }

    /// Hears what a side thought when it made its move, the `ply`th of the game from 1; the game
    /// may be over with that.
    pub(super) fn heard(
        &mut self,
        color: Color,
        score: Option<Score>,
        ply: usize,
    ) -> Option<Outcome> {
        let men = score.map(|score| f64::from(score.0) / 100.0);
        let side = color as usize;
        let count = |counted: bool, count: u32| if counted { count + 1 } else { 0 };
        if let Some(rule) = self.rules.resign {
            let is_hopeless = men.is_some_and(|men| men <= -rule.score);
            self.hopeless[side] = count(is_hopeless, self.hopeless[side]);
            if self.hopeless[side] >= rule.moves {
                return Some(Outcome::win(!color, Reason::AdjudicatedWin));
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_even = men.is_some_and(|men| men.abs() <= rule.score);
            self.even[side] = count(is_even, self.even[side]);
            let long_enough = ply.div_ceil(2) >= rule.number as usize;
            if long_enough && self.even.iter().all(|&moves| moves >= rule.moves) {
                return Some(Outcome::draw(Reason::AdjudicatedDraw));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::GameResult;

    /// The ply and result with which these scores, in hundredths, end a game.
    fn end(
        resign: Option<&str>,
        draw: Option<&str>,
        scores: &[i32],
    ) -> Option<(usize, GameResult)> {
        let mut adjudicator = Adjudicator::new(Adjudication {
            resign: resign.map(|text| text.parse().unwrap()),
            draw: draw.map(|text| text.parse().unwrap()),
        });
        let mut color = Color::Black;
        scores.iter().enumerate().find_map(|(i, &score)| {
            color = !color;
            // 999 stands for a move without a score.
            let score = (score != 999).then_some(Score(score));
            let outcome = adjudicator.heard(color, score, i + 1)?;
            Some((i + 1, outcome.result))
        })
    }

    #[test]
    fn games_end_when_the_scores_say_so() {
        let bad_for_black = [0, 0, 300, -300, 300, -310, 300, -300, 0, 0];
        assert_eq!(end(None, None, &bad_for_black), None);
        let won = Some((8, GameResult::White));
        assert_eq!(end(Some("3,3"), None, &bad_for_black), won);
        assert_eq!(end(Some("4,3"), None, &bad_for_black), None);
        assert_eq!(end(Some("2,3.1"), None, &bad_for_black), None);
        let interrupted = [-500, 0, 999, 0, -500, 0, -500];
        assert_eq!(
            end(Some("2,5"), None, &interrupted),
            Some((7, GameResult::Black))
        );
        let even = [5, -5, 999, 3, 10, -10, 0, 0, 0, 0];
        assert_eq!(
            end(None, Some("1,2,0.1"), &even),
            Some((7, GameResult::Draw))
        );
        assert_eq!(
            end(None, Some("5,2,0.1"), &even),
            Some((9, GameResult::Draw))
        );
        assert_eq!(
            end(None, Some("1,2,0.09"), &even),
            Some((10, GameResult::Draw))
        );
    }

    #[test]
    fn bad_rules_are_refused() {
        for text in ["", "3", "0,3", "1.5,3", "3,-1", "3,1e9", "3,x", "3,4,5"] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
        for text in ["40,8", "40,0,0.1", "0,8,0.1", "40,8,nan"] {
            assert!(text.parse::<DrawRule>().is_err(), "{text}");
        }
    }
}
