//! Replaying a game: from its moves back to its positions.

use super::{Record, ordered_moves};
use kamen_core::rules::{MoveOf, Position, Rules, VariantOf};
use kamen_core::score::Score;

/// A position of a game and the move played there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment<R: Rules> {
    /// Plies since the start of the game.
    pub ply: usize,
    /// The position.
    pub position: Position<R>,
    /// The move that was played.
    pub played: MoveOf<R>,
    /// Centi-men for the side to move; `None` where nothing was searched.
    pub score: Option<Score>,
    /// Whether the move was chosen at random.
    pub is_random: bool,
}

/// A move number without a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ply {ply}: found move number {choice}, expected one below {moves}")]
pub struct BadMove {
    /// Plies before it.
    pub ply: usize,
    /// The number in the file.
    pub choice: u16,
    /// The number of legal moves.
    pub moves: usize,
}

/// The positions of a game, from the start position to the one before the last move. Iteration ends after an
/// error.
#[derive(Clone, Debug)]
pub struct Replay<'a, R: Rules> {
    record: &'a Record,
    ply: usize,
    position: Position<R>,
    moves: Vec<MoveOf<R>>,
}

impl<'a, R: Rules> Replay<'a, R> {
    pub(super) fn new(record: &'a Record, variant: VariantOf<R>) -> Replay<'a, R> {
        Replay {
            record,
            ply: 0,
            position: Position::start(variant),
            moves: Vec::new(),
        }
    }

    /// The current position; at the end, the last of the game.
    pub fn position(&self) -> &Position<R> {
        &self.position
    }
}

impl<R: Rules> Iterator for Replay<'_, R> {
    type Item = Result<Moment<R>, BadMove>;

    fn next(&mut self) -> Option<Self::Item> {
        let (ply, position) = (self.ply, self.position);
        let &super::Ply {
            choice,
            score,
            is_random,
        } = self.record.plies.get(ply)?;
        ordered_moves(&position, &mut self.moves);
        let Some(&played) = self.moves.get(usize::from(choice)) else {
            self.ply = self.record.plies.len();
            return Some(Err(BadMove {
                ply,
                choice,
                moves: self.moves.len(),
            }));
        };
        self.position = position.after(&played);
        self.ply += 1;
        Some(Ok(Moment {
            ply,
            position,
            played,
            score,
            is_random,
        }))
    }
}
