//! Openings of random moves.

use super::Opening;
use hashbrown::HashSet;
use kamen_core::board::Color;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::rules::Variant;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Attempts in a row without a new opening after which there are no more.
const PATIENCE: usize = 2000;

/// See [`Openings::random`](super::Openings::random).
pub(super) fn random_openings(
    variant: Variant,
    plies: usize,
    count: usize,
    seed: u64,
) -> Vec<Opening> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut openings = Vec::new();
    let mut ends = HashSet::new();
    let mut attempts = 0;
    while openings.len() < count && attempts < PATIENCE {
        attempts += 1;
        let (end, moves) = walk(variant, plies, &mut random);
        if moves.len() == plies && is_fair(&end) && ends.insert(end.key()) {
            attempts = 0;
            openings.push(Opening {
                fen: None,
                moves: moves.iter().map(AnyMove::to_string).collect(),
            });
        }
    }
    openings
}

fn walk(variant: Variant, plies: usize, random: &mut Pcg64Mcg) -> (AnyPosition, Vec<AnyMove>) {
    let mut position = AnyPosition::start(variant);
    let mut line = Vec::new();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let Some(m) = moves.get(random.random_range(0..moves.len())) else {
            break;
        };
        position = position.after_legal(m);
        line.push(*m);
    }
    (position, line)
}

fn is_fair(position: &AnyPosition) -> bool {
    !position.can_capture()
        && position.won().is_none()
        && position.census(Color::White) == position.census(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_legal_distinct_and_follow_from_the_seed() {
        for variant in Variant::ALL {
            let many = random_openings(variant, 4, 30, 7);
            assert!(many.len() >= 20, "{variant}: {}", many.len());
            assert_eq!(many[..10], random_openings(variant, 4, 10, 7));
            assert_ne!(many[..10], random_openings(variant, 4, 10, 8));
            for opening in &many {
                assert_eq!(opening.checked(variant).as_ref(), Ok(opening), "{variant}");
            }
            let distinct: HashSet<&Opening> = many.iter().collect();
            assert_eq!(distinct.len(), many.len());
        }
        // 81 first move pairs, of which those that offer a man are left out.
        let pairs = random_openings(Variant::International, 2, 1000, 1).len();
        assert!((60..=81).contains(&pairs), "{pairs}");
        let none = crate::Openings::random(Variant::Czech, 0, 9, 1);
        assert_eq!(none.list, [Opening::default()]);
    }
}
