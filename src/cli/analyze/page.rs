//! The page that shows analysed games: one file, which needs no other. Begin with [`frame`].

use super::report::{GameReport, Pieces, PlyReport};
use serde::Serialize;

/// The page but for the data.
const PAGE: &str = include_str!("page.html");
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
    moves: Vec<Move<'a>>,
}

impl<'a> Game<'a> {
    fn new(report: &'a GameReport) -> Game<'a> {
        Game {
            report,
            boards: &report.boards,
            pieces: &report.pieces,
            moves: report.plies.iter().map(Move::new).collect(),
        }
    }
}

/// What the page draws of a move.
#[derive(Serialize)]
struct Move<'a> {
    pieces: &'a Pieces,
    ways: &'a [Vec<[usize; 2]>; 2],
}

impl<'a> Move<'a> {
    fn new(ply: &'a PlyReport) -> Move<'a> {
        Move {
            pieces: &ply.pieces,
            ways: &ply.ways,
        }
    }
}

/// The page before its games, and behind them; commas part them.
pub(super) fn frame() -> (String, String) {
    let (before, behind) = PAGE.split_once(PLACE).unwrap_or((PAGE, ""));
    (format!("{before}["), format!("]{behind}"))
}

/// A game, as data of the page.
pub(super) fn game(report: &GameReport) -> serde_json::Result<String> {
    let data = serde_json::to_string(&Game::new(report))?;
    // Text of the game cannot end the element that the data stands in.
    Ok(data.replace('<', "\\u003c"))
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
        assert!(!PAGE.contains("http://") && !PAGE.contains("https://"));
    }
}
