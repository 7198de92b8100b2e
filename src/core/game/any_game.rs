//! A game of a variant that is known at run time.

use super::{AnyMove, AnyPosition, GameOver, IllegalMove};
use crate::board::{Color, Key};
use crate::rules::{Counters, Draw, Game, Rules, Variant, VariantOf};

/// A game of a variant that is known at run time: a position and the moves that led to it, which can be taken back.
///
/// It prints as its variant, the FEN of the position where it began, and its moves, and is read from that.
///
/// ```
/// use kamen_core::{AnyGame, Variant};
///
/// let mut game = AnyGame::start(Variant::Czech);
/// game.play_text("c3-d4")?;
/// game.play_text("d6-c5")?;
/// assert_eq!(game.initial().write_line(game.moves()), "c3-d4 d6-c5");
/// assert_eq!(game.undo().map(|m| m.to_string()).as_deref(), Some("10-14"));
/// assert_eq!(game.plies(), 1);
/// # Ok::<(), kamen_core::notation::MoveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyGame {
    position: AnyPosition,
    counters: Counters,
    /// Keys of all positions, the present one last.
    keys: Vec<Key>,
    /// The place among them of the first that can still come back.
    since: usize,
    moves: Vec<AnyMove>,
    /// What was there before each of the moves.
    past: Vec<Past>,
}

/// What there was before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Past {
    position: AnyPosition,
    counters: Counters,
    since: usize,
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
            since: 0,
            moves: Vec::new(),
            past: Vec::new(),
            position,
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
            self.keys().to_vec(),
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

    /// The number of moves that were played, in plies.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The moves that were played, the first one first.
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// The position where the game began.
    pub fn initial(&self) -> &AnyPosition {
        (self.past.first()).map_or(&self.position, |first| &first.position)
    }

    /// The positions of the game, from the first to the present one: one more than moves.
    pub fn positions(&self) -> impl Iterator<Item = &AnyPosition> {
        let past = self.past.iter().map(|before| &before.position);
        past.chain([&self.position])
    }

    /// Keys of the positions since the last irreversible move, the present one last.
    pub fn keys(&self) -> &[Key] {
        self.keys.get(self.since..).unwrap_or_default()
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

    /// Takes the last move back and returns it; `None` at the beginning of the game.
    pub fn undo(&mut self) -> Option<AnyMove> {
        let (m, past) = (self.moves.pop()?, self.past.pop()?);
        self.keys.pop();
        self.position = past.position;
        self.counters = past.counters;
        self.since = past.since;
        Some(m)
    }

    fn go_to(&mut self, next: AnyPosition, m: &AnyMove) {
        self.past.push(Past {
            position: self.position,
            counters: self.counters,
            since: self.since,
        });
        self.moves.push(*m);
        self.position = next;
        self.counters = next.counters_after(self.counters, m);
        if m.is_irreversible() {
            self.since = self.keys.len();
        }
        self.keys.push(next.key());
    }

    /// How the rules end the game here, if they do.
    pub fn over(&self) -> Option<GameOver> {
        (self.position.won()).or_else(|| self.draw().map(GameOver::Draw))
    }

    /// Why the rules call the game drawn, if they do: repetition or a count that is out.
    pub fn draw(&self) -> Option<Draw> {
        let draws = &self.variant().facts().draws;
        draws.called(self.counters, self.keys())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn what_is_taken_back_was_never_played() {
        for variant in Variant::ALL {
            let mut random = Pcg64Mcg::seed_from_u64(20);
            let (mut game, mut seen) = (AnyGame::start(variant), Vec::new());
            while game.over().is_none() && game.plies() < 200 {
                seen.push(game.clone());
                let moves = game.legal_moves();
                game.play_legal(&moves[random.random_range(0..moves.len())]);
            }
            let positions: Vec<AnyPosition> = game.positions().copied().collect();
            assert_eq!(positions.len(), game.plies() + 1);
            assert_eq!(positions.last(), Some(game.position()));
            assert_eq!(game.line().end().as_ref(), Some(&game), "{variant}");
            let moves = game.moves().to_vec();
            for (before, m) in seen.iter().zip(&moves).rev() {
                assert_eq!(game.undo(), Some(*m), "{variant}");
                assert_eq!(game, *before, "{variant}");
                assert_eq!(game.over(), None, "{variant}");
            }
            assert_eq!(game.undo(), None);
            assert_eq!(game, AnyGame::start(variant));
            assert_eq!(*game.initial(), positions[0]);
        }
    }

    #[test]
    fn keys_are_those_since_the_last_irreversible_move() {
        let position = AnyPosition::parse_fen(Variant::Czech, "W:WKa1,h2:BKb8").unwrap();
        let mut game = AnyGame::new(position);
        for (text, keys) in [
            ("a1-b2", 2),
            ("b8-c7", 3),
            ("b2-a1", 4),
            ("c7-b8", 5),
            ("h2-g3", 1),
        ] {
            game.play_text(text).unwrap();
            assert_eq!(game.keys().len(), keys, "{text}");
            assert_eq!(game.keys().last(), Some(&game.position().key()));
        }
        game.undo();
        assert_eq!(game.keys().len(), 5);
    }
}
