//! Finished games as PDN.

use crate::game::{GameRecord, MoveRecord};
use kamen_core::board::Color;
use kamen_core::notation::pdn::{MoveReport, Record, RecordError, RecordedMove, write_game};
use kamen_core::rules::Variant;
use kamen_core::score::Score;
use std::time::Duration;

/// What the games of a tournament have in common.
#[derive(Clone, Debug)]
pub struct PdnNames {
    /// The variant.
    pub variant: Variant,
    /// The tag Event.
    pub event: String,
    /// The contestants' names.
    pub contestants: Vec<String>,
}

/// A game as PDN, with a trailing empty line. The date is `None` where nobody knows it.
///
/// # Errors
/// If a move is not legal in the variant.
pub(super) fn pdn_game(
    names: &PdnNames,
    game: &GameRecord,
    date: Option<&str>,
) -> Result<String, RecordError> {
    let player = |color| {
        let name = names.contestants.get(game.id.player(color));
        name.cloned().unwrap_or_default()
    };
    let tag = |name: &str, value: String| (name.to_owned(), value);
    let mut tags = vec![
        tag("Event", names.event.clone()),
        tag("Round", round(game)),
        tag("White", player(Color::White)),
        tag("Black", player(Color::Black)),
        tag("Termination", game.outcome.reason.to_string()),
    ];
    tags.extend(date.map(|date| tag("Date", date.to_owned())));
    if let Some(fault) = &game.fault {
        tags.push(tag("Annotator", fault.fault.to_string()));
    }
    let record = Record {
        variant: names.variant,
        fen: game.fen.clone(),
        tags,
        moves: game.moves.iter().map(recorded).collect(),
        result: Some(game.outcome.result),
    };
    Ok(format!("{}\n", write_game(&record)?))
}

/// The pairing, the pair and the game within it: `1-2.5.1`.
fn round(game: &GameRecord) -> String {
    let id = game.id;
    let (first, second, pair) = (id.first + 1, id.second + 1, id.pair() + 1);
    format!("{first}-{second}.{pair}.{}", id.number % 2 + 1)
}

fn recorded(made: &MoveRecord) -> RecordedMove {
    let report = MoveReport {
        score: made.score.map(Score),
        depth: made.depth,
        time: made
            .time
            .map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e6))),
    };
    RecordedMove {
        text: made.text.clone(),
        comment: report.to_string(),
    }
}
