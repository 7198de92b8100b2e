//! What a file of tables holds.

use serde::{Deserialize, Serialize};

/// What a file holds of its slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// Values: win, draw or loss.
    Values,
    /// Distances to the win, in plies.
    Distances,
    /// All numbers, also those that the others leave out, with or without distances: what one process tells the next.
    Complete,
}

impl Content {
    /// The ending of file names.
    pub fn extension(self) -> &'static str {
        match self {
            Content::Values => "values",
            Content::Distances => "distances",
            Content::Complete => "complete",
        }
    }
}
