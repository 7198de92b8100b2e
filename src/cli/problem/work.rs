//! Judges the problems of the files. Begin with [`Arguments::judge_all`].

use super::Arguments;
use super::entry::Entry;
use super::input::{Asked, TextProblem, problems};
use crate::CliError;
use crate::collected::{Collected, Piece, Searcher, Work};
use crate::notation::SquareNames;
use crate::pdn::PdnError;
use kamen_analysis::Problem;
use kamen_files::Stop;
use kamen_search::{Engine, EngineError};
use std::path::Path;
use std::sync::Arc;

/// By how many nodes the moves of the main line get more than others.
const DEEPER: u64 = 8;

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
    problem: Problem,
    text: TextProblem,
    /// Its file and number.
    place: String,
}

/// The way through the files.
struct Walk<'a> {
    arguments: &'a Arguments,
    stop: &'a Arc<Stop>,
    work: Work<'a, Pending, Entry>,
    faults: usize,
}

impl Arguments {
    /// Judges all problems that have not been judged before.
    ///
    /// # Errors
    /// A file cannot be read or has no problem, or the journal cannot be written.
    pub(super) fn judge_all(
        &self,
        collected: &mut Collected<Entry>,
        stop: &Arc<Stop>,
    ) -> Result<AllJudged, CliError> {
        let searcher = Searcher {
            eval: &self.eval,
            tables: &self.tables,
            nodes: self.nodes.saturating_mul(DEEPER),
            threads: self.threads,
            quiet: self.quiet,
            unit: "problem",
        };
        let judge = |engine: &Engine, pending: &Pending| self.entry(engine, pending, stop);
        let mut walk = Walk {
            arguments: self,
            stop,
            work: Work::new(searcher, collected, stop, &judge),
            faults: 0,
        };
        let read = (self.files.iter().enumerate())
            .try_for_each(|(index, path)| walk.file(index + 1, path));
        let Walk { work, faults, .. } = walk;
        let judged = work.finish();
        read?;
        let (pieces, problems) = judged?;
        Ok(AllJudged {
            pieces,
            problems,
            faults,
            is_stopped: stop.is_wanted(),
        })
    }

    /// The judgment of a problem; `None` if it was stopped.
    fn entry(
        &self,
        engine: &Engine,
        pending: &Pending,
        stop: &Stop,
    ) -> Result<Option<Entry>, EngineError> {
        let Pending {
            problem,
            text,
            place,
        } = pending;
        let judged = problem.judge(engine, self.problem_settings(), &|| stop.is_wanted())?;
        let letters = self.squares.are_letters(problem.position.variant());
        Ok(judged.map(|judged| Entry::new(problem, &judged, text, place, letters)))
    }
}

impl Walk<'_> {
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
                self.fault(&format_args!("{place}: {fault}"));
                return Ok(());
            }
        };
        let variant = problem.position.variant();
        if self.arguments.squares.are_letters(variant) && !SquareNames::has_letters(variant) {
            let game = place;
            return Err(PdnError::NoLetters { game, variant }.into());
        }
        if problem.position.won().is_some() {
            self.fault(&format_args!("{place}: the game is over in the position"));
            return Ok(());
        }
        let piece = Piece {
            file,
            game: text.number,
            checksum: crc32fast::hash(text.text.as_bytes()),
        };
        let pending = Pending {
            problem,
            text,
            place,
        };
        self.work.add(piece, variant, pending)
    }

    /// Says a fault, and leaves the problem out.
    fn fault(&mut self, line: &dyn std::fmt::Display) {
        self.work.say(line);
        self.faults += 1;
    }
}
