//! The files that the sides learn in.

use super::error::TdError;
use kamen_core::rules::Variant;
use kamen_files::{Lock, LockError, fault, next_of, take_next};
use kamen_players::rated::{RatedFileError, RatedPositions, take_over_played};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files that the sides learn in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sides {
    /// One for both.
    Shared(PathBuf),
    /// One each.
    Own {
        /// White's.
        white: PathBuf,
        /// Black's.
        black: PathBuf,
    },
}

impl Sides {
    fn files(&self) -> Vec<&Path> {
        match self {
            Sides::Shared(path) => vec![path],
            Sides::Own { white, black } => vec![white, black],
        }
    }

    /// Takes the games that players have played with the files over into them.
    pub(super) fn take_over_played(&self) -> Result<(), RatedFileError> {
        self.files().into_iter().try_for_each(take_over_played)
    }

    /// Keeps others from learning in the files.
    pub(super) fn lock(&self) -> Result<Vec<Lock>, LockError> {
        let files = self.files().into_iter();
        files.map(|path| Lock::on(path, "learner")).collect()
    }

    /// The positions of White and of Black, the same ones if they are shared. A file that does not exist has none.
    pub(super) fn read(&self, variant: Variant) -> Result<[Arc<RatedPositions>; 2], TdError> {
        match self {
            Sides::Shared(path) => {
                let positions = Arc::new(read(variant, path)?);
                Ok([Arc::clone(&positions), positions])
            }
            Sides::Own { white, black } => Ok(read_pair(variant, white, black)?.map(Arc::new)),
        }
    }

    /// Writes the positions of White and of Black. Of two files that of Black waits until that of White, which counts the
    /// same games, is there: both change or none.
    pub(super) fn write(
        &self,
        [of_white, of_black]: &[Arc<RatedPositions>; 2],
    ) -> Result<(), TdError> {
        match self {
            Sides::Shared(path) => Ok(of_white.write(path)?),
            Sides::Own { white, black } => {
                let failed = |error| file_error(black, error);
                of_black.write(&next_of(black).map_err(failed)?)?;
                of_white.write(white)?;
                take_next(black).map_err(failed)
            }
        }
    }
}

/// Reads two files that belong together. A save that was cut short is ended, if the file of White has its games, or undone.
fn read_pair(variant: Variant, white: &Path, black: &Path) -> Result<[RatedPositions; 2], TdError> {
    let failed = |error| file_error(black, error);
    let next = next_of(black).map_err(failed)?;
    let (of_white, mut of_black) = (read(variant, white)?, read(variant, black)?);
    if next.exists() {
        if of_white.games == of_black.games {
            fault::remove(&next).map_err(failed)?;
        } else {
            let waiting = read(variant, &next)?;
            if waiting.games == of_white.games {
                take_next(black).map_err(failed)?;
                of_black = waiting;
            }
        }
    }
    let (white, black) = (of_white.games, of_black.games);
    match white == black {
        true => Ok([of_white, of_black]),
        false => Err(TdError::Games { white, black }),
    }
}

/// The positions of a file; none where there is no file.
fn read(variant: Variant, path: &Path) -> Result<RatedPositions, TdError> {
    match path.exists() {
        true => Ok(RatedPositions::read_for(variant, path)?),
        false => Ok(RatedPositions::new(variant)),
    }
}

fn file_error(path: &Path, error: io::Error) -> TdError {
    let path = path.to_owned();
    RatedFileError::File { path, error }.into()
}
