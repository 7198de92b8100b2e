//! The variations of a problem: one move of the solver, all of the other side. Begin with [`Tree`].

use super::{Problem, Stipulation};
use crate::worth::known;
use hashbrown::{HashMap, HashSet};
use kamen_core::board::{Color, Key};
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_core::score::Score;
use kamen_search::{Control, Engine, EngineError, Limits, Progress};
use kamen_tables::Value;

/// The variations from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The moves that go on from it, that of the main line first; none at a leaf.
    pub branches: Vec<Branch>,
    /// Why it ends, if it does.
    pub leaf: Option<Leaf>,
    /// Whether what was asked for is proved: by the end of the game or by endgame tables in each variation.
    pub is_proved: bool,
}

/// A move with what follows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The move.
    pub played: AnyMove,
    /// What follows.
    pub tree: Tree,
}

/// Why a variation ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leaf {
    /// The game is over; who has won.
    End(Option<Color>),
    /// Endgame tables have the position: who wins, and in how many plies where that is known.
    Tables(Option<Color>, Option<u16>),
    /// The position stands elsewhere in the tree.
    Seen,
    /// The position has been before in this variation.
    Repeated,
    /// A search judged it: its score for the solver, and its depth in plies.
    Search(Score, u32),
}

/// How the leaves of a tree are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Leaves {
    /// Ends of the game.
    pub end: usize,
    /// Positions of endgame tables.
    pub tables: usize,
    /// Positions that a search judged: assumed, not proved.
    pub search: usize,
}

impl Tree {
    fn leaf(leaf: Leaf, is_proved: bool) -> Tree {
        Tree {
            branches: Vec::new(),
            leaf: Some(leaf),
            is_proved,
        }
    }

    /// How its leaves are known.
    pub fn leaves(&self) -> Leaves {
        let mut leaves = Leaves::default();
        self.count(&mut leaves);
        leaves
    }

    fn count(&self, leaves: &mut Leaves) {
        match self.leaf {
            Some(Leaf::End(_)) => leaves.end += 1,
            Some(Leaf::Tables(..)) => leaves.tables += 1,
            Some(Leaf::Search(..) | Leaf::Repeated) => leaves.search += 1,
            Some(Leaf::Seen) | None => {}
        }
        for branch in &self.branches {
            branch.tree.count(leaves);
        }
    }

    /// The moves of the tree.
    pub fn moves(&self) -> usize {
        let below = self.branches.iter().map(|branch| 1 + branch.tree.moves());
        below.sum()
    }
}

/// The part of a problem's nodes that the search for a move of the tree gets.
const PART: u64 = 8;
/// The longest variation, in plies.
const LONGEST: usize = 120;

/// Grows a tree.
pub(super) struct Grower<'a> {
    problem: &'a Problem,
    engine: &'a Engine,
    /// Nodes of the search of a move of the problem.
    each: u64,
    nodes: u64,
    /// Positions whose variations stand in the tree, and whether they are proved.
    done: HashMap<Key, bool>,
    /// Those of the present variation.
    path: HashSet<Key>,
}

impl<'a> Grower<'a> {
    pub(super) fn new(problem: &'a Problem, engine: &'a Engine, each: u64) -> Grower<'a> {
        Grower {
            problem,
            engine,
            each,
            nodes: 0,
            done: HashMap::new(),
            path: HashSet::new(),
        }
    }

    /// Nodes of its searches.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The tree with this main line, of about so many positions.
    pub(super) fn grow(&mut self, main: &[AnyMove], size: usize) -> Result<Tree, EngineError> {
        self.from(self.problem.position, main, size, false)
    }

    /// The tree from a position, in which the line goes on with `main`, of about so many positions. `is_left` says whether the main
    /// line has been left.
    fn from(
        &mut self,
        position: AnyPosition,
        main: &[AnyMove],
        budget: usize,
        is_left: bool,
    ) -> Result<Tree, EngineError> {
        let next = main.first().filter(|_| !is_left);
        if let Some(over) = position.won() {
            let winner = over.winner();
            return Ok(Tree::leaf(Leaf::End(winner), self.is_asked(winner)));
        }
        let found = self
            .engine
            .tables()
            .and_then(|tables| known(tables, &position));
        if let Some((outcome, has_distance)) = found.filter(|_| next.is_none()) {
            let turn = position.turn();
            let winner = match outcome.value {
                Value::Win => Some(turn),
                Value::Loss => Some(!turn),
                Value::Draw => None,
            };
            let plies = (has_distance && winner.is_some()).then_some(outcome.distance);
            return Ok(Tree::leaf(
                Leaf::Tables(winner, plies),
                self.is_asked(winner),
            ));
        }
        let key = position.key();
        if self.path.contains(&key) {
            // In a drawn ending that is what the solver wants, and elsewhere nothing is won.
            return Ok(Tree::leaf(
                Leaf::Repeated,
                self.problem.stipulation == Stipulation::Draw,
            ));
        }
        if let Some(&is_proved) = self.done.get(&key).filter(|_| next.is_none()) {
            return Ok(Tree::leaf(Leaf::Seen, is_proved));
        }
        let (best, score, depth) = match next {
            Some(_) if position.turn() != self.problem.solver => (None, Score::DRAW, 0),
            _ => self.search(&position)?,
        };
        let is_over = budget == 0 || self.path.len() >= LONGEST;
        if next.is_none() && (is_over || !self.goes_on(score)) {
            return Ok(Tree::leaf(Leaf::Search(score, depth), false));
        }
        self.path.insert(key);
        let tree = match position.turn() == self.problem.solver {
            true => self.one(position, main, next.copied().or(best), budget, is_left),
            false => self.all(position, main, budget, is_left),
        };
        self.path.remove(&key);
        let tree = tree?;
        self.done.insert(key, tree.is_proved);
        Ok(tree)
    }

    /// The move of the solver.
    fn one(
        &mut self,
        position: AnyPosition,
        main: &[AnyMove],
        best: Option<AnyMove>,
        budget: usize,
        is_left: bool,
    ) -> Result<Tree, EngineError> {
        let Some(m) = best else {
            return Ok(Tree::leaf(Leaf::Search(Score::DRAW, 0), false));
        };
        let rest = main.get(1..).unwrap_or_default();
        let tree = self.from(
            position.after_legal(&m),
            rest,
            budget - budget.min(1),
            is_left,
        )?;
        let is_proved = tree.is_proved;
        let branches = vec![Branch { played: m, tree }];
        Ok(Tree {
            branches,
            leaf: None,
            is_proved,
        })
    }

    /// All moves of the other side, that of the main line first.
    fn all(
        &mut self,
        position: AnyPosition,
        main: &[AnyMove],
        budget: usize,
        is_left: bool,
    ) -> Result<Tree, EngineError> {
        let next = main.first().copied().filter(|_| !is_left);
        let mut moves = position.legal_moves();
        moves.sort_by_key(|m| Some(*m) != next);
        let each = (budget - budget.min(1)) / moves.len().max(1);
        let mut branches = Vec::new();
        for m in moves {
            let is_main = Some(m) == next;
            let rest = main.get(1..).filter(|_| is_main).unwrap_or_default();
            let tree = self.from(position.after_legal(&m), rest, each, !is_main)?;
            branches.push(Branch { played: m, tree });
        }
        Ok(Tree {
            is_proved: branches.iter().all(|branch| branch.tree.is_proved),
            branches,
            leaf: None,
        })
    }

    /// Whether a variation with this score for the solver is followed to its end.
    fn goes_on(&self, score: Score) -> bool {
        self.problem.stipulation == Stipulation::Win && score > Score::MAX_EVAL
    }

    /// Whether this result achieves what is asked for.
    fn is_asked(&self, winner: Option<Color>) -> bool {
        let solver = self.problem.solver;
        match self.problem.stipulation {
            Stipulation::Win => winner == Some(solver),
            Stipulation::Draw => winner != Some(!solver),
        }
    }

    /// The best move of a position, its score for the solver, and the depth: of a short search where it sees a win to be followed,
    /// else of one as long as others.
    fn search(
        &mut self,
        position: &AnyPosition,
    ) -> Result<(Option<AnyMove>, Score, u32), EngineError> {
        let short = self.search_for(position, (self.each / PART).max(1))?;
        match self.goes_on(short.1) {
            true => Ok(short),
            false => self.search_for(position, self.each),
        }
    }

    fn search_for(
        &mut self,
        position: &AnyPosition,
        nodes: u64,
    ) -> Result<(Option<AnyMove>, Score, u32), EngineError> {
        let game = AnyGame::new(*position);
        let limits = Limits::nodes(nodes);
        let mut ignore = |_: &Progress| ();
        let answer = (self.engine).think_with(&game, &limits, &Control::new(), &mut ignore)?;
        self.nodes += answer.nodes;
        let score = match position.turn() == self.problem.solver {
            true => answer.score,
            false => -answer.score,
        };
        Ok((answer.best, score, answer.depth))
    }
}
