//! Whether two samples can be of one player. Begin with [`p_value`].

/// The probability that two samples of the same player differ at least as much in wins, losses and draws: the exact test of Freeman
/// and Halton (1951), Fisher's for more than two results.
pub(super) fn p_value(one: [u32; 3], two: [u32; 3]) -> f64 {
    let sums = [0, 1, 2].map(|result| one[result] + two[result]);
    let (games, all) = (one.iter().sum::<u32>(), sums.iter().sum::<u32>());
    if games == 0 || games == all {
        return 1.0;
    }
    let logs = log_factorials(all);
    let log = |n: u32| logs.get(n as usize).copied().unwrap_or(0.0);
    let choose = |n: u32, k: u32| log(n) - log(k) - log(n - k);
    let whole = choose(all, games);
    // The logarithm of the probability that the first sample has these results.
    let chance = |wins: u32, losses: u32| {
        let draws = games - wins - losses;
        choose(sums[0], wins) + choose(sums[1], losses) + choose(sums[2], draws) - whole
    };
    // What is as probable but for rounding counts, too.
    let found = chance(one[0], one[1]) + 1e-7;
    let mut p = 0.0;
    for wins in 0..=sums[0].min(games) {
        let left = games - wins;
        for losses in left.saturating_sub(sums[2])..=sums[1].min(left) {
            let log = chance(wins, losses);
            if log <= found {
                p += log.exp();
            }
        }
    }
    p.min(1.0)
}

/// Logarithms of 0! to n!.
fn log_factorials(n: u32) -> Vec<f64> {
    let mut logs = vec![0.0];
    let mut sum = 0.0;
    for number in 1..=n {
        sum += f64::from(number).ln();
        logs.push(sum);
    }
    logs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_those_of_the_exact_test() {
        let cases = [
            // Fisher's tea: 3 and 1 of 4.
            ([3, 1, 0], [1, 3, 0], 34.0 / 70.0),
            ([4, 0, 0], [0, 4, 0], 2.0 / 70.0),
            ([2, 2, 0], [2, 2, 0], 1.0),
            ([5, 0, 0], [7, 0, 0], 1.0),
            ([0, 0, 0], [7, 1, 0], 1.0),
            // Three results: of the 90 ways to share two of each among two samples of three, 8 * 8 .. have one of each.
            ([1, 1, 1], [1, 1, 1], 1.0),
            ([2, 1, 0], [0, 1, 2], 12.0 / 20.0),
        ];
        for (one, two, expected) in cases {
            let found = p_value(one, two);
            assert!((found - expected).abs() < 1e-6, "{one:?} {two:?}: {found}");
            assert!((p_value(two, one) - found).abs() < 1e-9);
        }
        // As an experiment quotes it.
        let found = p_value([823, 65, 112], [886, 29, 85]);
        assert!((found - 0.00005).abs() < 0.00002, "{found}");
    }
}
