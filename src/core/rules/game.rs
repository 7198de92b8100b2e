//! A game: a position with the history that the drawing rules need.

use super::{Counters, Draw, Facts, MoveOf, Position, Rules, Variant, VariantOf};
use crate::board::Key;

/// A position and its history.
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    variant: VariantOf<R>,
    position: Position<R>,
    counters: Counters,
    /// Keys of the positions since the last irreversible move, the current one last.
    keys: Vec<Key>,
}

impl<R: Rules> Game<R> {
    /// Starts a game from the start position of a variant.
    pub fn start(variant: VariantOf<R>) -> Game<R> {
        Game::new(variant, Position::start(variant))
    }

    /// Starts a game from `position`.
    pub fn new(variant: VariantOf<R>, position: Position<R>) -> Game<R> {
        Game {
            variant,
            position,
            counters: variant.facts().draws.fresh::<R::Geometry>(&position.board),
            keys: vec![position.key()],
        }
    }

    /// Restores a game in progress.
    pub(crate) fn resume(
        variant: VariantOf<R>,
        position: Position<R>,
        counters: Counters,
        keys: Vec<Key>,
    ) -> Game<R> {
        Game {
            variant,
            position,
            counters,
            keys,
        }
    }

    /// Becomes a copy of another game of the same variant, without allocating anew.
    pub fn set_to(&mut self, other: &Game<R>) {
        (self.position, self.counters) = (other.position, other.counters);
        self.keys.clone_from(&other.keys);
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant.variant()
    }

    /// The variant, typed by its rules `R`.
    pub fn variant_of(&self) -> VariantOf<R> {
        self.variant
    }

    /// The facts of the variant.
    pub fn facts(&self) -> &'static Facts {
        self.variant.facts()
    }

    /// The current position.
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// The counters of the drawing rules.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Keys of the positions since the last irreversible move, the current one last.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: &MoveOf<R>) {
        self.position = self.position.after(m);
        self.counters =
            (self.facts().draws).after::<R::Geometry>(self.counters, m, &self.position.board);
        if m.is_irreversible() {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
    }

    /// Whether the game is drawn, by repetition or by a counting rule.
    pub fn is_draw(&self) -> bool {
        self.draw().is_some()
    }

    /// The reason why the game is drawn, if it is.
    pub fn draw(&self) -> Option<Draw> {
        self.facts().draws.called(self.counters, &self.keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{AnyGame, AnyPosition};
    use crate::rules::International;

    #[test]
    fn a_typed_game_is_drawn_as_any_game_is() {
        let position = AnyPosition::parse_fen(Variant::International, "W:WK46,K50:BK1,K2").unwrap();
        let mut any = AnyGame::new(position);
        for ply in 0..8 {
            let game: Game<International> = any.typed().unwrap();
            assert!(!game.is_draw(), "{ply}");
            any.play_text(["50-45", "1-6", "45-50", "6-1"][ply % 4])
                .unwrap();
        }
        let game: Game<International> = any.typed().unwrap();
        assert!(game.is_draw());
        assert_eq!(game.draw(), Some(Draw::Repetition));
    }
}
