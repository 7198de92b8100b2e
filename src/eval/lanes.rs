//! Numbers that belong to parts of the board side by side, together in one word: so one look-up of the men on a row or
//! two gives all of them.

/// Numbers side by side, the left one lowest.
pub(super) type Lanes = u64;

/// The most numbers.
pub(super) const LANES: usize = Lanes::BITS as usize / LANE_BITS;
/// Bits of a lane: for numbers of up to 10 squares.
const LANE_BITS: usize = 16;
/// Squares whose men are looked up together at most: tables of up to 32 KiB.
pub(super) const CODE_BITS: usize = 12;

/// Rows whose men are looked up together, where a row has so many squares.
pub(super) const fn rows_at_once(across: usize) -> usize {
    if 2 * across <= CODE_BITS { 2 } else { 1 }
}

/// A number in its lane.
#[inline(always)]
pub(super) const fn to_lane(number: Lanes, lane: usize) -> Lanes {
    number << (LANE_BITS * lane)
}

/// The number in a lane.
#[inline(always)]
pub(super) const fn in_lane(lanes: Lanes, lane: usize) -> Lanes {
    lanes >> (LANE_BITS * lane) & ((1 << LANE_BITS) - 1)
}
