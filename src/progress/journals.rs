//! Journals of analyses and the like, and files of games.

use super::{Job, Part};
use kamen_files::{Journal, JournalError, Owner};
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
                let mut job = job(owner.command, what.to_owned(), path, games, path);
                if let Some((what, identity)) = whole(found) {
                    (job.what, job.identity) = (what, identity);
                }
                return Ok(job);
            }
            Err(error @ JournalError::Foreign { .. }) => last = error.to_string(),
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(last)
}

/// The work that a journal is a part of, in words, and what tells it from others; `None` if it is whole.
fn whole(mut settings: Value) -> Option<(String, String)> {
    let part = settings.as_object_mut()?.remove("part")?;
    let (_, parts) = part.as_str()?.split_once('/')?;
    let file = settings.get("file").and_then(Value::as_str);
    let what = format!("{} in {parts} parts", file.unwrap_or("games"));
    Some((what, settings.to_string()))
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
    use serde_json::json;

    #[test]
    fn parts_of_the_same_work_have_one_identity() {
        let of =
            |part: &str, nodes: u32| whole(json!({"file": "1a2b", "nodes": nodes, "part": part}));
        let (what, identity) = of("1/3", 200).unwrap();
        assert_eq!(what, "1a2b in 3 parts");
        assert_eq!(of("2/3", 200).unwrap().1, identity);
        assert_ne!(of("2/3", 100).unwrap().1, identity);
        assert_eq!(whole(json!({"file": "1a2b", "nodes": 200})), None);
    }
}
