//! Matches, from the journals of their parts.

use super::{Job, Part, Standing, Survey, Unread};
use kamen_tournament::{MergeError, Merged, merge};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Adds the matches that journals tell of. A journal that is damaged, or does not fit to the others of its match, is named and does
/// not count.
pub(crate) fn add(journals: Vec<PathBuf>, survey: &mut Survey) {
    let mut matches: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in journals {
        match merge(std::slice::from_ref(&path), None) {
            Ok(merged) => matches.entry(merged.identity()).or_default().push(path),
            Err(error) => survey.unread.push(Unread::damaged(&path, error)),
        }
    }
    for (identity, mut journals) in matches {
        while !journals.is_empty() {
            let error = match merge(&journals, None) {
                Ok(merged) => {
                    survey.jobs.push(job(&merged, identity));
                    break;
                }
                Err(error) => error,
            };
            let path = culprit(&error).or_else(|| journals.last().cloned());
            let Some(path) = path else { break };
            journals.retain(|other| *other != path);
            survey.unread.push(Unread::damaged(&path, error));
        }
    }
}

/// The journal that does not fit to those before it.
fn culprit(error: &MergeError) -> Option<PathBuf> {
    match error {
        MergeError::Overlap { path, .. }
        | MergeError::Foreign { path, .. }
        | MergeError::Other { path, .. }
        | MergeError::Knockout { path }
        | MergeError::Settings { path, .. } => Some(path.clone()),
        MergeError::Journal(_) | MergeError::Empty => None,
    }
}

fn job(merged: &Merged, identity: String) -> Job {
    let tournament = &merged.tournament;
    let names: Vec<&str> = (tournament.contestants.iter())
        .map(|contestant| contestant.name.as_str())
        .collect();
    let name = |number: usize| (*names.get(number).unwrap_or(&"")).to_owned();
    let rows = merged.standings.rows();
    let standings = rows.iter().map(|row| Standing {
        name: name(row.contestant),
        games: row.tally.games(),
        points: row.points,
        elo: row.elo,
    });
    let parts = merged.parts.iter();
    Job {
        command: "match",
        what: format!("{}: {}", tournament.variant, names.join(" - ")),
        unit: "games",
        all: merged.all,
        parts: parts
            .map(|part| Part::new(&part.path, part.games, part.all))
            .collect(),
        standings: standings.collect(),
        notes: absent(&merged.missing),
        identity,
    }
}

/// The most parts without a journal that are named one by one.
const NAMED: usize = 5;

/// The parts without a journal; those that are not finished are told with their own numbers.
fn absent(missing: &[String]) -> Vec<String> {
    let absent = missing.iter().filter(|line| line.starts_with("no journal"));
    let mut lines: Vec<String> = absent.cloned().collect();
    if lines.len() > NAMED {
        let more = lines.len() - NAMED;
        lines.truncate(NAMED);
        lines.push(format!("no journals of {more} more parts"));
    }
    lines
}
