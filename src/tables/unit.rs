//! The unit in the making: the first pass over its positions, and what the decided ones tell those before them (see [`super::make`]).

use super::index::{Index, split, turned, white_to_move};
use super::make::{CHUNK, Maker};
use super::slice::Slice;
use super::value::{Outcome, Table, Value};
use kamen_core::board::{Black, Board, Color, White};
use kamen_core::geometry::Geometry;
use kamen_core::movegen::{
    Counting, can_capture, can_move, count, each_man_move_into, each_quiet_move_back,
};
use kamen_core::rules::{BoardOf, MoveOf, Rules};
use kamen_files::parallel;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering};

// What is known of a position: one of these, or UNDECIDED and the number of moves within the unit that may still help.
const NONE: u8 = 0;
const LOSS: u8 = 1;
const DRAW: u8 = 2;
const WIN: u8 = 3;
// Decided, but the positions before it have not been told.
const FRESH_LOSS: u8 = 4;
const FRESH_WIN: u8 = 5;
/// By a capture: no quiet move shortens it.
const SURE_WIN: u8 = 6;
const UNDECIDED: u8 = 8;
/// Undecided, but a move draws: it cannot be lost.
const HOLDS: u8 = u8::MAX;

impl<R: Rules> Maker<R> {
    /// Makes the tables of a unit, to which those that its positions lead to must have been added.
    pub fn make(&self, unit: Slice) -> Vec<Table<R::Geometry>> {
        Unit::new(self, unit.unit()).solve()
    }
}

/// A unit in the making.
struct Unit<'a, R: Rules> {
    maker: &'a Maker<R>,
    /// One if both sides have the same pieces and have come equally far, else two.
    parts: Vec<Part<R::Geometry>>,
}

/// A table in the making.
struct Part<G> {
    index: Index<G>,
    states: Vec<AtomicU8>,
    /// The distances of decided positions; of undecided ones, that of the longest loss by a move that leaves the unit. Empty
    /// where no distances are asked for.
    distances: Vec<AtomicU16>,
    /// Chunks with fresh positions.
    fresh: Vec<AtomicBool>,
}

impl<G: Geometry> Part<G> {
    fn new(slice: Slice, distances: bool) -> Part<G> {
        let index = Index::new(slice);
        let size = index.size() as usize;
        let zeros = |count: usize| (0..count).map(|_| AtomicU16::new(0)).collect();
        Part {
            index,
            states: (0..size).map(|_| AtomicU8::new(NONE)).collect(),
            distances: zeros(if distances { size } else { 0 }),
            fresh: (0..size.div_ceil(CHUNK))
                .map(|_| AtomicBool::new(false))
                .collect(),
        }
    }

    fn distance(&self, number: usize) -> u16 {
        let distance = self.distances.get(number);
        distance.map_or(0, |distance| distance.load(Ordering::Relaxed))
    }

    /// A position is told that a move leads to a lost one; `distance` is that of the win.
    fn win(&self, number: usize, distance: u16) {
        let state = &self.states[number];
        let told = self.distances.get(number);
        let mut known = state.load(Ordering::Relaxed);
        if known == FRESH_WIN {
            if let Some(told) = told {
                told.fetch_min(distance, Ordering::Relaxed);
            }
            return;
        }
        // The distance comes first: who sees the state must see it.
        if let Some(told) = told.filter(|_| known >= UNDECIDED) {
            told.store(distance, Ordering::Release);
        }
        while known >= UNDECIDED {
            match self.decide(number, known, FRESH_WIN) {
                Ok(_) => return,
                Err(now) => known = now,
            }
        }
    }

    /// A position is told that a move leads to a won one; `distance` is that of the loss.
    fn lose(&self, number: usize, distance: u16) {
        let mut known = self.states[number].load(Ordering::Relaxed);
        while (UNDECIDED + 1..HOLDS).contains(&known) {
            let is_last = known == UNDECIDED + 1;
            if let Some(told) = self.distances.get(number).filter(|_| is_last) {
                told.fetch_max(distance, Ordering::Release);
            }
            let next = if is_last { FRESH_LOSS } else { known - 1 };
            match self.decide(number, known, next) {
                Ok(_) => return,
                Err(now) => known = now,
            }
        }
    }

    fn decide(&self, number: usize, known: u8, next: u8) -> Result<u8, u8> {
        let state = &self.states[number];
        let changed =
            state.compare_exchange_weak(known, next, Ordering::Release, Ordering::Relaxed);
        if changed.is_ok() && next < UNDECIDED {
            self.fresh[number / CHUNK].store(true, Ordering::Relaxed);
        }
        changed
    }

    fn finish(self) -> Table<G> {
        let outcome = |number: usize| match self.states[number].load(Ordering::Relaxed) {
            NONE => None,
            LOSS => Some((Value::Loss, self.distance(number))),
            WIN => Some((Value::Win, self.distance(number))),
            _ => Some((Value::Draw, 0)),
        };
        let outcomes = (0..self.states.len())
            .map(|number| outcome(number).map(|(value, distance)| Outcome { value, distance }));
        Table::new(self.index, outcomes, !self.distances.is_empty())
    }
}

impl<'a, R: Rules> Unit<'a, R> {
    fn new(maker: &'a Maker<R>, unit: Slice) -> Unit<'a, R> {
        let parts = (unit.both().map(|slice| Part::new(slice, maker.distances))).collect();
        Unit { maker, parts }
    }

    fn solve(self) -> Vec<Table<R::Geometry>> {
        for part in &self.parts {
            self.first_pass(part);
        }
        let mut distance = 0;
        while self.tell_all(distance) {
            distance += 1;
        }
        self.parts.into_iter().map(Part::finish).collect()
    }

    /// Looks at all positions of a part.
    fn first_pass(&self, part: &Part<R::Geometry>) {
        parallel::each(part.fresh.len(), &|chunk| {
            let mut moves = Vec::new();
            let mut fresh = false;
            let first = (chunk * CHUNK) as u64;
            let range = first..part.index.size().min(first + CHUNK as u64);
            part.index.each_board(range, |number, board| {
                let (known, distance) = self.look(&part.index, board, &mut moves);
                part.states[number as usize].store(known, Ordering::Relaxed);
                if let Some(told) = part.distances.get(number as usize) {
                    told.store(distance, Ordering::Relaxed);
                }
                fresh |= (FRESH_LOSS..UNDECIDED).contains(&known);
            });
            part.fresh[chunk].store(fresh, Ordering::Relaxed);
        });
    }

    /// What the moves of a position say that leave the unit.
    fn look(
        &self,
        index: &Index<R::Geometry>,
        board: BoardOf<R>,
        moves: &mut Vec<MoveOf<R>>,
    ) -> (u8, u16) {
        let position = white_to_move::<R>(board);
        let maker = self.maker;
        let (mut leaving, mut best) = (0, None::<Outcome>);
        let within = if can_capture::<R>(&board, Color::White) {
            best = maker.by_captures(&position, moves);
            0
        } else if can_move(&position) {
            each_man_move_into::<R, White>(&board, index.beyond_white(), |m| {
                leaving += 1;
                if maker.is_enough(best) {
                    return;
                }
                let next = turned::<R::Geometry>(&position.after(m).board);
                let outcome = maker.outcome(&next);
                best = best.max(outcome.map(|outcome| outcome.before(maker.distances)));
            });
            count::<R, White>(&position, Counting::Unique, moves) - leaving
        } else {
            best = maker.end(&position);
            0
        };
        match (within, best) {
            (0, Some(win)) if win.value == Value::Win => (SURE_WIN, win.distance),
            (_, Some(win)) if win.value == Value::Win => (FRESH_WIN, win.distance),
            (0, Some(outcome)) => (state_of(outcome.value), outcome.distance),
            (_, Some(draw)) if draw.value == Value::Draw => (HOLDS, 0),
            (within, loss) => (
                UNDECIDED + within as u8,
                loss.map_or(0, |loss| loss.distance),
            ),
        }
    }

    /// Lets the fresh positions of a distance tell those before them; false if none is left.
    fn tell_all(&self, distance: u16) -> bool {
        for (this, part) in self.parts.iter().enumerate() {
            let is_fresh = |chunk: &usize| part.fresh[*chunk].swap(false, Ordering::Relaxed);
            let chunks: Vec<usize> = (0..part.fresh.len()).filter(is_fresh).collect();
            let tell = |place: usize| self.tell_chunk(this, chunks[place], distance);
            // Threads take longer to wake than a few chunks take.
            match chunks.len() {
                0..=2 => (0..chunks.len()).for_each(tell),
                _ => parallel::each(chunks.len(), &tell),
            }
        }
        let fresh = |part: &Part<_>| part.fresh.iter().any(|fresh| fresh.load(Ordering::Relaxed));
        self.parts.iter().any(fresh)
    }

    fn tell_chunk(&self, this: usize, chunk: usize, distance: u16) {
        let part = &self.parts[this];
        let first = chunk * CHUNK;
        let states = &part.states[first..part.states.len().min(first + CHUNK)];
        let is_decided =
            |state: &&AtomicU8| (FRESH_LOSS..=SURE_WIN).contains(&state.load(Ordering::Relaxed));
        let mut later = false;
        let mut tell = |number: usize, board: &dyn Fn() -> Option<BoardOf<R>>| {
            let state = &part.states[number];
            let is_lost = match state.load(Ordering::Acquire) {
                SURE_WIN | FRESH_WIN => false,
                FRESH_LOSS => true,
                _ => return,
            };
            if !part.distances.is_empty() && part.distance(number) != distance {
                later = true;
                return;
            }
            state.store(if is_lost { LOSS } else { WIN }, Ordering::Relaxed);
            if let Some(board) = board() {
                self.tell(this, &board, is_lost, distance);
            }
        };
        // To go through all boards costs less than to find many of them.
        if 8 * states.iter().filter(is_decided).count() > states.len() {
            let numbers = first as u64..(first + states.len()) as u64;
            (part.index).each_board(numbers, |number, board| {
                tell(number as usize, &|| Some(board))
            });
        } else {
            for number in first..first + states.len() {
                tell(number, &|| part.index.board(number as u64));
            }
        }
        if later {
            part.fresh[chunk].store(true, Ordering::Relaxed);
        }
    }

    /// Tells the positions before a decided one.
    fn tell(&self, part: usize, board: &BoardOf<R>, is_lost: bool, distance: u16) {
        let before = &self.parts[self.parts.len() - 1 - part];
        let behind = before.index.slice().lead[0];
        let [men, kings] = split(&turned::<R::Geometry>(board));
        let numbers = before.index.among(men);
        each_quiet_move_back::<R, Black>(board, |earlier: Board<_>| {
            let number = if earlier.kings == board.kings {
                let earlier = turned::<R::Geometry>(&earlier);
                // The foremost man has moved: another unit.
                if Slice::of::<R::Geometry>(&earlier).lead[0] != behind {
                    return;
                }
                before.index.of(&earlier)
            } else {
                let moved = R::Geometry::turned(earlier.kings(Color::Black));
                numbers.of([moved, kings[1]])
            } as usize;
            if is_lost {
                before.win(number, distance + 1);
            } else {
                before.lose(number, distance + 1);
            }
        });
    }
}

fn state_of(value: Value) -> u8 {
    match value {
        Value::Loss => FRESH_LOSS,
        Value::Draw => DRAW,
        Value::Win => SURE_WIN,
    }
}
