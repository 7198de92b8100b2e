//! Precedence of captures: which of them are legal.

use crate::geometry::Bits;
use crate::rules::{BitsOf, Precedence, Rules};

/// The rank of a complete capture; only the highest rank is legal. `order` has a bit for every
/// captured piece, the first one highest, set for kings.
#[inline(always)]
pub(super) fn rank<R: Rules>(
    captured: BitsOf<R>,
    kings: BitsOf<R>,
    is_king: bool,
    order: u32,
) -> u64 {
    let taken = captured.count() as u64;
    let taken_kings = || (captured & kings).count() as u64;
    match R::RULES.precedence {
        // Kings are generated first, and men not at all if a king captures.
        Precedence::Free | Precedence::KingFirst => 0,
        Precedence::Most => taken,
        Precedence::MostThenKings => taken << 8 | taken_kings(),
        // n kings beat 2n - 1 men and lose to 2n: 199 against 100.
        Precedence::Value => (100 * taken + 99 * taken_kings()) << 1 | u64::from(is_king),
        Precedence::Italian => {
            taken << 48 | u64::from(is_king) << 40 | taken_kings() << 32 | u64::from(order)
        }
    }
}

/// Whether any capture may be chosen.
pub(super) const fn is_free<R: Rules>() -> bool {
    matches!(
        R::RULES.precedence,
        Precedence::Free | Precedence::KingFirst
    )
}

/// Whether captures of kings rank other than by the number of pieces.
#[inline(always)]
pub(super) fn counts_kings<R: Rules>() -> bool {
    !is_free::<R>() && !matches!(R::RULES.precedence, Precedence::Most)
}
