//! Simulated matches, whose truth is known: are errors and tests as good as they say?

use super::pairs::SCORES;
use super::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Pairs of games with these odds: with few and many draws, and from unbalanced openings, where
/// most pairs are one win each.
const ODDS: [[f64; 5]; 3] = [
    [0.15, 0.2, 0.3, 0.2, 0.15],
    [0.01, 0.1, 0.78, 0.1, 0.01],
    [0.02, 0.03, 0.9, 0.03, 0.02],
];

/// The odds bent so that their mean is what is expected of a side so much stronger.
fn bent(odds: [f64; 5], elo: f64) -> [f64; 5] {
    let bend = |x: f64| {
        let weights: [f64; 5] = std::array::from_fn(|i| odds[i] * (x * SCORES[i]).exp());
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    };
    let mean = |odds: &[f64; 5]| odds.iter().zip(SCORES).map(|(p, s)| p * s).sum::<f64>();
    let (mut low, mut high) = (-50.0, 50.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if mean(&bend(middle)) < score_of_elo(elo) {
            low = middle;
        } else {
            high = middle;
        }
    }
    bend(low)
}

/// The points of a pair.
fn draw(odds: &[f64; 5], random: &mut Pcg64Mcg) -> u8 {
    let mut left: f64 = random.random();
    let at = odds.iter().position(|p| {
        left -= p;
        left < 0.0
    });
    at.unwrap_or(4) as u8
}

/// How often the interval of simulated matches of so many pairs holds the truth, and the mean LOS.
fn covered(odds: [f64; 5], elo: f64, pairs: u32, matches: u32) -> (f64, f64) {
    let mut random = Pcg64Mcg::seed_from_u64(1989);
    let odds = bent(odds, elo);
    let (mut held, mut superior) = (0, 0.0);
    for _ in 0..matches {
        let (mut seen, mut tally) = (Pairs::default(), Tally::default());
        for _ in 0..pairs {
            let points = draw(&odds, &mut random);
            seen.add_points(points);
            tally.add_points(points / 2);
            tally.add_points(points - points / 2);
        }
        let found = Elo::of(tally, seen).unwrap();
        let above = found.low.is_none_or(|low| low <= elo);
        let below = found.high.is_none_or(|high| elo <= high);
        held += u32::from(above && below);
        superior += found.los;
    }
    (
        f64::from(held) / f64::from(matches),
        superior / f64::from(matches),
    )
}

#[test]
fn the_interval_holds_the_truth_in_95_of_100_matches() {
    for odds in ODDS {
        for elo in [0.0, 30.0] {
            // Four standard deviations, and the half per cent that 400 pairs are not infinitely many.
            let (part, los) = covered(odds, elo, 400, 2000);
            assert!((part - 0.95).abs() < 0.025, "{odds:?} {elo}: {part}");
            if elo == 0.0 {
                assert!((los - 0.5).abs() < 0.03, "{odds:?}: {los}");
            }
        }
    }
}

/// With few games a side may have all the points or every game be drawn; intervals from mean and variance held the
/// truth in 35 to 80 of 100 such matches.
#[test]
fn the_interval_holds_the_truth_after_few_games_too() {
    for odds in ODDS {
        for elo in [0.0, 60.0, 200.0, 400.0] {
            for (pairs, least) in [(2, 0.85), (3, 0.9), (5, 0.9), (10, 0.9), (20, 0.9)] {
                let (part, _) = covered(odds, elo, pairs, 400);
                assert!(part >= least, "{odds:?} {elo} {pairs}: {part}");
            }
        }
    }
}

/// How many of the tests end with the claim accepted, if the first side is so much stronger, and
/// the pairs they take in the mean.
fn accepted(sprt: Sprt, odds: [f64; 5], elo: f64, tests: u32) -> (f64, f64) {
    let mut random = Pcg64Mcg::seed_from_u64(elo.to_bits());
    let odds = bent(odds, elo);
    let (mut accepted, mut played) = (0, 0);
    for _ in 0..tests {
        let mut pairs = Pairs::default();
        let verdict = loop {
            pairs.add_points(draw(&odds, &mut random));
            if let Some(verdict) = sprt.verdict(pairs) {
                break verdict;
            }
        };
        accepted += u32::from(verdict == Verdict::Accepted);
        played += pairs.count();
    }
    let tests = f64::from(tests);
    (f64::from(accepted) / tests, played as f64 / tests)
}

#[test]
fn tests_are_wrong_no_more_often_than_asked() {
    const TESTS: u32 = 600;
    let cases = [
        ("0,40", ODDS[0]),
        ("-20,20,0.1,0.05", ODDS[0]),
        ("0,15,0.05,0.1", ODDS[1]),
        ("0,15", ODDS[2]),
    ];
    for (text, odds) in cases {
        let sprt: Sprt = text.parse().unwrap();
        let most = |rate: f64| rate + 3.0 * (rate * (1.0 - rate) / f64::from(TESTS)).sqrt();
        let (wrong, _) = accepted(sprt, odds, sprt.elo0, TESTS);
        assert!(wrong <= most(sprt.alpha), "{text}: {wrong} false accepts");
        let (right, _) = accepted(sprt, odds, sprt.elo1, TESTS);
        assert!(
            1.0 - right <= most(sprt.beta),
            "{text}: {right} true accepts"
        );
        // Below and above the claims it is nearly always right.
        let width = sprt.elo1 - sprt.elo0;
        let (low, _) = accepted(sprt, odds, sprt.elo0 - width, TESTS / 4);
        let (high, _) = accepted(sprt, odds, sprt.elo1 + width, TESTS / 4);
        assert!(low < 0.01 && high > 0.99, "{text}: {low} {high}");
    }
}

/// The ratio of two hypotheses is the mean of the excess times their distance, to first order (Van
/// den Bergh): the formula that simpler runners use.
#[test]
fn the_ratio_agrees_with_the_simple_formula_where_that_holds() {
    let sprt: Sprt = "0,5".parse().unwrap();
    for pairs in [
        Pairs([100, 400, 800, 450, 110]),
        Pairs([10, 300, 3000, 310, 12]),
        Pairs([500, 500, 500, 500, 500]),
    ] {
        let count = pairs.count() as f64;
        let part = pairs.0.map(|n| n as f64 / count);
        let mean: f64 = part.iter().zip(SCORES).map(|(p, s)| p * s).sum();
        let squares: f64 = part.iter().zip(SCORES).map(|(p, s)| p * s * s).sum();
        let variance = squares - mean * mean;
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(5.0));
        let simple = pairs.count() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let llr = sprt.llr(pairs);
        assert!(
            (llr - simple).abs() < 0.02 + 0.02 * simple.abs(),
            "{llr} {simple}"
        );
    }
    assert_eq!(sprt.llr(Pairs::default()), 0.0);
    let (lower, upper) = sprt.bounds();
    assert!((upper - 2.944_439).abs() < 1e-6 && lower == -upper);
}

#[test]
fn tests_are_read_and_written() {
    for text in ["0,5,0.05,0.05", "-3,1,0.01,0.1"] {
        assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
    }
    assert_eq!("0,5".parse::<Sprt>().unwrap().to_string(), "0,5,0.05,0.05");
    for text in [
        "",
        "5",
        "5,0",
        "5,5",
        "0,5,0.05",
        "0,5,0,0.05",
        "0,5,0.05,0.5",
        "nan,5",
        "0,inf",
        "0,x",
        "0,2000",
    ] {
        let error = text.parse::<Sprt>().unwrap_err().to_string();
        assert!(error.contains("expected ELO0,ELO1"), "{text}");
    }
}

#[test]
fn pairs_and_tallies_count_for_both_sides() {
    let mut pairs = Pairs::default();
    for points in [4, 3, 3, 2, 0] {
        pairs.add_points(points);
    }
    assert_eq!(pairs, Pairs([1, 0, 1, 2, 1]));
    assert_eq!(pairs.reversed(), Pairs([1, 2, 1, 0, 1]));
    let mut tally = Tally::default();
    for points in [2, 2, 1, 0] {
        tally.add_points(points);
    }
    assert_eq!(
        (tally.games(), tally.points(), tally.score()),
        (4, 5, Some(0.625))
    );
    assert_eq!(tally.reversed().points(), 3);
    assert_eq!(Tally::default().score(), None);
}
