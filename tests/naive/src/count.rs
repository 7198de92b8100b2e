//! Counts of sequences of moves.

use super::{Naive, Piece, Position, Run};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// So many positions are followed to the end before the next are looked at: the memory for all of
/// them is up to three gigabytes.
const PART: usize = 4_000_000;

/// Positions, and the number of ways in which each is reached.
type Reached = HashMap<Packed, u64, BuildHasherDefault<DefaultHasher>>;

/// A position in less memory.
#[derive(PartialEq, Eq, Hash)]
struct Packed {
    /// Each row is a number, with a digit from 0 to 4 for each square.
    rows: [u32; 12],
    white_to_move: bool,
    white_run: Option<Run>,
    black_run: Option<Run>,
}

impl Naive {
    /// Number of move sequences of exactly `depth` plies.
    pub fn perft(&self, position: &Position, depth: usize) -> u64 {
        self.perfts(position, depth).last().copied().unwrap_or(1)
    }

    /// Numbers of move sequences of 1, 2, .. `depth` plies.
    pub fn perfts(&self, position: &Position, depth: usize) -> Vec<u64> {
        let mut counts = vec![0; depth];
        let reached = Reached::from_iter([(Packed::of(position), 1)]);
        self.add_counts(reached, &mut counts);
        counts
    }

    /// Adds to `counts` the numbers of sequences of 1, 2, .. moves from `reached`. A position that
    /// several sequences reach is looked at once.
    fn add_counts(&self, reached: Reached, counts: &mut [u64]) {
        let Some((count, deeper)) = counts.split_first_mut() else {
            return;
        };
        let mut reached = reached.into_iter();
        while reached.len() > 0 {
            let mut next = Reached::default();
            for (packed, ways) in reached.by_ref().take(PART) {
                let position = self.unpack(&packed);
                let moves = self.legal_moves(&position);
                *count += ways * moves.len() as u64;
                if !deeper.is_empty() {
                    for m in &moves {
                        let packed = Packed::of(&self.play(&position, m));
                        *next.entry(packed).or_default() += ways;
                    }
                }
            }
            self.add_counts(next, deeper);
        }
    }

    fn unpack(&self, packed: &Packed) -> Position {
        let mut position = self.empty(packed.white_to_move);
        position.white_run = packed.white_run;
        position.black_run = packed.black_run;
        for (row, number) in position.board.iter_mut().zip(packed.rows) {
            let mut number = number;
            for square in row.iter_mut().rev() {
                *square = SQUARES[(number % 5) as usize];
                number /= 5;
            }
        }
        position
    }
}

impl Packed {
    fn of(position: &Position) -> Packed {
        let number = |digits: [u32; 12]| digits.iter().fold(0, |number, digit| 5 * number + digit);
        Packed {
            rows: position.board.map(|row| number(row.map(digit))),
            white_to_move: position.white_to_move,
            white_run: position.white_run,
            black_run: position.black_run,
        }
    }
}

/// What can be on a square, by its digit.
const SQUARES: [Option<Piece>; 5] = {
    const fn some(white: bool, king: bool) -> Option<Piece> {
        Some(Piece { white, king })
    }
    [
        None,
        some(false, false),
        some(true, false),
        some(false, true),
        some(true, true),
    ]
};

fn digit(square: Option<Piece>) -> u32 {
    square.map_or(0, |piece| {
        1 + u32::from(piece.white) + 2 * u32::from(piece.king)
    })
}
