//! Makes the slices of a unit by retrograde analysis. Begin with [`Maker::make`].
//!
//! The first pass looks at the moves of every position. What a capture or a promotion leads to is known. A position is won if
//! such a move wins, and lost if all moves lose; otherwise the moves that stay within the unit are counted. Then each
//! position that is decided tells those before it: before a lost one the other side wins; before a won one there is
//! a move less to hope for, and without any it is lost. What nobody decides is drawn.

use super::index::{Index, turned};
use super::material::Material;
use super::value::{Slice, Value};
use crate::board::{Black, Board, Color};
use crate::movegen::{each_quiet_move_back, legal_moves, winner};
use crate::rules::{BoardOf, MoveOf, Position, Rules, VariantOf};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering};

/// Finished slices, by material.
pub type Slices<R> = HashMap<Material, Slice<<R as Rules>::Geometry>>;

/// Makes slices of a variant.
#[derive(Debug)]
pub struct Maker<R: Rules> {
    variant: VariantOf<R>,
    slices: Slices<R>,
}

/// Numbers that a thread takes at a time.
const CHUNK: u64 = 1 << 12;

// What is known of a position: one of these, or UNDECIDED and the number of moves that may still help.
const NONE: u8 = 0;
const LOSS: u8 = 1;
const DRAW: u8 = 2;
const WIN: u8 = 3;
const UNDECIDED: u8 = 4;
/// Undecided, but a move draws: it cannot be lost.
const HOLDS: u8 = u8::MAX;

impl<R: Rules> Maker<R> {
    /// No slice yet.
    pub fn new(variant: VariantOf<R>) -> Maker<R> {
        Maker {
            variant,
            slices: HashMap::new(),
        }
    }

    /// The finished slices.
    pub fn slices(&self) -> &Slices<R> {
        &self.slices
    }

    /// Makes the slices of a unit: of its material, and of the same pieces with the other side to move.
    /// The units that its positions lead to must be there.
    pub fn make(&mut self, unit: Material) {
        for slice in Unit::new(self, unit).solve() {
            self.insert(slice);
        }
    }

    /// Adds a finished slice.
    pub fn insert(&mut self, slice: Slice<R::Geometry>) {
        self.slices.insert(slice.index().material(), slice);
    }

    /// The first position whose value is not what its moves say, if there is one: a second, plain look at a unit.
    pub fn fault(&self, unit: Material) -> Option<Position<R>> {
        [unit, unit.turned()].into_iter().find_map(|material| {
            let slice = self.slices.get(&material)?;
            let index = slice.index();
            let faulty = |number: &u64| {
                let Some(board) = index.board(*number) else {
                    return slice.get(*number).is_some();
                };
                index.of(&board) != *number || slice.get(*number) != self.by_moves(board)
            };
            let number = (0..index.size()).into_par_iter().find_first(faulty)?;
            Some(white_to_move(index.board(number)?))
        })
    }

    /// The value of a position with White to move, by those of its successors.
    fn by_moves(&self, board: BoardOf<R>) -> Option<Value> {
        let position = white_to_move::<R>(board);
        if let Some(end) = self.end(&position) {
            return Some(end);
        }
        let mut moves = Vec::new();
        legal_moves(&position, &mut moves);
        let values = moves.iter().map(|m| self.value(&position.after(m)));
        values.map(|value| value.map(Value::reversed)).max()?
    }

    /// The value of a position, if its slice is finished; a side without pieces has lost by the rules.
    pub fn value(&self, position: &Position<R>) -> Option<Value> {
        if let Some(end) = self.end(position) {
            return Some(end);
        }
        let material = Material::of(&position.board, position.turn);
        let board = match position.turn {
            Color::White => position.board,
            Color::Black => turned::<R::Geometry>(&position.board),
        };
        self.slices.get(&material)?.value(&board)
    }

    /// The value of a position that has ended the game.
    fn end(&self, position: &Position<R>) -> Option<Value> {
        let winner = winner(position, self.variant.facts().objective)?;
        Some(if winner == position.turn {
            Value::Win
        } else {
            Value::Loss
        })
    }
}

fn white_to_move<R: Rules>(board: BoardOf<R>) -> Position<R> {
    Position::new(board, Color::White)
}

/// A unit in the making.
struct Unit<'a, R: Rules> {
    maker: &'a Maker<R>,
    /// One slice if both sides have the same pieces, else two.
    parts: Vec<Part<R::Geometry>>,
}

/// A slice in the making.
struct Part<G> {
    index: Index<G>,
    states: Vec<AtomicU8>,
}

/// A position of a unit: its part and its number.
type Place = (usize, u64);

impl<'a, R: Rules> Unit<'a, R> {
    fn new(maker: &'a Maker<R>, unit: Material) -> Unit<'a, R> {
        let mut materials = vec![unit, unit.turned()];
        materials.dedup();
        let part = |material| {
            let index = Index::new(material);
            let states = (0..index.size()).map(|_| AtomicU8::new(NONE)).collect();
            Part { index, states }
        };
        let parts = materials.into_iter().map(part).collect();
        Unit { maker, parts }
    }

    fn solve(self) -> Vec<Slice<R::Geometry>> {
        let mut decided: Vec<Place> = (0..self.parts.len())
            .flat_map(|part| self.first_pass(part))
            .collect();
        while !decided.is_empty() {
            decided = decided
                .par_chunks(CHUNK as usize)
                .flat_map_iter(|chunk| {
                    let mut next = Vec::new();
                    for &place in chunk {
                        self.tell(place, &mut next);
                    }
                    next
                })
                .collect();
        }
        let finished = |part: Part<R::Geometry>| {
            let values = part
                .states
                .iter()
                .map(|state| finished(state.load(Ordering::Relaxed)));
            Slice::new(part.index, values)
        };
        self.parts.into_iter().map(finished).collect()
    }

    /// Looks at all positions of a part; returns those that are decided.
    fn first_pass(&self, part: usize) -> Vec<Place> {
        let Part { index, states } = &self.parts[part];
        let chunks = states.par_chunks(CHUNK as usize).enumerate();
        let decided = chunks.flat_map_iter(|(chunk, states)| {
            let first = chunk as u64 * CHUNK;
            let (mut moves, mut decided) = (Vec::new(), Vec::new());
            for (number, state) in (first..).zip(states) {
                let Some(board) = index.board(number) else {
                    continue;
                };
                let known = self.look(board, &mut moves);
                state.store(known, Ordering::Relaxed);
                if matches!(known, WIN | LOSS) {
                    decided.push((part, number));
                }
            }
            decided
        });
        decided.collect()
    }

    /// What the moves of a position say that leave the unit.
    fn look(&self, board: BoardOf<R>, moves: &mut Vec<MoveOf<R>>) -> u8 {
        let position = white_to_move::<R>(board);
        if let Some(end) = self.maker.end(&position) {
            return state_of(end);
        }
        moves.clear();
        legal_moves(&position, moves);
        let (mut within, mut holds) = (0, false);
        for m in moves.iter() {
            if !m.is_capture() && !m.is_crowning() {
                within += 1;
                continue;
            }
            match self.maker.value(&position.after(m)) {
                Some(Value::Loss) => return WIN,
                Some(Value::Win) => {}
                _ => holds = true,
            }
        }
        match (within, holds) {
            (0, true) => DRAW,
            (0, false) => LOSS,
            (_, true) => HOLDS,
            (within, false) => UNDECIDED + within,
        }
    }

    /// Tells the positions before a decided one; those that are decided by it go into `next`.
    fn tell(&self, (part, number): Place, next: &mut Vec<Place>) {
        let Part { index, states } = &self.parts[part];
        let Some(board) = index.board(number) else {
            return;
        };
        let is_lost = states[number as usize].load(Ordering::Relaxed) == LOSS;
        let before = self.parts.len() - 1 - part;
        let Part { index, states } = &self.parts[before];
        each_quiet_move_back::<R, Black>(&board, |earlier: Board<_>| {
            let number = index.of(&turned::<R::Geometry>(&earlier));
            let state = &states[number as usize];
            let told =
                state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |known| match known {
                    ..UNDECIDED => None,
                    _ if is_lost => Some(WIN),
                    HOLDS => None,
                    known if known == UNDECIDED + 1 => Some(LOSS),
                    known => Some(known - 1),
                });
            if is_lost && told.is_ok() || told == Ok(UNDECIDED + 1) {
                next.push((before, number));
            }
        });
    }
}

fn state_of(value: Value) -> u8 {
    match value {
        Value::Loss => LOSS,
        Value::Draw => DRAW,
        Value::Win => WIN,
    }
}

fn finished(state: u8) -> Option<Value> {
    match state {
        NONE => None,
        LOSS => Some(Value::Loss),
        WIN => Some(Value::Win),
        _ => Some(Value::Draw),
    }
}
