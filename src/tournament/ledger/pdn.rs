//! Finished games as PDN.

use crate::rules::Variant;
use crate::tournament::game::GameRecord;

/// What the games of a tournament have in common.
#[derive(Clone, Debug)]
pub struct PdnNames {
    /// What is played.
    pub variant: Variant,
    /// The tag Event.
    pub event: String,
    /// The contestants' names.
    pub contestants: Vec<String>,
}

/// A game as PDN, with the empty line behind it.
pub fn pdn_game(names: &PdnNames, game: &GameRecord) -> String {
    let _ = (names, game);
    String::new()
}
