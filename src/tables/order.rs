//! The order of the numbers of a table in its file. Begin with [`best_order`].

use super::encoding::NONE;
use kamen_files::parallel;

/// The orders that are tried. White's pieces go fastest in most: what White can reach changes little from
/// one number to the next.
const ORDERS: [[u8; 4]; 7] = [
    [0, 2, 1, 3],
    [2, 1, 0, 3],
    [0, 2, 3, 1],
    [2, 3, 0, 1],
    [2, 0, 3, 1],
    [2, 3, 1, 0],
    [0, 1, 2, 3],
];

/// Numbers that an order is tried on: so many stretches of such a length.
const STRETCHES: u64 = 64;
const STRETCH: u64 = 1 << 12;

/// A number in the order of a file, counted up together with that in the order of memory.
pub(super) struct Odometer {
    /// By place in the order of the file, the last the fastest: how many, where it is, and what a step adds.
    sizes: [u64; 4],
    at: [u64; 4],
    strides: [u64; 4],
    number: u64,
}

impl Odometer {
    /// Begins at a number in the order of the file.
    pub(super) fn new(sizes: [u64; 4], order: [u8; 4], start: u64) -> Odometer {
        let mut strides = [1; 4];
        for part in (0..3).rev() {
            strides[part] = strides[part + 1] * sizes[part + 1];
        }
        let pick = |all: [u64; 4]| order.map(|part| all[usize::from(part)]);
        let (sizes, strides) = (pick(sizes), pick(strides));
        let (mut at, mut rest) = ([0; 4], start);
        for part in (0..4).rev() {
            at[part] = rest % sizes[part];
            rest /= sizes[part];
        }
        let number = at.iter().zip(strides).map(|(at, stride)| at * stride).sum();
        Odometer {
            sizes,
            at,
            strides,
            number,
        }
    }
}

impl Iterator for Odometer {
    type Item = u64;

    /// The next number in memory; without end.
    #[inline]
    fn next(&mut self) -> Option<u64> {
        let number = self.number;
        for part in (0..4).rev() {
            self.at[part] += 1;
            self.number += self.strides[part];
            if self.at[part] < self.sizes[part] {
                break;
            }
            self.number -= self.sizes[part] * self.strides[part];
            self.at[part] = 0;
        }
        Some(number)
    }
}

/// The order with the fewest runs, of values in the order of memory.
pub(super) fn best_order(values: &[u8], sizes: [u64; 4]) -> [u8; 4] {
    let size = values.len() as u64;
    let runs = |order: &&[u8; 4]| -> u64 {
        let stretches = parallel::map(STRETCHES as usize, &|stretch| {
            let (mut runs, mut last) = (0, NONE);
            let start = size * stretch as u64 / STRETCHES;
            let length = STRETCH.min(size.div_ceil(STRETCHES)) as usize;
            for number in Odometer::new(sizes, **order, start).take(length) {
                let value = values[number as usize];
                if value != NONE && value != last {
                    runs += 1;
                    last = value;
                }
            }
            runs
        });
        stretches.iter().sum()
    };
    ORDERS.iter().min_by_key(runs).copied().unwrap_or(ORDERS[0])
}
