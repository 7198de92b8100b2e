//! The page that shows trees of openings: one file, which needs no other. Begin with [`page`].

use super::explored::{Explored, Line, Told};
use crate::analyze::drawing::{Pieces, Step, pieces};
use crate::analyze::page::{BOARD, STYLE, data, filled};
use kamen_analysis::signed_score_text;
use kamen_core::notation::Diagram;
use kamen_core::rules::Variant;
use serde::Serialize;

/// The page but for its style, its script and the data.
const PAGE: &str = include_str!("page.html");
/// What it has beside the [style](STYLE) and the [script](BOARD) of the board.
const OWN_STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A tree as the page reads it.
#[derive(Serialize)]
struct Tree<'a> {
    variant: Variant,
    /// White at the bottom, and Black.
    boards: [String; 2],
    /// Of the position that it begins with.
    pieces: Pieces,
    opening: Option<&'a str>,
    nodes: Vec<Node<'a>>,
}

/// A position.
#[derive(Serialize)]
struct Node<'a> {
    /// All games, and those that White won, drawn ones, and those that Black won.
    tally: [u64; 4],
    moves: Vec<Move<'a>>,
}

/// A move of it.
#[derive(Serialize)]
struct Move<'a> {
    text: &'a str,
    step: Step,
    tally: [u64; 4],
    score: Option<f64>,
    rating: Option<u64>,
    years: Option<[u16; 2]>,
    book: Option<String>,
    opening: Option<&'a str>,
    to: Option<usize>,
}

impl<'a> Tree<'a> {
    fn new(tree: &'a Explored) -> Option<Tree<'a>> {
        let root = tree.nodes.first()?;
        let letters = tree.letters;
        let empty = Diagram::new(root.position)
            .with_letters(letters)
            .without_pieces();
        Some(Tree {
            variant: tree.variant,
            boards: [empty.svg(), empty.turned(true).svg()],
            pieces: pieces(root.position),
            opening: root.opening.as_deref(),
            nodes: tree.nodes.iter().map(Node::new).collect(),
        })
    }
}

impl<'a> Node<'a> {
    fn new(node: &'a Told) -> Node<'a> {
        let of_move = |line: &'a Line| Move {
            text: &line.text,
            step: Step::new(&node.position, &line.played),
            tally: line.tally,
            score: line.score.map(|score| (1000.0 * score).round() / 1000.0),
            rating: line.rating,
            years: line.years,
            book: line.book.map(signed_score_text),
            opening: line.opening.as_deref(),
            to: line.to,
        };
        Node {
            tally: node.tally,
            moves: node.moves.iter().map(of_move).collect(),
        }
    }
}

/// The page of some trees.
pub(super) fn page(trees: &[Explored]) -> serde_json::Result<String> {
    let trees: Vec<Tree<'_>> = trees.iter().filter_map(Tree::new).collect();
    let (before, behind) = filled(
        PAGE,
        &format!("{STYLE}{OWN_STYLE}"),
        &format!("{BOARD}{SCRIPT}"),
    );
    Ok(format!("{before}{}{behind}", data(&trees)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let page = page(&[]).unwrap();
        assert!(page.contains("<script id=\"data\" type=\"application/json\">[]</script>"));
        for part in [STYLE, OWN_STYLE, BOARD, SCRIPT] {
            assert!(page.contains(part));
        }
        assert!(!page.contains("http://") && !page.contains("https://"));
        assert!(page.contains("default-src 'none'"));
    }
}
