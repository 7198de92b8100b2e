//! What work on many games finds, game by game, until all of it is written. Begin with [`Collected`], and [`Work`] that finds it.

mod work;

pub(crate) use work::{Searcher, Work};

use crate::paths::check_outputs;
use crate::pdn::PdnError;
use crate::{CliError, json::print_json};
use hashbrown::HashMap;
use kamen_files::{
    Journal, JournalError, LockError, Owner, fault, hidden_beside, whole_file, write_whole_by,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A game of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Piece {
    /// The number of its file on the command line, from 1.
    pub(crate) file: usize,
    /// Its number in the file, from 1.
    pub(crate) game: u64,
    /// The checksum of its text.
    pub(crate) checksum: u32,
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
struct Line<T> {
    #[serde(flatten)]
    piece: Piece,
    found: T,
}

/// What was found of each game. Where all outputs are files, a journal beside the first keeps it until they are written, so that
/// another run of the same command goes on after any interruption.
pub(crate) struct Collected<T> {
    found: HashMap<Piece, T>,
    journal: Option<Journal>,
    /// How many games are there from an earlier run.
    kept: usize,
    is_done: bool,
}

impl<T: Serialize + DeserializeOwned> Collected<T> {
    /// Opens what an earlier run of the same work left, if it did. `files` are the outputs, `None` for standard output;
    /// `settings` identify the work.
    ///
    /// # Errors
    /// A file cannot be written, or the journal is that of other work; then nothing changes.
    pub(crate) fn open(
        files: &[Option<&Path>],
        owner: Owner,
        settings: &Value,
    ) -> Result<Collected<T>, CliError> {
        let mut collected = Collected {
            found: HashMap::new(),
            journal: None,
            kept: 0,
            is_done: false,
        };
        check_outputs(files.iter().copied())?;
        let mut whole = Vec::new();
        for path in files.iter().flatten() {
            let unwritten = |error| PdnError::file(path, error);
            whole.push((*path, whole_file(path).map_err(unwritten)?));
        }
        let is_kept = whole.len() == files.len() && whole.iter().all(|(_, whole)| whole.is_some());
        if let Some((path, Some(first))) = whole.first().filter(|_| is_kept) {
            let found = &mut collected.found;
            let resume = |line: Line<T>, _| _ = found.insert(line.piece, line.found);
            let opened = Journal::open(&hidden_beside(first, "journal"), owner, settings, resume);
            collected.journal = Some(opened.map_err(|error| in_use(error, path))?);
        }
        collected.kept = collected.found.len();
        Ok(collected)
    }

    /// Whether another run of the same command goes on from here.
    pub(crate) fn resumes(&self) -> bool {
        self.journal.is_some()
    }

    /// Whether another run goes on from something.
    pub(crate) fn is_worth_resuming(&self) -> bool {
        self.resumes() && !self.found.is_empty()
    }

    /// Games from an earlier run.
    pub(crate) fn kept(&self) -> usize {
        self.kept
    }

    /// What was found of a game, if it has been looked at.
    pub(crate) fn get(&self, piece: &Piece) -> Option<&T> {
        self.found.get(piece)
    }

    /// Adds what was found of a game.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub(crate) fn add(&mut self, piece: Piece, found: T) -> Result<(), CliError> {
        let line = Line { piece, found };
        if let Some(journal) = &mut self.journal {
            journal.append(&line)?;
        }
        self.found.insert(piece, line.found);
        Ok(())
    }

    /// All is written: nothing is left for another run.
    pub(crate) fn finish(mut self) {
        self.is_done = true;
    }
}

/// A journal in use, named as the user names the output.
fn in_use(error: JournalError, path: &Path) -> CliError {
    match error {
        JournalError::InUse { work, .. } => {
            let path: PathBuf = path.to_owned();
            LockError::InUse { path, work }.into()
        }
        error => error.into(),
    }
}

impl<T> Drop for Collected<T> {
    /// Leaves nothing behind that no later run could go on from.
    fn drop(&mut self) {
        let Some(journal) = &self.journal else { return };
        if self.is_done || self.found.is_empty() {
            let _ = fault::remove(journal.path());
        }
    }
}

/// Writes an output whole: a file, or standard output.
///
/// # Errors
/// It cannot be written.
pub(crate) fn write_output(
    path: Option<&Path>,
    out: &mut impl Write,
    write: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    match path {
        None => {
            write(out)?;
            out.flush()?;
        }
        Some(path) => {
            let written = write_whole_by(path, |out| write(out));
            written.map_err(|error| PdnError::file(path, error))?;
        }
    }
    Ok(())
}

/// Objects as JSON, one a line.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn write_json_lines<'a>(
    values: impl Iterator<Item = &'a Value>,
    mut out: &mut dyn Write,
) -> io::Result<()> {
    for value in values {
        print_json(value, &mut out)?;
    }
    Ok(())
}
