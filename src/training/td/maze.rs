//! The maze that the thesis of 2011 explains learning by. Begin with [`maze_values`].

use super::TdRule;
use kamen_players::rated::{Kind, Rating};
use std::collections::BTreeMap;

/// The squares of a maze that have a value.
type Values = BTreeMap<&'static str, Rating>;

/// The walks through it: +1 waits in D2, -1 in D1.
const WALKS: [&[&str]; 4] = [
    &["A1", "A2", "B2", "C2", "D2"],
    &["A1", "B1", "B2", "C2", "D2"],
    &["A1", "B1", "C1", "C2", "D2"],
    &["A1", "B1", "C1", "D1"],
];

/// The values of the squares after all four walks, with gamma 0.8, a rate of 1/n, and every visit counted.
pub fn maze_values() -> BTreeMap<&'static str, Rating> {
    let mut values = Values::new();
    for walk in WALKS {
        go(walk, &mut values);
    }
    values
}

fn go(squares: &[&'static str], values: &mut Values) {
    let rule = TdRule {
        gamma: 0.8,
        counts_all: true,
        ..TdRule::default()
    };
    for pair in squares.windows(2) {
        let &[here, next] = pair else {
            continue;
        };
        let next = values.get(next).copied();
        let next = next.filter(|next| next.value != 0.0 || next.kind.is_end());
        if let Some(rating) = rule.step(values.get(here).copied(), next.map(|next| next.value)) {
            values.insert(here, rating);
        }
    }
    if let Some(&last) = squares.last() {
        let reward = if last == "D2" { 1.0 } else { -1.0 };
        values
            .entry(last)
            .or_insert(Rating::end(reward, Kind::Final));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maze_of_the_thesis_comes_out() {
        let mut values = Values::new();
        let expected: [&[(&str, f64)]; 4] = [
            &[("C2", 0.0), ("D2", 1.0)],
            &[("C2", 0.4)],
            &[("C1", 0.32), ("C2", 0.5333)],
            &[("B1", 0.0853), ("C1", 0.16), ("D1", -1.0), ("D2", 1.0)],
        ];
        for (walk, expected) in WALKS.into_iter().zip(expected) {
            go(walk, &mut values);
            for (square, value) in expected {
                let found = values[square].value;
                assert!((found - value).abs() < 5e-5, "{square}: {found}");
            }
        }
        let valued = values.values().filter(|rating| rating.value != 0.0).count();
        assert_eq!(valued, 5);
        assert_eq!(values, maze_values());
    }
}
