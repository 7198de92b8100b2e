//! Whether problems are sound: positions in which a side is to win or to draw, by one way only. Begin with [`Problem::judge`].

mod finding;
mod tree;

pub use finding::{Finding, Verdict};
pub use tree::{Branch, Leaf, Tree};

use super::question::{FAILS, HOLDS, LOSES, WINS};
use super::worth::{Worth, worth};
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_search::{Engine, EngineError, Limits};
use tree::Grower;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stipulation {
    /// The solver wins.
    Win,
    /// The solver draws.
    Draw,
}

/// What a move does for the stipulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It achieves what is asked for.
    Achieves,
    /// It does not.
    Fails,
    /// The search cannot tell.
    Unclear,
}

impl Stipulation {
    /// What a move does that is worth so much to the solver.
    pub fn effect(self, worth: &Worth) -> Effect {
        let (least, most) = match self {
            Stipulation::Win => (WINS, FAILS),
            Stipulation::Draw => (HOLDS, LOSES),
        };
        match worth.points {
            points if points >= least => Effect::Achieves,
            points if points <= most => Effect::Fails,
            _ => Effect::Unclear,
        }
    }
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub position: AnyPosition,
    /// Who is to achieve something; in most problems the side to move.
    pub solver: Color,
    /// What.
    pub stipulation: Stipulation,
    /// The moves of the composer's solution, which are legal; none if it is not told.
    pub given: Vec<AnyMove>,
}

/// How much is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemSettings {
    /// Nodes of the search of a move.
    pub nodes: u64,
    /// The most positions of the tree of variations.
    pub tree: usize,
    /// Plies of the line that are judged where no solution is given; at least the first move of the solver.
    pub plies: usize,
}

/// What the moves of the solver in one position of the main line are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The ply, from 0.
    pub ply: usize,
    /// The move of the main line.
    pub chosen: Worth,
    /// All others, the best first.
    pub others: Vec<Worth>,
}

impl Choice {
    /// Whether no evaluation decided about any of the moves.
    pub fn is_certain(&self) -> bool {
        self.chosen.is_certain() && self.others.iter().all(Worth::is_certain)
    }
}

/// A judged problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What it comes to.
    pub verdict: Verdict,
    /// All that was found, the gravest first.
    pub findings: Vec<Finding>,
    /// The main line: the given solution, or what the search found.
    pub main: Vec<AnyMove>,
    /// The choices of the solver in it that were judged.
    pub choices: Vec<Choice>,
    /// The variations.
    pub tree: Tree,
    /// Nodes of all searches.
    pub nodes: u64,
}

impl Judged {
    /// Whether nothing rests on an evaluation: the solution is proved by its tree, and every other move is certain; where there is no
    /// solution, whether every move is.
    pub fn is_proved(&self) -> bool {
        let is_certain = |choice: &Choice| choice.others.iter().all(Worth::is_certain);
        match self.verdict {
            Verdict::NoSolution => true,
            Verdict::Undecided => false,
            _ => self.tree.is_proved && self.choices.iter().all(is_certain),
        }
    }
}

/// By how much a move is searched deeper that is unclear.
const DEEPER: u64 = 8;

impl Problem {
    /// Judges the problem; `None` if `is_stopped` said so before the end. One engine on one thread finds the same every time.
    ///
    /// # Errors
    /// If the problem is of another variant than the engine.
    pub fn judge(
        &self,
        engine: &Engine,
        settings: ProblemSettings,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Judged>, EngineError> {
        engine.forget();
        let mut judge = Judge {
            problem: self,
            engine,
            settings,
            nodes: 0,
        };
        let main = judge.main()?;
        let mut positions = vec![self.position];
        for m in &main {
            let last = positions[positions.len() - 1];
            positions.push(last.after_legal(m));
        }
        let judged = match self.given.is_empty() {
            true => main.len().min(settings.plies.max(1 + self.first())),
            false => main.len(),
        };
        // From the end: what is found there is known before it.
        let mut choices = Vec::new();
        for ply in (0..judged).rev() {
            if is_stopped() {
                return Ok(None);
            }
            if positions[ply].turn() == self.solver {
                choices.push(judge.choice(ply, &positions[ply], &main[ply])?);
            }
        }
        choices.reverse();
        if is_stopped() {
            return Ok(None);
        }
        let findings = finding::findings(self, &main, &positions, &choices);
        let verdict = Verdict::of(&findings);
        // Where nothing is achieved there is nothing to prove.
        let size = match verdict {
            Verdict::NoSolution | Verdict::OtherSolution => 1,
            _ => settings.tree,
        };
        let mut grower = Grower::new(self, engine, settings.nodes);
        let tree = grower.grow(&main, size.max(1))?;
        // What the last search found says nothing if it was stopped.
        if is_stopped() {
            return Ok(None);
        }
        let nodes = judge.nodes + grower.nodes();
        Ok(Some(Judged {
            verdict,
            findings,
            main,
            choices,
            tree,
            nodes,
        }))
    }

    /// The ply of the solver's first move, from 0.
    fn first(&self) -> usize {
        usize::from(self.position.turn() != self.solver)
    }
}

/// A problem that is being judged.
struct Judge<'a> {
    problem: &'a Problem,
    engine: &'a Engine,
    settings: ProblemSettings,
    nodes: u64,
}

impl Judge<'_> {
    /// The given solution, or the line of a search.
    fn main(&mut self) -> Result<Vec<AnyMove>, EngineError> {
        let problem = self.problem;
        if !problem.given.is_empty() {
            return Ok(problem.given.clone());
        }
        let game = AnyGame::new(problem.position);
        let mut line = Vec::new();
        let hear = &mut |progress: &kamen_search::Progress| line.clone_from(&progress.pv);
        let limits = Limits::nodes(DEEPER * self.settings.nodes);
        let control = kamen_search::Control::new();
        let answer = self.engine.think_with(&game, &limits, &control, hear)?;
        self.nodes += answer.nodes;
        if line.is_empty() {
            line.extend(answer.best);
        }
        Ok(line)
    }

    /// What the moves in a position of the main line are worth to the solver, whose move it is.
    fn choice(
        &mut self,
        ply: usize,
        position: &AnyPosition,
        chosen: &AnyMove,
    ) -> Result<Choice, EngineError> {
        let game = AnyGame::new(*position);
        let chosen = self.clear(&game, chosen, DEEPER)?;
        let mut others = Vec::new();
        for m in position.legal_moves() {
            if m != *chosen.played() {
                others.push(self.clear(&game, &m, 1)?);
            }
        }
        others.sort_by_key(|other| std::cmp::Reverse(other.score));
        Ok(Choice {
            ply,
            chosen,
            others,
        })
    }

    /// What a move is worth, searched deeper if it seems to achieve what is asked for by an evaluation, and deeper still where
    /// that is unclear, or where a move of the main line, which begins with a greater `factor`, seems to fail.
    fn clear(&mut self, game: &AnyGame, m: &AnyMove, factor: u64) -> Result<Worth, EngineError> {
        let (mut factor, is_chosen) = (factor, factor >= DEEPER);
        loop {
            let found = worth(self.engine, game, m, factor * self.settings.nodes)?;
            self.nodes += found.nodes;
            let is_enough = match self.problem.stipulation.effect(&found) {
                Effect::Fails => !is_chosen || factor >= DEEPER * DEEPER,
                Effect::Achieves => factor >= DEEPER,
                Effect::Unclear => factor >= DEEPER * DEEPER,
            };
            if found.is_certain() || is_enough {
                return Ok(found);
            }
            factor *= DEEPER;
        }
    }
}

#[cfg(test)]
mod tests;
