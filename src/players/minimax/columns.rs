//! The order of moves of the 2011 thesis. Begin with [`sort_by_columns`].
//!
//! Its board is sorted by columns, then by rows: pieces are visited column by column from the left, each from the mover's
//! back row on, and look left and right ahead, then left and right back. Captures are listed as they are found that way; where
//! pieces vanish or change in the middle of a capture, as in variants that the thesis does not have, the way may not be
//! found, and they come in the order of the generator.

use kamen_core::board::Color;
use kamen_core::geometry::{Bits, Direction, Geometry, Square};
use kamen_core::rules::{BitsOf, MoveOf, Position, Rules};

/// The directions as White looks at them.
const LOOKS: [Direction; Direction::COUNT] = [
    Direction::NorthWest,
    Direction::NorthEast,
    Direction::SouthWest,
    Direction::SouthEast,
    Direction::West,
    Direction::East,
    Direction::North,
    Direction::South,
];

/// Sorts the legal moves of a position.
pub(super) fn sort_by_columns<R: Rules>(position: &Position<R>, moves: &mut [MoveOf<R>]) {
    if moves.len() > 1 {
        moves.sort_by_cached_key(|m| (piece(position, m), way(position, m)));
    }
}

/// The place of the moving piece: its column, and its row from its side's back row.
fn piece<R: Rules>(position: &Position<R>, m: &MoveOf<R>) -> (usize, usize) {
    let (row, file) = R::Geometry::row_file(m.from);
    match position.turn {
        Color::White => (file, R::Geometry::HEIGHT - 1 - row),
        Color::Black => (file, row),
    }
}

/// The steps of a move, comparable with those of others: the direction and, from 1, the distance of each.
fn way<R: Rules>(position: &Position<R>, m: &MoveOf<R>) -> Vec<(usize, usize)> {
    let mut steps = Vec::new();
    if m.is_capture() {
        let occupied = position.board.occupied() & !BitsOf::<R>::of(m.from);
        let is_king = position.board.kings.has(m.from);
        let walk = Walk::<R> {
            turn: position.turn,
            occupied,
            is_king,
            to: m.to,
        };
        walk.find(m.from, m.captured, &mut steps);
    } else {
        steps.push(step::<R>(position.turn, m));
    }
    steps
}

/// The direction and distance of a move without capture.
fn step<R: Rules>(turn: Color, m: &MoveOf<R>) -> (usize, usize) {
    let [from, to] = [m.from, m.to].map(R::Geometry::row_file);
    let change = |from: usize, to: usize| to as i32 - from as i32;
    let (rows, files) = (change(from.0, to.0), change(from.1, to.1));
    let delta = (rows.signum(), files.signum());
    let look = (0..Direction::COUNT).find(|&look| direction(turn, look).delta() == delta);
    let distance = rows.abs().max(files.abs());
    (look.unwrap_or_default(), distance as usize)
}

/// The direction of a look. Left and right are those of the board, ahead is where the mover's men go.
fn direction(turn: Color, look: usize) -> Direction {
    let seen = LOOKS[look];
    let (rows, files) = seen.delta();
    let is_seen = |d: &Direction| d.delta() == (-rows, files);
    match turn {
        Color::White => seen,
        Color::Black => Direction::ALL.into_iter().find(is_seen).unwrap_or(seen),
    }
}

/// The way of a capture, of which only the ends and the captured pieces are known.
struct Walk<R: Rules> {
    turn: Color,
    /// Without the capturing piece.
    occupied: BitsOf<R>,
    is_king: bool,
    to: Square,
}

impl<R: Rules> Walk<R> {
    /// Finds the first way from `from` that takes all of `left`.
    fn find(&self, from: Square, left: BitsOf<R>, steps: &mut Vec<(usize, usize)>) -> bool {
        if left.is_empty() {
            return from == self.to;
        }
        (0..Direction::COUNT).any(|look| {
            let direction = direction(self.turn, look);
            R::RULES.captures.contain(direction) && self.jump(from, (look, direction), left, steps)
        })
    }

    fn jump(
        &self,
        from: Square,
        (look, direction): (usize, Direction),
        left: BitsOf<R>,
        steps: &mut Vec<(usize, usize)>,
    ) -> bool {
        let ray = R::Geometry::ray(from, direction);
        let reach = R::Geometry::cut(ray, self.occupied, direction);
        let Some(victim) = (reach & left).squares().next() else {
            return false;
        };
        let is_far = self.is_king && R::RULES.long_king;
        if !is_far && reach.count() > 1 {
            return false;
        }
        let (mut landing, mut distance) = (victim, 0);
        loop {
            let ahead = R::Geometry::ray(landing, direction) & !self.occupied;
            if ahead.is_empty() {
                return false;
            }
            landing = R::Geometry::neighbour(landing, direction);
            if !ahead.has(landing) || (distance == 1 && !is_far) {
                return false;
            }
            distance += 1;
            steps.push((look, distance));
            if self.find(landing, left & !BitsOf::<R>::of(victim), steps) {
                return true;
            }
            steps.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::game::{AnyMove, AnyPosition, typed};
    use kamen_core::movegen::legal_moves;
    use kamen_core::rules::Variant;
    use kamen_core::with_rules;

    #[test]
    fn moves_come_by_columns_from_the_back_row_on() {
        let cases = [
            (
                Variant::Czech,
                "W:Wa1,c1,b4,Kf2:Bh8",
                "a1-b2 b4-a5 b4-c5 c1-b2 c1-d2 f2-e3 f2-d4 f2-c5 f2-b6 f2-a7 f2-g3 f2-h4 f2-e1 f2-g1",
            ),
            (
                Variant::Czech,
                "B:Wa1:Bb8,b6,e7,g7",
                "b8-a7 b8-c7 b6-a5 b6-c5 e7-d6 e7-f6 g7-f6 g7-h6",
            ),
            // Of two ways of a king the one that begins to the left ahead, and ends as near as it may.
            (
                Variant::Czech,
                "W:WKd4:Bc5,e5,g3",
                "d4xb6 d4xa7 d4xf6 d4xg7 d4xh8",
            ),
            // A man that may take one way or the other.
            (Variant::Czech, "W:We3:Bd4,f4,f6", "e3xc5 e3xe7"),
        ];
        for (variant, fen, expected) in cases {
            with_rules!(variant, of: R => {
                let position = typed::<R>(variant, fen);
                let mut moves = Vec::new();
                legal_moves(&position, &mut moves);
                sort_by_columns(&position, &mut moves);
                let any = AnyPosition::of(of, &position);
                let named = moves.iter().map(|m| any.write_move(&AnyMove::of(of, m)));
                assert_eq!(named.collect::<Vec<_>>().join(" "), expected, "{fen}");
            });
        }
    }

    /// In the variants of the thesis every capture has a way.
    #[test]
    fn every_move_has_a_way() {
        use rand::{RngExt, SeedableRng};
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(5);
        for variant in [Variant::Czech, Variant::International] {
            with_rules!(variant, of: R => {
                for _ in 0..100 {
                    let mut position = Position::<R>::start(of);
                    for _ in 0..80 {
                        let mut moves = Vec::new();
                        legal_moves(&position, &mut moves);
                        if moves.is_empty() {
                            break;
                        }
                        for m in &moves {
                            assert!(!way(&position, m).is_empty(), "{variant}");
                        }
                        position = position.after(&moves[random.random_range(0..moves.len())]);
                    }
                }
            });
        }
    }
}
