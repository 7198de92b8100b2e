//! Why something is refused, for programs that say so in a language of their own. Begin with [`Reason`].

use super::pdn::{Replay, ReplayError};
use super::{Barrier, MoveError, Outranked, PositionError, Refusal};
use crate::game::AnyPosition;
use crate::rules::Lines;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A fault by a name that stays, with the values that words about it need. As JSON it is one object:
/// `{"code":"more-pieces","most":"2","taken":"1"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The name.
    pub code: Cow<'static, str>,
    /// The values by their names: `square` and `piece` are squares as they were written, the others numbers.
    #[serde(flatten)]
    pub values: BTreeMap<Cow<'static, str>, String>,
}

impl Reason {
    /// The code of a text that is none of games, but a picture, say.
    pub const NOT_TEXT: &'static str = "not-text";

    /// A fault without values.
    pub fn new(code: &'static str) -> Reason {
        Reason {
            code: code.into(),
            values: BTreeMap::new(),
        }
    }

    /// The reason for which a move cannot be played in a position; `None` where its error is of another position.
    pub fn of_move(position: &AnyPosition, error: &MoveError) -> Option<Reason> {
        match error {
            MoveError::Text { .. } => Some(Reason::new("not-a-move")),
            MoveError::NoSquare { square, .. } => {
                Some(Reason::new("no-square").with("square", square))
            }
            MoveError::Ambiguous { .. } => Some(Reason::new("ambiguous")),
            MoveError::Illegal { text, why, .. } => {
                let refusal = Refusal::of(position, text)?;
                let is_same = *why == Some(refusal.to_string());
                is_same.then(|| Reason::from(&refusal))
            }
        }
    }

    /// The reason for which a game is faulty, if the fault is its start or in its main line.
    pub fn of_replay(replay: &Replay) -> Option<Reason> {
        match &replay.faults.first()?.error {
            ReplayError::Position(error) => Some(error.into()),
            ReplayError::Move(error) => {
                let position = replay.position_after(replay.played.len())?;
                Reason::of_move(&position, error)
            }
            ReplayError::Unknown => None,
        }
    }

    fn with(mut self, name: &'static str, value: impl ToString) -> Reason {
        self.values.insert(name.into(), value.to_string());
        self
    }
}

impl From<&Refusal> for Reason {
    fn from(refusal: &Refusal) -> Reason {
        match refusal {
            Refusal::NotAMove => Reason::new("not-a-move"),
            Refusal::NoSquare(square) => Reason::new("no-square").with("square", square),
            Refusal::Over => Reason::new("over"),
            Refusal::NoneOnFile(file) => Reason::new("none-on-file").with("square", file),
            Refusal::Empty(square) => Reason::new("empty").with("square", square),
            Refusal::NotYours(square, _) => Reason::new("not-yours").with("square", square),
            Refusal::Ambiguous(_) => Reason::new("ambiguous"),
            Refusal::MustCapture => Reason::new("must-capture"),
            Refusal::Unfinished(..) => Reason::new("unfinished"),
            Refusal::GoesOnElsewhere => Reason::new("goes-on-elsewhere"),
            Refusal::BeyondKing => Reason::new("beyond-king"),
            Refusal::Outranked(outranked) => outranked.into(),
            Refusal::CannotGo(square, barrier, _) => Reason::from(barrier).with("piece", square),
        }
    }
}

impl From<&Outranked> for Reason {
    fn from(outranked: &Outranked) -> Reason {
        match outranked {
            Outranked::MorePieces { taken, most } => Reason::new("more-pieces")
                .with("taken", taken)
                .with("most", most),
            Outranked::MoreKings => Reason::new("more-kings"),
            Outranked::HigherValue => Reason::new("higher-value"),
            Outranked::KingFirst => Reason::new("king-first"),
            Outranked::KingsEarlier => Reason::new("kings-earlier"),
        }
    }
}

impl From<&Barrier> for Reason {
    fn from(barrier: &Barrier) -> Reason {
        Reason::new(match barrier {
            Barrier::Occupied => "occupied",
            Barrier::OffLine(_, Lines::Diagonal) => "off-line.diagonal",
            Barrier::OffLine(_, Lines::Straight) => "off-line.straight",
            Barrier::OffLine(_, Lines::All) => "off-line.all",
            Barrier::ManGoesBack => "man-goes-back",
            Barrier::TooFar(_) => "too-far",
            Barrier::InTheWay => "in-the-way",
            Barrier::NothingToCapture => "nothing-to-capture",
            Barrier::ManTakesKing => "man-takes-king",
            Barrier::ManCapturesBack => "man-captures-back",
            Barrier::KingRests => "king-rests",
        })
    }
}

impl From<&PositionError> for Reason {
    fn from(error: &PositionError) -> Reason {
        match error {
            PositionError::Text(error) => {
                Reason::new("position").with("column", error.at.saturating_add(1))
            }
            PositionError::NoSquare { square, .. } => {
                Reason::new("position-square").with("square", square)
            }
            PositionError::Taken { square, .. } => {
                Reason::new("position-taken").with("square", square)
            }
            PositionError::Crowned { square, .. } => {
                Reason::new("position-crowned").with("square", square)
            }
            PositionError::TooMany { found, most, .. } => Reason::new("position-many")
                .with("found", found)
                .with("most", most),
            PositionError::Empty => Reason::new("position-empty"),
            PositionError::KingMoves { .. } => Reason::new("position-king-moves"),
            PositionError::Length {
                found, expected, ..
            } => Reason::new("position-length")
                .with("found", found)
                .with("most", expected),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::AnyGame;
    use crate::rules::Variant::{self, Czech, International, Russian, Turkish};

    #[test]
    fn refusals_have_names_and_values() {
        let cases = [
            (Czech, "W:Wc3,g1:Bd4", "g1-h2", r#"{"code":"must-capture"}"#),
            (
                International,
                "W:W32,26:B28,21,11",
                "32x23",
                r#"{"code":"more-pieces","most":"2","taken":"1"}"#,
            ),
            (
                Czech,
                "W:Wc3:Bd8",
                "c3-f6",
                r#"{"code":"too-far","piece":"c3"}"#,
            ),
            (
                Turkish,
                "W:Wc3:Bd8",
                "c3-d4",
                r#"{"code":"off-line.straight","piece":"c3"}"#,
            ),
            (
                Czech,
                "W:Wc3:Bd8",
                "e3-d4",
                r#"{"code":"empty","square":"e3"}"#,
            ),
            (Czech, "W:Wc3:Bd8", "x", r#"{"code":"not-a-move"}"#),
            (Russian, "W:Wc3:Bd4,f6", "c3xe5", r#"{"code":"unfinished"}"#),
        ];
        for (variant, fen, text, expected) in cases {
            let mut game = AnyGame::new(AnyPosition::parse_fen(variant, fen).unwrap());
            let error = game.play_text(text).unwrap_err();
            let reason = Reason::of_move(game.position(), &error).unwrap();
            let json = serde_json::to_string(&reason).unwrap();
            assert_eq!(json, expected, "{variant} {fen} {text}");
            assert_eq!(serde_json::from_str::<Reason>(&json).unwrap(), reason);
            // In another position the error has this reason or none.
            let other = AnyPosition::parse_fen(variant, "W:Wa1:Bh8").unwrap();
            let elsewhere = Reason::of_move(&other, &error);
            assert!(elsewhere.is_none_or(|elsewhere| elsewhere == reason));
        }
    }

    #[test]
    fn positions_that_cannot_be_have_names_and_values() {
        let cases: [(Variant, &str, &str); 6] = [
            (Czech, "nonsense", r#"{"code":"position","column":"1"}"#),
            (
                Czech,
                "W:Wc9:Bd4",
                r#"{"code":"position-square","square":"c9"}"#,
            ),
            (
                Czech,
                "W:Wc3,c3:Bd4",
                r#"{"code":"position-taken","square":"c3"}"#,
            ),
            (
                Czech,
                "W:Wc3:Bc1",
                r#"{"code":"position-crowned","square":"c1"}"#,
            ),
            (Czech, "W:W:B", r#"{"code":"position-empty"}"#),
            (
                International,
                "W:W1-50:B",
                r#"{"code":"position-crowned","square":"1"}"#,
            ),
        ];
        for (variant, fen, expected) in cases {
            let error = AnyPosition::parse_fen(variant, fen).unwrap_err();
            let json = serde_json::to_string(&Reason::from(&error)).unwrap();
            assert_eq!(json, expected, "{variant} {fen}: {error}");
        }
    }
}
