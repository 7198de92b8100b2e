//! A position of a variant that is known at run time.

use super::operations::{Operations, operations};
use super::wide::WidePosition;
use super::{AnyMove, GameOver, IllegalMove};
use crate::board::{Board, Color, Key, Kind};
use crate::geometry::Square;
use crate::movegen::route::Attempt;
use crate::rules::{Counters, KingMoveCounts, KingMoves, Position, Rules, Variant, VariantOf};

/// A position of a variant that is known at run time, without what led to it.
///
/// It prints as its variant and its FEN, `czech W:W22:B18`, and is read from that; [`AnyPosition::parse_fen`] reads a FEN
/// alone. [`AnyPosition::from_pieces`] sets one up from squares, [`AnyPosition::pieces`] tells what stands where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyPosition(WidePosition);

impl AnyPosition {
    /// The start position of a variant.
    pub fn start(variant: Variant) -> AnyPosition {
        AnyPosition(operations(variant).start(variant))
    }

    /// A board without pieces.
    pub(crate) fn empty(variant: Variant, turn: Color) -> AnyPosition {
        AnyPosition(WidePosition {
            variant,
            turn,
            board: Board::default(),
            king_moves: KingMoveCounts::default(),
        })
    }

    /// A typed position.
    pub fn of<R: Rules>(variant: VariantOf<R>, position: &Position<R>) -> AnyPosition {
        AnyPosition(WidePosition::of(variant, position))
    }

    /// The position as one under `R`; `None` if its variant does not move so.
    pub fn typed<R: Rules>(&self) -> Option<Position<R>> {
        VariantOf::<R>::new(self.0.variant).map(|_| self.0.narrow())
    }

    fn rules(&self) -> &'static dyn Operations {
        operations(self.0.variant)
    }

    /// Its variant.
    pub fn variant(&self) -> Variant {
        self.0.variant
    }

    /// Whose move it is.
    pub fn turn(&self) -> Color {
        self.0.turn
    }

    /// The same pieces with `turn` to move.
    #[must_use]
    pub fn with_turn(self, turn: Color) -> AnyPosition {
        AnyPosition(WidePosition { turn, ..self.0 })
    }

    /// The position turned by 180 degrees with colours exchanged, the side to move included: the one symmetry of
    /// boards with men. What is legal on the one is legal on the other, turned ([`AnyMove::half_turned`]).
    #[must_use]
    pub fn half_turned(&self) -> AnyPosition {
        let variant = self.variant();
        let mut turned = AnyPosition::empty(variant, !self.turn());
        let shape = variant.shape();
        for square in (0..shape.squares).filter_map(|place| shape.at_place(place)) {
            if let Some((color, kind)) = self.at(square) {
                turned.put(shape.half_turned(square), !color, kind);
            }
        }
        for color in [Color::White, Color::Black] {
            if let Some((king, count)) = self.king_moves(color) {
                turned.count_king_moves(!color, shape.half_turned(king), count);
            }
        }
        turned
    }

    /// The legal moves, always in the same order.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        self.rules().legal_moves(&self.0, &mut moves);
        moves
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the move is not legal here.
    pub fn after(&self, m: &AnyMove) -> Result<AnyPosition, IllegalMove> {
        if self.legal_moves().contains(m) {
            Ok(self.after_legal(m))
        } else {
            Err(IllegalMove {
                found: *m,
                variant: self.0.variant,
            })
        }
    }

    /// The position after a move that is known to be legal here.
    pub fn after_legal(&self, m: &AnyMove) -> AnyPosition {
        AnyPosition(self.rules().after(&self.0, m.wide()))
    }

    /// A hash of the position with what limits its kings, the same for equal positions; it is not
    /// the same in other versions of this library.
    pub fn key(&self) -> Key {
        self.rules().key(&self.0)
    }

    /// How the position ends a game by itself, if it does; only a [`AnyGame`](super::AnyGame) knows
    /// about draws.
    pub fn won(&self) -> Option<GameOver> {
        let winner = self.rules().winner(&self.0)?;
        Some(if self.rules().is_over(&self.0) {
            GameOver::FirstKing(winner)
        } else {
            GameOver::NoMove(winner)
        })
    }

    /// Whether the side to move can capture, and so must.
    pub fn can_capture(&self) -> bool {
        self.rules().can_capture(&self.0)
    }

    /// Men and kings of a side.
    pub fn census(&self, color: Color) -> [usize; 2] {
        [self.0.board.men(color), self.0.board.kings(color)].map(|set| set.count_ones() as usize)
    }

    /// Whether the same pieces stand on the same squares of the same variant and the same side is to move: whether it is the same position
    /// but for what limits its kings.
    pub fn is_like(&self, other: &AnyPosition) -> bool {
        let (one, other) = (&self.0, &other.0);
        (one.variant, one.turn, one.board) == (other.variant, other.turn, other.board)
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<(Color, Kind)> {
        self.0.board.at(square)
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, square: Square, color: Color, kind: Kind) {
        self.0.board.put(square, color, kind);
    }

    /// The kings of a side, as a set.
    pub fn kings(&self, color: Color) -> u128 {
        self.0.board.kings(color)
    }

    /// Whether consecutive moves of a king are limited.
    pub(crate) fn limits_king_moves(&self) -> bool {
        self.rules().limits_king_moves()
    }

    /// The king of a side whose moves are counted, and their number.
    pub(crate) fn king_moves(&self, color: Color) -> Option<(Square, u8)> {
        self.0.king_moves.count(color)
    }

    /// Counts the moves of a king of a side.
    pub(crate) fn count_king_moves(&mut self, color: Color, king: Square, count: u8) {
        self.0.king_moves = self.0.king_moves.with_count(color, king, count);
    }

    /// Whether a legal capture can be carried out so that it stops on the squares of `path`, which
    /// begins and ends as the move does and may leave stops out.
    pub(crate) fn passes(&self, m: &AnyMove, path: &[Square]) -> bool {
        self.rules().passes(&self.0, m.wide(), path)
    }

    /// The ways of the piece on the first square of `path`, of the side to move, to jump to the others in order. Neither
    /// precedence nor the duty to go on capturing counts.
    pub(crate) fn attempts(&self, path: &[Square]) -> Vec<Attempt> {
        self.rules().attempts(&self.0, path)
    }

    /// The stops of a legal capture on one of its routes, without its ends.
    pub(crate) fn stops(&self, m: &AnyMove) -> Vec<Square> {
        self.rules().stops(&self.0, m.wide())
    }

    pub(super) fn fresh_counters(&self) -> Counters {
        self.rules().fresh_counters(&self.0)
    }

    /// The counts after a move that led here.
    pub(super) fn counters_after(&self, counters: Counters, m: &AnyMove) -> Counters {
        self.rules().counters_after(counters, m.wide(), &self.0)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{AnyGame, AnyPosition};
    use crate::rules::Variant;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn turned_positions_have_the_turned_moves() {
        for variant in Variant::ALL {
            let mut random = Pcg64Mcg::seed_from_u64(180);
            let mut game = AnyGame::start(variant);
            while game.over().is_none() && game.plies() < 120 {
                let position = *game.position();
                let turned = position.half_turned();
                assert_eq!(turned.half_turned(), position, "{variant}");
                let moves = position.legal_moves();
                assert_eq!(moves.len(), turned.legal_moves().len(), "{variant}");
                let m = moves[random.random_range(0..moves.len())];
                assert_eq!(m.half_turned().half_turned(), m, "{variant}");
                let after = turned.after(&m.half_turned()).unwrap();
                game.play(&m).unwrap();
                assert_eq!(after, game.position().half_turned(), "{variant} {m}");
            }
        }
        let start = AnyPosition::start(Variant::Czech);
        assert_eq!(start.half_turned().half_turned(), start);
        assert_eq!(start.half_turned(), start.with_turn(!start.turn()));
    }
}
