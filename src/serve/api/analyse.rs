//! `/analyse/VARIANT`: a search.

use super::arguments::{game, number};
use super::json;
use crate::call::{Answered, Call};
use crate::http::Caching;
use crate::problem::Problem;
use kamen_core::game::AnyGame;
use kamen_core::notation::GameState;
use kamen_eval::{Chances, Choice};
use kamen_search::{Budget, Control, Engine, EngineError, Limits, Progress};
use serde::Serialize;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

/// What may be asked for.
pub(super) const PARAMETERS: [&str; 7] = [
    "fen", "moves", "token", "nodes", "depth", "movetime", "lines",
];

/// The most nodes, plies and lines.
const MOST_NODES: u64 = 100_000_000;
const MOST_DEPTH: u32 = 60;
const MOST_LINES: u32 = 20;
/// Nodes where nothing is asked for.
const NODES: u64 = 200_000;
/// The size of the table: 1 MiB, all of which is cleared before a search.
const TT_SIZE: u32 = 16;

/// What was found.
#[derive(Serialize)]
struct Analysis {
    variant: String,
    fen: String,
    /// What ended the game, if something did.
    reason: Option<&'static str>,
    depth: u32,
    nodes: u64,
    /// Whether the time was up before the limit that was asked for.
    timed_out: bool,
    /// The best first.
    lines: Vec<Line>,
}

/// A line, with what it is worth to the side to move.
#[derive(Serialize)]
struct Line {
    /// In men.
    score: f64,
    /// Plies until a win that is certain, or, below 0, a loss.
    end: Option<i64>,
    /// Chances to win, to draw and to lose, in thousandths.
    chances: [u32; 3],
    /// As PDN writes moves.
    pv: Vec<String>,
    /// As Hub writes them.
    hub: Vec<String>,
}

pub(crate) fn analyse(call: &Call) -> Answered {
    let game = game(call, &PARAMETERS)?;
    let (limits, is_timed) = limits(call)?;
    let variant = game.variant();
    let control = Arc::new(Control::new());
    let found = match game.legal_moves().is_empty() {
        true => Vec::new(),
        false => search(call, &game, &limits, &control)
            .map_err(|error| Problem::new(503, error.to_string()))?,
    };
    let (depth, nodes) = (found.first()).map_or((0, 0), |best| (best.depth, best.nodes));
    let is_late = |budget: Budget| control.elapsed() >= budget.hard;
    let timed_out = !is_timed && limits.budget.is_some_and(is_late);
    let analysis = Analysis {
        variant: variant.to_string(),
        fen: game.position().fen(),
        reason: GameState::of(&game).reason,
        depth,
        nodes,
        timed_out,
        lines: found.iter().map(|line| Line::of(&game, line)).collect(),
    };
    // On one thread, and with a table of its own, nodes and depth give the same each time.
    let caching = match is_timed || timed_out {
        true => Caching::Never,
        false => Caching::Day,
    };
    json(&analysis, caching)
}

/// The limits that are asked for, and whether time is what is asked for.
fn limits(call: &Call) -> Result<(Limits, bool), Problem> {
    let most = call.service.think;
    let nodes = number(call, "nodes", 1, MOST_NODES)?;
    let depth = number(call, "depth", 1, MOST_DEPTH)?;
    let time = number(call, "movetime", 0.001, most.as_secs_f64())?;
    let lines = number(call, "lines", 1, MOST_LINES)?.unwrap_or(1);
    let is_free = nodes.is_none() && depth.is_none() && time.is_none();
    let hard = time.map_or(most, Duration::from_secs_f64);
    // Where no time is asked for, it ends a search only when it is up.
    let plan = if time.is_some() { hard } else { 100 * hard };
    let limits = Limits {
        nodes: if is_free { Some(NODES) } else { nodes },
        depth,
        budget: Some(Budget { plan, hard }),
        lines: NonZero::new(lines).unwrap_or(NonZero::<u32>::MIN),
        ..Limits::default()
    };
    Ok((limits, time.is_some()))
}

/// The lines of the last depth, the best first.
fn search(
    call: &Call,
    game: &AnyGame,
    limits: &Limits,
    control: &Arc<Control>,
) -> Result<Vec<Progress>, EngineError> {
    let (shared, variant) = (&call.service.shared, game.variant());
    shared.search(1, control, limits, |pause| {
        let engine = Engine::with(variant, &Choice::Learned, TT_SIZE)?;
        let engine = match call.service.tables(variant) {
            Some(tables) => engine.with_tables(tables)?,
            None => engine,
        };
        let (mut lines, mut incomplete) = (Vec::new(), Vec::new());
        let mut progress = |line: &Progress| {
            incomplete.push(line.clone());
            // The best is told last.
            if line.line.is_none_or(|place| place == 1) {
                lines = std::mem::take(&mut incomplete);
                pause();
            }
        };
        engine.think_with(game, limits, control, &mut progress)?;
        lines.sort_by_key(|line| line.line);
        Ok(lines)
    })
}

impl Line {
    fn of(game: &AnyGame, line: &Progress) -> Line {
        let (score, position) = (line.score, game.position());
        let end = score.plies_to_end().map(i64::from);
        let pv = position.write_line(&line.pv);
        Line {
            score: f64::from(score.0) / 100.0,
            end: end.map(|plies| if score.0 < 0 { -plies } else { plies }),
            chances: Chances::of(game.variant(), score).permille(),
            pv: pv.split_whitespace().map(str::to_owned).collect(),
            hub: line.pv.iter().map(ToString::to_string).collect(),
        }
    }
}
