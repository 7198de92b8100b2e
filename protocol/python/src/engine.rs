//! The engine: searches and analysis that others can watch and stop.

use super::board::Board;
use super::known::Book;
use super::moves::Move;
use super::{unusable, variant_of};
use crossbeam_channel::{RecvTimeoutError, unbounded};
use kamen_analysis::{Mark, judge_game};
use kamen_core::{AnyGame, Score};
use kamen_eval::Choice;
use kamen_search::{Answer, Control, Limits, Progress};
use kamen_tables::{MOST_PIECES, Tables};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Exponents of the size of the table of positions: to 256 GiB.
const TT_SIZES: RangeInclusive<u32> = 4..=34;

/// How often Python is asked for signals while the engine thinks.
const ATTENTION: Duration = Duration::from_millis(50);

/// An engine of one variant.
#[pyclass(frozen, module = "kamen")]
pub struct Engine {
    engine: kamen_search::Engine,
    book: Option<Py<Book>>,
    /// Those of the searches at hand.
    controls: Mutex<Vec<Arc<Control>>>,
}

/// What a search has found: its end, or one of its lines on the way.
#[pyclass(frozen, module = "kamen")]
#[derive(Clone)]
pub struct Info {
    #[pyo3(get)]
    best: Option<Move>,
    #[pyo3(get)]
    pv: Vec<Move>,
    #[pyo3(get)]
    depth: u32,
    #[pyo3(get)]
    sel_depth: u32,
    #[pyo3(get)]
    nodes: u64,
    #[pyo3(get)]
    time: f64,
    #[pyo3(get)]
    line: u32,
    score: Score,
}

#[pymethods]
impl Info {
    /// In men, for the side to move.
    #[getter]
    fn score(&self) -> f64 {
        f64::from(self.score.0) / 100.0
    }

    /// Plies to the end of a game that is decided: above 0 it is won, below it is lost.
    #[getter]
    fn mate(&self) -> Option<i64> {
        let plies = i64::from(self.score.plies_to_end()?);
        Some(if self.score.0 > 0 { plies } else { -plies })
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.pv.iter().map(Move::text).collect();
        format!(
            "<Info depth={} score={} pv='{}'>",
            self.depth,
            self.score,
            moves.join(" ")
        )
    }
}

impl Info {
    fn of(game: &AnyGame, progress: &Progress) -> Info {
        let pv = line(game, &progress.pv);
        Info {
            best: pv.first().cloned(),
            pv,
            depth: progress.depth,
            sel_depth: progress.statistics.sel_depth,
            nodes: progress.nodes,
            time: progress.time.as_secs_f64(),
            line: progress.line.unwrap_or(1),
            score: progress.score,
        }
    }
}

/// Moves one after another, each with its text.
fn line(game: &AnyGame, moves: &[kamen_core::AnyMove]) -> Vec<Move> {
    let mut position = *game.position();
    let next = |m: &kamen_core::AnyMove| {
        let written = Move::new(&position, m);
        position = position.after_legal(m);
        written
    };
    moves.iter().map(next).collect()
}

/// What the engine thinks of a move of a game.
#[pyclass(frozen, module = "kamen")]
pub struct Judgment {
    #[pyo3(get)]
    played: Move,
    #[pyo3(get)]
    better: Option<Move>,
    #[pyo3(get)]
    loss: f64,
    #[pyo3(get)]
    mark: Option<&'static str>,
    /// In men, for the side that moves.
    #[pyo3(get)]
    score: f64,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (variant, *, weights = None, tables = None, book = None, threads = 1, tt_size = kamen_search::Engine::TT_SIZE))]
    fn new(
        variant: &str,
        weights: Option<PathBuf>,
        tables: Option<PathBuf>,
        book: Option<Py<Book>>,
        threads: usize,
        tt_size: u32,
    ) -> PyResult<Engine> {
        let variant = variant_of(variant)?;
        if let Some(found) = book.as_ref().map(|book| book.get().book.variant())
            && found != variant
        {
            return Err(unusable(format!(
                "the book is for {found}, expected {variant}"
            )));
        }
        if !TT_SIZES.contains(&tt_size) {
            let (least, most) = (TT_SIZES.start(), TT_SIZES.end());
            return Err(unusable(format!(
                "tt_size is {tt_size}, expected {least} to {most}"
            )));
        }
        let choice = weights.map_or_else(Choice::default, Choice::File);
        let engine = kamen_search::Engine::with(variant, &choice, tt_size).map_err(unusable)?;
        let mut known = Tables::embedded(variant);
        if let Some(folder) = tables
            && let Some(problem) = known.add_folder(&folder, MOST_PIECES).first()
        {
            return Err(unusable(problem));
        }
        let engine = engine.with_tables(Arc::new(known)).map_err(unusable)?;
        Ok(Engine {
            engine: engine.on_threads(threads.max(1)),
            book,
            controls: Mutex::default(),
        })
    }

    #[getter]
    fn variant(&self) -> &'static str {
        self.engine.variant().name()
    }

    #[pyo3(signature = (board, *, time = None, depth = None, nodes = None, lines = 1, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn search(
        &self,
        py: Python<'_>,
        board: &Board,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        lines: u32,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Info>> {
        let limits = limits(time, depth, nodes, lines)?;
        let (engine, game) = (self.engine.clone(), board.game.clone());
        let control = Arc::new(Control::new());
        let (to_us, heard) = unbounded();
        let searcher = {
            let (control, game) = (Arc::clone(&control), game.clone());
            thread::Builder::new()
                .stack_size(kamen_search::STACK_BYTES)
                .spawn(move || {
                    let mut tell = |progress: &Progress| drop(to_us.send(progress.clone()));
                    engine.think_with(&game, &limits, &control, &mut tell)
                })
        };
        let searcher = searcher.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        self.controls().push(Arc::clone(&control));
        let mut found: Vec<Info> = Vec::new();
        let mut failed = None;
        loop {
            match py.detach(|| heard.recv_timeout(ATTENTION)) {
                Ok(told) => {
                    let info = Info::of(&game, &told);
                    if found.first().is_some_and(|first| first.depth != info.depth) {
                        found.clear();
                    }
                    found.push(info.clone());
                    if let (Some(progress), None) = (&progress, &failed) {
                        failed = progress.call1((info,)).err();
                    }
                }
                Err(RecvTimeoutError::Timeout) => failed = failed.or(py.check_signals().err()),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if failed.is_some() {
                control.stop();
            }
        }
        let answer = py.detach(|| searcher.join());
        self.controls()
            .retain(|other| !Arc::ptr_eq(other, &control));
        if let Some(failed) = failed {
            return Err(failed);
        }
        let panicked = || PyRuntimeError::new_err("the search has failed");
        let answer = answer.map_err(|_| panicked())?.map_err(unusable)?;
        Ok(ended(&game, found, &answer))
    }

    #[pyo3(signature = (board, *, time = None, depth = None, nodes = None))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Board,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> PyResult<Option<Move>> {
        let position = board.game.position();
        if let Some(book) = &self.book
            && board.game.over().is_none()
            && let Some(best) = book.get().book.moves(position).first()
        {
            return Ok(Some(Move::new(position, &best.played)));
        }
        let found = self.search(py, board, time, depth, nodes, 1, None)?;
        Ok(found.into_iter().next().and_then(|info| info.best))
    }

    fn stop(&self) {
        self.controls().iter().for_each(|control| control.stop());
    }

    fn forget(&self) {
        self.engine.forget();
    }

    #[pyo3(signature = (board, *, time = None, depth = None, nodes = None))]
    fn analyze(
        &self,
        py: Python<'_>,
        board: &Board,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> PyResult<Vec<Judgment>> {
        if time == Some(f64::INFINITY) {
            return Err(unusable("time is inf, expected seconds for each move"));
        }
        let limits = limits(time, depth, nodes, 2)?;
        let engines = [self.engine.clone()];
        let game = &board.game;
        let judged = py.detach(|| {
            judge_game(
                &engines,
                limits,
                None,
                *game.initial(),
                game.moves(),
                &|| (),
            )
        });
        let judged = judged.map_err(unusable)?;
        Ok(judged.iter().map(Judgment::of).collect())
    }
}

impl Engine {
    fn controls(&self) -> MutexGuard<'_, Vec<Arc<Control>>> {
        self.controls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Judgment {
    fn of(judgment: &kamen_analysis::Judgment) -> Judgment {
        let position = &judgment.position;
        let better = judgment.better().and_then(|line| line.moves.first());
        Judgment {
            played: Move::new(position, &judgment.played),
            better: better.map(|m| Move::new(position, m)),
            loss: judgment.loss,
            mark: judgment.mark.map(|mark| match mark {
                Mark::Only => "only",
                Mark::Inaccuracy => "inaccuracy",
                Mark::Mistake => "mistake",
                Mark::Blunder => "blunder",
            }),
            score: f64::from(judgment.score.0) / 100.0,
        }
    }
}

/// The limits of a search; of none at all, a second.
fn limits(
    time: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    lines: u32,
) -> PyResult<Limits> {
    let time = match (time, depth, nodes) {
        (None, None, None) => Some(1.0),
        _ => time,
    };
    let mut limits = Limits {
        depth,
        nodes,
        lines: NonZero::new(lines).ok_or_else(|| unusable("lines is 0, expected 1 or more"))?,
        ..Limits::default()
    };
    if let Some(seconds) = time.filter(|seconds| *seconds != f64::INFINITY) {
        let time = Duration::try_from_secs_f64(seconds).map_err(unusable)?;
        limits.budget = Limits::move_time(time).budget;
    }
    Ok(limits)
}

/// The lines of a search that has ended, the best first. A game without moves has none.
fn ended(game: &AnyGame, mut found: Vec<Info>, answer: &Answer) -> Vec<Info> {
    found.sort_by_key(|info| info.line);
    if found.is_empty()
        && let Some(best) = answer.best
    {
        let pv = line(game, &[best]);
        found.push(Info {
            best: pv.first().cloned(),
            pv,
            depth: answer.depth,
            sel_depth: answer.depth,
            nodes: answer.nodes,
            time: 0.0,
            line: 1,
            score: answer.score,
        });
    }
    found
}
