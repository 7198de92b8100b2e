//! Playing a part of the games for a learner in another process.

use super::folder::Places;
use super::generation::Generation;
use super::{LearnError, LearnSettings, LearnState, Means, Seen};
use crate::selfplay::Share;
use kamen_files::Team;
use std::path::Path;

/// Plays a part of the games of each generation for a [`Learner`](super::Learner) of the same folder.
#[derive(Debug)]
pub struct Helper {
    places: Places,
    settings: LearnSettings,
    share: Share,
    team: Team,
    state: Option<LearnState>,
}

impl Helper {
    /// A helper for the learner with these settings in a folder, or in one that gets the learner's checkpoint and weights. The learner
    /// plays the first part.
    pub fn new(folder: &Path, settings: &LearnSettings, team: Team) -> Helper {
        Helper {
            places: Places::of(folder),
            settings: settings.clone(),
            share: Share::of(settings.games, team.shard),
            team,
            state: None,
        }
    }

    /// Looks how far the learner is: the generations that it has finished, and its hours of work.
    ///
    /// # Errors
    /// The folder holds the work of other settings.
    pub fn look(&mut self) -> Result<(u32, f64), LearnError> {
        self.state = self.places.state(&self.settings)?;
        let state = self.state.as_ref();
        Ok(state.map_or((0, 0.0), |state| {
            (state.reports.len() as u32, state.seconds / 3600.0)
        }))
    }

    /// Plays the part of the generation that was at hand at the last look, unless it is there. Returns whether it is there now.
    /// Games that were played stay if it is stopped.
    ///
    /// # Errors
    /// Games cannot be played or written.
    pub fn help(&mut self, means: Means<'_>, seen: Seen<'_>) -> Result<bool, LearnError> {
        let Some(state) = &self.state else {
            return Ok(false);
        };
        let number = state.reports.len() as u32 + 1;
        let path = self.places.part(number, self.share);
        if self.places.games(number).exists() || self.share.is_complete(&path) {
            return Ok(true);
        }
        let generation = Generation {
            number,
            best: state.best(),
            first: state.first_learned_from(),
            settings: &self.settings,
            places: &self.places,
            means,
            team: self.team,
        };
        generation.play_share(self.share, &path, seen)
    }
}
