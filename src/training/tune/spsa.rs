//! How far an iteration goes.

/// How steps and changes shrink: the exponents that Spall recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The part of all iterations by which the first changes are held back.
const STABILITY: f64 = 0.1;

/// The gains of an iteration, in final steps of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gains {
    /// How far from the present value the values are that are tried.
    pub(super) step: f64,
    /// How far the value goes for each game won.
    pub(super) change: f64,
}

impl Gains {
    /// Those of iteration `number`, from 1, of `all`; the last tries values one step away, and goes `rate` of a step for each
    /// game won.
    pub(super) fn of(number: u32, all: u32, rate: f64) -> Gains {
        let (number, all) = (f64::from(number), f64::from(all));
        let step = (all / number).powf(GAMMA);
        let held = STABILITY * all;
        let gain = rate * ((held + all) / (held + number)).powf(ALPHA);
        Gains {
            step,
            change: gain / step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_shrink_to_those_of_the_last_iteration() {
        let last = Gains::of(500, 500, 0.02);
        assert_eq!((last.step, last.change), (1.0, 0.02));
        for number in 1..500 {
            let gains = Gains::of(number, 500, 0.02);
            let after = Gains::of(number + 1, 500, 0.02);
            assert!(gains.step > after.step && gains.step < 2.0, "{number}");
            assert!((0.02..0.08).contains(&gains.change), "{number}");
        }
    }

    /// With noisy games that depend on the distance from the best value, parameters come near it.
    #[test]
    fn the_best_values_are_found_in_spite_of_noise() {
        use rand::{RngExt, SeedableRng};
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(1);
        let best = [3.0, -5.0, 0.0];
        let mut values = [0.0, 0.0, 4.0];
        let loss = |values: [f64; 3]| -> f64 {
            values
                .iter()
                .zip(best)
                .map(|(value, best)| (value - best).powi(2))
                .sum()
        };
        for number in 1..=2000 {
            let gains = Gains::of(number, 2000, 0.01);
            let flips = [(); 3].map(|()| if random.random() { 1.0 } else { -1.0 });
            let mut tried = [values; 2];
            for (place, flip) in flips.iter().enumerate() {
                tried[0][place] += gains.step * flip;
                tried[1][place] -= gains.step * flip;
            }
            let chance = 0.5 + (loss(tried[1]) - loss(tried[0])) / 200.0;
            let lead: f64 = (0..8)
                .map(|_| {
                    if random.random_bool(chance.clamp(0.0, 1.0)) {
                        1.0
                    } else {
                        -1.0
                    }
                })
                .sum();
            for (value, flip) in values.iter_mut().zip(flips) {
                *value += gains.change * lead * flip;
            }
        }
        // It was 50.
        assert!(loss(values) < 2.0, "{values:?}");
    }
}
