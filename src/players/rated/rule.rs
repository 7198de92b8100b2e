//! How ratings change.

use super::{Kind, Rating};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// How far a value moves towards the next, by the number of visits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// `1 / n`: the value is the mean of all.
    Harmonic,
    /// `n^-p`.
    Power(f64),
    /// The same at every visit.
    Constant(f64),
}

/// A text that is no rate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad rate '{found}', expected 1/n, n^-P (P from 0 to 2) or a number above 0 and up to 1")]
pub struct RateError {
    /// As written.
    pub found: String,
}

impl Rate {
    /// The rate at a visit, from 1.
    pub fn at(self, visits: u32) -> f64 {
        let visits = f64::from(visits.max(1));
        match self {
            Rate::Harmonic => 1.0 / visits,
            Rate::Power(power) => visits.powf(-power),
            Rate::Constant(rate) => rate,
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rate::Harmonic => f.write_str("1/n"),
            Rate::Power(power) => write!(f, "n^-{power}"),
            Rate::Constant(rate) => write!(f, "{rate}"),
        }
    }
}

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rate, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl FromStr for Rate {
    type Err = RateError;

    fn from_str(text: &str) -> Result<Rate, RateError> {
        let number = |text: &str, range: std::ops::RangeInclusive<f64>| {
            text.parse().ok().filter(|number| range.contains(number))
        };
        let rate = match text.strip_prefix("n^-") {
            Some(power) => number(power, 0.0..=2.0).map(Rate::Power),
            None if text == "1/n" => Some(Rate::Harmonic),
            None => number(text, f64::MIN_POSITIVE..=1.0).map(Rate::Constant),
        };
        rate.ok_or_else(|| RateError {
            found: text.chars().take(20).collect(),
        })
    }
}

/// Which position stands for the end of a won game; the thesis does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Won {
    /// The winner's last own turn, as a win.
    #[default]
    LastTurn,
    /// The final position, as a loss of the side to move.
    FinalPosition,
}

/// What the learner gets at the end of a game, each from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EndRewards {
    /// For a win.
    #[serde(skip_serializing_if = "is_usual::<1>")]
    pub win: f64,
    /// For a draw.
    #[serde(skip_serializing_if = "is_usual::<0>")]
    pub draw: f64,
    /// For a loss.
    #[serde(skip_serializing_if = "is_usual::<-1>")]
    pub loss: f64,
}

impl Default for EndRewards {
    /// Those of the thesis: 1, 0 and -1.
    fn default() -> EndRewards {
        EndRewards {
            win: 1.0,
            draw: 0.0,
            loss: -1.0,
        }
    }
}

fn is_usual<const USUAL: i8>(reward: &f64) -> bool {
    *reward == f64::from(USUAL)
}

/// The parameters of learning by temporal differences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TdRule {
    /// How much of the next value counts, from 0 to 1.
    pub gamma: f64,
    /// How far a value moves.
    pub rate: Rate,
    /// The reward of an ordinary turn.
    pub reward: f64,
    /// The rewards of the end of a game, from -1 to 1. Files that were learned with the usual ones do not name them.
    #[serde(flatten)]
    pub ends: EndRewards,
    /// Whether visits count before a position has a value; the thesis counts from the first value on, but in its
    /// maze from the first visit.
    pub counts_all: bool,
    /// What stands for the end of a won game.
    pub won: Won,
}

impl Default for TdRule {
    /// What the thesis gives, and our choices for what it leaves open: gamma 0.9, rate 1/n, no reward on the way.
    fn default() -> TdRule {
        TdRule {
            gamma: 0.9,
            rate: Rate::Harmonic,
            reward: 0.0,
            ends: EndRewards::default(),
            counts_all: false,
            won: Won::default(),
        }
    }
}

impl fmt::Display for TdRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (gamma, rate, reward) = (self.gamma, self.rate, self.reward);
        let EndRewards { win, draw, loss } = self.ends;
        let end = match self.won {
            Won::LastTurn => "the winner's last turn",
            Won::FinalPosition => "the final position",
        };
        write!(
            f,
            "gamma {gamma}, rate {rate}, rewards {win} (win), {draw} (draw), {loss} (loss) and {reward} on the way; a won game ends with {end}"
        )
    }
}

impl TdRule {
    /// The rule that positions were learned with, as their history has it; the usual one where it says nothing.
    pub fn of(history: Option<&Value>) -> TdRule {
        let rule = history.and_then(|history| history.get("rule"));
        let rule = rule.and_then(|rule| TdRule::deserialize(rule).ok());
        rule.unwrap_or_default()
    }

    /// The new rating of a position, given its old one and that of the learner's next turn; `None` if it stays as it
    /// is. An end never changes, and nothing is stored as long as nothing is known.
    pub fn step(&self, old: Option<Rating>, next: Option<f64>) -> Option<Rating> {
        if old.is_some_and(|rating| rating.kind.is_end()) {
            return None;
        }
        let (before, visits) = old.map_or((0.0, 0), |rating| (rating.value, rating.visits));
        let visits = visits.saturating_add(1);
        let goal = self.reward + self.gamma * next.unwrap_or(0.0);
        let value = before + self.rate.at(visits) * (goal - before);
        let is_known = value != 0.0 || next.is_some() || old.is_some() || self.counts_all;
        is_known.then_some(Rating {
            value: value.clamp(-1.0, 1.0),
            visits,
            kind: Kind::Ordinary,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_stored_before_something_is_known_and_ends_stay() {
        let rule = TdRule::default();
        let ordinary = |value, visits| Rating {
            value,
            visits,
            kind: Kind::Ordinary,
        };
        let cases = [
            (None, None, None),
            (None, Some(1.0), Some(ordinary(0.9, 1))),
            (None, Some(0.0), Some(ordinary(0.0, 1))),
            (Some(ordinary(0.9, 1)), Some(0.0), Some(ordinary(0.45, 2))),
            (Some(ordinary(0.45, 2)), None, Some(ordinary(0.3, 3))),
            (Some(Rating::end(1.0, Kind::Final)), Some(-1.0), None),
            (Some(Rating::end(0.0, Kind::Draw)), Some(-1.0), None),
        ];
        for (old, next, expected) in cases {
            let found = rule.step(old, next);
            let parts = |rating: Rating| (rating.visits, rating.kind);
            assert_eq!(found.map(parts), expected.map(parts), "{old:?} {next:?}");
            let value = |rating: Option<Rating>| rating.map_or(0.0, |r| r.value);
            assert!(
                (value(found) - value(expected)).abs() < 1e-12,
                "{old:?} {next:?}"
            );
        }
    }

    #[test]
    fn a_rule_is_known_again_from_a_history() {
        let ends = EndRewards {
            draw: 0.25,
            ..EndRewards::default()
        };
        let rule = TdRule {
            gamma: 0.8,
            rate: Rate::Power(0.5),
            ends,
            won: Won::FinalPosition,
            ..TdRule::default()
        };
        for rule in [TdRule::default(), rule] {
            let history = serde_json::json!({ "rule": rule, "games": null });
            assert_eq!(TdRule::of(Some(&history)), rule);
        }
        for history in [
            None,
            Some(Value::Null),
            Some(serde_json::json!({ "rule": null })),
        ] {
            assert_eq!(TdRule::of(history.as_ref()), TdRule::default());
        }
    }

    #[test]
    fn rates_fall_as_they_are_named() {
        let cases = [("1/n", 4, 0.25), ("n^-0.5", 4, 0.5), ("0.1", 4, 0.1)];
        for (text, visits, expected) in cases {
            let rate: Rate = text.parse().unwrap();
            assert!((rate.at(visits) - expected).abs() < 1e-12);
            assert_eq!(rate.to_string(), text);
        }
        for text in ["", "0", "1.1", "nan", "n^-3", "n^1", "1/N"] {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
    }
}
