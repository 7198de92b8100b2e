//! Folders of learning, tuning and evolution, by their checkpoints, and rated positions.

use super::{Job, Part};
use kamen_files::is_in_use;
use kamen_files::sealed::Seal;
use kamen_players::rated::RatedPositions;
use serde_json::Value;
use std::path::Path;

/// What checkpoints call themselves, the command that writes them, and what their reports are.
const KINDS: [(&str, &str, &str); 3] = [
    ("learner", "learn", "generations"),
    ("tuning", "tune", "iterations"),
    ("checkpoint", "evolve", "generations"),
];

/// The work of a checkpoint: its folder is the part, which is locked by its log.
pub(crate) fn checkpoint(path: &Path) -> Result<Job, String> {
    let mut why = String::new();
    for (kind, command, unit) in KINDS {
        let seal = Seal { kind, version: 1 };
        match seal.read::<Value>(path) {
            Ok(Some(content)) => return job(path, command, unit, &content),
            Ok(None) => return Err("it is gone".to_owned()),
            Err(kamen_files::SealError::Kind { .. }) => (),
            Err(error) => why = error.to_string(),
        }
    }
    Err(why)
}

fn job(
    path: &Path,
    command: &'static str,
    unit: &'static str,
    content: &Value,
) -> Result<Job, String> {
    let settings = content.get("settings").unwrap_or(&Value::Null);
    let reports = content.get("reports").and_then(Value::as_array);
    let reports = reports.ok_or("found no reports in the checkpoint")?;
    let variant = settings.get("variant").and_then(Value::as_str);
    let folder = path.parent().unwrap_or(Path::new("."));
    let all = settings.get("iterations").and_then(Value::as_u64);
    let mut part = Part::new(folder, reports.len() as u64, all);
    part.is_running = is_in_use(&folder.join("log.txt"));
    let seconds = content.get("seconds").and_then(Value::as_f64);
    part.seconds = seconds.or(part.seconds);
    let note = |last: &Value| match command {
        "learn" => {
            let number = |key: &str| last.get(key).and_then(Value::as_f64);
            let (loss, elo) = (number("loss")?, number("elo")?);
            Some(format!(
                "the last one has loss {loss:.4}; the best one is {elo:+.0} Elo above the start"
            ))
        }
        _ => None,
    };
    Ok(Job {
        command,
        what: format!("{}, {}", variant.unwrap_or("unknown"), folder.display()),
        unit,
        all,
        parts: vec![part],
        standings: Vec::new(),
        notes: reports.last().and_then(note).into_iter().collect(),
        identity: path.display().to_string(),
    })
}

/// Rated positions.
pub(crate) fn rated(path: &Path) -> Result<Job, String> {
    let positions = RatedPositions::read(path).map_err(|error| error.to_string())?;
    Ok(Job {
        command: "td",
        what: format!("{}, {}", positions.variant(), path.display()),
        unit: "games",
        all: None,
        parts: vec![Part::new(path, positions.games, None)],
        standings: Vec::new(),
        notes: vec![format!("{} positions are rated", positions.len())],
        identity: path.display().to_string(),
    })
}
