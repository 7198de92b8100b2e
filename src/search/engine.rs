//! The engine as a value: what it takes to search positions of a variant.

use crate::{Answer, Control, Limits, Progress, Resources, TranspositionTable, search_any};
use kamen_core::game::AnyGame;
use kamen_core::rules::Variant;
use kamen_eval::{Choice, Evaluation, WeightsError};
use kamen_files::Stop;
use kamen_tables::Tables;
use std::sync::Arc;

/// What is needed to search positions of a variant: an evaluation, a transposition table and a
/// number of threads.
///
/// A clone shares the table. Searches of one engine can run at the same time, but what they find in
/// the table then depends on each other.
///
/// ```
/// use kamen_core::{AnyGame, Variant};
/// use kamen_search::{Engine, Limits};
///
/// let engine = Engine::new(Variant::Czech)?;
/// let game = AnyGame::start(Variant::Czech);
/// let answer = engine.think(&game, &Limits::depth(6))?;
/// println!("{} {}", answer.score, answer.best.map_or_else(String::new, |m| m.to_string()));
/// # Ok::<(), kamen_search::EngineError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    variant: Variant,
    evaluation: Evaluation,
    table: Arc<TranspositionTable>,
    /// The size of that table, as an exponent of 2.
    tt_size: u32,
    threads: usize,
    tables: Option<Arc<Tables>>,
    /// The end of the work that its searches are a part of.
    work: Option<Arc<Stop>>,
}

/// Why there is no engine, or no answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// No memory for the transposition table.
    #[error("no memory for tt-size {size} ({} MiB)", TranspositionTable::bytes(*.size) >> 20)]
    Memory {
        /// The exponent of the size, as asked for.
        size: u32,
    },
    /// The file of weights cannot be used.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A game of another variant.
    #[error("a game of {found}, expected {expected}")]
    Variant {
        /// The variant of the game.
        found: Variant,
        /// That of the engine.
        expected: Variant,
    },
    /// Endgame tables of another variant.
    #[error("endgame tables of {found}, expected {expected}")]
    Tables {
        /// The variant of the tables.
        found: Variant,
        /// That of the engine.
        expected: Variant,
    },
    /// No thread can be started.
    #[error("no thread can be started: {0}")]
    Thread(std::io::Error),
}

impl Engine {
    /// The size of the table if nothing else is said, as an exponent of 2: 64 MiB.
    pub const TT_SIZE: u32 = 22;

    /// An engine as the program has it if nothing is set: the evaluation and the endgame tables that come with it, one
    /// thread, and a transposition table of 64 MiB.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(variant: Variant) -> Result<Engine, EngineError> {
        let engine = Engine::with(variant, &Choice::default(), Engine::TT_SIZE)?;
        engine.with_tables(Arc::new(Tables::embedded(variant)))
    }

    /// An engine with an evaluation of choice and a table of 2 to the power of `tt_size` entries of
    /// 16 bytes.
    ///
    /// # Errors
    /// When there is no memory for the table or the file of weights cannot be used.
    pub fn with(variant: Variant, eval: &Choice, tt_size: u32) -> Result<Engine, EngineError> {
        let evaluation = Evaluation::load(variant, eval)?;
        let table = TranspositionTable::new(tt_size);
        Ok(Engine {
            variant,
            evaluation,
            table: Arc::new(table.ok_or(EngineError::Memory { size: tt_size })?),
            tt_size,
            threads: 1,
            tables: None,
            work: None,
        })
    }

    /// A like engine with a table of its own: both can search at the same time and find what each would find alone.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn with_own_table(&self) -> Result<Engine, EngineError> {
        let size = self.tt_size;
        let table = TranspositionTable::new(size).ok_or(EngineError::Memory { size })?;
        Ok(Engine {
            table: Arc::new(table),
            ..self.clone()
        })
    }

    /// The same engine on so many threads.
    #[must_use]
    pub fn on_threads(self, threads: usize) -> Engine {
        Engine { threads, ..self }
    }

    /// The same engine for work that may be stopped: all its searches end soon then, and what they find says nothing.
    #[must_use]
    pub fn stopped_by(self, stop: &Arc<Stop>) -> Engine {
        let work = Some(Arc::clone(stop));
        Engine { work, ..self }
    }

    /// The same engine with endgame tables.
    ///
    /// # Errors
    /// The tables are of another variant.
    pub fn with_tables(self, tables: Arc<Tables>) -> Result<Engine, EngineError> {
        let (found, expected) = (tables.variant(), self.variant);
        if found != expected {
            return Err(EngineError::Tables { found, expected });
        }
        Ok(Engine {
            tables: Some(tables),
            ..self
        })
    }

    /// The same engine without endgame tables: a win has its distance only if the search sees it.
    #[must_use]
    pub fn without_tables(self) -> Engine {
        Engine {
            tables: None,
            ..self
        }
    }

    /// Its endgame tables, if it has any.
    pub fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref()
    }

    /// Its variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Its evaluation, for [`explain`](kamen_eval::explain) for example.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Searches the present position of a game.
    ///
    /// On one thread, with limits of depth or nodes only and after [`Engine::forget`], the answer is
    /// the same every time.
    ///
    /// # Errors
    /// If the game is of another variant.
    pub fn think(&self, game: &AnyGame, limits: &Limits) -> Result<Answer, EngineError> {
        self.think_with(game, limits, &Control::new(), &mut |_| ())
    }

    /// As [`Engine::think`]; `control` stops the search from another thread, and `progress` hears of
    /// every completed iteration.
    ///
    /// # Errors
    /// If the game is of another variant.
    pub fn think_with(
        &self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Answer, EngineError> {
        let (found, expected) = (game.variant(), self.variant);
        if found != expected {
            return Err(EngineError::Variant { found, expected });
        }
        if let Some(work) = &self.work {
            control.stop_with(work);
        }
        let resources = Resources {
            evaluator: &self.evaluation,
            tt: &self.table,
            threads: self.threads,
            tables: self.tables.as_deref(),
        };
        Ok(search_any(game, resources, limits, control, progress))
    }

    /// Forgets what earlier searches have left in the table: another game begins.
    pub fn forget(&self) {
        self.table.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_can_be_repeated_waits_for_the_whole_table() {
        let engine = Engine::with(Variant::Czech, &Choice::default(), 25).unwrap();
        let game = AnyGame::start(Variant::Czech);
        engine.think(&game, &Limits::nodes(1)).unwrap();
        assert!(engine.table.is_whole());
        // One that has been stopped already waits for nothing.
        let (engine, control) = (engine.with_own_table().unwrap(), Control::new());
        control.stop();
        let limits = Limits::depth(1);
        let answer = engine.think_with(&game, &limits, &control, &mut |_| ());
        assert!(answer.unwrap().best.is_some());
    }

    #[test]
    fn tables_of_another_variant_are_refused() {
        let tables = |variant| Arc::new(Tables::embedded(variant));
        let engine = Engine::with(Variant::Czech, &Choice::default(), 12).unwrap();
        let own = engine.clone().with_tables(tables(Variant::Czech)).unwrap();
        assert!(own.tables().is_some());
        let refused = engine.with_tables(tables(Variant::Russian)).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "endgame tables of russian, expected czech"
        );
    }
}
