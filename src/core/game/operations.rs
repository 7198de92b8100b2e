//! What the rules do with positions and moves whose variant is known at run time.

use super::AnyMove;
use super::wide::WidePosition;
use crate::board::{Color, Key, Move};
use crate::geometry::Square;
use crate::movegen::route::Attempt;
use crate::movegen::{can_capture, is_over, legal_moves, route, winner};
use crate::rules::{Counters, KingMoves, Position, Rules, Variant, VariantOf};
use std::marker::PhantomData;

/// Room for as many moves as nearly every position has.
const USUAL_MOVES: usize = 24;

/// What the rules of a variant do.
///
/// Positions and moves are of the variant; moves are legal.
pub(super) trait Operations: Sync {
    /// The start position.
    fn start(&self, variant: Variant) -> WidePosition;

    /// Appends the legal moves.
    fn legal_moves(&self, position: &WidePosition, moves: &mut Vec<AnyMove>);

    /// The position after a move.
    fn after(&self, position: &WidePosition, m: &Move<u128>) -> WidePosition;

    /// The hash key.
    fn key(&self, position: &WidePosition) -> Key;

    /// Who has won, if the side to move has no move any more.
    fn winner(&self, position: &WidePosition) -> Option<Color>;

    /// Whether the pieces alone end the game.
    fn is_over(&self, position: &WidePosition) -> bool;

    /// Whether the side to move can capture, and so must.
    fn can_capture(&self, position: &WidePosition) -> bool;

    /// The counts of the drawing rules where the past is not known.
    fn fresh_counters(&self, position: &WidePosition) -> Counters;

    /// The counts after a move that led to `position`.
    fn counters_after(
        &self,
        counters: Counters,
        m: &Move<u128>,
        position: &WidePosition,
    ) -> Counters;

    /// Whether consecutive moves of a king are limited.
    fn limits_king_moves(&self) -> bool;

    /// See [`route::passes`].
    fn passes(&self, position: &WidePosition, m: &Move<u128>, path: &[Square]) -> bool;

    /// See [`route::attempts`].
    fn attempts(&self, position: &WidePosition, path: &[Square]) -> Vec<Attempt>;

    /// See [`route::stops`].
    fn stops(&self, position: &WidePosition, m: &Move<u128>) -> Vec<Square>;
}

/// What the rules of a variant do.
pub(super) fn operations(variant: Variant) -> &'static dyn Operations {
    with_rules!(variant, R => &By::<R>(PhantomData))
}

/// By the rules `R`.
struct By<R>(PhantomData<R>);

impl<R: Rules> Operations for By<R> {
    fn start(&self, variant: Variant) -> WidePosition {
        let variant = VariantOf::<R>::crossing(variant);
        WidePosition::of(variant, &Position::start(variant))
    }

    fn legal_moves(&self, position: &WidePosition, moves: &mut Vec<AnyMove>) {
        let mut typed = Vec::with_capacity(USUAL_MOVES);
        legal_moves::<R>(&position.narrow(), &mut typed);
        let variant = position.variant;
        moves.extend(typed.iter().map(|m| AnyMove::new(variant, m.in_word())));
    }

    fn after(&self, position: &WidePosition, m: &Move<u128>) -> WidePosition {
        let variant = VariantOf::crossing(position.variant);
        WidePosition::of(variant, &position.narrow::<R>().after(&m.in_word()))
    }

    fn key(&self, position: &WidePosition) -> Key {
        position.narrow::<R>().key()
    }

    fn winner(&self, position: &WidePosition) -> Option<Color> {
        winner::<R>(&position.narrow(), position.variant.facts().objective)
    }

    fn is_over(&self, position: &WidePosition) -> bool {
        is_over::<R>(&position.narrow::<R>().board)
    }

    fn can_capture(&self, position: &WidePosition) -> bool {
        can_capture::<R>(&position.narrow::<R>().board, position.turn)
    }

    fn fresh_counters(&self, position: &WidePosition) -> Counters {
        let draws = &position.variant.facts().draws;
        draws.fresh::<R::Geometry>(&position.narrow::<R>().board)
    }

    fn counters_after(
        &self,
        counters: Counters,
        m: &Move<u128>,
        position: &WidePosition,
    ) -> Counters {
        let draws = &position.variant.facts().draws;
        draws.after::<R::Geometry>(counters, &m.in_word(), &position.narrow::<R>().board)
    }

    fn limits_king_moves(&self) -> bool {
        R::KingMoves::LIMITED
    }

    fn passes(&self, position: &WidePosition, m: &Move<u128>, path: &[Square]) -> bool {
        route::passes::<R>(&position.narrow(), &m.in_word(), path)
    }

    fn attempts(&self, position: &WidePosition, path: &[Square]) -> Vec<Attempt> {
        route::attempts::<R>(&position.narrow(), path)
    }

    fn stops(&self, position: &WidePosition, m: &Move<u128>) -> Vec<Square> {
        route::stops::<R>(&position.narrow(), &m.in_word())
    }
}
