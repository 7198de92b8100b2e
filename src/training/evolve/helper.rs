//! Playing a part of the games for an evolution in another process.

use super::folder::Folder;
use super::{EvolutionSettings, EvolutionState, EvolveError};
use crate::FolderError;
use crate::duels::{self, Helped};
use kamen_files::{Stop, Team};
use std::fs;
use std::path::{Path, PathBuf};

/// Plays a part of the games of each generation for an evolution that another process leads, in the same folder or one that gets its
/// checkpoint.
#[derive(Debug)]
pub struct Helper {
    folder: PathBuf,
    settings: EvolutionSettings,
    team: Team,
    /// The last generation whose part was finished.
    last: u32,
}

impl Helper {
    /// A helper for the evolution with these settings in a folder.
    pub fn new(folder: &Path, settings: &EvolutionSettings, team: Team) -> Helper {
        Helper {
            folder: folder.to_owned(),
            settings: settings.clone(),
            team,
            last: 0,
        }
    }

    /// Plays the part of the generation at hand, unless generations are finished or the part is there. `played` is called after each game.
    ///
    /// # Errors
    /// The folder holds the work of other settings, games cannot be played, or the part cannot be used.
    pub fn help(
        &mut self,
        generations: u32,
        threads: usize,
        stop: &Stop,
        played: &mut dyn FnMut(),
    ) -> Result<Helped, EvolveError> {
        let found = Folder::state_in(&self.folder, &self.settings)?;
        let state = found.unwrap_or_else(|| EvolutionState::new(&self.settings));
        let number = state.number();
        if number > generations {
            return Ok(Helped::Over);
        }
        if number == self.last {
            return Ok(Helped::Part(number));
        }
        fs::create_dir_all(&self.folder).map_err(|error| FolderError::file(&self.folder, error))?;
        let (duels, _) = state.duels(threads);
        if let Some(round) = state.round(&self.folder, self.team)?
            && !duels::play_part(&duels, &round, stop, played)?
        {
            return Ok(Helped::Stopped);
        }
        self.last = number;
        Ok(Helped::Part(number))
    }
}
