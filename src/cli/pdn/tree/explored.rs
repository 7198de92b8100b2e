//! A tree of games as it is told: moves as text, with what the book and the names of openings say. Begin with [`explore`].

use crate::notation::moves_text;
use kamen_analysis::score_text;
use kamen_book::{Book, BookMove};
use kamen_collection::{Names, Node, Tally, Tree};
use kamen_core::board::Color;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::rules::Variant;
use kamen_core::score::Score;
use serde::{Serialize, Serializer};

/// A tree of a variant.
pub(super) struct Explored {
    pub(super) variant: Variant,
    /// Whether squares are written with letters.
    pub(super) letters: bool,
    pub(super) nodes: Vec<Told>,
}

/// A position of it, as JSON has it.
#[derive(Serialize)]
pub(super) struct Told {
    variant: Variant,
    /// A shortest way here from where the tree begins.
    line: String,
    pub(super) fen: String,
    pub(super) opening: Option<String>,
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    pub(super) moves: Vec<Line>,
    #[serde(skip)]
    pub(super) position: AnyPosition,
    /// All games, those that White won, drawn ones, those that Black won.
    #[serde(skip)]
    pub(super) tally: [u64; 4],
}

/// A move, with the results of the side that makes it.
#[derive(Serialize)]
pub(super) struct Line {
    /// The move with its number, as PDN has it.
    #[serde(rename = "move")]
    pub(super) text: String,
    /// The same as Hub writes it.
    hub: String,
    pub(super) games: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// Points of the side that moves, from 0 to 1.
    pub(super) score: Option<f64>,
    /// The mean rating of those who made it.
    pub(super) rating: Option<u64>,
    /// The first and the last year.
    pub(super) years: Option<[u16; 2]>,
    /// The score of the book for the side that moves, in men.
    #[serde(serialize_with = "in_men")]
    pub(super) book: Option<Score>,
    /// The name of the position after it.
    pub(super) opening: Option<String>,
    /// The place of that position among those told.
    pub(super) to: Option<usize>,
    #[serde(skip)]
    pub(super) played: AnyMove,
    /// As that of a position.
    #[serde(skip)]
    pub(super) tally: [u64; 4],
}

fn in_men<S: Serializer>(score: &Option<Score>, to: S) -> Result<S::Ok, S::Error> {
    score.map(score_text).serialize(to)
}

/// Tells a tree that begins so many plies after the beginning of a game.
pub(super) fn explore(tree: &Tree, plies: usize, book: Option<&Book>, letters: bool) -> Explored {
    let variant = tree.root().variant();
    let ways = ways(tree);
    let nodes = tree.nodes().iter().zip(&ways);
    let told = nodes.map(|(node, way)| {
        let ply = way.len() + plies;
        let Tally {
            games,
            white,
            draws,
            black,
            ..
        } = node.tally;
        Told {
            variant,
            line: moves_text(tree.root(), way, plies, letters),
            fen: node.position.fen_with(letters),
            opening: name(&node.position),
            games,
            white,
            draws,
            black,
            moves: lines(node, book, ply, letters),
            position: node.position,
            tally: [games, white, draws, black],
        }
    });
    Explored {
        variant,
        letters,
        nodes: told.collect(),
    }
}

/// A shortest way to each position. They stand in the order of their distances.
fn ways(tree: &Tree) -> Vec<Vec<AnyMove>> {
    let mut ways: Vec<Option<Vec<AnyMove>>> = vec![None; tree.nodes().len()];
    if let Some(root) = ways.first_mut() {
        *root = Some(Vec::new());
    }
    for (at, node) in tree.nodes().iter().enumerate() {
        let here = ways.get(at).cloned().flatten().unwrap_or_default();
        for branch in &node.moves {
            if let Some(way) = branch.to.and_then(|to| ways.get_mut(to)) {
                way.get_or_insert_with(|| [&here[..], &[branch.played]].concat());
            }
        }
    }
    ways.into_iter().map(Option::unwrap_or_default).collect()
}

fn name(position: &AnyPosition) -> Option<String> {
    let opening = Names::of(position.variant()).find(position);
    opening.map(|opening| opening.to_string())
}

/// The moves that were played, then those of the book that were not.
fn lines(node: &Node, book: Option<&Book>, ply: usize, letters: bool) -> Vec<Line> {
    let position = &node.position;
    let of_book = book.map_or_else(Vec::new, |book| book.moves(position));
    let played = node
        .moves
        .iter()
        .map(|branch| (branch.played, branch.tally, branch.to));
    let is_new = |found: &&BookMove| {
        node.moves
            .iter()
            .all(|branch| branch.played != found.played)
    };
    let unplayed = of_book.iter().filter(is_new);
    let all = played.chain(unplayed.map(|found| (found.played, Tally::default(), None)));
    all.map(|(played, tally, to)| {
        let (wins, losses) = match position.turn() {
            Color::White => (tally.white, tally.black),
            Color::Black => (tally.black, tally.white),
        };
        let score = tally.score().map(|score| match position.turn() {
            Color::White => score,
            Color::Black => 1.0 - score,
        });
        Line {
            text: moves_text(position, &[played], ply, letters),
            hub: played.to_string(),
            games: tally.games,
            wins,
            draws: tally.draws,
            losses,
            score,
            rating: tally.rating(),
            years: tally.years(),
            book: of_book
                .iter()
                .find(|found| found.played == played)
                .map(BookMove::score),
            opening: name(&position.after_legal(&played)),
            to,
            played,
            tally: [tally.games, tally.white, tally.draws, tally.black],
        }
    })
    .collect()
}
