//! Values of positions.

/// A value for the side to move. It is an integer, so that equal values compare equal; the unit
/// depends on the evaluation (see [`PieceValues`](super::piece_values::PieceValues) and [`Layers`](super::network::Layers); centi-men with learned weights).
pub(crate) type Value = i32;

/// The value of a win, the greatest of all; all wins have the same value.
pub(super) const WIN: Value = 1_000_000_000;
