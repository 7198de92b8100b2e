//! Games as PDN.

use kamen_core::board::Color;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::pdn::{MoveReport, Record, RecordedMove, write_game};
use kamen_core::rules::GameResult;
use kamen_engine::SearchInfo;
use kamen_files::today;

/// Who plays.
pub(super) struct Names {
    pub(super) person: String,
    pub(super) opponent: String,
}

/// A move that was made, and what the engine told of its own.
pub(super) struct Made {
    pub(super) played: AnyMove,
    pub(super) info: Option<SearchInfo>,
}

/// A game as text; `result` is none while it goes on.
pub(super) fn pdn(
    start: &AnyPosition,
    moves: &[Made],
    names: &Names,
    person: Color,
    result: Option<GameResult>,
) -> String {
    let [white, black] = match person {
        Color::White => [&names.person, &names.opponent],
        Color::Black => [&names.opponent, &names.person],
    };
    let tags = [
        ("Event", "Game in a terminal"),
        ("Date", &today()),
        ("White", white),
        ("Black", black),
    ];
    let recorded = moves.iter().map(|made| RecordedMove {
        text: made.played.to_string(),
        comment: made.info.as_ref().map(comment).unwrap_or_default(),
    });
    let record = Record {
        variant: start.variant(),
        fen: (*start != AnyPosition::start(start.variant())).then(|| start.fen()),
        tags: tags
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        moves: recorded.collect(),
        result,
    };
    match write_game(&record) {
        Ok(game) => game.to_string(),
        // Its moves were legal when they were made.
        Err(error) => unreachable!("{error}"),
    }
}

/// A move from the opening book, or of a player that does not search, has neither score nor depth.
fn comment(info: &SearchInfo) -> String {
    let is_searched = info.nodes > 0;
    let report = MoveReport {
        score: is_searched.then_some(info.score),
        depth: is_searched.then_some(info.depth),
        time: Some(info.time),
    };
    report.to_string()
}
