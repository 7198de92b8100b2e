//! A book as a graph of positions. Begin with [`Graph::of_book`].

use super::{Book, Entry, key};
use hashbrown::HashMap;
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_core::rules::Variant;
use kamen_core::score::Score;
use kamen_search::{Engine, EngineError, Limits};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Centi-men that a move may lose to lie as far from the start as another ply.
const LOSS_OF_A_PLY: u64 = 10;

/// The positions of a book that its lines reach from the start position, and where their moves lead.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    places: HashMap<u64, u32>,
}

#[derive(Clone, Debug)]
struct Node {
    position: AnyPosition,
    entry: Entry,
    /// The positions that the moves lead to, as far as the graph has them.
    after: Vec<u32>,
}

/// A move of a book that loses by force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Losing {
    /// The position.
    pub position: AnyPosition,
    /// The move.
    pub played: AnyMove,
    /// Its score for its side.
    pub score: Score,
}

/// Whether a side has a king, so that lines may go round in circles.
fn has_king(position: &AnyPosition) -> bool {
    [Color::White, Color::Black]
        .iter()
        .any(|&color| position.census(color)[1] > 0)
}

impl Graph {
    /// The start position alone, with its score.
    pub(super) fn start(variant: Variant, score: Score) -> Graph {
        let position = AnyPosition::start(variant);
        let mut graph = Graph {
            nodes: Vec::new(),
            places: HashMap::new(),
        };
        graph.add(position, leaf(&position, score));
        graph
    }

    /// The positions of a book that are reached from the start position by way of positions that were looked into.
    pub fn of_book(book: &Book) -> Graph {
        let start = AnyPosition::start(book.variant());
        let mut graph = Graph {
            nodes: Vec::new(),
            places: HashMap::new(),
        };
        if let Some(entry) = book.find(&start) {
            graph.add(start, entry);
        }
        let mut at = 0;
        while at < graph.nodes.len() {
            let node = &graph.nodes[at];
            if node.entry.is_expanded {
                let after: Vec<u32> = (book.moves(&node.position).iter())
                    .map(|m| graph.add(m.after, m.entry))
                    .collect();
                graph.nodes[at].after = after;
            }
            at += 1;
        }
        graph
    }

    /// The book of these positions, with those of another one that the graph does not reach.
    pub fn book(&self, other: &Book) -> Book {
        let own = self.nodes.iter().map(|node| node.entry);
        let others = (other.entries()).filter(|entry| !self.places.contains_key(&entry.key));
        let entries = own.chain(others).collect();
        Book::of_entries(other.variant(), entries)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many were looked into.
    pub fn expanded(&self) -> usize {
        let expanded = |node: &&Node| node.entry.is_expanded;
        self.nodes.iter().filter(expanded).count()
    }

    /// The place of a position, which is added if it is new.
    fn add(&mut self, position: AnyPosition, entry: Entry) -> u32 {
        let next = self.nodes.len() as u32;
        let place = *self.places.entry(entry.key).or_insert(next);
        if place == next {
            self.nodes.push(Node {
                position,
                entry,
                after: Vec::new(),
            });
        }
        place
    }

    /// The place of a position.
    pub(super) fn place(&self, position: &AnyPosition) -> Option<u32> {
        self.places.get(&key(position)).copied()
    }

    /// Whether the position at a place can be looked into, and was not.
    pub(super) fn is_open(&self, place: u32) -> bool {
        let node = &self.nodes[place as usize];
        let is_undecided = node.entry.score().0.abs() <= Score::MAX_EVAL.0;
        !node.entry.is_expanded && is_undecided && !has_king(&node.position)
    }

    /// The moves of the position at a place, with what they lead to; whether the graph has that.
    pub(super) fn moves(&self, place: u32) -> Vec<(AnyPosition, bool)> {
        let position = &self.nodes[place as usize].position;
        let moves = position.legal_moves().into_iter();
        moves
            .map(|m| {
                let after = position.after_legal(&m);
                (after, self.place(&after).is_some())
            })
            .collect()
    }

    /// Adds a position that is reached by a move, with its score.
    pub(super) fn add_rated(&mut self, position: AnyPosition, score: Score) {
        self.add(position, leaf(&position, score));
    }

    /// The position at a place was looked into: all that its moves lead to is there.
    pub(super) fn expand(&mut self, place: u32) {
        let after: Vec<u32> = self
            .moves(place)
            .iter()
            .filter_map(|(position, _)| self.place(position))
            .collect();
        let node = &mut self.nodes[place as usize];
        node.entry.is_expanded = true;
        node.after = after;
    }

    /// Gives a position at least the weight of these points.
    pub(super) fn weigh(&mut self, place: u32, points: u16) {
        let entry = &mut self.nodes[place as usize].entry;
        entry.weight = entry.weight.max(points.min(Entry::MOST_WEIGHT));
    }

    /// Works out the scores of all positions that were looked into from those that were not.
    pub fn minimax(&mut self) {
        let mut order: Vec<u32> = Vec::with_capacity(self.nodes.len());
        let mut is_seen = vec![false; self.nodes.len()];
        // Each position behind all that follow it. Lines with kings may go round in a circle: where it closes, the score stays.
        for first in 0..self.nodes.len() as u32 {
            let mut path = vec![(first, 0)];
            while let Some((place, next)) = path.last_mut() {
                let here = *place;
                if *next == 0 && std::mem::replace(&mut is_seen[here as usize], true) {
                    path.pop();
                    continue;
                }
                let after = self.nodes[here as usize].after.get(*next).copied();
                *next += 1;
                match after {
                    Some(after) => path.push((after, 0)),
                    None => {
                        order.push(here);
                        path.pop();
                    }
                }
            }
        }
        for place in order {
            if let Some(score) = self.best(place) {
                self.nodes[place as usize].entry.score = score.0 as i16;
            }
        }
    }

    /// The score of the move that leads from a position to another.
    fn score_of_move_to(&self, after: u32) -> Score {
        (-self.nodes[after as usize].entry.score()).to_root(1)
    }

    /// The score of the best move of a position that was looked into.
    fn best(&self, place: u32) -> Option<Score> {
        let after = self.nodes[place as usize].after.iter();
        after.map(|&after| self.score_of_move_to(after)).max()
    }

    /// The positions that are to be looked into next, up to so many: those that are the nearest to the start position, where a move
    /// that loses something is a longer way than a good one, and a forced move none (drop-out expansion; Thomas Lincke, Strategies
    /// for the automatic construction of opening books, 2001).
    pub(super) fn nearest(&self, most: usize) -> Vec<u32> {
        let mut ways = vec![u64::MAX; self.nodes.len()];
        let mut next = BinaryHeap::new();
        let mut found = Vec::new();
        if let Some(start) = ways.first_mut() {
            *start = 0;
            next.push(Reverse((0, self.nodes[0].entry.key, 0)));
        }
        while let Some(Reverse((way, _, place))) = next.pop() {
            if found.len() == most {
                break;
            }
            if way > ways[place as usize] {
                continue;
            }
            let node = &self.nodes[place as usize];
            if self.is_open(place) {
                found.push(place);
            }
            let best = self.best(place).unwrap_or_default();
            for &after in &node.after {
                let loss = (best.0 - self.score_of_move_to(after).0) as u64;
                let step = if node.after.len() == 1 {
                    0
                } else {
                    LOSS_OF_A_PLY
                };
                let further = way + step + loss;
                if further < ways[after as usize] {
                    ways[after as usize] = further;
                    let key = self.nodes[after as usize].entry.key;
                    next.push(Reverse((further, key, after)));
                }
            }
        }
        found
    }

    /// Leaves out positions that were not looked into, where no position has a move to them that loses at most `margin` centi-men.
    pub fn prune(&mut self, margin: u32) {
        let mut is_kept: Vec<bool> = (self.nodes.iter().enumerate())
            .map(|(place, node)| node.entry.is_expanded || place == 0)
            .collect();
        for place in 0..self.nodes.len() as u32 {
            let Some(best) = self.best(place) else {
                continue;
            };
            for &after in &self.nodes[place as usize].after {
                if self.score_of_move_to(after) + margin as i32 >= best {
                    is_kept[after as usize] = true;
                }
            }
        }
        let kept = self.nodes.iter().zip(is_kept).filter(|(_, kept)| *kept);
        let entries = kept.map(|(node, _)| node.entry).collect();
        let variant = self.nodes.first().map(|node| node.position.variant());
        if let Some(variant) = variant {
            *self = Graph::of_book(&Book::of_entries(variant, entries));
        }
    }

    /// The moves that lose at most `margin` centi-men by the book, and by force as a search of so many plies finds out.
    ///
    /// # Errors
    /// The engine is of another variant.
    pub fn losing(
        &self,
        engine: &Engine,
        margin: u32,
        depth: u32,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Losing>, EngineError> {
        let mut losing = Vec::new();
        let mut scores: HashMap<u32, Score> = HashMap::new();
        for place in 0..self.nodes.len() as u32 {
            let (Some(best), false) = (self.best(place), is_stopped()) else {
                continue;
            };
            let node = &self.nodes[place as usize];
            for played in node.position.legal_moves() {
                let position = node.position.after_legal(&played);
                let Some(after) = self.place(&position) else {
                    continue;
                };
                if self.score_of_move_to(after) + (margin as i32) < best {
                    continue;
                }
                let score = match scores.get(&after) {
                    Some(score) => *score,
                    None => {
                        let game = AnyGame::new(position);
                        let score = engine.think(&game, &Limits::depth(depth))?.score;
                        scores.insert(after, score);
                        score
                    }
                };
                if score > Score::MAX_EVAL && best >= -Score::MAX_EVAL {
                    losing.push(Losing {
                        position: node.position,
                        played,
                        score: (-score).to_root(1),
                    });
                }
            }
        }
        Ok(losing)
    }

    /// The first position whose score is not that of its best move.
    pub fn inconsistent(&self) -> Option<&AnyPosition> {
        let wrong = |place: &u32| {
            let own = self.nodes[*place as usize].entry.score();
            self.best(*place).is_some_and(|best| best != own)
        };
        let place = (0..self.nodes.len() as u32).find(wrong)?;
        Some(&self.nodes[place as usize].position)
    }
}

/// A position with the score of a search.
fn leaf(position: &AnyPosition, score: Score) -> Entry {
    Entry {
        key: key(position),
        score: score.0 as i16,
        weight: 0,
        is_expanded: false,
    }
}
