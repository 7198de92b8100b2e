//! Random positions as Hub strings, for properties of move generation.
//!
//! Every string is a position that `kamen::notation` takes: no man on its crowning row, no more
//! pieces than at the start, at least one. The strategies shrink towards few pieces, so a failure is
//! shown with little on the board.

use kamen::board::Color;
use kamen::geometry::{Bits, Geometry};
use kamen::rules::{Numbering, Position, Rules, VariantOf};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Letters of a Hub string.
const ALL_KINDS: &[char] = &['w', 'b', 'W', 'B'];
const KINGS: &[char] = &['W', 'B'];
const MOSTLY_MEN: &[char] = &['w', 'b', 'w', 'b', 'w', 'b', 'w', 'b', 'w', 'b', 'W', 'B'];

/// Pieces with their places, counted from 0. Where places repeat, the first piece counts.
type Pieces = Vec<(usize, char)>;

/// The measures of a variant that positions are made by.
#[derive(Clone, Copy, Debug)]
struct Shape {
    width: usize,
    height: usize,
    squares: usize,
    /// Whether square 1 lies in White's first row.
    from_below: bool,
    /// The most pieces that a side may have.
    most: usize,
}

/// Random positions of a variant that moves by `R`, all mixtures in equal parts.
pub fn positions<R: Rules>(of: VariantOf<R>) -> impl Strategy<Value = String> {
    let shape = Shape {
        width: R::Geometry::WIDTH,
        height: R::Geometry::HEIGHT,
        squares: R::Geometry::SQUARES,
        from_below: matches!(
            R::NUMBERING,
            Numbering::BottomRight | Numbering::MirroredBottomRight
        ),
        most: Position::start(of)
            .board
            .of(Color::White)
            .count()
            .max((R::Geometry::HEIGHT / 2 - 1) * R::Geometry::WIDTH / 2),
    };
    let all: Vec<usize> = (0..shape.squares).collect();
    let anything = pieces(&all, ALL_KINDS, 1, 2 * shape.most);
    let kings = pieces(&all, KINGS, 1, shape.most);
    let crowd = pieces(&all, MOSTLY_MEN, shape.most, 3 * shape.most);
    prop_oneof![anything, kings, crowd, lattice(shape), lattice(shape)]
        .prop_flat_map(move |pieces| (Just(pieces), any::<bool>(), any::<bool>()))
        .prop_map(move |(pieces, white, turned)| {
            let hub = shape.hub(if white { 'W' } else { 'B' }, &pieces);
            if turned { rotated(&hub) } else { hub }
        })
}

/// The choices of a random game of fewer than `longest` plies: places in the lists of legal moves,
/// which begin again at the end.
pub fn choices(longest: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 1..longest)
}

/// The position seen from the other side: the board turned by half, the colours exchanged.
pub fn rotated(hub: &str) -> String {
    let (turn, squares) = hub.split_at(1);
    let exchanged = |letter| match letter {
        'W' => 'B',
        'B' => 'W',
        'w' => 'b',
        'b' => 'w',
        other => other,
    };
    let reversed = squares.chars().rev();
    turn.chars().chain(reversed).map(exchanged).collect()
}

fn pieces(
    places: &[usize],
    kinds: &'static [char],
    least: usize,
    most: usize,
) -> BoxedStrategy<Pieces> {
    vec((select(places.to_vec()), select(kinds)), least..=most).boxed()
}

/// Few white pieces, mostly kings, and black ones on every second square away from the edge, so
/// that there is room behind each of them: long captures, loops, and many routes to one end.
fn lattice(shape: Shape) -> BoxedStrategy<Pieces> {
    let inside = |place: &usize| {
        let (row, file) = shape.row_file(*place);
        (1..shape.height - 1).contains(&row) && (1..shape.width - 1).contains(&file)
    };
    let rows = |odd: usize| -> Vec<usize> {
        (0..shape.squares)
            .filter(|place| inside(place) && shape.row_file(*place).0 % 2 == odd)
            .collect()
    };
    let all: Vec<usize> = (0..shape.squares).collect();
    let white = pieces(&all, &['W', 'W', 'w'], 1, 4);
    let black = prop_oneof![
        pieces(&rows(0), &['b', 'B'], 3, 2 * shape.most),
        pieces(&rows(1), &['b', 'B'], 3, 2 * shape.most),
    ];
    let strays = pieces(&all, &['w', 'b'], 0, 3);
    (white, black, strays)
        .prop_map(|(white, black, strays)| [white, black, strays].concat())
        .boxed()
}

impl Shape {
    fn row_file(&self, place: usize) -> (usize, usize) {
        let per_row = self.squares / self.height;
        let row = place / per_row;
        // On mirrored boards this is a file off, which matters to nobody here.
        let file = if per_row == self.width {
            place % per_row
        } else {
            2 * (place % per_row) + 1 - row % 2
        };
        let row = if self.from_below {
            self.height - 1 - row
        } else {
            row
        };
        (row, file)
    }

    /// Puts the pieces on the board, leaving out those that find no place and crowning men that
    /// could not be men where they are.
    fn hub(&self, turn: char, pieces: &[(usize, char)]) -> String {
        let mut squares = vec!['e'; self.squares];
        let mut white_and_black = [0, 0];
        for &(place, letter) in pieces {
            let count = &mut white_and_black[usize::from(letter.eq_ignore_ascii_case(&'b'))];
            if squares[place] != 'e' || *count == self.most {
                continue;
            }
            *count += 1;
            squares[place] = match (letter, self.row_file(place).0) {
                ('w', 0) => 'W',
                ('b', row) if row == self.height - 1 => 'B',
                _ => letter,
            };
        }
        std::iter::once(turn).chain(squares).collect()
    }
}
