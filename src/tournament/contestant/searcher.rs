//! The engine itself as a contestant, without a separate program.

use kamen_core::game::AnyGame;
use kamen_eval::Evaluation;
use kamen_players::{ChosenMove, Player, Thought};
use kamen_search::{Control, Limits, Progress, Resources, TranspositionTable, search_any};
use serde::{Serialize, Serializer};
use std::fmt;

/// The engine with an evaluation and a number of nodes for each move. Where searches are short, it plays
/// much faster than a program that has to be asked; it is the same search.
#[derive(Clone, Debug)]
pub struct Searcher {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// Nodes of each search.
    pub nodes: u64,
}

/// The size of the table, as an exponent of 2.
const TABLE: u32 = 16;

impl Searcher {
    /// Creates the player.
    pub(crate) fn player(&self) -> Box<dyn Player> {
        Box::new(Searching {
            searcher: self.clone(),
            table: TranspositionTable::new(TABLE),
        })
    }
}

impl fmt::Display for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, nodes={}", self.evaluation, self.nodes)
    }
}

impl PartialEq for Searcher {
    fn eq(&self, other: &Searcher) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Serialize for Searcher {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A searcher with its table.
struct Searching {
    searcher: Searcher,
    /// `None` if there was no memory.
    table: Option<TranspositionTable>,
}

impl Player for Searching {
    fn new_game(&mut self, _: u64) {
        match &mut self.table {
            Some(table) => table.clear(),
            None => self.table = TranspositionTable::new(TABLE),
        }
    }

    fn think(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> ChosenMove {
        let found = self.table.as_ref().map(|tt| {
            let resources = Resources {
                evaluator: &self.searcher.evaluation,
                tt,
                threads: 1,
                tables: None,
            };
            let limits = Limits {
                nodes: Some(self.searcher.nodes),
                ..*limits
            };
            search_any(game, resources, &limits, control, progress)
        });
        let best = found.as_ref().and_then(|found| found.best);
        ChosenMove {
            chosen: best.unwrap_or_else(|| game.legal_moves()[0]),
            thought: found.map(|found| Thought {
                score: found.score,
                depth: found.depth,
                nodes: found.nodes,
            }),
        }
    }
}
