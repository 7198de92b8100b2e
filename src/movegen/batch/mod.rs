//! Counting many positions at once, eight to a vector on processors with AVX-512.
//!
//! The tree is walked in breadth: for every number of plies that are left there is a [`Level`], where
//! boards without kings wait. When 64 have come together, loops without branches go over them
//! ([`Found::scan`]): what the code for one position decides with branches is computed for all, and
//! the compiler turns the loops into vector code. They find the sets of steps and jumps whose boards
//! go to the next level, and, two plies before the end, count the replies to most steps. What they
//! cannot know (captures of more than two jumps, boards with kings) is left to the code for one
//! position, which is also what the results are tested against.

mod queue;
mod scan;

use super::Counting;
use super::capture;
use super::jumps::{FirstJumps, Jumps, jumped};
use super::{man_captures, man_moves};
use crate::board::Side;
use crate::geometry::{Bits, Geometry, Square};
use crate::rules::{BitsOf, BoardOf, MoveOf, Position, Rules, crowning_row};
use queue::Queue;
use scan::Found;

/// Counts sequences of moves, many positions at a time.
#[derive(Debug)]
pub(crate) struct Batch<R: Rules> {
    levels: Vec<Level<R>>,
    single: Single<R>,
}

/// Boards without kings with the same number of plies left, and what was found about them.
#[derive(Debug, Default)]
struct Level<R: Rules> {
    waiting: Queue<BitsOf<R>>,
    found: Box<Found<R>>,
}

/// What is needed to count a position alone.
#[derive(Debug)]
struct Single<R: Rules> {
    counting: Counting,
    scratch: Vec<MoveOf<R>>,
}

impl<R: Rules> Batch<R> {
    /// Whether a board fits into the words of vectors.
    const FITS: bool = size_of::<BitsOf<R>>() == size_of::<u64>();

    /// `None` where the processor or the board is not made for it.
    pub(crate) fn new(counting: Counting) -> Option<Self> {
        (Self::FITS && scan::is_supported()).then(|| Batch {
            levels: Vec::new(),
            single: Single {
                counting,
                scratch: Vec::new(),
            },
        })
    }

    /// The number of sequences of `depth` moves from a position with `S` to move.
    pub(crate) fn count<S: Side>(&mut self, position: &Position<R>, depth: u32) -> u64 {
        if !Self::FITS || depth == 0 || position.board.kings.any() {
            return self.single.count::<S>(position, depth);
        }
        let depth = depth as usize;
        if self.levels.len() < depth {
            self.levels.resize_with(depth, Level::default);
        }
        let levels = &mut self.levels[..depth];
        let nodes = push::<R, S>(levels, &position.board, &mut self.single);
        nodes + finish::<R, S>(levels, &mut self.single)
    }
}

impl<R: Rules> Single<R> {
    #[inline(never)]
    fn count<S: Side>(&mut self, position: &Position<R>, depth: u32) -> u64 {
        super::count_sequences::<R, S>(position, depth, self.counting, &mut self.scratch)
    }
}

/// Adds a board with `S` to move to the last of `levels`. Returns what has been counted meanwhile.
#[inline(always)]
fn push<R: Rules, S: Side>(
    levels: &mut [Level<R>],
    board: &BoardOf<R>,
    single: &mut Single<R>,
) -> u64 {
    if board.kings.any() {
        single.count::<S>(&Position::new(*board, S::COLOR), levels.len() as u32)
    } else if levels
        .last_mut()
        .is_some_and(|level| level.waiting.push(board))
    {
        expand::<R, S>(levels, single)
    } else {
        0
    }
}

/// Counts what waits on all levels; on the last one it is the turn of `S`.
fn finish<R: Rules, S: Side>(levels: &mut [Level<R>], single: &mut Single<R>) -> u64 {
    let nodes = expand::<R, S>(levels, single);
    match levels.split_last_mut() {
        Some((_, below)) => nodes + finish::<R, S::Opponent>(below, single),
        None => nodes,
    }
}

/// Counts what waits on the last of `levels`, where it is the turn of `S`, or moves it one on.
#[inline(never)]
fn expand<R: Rules, S: Side>(levels: &mut [Level<R>], single: &mut Single<R>) -> u64 {
    let depth = levels.len();
    let Some((Level { waiting, found }, below)) = levels.split_last_mut() else {
        return 0;
    };
    waiting.close();
    found.scan::<S>(waiting, depth);
    let mut nodes = found.nodes;
    if below.is_empty() {
        for i in found.walks.any.squares() {
            nodes += single.count::<S>(&Position::new(waiting.get(i.index()), S::COLOR), 1);
        }
        return nodes;
    }
    for i in found.walks.any.squares() {
        nodes += expand_walks::<R, S>(&waiting.get(i.index()), below, single);
    }
    let mut go = |i: usize, from: Square, to: Square, captured: BitsOf<R>| {
        let (from, to) = (BitsOf::<R>::of(from), BitsOf::<R>::of(to));
        let mut board = waiting.get(i);
        board.pieces[S::COLOR as usize] ^= from | to;
        board.pieces[S::Opponent::COLOR as usize] ^= captured;
        board.kings = to & crowning_row::<R::Geometry>(S::COLOR);
        nodes += push::<R, S::Opponent>(below, &board, single);
    };
    each_direction!(last => {
        if man_moves::<R, S>(last) {
            found.steps[last as usize].each(|i, to| {
                go(i, R::Geometry::neighbour(to, last.opposite()), to, Bits::EMPTY);
            });
        }
        if man_captures::<R, S>(last) {
            found.single[last as usize].each(|i, to| {
                let (from, victim) = jumped::<R>(to, last);
                go(i, from, to, Bits::of(victim));
            });
        }
        each_direction!(first => {
            if FirstJumps::<R>::may_go_on::<S>(first, last) {
                found.double[first as usize][last as usize].each(|i, to| {
                    let (middle, victim) = jumped::<R>(to, last);
                    let (from, first_victim) = jumped::<R>(middle, first);
                    go(i, from, to, BitsOf::<R>::of(victim) | Bits::of(first_victim));
                });
            }
        });
    });
    nodes
}

/// Adds the boards after the captures of one, which are long.
fn expand_walks<R: Rules, S: Side>(
    board: &BoardOf<R>,
    below: &mut [Level<R>],
    single: &mut Single<R>,
) -> u64 {
    let mut moves = std::mem::take(&mut single.scratch);
    let first = moves.len();
    let men = board.of(S::COLOR) & Jumps::<R>::of_men::<S>(board).any;
    capture::walk_all::<R, S>(board, men, Bits::EMPTY, single.counting, &mut moves);
    let mut nodes = 0;
    for m in &moves[first..] {
        nodes += push::<R, S::Opponent>(below, &board.after::<S>(m), single);
    }
    moves.truncate(first);
    single.scratch = moves;
    nodes
}
