//! Printed names of squares.
//!
//! Numbers run along the rows, from the corner that [`Numbering`] names; `a1` is White's lower
//! left corner. Variants whose lower left corner is not played on are played on the mirrored board
//! inside, so only here left and right change places.

use crate::geometry::{Geometry, Square};
use crate::rules::{Numbering, Rules};
use kamen_protocol::SquareName;

/// Whether rows and files run the other way from how the board lies inside.
fn flips(numbering: Numbering) -> (bool, bool) {
    match numbering {
        Numbering::TopLeft => (false, false),
        Numbering::BottomRight => (true, true),
        Numbering::MirroredTopLeft => (false, true),
        Numbering::MirroredBottomRight => (true, false),
    }
}

/// Whether the board that is shown is the mirror image of the one inside.
fn is_mirrored(numbering: Numbering) -> bool {
    matches!(
        numbering,
        Numbering::MirroredTopLeft | Numbering::MirroredBottomRight
    )
}

/// Playing squares of a row.
fn per_row<G: Geometry>() -> usize {
    G::SQUARES / G::HEIGHT
}

/// The place in reading order inside of the square with a place in the order of its numbers; the
/// same the other way round.
fn reorder<R: Rules>(place: usize) -> usize {
    let (rows, files) = flips(R::NUMBERING);
    let width = per_row::<R::Geometry>();
    let (mut row, mut index) = (place / width, place % width);
    if rows {
        row = <R::Geometry as Geometry>::HEIGHT - 1 - row;
    }
    if files {
        index = width - 1 - index;
    }
    row * width + index
}

/// The number of a square, from 1.
pub(super) fn number<R: Rules>(square: Square) -> u16 {
    <R::Geometry as Geometry>::PLACE_OF
        .get(square.index())
        .map_or(0, |&place| reorder::<R>(usize::from(place)) as u16 + 1)
}

/// The square of a number from 1.
pub(super) fn by_number<R: Rules>(number: usize) -> Option<Square> {
    let squares = <R::Geometry as Geometry>::SQUARES;
    let place = number.checked_sub(1).filter(|&place| place < squares)?;
    <R::Geometry as Geometry>::BIT_OF
        .get(reorder::<R>(place))
        .map(|&bit| Square(bit))
}

/// The square of a printed name.
pub(super) fn by_name<R: Rules>(name: SquareName) -> Option<Square> {
    match name {
        SquareName::Number(number) => by_number::<R>(usize::from(number)),
        SquareName::Letters { file, rank } => {
            let row = <R::Geometry as Geometry>::HEIGHT.checked_sub(usize::from(rank))?;
            let file = usize::from(file);
            let inside = if is_mirrored(R::NUMBERING) {
                (<R::Geometry as Geometry>::WIDTH - 1).checked_sub(file)?
            } else {
                file
            };
            <R::Geometry as Geometry>::square_at(row, inside)
        }
    }
}

/// The printed name of a square, in letters or as a number.
pub(super) fn name<R: Rules>(square: Square, letters: bool) -> SquareName {
    if !letters {
        return SquareName::Number(number::<R>(square));
    }
    let (row, inside) = <R::Geometry as Geometry>::row_file(square);
    let file = if is_mirrored(R::NUMBERING) {
        <R::Geometry as Geometry>::WIDTH - 1 - inside
    } else {
        inside
    };
    SquareName::Letters {
        file: file as u8,
        rank: (<R::Geometry as Geometry>::HEIGHT - row) as u8,
    }
}

/// The squares that there are, for messages.
pub(super) fn range<R: Rules>() -> String {
    let (width, height) = (
        <R::Geometry as Geometry>::WIDTH,
        <R::Geometry as Geometry>::HEIGHT,
    );
    let last = char::from(b'a' + width as u8 - 1);
    let squares = <R::Geometry as Geometry>::SQUARES;
    let which = if <R::Geometry as Geometry>::ALL_SQUARES {
        "the squares"
    } else {
        "the playing squares"
    };
    format!("1 to {squares} or {which} of a1 to {last}{height}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Italian, Spanish, Thai, Turkish, Variant};
    use crate::with_rules;

    #[test]
    fn numbers_and_squares_are_a_bijection() {
        for variant in Variant::ALL {
            with_rules!(variant, R => {
                let count = <<R as Rules>::Geometry as Geometry>::SQUARES;
                for n in 1..=count {
                    let square = by_number::<R>(n).unwrap();
                    assert_eq!(usize::from(number::<R>(square)), n, "{variant}");
                    for letters in [false, true] {
                        let name = name::<R>(square, letters);
                        assert_eq!(by_name::<R>(name), Some(square), "{variant} {name}");
                    }
                }
                assert!(by_number::<R>(0).is_none() && by_number::<R>(count + 1).is_none());
            });
        }
    }

    fn letters<R: Rules>(text: &str) -> u16 {
        number::<R>(by_name::<R>(SquareName::parse(text).unwrap()).unwrap())
    }

    #[test]
    fn letters_meet_numbers() {
        assert_eq!(letters::<crate::rules::Czech>("b8"), 1);
        assert_eq!(letters::<crate::rules::Czech>("a1"), 29);
        assert_eq!(letters::<Italian>("a8"), 1);
        assert_eq!(letters::<Italian>("h1"), 32);
        assert_eq!(letters::<Spanish>("h1"), 1);
        assert_eq!(letters::<Spanish>("a8"), 32);
        assert_eq!(letters::<Thai>("g1"), 1);
        assert_eq!(letters::<Thai>("b8"), 32);
        assert_eq!(letters::<Turkish>("a8"), 1);
        assert_eq!(letters::<Turkish>("h1"), 64);
    }
}
