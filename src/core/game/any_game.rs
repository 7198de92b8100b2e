//! A game of a variant that is known at run time.

use super::{AnyMove, AnyPosition, GameOver, IllegalMove};
use crate::board::{Color, Key};
use crate::rules::{Counters, Draw, Game, Rules, Variant, VariantOf};

/// A game of a variant that is known at run time: a position, and what of its past the drawing
/// rules ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyGame {
    position: AnyPosition,
    counters: Counters,
    /// Keys of the positions since the last irreversible move, the present one last.
    keys: Vec<Key>,
    plies: usize,
}

impl AnyGame {
    /// A game from the start position of a variant.
    pub fn start(variant: Variant) -> AnyGame {
        AnyGame::new(AnyPosition::start(variant))
    }

    /// A game that begins at a position.
    pub fn new(position: AnyPosition) -> AnyGame {
        AnyGame {
            counters: position.fresh_counters(),
            keys: vec![position.key()],
            position,
            plies: 0,
        }
    }

    /// The game as one under `R`; `None` if its variant does not move so.
    pub fn typed<R: Rules>(&self) -> Option<Game<R>> {
        let variant = VariantOf::<R>::new(self.variant())?;
        let position = self.position.typed()?;
        Some(Game::resume(
            variant,
            position,
            self.counters,
            self.keys.clone(),
        ))
    }

    /// Its variant.
    pub fn variant(&self) -> Variant {
        self.position.variant()
    }

    /// The present position.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Whose move it is.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// The moves that were played, in plies.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Keys of the positions since the last irreversible move, the present one last.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The counts of the drawing rules.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The legal moves, always in the same order; none when the game is won.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        self.position.legal_moves()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal here; the game stays as it was.
    pub fn play(&mut self, m: &AnyMove) -> Result<(), IllegalMove> {
        let next = self.position.after(m)?;
        self.go_to(next, m);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub fn play_legal(&mut self, m: &AnyMove) {
        self.go_to(self.position.after_legal(m), m);
    }

    fn go_to(&mut self, next: AnyPosition, m: &AnyMove) {
        self.position = next;
        self.counters = next.counters_after(self.counters, m);
        if m.is_irreversible() {
            self.keys.clear();
        }
        self.keys.push(next.key());
        self.plies += 1;
    }

    /// How the rules end the game here, if they do.
    pub fn over(&self) -> Option<GameOver> {
        (self.position.won()).or_else(|| self.draw().map(GameOver::Draw))
    }

    /// Why the rules call the game drawn, if they do: repetition or a count that is out.
    pub fn draw(&self) -> Option<Draw> {
        let draws = &self.variant().facts().draws;
        draws.called(self.counters, &self.keys)
    }
}
