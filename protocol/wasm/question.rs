//! Questions about positions and games, as JSON in and out. Begin with [`answer`].

use kamen_core::game::{AnyGame, AnyPosition};
use kamen_core::notation::pdn::{self, ReadError, Reader, Record, RecordedMove};
use kamen_core::notation::{GameState, VariantFacts};
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
    Games(Vec<ReadGame>),
    Pdn(String),
    Error(String),
}

/// A game of a file.
#[derive(Serialize)]
struct ReadGame {
    tags: BTreeMap<String, String>,
    variant: Variant,
    /// The FEN where it begins; empty if that is at fault.
    start: String,
    /// Its moves, as PDN writes them.
    moves: Vec<String>,
    result: Option<String>,
    /// What is wrong with it; the moves are those before.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
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
            let games = Reader::new(text.as_bytes()).map(|game| read(game, usual));
            Answer::Games(games.collect::<Result<_, _>>()?)
        }
        Question::WritePdn {
            variant,
            start,
            moves,
            tags,
            result,
        } => Answer::Pdn(write(named(&variant)?, &start, &moves, tags, result)?),
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

fn read(game: Result<pdn::Game, ReadError>, usual: Variant) -> Result<ReadGame, String> {
    let (game, fault) = match game {
        Ok(game) => (game, None),
        Err(ReadError::Faulty(faulty)) => (faulty.game.clone(), Some(faulty.to_string())),
        Err(error @ ReadError::Io(_)) => return Err(error.to_string()),
    };
    let (variant, fault) = match pdn::variant_of(&game) {
        Ok(variant) => (variant.unwrap_or(usual), fault),
        Err(error) => (usual, fault.or(Some(error.to_string()))),
    };
    let replay = pdn::replay(variant, &game);
    let fault = fault.or_else(|| replay.faults.first().map(ToString::to_string));
    let moves = replay.played.iter().map(|(before, m)| before.write_move(m));
    let tags = game.tags.iter();
    Ok(ReadGame {
        tags: tags
            .map(|tag| (tag.name().to_owned(), tag.value().to_owned()))
            .collect(),
        variant,
        start: replay.start.map_or_else(String::new, |start| start.fen()),
        moves: moves.collect(),
        result: game.tag("Result").map(str::to_owned),
        fault,
    })
}

fn write(
    variant: Variant,
    start: &str,
    moves: &[String],
    tags: BTreeMap<String, String>,
    result: Option<String>,
) -> Result<String, String> {
    let state = GameState::read(variant, start, moves.iter().map(String::as_str));
    let state = state.map_err(|error| error.to_string())?;
    let recorded = |text: &String| RecordedMove {
        text: text.clone(),
        comment: String::new(),
    };
    let record = Record {
        variant,
        fen: (!start.trim().is_empty()).then(|| start.to_owned()),
        tags: tags.into_iter().collect(),
        moves: moves.iter().map(recorded).collect(),
        result: None,
    };
    let mut game = pdn::write_game(&record).map_err(|error| error.to_string())?;
    if let Some(result) = state.result.or(result)
        && let Some(tag) = game.tags.iter_mut().find(|tag| tag.name() == "Result")
    {
        *tag = pdn::Tag::new("Result", &result);
    }
    Ok(game.to_string())
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
