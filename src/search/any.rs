//! The search of a game whose variant is known at run time.

use super::control::Control;
use super::limits::Limits;
use super::result::{Handler, Info, SearchResult, Statistics};
use super::searched::{Searched, search};
use super::worker::Resources;
use kamen_core::game::{AnyGame, AnyMove};
use kamen_core::rules::{MoveOf, Rules, VariantOf};
use kamen_core::score::Score;
use kamen_core::with_rules;
use kamen_eval::Evaluation;
use std::time::Duration;

/// How far a search has come: a completed iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Mean distance of the leaves from the root, in plies.
    pub mean_depth: f64,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Nodes since the search began.
    pub nodes: u64,
    /// What it has gone through.
    pub statistics: Statistics,
    /// Time since the search was ordered.
    pub time: Duration,
    /// Principal variation; never empty.
    pub pv: Vec<AnyMove>,
    /// The place of the line among those of its depth, from 1 for the best; `None` where one alone is asked for. The best
    /// comes last.
    pub line: Option<u32>,
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<AnyMove>,
    /// The expected reply.
    pub ponder: Option<AnyMove>,
    /// Score for the side to move.
    pub score: Score,
    /// The last completed depth, in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// As [`search`], where the variant is known at run time only; `progress` hears of every completed
/// iteration.
pub fn search_any(
    game: &AnyGame,
    resources: Resources<'_, Evaluation>,
    limits: &Limits,
    control: &Control,
    progress: &mut dyn FnMut(&Progress),
) -> Answer {
    with_rules!(game.variant(), of: R => {
        typed::<R>(of, game, resources, limits, control, progress)
    })
}

fn typed<R: Rules>(
    variant: VariantOf<R>,
    game: &AnyGame,
    resources: Resources<'_, Evaluation>,
    limits: &Limits,
    control: &Control,
    progress: &mut dyn FnMut(&Progress),
) -> Answer
where
    Evaluation: Searched<R>,
{
    let Some(game) = game.typed() else {
        return SearchResult::<R>::without_move(Score::DRAW).erased(variant);
    };
    let mut handler = Erasing { variant, progress };
    search(&game, resources, limits, control, &mut handler).erased(variant)
}

impl<R: Rules> SearchResult<R> {
    fn erased(self, variant: VariantOf<R>) -> Answer {
        let erased = |m: MoveOf<R>| AnyMove::of(variant, &m);
        Answer {
            best: self.best.map(erased),
            ponder: self.ponder.map(erased),
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// Passes on the progress without the type of the rules.
struct Erasing<'a, R> {
    variant: VariantOf<R>,
    progress: &'a mut dyn FnMut(&Progress),
}

impl<R: Rules> Handler<R> for Erasing<'_, R> {
    fn iteration(&mut self, info: &Info<R>) {
        (self.progress)(&Progress {
            depth: info.depth,
            mean_depth: info.mean_depth,
            score: info.score,
            nodes: info.nodes,
            statistics: info.statistics,
            time: info.time,
            pv: info
                .pv
                .iter()
                .map(|m| AnyMove::of(self.variant, m))
                .collect(),
            line: info.line,
        });
    }
}
