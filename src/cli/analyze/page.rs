//! The page that shows analysed games: one file, which needs no other. Begin with [`frame`].

use super::drawing::{Pieces, Step};
use super::report::{GameReport, PlyReport};
use kamen_core::board::Color;
use serde::Serialize;

/// The page but for its style, its script and the data.
const PAGE: &str = include_str!("page.html");
/// What it shares with other pages that have a board: the style, and the script that draws the board.
pub(crate) const STYLE: &str = include_str!("page.css");
pub(crate) const BOARD: &str = include_str!("board.js");
const SCRIPT: &str = include_str!("page.js");
/// What the data replaces.
const PLACE: &str = "\"DATA\"";

/// A game as the page reads it.
#[derive(Serialize)]
struct Game<'a> {
    #[serde(flatten)]
    report: &'a GameReport,
    boards: &'a [String; 2],
    /// Of the start position.
    pieces: &'a Pieces,
    /// Whether Black sits at the bottom; `None` without a player whose game it is.
    turned: Option<bool>,
    moves: Vec<Move<'a>>,
}

impl<'a> Game<'a> {
    fn new(report: &'a GameReport) -> Game<'a> {
        Game {
            report,
            boards: &report.boards,
            pieces: &report.pieces,
            turned: report.player.map(|color| color == Color::Black),
            moves: report.plies.iter().map(Move::new).collect(),
        }
    }
}

/// What the page draws of a move.
#[derive(Serialize)]
struct Move<'a> {
    step: &'a Step,
    /// The moves of each line instead of it.
    lines: &'a [Vec<Step>],
}

impl<'a> Move<'a> {
    fn new(ply: &'a PlyReport) -> Move<'a> {
        Move {
            step: &ply.step,
            lines: &ply.steps,
        }
    }
}

/// The page before its games, and behind them; commas part them.
pub(super) fn frame() -> (String, String) {
    let (before, behind) = filled(PAGE, STYLE, &format!("{BOARD}{SCRIPT}"));
    (format!("{before}["), format!("]{behind}"))
}

/// A page with its style and its script: what stands before its data, and behind.
pub(crate) fn filled(page: &str, style: &str, script: &str) -> (String, String) {
    let (before, behind) = page.split_once(PLACE).unwrap_or((page, ""));
    let before = before.replace("/* STYLE */", style);
    let behind = behind.replace("/* SCRIPT */", script);
    (before, behind)
}

/// A game, as data of the page.
pub(super) fn game(report: &GameReport) -> serde_json::Result<String> {
    data(&Game::new(report))
}

/// A value as data of a page.
pub(crate) fn data(value: &impl Serialize) -> serde_json::Result<String> {
    // Text of a game cannot end the element that the data stands in.
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_one_place_for_data() {
        assert_eq!(PAGE.matches(PLACE).count(), 1);
        let (before, behind) = frame();
        assert!(before.ends_with("<script id=\"data\" type=\"application/json\">["));
        assert!(behind.starts_with("]</script>"));
        // It needs nothing from elsewhere.
        for part in [PAGE, STYLE, BOARD, SCRIPT] {
            assert!(!part.contains("http://") && !part.contains("https://"));
        }
        assert!(before.contains(STYLE) && behind.contains(BOARD) && behind.contains(SCRIPT));
    }
}
