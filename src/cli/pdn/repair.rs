//! Repairs games and leaves out double ones, for `kamen pdn convert`.

use super::read::TextGame;
use kamen_analysis::Doubles;
use kamen_core::notation::pdn::repair;
use kamen_files::note;
use kamen_protocol::pdn::Game;
use std::path::Path;

/// Repairs a game that is rewritten, and lists each change.
pub(super) fn repaired(game: &TextGame, rewritten: &Game, letters: bool, path: &Path) -> Game {
    let place = game.place(path);
    for warning in game.warnings() {
        note(format_args!("{place}: mended: {warning}"));
    }
    let played = &game.played;
    let repaired = repair(played.variant, rewritten, &played.replay, letters);
    for change in &repaired.changes {
        note(format_args!("{place}: {change}"));
    }
    repaired.game
}

/// Leaves out games that have been there.
#[derive(Default)]
pub(super) struct Unique {
    /// By the number of the file and that of the game.
    doubles: Doubles<(usize, u64)>,
    /// Games left out.
    pub(super) left_out: usize,
}

impl Unique {
    /// Whether a game of a file has not been there.
    pub(super) fn is_new(
        &mut self,
        game: &TextGame,
        paths: &[impl AsRef<Path>],
        file: usize,
    ) -> bool {
        let replay = &game.played.replay;
        let Some((first, number)) = self
            .doubles
            .add(&game.read.game, replay, (file, game.number))
        else {
            return true;
        };
        let path = |index: usize| paths.get(index).map_or(Path::new(""), AsRef::as_ref);
        note(format_args!(
            "{}: left out, the same as {}: game {number}",
            game.place(path(file)),
            path(first).display()
        ));
        self.left_out += 1;
        false
    }
}
