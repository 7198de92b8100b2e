//! What several tests ask of positions and games under rules known as a type.

use kamen::geometry::Bits;
use kamen::movegen::legal_moves;
use kamen::rules::{Game, MoveOf, Objective, Position, Rules, VariantOf};
use kamen::{AnyMove, AnyPosition};

/// The legal moves.
pub fn moves<R: Rules>(position: &Position<R>) -> Vec<MoveOf<R>> {
    let mut moves = Vec::new();
    legal_moves(position, &mut moves);
    moves
}

/// The position as Hub has it.
pub fn hub<R: Rules>(of: VariantOf<R>, position: &Position<R>) -> String {
    AnyPosition::of(of, position).hub().to_string()
}

/// Its FEN.
pub fn fen<R: Rules>(of: VariantOf<R>, position: &Position<R>) -> String {
    AnyPosition::of(of, position).fen()
}

/// A move as Hub writes it.
pub fn text<R: Rules>(of: VariantOf<R>, m: &MoveOf<R>) -> String {
    AnyMove::of(of, m).to_string()
}

/// Whether the side to move has won when there is no move.
pub fn wins_without_a_move<R: Rules>(game: &Game<R>) -> bool {
    let Position { board, turn, .. } = game.position();
    let first_king = R::RULES.first_king_wins && board.kings(*turn).any();
    first_king || game.facts().objective == Objective::Giveaway
}
