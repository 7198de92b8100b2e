//! Journals of analyses and the like, and files of games.

use super::{Job, Part};
use kamen_files::{Journal, JournalError, Owner};
use kamen_training::record::{RecordError, Records};
use serde::de::IgnoredAny;
use std::path::Path;

/// The commands that keep journals, but for matches.
const OWNERS: [Owner; 3] = [
    Owner {
        command: "analyze",
        work: "analysis",
    },
    Owner {
        command: "exercises",
        work: "search for exercises",
    },
    Owner {
        command: "problem",
        work: "judgment of problems",
    },
];

/// The work of a journal.
pub(crate) fn journal(path: &Path) -> Result<Job, String> {
    let mut last = String::new();
    for owner in OWNERS {
        let mut games = 0;
        let read = Journal::read(path, owner, |_| Ok(()), |_: IgnoredAny| games += 1);
        match read {
            Ok(_) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let what = name.strip_prefix(".kamen-journal.").unwrap_or(&name);
                return Ok(job(owner.command, what.to_owned(), path, games, path));
            }
            Err(error @ JournalError::Foreign { .. }) => last = error.to_string(),
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(last)
}

/// The games of a file. That a game is only half there, as in the middle of writing, is no damage.
pub(crate) fn games(path: &Path) -> Result<Job, String> {
    let told = |error: RecordError| error.to_string();
    let mut records = Records::open(path).map_err(told)?;
    let settings = records.settings().clone();
    let mut games = 0;
    for record in records.by_ref() {
        match record {
            Ok(_) => games += 1,
            Err(RecordError::Truncated { .. }) => break,
            Err(error) => return Err(told(error)),
        }
    }
    let (variant, nodes, seed) = (settings.variant, settings.nodes, settings.seed);
    let what = format!("{variant}, {nodes} nodes, seed {seed}");
    let mut job = job("selfplay", what, path, games, path);
    // Parts have the same settings.
    job.identity = serde_json::to_string(&settings).map_err(|error| error.to_string())?;
    Ok(job)
}

fn job(command: &'static str, what: String, path: &Path, games: u64, identity: &Path) -> Job {
    Job {
        command,
        what,
        unit: "games",
        all: None,
        parts: vec![Part::new(path, games, None)],
        standings: Vec::new(),
        notes: Vec::new(),
        identity: identity.display().to_string(),
    }
}
