//! The pieces of an ending, and every way to place them.

use kamen::board::{Board, Color, Kind};
use kamen::geometry::{Bits, Geometry};
use kamen::rules::{BoardOf, Rules, crowning_row};

/// All boards with the pieces of a text as `KK-Km`: White's, then Black's, kings and men.
pub fn placements<R: Rules>(material: &str) -> Vec<BoardOf<R>> {
    let (white, black) = material.split_once('-').expect("white-black");
    let mut boards = vec![Board::default()];
    for (color, pieces) in [(Color::White, white), (Color::Black, black)] {
        for (kind, letter) in [(Kind::King, 'K'), (Kind::Man, 'm')] {
            let mut lowest = vec![0; boards.len()];
            for _ in pieces.chars().filter(|&c| c == letter) {
                (boards, lowest) = with_one_more::<R>(&boards, &lowest, color, kind);
            }
        }
    }
    boards
}

/// All boards with one more piece, on a square from the lowest of its board on, and the lowest
/// square for the next piece of that kind.
fn with_one_more<R: Rules>(
    boards: &[BoardOf<R>],
    lowest: &[u8],
    color: Color,
    kind: Kind,
) -> (Vec<BoardOf<R>>, Vec<u8>) {
    let mut squares = R::Geometry::BOARD;
    if kind == Kind::Man {
        squares &= !crowning_row::<R::Geometry>(color);
    }
    let mut more = (Vec::new(), Vec::new());
    for (board, &lowest) in boards.iter().zip(lowest) {
        let free = squares & !board.occupied();
        for square in free
            .squares()
            .filter(|square| square.index() >= usize::from(lowest))
        {
            let mut next = *board;
            next.put(square, color, kind);
            more.0.push(next);
            more.1.push(square.index() as u8 + 1);
        }
    }
    more
}
