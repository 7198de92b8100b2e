//! The unit of learned evaluations.

/// The value of a feature on a full and on an empty board, in fractions of a centi-man ([`Weights::UNIT`](super::weights::Weights::UNIT)).
pub type Weight = [i16; 2];

/// Fractions of a centi-man.
pub const UNIT: i32 = 8;
/// The scale factor 1 of a lead.
pub const WHOLE: i16 = 64;
/// Number of classes of leads; see [`terms::lead`](super::terms::lead).
pub const LEADS: usize = 8;
