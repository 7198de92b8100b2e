//! What was played, position by position. Begin with [`Tree`].

use super::{Facts, key};
use hashbrown::HashMap;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::pdn::Replay;
use kamen_core::rules::GameResult;

/// How some games went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games.
    pub games: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black; what is none of these has no result.
    pub black: u64,
    /// Games in which the player who moved has a rating, and the sum of those.
    rated: u64,
    ratings: u64,
    /// The first and the last year; 0 for none.
    first: u16,
    last: u16,
}

impl Tally {
    /// Counts a game in which the player `mover` (0 for White) was to move.
    pub(crate) fn add(&mut self, facts: &Facts, mover: usize) {
        self.games += 1;
        match facts.result {
            Some(GameResult::White) => self.white += 1,
            Some(GameResult::Draw) => self.draws += 1,
            Some(GameResult::Black) => self.black += 1,
            None => (),
        }
        let rating = facts.ratings.get(mover).copied().unwrap_or(0);
        self.rated += u64::from(rating > 0);
        self.ratings += u64::from(rating);
        if facts.year > 0 {
            self.first = if self.first == 0 {
                facts.year
            } else {
                self.first.min(facts.year)
            };
            self.last = self.last.max(facts.year);
        }
    }

    /// The mean rating of those who were to move, of those that have one.
    pub fn rating(&self) -> Option<u64> {
        (self.rated > 0).then(|| (self.ratings + self.rated / 2) / self.rated)
    }

    /// The first and the last year, of games that tell theirs.
    pub fn years(&self) -> Option<[u16; 2]> {
        (self.first > 0).then_some([self.first, self.last])
    }

    /// Points of White, from 0 to 1 a game, of the games with a result; `None` without one.
    pub fn score(&self) -> Option<f64> {
        let finished = self.white + self.draws + self.black;
        (finished > 0).then(|| (self.white as f64 + 0.5 * self.draws as f64) / finished as f64)
    }
}

/// A move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move.
    pub played: AnyMove,
    /// The games in which it was played.
    pub tally: Tally,
    /// The position after it, as its place in [`Tree::nodes`]; `None` if the tree ends here.
    pub to: Option<usize>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The position.
    pub position: AnyPosition,
    /// All games that came here, by any way.
    pub tally: Tally,
    /// The moves that were played, the most frequent first.
    pub moves: Vec<Branch>,
}

/// The positions that games reached from one on within some plies, and what was played there. A position is there once, however it
/// was reached; a game that comes to it twice counts once.
#[derive(Clone, Debug)]
pub struct Tree {
    plies: usize,
    nodes: Vec<Node>,
    by_key: HashMap<u64, usize>,
}

impl Tree {
    /// A tree without games: the moves of so many plies from `root` on.
    pub fn new(root: AnyPosition, plies: usize) -> Tree {
        let mut tree = Tree {
            plies,
            nodes: Vec::new(),
            by_key: HashMap::new(),
        };
        tree.node(root);
        tree
    }

    /// Where it begins.
    pub fn root(&self) -> &AnyPosition {
        // There is one from the beginning.
        &self.nodes[0].position
    }

    /// The plies from the root on of which it has the moves.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Its positions, the root first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The place of a position, which is added if it is new.
    pub(crate) fn node(&mut self, position: AnyPosition) -> usize {
        *self.by_key.entry(key(&position)).or_insert_with(|| {
            self.nodes.push(Node {
                position,
                tally: Tally::default(),
                moves: Vec::new(),
            });
            self.nodes.len() - 1
        })
    }

    /// The place of a position.
    pub(crate) fn find(&self, position: &AnyPosition) -> Option<usize> {
        self.by_key.get(&key(position)).copied()
    }

    pub(crate) fn node_mut(&mut self, place: usize) -> &mut Node {
        &mut self.nodes[place]
    }

    /// Counts a game; whether it comes to the root.
    pub fn add(&mut self, facts: &Facts, replay: &Replay) -> bool {
        let (root, root_key) = (*self.root(), key(self.root()));
        let positions: Vec<AnyPosition> = (replay.played.iter().map(|&(position, _)| position))
            .chain(replay.position_after(replay.played.len()))
            .collect();
        let is_root = |position: &AnyPosition| {
            position.variant() == root.variant()
                && position.turn() == root.turn()
                && key(position) == root_key
        };
        let Some(first) = positions.iter().position(is_root) else {
            return false;
        };
        let (mut met, mut made) = (Vec::new(), Vec::new());
        for (ply, position) in positions.iter().enumerate().skip(first).take(self.plies) {
            let mover = position.turn() as usize;
            let at = self.node(*position);
            let node = &mut self.nodes[at];
            if !met.contains(&at) {
                met.push(at);
                node.tally.add(facts, mover);
            }
            let Some(&(_, played)) = replay.played.get(ply) else {
                continue;
            };
            let branch = node.branch(played);
            if !made.contains(&(at, branch)) {
                made.push((at, branch));
                node.moves[branch].tally.add(facts, mover);
            }
        }
        true
    }

    /// Puts the moves of each position in order, and finds where they lead: after the last game. Moves that were played in fewer
    /// games than `least` are left out, with what nothing else leads to.
    pub fn finish(&mut self, least: u64) {
        for place in 0..self.nodes.len() {
            let position = self.nodes[place].position;
            let mut moves = std::mem::take(&mut self.nodes[place].moves);
            moves.retain(|branch| branch.tally.games >= least);
            moves.sort_by(|one, other| {
                (other.tally.games, one.played).cmp(&(one.tally.games, other.played))
            });
            for branch in &mut moves {
                branch.to = self.find(&position.after_legal(&branch.played));
            }
            self.nodes[place].moves = moves;
        }
        self.keep_reached();
    }

    /// Removes the positions that no move leads to any more, and puts those that stay in the order of their distance from the root.
    fn keep_reached(&mut self) {
        let mut order = vec![0];
        let mut new_place = vec![None; self.nodes.len()];
        new_place[0] = Some(0);
        let mut done = 0;
        while let Some(&place) = order.get(done) {
            done += 1;
            for to in self.nodes[place]
                .moves
                .iter()
                .filter_map(|branch| branch.to)
            {
                if new_place[to].is_none() {
                    new_place[to] = Some(order.len());
                    order.push(to);
                }
            }
        }
        let mut old: Vec<Option<Node>> = self.nodes.drain(..).map(Some).collect();
        for place in order {
            let Some(mut node) = old[place].take() else {
                continue;
            };
            for branch in &mut node.moves {
                branch.to = branch.to.and_then(|to| new_place[to]);
            }
            self.nodes.push(node);
        }
        let nodes = self.nodes.iter().enumerate();
        self.by_key = nodes
            .map(|(place, node)| (key(&node.position), place))
            .collect();
    }
}

impl Node {
    /// The place of a move, which is added if it is new.
    pub(crate) fn branch(&mut self, played: AnyMove) -> usize {
        let found = self.moves.iter().position(|branch| branch.played == played);
        found.unwrap_or_else(|| {
            self.moves.push(Branch {
                played,
                tally: Tally::default(),
                to: None,
            });
            self.moves.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::notation::pdn::{Reader, replay};
    use kamen_core::rules::Variant;

    const GAMES: &str = "\
[WhiteRating \"2000\"] [BlackRating \"1500\"] [Date \"1998\"] 1. c3-d4 d6-c5 2. b2-c3 f6-g5 2-0
[WhiteElo \"2201\"] [Date \"2005\"] 1. c3-d4 f6-g5 2. b2-c3 d6-c5 1-1
1. c3-d4 f6-g5 0-2
[FEN \"W:Wa1:Bh8\"] 1. a1-b2 *
1. c3-d4 d6-c5 2. b2-c3 e7-d6 *
1. a3-b4 f6-g5 2-0";

    fn tree(plies: usize) -> (Tree, usize) {
        let mut tree = Tree::new(AnyPosition::start(Variant::Czech), plies);
        let mut counted = 0;
        for game in Reader::new(GAMES.as_bytes()) {
            let game = game.unwrap();
            let facts = Facts::of(Variant::Czech, &game);
            counted += usize::from(tree.add(&facts, &replay(Variant::Czech, &game)));
        }
        tree.finish(1);
        (tree, counted)
    }

    fn lines(node: &Node) -> Vec<String> {
        let line = |branch: &Branch| {
            let Tally {
                games,
                white,
                draws,
                black,
                ..
            } = branch.tally;
            let text = node.position.write_move(&branch.played);
            format!("{text} {games} {white}/{draws}/{black}")
        };
        node.moves.iter().map(line).collect()
    }

    #[test]
    fn moves_are_counted_with_results_ratings_and_years() {
        let (tree, counted) = tree(1);
        assert_eq!((counted, tree.nodes().len()), (5, 1));
        let root = &tree.nodes()[0];
        assert_eq!(lines(root), ["c3-d4 4 1/1/1", "a3-b4 1 1/0/0"]);
        let tally = root.moves[0].tally;
        assert_eq!(
            (tally.rating(), tally.years()),
            (Some(2101), Some([1998, 2005]))
        );
        assert_eq!((tally.score(), root.tally.games), (Some(0.5), 5));
        assert_eq!(
            (root.moves[1].tally.rating(), root.moves[1].tally.years()),
            (None, None)
        );
    }

    #[test]
    fn ways_that_meet_are_one() {
        let (tree, _) = tree(4);
        let follow = |moves: &[&str]| {
            moves.iter().fold(&tree.nodes()[0], |node, text| {
                let is_it = |branch: &&Branch| node.position.write_move(&branch.played) == *text;
                &tree.nodes()[node.moves.iter().find(is_it).unwrap().to.unwrap()]
            })
        };
        let d4 = follow(&["c3-d4"]);
        assert_eq!(lines(d4), ["d6-c5 2 1/0/0", "f6-g5 2 0/1/1"]);
        assert_eq!(d4.moves[0].tally.rating(), Some(1500));
        let g5 = follow(&["c3-d4", "f6-g5"]);
        assert_eq!(
            (g5.tally.games, lines(g5)),
            (2, vec!["b2-c3 1 0/1/0".to_owned()])
        );
        let c5 = follow(&["c3-d4", "d6-c5", "b2-c3"]);
        assert_eq!(lines(c5), ["e7-d6 1 0/0/0", "f6-g5 1 1/0/0"]);
        assert!(c5.moves.iter().all(|branch| branch.to.is_none()));
    }

    #[test]
    fn rare_moves_are_left_out_with_what_follows() {
        let (mut tree, _) = tree(4);
        let all = tree.nodes().len();
        tree.finish(2);
        assert_eq!(lines(&tree.nodes()[0]), ["c3-d4 4 1/1/1"]);
        assert!(tree.nodes().len() < all);
        assert_eq!(tree.root(), &AnyPosition::start(Variant::Czech));
        for (place, node) in tree.nodes().iter().enumerate() {
            assert_eq!(tree.find(&node.position), Some(place));
        }
    }

    #[test]
    fn a_game_that_comes_twice_counts_once() {
        let text = "[FEN \"W:WKa3:BKh6\"] 1. a3-b4 h6-g7 2. b4-a3 g7-h6 3. a3-b4 h6-g7 *";
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let played = replay(Variant::Czech, &game);
        let mut tree = Tree::new(played.start.unwrap(), 10);
        assert!(tree.add(&Facts::of(Variant::Czech, &game), &played));
        tree.finish(1);
        assert_eq!(tree.nodes()[0].tally.games, 1);
        assert_eq!(tree.nodes()[0].moves[0].tally.games, 1);
        assert_eq!(tree.nodes().len(), 4);
    }
}
