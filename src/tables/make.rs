//! Makes the tables of a unit by retrograde analysis. Begin with [`Maker::make`].
//!
//! The first pass looks at the moves of every position. What a move leads to that leaves the unit is known. A position is
//! won if such a move wins, and lost if all moves lose; otherwise the moves that stay within the unit are counted. Then each
//! position that is decided tells those before it: before a lost one the other side wins; before a won one there is
//! a move less to hope for, and without any it is lost. What nobody decides is drawn.
//!
//! Where distances are asked for, the decided positions tell in the order of their distances, so that the first that
//! tells a win tells the shortest, and the last that tells a loss the longest.

use super::index::{as_white, split, turned, white_to_move};
use super::slice::{BySlice, Slice};
use super::value::{Outcome, Table, Value};
use kamen_core::board::{Color, White};
use kamen_core::geometry::{Bits, Geometry};
use kamen_core::movegen::{
    Counting, can_capture, can_move, each_man_move_into, each_position_after,
    each_quiet_move_of_kings,
};
use kamen_core::rules::{BitsOf, BoardOf, MoveOf, Position, Rules, VariantOf};
use kamen_files::parallel;

/// Makes tables of a variant.
#[derive(Debug)]
pub struct Maker<R: Rules> {
    variant: VariantOf<R>,
    tables: BySlice<Table<R::Geometry>>,
    /// Whether the tables hold distances.
    pub(super) distances: bool,
}

/// Numbers that a thread takes at a time.
pub(super) const CHUNK: usize = 1 << 12;

impl<R: Rules> Maker<R> {
    /// No table yet; whether those to come hold distances.
    pub fn new(variant: VariantOf<R>, distances: bool) -> Maker<R> {
        Maker {
            variant,
            tables: BySlice::default(),
            distances,
        }
    }

    /// The table of a slice, if it is there.
    pub fn table(&self, slice: Slice) -> Option<&Table<R::Geometry>> {
        self.tables.get(slice)
    }

    /// Adds a finished table.
    pub fn insert(&mut self, table: Table<R::Geometry>) {
        self.tables.insert(table.index().slice(), table);
    }

    /// Takes away the tables of the slices of which this is not true.
    pub fn retain(&mut self, keep: &dyn Fn(Slice) -> bool) {
        self.tables.retain(|table| keep(table.index().slice()));
    }

    /// Bytes of its tables.
    pub fn held(&self) -> u64 {
        self.tables.values().map(|table| table.bytes() as u64).sum()
    }

    /// The first position of the tables of a unit whose value is not what its moves say, if there is one: a second,
    /// plain look. With distances it proves them; without, it shows that values and moves agree.
    pub fn fault(&self, unit: &[&Table<R::Geometry>]) -> Option<Position<R>> {
        unit.iter().enumerate().find_map(|(this, table)| {
            let after = &unit[unit.len() - 1 - this];
            let fault = |chunk| self.fault_in(table, after, chunk);
            let chunks = (table.index().size() as usize).div_ceil(CHUNK);
            let chunk = parallel::first(chunks, &|chunk| fault(chunk).is_some())?;
            fault(chunk).map(white_to_move)
        })
    }

    /// The first of a chunk of numbers; `after` is the table with the other side to move.
    fn fault_in(
        &self,
        table: &Table<R::Geometry>,
        after: &Table<R::Geometry>,
        chunk: usize,
    ) -> Option<BoardOf<R>> {
        let index = table.index();
        let first = (chunk * CHUNK) as u64;
        let range = first..index.size().min(first + CHUNK as u64);
        let (mut moves, mut fault, mut seen) = (Vec::new(), None, 0);
        index.each_board(range.clone(), |number, board| {
            seen += 1;
            if table.get(number) != self.by_moves(after, board, &mut moves) {
                fault.get_or_insert(board);
            }
        });
        // What is no position has no value.
        let valued = range.filter(|&number| table.get(number).is_some());
        (valued.count() != seen)
            .then(BoardOf::<R>::default)
            .or(fault)
    }

    /// The outcome of a position with White to move by those of its successors; `after` is the table of its material
    /// and leads with the other side to move.
    pub(super) fn by_moves(
        &self,
        after: &Table<R::Geometry>,
        board: BoardOf<R>,
        moves: &mut Vec<MoveOf<R>>,
    ) -> Option<Outcome> {
        let position = white_to_move::<R>(board);
        let (mut best, mut unknown) = (None, false);
        let mut leads_to = |outcome: &dyn Fn() -> Option<Outcome>| {
            if !self.is_enough(best) {
                let outcome = outcome();
                unknown |= outcome.is_none();
                best = best.max(outcome.map(|outcome| outcome.before(self.distances)));
            }
        };
        let slice = after.index().slice();
        let outcome = |board: &BoardOf<R>| {
            let board = turned::<R::Geometry>(board);
            // The table need not have been added yet.
            match Slice::of::<R::Geometry>(&board) == slice {
                true => after.get(after.index().of(&board)),
                false => self.outcome(&board),
            }
        };
        if can_capture::<R>(&board, Color::White) {
            return self.by_captures(&position, moves);
        }
        if can_move(&position) {
            each_man_move_into::<R, White>(&board, R::Geometry::BOARD, |m| {
                leads_to(&|| outcome(&position.after(m).board));
            });
            let next = turned::<R::Geometry>(&board);
            let [men, kings] = split(&next);
            let numbers = after.index().among(men);
            each_quiet_move_of_kings::<R, White>(&position, |m| {
                leads_to(&|| {
                    let step = BitsOf::<R>::of(m.from) | BitsOf::<R>::of(m.to);
                    let moved = kings[1] ^ R::Geometry::turned(step);
                    after.get(numbers.of([kings[0], moved]))
                });
            });
        } else {
            return self.end(&position);
        }
        best.filter(|_| !unknown)
    }

    /// The outcome of a position in which White has to capture, by those of its successors.
    pub(super) fn by_captures(
        &self,
        position: &Position<R>,
        moves: &mut Vec<MoveOf<R>>,
    ) -> Option<Outcome> {
        let (mut best, mut unknown) = (None, false);
        each_position_after::<R, White>(position, Counting::Unique, moves, |next, _| {
            if self.is_enough(best) {
                return;
            }
            let outcome = self.outcome(&turned::<R::Geometry>(&next.board));
            unknown |= outcome.is_none();
            best = best.max(outcome.map(|outcome| outcome.before(self.distances)));
        });
        best.filter(|_| !unknown)
    }

    /// Whether no further move can be better.
    #[inline]
    pub(super) fn is_enough(&self, best: Option<Outcome>) -> bool {
        !self.distances && best.is_some_and(|best| best.value == Value::Win)
    }

    /// Its variant.
    pub fn variant(&self) -> VariantOf<R> {
        self.variant
    }

    /// Whether its tables hold distances.
    pub fn has_distances(&self) -> bool {
        self.distances
    }

    /// The outcome of a position, if its table is there.
    pub fn value(&self, position: &Position<R>) -> Option<Outcome> {
        self.end(position)
            .or_else(|| self.outcome(&as_white(position)))
    }

    /// The outcome of a board with White to move, if it is known.
    #[inline]
    pub(super) fn outcome(&self, board: &BoardOf<R>) -> Option<Outcome> {
        // A side without pieces has lost by the rules.
        if board.pieces.contains(&BitsOf::<R>::default()) {
            return self.end(&white_to_move(*board));
        }
        let table = self.tables.get(Slice::of::<R::Geometry>(board))?;
        table.get(table.index().of(board))
    }

    /// The outcome of a position that has ended the game.
    #[inline]
    pub(super) fn end(&self, position: &Position<R>) -> Option<Outcome> {
        Outcome::of_end(position, self.variant.facts().objective)
    }
}
