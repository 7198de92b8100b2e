//! What the threads of a search share. Begin with [`Shared`].

use super::settings::SimulationMethod;
use super::tree::{ROOT, Tree};
use kamen_core::rules::{Game, Objective, Rules};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The game at the root, its tree, and the iterations so far.
#[derive(Debug)]
pub(super) struct Shared<R: Rules> {
    pub(super) method: SimulationMethod,
    pub(super) objective: Objective,
    /// The game at the root.
    pub(super) root: Game<R>,
    /// Whether the drawing rules count. They do not in a game that goes on after they have called it drawn.
    pub(super) rules_draw: bool,
    tree: Mutex<Tree<R>>,
    /// The most iterations of this search, and those begun, which may be more.
    most: u64,
    begun: AtomicU64,
    /// The sum of the depths of all iterations.
    depths: AtomicU64,
    stopped: AtomicBool,
}

impl<R: Rules> Shared<R> {
    pub(super) fn new(root: Game<R>, method: SimulationMethod) -> Shared<R> {
        Shared {
            method,
            objective: root.facts().objective,
            root,
            rules_draw: true,
            tree: Mutex::new(Tree::new()),
            most: 0,
            begun: AtomicU64::new(0),
            depths: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// The tree, for as long as the guard lives.
    #[inline]
    pub(super) fn tree(&self) -> MutexGuard<'_, Tree<R>> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tree while no thread searches.
    pub(super) fn own_tree(&mut self) -> &mut Tree<R> {
        self.tree.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to count so many iterations; none, if the root is proven.
    pub(super) fn start(&mut self, most: u64) {
        self.most = most;
        (self.begun, self.depths) = (AtomicU64::new(0), AtomicU64::new(0));
        self.stopped = AtomicBool::new(self.own_tree().node(ROOT).proof.is_some());
    }

    /// Whether no further iteration begins.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.iterations() >= self.most
    }

    /// Claims the next iteration; `false` if there is none.
    #[inline]
    pub(super) fn claim(&self) -> bool {
        !self.is_over() && self.begun.fetch_add(1, Ordering::Relaxed) < self.most
    }

    /// Lets no further iteration begin.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The iterations so far.
    #[inline]
    pub(super) fn iterations(&self) -> u64 {
        self.begun.load(Ordering::Relaxed).min(self.most)
    }

    /// Hears of the depth of an iteration.
    #[inline]
    pub(super) fn add_depth(&self, plies: usize) {
        self.depths.fetch_add(plies as u64, Ordering::Relaxed);
    }

    /// The mean depth of the iterations, in plies.
    pub(super) fn mean_depth(&self) -> f64 {
        self.depths.load(Ordering::Relaxed) as f64 / self.iterations().max(1) as f64
    }
}
