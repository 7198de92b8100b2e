//! Packs the numbers of adjacent parts of the board into one word, so that one look-up of the men
//! on a row or two gives them all.

/// Packed numbers, the leftmost part in the lowest bits.
pub(super) type Lanes = u64;

/// Number of lanes.
pub(super) const LANES: usize = Lanes::BITS as usize / LANE_BITS;
/// Bits per lane: enough for numbers of up to 10 squares.
const LANE_BITS: usize = 16;
/// Most squares looked up together: tables of up to 32 KiB.
pub(super) const CODE_BITS: usize = 12;

/// Rows looked up together, for rows of `across` squares.
pub(super) const fn rows_at_once(across: usize) -> usize {
    if 2 * across <= CODE_BITS { 2 } else { 1 }
}

/// Shifts a number into its lane.
#[inline(always)]
pub(super) const fn to_lane(number: Lanes, lane: usize) -> Lanes {
    number << (LANE_BITS * lane)
}

/// The number in a lane.
#[inline(always)]
pub(super) const fn in_lane(lanes: Lanes, lane: usize) -> Lanes {
    lanes >> (LANE_BITS * lane) & ((1 << LANE_BITS) - 1)
}

/// All bits of each lane that is not 0; the numbers must be smaller than half of what a lane holds.
#[inline(always)]
pub(super) const fn lanes_in_use(lanes: Lanes) -> Lanes {
    const ONE: Lanes = Lanes::MAX / ((1 << LANE_BITS) - 1);
    const HALF: Lanes = ONE << (LANE_BITS - 1);
    (((lanes + (HALF - ONE)) & HALF) >> (LANE_BITS - 1)) * ((1 << LANE_BITS) - 1)
}
