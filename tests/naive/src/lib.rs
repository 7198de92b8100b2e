//! A plain, slow mailbox move generator for every variant of the rule book: the second
//! opinion that the engine's bitboards are compared with.
//!
//! Called by tests, never by the engine. It depends on `std` alone and shares no code and no
//! idea with the engine, so a mistake in one is not a mistake in both: the board is a
//! two-dimensional array, every capture sequence is collected, then precedence picks among
//! them, then equal moves are merged. `table` holds the facts by variant, `moves` the rules;
//! "rule n" is the numbered rule of the rule book. `count` counts sequences of moves, and the
//! program `kamen-naive` compares the counts with the suites that `suite` reads.
//!
//! Left out: the results of games.

mod count;
mod fault;
mod landings;
mod moves;
pub mod suite;
mod table;

pub use fault::Fault;
pub use landings::Landing;

use table::{Geometry, Playing, Rules, SquareOne, TABLE};

/// Row (0 is the top one, on Black's side) and column (0 is the left one, seen from White).
type Cell = (usize, usize);
/// Rows and columns beyond the variant's board stay empty.
type Board = [[Option<Piece>; 12]; 12];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    white: bool,
    king: bool,
}

/// The rules of one variant.
#[derive(Clone, Debug)]
pub struct Naive {
    rules: Rules,
    /// Whether [`Naive::play`] crowns; false only in [`Fault::NotCrowned`].
    crowns: bool,
    /// Each order of capture is a move of its own.
    counts_orders: bool,
}

/// Pieces, side to move, and the king that each side has moved last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    geometry: Geometry,
    board: Board,
    white_to_move: bool,
    /// In Frisian draughts; the text of a position leaves them out.
    white_run: Option<Run>,
    black_run: Option<Run>,
}

/// Moves in a row of one king that captured nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Run {
    /// The number of the square where the king is now.
    at: u8,
    /// [`LONGEST_RUN`] at most.
    moves: u8,
}

/// A side with a man may not move the same king more often in a row.
const LONGEST_RUN: u8 = 3;

/// A move by square numbers (1-based, the variant's own). Ordered by from, to, captured.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// Where the piece starts.
    pub from: usize,
    /// Where it ends; may be where it started.
    pub to: usize,
    /// Ascending; empty unless the move is a capture.
    pub captured: Vec<usize>,
    /// A man became a king. Follows from the other three: whatever a man captures on the row
    /// before the last, it captures by way of the last.
    pub crowned: bool,
}

impl Naive {
    /// The names `new` knows: those of the rule book.
    pub const VARIANTS: &[&str] = &{
        let mut names = [""; TABLE.len()];
        let mut i = 0;
        while i < TABLE.len() {
            names[i] = TABLE[i].0;
            i += 1;
        }
        names
    };

    /// The rules of a variant by its name.
    pub fn new(variant: &str) -> Option<Naive> {
        let (_, rules) = TABLE.iter().find(|(name, _)| *name == variant)?;
        Some(Naive {
            rules: *rules,
            crowns: true,
            counts_orders: false,
        })
    }

    /// The same rules with each order of capture as a move of its own, as in many published
    /// counts. [`Naive::legal_moves`] then lists equal moves.
    pub fn counting_orders(mut self) -> Naive {
        self.counts_orders = true;
        self
    }

    /// Number of playing squares.
    pub fn squares(&self) -> usize {
        self.rules.geometry.squares()
    }

    /// The start position.
    pub fn start(&self) -> Position {
        let mut start = self.empty(self.rules.white_begins);
        let height = self.rules.geometry.height;
        let rows = self.rules.rows_behind..self.rules.rows_behind + self.rules.rows_of_men;
        for number in 1..=self.squares() {
            let (row, column) = self.rules.geometry.cell(number);
            let white = rows.contains(&(height - 1 - row));
            if white || rows.contains(&row) {
                start.board[row][column] = Some(Piece { white, king: false });
            }
        }
        start
    }

    /// `W` or `B` for the side to move, then one of `e w b W B` (kings in capitals) for each
    /// square from 1 on.
    pub fn parse_hub(&self, text: &str) -> Option<Position> {
        let mut letters = text.chars();
        let mut position = self.empty(is_white(letters.next()?)?);
        for number in 1..=self.squares() {
            let (row, column) = self.rules.geometry.cell(number);
            position.board[row][column] = match letters.next()? {
                'e' => None,
                letter => Some(Piece {
                    white: is_white(letter.to_ascii_uppercase())?,
                    king: letter.is_ascii_uppercase(),
                }),
            };
        }
        letters.next().is_none().then_some(position)
    }

    /// `W:W31,K32:B1,2`, with square numbers or names (see [`Naive::square`]). A list may be
    /// empty; ranges are not read.
    pub fn parse_fen(&self, fen: &str) -> Option<Position> {
        let mut fields = fen.split(':');
        let mut position = self.empty(only_letter(fields.next()?)?);
        for field in fields {
            let (colour, list) = field.split_at_checked(1)?;
            let white = only_letter(colour)?;
            for item in list.split(',').filter(|item| !item.is_empty()) {
                let (king, name) = match item.strip_prefix('K') {
                    Some(name) => (true, name),
                    None => (false, item),
                };
                let (row, column) = self.rules.geometry.cell(self.square(name)?);
                if position.board[row][column]
                    .replace(Piece { white, king })
                    .is_some()
                {
                    return None;
                }
            }
        }
        Some(position)
    }

    /// The number of a square given by its number or its algebraic name, where `a1` is the
    /// lower left corner seen from White. Turkish has no numbers of its own: here a8 is 1,
    /// h8 is 8 and h1 is 64.
    pub fn square(&self, name: &str) -> Option<usize> {
        if let Ok(number) = name.parse() {
            return (1..=self.squares()).contains(&number).then_some(number);
        }
        let geometry = self.rules.geometry;
        let column = usize::from(name.bytes().next()?.checked_sub(b'a')?);
        let row = geometry.height.checked_sub(name.get(1..)?.parse().ok()?)?;
        (1..=self.squares()).find(|&number| geometry.cell(number) == (row, column))
    }

    /// The position after `m`, which is one of `legal_moves(p)`.
    pub fn play(&self, p: &Position, m: &Move) -> Position {
        let mut next = p.clone();
        let geometry = self.rules.geometry;
        let (row, column) = geometry.cell(m.from);
        let piece = next.board[row][column].take();
        for &captured in &m.captured {
            let (row, column) = geometry.cell(captured);
            next.board[row][column] = None;
        }
        let (row, column) = geometry.cell(m.to);
        next.board[row][column] = piece.map(|p| Piece {
            king: p.king || (m.crowned && self.crowns),
            ..p
        });
        next.white_to_move = !p.white_to_move;
        if self.rules.limits_king_moves {
            let king_moves = piece.is_some_and(|p| p.king) && m.captured.is_empty();
            let run = if p.white_to_move {
                &mut next.white_run
            } else {
                &mut next.black_run
            };
            *run = king_moves.then(|| longer_run(p, m));
        }
        next
    }

    /// The squares, ascending, where a man of that colour is crowned.
    pub fn promotion_row(&self, white: bool) -> Vec<usize> {
        let last_row = self.last_row(white);
        let numbers = 1..=self.squares();
        numbers
            .filter(|&number| self.rules.geometry.cell(number).0 == last_row)
            .collect()
    }

    fn last_row(&self, white: bool) -> usize {
        if white {
            0
        } else {
            self.rules.geometry.height - 1
        }
    }

    fn empty(&self, white_to_move: bool) -> Position {
        Position {
            geometry: self.rules.geometry,
            board: Board::default(),
            white_to_move,
            white_run: None,
            black_run: None,
        }
    }
}

impl Geometry {
    fn squares_per_row(&self) -> usize {
        if self.playing == Playing::Every {
            self.width
        } else {
            self.width / 2
        }
    }

    fn squares(&self) -> usize {
        self.squares_per_row() * self.height
    }

    /// Where the square with this number (from 1) lies.
    fn cell(&self, number: usize) -> Cell {
        let from_top_left = match self.square_one {
            SquareOne::TopLeft => number - 1,
            SquareOne::BottomRight => self.squares() - number,
        };
        let row = from_top_left / self.squares_per_row();
        let nth = from_top_left % self.squares_per_row();
        let rows_above_bottom = self.height - 1 - row;
        let column = match self.playing {
            Playing::LowerLeftDark => 2 * nth + rows_above_bottom % 2,
            Playing::LowerLeftLight => 2 * nth + (rows_above_bottom + 1) % 2,
            Playing::Every => nth,
        };
        (row, column)
    }

    /// The number of the playing square at `cell`.
    fn number(&self, (row, column): Cell) -> usize {
        let nth = if self.playing == Playing::Every {
            column
        } else {
            column / 2
        };
        let from_top_left = row * self.squares_per_row() + nth;
        match self.square_one {
            SquareOne::TopLeft => from_top_left + 1,
            SquareOne::BottomRight => self.squares() - from_top_left,
        }
    }
}

impl Position {
    /// As [`Naive::parse_hub`] reads it.
    pub fn hub(&self) -> String {
        let letter = |piece: Piece| match (piece.white, piece.king) {
            (true, true) => 'W',
            (true, false) => 'w',
            (false, true) => 'B',
            (false, false) => 'b',
        };
        let side = if self.white_to_move { 'W' } else { 'B' };
        let cells = (1..=self.geometry.squares()).map(|number| self.geometry.cell(number));
        let squares = cells.map(|cell| self.piece_at(cell).map_or('e', letter));
        std::iter::once(side).chain(squares).collect()
    }

    /// The run of the side to move.
    fn run(&self) -> Option<Run> {
        if self.white_to_move {
            self.white_run
        } else {
            self.black_run
        }
    }

    fn piece_at(&self, (row, column): Cell) -> Option<Piece> {
        self.board[row][column]
    }
}

impl Move {
    /// `32-28`; a capture is `28x19x23`: from, to, then the captured squares ascending.
    pub fn hub(&self) -> String {
        if self.captured.is_empty() {
            return format!("{}-{}", self.from, self.to);
        }
        let captured = self.captured.iter().map(|square| format!("x{square}"));
        format!("{}x{}{}", self.from, self.to, captured.collect::<String>())
    }
}

/// The run of the king that makes the move `m`.
fn longer_run(p: &Position, m: &Move) -> Run {
    let so_far = p.run().filter(|run| usize::from(run.at) == m.from);
    let moves = so_far.map_or(0, |run| run.moves) + 1;
    Run {
        at: m.to as u8,
        moves: moves.min(LONGEST_RUN),
    }
}

fn only_letter(text: &str) -> Option<bool> {
    let mut letters = text.chars();
    let white = is_white(letters.next()?)?;
    letters.next().is_none().then_some(white)
}

/// White for `W`, Black for `B`.
fn is_white(letter: char) -> Option<bool> {
    match letter {
        'W' => Some(true),
        'B' => Some(false),
        _ => None,
    }
}
