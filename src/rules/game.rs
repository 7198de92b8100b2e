//! A game: a position with the past that the drawing rules ask for.

use super::{Counters, Draw, Facts, MoveOf, Position, Rules, Variant};
use crate::board::Key;

/// A position and what came before it.
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    variant: Variant,
    position: Position<R>,
    counters: Counters,
    /// Keys of the positions since the last irreversible move, the present one last.
    keys: Vec<Key>,
}

impl<R: Rules> Game<R> {
    /// A game that begins at `position`.
    pub fn new(variant: Variant, position: Position<R>) -> Game<R> {
        Game {
            variant,
            position,
            counters: variant.facts().draws.fresh::<R::Geometry>(&position.board),
            keys: vec![position.key()],
        }
    }

    /// The variant that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The facts of the variant.
    pub fn facts(&self) -> &'static Facts {
        self.variant.facts()
    }

    /// The present position.
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// The counts of the drawing rules.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Keys of the positions since the last irreversible move, the present one last.
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

    /// Whether the rules call the game drawn: repetition or a count that is out.
    pub fn is_draw(&self) -> bool {
        self.draw().is_some()
    }

    /// Why the rules call the game drawn, if they do.
    pub fn draw(&self) -> Option<Draw> {
        let draws = &self.facts().draws;
        let present = self.position.key();
        let times = || self.keys.iter().filter(|&&key| key == present).count();
        let most = draws.repetitions.map(usize::from);
        if most.is_some_and(|most| self.keys.len() >= most && times() >= most) {
            return Some(Draw::Repetition);
        }
        draws.count_out(self.counters)
    }
}
