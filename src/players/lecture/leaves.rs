//! Trees that are written by their leaves. Begin with [`Leaves`].

use super::{GameTree, Value};
use std::str::FromStr;

/// A tree whose leaves have given values: `3 12 8 / 2 4 6 / 14 5 2` has three branches of three leaves, and each more slash
/// parts one level higher (`1 2 / 3 4 // 5 6 / 7 8`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaves {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Node {
    /// Plies from the root.
    ply: u32,
    children: Vec<usize>,
    /// Of a leaf, for the side to move at the root.
    value: Value,
}

/// Why a text is no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeavesError {
    /// A word is neither a number nor slashes.
    #[error("bad leaf '{0}', expected a whole number from -{most} to {most}, or slashes between branches", most = Leaves::MOST_VALUE)]
    Leaf(String),
    /// Slashes have no leaf before or behind them.
    #[error("a branch without a leaf, expected numbers on both sides of each slash")]
    Empty,
    /// The tree is too large.
    #[error("too large a tree, expected at most {} leaves and {} slashes together", Leaves::MOST, Leaves::MOST_DEPTH - 1)]
    Size,
}

impl Leaves {
    /// The most leaves.
    pub const MOST: usize = 1000;
    /// The greatest depth, in plies.
    pub const MOST_DEPTH: u32 = 12;
    /// The greatest absolute value of a leaf.
    pub const MOST_VALUE: Value = 1_000_000;

    /// The root.
    pub const ROOT: usize = 0;

    /// Plies from the root to the leaves.
    pub fn depth(&self) -> u32 {
        self.nodes.iter().map(|node| node.ply).max().unwrap_or(0)
    }

    /// Adds the branch that `words` describe, `ply` plies from the root; returns its place.
    fn add(&mut self, words: &[Word], ply: u32, depth: u32) -> Result<usize, LeavesError> {
        let place = self.nodes.len();
        self.nodes.push(Node {
            ply,
            ..Node::default()
        });
        let level = depth - ply;
        if level == 0 {
            let [Word::Leaf(value)] = words else {
                return Err(LeavesError::Empty);
            };
            self.nodes[place].value = *value;
            return Ok(place);
        }
        let parts: Vec<&[Word]> = match level {
            1 => words.chunks(1).collect(),
            _ => words
                .split(|word| *word == Word::Slashes(level - 1))
                .collect(),
        };
        let mut children = Vec::new();
        for part in parts {
            if part.is_empty() {
                return Err(LeavesError::Empty);
            }
            children.push(self.add(part, ply + 1, depth)?);
        }
        self.nodes[place].children = children;
        Ok(place)
    }
}

/// A word of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Leaf(Value),
    Slashes(u32),
}

impl FromStr for Leaves {
    type Err = LeavesError;

    fn from_str(text: &str) -> Result<Leaves, LeavesError> {
        let spaced = text.replace('/', " / ").replace("/  /", "//");
        let mut words: Vec<Word> = Vec::new();
        for word in spaced.replace("/  /", "//").split_whitespace() {
            if word.bytes().all(|byte| byte == b'/') {
                words.push(Word::Slashes(word.len() as u32));
                continue;
            }
            let most = Leaves::MOST_VALUE;
            let value = word.parse().ok();
            let value = value.filter(|value| (-most..=most).contains(value));
            let shown = || LeavesError::Leaf(word.chars().take(20).collect());
            words.push(Word::Leaf(value.ok_or_else(shown)?));
        }
        let level = |word: &Word| match word {
            Word::Leaf(_) => 0,
            Word::Slashes(count) => *count,
        };
        let depth = 1 + words.iter().map(level).max().unwrap_or(0);
        if words.len() > 2 * Leaves::MOST || depth > Leaves::MOST_DEPTH {
            return Err(LeavesError::Size);
        }
        let mut tree = Leaves { nodes: Vec::new() };
        if words.is_empty() {
            return Err(LeavesError::Empty);
        }
        tree.add(&words, 0, depth)?;
        Ok(tree)
    }
}

impl GameTree for &Leaves {
    type Position = usize;

    fn end(&mut self, _: &usize) -> Option<Value> {
        None
    }

    fn evaluate(&mut self, &place: &usize) -> Value {
        let node = &self.nodes[place];
        match node.ply % 2 {
            0 => node.value,
            _ => -node.value,
        }
    }

    fn children(&mut self, &place: &usize, children: &mut Vec<usize>) {
        children.extend(&self.nodes[place].children);
    }
}
