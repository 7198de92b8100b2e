//! What the pieces of each area of the board contribute to a score. Begin with [`Areas`].
//!
//! The contributions are Shapley values (Lloyd Shapley, *A Value for n-Person Games*, 1953): the pieces of one colour in
//! one area are put on the board together, and count for what the score changes then, on average over all orders in
//! which the groups may come. So they add up, whatever the evaluation is like.

use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::geometry::{Bits, Shape, Square};
use kamen_core::score::Score;

/// Areas from top to bottom.
const ROWS: usize = 3;
/// Areas side by side.
const FILES: usize = 2;
/// The most groups: two colours in each area.
const GROUPS: usize = 2 * ROWS * FILES;

/// An area of the board and its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its squares.
    pub squares: Vec<Square>,
    /// Number of pieces of White and of Black there.
    pub pieces: [usize; 2],
    /// What they are worth to White and to Black, in fractions of a centi-man ([`Areas::UNIT`]).
    pub sides: [i64; 2],
}

impl Area {
    /// What White has more than Black.
    pub fn difference(&self) -> i64 {
        self.sides[0] - self.sides[1]
    }
}

/// What the pieces of each area contribute: upper third, middle and lower third, each from the left half to the right one, on a
/// board of which `a1` is a playing square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Areas {
    /// The score of White on a board without pieces, in centi-men.
    pub empty: i64,
    /// The areas.
    pub list: [Area; ROWS * FILES],
}

impl Areas {
    /// Fractions of a centi-man: with that many all contributions are whole numbers. The differences of all areas add up to the score
    /// of White less [`Areas::empty`], times this.
    pub const UNIT: i64 = factorial(GROUPS);

    /// `of_pieces` tells the score of White with some of the pieces of the position.
    pub(super) fn new(position: &AnyPosition, of_pieces: &mut dyn FnMut(u128) -> Score) -> Areas {
        let shape = position.variant().shape();
        let mut list = std::array::from_fn(|area| Area {
            squares: squares(&shape, area),
            pieces: [0; 2],
            sides: [0; 2],
        });
        // The groups that have a piece: area and colour, and their squares.
        let mut groups: Vec<(usize, Color, u128)> = Vec::new();
        for (index, area) in list.iter_mut().enumerate() {
            for color in [Color::White, Color::Black] {
                let own = area.squares.iter().filter(|square| {
                    position
                        .at(**square)
                        .is_some_and(|(found, _)| found == color)
                });
                let set = own.fold(0, |set, &square| set | u128::of(square));
                area.pieces[color as usize] = set.count();
                if set != 0 {
                    groups.push((index, color, set));
                }
            }
        }
        let worth: Vec<i64> = (0..1_usize << groups.len())
            .map(|chosen| {
                let chosen = groups
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| chosen >> i & 1 == 1);
                i64::from(of_pieces(chosen.fold(0, |set, (_, group)| set | group.2)).0)
            })
            .collect();
        for (value, &(area, color, _)) in shapley(groups.len(), &worth).into_iter().zip(&groups) {
            list[area].sides[color as usize] = match color {
                Color::White => value,
                Color::Black => -value,
            };
        }
        Areas {
            empty: worth.first().copied().unwrap_or_default(),
            list,
        }
    }
}

const fn factorial(n: usize) -> i64 {
    let (mut product, mut factor) = (1, 2);
    while factor <= n as i64 {
        product *= factor;
        factor += 1;
    }
    product
}

/// The squares of an area, in reading order.
fn squares(shape: &Shape, area: usize) -> Vec<Square> {
    // The same from both sides of the board.
    let outer = (shape.height + 1) / ROWS;
    let tops = [0, outer, shape.height - outer, shape.height];
    let (row, side) = (area / FILES, area % FILES);
    let all = (0..shape.squares).filter_map(|place| shape.at_place(place));
    let inside = all.filter(|&square| {
        let (y, x) = shape.row_file(square);
        (tops[row]..tops[row + 1]).contains(&y) && usize::from(x >= shape.width / 2) == side
    });
    inside.collect()
}

/// The Shapley values of `count` players, times [`Areas::UNIT`]. `worth` is what each set of players is worth together,
/// the first player in the lowest bit.
fn shapley(count: usize, worth: &[i64]) -> Vec<i64> {
    let value = |player: usize| {
        let without = (0..worth.len()).filter(|set| set >> player & 1 == 0);
        let gains = without.map(|set| {
            let before = set.count_ones() as usize;
            // In how many of all orders exactly these come before the player.
            let orders = factorial(before) * factorial(count - 1 - before);
            let share = orders * (Areas::UNIT / factorial(count));
            share * (worth[set | 1 << player] - worth[set])
        });
        gains.sum()
    };
    (0..count).map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;

    #[test]
    fn areas_cover_the_board_and_are_the_same_from_both_sides() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            let areas: Vec<Vec<Square>> = (0..6).map(|area| squares(&shape, area)).collect();
            assert_eq!(areas.iter().map(Vec::len).sum::<usize>(), shape.squares);
            for (area, squares) in areas.iter().enumerate() {
                let turned = squares.iter().map(|&square| shape.half_turned(square));
                let turned: Vec<Square> = turned.rev().collect();
                assert_eq!(turned, areas[5 - area], "{variant}");
            }
        }
    }

    #[test]
    fn what_players_earn_together_is_shared() {
        // The first earns 6 alone; the second and third earn 12 together; the fourth earns nothing.
        let worth: Vec<i64> = (0..16)
            .map(|set| 6 * (set & 1) + if set & 6 == 6 { 12 } else { 0 })
            .collect();
        let values = shapley(4, &worth);
        assert_eq!(values, [6, 6, 6, 0].map(|value| value * Areas::UNIT));
        assert!(shapley(0, &[7]).is_empty());
    }
}
