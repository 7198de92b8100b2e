//! How far long jobs are, read from the files that they write: journals of matches, counts of perft, games of self-play,
//! checkpoints of learning, tables. Begin with [`survey`].
//!
//! Files are read as their own layers read them, checksums included, while others may write to them. Files that belong to the same
//! work, such as the journals of the parts of a match, become one [`Job`]. Every file is in a job or among the [`Unread`].

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod checkpoints;
mod counts;
mod job;
mod journals;
mod kind;
mod matches;
mod tables;

pub use job::{Job, Part, Standing};

use kind::Kind;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What was found.
#[derive(Debug, Default, Serialize)]
pub struct Survey {
    /// The jobs, in the order of their words.
    pub jobs: Vec<Job>,
    /// Files that tell nothing.
    pub unread: Vec<Unread>,
}

/// A file that no job is told by.
#[derive(Debug, Serialize)]
pub struct Unread {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it; `None` for a file that no long job writes.
    pub damage: Option<String>,
}

impl Unread {
    fn damaged(path: &Path, why: impl ToString) -> Unread {
        Unread {
            path: path.to_owned(),
            damage: Some(why.to_string()),
        }
    }
}

/// A path that cannot be looked at.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {error}", path.display())]
pub struct SurveyError {
    /// The path.
    pub path: PathBuf,
    /// Why not.
    pub error: io::Error,
}

/// The files of a survey by kind.
#[derive(Default)]
struct Found {
    files: Vec<(PathBuf, Kind)>,
    /// Folders of the tables of a variant.
    tables: BTreeSet<PathBuf>,
    unread: Vec<Unread>,
}

/// Looks at files, and at all files in folders and those below them, but for hidden ones that are no journals. Links to folders are
/// followed only where they are among the paths.
///
/// # Errors
/// A path is not there or cannot be read.
pub fn survey(paths: &[PathBuf]) -> Result<Survey, SurveyError> {
    let mut found = Found::default();
    let mut seen = BTreeSet::new();
    for path in paths {
        found.visit(path, &mut seen)?;
    }
    let mut survey = Survey {
        unread: found.unread,
        jobs: Vec::new(),
    };
    let of = |kind: Kind| -> Vec<PathBuf> {
        let files = found.files.iter().filter(|(_, found)| *found == kind);
        files.map(|(path, _)| path.clone()).collect()
    };
    matches::add(of(Kind::Match), &mut survey);
    counts::add(&of(Kind::Perft), &mut survey);
    for path in of(Kind::Journal) {
        survey.add(&path, journals::journal(&path));
    }
    for path in of(Kind::Games) {
        survey.add(&path, journals::games(&path));
    }
    for path in of(Kind::Checkpoint) {
        survey.add(&path, checkpoints::checkpoint(&path));
    }
    for path in of(Kind::Rated) {
        survey.add(&path, checkpoints::rated(&path));
    }
    for folder in &found.tables {
        tables::add(folder, &mut survey);
    }
    survey.jobs.sort_by(|a, b| {
        (a.command, &a.what)
            .cmp(&(b.command, &b.what))
            .then_with(|| a.paths().cmp(b.paths()))
    });
    Ok(survey)
}

impl Survey {
    /// Says how much there is to do in each job whose files do not: games of self-play, generations of learning.
    pub fn expect(&mut self, total: u64) {
        for job in &mut self.jobs {
            job.all = job.all.or(Some(total));
        }
    }

    /// Adds the job of a file, or the file to those that are not read.
    fn add(&mut self, path: &Path, read: Result<Job, String>) {
        match read {
            Ok(job) => match self.jobs.iter_mut().find(|other| other.is_same_work(&job)) {
                Some(other) => other.join(job),
                None => self.jobs.push(job),
            },
            Err(why) => self.unread.push(Unread::damaged(path, why)),
        }
    }
}

impl Found {
    fn visit(&mut self, path: &Path, seen: &mut BTreeSet<PathBuf>) -> Result<(), SurveyError> {
        let failed = |error| SurveyError {
            path: path.to_owned(),
            error,
        };
        // A file may be named twice, or stand in a folder that is named, too.
        if !seen.insert(path.canonicalize().map_err(failed)?) {
            return Ok(());
        }
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(failed)?;
            let mut inside: Vec<PathBuf> = entries
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<io::Result<_>>()
                .map_err(failed)?;
            inside.sort();
            // Links to folders may lead anywhere.
            inside.retain(|path| !(is_hidden(path) || path.is_symlink() && path.is_dir()));
            for path in &inside {
                match self.visit(path, seen) {
                    // A file may go away meanwhile.
                    Err(gone) if gone.error.kind() == io::ErrorKind::NotFound => (),
                    visited => visited?,
                }
            }
            return Ok(());
        }
        if let Some(folder) = tables::folder_of(path) {
            self.tables.insert(folder);
            return Ok(());
        }
        match Kind::of(path) {
            Ok(Some(kind)) => self.files.push((path.to_owned(), kind)),
            Ok(None) => self.unread.push(Unread {
                path: path.to_owned(),
                damage: None,
            }),
            Err(error) => return Err(failed(error)),
        }
        Ok(())
    }
}

/// Whether a name begins with a dot; journals of analyses do, too.
fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && !name.starts_with(".kamen-journal.")
}
