//! Games of files.

use super::board::Board;
use super::moves::Move;
use super::unusable;
use kamen_core::pdn::{self, Element, ReadError, Reader, Record, Replay};
use kamen_core::{AnyGame, Variant};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;

/// A game of a file.
#[pyclass(frozen, module = "kamen")]
pub struct Game {
    #[pyo3(get)]
    tags: BTreeMap<String, String>,
    #[pyo3(get)]
    faults: Vec<String>,
    #[pyo3(get)]
    variant: &'static str,
    #[pyo3(get)]
    result: Option<String>,
    #[pyo3(get)]
    comments: Vec<String>,
    #[pyo3(get)]
    line: Vec<Node>,
    played: Option<AnyGame>,
    text: String,
}

/// A move of a game with what is said of it.
#[pyclass(frozen, module = "kamen")]
#[derive(Clone)]
pub struct Node {
    #[pyo3(get)]
    played: Option<Move>,
    #[pyo3(get)]
    text: String,
    #[pyo3(get)]
    strength: String,
    #[pyo3(get)]
    glyphs: Vec<u16>,
    #[pyo3(get)]
    comments: Vec<String>,
    #[pyo3(get)]
    variations: Vec<Vec<Node>>,
}

#[pymethods]
impl Node {
    fn __repr__(&self) -> String {
        format!("<Node {}{}>", self.text, self.strength)
    }
}

/// The moves of a text, in its order, with what the rules make of them.
struct Nodes<'a> {
    replay: &'a Replay,
    next: usize,
}

impl Nodes<'_> {
    /// The comments before a line, and its moves.
    fn line(&mut self, elements: &[Element]) -> (Vec<String>, Vec<Node>) {
        let (mut before, mut nodes) = (Vec::new(), Vec::<Node>::new());
        for element in elements {
            match (element, nodes.last_mut()) {
                (Element::Move(played), _) => nodes.extend(self.node(played)),
                (Element::Comment(comment), last) => {
                    let comments = last.map_or(&mut before, |node| &mut node.comments);
                    comments.push(comment.text().to_owned());
                }
                (Element::Nag(glyph), Some(node)) => node.glyphs.push(*glyph),
                (Element::Variation(inside), last) => {
                    let (comments, variation) = self.line(inside);
                    if let Some(node) = last {
                        node.comments.extend(comments);
                        node.variations.push(variation);
                    }
                }
                (Element::Nag(_) | Element::Line(_) | Element::Setup(_), _) => {}
            }
        }
        (before, nodes)
    }

    /// `None` for a text that only goes on with the capture before it.
    fn node(&mut self, played: &pdn::PlayedMove) -> Option<Node> {
        let place = self.next;
        self.next += 1;
        if self.replay.hops.contains(&place) {
            return None;
        }
        let legal = self.replay.moves.get(place).and_then(Option::as_ref);
        let legal = legal.map(|(position, m)| Move::new(position, m));
        let written = played.text.as_ref().map(ToString::to_string);
        let text = legal.as_ref().map(Move::text).or(written);
        Some(Node {
            played: legal,
            text: text.unwrap_or_else(|| "...".to_owned()),
            strength: played.strength.marks().to_owned(),
            glyphs: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        })
    }
}

#[pymethods]
impl Game {
    fn board(&self) -> PyResult<Board> {
        match &self.played {
            Some(game) => Ok(Board { game: game.clone() }),
            None => Err(unusable(self.faults.join("; "))),
        }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let name = |tag| self.tags.get(tag).map_or("?", String::as_str);
        format!("<Game {} - {}>", name("White"), name("Black"))
    }
}

impl Game {
    fn of(read: &pdn::Game, usual: Variant, fault: Option<String>) -> Game {
        let mut faults: Vec<String> = fault.into_iter().collect();
        let variant = pdn::variant_of(read).unwrap_or_else(|error| {
            faults.push(error.to_string());
            None
        });
        let variant = variant.unwrap_or(usual);
        let replay = pdn::replay(variant, read);
        faults.extend(replay.faults.iter().map(ToString::to_string));
        let mut nodes = Nodes {
            replay: &replay,
            next: 0,
        };
        let (comments, line) = nodes.line(&read.body);
        let tag = |tag: &pdn::Tag| (tag.name().to_owned(), tag.value().to_owned());
        Game {
            tags: read.tags.iter().map(tag).collect(),
            faults,
            variant: variant.name(),
            result: read.result().map(|result| result.to_string()),
            comments,
            line,
            played: replay.game(),
            text: read.to_string(),
        }
    }
}

/// What PDN is read from.
#[derive(FromPyObject)]
pub enum Source {
    /// Its text.
    Bytes(Vec<u8>),
    /// A file.
    Path(PathBuf),
}

#[pyfunction]
#[pyo3(signature = (source, variant = None))]
pub fn read_pdn(py: Python<'_>, source: Source, variant: Option<&str>) -> PyResult<Vec<Game>> {
    let usual = variant.map_or(Ok(Variant::International), super::variant_of)?;
    py.detach(|| match source {
        Source::Bytes(bytes) => all(Reader::new(&*bytes), usual),
        Source::Path(path) => {
            let cannot = |error| PyOSError::new_err(format!("{}: {error}", path.display()));
            all(Reader::new(File::open(&path).map_err(cannot)?), usual)
        }
    })
}

fn all<R: std::io::Read>(games: Reader<R>, usual: Variant) -> PyResult<Vec<Game>> {
    let read = games.map(|read| match read {
        Ok(game) => Ok(Game::of(&game, usual, None)),
        Err(ReadError::Faulty(faulty)) => {
            Ok(Game::of(&faulty.game, usual, Some(faulty.to_string())))
        }
        Err(error @ ReadError::Io(_)) => Err(PyOSError::new_err(error.to_string())),
    });
    read.collect()
}

/// A game as PDN.
pub fn written(game: &AnyGame, tags: BTreeMap<String, String>) -> PyResult<String> {
    let mut record = Record::from(game);
    record.tags.extend(tags);
    Ok(pdn::write_game(&record).map_err(unusable)?.to_string())
}
