//! Questions about positions and games, as JSON in and out. Begin with [`answer`].

use kamen_core::game::{AnyGame, AnyPosition};
use kamen_core::notation::{GameState, PlayedGame, VariantFacts};
use kamen_core::rules::Variant;
use kamen_protocol::hub;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    Position {
        variant: String,
        #[serde(default)]
        fen: String,
        #[serde(default)]
        moves: Vec<String>,
    },
    /// For the line of Hub that sets a position.
    Pos {
        variant: String,
        #[serde(default)]
        fen: String,
        #[serde(default)]
        moves: Vec<String>,
    },
    Variants,
    Pdn {
        text: String,
        /// That of games which do not name theirs.
        variant: Option<String>,
    },
    WritePdn {
        variant: String,
        #[serde(default)]
        start: String,
        #[serde(default)]
        moves: Vec<String>,
        #[serde(default)]
        tags: BTreeMap<String, String>,
        /// As PDN has it, where the rules do not tell it.
        result: Option<String>,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Answer {
    Position(Box<GameState>),
    Pos(String),
    Variants(Vec<VariantFacts>),
    Games(Vec<PlayedGame>),
    Pdn(String),
    Error(String),
}

/// Answers a question: `{"ask":"position","variant":"czech","fen":"","moves":[]}` by `{"position":{..}}`, others by `pos`,
/// `variants`, `games` or `pdn`; what cannot be answered by `{"error":"why"}`.
pub fn answer(question: &[u8]) -> String {
    let found = match serde_json::from_slice(question) {
        Ok(question) => reply(question).unwrap_or_else(Answer::Error),
        Err(error) => Answer::Error(format!("no question: {error}")),
    };
    serde_json::to_string(&found).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

fn reply(question: Question) -> Result<Answer, String> {
    Ok(match question {
        Question::Position {
            variant,
            fen,
            moves,
        } => {
            let state = GameState::read(named(&variant)?, &fen, moves.iter().map(String::as_str));
            Answer::Position(Box::new(state.map_err(|error| error.to_string())?))
        }
        Question::Pos {
            variant,
            fen,
            moves,
        } => Answer::Pos(line(named(&variant)?, &fen, &moves)?),
        Question::Variants => Answer::Variants(Variant::ALL.map(VariantFacts::of).into()),
        Question::Pdn { text, variant } => {
            let usual = variant.map_or(Ok(Variant::International), |name| named(&name))?;
            Answer::Games(PlayedGame::read(text.as_bytes(), usual).collect())
        }
        Question::WritePdn {
            variant,
            start,
            moves,
            tags,
            result,
        } => {
            let game = PlayedGame {
                tags,
                variant: named(&variant)?,
                start,
                moves,
                result,
                fault: None,
            };
            Answer::Pdn(game.write().map_err(|error| error.to_string())?)
        }
    })
}

/// The line of Hub that sets a position after moves.
fn line(variant: Variant, fen: &str, moves: &[String]) -> Result<String, String> {
    let start = match fen.trim() {
        "" => AnyPosition::start(variant),
        fen => AnyPosition::parse_fen(variant, fen).map_err(|error| error.to_string())?,
    };
    let mut game = AnyGame::new(start);
    for (index, text) in moves.iter().enumerate() {
        let played = game.play_text(text);
        played.map_err(|error| format!("move {}: {error}", index + 1))?;
    }
    let command = hub::Command::Pos {
        pos: hub::PosText::Board(start.hub().to_string()),
        moves: game.moves().iter().map(ToString::to_string).collect(),
        wolf: Some(start.wolf()).filter(|wolf| !wolf.is_empty()),
    };
    Ok(command.to_string())
}

fn named(variant: &str) -> Result<Variant, String> {
    variant
        .parse()
        .map_err(|error: kamen_core::rules::UnknownVariant| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_answered_or_refused_in_words() {
        let cases = [
            (
                r#"{"ask":"pos","variant":"frisian","fen":"W:WK1:B50:H0:F1:W1=2","moves":[]}"#,
                "error",
                "",
            ),
            (
                r#"{"ask":"pos","variant":"czech","moves":["c3-d4"]}"#,
                "pos",
                "22-18",
            ),
            (
                r#"{"ask":"position","variant":"czech"}"#,
                "position",
                "c3-d4",
            ),
            (r#"{"ask":"variants"}"#, "variants", "Czech draughts"),
            (
                r#"{"ask":"pdn","text":"[GameType \"29\"] 1. c3-d4 *"}"#,
                "games",
                "c3-d4",
            ),
            (
                r#"{"ask":"write-pdn","variant":"czech","moves":["c3-d4"],"result":"2-0"}"#,
                "pdn",
                "Result \\\"2-0",
            ),
            (
                r#"{"ask":"position","variant":"czech","moves":["c3-c4"]}"#,
                "error",
                "move 1: ",
            ),
            (r#"{"ask":"#, "error", "no question"),
        ];
        for (question, key, part) in cases {
            let answer = answer(question.as_bytes());
            assert!(answer.starts_with(&format!("{{\"{key}\":")), "{answer}");
            assert!(answer.contains(part), "{question} {answer}");
        }
    }
}
