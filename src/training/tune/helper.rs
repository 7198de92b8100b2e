//! Playing a part of the games for a run of tuning in another process.

use super::{SEAL, TuneError, TuneSettings, TuneState};
use crate::FolderError;
use crate::duels::{self, Helped};
use crate::folder::WorkFolder;
use kamen_files::{Stop, Team};
use kamen_tournament::Openings;
use std::fs;
use std::path::{Path, PathBuf};

/// Plays a part of the games of each iteration for a run of tuning that another process leads, in the same folder or one that gets its
/// checkpoint.
#[derive(Debug)]
pub struct Helper {
    folder: PathBuf,
    settings: TuneSettings,
    openings: Option<Openings>,
    team: Team,
    /// The last iteration whose part was finished.
    last: u32,
}

impl Helper {
    /// A helper for the run with these settings and openings in a folder.
    pub fn new(
        folder: &Path,
        settings: &TuneSettings,
        openings: Option<Openings>,
        team: Team,
    ) -> Helper {
        Helper {
            folder: folder.to_owned(),
            settings: settings.clone(),
            openings,
            team,
            last: 0,
        }
    }

    /// Plays the part of the iteration at hand, unless iterations are finished or the part is there. `played` is called after each game.
    ///
    /// # Errors
    /// The folder holds the work of other settings, games cannot be played, or the part cannot be used.
    pub fn help(
        &mut self,
        iterations: u32,
        threads: usize,
        stop: &Stop,
        played: &mut dyn FnMut(),
    ) -> Result<Helped, TuneError> {
        self.settings.check()?;
        let found = WorkFolder::checkpoint_in(&self.folder, SEAL, &self.settings)?;
        let state = found.unwrap_or_else(|| TuneState::new(&self.settings));
        let number = state.number();
        if number > iterations {
            return Ok(Helped::Over);
        }
        if number == self.last {
            return Ok(Helped::Part(number));
        }
        fs::create_dir_all(&self.folder).map_err(|error| FolderError::file(&self.folder, error))?;
        let plan = state.plan(self.openings.as_ref(), threads);
        if let Some(round) = state.round(&self.folder, self.team)?
            && !duels::play_part(&plan.duels, &round, stop, played)?
        {
            return Ok(Helped::Stopped);
        }
        self.last = number;
        Ok(Helped::Part(number))
    }
}
