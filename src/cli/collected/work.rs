//! Looks at many games with engines, several games at the same time. Begin with [`Work`].

use super::{Collected, Piece};
use crate::analyze::tt_size;
use crate::pdn::count;
use crate::progress::progress_bar;
use crate::{CliError, EvalArgument};
use indicatif::ProgressBar;
use kamen_core::rules::Variant;
use kamen_files::{Stop, note, processors};
use kamen_search::{Engine, EngineError, Limits, share};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Games for each thread that are read before they are looked at.
const BATCH: usize = 8;

/// What games are looked at with.
pub(crate) struct Searcher<'a> {
    pub(crate) eval: &'a EvalArgument,
    pub(crate) tables: &'a Path,
    /// Nodes of the longest search.
    pub(crate) nodes: u64,
    /// Games at the same time; one for each core if it is not said.
    pub(crate) threads: Option<u16>,
    pub(crate) quiet: bool,
    /// What a game is called: `problem`.
    pub(crate) unit: &'a str,
}

/// Work on the games of some files: what `look` finds of each, `None` if it was stopped.
pub(crate) struct Work<'a, P, T> {
    searcher: Searcher<'a>,
    collected: &'a mut Collected<T>,
    stop: &'a Arc<Stop>,
    look: &'a Look<'a, P, T>,
    threads: usize,
    engines: Vec<Engine>,
    /// The games that were read and are of one variant.
    pending: Vec<(Piece, P)>,
    variant: Option<Variant>,
    pieces: Vec<Piece>,
    done: usize,
    bar: ProgressBar,
}

/// What is found of a game, by one engine on one thread.
type Look<'a, P, T> = dyn Fn(&Engine, &P) -> Result<Option<T>, EngineError> + Sync + 'a;

impl<'a, P: Sync, T: Serialize + DeserializeOwned + Send> Work<'a, P, T> {
    pub(crate) fn new(
        searcher: Searcher<'a>,
        collected: &'a mut Collected<T>,
        stop: &'a Arc<Stop>,
        look: &'a Look<'a, P, T>,
    ) -> Work<'a, P, T> {
        let bar = progress_bar(
            0,
            &format!("{{pos}} {}s, {{rate}}", searcher.unit),
            searcher.quiet,
        );
        Work {
            threads: searcher.threads.map_or_else(processors, usize::from),
            searcher,
            collected,
            stop,
            look,
            engines: Vec::new(),
            pending: Vec::new(),
            variant: None,
            pieces: Vec::new(),
            done: 0,
            bar,
        }
    }

    /// Adds a game, which is looked at by and by, unless an earlier run has.
    ///
    /// # Errors
    /// The journal cannot be written, or there is no engine.
    pub(crate) fn add(&mut self, piece: Piece, variant: Variant, game: P) -> Result<(), CliError> {
        self.pieces.push(piece);
        if self.collected.get(&piece).is_some() {
            self.done += 1;
            self.bar.inc(1);
            return Ok(());
        }
        let is_full = self.pending.len() >= BATCH * self.threads;
        if is_full || self.variant.is_some_and(|other| other != variant) {
            self.look()?;
        }
        self.variant = Some(variant);
        self.pending.push((piece, game));
        Ok(())
    }

    /// Looks at what is pending. The games in their order, and how many of them were looked at.
    ///
    /// # Errors
    /// As those of [`add`](Work::add).
    pub(crate) fn finish(mut self) -> Result<(Vec<Piece>, usize), CliError> {
        let looked = self.look();
        self.bar.finish_and_clear();
        looked.map(|()| (self.pieces, self.done))
    }

    /// Says something on standard error, beside the bar.
    pub(crate) fn say(&self, line: &dyn Display) {
        self.bar.suspend(|| note(format_args!("{line}")));
    }

    /// Looks at the games that are pending, each on one thread.
    fn look(&mut self) -> Result<(), CliError> {
        let pending = std::mem::take(&mut self.pending);
        let Some(variant) = self.variant.take() else {
            return Ok(());
        };
        self.start(variant)?;
        let (stop, bar, look) = (self.stop, &self.bar, self.look);
        let state = Mutex::new((&mut *self.collected, &mut self.done, None));
        let is_stopped = || {
            let state = state.lock().unwrap_or_else(PoisonError::into_inner);
            state.2.is_some() || stop.is_wanted()
        };
        let one = |engine: &Engine, number: usize| -> Result<(), EngineError> {
            let (piece, game) = &pending[number];
            let Some(found) = look(engine, game)? else {
                return Ok(());
            };
            let mut guard = state.lock().unwrap_or_else(PoisonError::into_inner);
            let (collected, done, failure) = &mut *guard;
            match collected.add(*piece, found) {
                Ok(()) => **done += 1,
                Err(error) => *failure = Some(error),
            }
            bar.inc(1);
            Ok(())
        };
        share(&self.engines, pending.len(), &is_stopped, &one)?;
        let (_, _, failure) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failure {
            return Err(error);
        }
        if self.bar.is_hidden() && !self.searcher.quiet {
            note(format_args!("{}", count(self.done, self.searcher.unit)));
        }
        Ok(())
    }

    /// Engines for a variant, one a thread.
    fn start(&mut self, variant: Variant) -> Result<(), CliError> {
        let is_there = |engine: &Engine| engine.variant() == variant;
        if self.engines.first().is_some_and(is_there) {
            return Ok(());
        }
        self.engines.clear();
        let Searcher {
            eval,
            tables,
            nodes,
            ..
        } = self.searcher;
        let engine = eval.engine(variant, tables, tt_size(&Limits::nodes(nodes)))?;
        let engine = engine.stopped_by(self.stop);
        let others = (1..self.threads).map(|_| engine.with_own_table());
        self.engines = others.collect::<Result<_, EngineError>>()?;
        self.engines.push(engine);
        Ok(())
    }
}
