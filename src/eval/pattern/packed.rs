//! Packs two weights into one integer, so that one addition adds both.

/// The full-board weight times 2^16, plus the empty-board weight.
pub(crate) type Packed = i32;

/// Packs a weight. The empty-board part is clamped to ±[`Sum::MOST`] divided by `added`, the number
/// of weights in a sum, so that a sum cannot overflow.
pub(super) fn pack(weight: [i32; 2], added: usize) -> Packed {
    let most = Sum::MOST / added as i32;
    let full = i32::from(i16::MAX) - 1;
    (weight[0].clamp(-full, full) << 16) + weight[1].clamp(-most, most)
}

/// A sum of packed weights.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum(i64);

impl Sum {
    /// The greatest absolute value of the empty-board sum.
    const MOST: i32 = i16::MAX as i32;

    #[inline(always)]
    pub(super) fn add(&mut self, sign: i32, weight: Packed) {
        self.0 += i64::from(sign) * i64::from(weight);
    }

    /// Unpacks the full-board and the empty-board sum.
    #[inline(always)]
    pub(super) fn parts(self) -> [i32; 2] {
        let few = self.0 as i16;
        [((self.0 - i64::from(few)) >> 16) as i32, i32::from(few)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_those_of_the_parts(weights in proptest::collection::vec((-9000i32..9000, -1300i32..1300, any::<bool>()), 1..=24)) {
            let (mut sum, mut plain) = (Sum::default(), [0, 0]);
            for (many, few, adds) in weights {
                let sign = if adds { 1 } else { -1 };
                sum.add(sign, pack([many, few], 24));
                plain = [plain[0] + sign * many, plain[1] + sign * few];
            }
            prop_assert_eq!(sum.parts(), plain);
        }
    }
}
