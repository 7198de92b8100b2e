//! A book that several processes make: each searches a part of every batch, one of them writes the book. See [`Shared`].

use super::rating::{BuildError, rate};
use super::{Book, key};
use kamen_core::game::AnyPosition;
use kamen_core::score::Score;
use kamen_files::{JournalError, Owner, PROGRAM, Round, Team, tidy};
use kamen_search::{Engine, Limits, share};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The parts of a batch.
const OWNER: Owner = Owner {
    command: "book build",
    work: "book",
};

/// Searches of an engine between two looks at whether to stop, after which what was found is kept.
const KEPT_EVERY: usize = 4;

/// A book that several processes make, whose parts of batches lie beside it.
///
/// A batch follows from the book as it is, so all processes know the positions that are searched next. The one that leads writes the
/// book after each batch, the others read it.
#[derive(Clone, Debug)]
pub struct Shared {
    folder: PathBuf,
    /// What the names of parts begin with.
    name: String,
    /// What scores follow from.
    settings: Value,
    team: Team,
}

impl Shared {
    /// A book at a path, whose scores follow from these settings besides the book itself.
    pub fn new(path: &Path, settings: Value, team: Team) -> Shared {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Shared {
            folder: folder.unwrap_or(Path::new(".")).to_owned(),
            name: name.into_owned(),
            settings,
            team,
        }
    }

    /// The batch that comes after so many positions were looked into.
    fn round(&self, book: &Book, expanded: usize, positions: &[AnyPosition]) -> Round {
        let keys = positions.iter().flat_map(|one| key(one).to_le_bytes());
        let keys = crc32fast::hash(&keys.collect::<Vec<u8>>());
        let book = crc32fast::hash(&book.to_bytes());
        let settings = json!({
            "program": PROGRAM,
            "settings": self.settings,
            "book": format!("{book:08x}"),
            "positions": format!("{}, {keys:08x}", positions.len()),
        });
        let name = format!("{}.{expanded}", self.name);
        Round::new(&self.folder, name, OWNER, settings, self.team)
    }

    /// The scores of positions, of which others search a part; `None` if it was stopped, for those who do not lead, and if parts of
    /// others are missing and nobody waits for them.
    pub(super) fn rate_all(
        &self,
        (engines, limits): (&[Engine], &Limits),
        (book, expanded): (&Book, usize),
        positions: &[AnyPosition],
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<Score>>, BuildError> {
        self.tidy(expanded)?;
        let round = self.round(book, expanded, positions);
        let mut part = round.part()?;
        let ours: Vec<(u64, &AnyPosition)> = (0..)
            .zip(positions)
            .filter(|&(unit, _)| part.wants(unit))
            .collect();
        for some in ours.chunks(KEPT_EVERY * engines.len()) {
            let scores = share(engines, some.len(), is_stopped, &|engine, at| {
                rate(engine, some[at].1, limits)
            })?;
            let Some(scores) = scores else {
                return Ok(None);
            };
            for ((unit, _), score) in some.iter().zip(scores) {
                part.add(*unit, &score.0).map_err(BuildError::journal)?;
            }
        }
        part.end(positions.len() as u64)
            .map_err(BuildError::journal)?;
        if !self.team.leads() {
            return Ok(None);
        }
        let scores = round.results::<i32>(&|| is_stopped())?;
        Ok(scores.map(|scores| scores.into_iter().map(Score).collect()))
    }

    /// Removes parts of batches before the one that comes after so many positions, if we lead.
    pub(super) fn tidy(&self, expanded: usize) -> Result<(), BuildError> {
        if !self.team.leads() {
            return Ok(());
        }
        let is_over = |name: &str| {
            let number = name.strip_prefix(&self.name)?.strip_prefix('.')?;
            Some(number.parse::<usize>().ok()? < expanded)
        };
        let tidied = tidy(&self.folder, &|name| is_over(name).unwrap_or(false));
        let path = self.folder.clone();
        tidied.map_err(|error| BuildError::journal(JournalError::File { path, error }))
    }
}
