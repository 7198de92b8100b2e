//! A position in which one move alone wins or holds. Begin with [`Question`].

use super::worth::worth;
use super::{Analyst, Ground, Worth};
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_eval::Chances;
use kamen_search::{Engine, EngineError, Limits};
use std::cmp::Reverse;
use std::num::NonZero;

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// The only move that wins.
    Win,
    /// The only move that does not lose.
    Draw,
}

impl Task {
    /// The points that the solution may expect at least, and every other move at most.
    fn bounds(self) -> (f64, f64) {
        match self {
            Task::Win => (WINS, FAILS),
            Task::Draw => (HOLDS, LOSES),
        }
    }

    /// The task where the best move and the next may expect so many points.
    fn of(best: f64, next: f64) -> Option<Task> {
        [Task::Win, Task::Draw].into_iter().find(|task| {
            let (least, most) = task.bounds();
            best >= least && next <= most
        })
    }
}

/// The points that a winning move may expect at least.
pub(crate) const WINS: f64 = 0.9;
/// The points of a move that does not win, at most.
pub(crate) const FAILS: f64 = 0.65;
/// The points of a move that holds, at least.
pub(crate) const HOLDS: f64 = 0.35;
/// The points of a losing move, at most.
pub(crate) const LOSES: f64 = 0.1;

/// A position in which one move alone achieves the task.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The moves that lead here from the solution of the question before: those of the opponent, and those of the solver that have no
    /// alternative. None before the first question.
    pub before: Vec<AnyMove>,
    /// The position.
    pub position: AnyPosition,
    /// The solution.
    pub solution: Worth,
    /// Every other legal move with what refutes it; at the first question those that low skills chose come first, then the best.
    pub others: Vec<Worth>,
}

/// How exercises are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExerciseSettings {
    /// Nodes of the search of each position.
    pub nodes: u64,
    /// Chooses what the skills misjudge.
    pub seed: u64,
}

/// By how much the solution is searched deeper than the positions of the game, in nodes.
const DEEPER: u64 = 4;
/// The part of the nodes that each other move gets.
const PART: u64 = 2;
/// The most moves of the solver without an alternative between two questions.
const MOST_FORCED: usize = 6;

impl Question {
    /// How certain it is that there is this solution and no other, in words.
    pub fn certainty(&self) -> String {
        let solution = self.solution.ground_text();
        let is_table = |other: &&Worth| matches!(other.ground, Ground::End | Ground::Tables);
        let by_search: Vec<&Worth> = self
            .others
            .iter()
            .filter(|other| !is_table(other))
            .collect();
        let best = by_search.iter().max_by_key(|other| other.score);
        let depth = by_search.iter().map(|other| other.depth).min();
        let others = match (best, depth) {
            (Some(best), Some(depth)) => {
                let best = best.ground_text();
                format!("at best {best}, each searched to depth {depth} or more")
            }
            _ => "by endgame tables".to_owned(),
        };
        format!("Solution: {solution}. Other moves: {others}.")
    }
}

/// The task of a position and its solution, as a first search sees them.
pub(super) fn candidate(
    engine: &Engine,
    settings: ExerciseSettings,
    position: AnyPosition,
) -> Result<Option<(Task, AnyMove)>, EngineError> {
    let legal = position.legal_moves();
    if legal.len() < 2 {
        return Ok(None);
    }
    let game = AnyGame::new(position);
    // A search at a root that tables know looks at the best moves only.
    let has_tables = |m: &AnyMove| {
        let after = position.after_legal(m);
        after.won().is_some()
            || engine
                .tables()
                .is_some_and(|tables| tables.outcome(&after).is_some())
    };
    let mut points: Vec<(f64, AnyMove)> = if legal.iter().all(has_tables) {
        let all = legal
            .iter()
            .map(|m| Ok((worth(engine, &game, m, 1)?.points, *m)));
        all.collect::<Result<_, EngineError>>()?
    } else {
        let limits = Limits {
            lines: NonZero::new(2).unwrap_or(NonZero::<u32>::MIN),
            ..Limits::nodes(settings.nodes)
        };
        let lines = Analyst::new(engine, limits).lines(&game)?;
        let points = |score| Chances::of(position.variant(), score).points();
        (lines.iter().map(|line| (points(line.score), line.moves[0]))).collect()
    };
    points.sort_by(|a, b| b.0.total_cmp(&a.0));
    let [(best, m), (next, _), ..] = points[..] else {
        return Ok(None);
    };
    Ok(Task::of(best, next).map(|task| (task, m)))
}

/// The next question behind the solution of another: with the best answers of the opponent, and past moves that have no alternative.
pub(super) fn next(
    engine: &Engine,
    settings: ExerciseSettings,
    task: Task,
    last: &Question,
) -> Result<Option<Question>, EngineError> {
    let mut before = Vec::new();
    let mut expected = last.solution.line.get(1..).unwrap_or_default();
    let mut position = last.position.after_legal(last.solution.played());
    for _ in 0..=MOST_FORCED {
        let Some(answer) = answer(engine, settings, position, expected)? else {
            return Ok(None);
        };
        position = position.after_legal(&answer);
        before.push(answer);
        expected = expected.get(1..).unwrap_or_default();
        let legal = position.legal_moves();
        let &[only] = legal.as_slice() else {
            return question(engine, settings, task, position, before);
        };
        position = position.after_legal(&only);
        before.push(only);
        expected = match expected.split_first() {
            Some((first, rest)) if *first == only => rest,
            _ => &[],
        };
    }
    Ok(None)
}

/// The move of the opponent: the expected one, or the best; `None` if the game is over.
fn answer(
    engine: &Engine,
    settings: ExerciseSettings,
    position: AnyPosition,
    expected: &[AnyMove],
) -> Result<Option<AnyMove>, EngineError> {
    match expected.first() {
        _ if position.won().is_some() => Ok(None),
        Some(expected) => Ok(Some(*expected)),
        None => {
            let limits = Limits::nodes(settings.nodes);
            Ok(engine.think(&AnyGame::new(position), &limits)?.best)
        }
    }
}

/// The question in a position, if one move alone achieves the task there.
fn question(
    engine: &Engine,
    settings: ExerciseSettings,
    task: Task,
    position: AnyPosition,
    before: Vec<AnyMove>,
) -> Result<Option<Question>, EngineError> {
    let found = candidate(engine, settings, position)?;
    let Some((_, best)) = found.filter(|(found, _)| *found == task) else {
        return Ok(None);
    };
    let question = verified(engine, settings, position, task, best)?;
    Ok(question.map(|mut question| {
        question.others.sort_by_key(|other| Reverse(other.score));
        Question { before, ..question }
    }))
}

/// The solution and all other moves after a deeper search, if the solution is certain and no other is one.
pub(super) fn verified(
    engine: &Engine,
    settings: ExerciseSettings,
    position: AnyPosition,
    task: Task,
    best: AnyMove,
) -> Result<Option<Question>, EngineError> {
    let game = AnyGame::new(position);
    let (least, most) = task.bounds();
    let solution = worth(engine, &game, &best, DEEPER * settings.nodes)?;
    if solution.points < least {
        return Ok(None);
    }
    let mut others = Vec::new();
    for m in position.legal_moves().iter().filter(|m| **m != best) {
        let other = worth(engine, &game, m, (settings.nodes / PART).max(1))?;
        if other.points > most {
            return Ok(None);
        }
        others.push(other);
    }
    // The best of the others is searched as deep as the solution.
    let next = others.iter_mut().max_by_key(|other| other.score);
    if let Some(next) = next.filter(|next| !next.is_certain()) {
        let m = *next.played();
        *next = worth(engine, &game, &m, DEEPER * settings.nodes)?;
        if next.points > most {
            return Ok(None);
        }
    }
    Ok(Some(Question {
        before: Vec::new(),
        position,
        solution,
        others,
    }))
}
