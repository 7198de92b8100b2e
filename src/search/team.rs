//! Several threads on one search: each searches the whole tree by itself, and they help each other
//! through the transposition table (lazy SMP) and by trying first what no other one is at
//! ([`super::busy`]).

use super::busy::Busy;
use super::worker::Worker;
use super::{Control, Handler, Limits, Outcome, TranspositionTable};
use crate::eval::Evaluator;
use crate::rules::{Game, Rules};
use crate::util::processors;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// What a search works with.
#[derive(Debug)]
pub struct Resources<'a, E> {
    /// Judges quiet positions.
    pub evaluator: &'a E,
    /// What was found before, in this search or an earlier one.
    pub tt: &'a TranspositionTable,
    /// How many threads search, at least 1.
    pub threads: usize,
}

impl<E> Clone for Resources<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Resources<'_, E> {}

/// What the threads of one search know of each other.
#[derive(Debug)]
pub(super) struct Team {
    /// Nodes of each thread, as it last told.
    nodes: Box<[Counter]>,
    /// What they search just now; `None` where one is alone.
    pub(super) busy: Option<Busy>,
    is_done: AtomicBool,
    /// Whether no processor is left for whoever brings `stop`, so that the threads have to make way now
    /// and then.
    pub(super) fills_machine: bool,
}

/// Has a cache line to itself.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

impl Team {
    pub(super) fn new(threads: usize) -> Team {
        Team {
            busy: (threads > 1).then(Busy::new),
            nodes: (0..threads).map(|_| Counter::default()).collect(),
            is_done: AtomicBool::new(false),
            fills_machine: threads > 1 && threads >= processors(),
        }
    }

    /// A thread tells how many nodes it has searched.
    #[inline]
    pub(super) fn publish(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// The nodes of all threads.
    pub(super) fn nodes(&self) -> u64 {
        let all = self.nodes.iter();
        all.map(|nodes| nodes.0.load(Ordering::Relaxed)).sum()
    }

    /// Whether the search is over.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Relaxed)
    }
}

/// Tells the helpers that the search is over, however it ended.
struct Dismissal<'a>(&'a Team);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.is_done.store(true, Ordering::Relaxed);
    }
}

/// A search goes at most [`super::MAX_PLY`] plies deep, and a few more in captures.
pub(crate) const STACK_BYTES: usize = 8 << 20;

/// Searches a game's present position until a limit is reached or `control` stops it.
///
/// The outcome of a search on one thread with limits of depth and nodes only is the same every
/// time, given an empty table. With several threads the limit of nodes is for all of them together.
pub fn search<R: Rules, E: Evaluator<R>>(
    game: &Game<R>,
    resources: Resources<'_, E>,
    limits: &Limits,
    control: &Control,
    handler: &mut impl Handler<R>,
) -> Outcome<R> {
    resources.tt.grow_older();
    let threads = resources.threads.max(1);
    let team = Team::new(threads);
    let worker = |thread| Worker::new(game, resources, limits, control, &team, thread);
    let help = |thread: usize| {
        if catch_unwind(AssertUnwindSafe(|| worker(thread).help(game))).is_err() {
            log::error!("search thread {thread} failed; the others go on");
        }
    };
    thread::scope(|scope| {
        let _dismissal = Dismissal(&team);
        for thread in 1..threads {
            let helper = thread::Builder::new()
                .name(format!("search {thread}"))
                .stack_size(STACK_BYTES);
            if let Err(error) = helper.spawn_scoped(scope, move || help(thread)) {
                log::error!("search thread {thread} cannot start: {error}");
                break;
            }
        }
        worker(0).lead(game, handler)
    })
}
