//! Counts many positions at once, eight per vector on processors with AVX-512, four with AVX2. Begin with
//! [`Batch::count`].
//!
//! The tree is traversed breadth-first in batches: for each number of plies left a [`Level`]
//! collects boards without kings. When 64 are collected, branch-free loops scan them
//! ([`Found::scan`]): all cases are computed for all boards, and the compiler vectorises the loops.
//! They find the sets of steps and jumps, whose boards go to the next level, and, at two plies
//! left, count the replies to most steps. Captures of more than two jumps and boards with kings are
//! left to the scalar code, against which the results are tested.

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
use scan::{Found, Width};

/// The vectors that may be used where the processor has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vectors {
    /// The widest.
    #[default]
    Widest,
    /// Of 256 bits (AVX2).
    Narrow,
    /// None: one position is counted after the other.
    None,
}

/// Counts move sequences, many positions at a time.
#[derive(Debug)]
pub struct Batch<R: Rules> {
    levels: Vec<Level<R>>,
    single: Single<R>,
}

/// Boards without kings with the same number of plies left, and their scan results.
#[derive(Debug, Default)]
struct Level<R: Rules> {
    waiting: Queue<BitsOf<R>>,
    found: Box<Found<R>>,
}

/// The state for counting single positions.
#[derive(Debug)]
struct Single<R: Rules> {
    counting: Counting,
    width: Width,
    scratch: Vec<MoveOf<R>>,
}

impl<R: Rules> Batch<R> {
    /// Whether a board fits into the lanes of a vector.
    const FITS: bool = size_of::<BitsOf<R>>() == size_of::<u64>();

    /// Creates a batch; `None` if the processor or the board does not support it.
    pub fn new(counting: Counting, vectors: Vectors) -> Option<Self> {
        let width = Width::widest(vectors).filter(|_| Self::FITS)?;
        Some(Batch {
            levels: Vec::new(),
            single: Single {
                counting,
                width,
                scratch: Vec::new(),
            },
        })
    }

    /// The number of sequences of `depth` moves from a position with `S` to move.
    pub fn count<S: Side>(&mut self, position: &Position<R>, depth: u32) -> u64 {
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

/// Adds a board with `S` to move to the last of `levels`. Returns the nodes counted meanwhile.
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

/// Counts the boards left on all levels; `S` is to move on the last.
fn finish<R: Rules, S: Side>(levels: &mut [Level<R>], single: &mut Single<R>) -> u64 {
    let nodes = expand::<R, S>(levels, single);
    match levels.split_last_mut() {
        Some((_, below)) => nodes + finish::<R, S::Opponent>(below, single),
        None => nodes,
    }
}

/// Processes the boards on the last of `levels`, where `S` is to move: counts them, or adds their
/// successors to the next level.
#[inline(never)]
fn expand<R: Rules, S: Side>(levels: &mut [Level<R>], single: &mut Single<R>) -> u64 {
    let depth = levels.len();
    let Some((Level { waiting, found }, below)) = levels.split_last_mut() else {
        return 0;
    };
    waiting.close();
    found.scan::<S>(waiting, depth, single.width);
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
        if const { man_moves::<R, S>(last) } {
            found.steps[last as usize].each(|i, to| {
                go(i, R::Geometry::neighbour(to, last.opposite()), to, Bits::EMPTY);
            });
        }
        if const { man_captures::<R, S>(last) } {
            found.single[last as usize].each(|i, to| {
                let (from, victim) = jumped::<R>(to, last);
                go(i, from, to, Bits::of(victim));
            });
        }
        each_direction!(first => {
            if const { FirstJumps::<R>::may_go_on::<S>(first, last) } {
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

/// Adds the boards after the long captures of a board.
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
