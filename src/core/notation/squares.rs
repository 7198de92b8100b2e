//! Converts between squares and their printed names.
//!
//! Numbers run along the rows from the corner given by [`Numbering`]; `a1` is White's lower left
//! corner. Variants whose lower left corner is not a playing square use a mirrored board
//! internally; only this module swaps left and right.

use crate::geometry::Square;
use crate::rules::{Numbering, Variant};
use kamen_protocol::SquareName;

/// Whether rows and files are reversed relative to the internal board.
fn flips(numbering: Numbering) -> (bool, bool) {
    match numbering {
        Numbering::TopLeft => (false, false),
        Numbering::BottomRight => (true, true),
        Numbering::MirroredTopLeft => (false, true),
        Numbering::MirroredBottomRight => (true, false),
    }
}

/// Whether the printed board mirrors the internal one.
fn is_mirrored(variant: Variant) -> bool {
    matches!(
        variant.numbering(),
        Numbering::MirroredTopLeft | Numbering::MirroredBottomRight
    )
}

/// The file that is printed for an internal one, or back.
pub(super) fn mirrored(variant: Variant, file: usize) -> usize {
    if is_mirrored(variant) {
        variant.shape().width - 1 - file
    } else {
        file
    }
}

/// Converts a place in number order to the internal reading order, or back: the conversion is its
/// own inverse.
fn reorder(variant: Variant, place: usize) -> usize {
    let (rows, files) = flips(variant.numbering());
    let shape = variant.shape();
    let width = shape.per_row();
    let (mut row, mut index) = (place / width, place % width);
    if rows {
        row = shape.height - 1 - row;
    }
    if files {
        index = width - 1 - index;
    }
    row * width + index
}

/// The number of a square, from 1.
pub(super) fn number(variant: Variant, square: Square) -> u16 {
    reorder(variant, variant.shape().place(square)) as u16 + 1
}

/// The square with a number, from 1.
pub(super) fn by_number(variant: Variant, number: usize) -> Option<Square> {
    let shape = variant.shape();
    let place = number
        .checked_sub(1)
        .filter(|&place| place < shape.squares)?;
    shape.at_place(reorder(variant, place))
}

/// The square of a variant with a printed name, a number or letters; `None` if its board has none.
pub fn by_name(variant: Variant, name: SquareName) -> Option<Square> {
    match name {
        SquareName::Number(number) => by_number(variant, usize::from(number)),
        SquareName::Letters { file, rank } => {
            let shape = variant.shape();
            let rank = Some(usize::from(rank)).filter(|&rank| rank > 0)?;
            let row = shape.height.checked_sub(rank)?;
            let file = Some(usize::from(file)).filter(|&file| file < shape.width)?;
            shape.square_at(row, mirrored(variant, file))
        }
    }
}

/// Whether squares of a variant may be named by letters: no text has them for boards of more than ten files, where a
/// `k` would be taken for a king.
pub fn has_letters(variant: Variant) -> bool {
    variant.shape().width <= MOST_FILES
}

/// A square by the name that texts of its variant usually give it, letters or a number; what is no square keeps its name.
pub fn usual_name(variant: Variant, named: SquareName) -> SquareName {
    let letters = variant.facts().algebraic;
    by_name(variant, named).map_or(named, |square| name(variant, square, letters))
}

/// The files that have letters in texts.
const MOST_FILES: usize = 10;

/// As [`name`], in letters only where texts have them.
pub(super) fn text_name(variant: Variant, square: Square, letters: bool) -> SquareName {
    name(variant, square, letters && has_letters(variant))
}

/// The printed name of a square of a variant, in letters or as a number.
pub fn name(variant: Variant, square: Square, letters: bool) -> SquareName {
    if !letters {
        return SquareName::Number(number(variant, square));
    }
    let shape = variant.shape();
    let (row, inside) = shape.row_file(square);
    SquareName::Letters {
        file: mirrored(variant, inside) as u8,
        rank: (shape.height - row) as u8,
    }
}

/// The range of squares, for messages. Texts have letters for ten files; on wider boards squares have numbers only.
pub(super) fn range(variant: Variant) -> String {
    let shape = variant.shape();
    if !has_letters(variant) {
        return format!("1 to {}", shape.squares);
    }
    let last = char::from(b'a' + shape.width as u8 - 1);
    let which = if shape.all_squares {
        "the squares"
    } else {
        "the playing squares"
    };
    format!(
        "1 to {} or {which} of a1 to {last}{}",
        shape.squares, shape.height
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_squares_are_a_bijection() {
        for variant in Variant::ALL {
            let count = variant.shape().squares;
            for n in 1..=count {
                let square = by_number(variant, n).unwrap();
                assert_eq!(usize::from(number(variant, square)), n, "{variant}");
                for letters in [false, true] {
                    let name = name(variant, square, letters);
                    assert_eq!(by_name(variant, name), Some(square), "{variant} {name}");
                }
            }
            assert!(by_number(variant, 0).is_none() && by_number(variant, count + 1).is_none());
        }
    }

    #[test]
    fn the_ends_of_a_range_can_be_read() {
        for variant in Variant::ALL {
            let range = range(variant);
            let last = range.rsplit(' ').next().unwrap();
            let square = SquareName::parse(last).unwrap();
            assert!(
                by_name(variant, square).is_some() || square.is_letters(),
                "{range}"
            );
        }
        assert_eq!(super::range(Variant::Canadian), "1 to 72");
        let czech = super::range(Variant::Czech);
        assert_eq!(czech, "1 to 32 or the playing squares of a1 to h8");
    }

    #[test]
    fn letters_are_numbered_as_the_rule_books_have_it() {
        use Variant::{Czech, Italian, Spanish, Thai, Turkish};
        let cases = [
            (Czech, "b8", 1),
            (Czech, "a1", 29),
            (Italian, "a8", 1),
            (Italian, "h1", 32),
            (Spanish, "h1", 1),
            (Spanish, "a8", 32),
            (Thai, "g1", 1),
            (Thai, "b8", 32),
            (Turkish, "a8", 1),
            (Turkish, "h1", 64),
        ];
        for (variant, text, expected) in cases {
            let square = by_name(variant, SquareName::parse(text).unwrap()).unwrap();
            assert_eq!(number(variant, square), expected, "{variant} {text}");
        }
    }
}
