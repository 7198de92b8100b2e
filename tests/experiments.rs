//! The university's experiments (`src/players/EXPERIMENTS.md`) at small depths: what was published
//! comes out again.

use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Wins of the first, wins of the second, draws.
type Counts = [u32; 3];

/// Chi-square, with two degrees of freedom, that chance alone exceeds once in a thousand times.
const MOST: f64 = 13.82;

/// The deepest of the experiments that take seconds.
const DEEPEST: usize = 3;

/// Variant, first, second, and what was published of 1,000 games, as the tables have it.
fn published() -> Vec<(String, String, String, Counts)> {
    let text = include_str!("../src/players/EXPERIMENTS.md");
    let mut sections = text.split("\n## ");
    let results = sections.find(|section| section.starts_with("Results\n"));
    let mut found = Vec::new();
    let (mut variant, mut players) = (String::new(), String::new());
    for line in results.unwrap().lines() {
        if let Some(title) = line.strip_prefix("### ") {
            variant = title.to_lowercase();
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match cells[..] {
            ["", name, "depth 1", ..] => players = name.to_owned(),
            ["", "published", ..] => {
                let (first, second) = players.split_once(" v. ").unwrap();
                for (depth, counts) in (1..=DEEPEST).zip(&cells[2..]) {
                    let counts = counts.split('/').map(|n| n.parse().unwrap());
                    let counts = counts.collect::<Vec<u32>>().try_into().unwrap();
                    let (first, second) = (player(first, depth), player(second, depth));
                    found.push((variant.clone(), first, second, counts));
                }
            }
            _ => (),
        }
    }
    found
}

/// The name of a player of the tables.
fn player(name: &str, depth: usize) -> String {
    match name.split_once(" at depth ") {
        Some((evaluation, depth)) => format!("minimax:{depth}:{evaluation}"),
        None if name == "random" => name.to_owned(),
        None => format!("minimax:{depth}:{name}"),
    }
}

/// Plays an experiment once more.
fn replay(variant: &str, first: &str, second: &str) -> Counts {
    let plies = if variant == "czech" { "150" } else { "200" };
    let folder = TempDir::new().unwrap();
    let json = folder.path().join("result.json");
    let output = Command::new(env!("CARGO_BIN_EXE_kamen"))
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .args(["match", variant, "--engine", first, "--engine", second])
        .args(["--games", "1000", "--random-plies", "0", "--draws", "none"])
        .args(["--max-plies", plies, "--quiet", "--json"])
        .arg(&json)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
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
    let published = published();
    assert_eq!(published.len(), 8 * DEEPEST);
    for (variant, first, second, published) in published {
        let found = replay(&variant, &first, &second);
        let difference = chi_square(found, published);
        assert!(
            difference < MOST,
            "{variant}, {first} v. {second}: {found:?}, published {published:?}: {difference:.1}"
        );
    }
}
