//! Games as PDN.

use super::game::PlayedGame;
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::notation::pdn::{MoveReport, Record, RecordedMove, write_game};
use kamen_engine::SearchInfo;
use kamen_files::today;

/// Who plays.
pub(super) struct Names {
    pub(super) person: String,
    pub(super) opponent: String,
}

/// A game as text.
pub(super) fn pdn(game: &PlayedGame, names: &Names) -> String {
    let start = &game.start;
    let [white, black] = match game.person {
        Color::White => [&names.person, &names.opponent],
        Color::Black => [&names.opponent, &names.person],
    };
    let tags = [
        ("Event", "Game in a terminal"),
        ("Date", &today()),
        ("White", white),
        ("Black", black),
    ];
    let recorded = game.moves.iter().map(|made| RecordedMove {
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
        result: game.result(),
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
