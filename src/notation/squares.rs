//! Printed names of squares.
//!
//! Number 1 is the leftmost playing square of the top row, seen from White, and numbers run along
//! the rows; `a1` is White's lower left corner.

use crate::geometry::{Geometry, Square};
use kamen_protocol::SquareName;

/// The number of a square, from 1.
pub(super) fn number<G: Geometry>(square: Square) -> u16 {
    G::PLACE_OF
        .get(square.index())
        .map_or(0, |&place| u16::from(place) + 1)
}

/// The square of a number from 1.
pub(super) fn by_number<G: Geometry>(number: usize) -> Option<Square> {
    let place = number.checked_sub(1).filter(|&place| place < G::SQUARES)?;
    G::BIT_OF.get(place).map(|&bit| Square(bit))
}

/// The square of a printed name.
pub(super) fn by_name<G: Geometry>(name: SquareName) -> Option<Square> {
    match name {
        SquareName::Number(number) => by_number::<G>(usize::from(number)),
        SquareName::Letters { file, rank } => {
            let row = G::HEIGHT.checked_sub(usize::from(rank))?;
            G::square_at(row, usize::from(file))
        }
    }
}

/// The squares that there are, for messages.
pub(super) fn range<G: Geometry>() -> String {
    let last = char::from(b'a' + G::WIDTH as u8 - 1);
    format!(
        "1 to {} or the dark squares of a1 to {last}{}",
        G::SQUARES,
        G::HEIGHT
    )
}
