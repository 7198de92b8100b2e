//! Openings of random moves.

use super::Opening;
use crate::board::Color;
use crate::geometry::Bits;
use crate::movegen::{can_capture, can_move, legal_moves};
use crate::notation::hub_move;
use crate::rules::{BoardOf, MoveOf, Position, Rules, Variant};
use crate::with_rules;
use hashbrown::HashSet;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// See [`Openings::random`](super::Openings::random).
pub(super) fn random_openings(
    variant: Variant,
    plies: usize,
    count: usize,
    seed: u64,
) -> Vec<Opening> {
    with_rules!(variant, R => openings_of::<R>(variant, plies, count, seed))
}

/// Attempts in a row without a new opening after which there are no more.
const PATIENCE: usize = 2000;

fn openings_of<R: Rules>(variant: Variant, plies: usize, count: usize, seed: u64) -> Vec<Opening> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut openings = Vec::new();
    let mut ends = HashSet::new();
    let mut attempts = 0;
    while openings.len() < count && attempts < PATIENCE {
        attempts += 1;
        let (end, moves) = walk::<R>(variant, plies, &mut random);
        if moves.len() == plies && is_fair(&end) && ends.insert(end.key()) {
            attempts = 0;
            openings.push(Opening {
                fen: None,
                moves: moves.iter().map(hub_move::<R>).collect(),
            });
        }
    }
    openings
}

fn walk<R: Rules>(
    variant: Variant,
    plies: usize,
    random: &mut Pcg64Mcg,
) -> (Position<R>, Vec<MoveOf<R>>) {
    let mut position = Position::start(variant);
    let (mut line, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..plies {
        moves.clear();
        legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let m = moves[random.random_range(0..moves.len())];
        position = position.after(&m);
        line.push(m);
    }
    (position, line)
}

fn is_fair<R: Rules>(position: &Position<R>) -> bool {
    let board = &position.board;
    let census =
        |board: &BoardOf<R>, color: Color| (board.men(color).count(), board.kings(color).count());
    !can_capture::<R>(board, position.turn)
        && can_move(position)
        && census(board, Color::White) == census(board, Color::Black)
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
        let none = crate::tournament::Openings::random(Variant::Czech, 0, 9, 1);
        assert_eq!(none.list, [Opening::default()]);
    }
}
