//! How games end.

use kamen_core::board::Color;
use kamen_core::game::{AnyGame, GameOver};
use kamen_core::rules::{Draw, GameResult};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The side to move has no legal move.
    NoMove,
    /// The first king of breakthrough.
    FirstKing,
    /// Drawn by repetition.
    Repetition,
    /// Drawn after too many moves without a capture or a man's move.
    QuietMoves,
    /// Drawn by the limit of an ending.
    Ending,
    /// Drawn because it lasted too long for the tournament.
    PlyLimit,
    /// One side gave up.
    Resigned,
    /// Won by adjudication.
    AdjudicatedWin,
    /// Drawn by adjudication.
    AdjudicatedDraw,
    /// Lost by a fault.
    #[serde(untagged)]
    Fault(FaultKind),
}

/// What a contestant can do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A move that is not legal.
    IllegalMove,
    /// It ended, or closed its output.
    Crash,
    /// It did not answer at all.
    Hang,
    /// It took more time than it had.
    Time,
    /// It said something that the protocol does not have there.
    Protocol,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FaultKind::IllegalMove => "illegal move",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Time => "time",
            FaultKind::Protocol => "protocol",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::NoMove => "no move",
            Reason::FirstKing => "first king",
            Reason::Repetition => "repetition",
            Reason::QuietMoves => "quiet moves",
            Reason::Ending => "ending",
            Reason::PlyLimit => "ply limit",
            Reason::Resigned => "resigned",
            Reason::AdjudicatedWin => "adjudicated win",
            Reason::AdjudicatedDraw => "adjudicated draw",
            Reason::Fault(kind) => return kind.fmt(f),
        })
    }
}

/// A fault, described.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What was found and what was expected.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.detail)
    }
}

/// A result and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    pub(super) fn draw(reason: Reason) -> Outcome {
        Outcome {
            result: GameResult::Draw,
            reason,
        }
    }

    pub(super) fn win(winner: Color, reason: Reason) -> Outcome {
        Outcome {
            result: GameResult::won_by(winner),
            reason,
        }
    }
}

/// Which draws the rules of the variant are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawPolicy {
    /// All that they have.
    Rules,
    /// None: games go on until one side cannot move, or the ply limit.
    None,
}

/// How the rules end the game in its present position, if they do.
pub(super) fn by_rules(game: &AnyGame, draws: DrawPolicy) -> Option<Outcome> {
    match game.over()? {
        GameOver::NoMove(winner) => Some(Outcome::win(winner, Reason::NoMove)),
        GameOver::FirstKing(winner) => Some(Outcome::win(winner, Reason::FirstKing)),
        GameOver::Draw(_) if draws == DrawPolicy::None => None,
        GameOver::Draw(draw) => Some(Outcome::draw(match draw {
            Draw::Repetition => Reason::Repetition,
            Draw::QuietMoves => Reason::QuietMoves,
            Draw::Ending => Reason::Ending,
        })),
    }
}
