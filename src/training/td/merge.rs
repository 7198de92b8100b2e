//! Putting the files of several learners together. See [`merge`].

use super::error::TdError;
use super::history::{History, HistoryError, Part};
use kamen_files::{PartsError, Shard, first_difference};
use kamen_players::rated::RatedPositions;
use std::path::{Path, PathBuf};

/// Rated positions of several files.
pub struct Merged {
    /// All of them: visits add up, values are weighed by visits, and an end stays one.
    pub positions: RatedPositions,
    /// What is not there of games that several processes have shared, in words.
    pub missing: Vec<String>,
}

/// A file that is a part.
struct Source<'a> {
    path: &'a Path,
    history: History,
    part: Part,
    games: u64,
}

/// Puts files of one variant together. If one of them is a part of games that several processes have shared, all must be parts of the
/// same; then learning can go on from what they come to.
///
/// # Errors
/// A file cannot be read, or the files do not belong together.
pub fn merge(paths: &[PathBuf]) -> Result<Merged, TdError> {
    let (mut merged, mut sources) = (None::<RatedPositions>, Vec::new());
    let mut whole = None;
    for path in paths {
        let positions = match &merged {
            None => RatedPositions::read(path)?,
            Some(merged) => RatedPositions::read_for(merged.variant(), path)?,
        };
        let mut history = History::of(positions.history.as_ref());
        match history.part.take() {
            None => whole = Some(path),
            Some(part) => sources.push(Source {
                path,
                part,
                history,
                games: positions.games,
            }),
        }
        match &mut merged {
            None => merged = Some(positions),
            Some(merged) => merged.merge(&positions),
        }
    }
    let Some(mut positions) = merged else {
        let path = PathBuf::new();
        return Err(PartsError::Empty { path }.into());
    };
    if let (Some(whole), false) = (whole, sources.is_empty()) {
        let path = whole.clone();
        return Err(PartsError::NoPart { path }.into());
    }
    for (at, source) in sources.iter().enumerate() {
        for other in &sources[..at] {
            belongs(source, other)?;
        }
    }
    if let Some(source) = sources.first() {
        positions.history = Some(source.history.kept().map_err(HistoryError::from)?);
    }
    let missing = missing(&sources);
    Ok(Merged { positions, missing })
}

/// Whether a file is another part of the same games.
fn belongs(source: &Source<'_>, first: &Source<'_>) -> Result<(), TdError> {
    let [path, first_path] = [source, first].map(|one| one.path.to_owned());
    let difference = first_difference(&source.history, &first.history);
    let mut difference = difference.map_err(HistoryError::from)?;
    let numbers = |one: &Source<'_>| [one.part.games, u64::from(one.part.shard.parts)];
    for ((what, found), expected) in ["the number of games", "the number of parts"]
        .into_iter()
        .zip(numbers(source))
        .zip(numbers(first))
    {
        if difference.is_none() && found != expected {
            difference = Some([what.to_owned(), found.to_string(), expected.to_string()]);
        }
    }
    if let Some([what, found, expected]) = difference {
        return Err(PartsError::Other {
            path,
            first: first_path,
            what,
            found,
            expected,
        }
        .into());
    }
    if source.part == first.part {
        return Err(PartsError::Twice {
            first: first_path,
            path,
            part: source.part.shard,
        }
        .into());
    }
    Ok(())
}

/// What the parts do not have, in words.
fn missing(sources: &[Source<'_>]) -> Vec<String> {
    let mut missing = Vec::new();
    for Source {
        path, part, games, ..
    } in sources
    {
        let (path, shard, own) = (path.display(), part.shard, part.count());
        if *games < own {
            missing.push(format!("{path}: part {shard} has {games} of {own} games"));
        }
    }
    let parts = sources.first().map_or(0, |source| source.part.shard.parts);
    for shard in (0..parts).map(|part| Shard { part, parts }) {
        if !sources.iter().any(|source| source.part.shard == shard) {
            missing.push(format!("no file of part {shard}"));
        }
    }
    missing
}
