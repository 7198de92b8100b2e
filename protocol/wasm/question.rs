//! Questions about positions and games, as JSON in and out. Begin with [`answer`].

use crate::files::wanted;
use kamen_book::{Book, OpeningState};
use kamen_core::game::{AnyGame, AnyPosition};
use kamen_core::notation::{GameState, PlayedGame, PositionError, Reason, VariantFacts};
use kamen_core::rules::Variant;
use kamen_protocol::hub;
use kamen_tables::{EndingState, Tables};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    Position(Played),
    /// For the line of Hub that sets a position.
    Pos(Played),
    /// For what the opening book knows.
    Book(Played),
    /// For what the endgame tables know.
    Tables(Played),
    /// For the names of the files of a variant that were not handed over.
    Files {
        variant: String,
    },
    Variants,
    Pdn {
        text: String,
        /// That of games which do not name theirs.
        variant: Option<String>,
    },
    WritePdn(PlayedGame),
}

/// A position, and moves from there.
#[derive(Deserialize)]
struct Played {
    variant: String,
    #[serde(default)]
    fen: String,
    #[serde(default)]
    moves: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Answer {
    Position(Box<GameState>),
    Pos(String),
    Book(OpeningState),
    Tables(EndingState),
    Files(Vec<String>),
    Variants(Vec<VariantFacts>),
    Games(Vec<PlayedGame>),
    Pdn(String),
    #[serde(untagged)]
    Refused(Refused),
}

/// Why there is no answer: in words, and by a name where it is a move, a position or a text of games that cannot be.
#[derive(Serialize)]
struct Refused {
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
}

impl From<String> for Refused {
    fn from(error: String) -> Refused {
        let reason = None;
        Refused { error, reason }
    }
}

impl From<PositionError> for Refused {
    fn from(error: PositionError) -> Refused {
        Refused {
            reason: Some((&error).into()),
            error: error.to_string(),
        }
    }
}

/// Answers a question: `{"ask":"position","variant":"czech","fen":"","moves":[]}` by `{"position":{..}}`, others by `pos`,
/// `book`, `tables`, `files`, `variants`, `games` or `pdn`; what cannot be answered by `{"error":"why"}`, perhaps with a `reason`.
pub fn answer(question: &[u8]) -> String {
    let found = match serde_json::from_slice(question) {
        Ok(question) => reply(question).unwrap_or_else(Answer::Refused),
        Err(error) => Answer::Refused(format!("no question: {error}").into()),
    };
    serde_json::to_string(&found).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

fn reply(question: Question) -> Result<Answer, Refused> {
    Ok(match question {
        Question::Position(played) => Answer::Position(Box::new(GameState::of(&played.game()?))),
        Question::Pos(played) => Answer::Pos(line(&played.game()?)),
        Question::Book(played) => {
            let game = played.game()?;
            let book = Book::embedded(game.variant());
            Answer::Book(OpeningState::of(game.position(), book.as_ref()))
        }
        Question::Tables(played) => {
            let game = played.game()?;
            Answer::Tables(with_tables(game.variant(), |tables| {
                EndingState::of(&game, Some(tables))
            }))
        }
        Question::Files { variant } => Answer::Files(wanted(named(&variant)?).collect()),
        Question::Variants => Answer::Variants(Variant::built().map(VariantFacts::of).collect()),
        Question::Pdn { text, variant } => {
            let usual = variant.map_or(Ok(Variant::USUAL), |name| named(&name))?;
            let games = PlayedGame::read(text.as_bytes(), usual).collect::<Result<_, _>>();
            Answer::Games(games.map_err(|error| Refused {
                error: error.to_string(),
                reason: Some(Reason::new(Reason::NOT_TEXT)),
            })?)
        }
        Question::WritePdn(game) => Answer::Pdn(game.write().map_err(|error| error.to_string())?),
    })
}

impl Played {
    fn game(&self) -> Result<AnyGame, Refused> {
        let variant = named(&self.variant)?;
        let start = match self.fen.trim() {
            "" => AnyPosition::start(variant),
            fen => AnyPosition::parse_fen(variant, fen).map_err(Refused::from)?,
        };
        let mut game = AnyGame::new(start);
        for (index, text) in self.moves.iter().enumerate() {
            let played = game.play_text(text);
            played.map_err(|error| Refused {
                error: format!("move {}: {error}", index + 1),
                reason: Reason::of_move(game.position(), &error),
            })?;
        }
        Ok(game)
    }
}

thread_local! {
    /// The tables of the variant that was asked for last.
    static TABLES: RefCell<Option<Tables>> = const { RefCell::new(None) };
}

/// Asks the tables of a variant that were handed over.
fn with_tables<T>(variant: Variant, ask: impl FnOnce(&Tables) -> T) -> T {
    TABLES.with_borrow_mut(|last| {
        // Those that lack may have come since.
        let kept = last
            .take()
            .filter(|tables| tables.variant() == variant && tables.most_pieces() > 0);
        ask(last.insert(kept.unwrap_or_else(|| Tables::embedded(variant))))
    })
}

/// The line of Hub that sets the position after the moves of a game.
fn line(game: &AnyGame) -> String {
    let start = game.initial();
    let command = hub::Command::Pos {
        pos: hub::PosText::Board(start.hub().to_string()),
        moves: game.moves().iter().map(ToString::to_string).collect(),
        wolf: Some(start.wolf()).filter(|wolf| !wolf.is_empty()),
    };
    command.to_string()
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
            (
                r#"{"ask":"book","variant":"czech","moves":["c3-d4"]}"#,
                "book",
                "\"good\":true",
            ),
            (
                r#"{"ask":"tables","variant":"czech","fen":"W:WKa1,Kc1,Ke1:BKb8"}"#,
                "tables",
                "\"value\":\"win\",\"distance\":21",
            ),
            (
                r#"{"ask":"tables","variant":"czech"}"#,
                "tables",
                "\"value\":\"unknown\"",
            ),
            (
                r#"{"ask":"tables","variant":"czech","fen":"W:Wa9"}"#,
                "error",
                "a9",
            ),
            (
                r#"{"ask":"files","variant":"bt"}"#,
                "files",
                "breakthrough.values",
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
                "\"reason\":{\"code\":\"no-square\",\"square\":\"c4\"}",
            ),
            (
                r#"{"ask":"pdn","text":"GIF89a"}"#,
                "error",
                "\"reason\":{\"code\":\"not-text\"}",
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
