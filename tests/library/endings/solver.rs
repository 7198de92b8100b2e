//! Exhaustive solution of an ending: every position that it can come to, and how it ends.

use super::material::placements;
use crate::typed;
use hashbrown::HashMap;
use kamen::board::Color;
use kamen::movegen::{legal_moves, winner};
use kamen::rules::{BoardOf, Counters, KingMoves, MoveOf, Position, Rules, VariantOf};

/// How a position ends when both sides play their best and no drawing rule ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody can force a win.
    Open,
    /// The side to move wins in so many plies.
    Won(u16),
    /// It loses in so many plies.
    Lost(u16),
}

/// What tells positions apart.
type Id<R> = (BoardOf<R>, Color, u64);

/// All positions of an ending with their verdicts.
pub struct Solution<R: Rules> {
    of: VariantOf<R>,
    positions: Vec<Position<R>>,
    places: HashMap<Id<R>, u32>,
    verdicts: Vec<Verdict>,
}

/// The edges of a graph, by the node they start from.
struct Edges {
    ends: Vec<usize>,
    targets: Vec<u32>,
}

impl Edges {
    fn of(&self, node: usize) -> &[u32] {
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.targets[start..self.ends[node]]
    }

    /// The same edges the other way round.
    fn reversed(&self) -> Edges {
        let mut starts = vec![0; self.ends.len() + 1];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut targets = vec![0; self.targets.len()];
        for node in 0..self.ends.len() {
            for &target in self.of(node) {
                let place = &mut starts[target as usize];
                targets[*place] = node as u32;
                *place += 1;
            }
        }
        starts.pop();
        let ends = starts;
        Edges { ends, targets }
    }
}

impl<R: Rules> Solution<R> {
    /// Solves all positions with the pieces of `material`, and those that come of them.
    pub fn new(of: VariantOf<R>, material: &str) -> Solution<R> {
        let mut solution = Solution {
            of,
            positions: Vec::new(),
            places: HashMap::new(),
            verdicts: Vec::new(),
        };
        for board in placements::<R>(material) {
            for turn in [Color::White, Color::Black] {
                solution.place(Position::new(board, turn));
            }
        }
        let edges = solution.explore();
        solution.solve(&edges);
        solution
    }

    /// Where a position is kept, which is added if it is new.
    fn place(&mut self, position: Position<R>) -> u32 {
        let new = self.positions.len() as u32;
        let place = *self.places.entry(id(&position)).or_insert(new);
        if place == new {
            self.positions.push(position);
        }
        place
    }

    /// Adds all positions that can be reached; the edges are moves.
    fn explore(&mut self) -> Edges {
        let (mut ends, mut targets) = (Vec::new(), Vec::new());
        let mut moves = Vec::new();
        let mut node = 0;
        while let Some(&position) = self.positions.get(node) {
            legal_moves(&position, &mut moves);
            for m in moves.drain(..) {
                targets.push(self.place(position.after(&m)));
            }
            ends.push(targets.len());
            node += 1;
        }
        Edges { ends, targets }
    }

    /// From the ends of games backwards, the nearest first: who can move to a lost position has
    /// won, and who can only move to won ones has lost.
    fn solve(&mut self, moves: &Edges) {
        let objective = self.of.facts().objective;
        let origins = moves.reversed();
        self.verdicts = vec![Verdict::Open; self.positions.len()];
        let mut untried: Vec<u32> = Vec::with_capacity(self.positions.len());
        let mut known = Vec::new();
        for (node, position) in self.positions.iter().enumerate() {
            untried.push(moves.of(node).len() as u32);
            if moves.of(node).is_empty() {
                let has_won = winner(position, objective) == Some(position.turn);
                self.verdicts[node] = if has_won {
                    Verdict::Won(0)
                } else {
                    Verdict::Lost(0)
                };
                known.push(node);
            }
        }
        let mut next = 0;
        while let Some(&node) = known.get(next) {
            next += 1;
            for origin in origins.of(node).iter().map(|&origin| origin as usize) {
                if self.verdicts[origin] != Verdict::Open {
                    continue;
                }
                untried[origin] -= 1;
                self.verdicts[origin] = match self.verdicts[node] {
                    Verdict::Lost(plies) => Verdict::Won(plies + 1),
                    Verdict::Won(plies) if untried[origin] == 0 => Verdict::Lost(plies + 1),
                    _ => continue,
                };
                known.push(origin);
            }
        }
    }

    /// How a position of the ending ends.
    pub fn verdict(&self, position: &Position<R>) -> Verdict {
        self.verdicts[self.places[&id(position)] as usize]
    }

    /// All positions with their verdicts.
    pub fn all(&self) -> impl Iterator<Item = (&Position<R>, Verdict)> {
        self.positions.iter().zip(self.verdicts.iter().copied())
    }

    /// The fastest move of a winner, the slowest of a loser.
    pub fn best(&self, position: &Position<R>) -> MoveOf<R> {
        let rank = |m: &MoveOf<R>| match self.verdict(&position.after(m)) {
            Verdict::Lost(plies) => i32::from(plies),
            Verdict::Open => 1 << 16,
            Verdict::Won(plies) => (1 << 17) - i32::from(plies),
        };
        let moves = typed::moves(position).into_iter();
        moves.min_by_key(rank).expect("a move")
    }

    /// Whether the winner, who is to move, wins by the fastest moves before a drawing rule ends the
    /// game, whatever the other side does. (No position comes twice on the way: it gets shorter with
    /// every move.)
    pub fn is_won_in_time(&self, position: &Position<R>) -> bool {
        let counters = (self.of.facts().draws).fresh::<R::Geometry>(&position.board);
        self.wins_in_time(position, counters, &mut HashMap::new())
    }

    fn wins_in_time(
        &self,
        position: &Position<R>,
        counters: Counters,
        proven: &mut HashMap<Id<R>, Vec<Counters>>,
    ) -> bool {
        let verdict = self.verdict(position);
        if matches!(verdict, Verdict::Won(0) | Verdict::Lost(0)) {
            return true;
        }
        let draws = &self.of.facts().draws;
        if draws.is_count_out(counters) {
            return false;
        }
        let known = proven.entry(id(position)).or_default();
        if known.contains(&counters) {
            return true;
        }
        known.push(counters);
        let moves = match verdict {
            Verdict::Won(_) => vec![self.best(position)],
            _ => typed::moves(position),
        };
        moves.iter().all(|m| {
            let next = position.after(m);
            let counters = draws.after::<R::Geometry>(counters, m, &next.board);
            self.wins_in_time(&next, counters, proven)
        })
    }
}

fn id<R: Rules>(position: &Position<R>) -> Id<R> {
    (position.board, position.turn, position.king_moves.key())
}
