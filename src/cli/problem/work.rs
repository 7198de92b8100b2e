//! Judges the problems of the files. Begin with [`Arguments::judge_all`].

use super::Arguments;
use super::entry::Entry;
use super::input::{Asked, TextProblem, problems};
use crate::CliError;
use crate::analyze::tt_size;
use crate::collected::{Collected, Piece};
use crate::notation::SquareNames;
use crate::pdn::{PdnError, count};
use crate::progress::progress_bar;
use indicatif::ProgressBar;
use kamen_analysis::Problem;
use kamen_core::rules::Variant;
use kamen_files::{Stop, note, processors};
use kamen_search::{Engine, EngineError, Limits, share};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Problems for each thread that are read before they are judged.
const BATCH: usize = 16;

/// What became of the problems.
pub(super) struct AllJudged {
    /// The problems in their order, without those with faults.
    pub(super) pieces: Vec<Piece>,
    /// How many of them are judged.
    pub(super) problems: usize,
    /// Problems with faults.
    pub(super) faults: usize,
    /// Whether the user stopped the work.
    pub(super) is_stopped: bool,
}

/// A problem that is yet to be judged.
struct Pending {
    piece: Piece,
    problem: Problem,
    text: TextProblem,
    /// Its file and number.
    place: String,
}

struct Work<'a> {
    arguments: &'a Arguments,
    collected: &'a mut Collected<Entry>,
    stop: &'a Stop,
    threads: usize,
    engines: Vec<Engine>,
    pending: Vec<Pending>,
    judged: AllJudged,
    bar: ProgressBar,
}

impl Arguments {
    /// Judges all problems that have not been judged before.
    ///
    /// # Errors
    /// A file cannot be read or has no problem, or the journal cannot be written.
    pub(super) fn judge_all(
        &self,
        collected: &mut Collected<Entry>,
        stop: &Stop,
    ) -> Result<AllJudged, CliError> {
        let mut work = Work {
            arguments: self,
            collected,
            stop,
            threads: self.threads.map_or_else(processors, usize::from),
            engines: Vec::new(),
            pending: Vec::new(),
            judged: AllJudged {
                pieces: Vec::new(),
                problems: 0,
                faults: 0,
                is_stopped: false,
            },
            bar: progress_bar(0, "{pos} problems, {rate}", self.quiet),
        };
        let done = (self.files.iter().enumerate())
            .try_for_each(|(index, path)| work.file(index + 1, path));
        let judged = work.judge();
        work.bar.finish_and_clear();
        done.and(judged)?;
        Ok(AllJudged {
            is_stopped: stop.is_wanted(),
            ..work.judged
        })
    }
}

impl Work<'_> {
    fn file(&mut self, file: usize, path: &Path) -> Result<(), CliError> {
        let asked = Asked {
            stipulation: self.arguments.stipulation,
            variant: self.arguments.variant,
            encoding: self.arguments.encoding.encoding,
        };
        let mut found = 0;
        problems(path, asked, &mut |text| {
            found = text.number;
            self.add(file, path, text)
        })?;
        match found {
            0 => Err(CliError::Usage(format!(
                "{}: no problem, expected games with a position, or a FEN on each line",
                path.display()
            ))),
            _ => Ok(()),
        }
    }

    fn add(&mut self, file: usize, path: &Path, text: TextProblem) -> Result<(), CliError> {
        if self.stop.is_wanted() {
            return Ok(());
        }
        let place = format!("{}: problem {}", path.display(), text.number);
        let problem = match &text.problem {
            Ok(problem) => problem.clone(),
            Err(fault) => {
                self.fault(&format!("{place}: {fault}"));
                return Ok(());
            }
        };
        let variant = problem.position.variant();
        if self.arguments.squares.are_letters(variant) && !SquareNames::has_letters(variant) {
            let game = place;
            return Err(PdnError::NoLetters { game, variant }.into());
        }
        if problem.position.won().is_some() {
            self.fault(&format!("{place}: the game is over in the position"));
            return Ok(());
        }
        let piece = Piece {
            file,
            game: text.number,
            checksum: crc32fast::hash(text.text.as_bytes()),
        };
        self.judged.pieces.push(piece);
        if self.collected.get(&piece).is_some() {
            self.judged.problems += 1;
            self.bar.inc(1);
            return Ok(());
        }
        let is_other = |pending: &Pending| pending.problem.position.variant() != variant;
        let is_full = self.pending.len() >= BATCH * self.threads;
        if is_full || self.pending.first().is_some_and(is_other) {
            self.judge()?;
        }
        self.pending.push(Pending {
            piece,
            problem,
            text,
            place,
        });
        Ok(())
    }

    /// Says a fault, and leaves the problem out.
    fn fault(&mut self, line: &str) {
        self.bar.suspend(|| note(format_args!("{line}")));
        self.judged.faults += 1;
    }

    /// Judges the problems that are pending, each on one thread.
    fn judge(&mut self) -> Result<(), CliError> {
        let pending = std::mem::take(&mut self.pending);
        let Some(first) = pending.first() else {
            return Ok(());
        };
        self.engines(first.problem.position.variant())?;
        let (arguments, stop, bar) = (self.arguments, self.stop, &self.bar);
        let settings = arguments.problem_settings();
        let state = Mutex::new((&mut *self.collected, &mut self.judged, None));
        let is_stopped = || {
            let state = state.lock().unwrap_or_else(PoisonError::into_inner);
            state.2.is_some() || stop.is_wanted()
        };
        let judge = |engine: &Engine, number: usize| -> Result<(), EngineError> {
            let Pending {
                piece,
                problem,
                text,
                place,
            } = &pending[number];
            let Some(judged) = problem.judge(engine, settings, &|| stop.is_wanted())? else {
                return Ok(());
            };
            let letters = arguments.squares.are_letters(problem.position.variant());
            let entry = Entry::new(problem, &judged, text, place, letters);
            let mut guard = state.lock().unwrap_or_else(PoisonError::into_inner);
            let (collected, all, failure) = &mut *guard;
            match collected.add(*piece, entry) {
                Ok(()) => all.problems += 1,
                Err(error) => *failure = Some(error),
            }
            bar.inc(1);
            Ok(())
        };
        share(&self.engines, pending.len(), &is_stopped, &judge)?;
        let (_, _, failure) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failure {
            return Err(error);
        }
        if self.bar.is_hidden() && !self.arguments.quiet {
            note(format_args!("{}", count(self.judged.problems, "problem")));
        }
        Ok(())
    }

    /// Engines for a variant, one a thread.
    fn engines(&mut self, variant: Variant) -> Result<(), CliError> {
        if self
            .engines
            .first()
            .is_some_and(|engine| engine.variant() == variant)
        {
            return Ok(());
        }
        self.engines.clear();
        let arguments = self.arguments;
        let size = tt_size(&Limits::nodes(arguments.nodes.saturating_mul(8)));
        let engine = arguments.eval.engine(variant, &arguments.tables, size)?;
        let others = (1..self.threads).map(|_| engine.with_own_table());
        self.engines = others.collect::<Result<_, EngineError>>()?;
        self.engines.push(engine);
        Ok(())
    }
}
