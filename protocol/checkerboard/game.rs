//! The games that CheckerBoard knows, its boards and its square numbers. Begin with [`Game::read`].
//!
//! A board is an array of columns and rows. Black's men begin in the rows 0 to 2 in every game, White's in 5 to 7, and a square is
//! a playing one where column and row are both even or both odd.

use kamen_core::notation::PositionError;
use kamen_core::{AnyMove, AnyPosition, Color, Kind, SquareName, Variant};

/// A board of CheckerBoard: what stands on `[column][row]`.
pub type Board = [[i32; 8]; 8];

/// A game, and the number that PDN and CheckerBoard have for it (`cb_interface.h`, `GT_ENGLISH` and its like).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) variant: Variant,
    pub(crate) number: u32,
}

/// All of them; the first is the one that is played unless something else is said.
pub(crate) const GAMES: [Game; 6] = [
    Game::new(Variant::English, 21),
    Game::new(Variant::Italian, 22),
    Game::new(Variant::Spanish, 24),
    Game::new(Variant::Russian, 25),
    Game::new(Variant::Brazilian, 26),
    Game::new(Variant::Czech, 29),
];

/// A playing square: column and row of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) x: u16,
    pub(crate) y: u16,
}

/// Why a board is no position.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BoardError {
    #[error("{found} on a square, expected 0, 5, 6, 9 or 10")]
    Piece { found: i32 },
    #[error("a piece on a square that is not played on")]
    Square,
    #[error("{found} is to move, expected 1 for White or 2 for Black")]
    Color { found: i32 },
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// `CB_WHITE`, `CB_BLACK`, `CB_MAN`, `CB_KING`: bits of a piece.
const WHITE: i32 = 1;
const BLACK: i32 = 2;
const MAN: i32 = 4;
const KING: i32 = 8;

/// The number of a piece on a board.
pub(crate) fn code(color: Color, kind: Kind) -> i32 {
    let color = match color {
        Color::White => WHITE,
        Color::Black => BLACK,
    };
    let kind = match kind {
        Kind::Man => MAN,
        Kind::King => KING,
    };
    color | kind
}

/// The piece of a number, if there is one.
fn piece(code: i32) -> Result<Option<(Color, Kind)>, BoardError> {
    let color = match code & (WHITE | BLACK) {
        WHITE => Color::White,
        BLACK => Color::Black,
        _ if code == 0 => return Ok(None),
        _ => return Err(BoardError::Piece { found: code }),
    };
    match code & !(WHITE | BLACK) {
        MAN => Ok(Some((color, Kind::Man))),
        KING => Ok(Some((color, Kind::King))),
        _ => Err(BoardError::Piece { found: code }),
    }
}

impl Game {
    const fn new(variant: Variant, number: u32) -> Game {
        Game { variant, number }
    }

    /// The game with a number.
    pub(crate) fn numbered(number: u32) -> Option<Game> {
        GAMES.into_iter().find(|game| game.number == number)
    }

    /// The game that a file of the library is for, by its name: `kamen-russian.dll`.
    pub(crate) fn of_file(name: &str) -> Game {
        let name = name.to_lowercase();
        let named = |game: &&Game| name.contains(game.variant.name());
        *GAMES.iter().find(named).unwrap_or(&GAMES[0])
    }

    /// The number that CheckerBoard gives a square (`coorstonumber` of `cb_interface.h`).
    pub(crate) fn number_of(self, place: Place) -> u16 {
        match self.variant {
            Variant::Czech => 33 - (4 * place.y + place.x / 2 + 1),
            _ => self.own_number(place),
        }
    }

    /// The number that texts of the variant give a square.
    pub(crate) fn own_number(self, Place { x, y }: Place) -> u16 {
        match self.variant {
            Variant::Italian => 4 * y + x / 2 + 1,
            Variant::Spanish => 4 * (7 - y) + (7 - x) / 2 + 1,
            _ => 4 * (y + 1) - x / 2,
        }
    }

    /// The square that CheckerBoard gives a number.
    pub(crate) fn place_numbered(self, number: u16) -> Option<Place> {
        places().find(|place| self.number_of(*place) == number)
    }

    /// Moves from a position on, with the numbers that the user sees on the board.
    pub(crate) fn line(self, position: &AnyPosition, moves: &[AnyMove]) -> String {
        let text = position.write_line_with(moves, false);
        let number = |own| self.place_of(SquareName::Number(own));
        renumbered(&text, |own| Some(self.number_of(number(own)?))).unwrap_or(text)
    }

    /// The square of a variant.
    pub(crate) fn place_of(self, square: SquareName) -> Option<Place> {
        places().find(|place| self.square(*place) == square)
    }

    /// A square, as the library names it.
    pub(crate) fn square(self, place: Place) -> SquareName {
        SquareName::Number(self.own_number(place))
    }

    /// The position of a board.
    ///
    /// # Errors
    /// There are pieces that there cannot be, or nobody is to move.
    pub(crate) fn read(self, board: &Board, color: i32) -> Result<AnyPosition, BoardError> {
        let turn = match color {
            WHITE => Color::White,
            BLACK => Color::Black,
            found => return Err(BoardError::Color { found }),
        };
        let mut pieces = Vec::new();
        for (x, column) in (0..).zip(board) {
            for (y, &code) in (0..).zip(column) {
                let place = Place { x, y };
                match piece(code)? {
                    Some(_) if !place.is_played_on() => return Err(BoardError::Square),
                    Some((color, kind)) => pieces.push((self.square(place), color, kind)),
                    None => {}
                }
            }
        }
        Ok(AnyPosition::from_pieces(self.variant, turn, pieces)?)
    }

    /// The board of a position.
    pub(crate) fn write(self, position: &AnyPosition) -> Board {
        let mut board = Board::default();
        for (x, column) in (0..).zip(&mut board) {
            for (y, code) in (0..).zip(column) {
                let place = Place { x, y };
                if place.is_played_on() {
                    *code = self.code_at(position, place);
                }
            }
        }
        board
    }

    /// The number of what stands on a square; 0 for nothing.
    pub(crate) fn code_at(self, position: &AnyPosition, place: Place) -> i32 {
        let piece = position.piece(self.square(place));
        piece.map_or(0, |(color, kind)| code(color, kind))
    }
}

impl Place {
    fn is_played_on(self) -> bool {
        (self.x + self.y).is_multiple_of(2)
    }

    /// Whether this square lies between two others on a diagonal.
    pub(crate) fn is_between(self, one: Place, other: Place) -> bool {
        let (to_one, to_other) = (self.steps_to(one), self.steps_to(other));
        let is_diagonal = |(x, y): (i32, i32)| x != 0 && x.abs() == y.abs();
        let is_opposite = |(a, b): (i32, i32)| a.signum() == -b.signum();
        is_diagonal(to_one)
            && is_diagonal(to_other)
            && is_opposite((to_one.0, to_other.0))
            && is_opposite((to_one.1, to_other.1))
    }

    fn steps_to(self, other: Place) -> (i32, i32) {
        let steps = |from: u16, to: u16| i32::from(to) - i32::from(from);
        (steps(self.x, other.x), steps(self.y, other.y))
    }
}

/// A text with other numbers in place of its own; `None` if there is none for one of them.
pub(crate) fn renumbered(text: &str, number: impl Fn(u16) -> Option<u16>) -> Option<String> {
    let mut written = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|c: char| !c.is_ascii_digit());
        let (found, after) = from.split_at(end.unwrap_or(from.len()));
        written.push_str(before);
        written.push_str(&number(found.parse().ok()?)?.to_string());
        rest = after;
    }
    Some(written + rest)
}

/// All playing squares.
fn places() -> impl Iterator<Item = Place> {
    let all = (0..8).flat_map(|y| (0..8).map(move |x| Place { x, y }));
    all.filter(|place| place.is_played_on())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::AnyGame;

    /// The board with which CheckerBoard begins every game (`InitCheckerBoard`).
    fn initial() -> Board {
        let mut board = Board::default();
        for place in places() {
            let code = match place.y {
                0..=2 => BLACK | MAN,
                5..=7 => WHITE | MAN,
                _ => 0,
            };
            board[usize::from(place.x)][usize::from(place.y)] = code;
        }
        board
    }

    #[test]
    fn the_initial_board_is_the_initial_position() {
        for game in GAMES {
            let start = AnyPosition::start(game.variant);
            let color = if start.turn() == Color::White { 1 } else { 2 };
            assert_eq!(game.read(&initial(), color).unwrap(), start, "{game:?}");
            assert_eq!(game.write(&start), initial(), "{game:?}");
        }
    }

    /// Men of each side go forward to the squares beside theirs: so columns, rows and sides are where the rules have them.
    #[test]
    fn squares_have_the_neighbours_that_the_rules_give_them() {
        for game in GAMES {
            for (color, crowned, forward) in [(Color::White, 0, -1), (Color::Black, 7, 1)] {
                for from in places().filter(|from| from.y != crowned) {
                    let man = [(game.square(from), color, Kind::Man)];
                    let position = AnyPosition::from_pieces(game.variant, color, man).unwrap();
                    let moves = position.legal_moves();
                    let mut found: Vec<_> = (moves.iter())
                        .map(|m| from.steps_to(game.place_of(m.to()).unwrap()))
                        .collect();
                    let inside = |x: &i32| (0..8).contains(&(i32::from(from.x) + x));
                    let mut expected: Vec<_> = ([-1, 1].into_iter().filter(inside))
                        .map(|x| (x, forward))
                        .collect();
                    found.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(found, expected, "{game:?} {from:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_those_of_checkerboard() {
        // Squares of `numbertocoors`; for Czech draughts it is not the inverse of `coorstonumber`, which is taken.
        let cases = [
            (21, 1, (6, 0)),
            (21, 5, (7, 1)),
            (21, 32, (1, 7)),
            (22, 1, (0, 0)),
            (22, 32, (7, 7)),
            (24, 1, (7, 7)),
            (24, 32, (0, 0)),
            (25, 22, (5, 5)),
            (29, 32, (0, 0)),
            (29, 1, (7, 7)),
        ];
        for (game, number, (x, y)) in cases {
            let game = Game::numbered(game).unwrap();
            assert_eq!(game.place_numbered(number), Some(Place { x, y }));
        }
        for game in GAMES {
            let mut numbers: Vec<u16> = places().map(|place| game.number_of(place)).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (1..=32).collect::<Vec<u16>>());
            assert_eq!(game.place_numbered(33), None);
        }
    }

    /// Those of the board, where the variant itself has letters, too.
    #[test]
    fn lines_have_the_numbers_of_the_board() {
        for (number, moves, expected) in [
            (21, "11-15 23-19", "11-15 23-19"),
            (22, "22-18 11-15", "22-18 11-15"),
            (25, "c3-d4 f6-g5", "22-18 11-16"),
            (29, "c3-d4 f6-g5", "10-14 23-20"),
        ] {
            let game = Game::numbered(number).unwrap();
            let start = AnyPosition::start(game.variant);
            let mut played = AnyGame::new(start);
            for text in moves.split(' ') {
                played.play_text(text).unwrap();
            }

            assert_eq!(game.line(&start, played.moves()), expected);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let game = GAMES[0];
        let with = |x: usize, y: usize, code| {
            let mut board = initial();
            board[x][y] = code;
            board
        };
        for board in [
            with(0, 0, 7),
            with(0, 0, 16),
            with(0, 0, -1),
            with(0, 1, 6),
            // Men where they would be kings.
            with(0, 0, WHITE | MAN),
            // Thirteen men.
            with(0, 4, BLACK | MAN),
        ] {
            assert!(game.read(&board, 2).is_err(), "{board:?}");
        }
        for color in [0, 3, -1, i32::MAX] {
            assert!(game.read(&initial(), color).is_err());
        }
    }

    #[test]
    fn files_name_their_game() {
        let cases = [
            ("kamen.dll", 21),
            ("Kamen-Russian.DLL", 25),
            ("kamen64_italian.dll", 22),
            ("engine.dll", 21),
        ];
        for (name, number) in cases {
            assert_eq!(Game::of_file(name).number, number, "{name}");
        }
    }
}
