//! The university's experiments at small depths reproduce what was published (`data/university.txt`).

use crate::command::{kamen, succeed};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// Wins of the first, wins of the second, draws.
type Counts = [u32; 3];

/// Chi-square, with two degrees of freedom, that chance alone exceeds once in a thousand times.
const MOST: f64 = 13.82;

/// The deepest of the experiments that take seconds.
const DEEPEST: usize = 3;

/// An experiment, and what was published of 1,000 games.
struct Experiment<'a> {
    variant: &'a str,
    first: &'a str,
    second: &'a str,
    published: Counts,
}

/// The experiments that take seconds.
fn experiments() -> impl Iterator<Item = Experiment<'static>> {
    let lines = include_str!("../data/university.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [variant, depth, first, second, counts] = words[..] else {
            panic!("{line}");
        };
        let counts: Vec<u32> = counts.split('/').map(|n| n.parse().unwrap()).collect();
        (depth.parse::<usize>().unwrap() <= DEEPEST).then(|| Experiment {
            variant,
            first,
            second,
            published: counts.try_into().unwrap(),
        })
    })
}

/// Plays an experiment once more.
fn replay(variant: &str, first: &str, second: &str) -> Counts {
    let plies = if variant == "czech" { "150" } else { "200" };
    let folder = TempDir::new().unwrap();
    let json = folder.path().join("result.json");
    let mut command = kamen("match --games 1000 --random-plies 0 --draws none --quiet");
    command
        .args([variant, "--engine", first, "--engine", second])
        .args(["--max-plies", plies, "--json"])
        .arg(&json);
    succeed(&mut command);
    let result: Value = serde_json::from_slice(&fs::read(json).unwrap()).unwrap();
    let meeting = &result["meetings"][0];
    assert_eq!(meeting["first"], first);
    let count = |name: &str| meeting[name].as_u64().unwrap() as u32;
    let (wins, draws) = (count("wins"), count("draws"));
    [wins, 1000 - wins - draws, draws]
}

/// Pearson's statistic of the hypothesis that two samples of the same size have one distribution.
fn chi_square(one: Counts, other: Counts) -> f64 {
    let terms = one.into_iter().zip(other).filter(|(a, b)| a + b > 0);
    terms
        .map(|(a, b)| (f64::from(a) - f64::from(b)).powi(2) / f64::from(a + b))
        .sum()
}

#[test]
fn results_are_those_that_were_published() {
    assert_eq!(experiments().count(), 8 * DEEPEST);
    for experiment in experiments() {
        let Experiment {
            variant,
            first,
            second,
            published,
        } = experiment;
        let found = replay(variant, first, second);
        let difference = chi_square(found, published);
        assert!(
            difference < MOST,
            "{variant}, {first} v. {second}: {found:?}, published {published:?}: {difference:.1}"
        );
    }
}
