//! Scans the boards of a queue in loops that the compiler vectorises.

use super::Vectors;
use super::queue::{LENGTH, Queue, Sets};
use crate::board::Side;
use crate::geometry::{Bits, Direction, Geometry};
use crate::movegen::count::count_steps;
use crate::movegen::jumps::{FirstJumps, Jumps, two_steps};
use crate::movegen::two_plies::Replies;
use crate::movegen::{man_captures, man_moves, precedence};
use crate::rules::{BitsOf, Rules, crowning_row};

/// The result of a scan.
#[derive(Debug, Default)]
pub(super) struct Found<R: Rules> {
    /// Nodes counted so far.
    pub(super) nodes: u64,
    /// Not empty for boards whose captures need a walk.
    pub(super) walks: Sets<BitsOf<R>>,
    /// Per direction, targets of quiet moves.
    pub(super) steps: [Sets<BitsOf<R>>; Direction::COUNT],
    /// Per direction, landings of single jumps.
    pub(super) single: [Sets<BitsOf<R>>; Direction::COUNT],
    /// Per first and last direction, landings of double jumps.
    pub(super) double: [[Sets<BitsOf<R>>; Direction::COUNT]; Direction::COUNT],
}

/// The vectors in which boards are scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// Eight boards, with counts of bits: AVX-512.
    Bits512,
    /// Four boards: AVX2.
    Bits256,
}

/// Whether the processor has the instructions that the scan in vectors of this width is compiled for.
#[cfg(target_arch = "x86_64")]
fn is_supported(width: Width) -> bool {
    match width {
        Width::Bits512 => {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
        }
        Width::Bits256 => {
            is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
        }
    }
}

/// Whether the processor has vectors of this width.
#[cfg(not(target_arch = "x86_64"))]
fn is_supported(_: Width) -> bool {
    false
}

impl Width {
    /// The widest that the processor has and that may be used.
    pub(super) fn widest(vectors: Vectors) -> Option<Width> {
        let allowed: &[Width] = match vectors {
            Vectors::Widest => &[Width::Bits512, Width::Bits256],
            Vectors::Narrow => &[Width::Bits256],
            Vectors::None => &[],
        };
        let mut supported = allowed.iter().filter(|&&width| is_supported(width));
        supported.next().copied()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn scan_in_512_bits<R: Rules, S: Side>(
    found: &mut Found<R>,
    boards: &Queue<BitsOf<R>>,
    depth: usize,
) {
    found.scan_in_order::<S>(boards, depth);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn scan_in_256_bits<R: Rules, S: Side>(
    found: &mut Found<R>,
    boards: &Queue<BitsOf<R>>,
    depth: usize,
) {
    found.scan_in_order::<S>(boards, depth);
}

impl<R: Rules> Found<R> {
    /// Scans boards with `S` to move and `depth` plies left.
    #[inline(always)]
    pub(super) fn scan<S: Side>(&mut self, boards: &Queue<BitsOf<R>>, depth: usize, width: Width) {
        // A load of what the standard library remembers, once for all boards of a queue.
        assert!(is_supported(width), "a processor with these vectors");
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: the processor has what the vectors need, as just checked.
        unsafe {
            match width {
                Width::Bits512 => scan_in_512_bits::<R, S>(self, boards, depth),
                Width::Bits256 => scan_in_256_bits::<R, S>(self, boards, depth),
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        self.scan_in_order::<S>(boards, depth);
    }

    #[inline(always)]
    fn scan_in_order<S: Side>(&mut self, boards: &Queue<BitsOf<R>>, depth: usize) {
        self.nodes = 0;
        if depth == 1 {
            return self.scan_last::<S>(boards);
        }
        self.scan_moves::<S>(boards);
        if depth == 2 {
            self.scan_replies::<S>(boards);
        }
        self.note::<S>();
    }

    /// Counts the moves.
    #[inline(always)]
    fn scan_last<S: Side>(&mut self, boards: &Queue<BitsOf<R>>) {
        let mut nodes = 0;
        for i in 0..LENGTH {
            let board = boards.get(i);
            let men = board.of(S::COLOR);
            let jumps = Jumps::<R>::of_men::<S>(&board);
            let first = FirstJumps::<R>::new::<S>(men, &jumps);
            let (twice, further) = first.second_jumps::<S>(&jumps);
            let long = further | first.crowned;
            let count = if (men & jumps.any).is_empty() {
                count_steps::<R, S>(&board)
            } else if first.going_on.is_empty() {
                first.last
            } else {
                first.total(twice)
            };
            nodes += if long.any() { 0 } else { count as u64 };
            self.walks.sets[i] = long;
        }
        self.nodes = nodes;
        self.walks.note();
    }

    /// Finds the moves.
    #[inline(always)]
    fn scan_moves<S: Side>(&mut self, boards: &Queue<BitsOf<R>>) {
        for i in 0..LENGTH {
            let board = boards.get(i);
            let men = board.of(S::COLOR);
            let jumps = Jumps::<R>::of_men::<S>(&board);
            let first = FirstJumps::<R>::new::<S>(men, &jumps);
            let long = first.second_jumps::<S>(&jumps).1 | first.crowned;
            self.walks.sets[i] = long;
            let short = select::<BitsOf<R>>(long.is_empty());
            let ends = select::<BitsOf<R>>(precedence::is_free::<R>() || first.going_on.is_empty());
            let quiet = select::<BitsOf<R>>((men & jumps.any).is_empty());
            let targets = board.empty::<R::Geometry>() & quiet;
            each_direction!(last => {
                if const { man_moves::<R, S>(last) } {
                    self.steps[last as usize].sets[i] = R::Geometry::shift(men, last) & targets;
                }
                if const { man_captures::<R, S>(last) } {
                    self.single[last as usize].sets[i] =
                        first.landings[last as usize] & !jumps.any & short & ends;
                }
                each_direction!(before => {
                    if const { FirstJumps::<R>::may_go_on::<S>(before, last) } {
                        let again = first.landings[before as usize] & jumps.sources[last as usize];
                        self.double[before as usize][last as usize].sets[i] =
                            two_steps::<R>(again, last) & short;
                    }
                });
            });
        }
    }

    /// Counts the replies to quiet moves; keeps the moves that must be made to count their replies.
    #[inline(always)]
    fn scan_replies<S: Side>(&mut self, boards: &Queue<BitsOf<R>>) {
        let crowning = crowning_row::<R::Geometry>(S::COLOR);
        let mut nodes = 0;
        for i in 0..LENGTH {
            let board = boards.get(i);
            let jumps = Jumps::<R>::of_men::<S::Opponent>(&board);
            let threats = board.of(S::Opponent::COLOR) & jumps.any;
            let all = select::<BitsOf<R>>(threats.any());
            let replies = Replies::<R, S>::new(&board, &jumps);
            each_direction!(direction => {
                if const { man_moves::<R, S>(direction) } {
                    let steps = self.steps[direction as usize].sets[i];
                    let (counted, long) = replies.count(steps & !(crowning | all), direction);
                    nodes += counted as u64;
                    self.steps[direction as usize].sets[i] = steps & (crowning | all) | long;
                }
            });
        }
        self.nodes = nodes;
    }

    #[inline(always)]
    fn note<S: Side>(&mut self) {
        self.walks.note();
        each_direction!(last => {
            if const { man_moves::<R, S>(last) } {
                self.steps[last as usize].note();
            }
            if const { man_captures::<R, S>(last) } {
                self.single[last as usize].note();
            }
            each_direction!(first => {
                if const { FirstJumps::<R>::may_go_on::<S>(first, last) } {
                    self.double[first as usize][last as usize].note();
                }
            });
        });
    }
}

/// All squares or none.
#[inline(always)]
fn select<B: Bits>(all: bool) -> B {
    if all { !B::EMPTY } else { B::EMPTY }
}
