//! The page that shows analysed games: one file, which needs no other. Begin with [`page`].

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

/// A page with games.
pub(super) fn page(reports: &[&GameReport]) -> String {
    let games: Vec<Game<'_>> = reports.iter().map(|report| Game::new(report)).collect();
    // Text of the games cannot end the element that the data stands in.
    let data = serde_json::to_string(&games).unwrap_or_default();
    PAGE.replacen(PLACE, &data.replace('<', "\\u003c"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_one_place_for_data() {
        assert_eq!(PAGE.matches(PLACE).count(), 1);
        assert!(page(&[]).contains("<script id=\"data\" type=\"application/json\">[]</script>"));
        // It needs nothing from elsewhere.
        assert!(!PAGE.contains("http://") && !PAGE.contains("https://"));
    }
}
