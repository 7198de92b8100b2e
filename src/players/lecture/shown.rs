//! A tree with what minimax and alpha-beta made of it, for people to look at. Begin with [`ShownTree`].

use super::{GameTree, LectureSearch, Observer, Scale, Value};

/// A searched tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownTree {
    /// The positions, each before those behind it; the root is the first.
    pub nodes: Vec<ShownNode>,
    /// For whom values are shown.
    pub viewpoint: Viewpoint,
}

/// A position of a searched tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownNode {
    /// The move that led here; empty where moves have no names.
    pub label: String,
    /// Plies from the root.
    pub ply: usize,
    /// The places of the positions after its moves.
    pub children: Vec<usize>,
    /// Its value by minimax, for the side to move.
    pub value: Value,
    /// What alpha-beta saw; `None` if it left the position out.
    pub seen: Option<Seen>,
}

/// What alpha-beta saw of a position, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The window in which it was searched: what the side to move has for certain, and what its opponent has.
    pub window: (Value, Value),
    /// The value, or the bound that it passes.
    pub value: Value,
    /// Moves that were left out.
    pub left_out: usize,
}

/// For whom values are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewpoint {
    /// The side to move at the root: MAX.
    Root,
    /// The side to move in each position.
    Mover,
}

impl ShownTree {
    /// Searches a tree to `depth` plies by minimax, and again by alpha-beta.
    pub fn of<T: GameTree>(
        mut tree: T,
        root: &T::Position,
        (depth, scale): (u32, Scale),
        label: impl Fn(&T::Position) -> String,
        viewpoint: Viewpoint,
    ) -> ShownTree {
        let mut nodes = Vec::new();
        list(&mut tree, root, (0, depth), &label, &mut nodes);
        let mut search = LectureSearch::new(tree, scale, Record::new(&nodes));
        search.minimax(root, depth);
        let by_minimax = std::mem::replace(&mut search.observer, Record::new(&nodes)).seen;
        search.alpha_beta(root, depth, (-scale.most, scale.most));
        let by_alpha_beta = search.observer.seen;
        for (node, (full, seen)) in nodes.iter_mut().zip(by_minimax.iter().zip(by_alpha_beta)) {
            node.value = full.unwrap_or_default().value;
            node.seen = seen;
        }
        ShownTree { nodes, viewpoint }
    }

    /// The leaves, and those that alpha-beta has looked at.
    pub fn count_leaves(&self) -> (usize, usize) {
        let leaves = self.nodes.iter().filter(|node| node.children.is_empty());
        let seen = leaves.clone().filter(|node| node.seen.is_some());
        (leaves.count(), seen.count())
    }

    /// A value for the side to move `ply` plies from the root, as it is shown.
    pub fn shown(&self, value: Value, ply: usize) -> Value {
        match self.viewpoint {
            Viewpoint::Root if !ply.is_multiple_of(2) => -value,
            _ => value,
        }
    }
}

/// Lists a position and those behind it; returns its place.
fn list<T: GameTree>(
    tree: &mut T,
    position: &T::Position,
    (ply, depth): (usize, u32),
    label: &impl Fn(&T::Position) -> String,
    nodes: &mut Vec<ShownNode>,
) -> usize {
    let place = nodes.len();
    nodes.push(ShownNode {
        label: label(position),
        ply,
        ..ShownNode::default()
    });
    if depth > 0 && tree.end(position).is_none() {
        let mut after = Vec::new();
        tree.children(position, &mut after);
        for child in &after {
            let child = list(tree, child, (ply + 1, depth - 1), label, nodes);
            nodes[place].children.push(child);
        }
    }
    place
}

/// Writes down what a search sees of a list of positions.
struct Record {
    children: Vec<Vec<usize>>,
    seen: Vec<Option<Seen>>,
    /// The places of the positions on the line, each with its window and the number of its moves that were entered.
    line: Vec<(usize, (Value, Value), usize)>,
}

impl Record {
    fn new(nodes: &[ShownNode]) -> Record {
        Record {
            children: nodes.iter().map(|node| node.children.clone()).collect(),
            seen: vec![None; nodes.len()],
            line: Vec::new(),
        }
    }
}

impl Observer for Record {
    fn enter(&mut self, window: (Value, Value)) -> bool {
        let place = match self.line.last_mut() {
            None => 0,
            Some((parent, _, entered)) => {
                *entered += 1;
                self.children[*parent][*entered - 1]
            }
        };
        self.line.push((place, window, 0));
        true
    }

    fn leave(&mut self, value: Value, left_out: usize) {
        if let Some((place, window, _)) = self.line.pop() {
            self.seen[place] = Some(Seen {
                window,
                value,
                left_out,
            });
        }
    }
}
