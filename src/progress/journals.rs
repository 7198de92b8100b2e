//! Journals of analyses and the like, and files of games.

use super::{Job, Part};
use kamen_files::{Journal, JournalError, Owner, part_state};
use kamen_training::record::{RecordError, Records};
use serde::de::IgnoredAny;
use serde_json::Value;
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
        let (mut found, mut games) = (Value::Null, 0);
        let settings = |settings| {
            found = settings;
            Ok(())
        };
        let read = Journal::read(path, owner, settings, |_: IgnoredAny| games += 1);
        match read {
            Ok(_) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let what = name.strip_prefix(".kamen-journal.").unwrap_or(&name);
                if found.get("part").is_some() {
                    return part(path, owner);
                }
                return Ok(job(owner.command, what.to_owned(), path, games, path));
            }
            Err(error @ JournalError::Foreign { .. }) => last = error.to_string(),
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(last)
}

/// The work that a journal is a part of. Parts of the same work have one identity.
fn part(path: &Path, owner: Owner) -> Result<Job, String> {
    let state = part_state(path, owner).map_err(|error| error.to_string())?;
    let state = state.ok_or_else(|| format!("{} is empty", path.display()))?;
    let file = state.settings.get("file").and_then(Value::as_str);
    let what = format!("{} in {} parts", file.unwrap_or("games"), state.shard.parts);
    let mut job = job(owner.command, what, path, state.done, path);
    job.identity = state.settings.to_string();
    job.all = state.all;
    job.parts = vec![Part::new(path, state.done, state.all)];
    Ok(job)
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

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_files::{PartFile, Shard};
    use serde_json::json;

    #[test]
    fn parts_of_the_same_work_are_counted_by_their_results() {
        let folder = tempfile::tempdir().unwrap();
        let shard = |part| Shard { part, parts: 3 };
        let written = |name: &str, nodes: u32, part, units: &[u64], all: Option<u64>| {
            let path = folder.path().join(name);
            let settings = json!({"file": "1a2b", "nodes": nodes});
            let mut part = PartFile::open(&path, OWNERS[0], &settings, shard(part)).unwrap();
            for unit in units {
                part.add(*unit, &"result").unwrap();
            }
            if let Some(all) = all {
                part.end(all).unwrap();
            }
            drop(part);
            journal(&path).unwrap()
        };
        let finished = written("1.jsonl", 200, 0, &[0, 3], Some(5));
        assert_eq!(finished.what, "1a2b in 3 parts");
        assert_eq!((finished.done(), finished.is_complete()), (2, true));
        let begun = written("2.jsonl", 200, 1, &[1], None);
        assert_eq!((begun.done(), begun.all), (1, None));
        assert!(begun.is_same_work(&finished));
        assert!(!written("3.jsonl", 100, 1, &[1], None).is_same_work(&finished));
    }
}
