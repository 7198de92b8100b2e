//! What a single move is worth, and how that is known. Begin with [`worth`].

use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_core::score::Score;
use kamen_eval::Chances;
use kamen_search::{Control, Engine, EngineError, Limits};
use kamen_tables::{Outcome, Tables, Value};
use std::num::NonZero;

/// How it is known what a move is worth, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// The move ends the game.
    End,
    /// Endgame tables have the position that it leads to.
    Tables,
    /// The search has seen a forced end of the game, or a forced way into a win or loss of endgame tables.
    Forced,
    /// The search has evaluated positions.
    Search,
}

/// What a move is worth to the side that makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The score for that side.
    pub score: Score,
    /// The points that it may expect, from 0 to 1.
    pub points: f64,
    /// How this is known.
    pub ground: Ground,
    /// Plies that were searched; 0 where nothing was.
    pub depth: u32,
    /// Nodes that were searched.
    pub nodes: u64,
    /// The move and what follows it; never empty.
    pub line: Vec<AnyMove>,
}

impl Worth {
    /// The move.
    pub fn played(&self) -> &AnyMove {
        &self.line[0]
    }

    /// Whether no evaluation decided.
    pub fn is_certain(&self) -> bool {
        self.ground != Ground::Search
    }

    /// How it is known, in words: `endgame tables`, `a forced win in 5 moves`, `a score of 2.35 at depth 17`.
    pub fn ground_text(&self) -> String {
        let score = self.score;
        let result = match score {
            _ if score > Score::MAX_EVAL => "win",
            _ if score < -Score::MAX_EVAL => "loss",
            _ => "draw",
        };
        let moves = score.plies_to_end().map(|plies| match plies.div_ceil(2) {
            1 => " in 1 move".to_owned(),
            moves => format!(" in {moves} moves"),
        });
        let moves = moves.unwrap_or_default();
        match self.ground {
            Ground::End => format!("a {result} at once"),
            Ground::Tables => format!("a {result}{moves} by endgame tables"),
            Ground::Forced if score.is_decided() => format!("a forced {result}{moves}"),
            Ground::Forced => format!("a forced {result}, into endgame tables"),
            Ground::Search => {
                let score = super::signed_score_text(score);
                format!("a score of {score} at depth {}", self.depth)
            }
        }
    }
}

/// The most moves of a line that is looked up in tables.
const TABLE_LINE: usize = 24;
/// Nodes of the search for a line where tables know the value but not the way.
const LINE_NODES: u64 = 2_000;

/// What a legal move in the present position of a game is worth: by the rules if it ends the game, by endgame tables, or by a
/// search of this move alone with so many nodes.
///
/// # Errors
/// If the game is of another variant.
pub fn worth(
    engine: &Engine,
    game: &AnyGame,
    m: &AnyMove,
    nodes: u64,
) -> Result<Worth, EngineError> {
    let (position, after) = (game.position(), game.position().after_legal(m));
    let of = |score: Score, ground, depth, nodes, line| Worth {
        score,
        points: Chances::of(position.variant(), score).points(),
        ground,
        depth,
        nodes,
        line,
    };
    if let Some(over) = after.won() {
        let score = match over.winner() == Some(position.turn()) {
            true => Score::win_in(1),
            false => Score::loss_in(1),
        };
        return Ok(of(score, Ground::End, 0, 0, vec![*m]));
    }
    let found = engine.tables().and_then(|tables| known(tables, &after));
    let nodes = if found.is_some() { LINE_NODES } else { nodes };
    if let Some((outcome, true)) = found
        && outcome.value != Value::Draw
        && let Some(line) = engine
            .tables()
            .and_then(|tables| table_line(tables, &after))
    {
        let line = [vec![*m], line].concat();
        return Ok(of(table_score(outcome, true), Ground::Tables, 0, 0, line));
    }
    let (score, depth, nodes, line) = search(engine, game, m, nodes)?;
    Ok(match found {
        Some((outcome, has_distance)) => of(
            table_score(outcome, has_distance),
            Ground::Tables,
            0,
            0,
            line,
        ),
        None => {
            let is_forced = score.0.abs() > Score::MAX_EVAL.0;
            let ground = if is_forced {
                Ground::Forced
            } else {
                Ground::Search
            };
            of(score, ground, depth, nodes, line)
        }
    })
}

/// The outcome of a position in tables, and whether its distance is known.
pub(crate) fn known(tables: &Tables, position: &AnyPosition) -> Option<(Outcome, bool)> {
    tables.look_up(position)
}

/// The score of a move that leads to a position of this outcome.
fn table_score(outcome: Outcome, has_distance: bool) -> Score {
    let plies = 1 + usize::from(outcome.distance);
    match (outcome.value, has_distance) {
        (Value::Draw, _) => Score::DRAW,
        (Value::Loss, true) => Score::win_in(plies),
        (Value::Win, true) => Score::loss_in(plies),
        (Value::Loss, false) => Score::table_win(1),
        (Value::Win, false) => -Score::table_win(1),
    }
}

/// The shortest way to the end by tables; `None` where a distance is not known.
fn table_line(tables: &Tables, start: &AnyPosition) -> Option<Vec<AnyMove>> {
    let (mut position, mut line) = (*start, Vec::new());
    while line.len() < TABLE_LINE && position.won().is_none() {
        let mut best = None;
        for m in position.legal_moves() {
            let (outcome, has_distance) = known(tables, &position.after_legal(&m))?;
            let outcome = outcome.before(true);
            if !has_distance && outcome.value != Value::Draw {
                return None;
            }
            if best.is_none_or(|(_, found)| outcome > found) {
                best = Some((m, outcome));
            }
        }
        let (m, _) = best?;
        position = position.after_legal(&m);
        line.push(m);
    }
    Some(line)
}

/// Searches one move: its score, the depth, the nodes and the line.
fn search(
    engine: &Engine,
    game: &AnyGame,
    m: &AnyMove,
    nodes: u64,
) -> Result<(Score, u32, u64, Vec<AnyMove>), EngineError> {
    let control = Control::new();
    control.choose(vec![game.position().after_legal(m).key()]);
    let limits = Limits {
        lines: NonZero::<u32>::MIN,
        ..Limits::nodes(nodes)
    };
    let mut found = (Score::DRAW, 0, vec![*m]);
    let answer = engine.think_with(game, &limits, &control, &mut |progress| {
        if progress.pv.first() == Some(m) {
            found = (progress.score, progress.depth, progress.pv.clone());
        }
    })?;
    let (score, depth, line) = found;
    Ok((score, depth, answer.nodes, line))
}
