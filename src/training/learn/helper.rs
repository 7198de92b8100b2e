//! Playing a part of the games for a learner in another process.

use super::folder::Places;
use super::generation::{Generation, PATIENCE};
use super::{LearnError, LearnSettings, LearnState, Means, Seen};
use crate::selfplay::Share;
use std::path::Path;
use std::thread::sleep;

/// Plays a part of the games of each generation for a [`Learner`](super::Learner) of the same folder.
#[derive(Debug)]
pub struct Helper {
    places: Places,
    settings: LearnSettings,
    share: Share,
    state: Option<LearnState>,
}

impl Helper {
    /// A helper for the learner with these settings in a folder, which plays part `part`, from 1, of `parts`. The learner plays
    /// part 0.
    pub fn new(folder: &Path, settings: &LearnSettings, part: u32, parts: u32) -> Helper {
        Helper {
            places: Places::of(folder),
            settings: settings.clone(),
            share: Share {
                games: settings.games,
                part,
                parts,
            },
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

    /// Plays the part of the generation that was at hand at the last look; if it is there, waits a moment. Games that were
    /// played stay if it is stopped.
    ///
    /// # Errors
    /// Games cannot be played or written.
    pub fn help(&mut self, means: Means<'_>, seen: Seen<'_>) -> Result<(), LearnError> {
        let wanted = self.state.as_ref().filter(|state| {
            let number = state.reports.len() as u32 + 1;
            let is_put_together = self.places.games(number).exists();
            !is_put_together
                && !self
                    .share
                    .is_complete(&self.places.part(number, self.share))
        });
        let Some(state) = wanted else {
            sleep(PATIENCE);
            return Ok(());
        };
        let generation = Generation {
            number: state.reports.len() as u32 + 1,
            best: state.best(),
            first: state.first_learned_from(),
            settings: &self.settings,
            places: &self.places,
            means,
            parts: self.share.parts,
        };
        let path = self.places.part(generation.number, self.share);
        generation.play_share(self.share, &path, seen)?;
        Ok(())
    }
}
