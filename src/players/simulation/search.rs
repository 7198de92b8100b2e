//! Tree search by simulation (UCT). Begin with [`Search::begin`] and [`Search::run`].

use super::chance::Odds;
use super::settings::SimulationSettings;
use super::shared::Shared;
use super::tree::ROOT;
use super::worker::Worker;
use kamen_core::rules::{Game, VariantOf};
use kamen_eval::Scored;

/// Iterations between two looks at the clock: at most some milliseconds.
const POLL: u64 = 32;

/// A tree and the threads that make it grow.
#[derive(Debug)]
pub(super) struct Search<R: Scored> {
    pub(super) shared: Shared<R>,
    /// The thread of the caller.
    worker: Worker<R>,
    helpers: Vec<Worker<R>>,
}

impl<R: Scored> Search<R> {
    pub(super) fn new(variant: VariantOf<R>, settings: SimulationSettings) -> Self {
        let new_worker = || Worker::new(variant, settings.method.rollout());
        Search {
            shared: Shared::new(Game::start(variant), settings.method),
            worker: new_worker(),
            helpers: (1..settings.threads).map(|_| new_worker()).collect(),
        }
    }

    /// Forgets the tree, and begins anew with random numbers.
    pub(super) fn new_game(&mut self, seed: u64) {
        self.worker.seed(seed);
        for (helper, number) in self.helpers.iter_mut().zip(1..) {
            helper.seed(seed.wrapping_add(number));
        }
        self.shared.own_tree().clear();
    }

    /// How chances are told as scores.
    pub(super) fn odds(&self) -> Odds {
        self.worker.odds()
    }

    /// Begins to search a game that has a legal move, with what is known of it from before.
    pub(super) fn begin(&mut self, game: &Game<R>) {
        let rules_drew = std::mem::replace(&mut self.shared.rules_draw, !game.is_draw());
        let is_kept = rules_drew && self.shared.rules_draw;
        let place = self.place_of(game).filter(|_| is_kept);
        match place {
            Some(ROOT) => (),
            Some(place) => self.shared.own_tree().go_to(place),
            None => self.shared.own_tree().clear(),
        }
        self.shared.root.set_to(game);
        if !self.shared.own_tree().node(ROOT).is_expanded() {
            self.worker.game.set_to(game);
            self.worker.list();
            let tree = self.shared.own_tree();
            tree.clear();
            tree.expand(ROOT, self.worker.replies());
        }
    }

    /// The node of a game that is at most two plies after the root.
    fn place_of(&mut self, game: &Game<R>) -> Option<usize> {
        let root = &self.shared.root;
        let is_it = |found: &Game<R>| {
            found.position() == game.position()
                && found.counters() == game.counters()
                && found.keys() == game.keys()
        };
        if is_it(root) {
            return Some(ROOT);
        }
        let tree = self.shared.tree();
        let (mut one, mut two) = (root.clone(), root.clone());
        for place in tree.node(ROOT).replies() {
            one.set_to(root);
            one.play(&tree.node(place).m);
            if is_it(&one) {
                return Some(place);
            }
            for next in tree.node(place).replies() {
                two.set_to(&one);
                two.play(&tree.node(next).m);
                if is_it(&two) {
                    return Some(next);
                }
            }
        }
        None
    }

    /// Iterates until the root is proven, there are `most` iterations, or `goes_on`, which hears of the iterations now and
    /// then, says no. `report` is called whenever they have doubled.
    pub(super) fn run(
        &mut self,
        most: u64,
        goes_on: impl Fn(u64) -> bool,
        mut report: impl FnMut(&Shared<R>),
    ) {
        self.shared.start(most);
        let (shared, worker) = (&self.shared, &mut self.worker);
        let helps = self.helpers.iter_mut().map(|helper| -> Help<'_> {
            Box::new(move || {
                while shared.claim() {
                    helper.iterate(shared);
                }
            })
        });
        together(helps.collect(), &mut || {
            let (mut next_poll, mut next_report) = (0, POLL);
            while !shared.is_over() {
                let done = shared.iterations();
                if done >= next_poll {
                    if !goes_on(done) {
                        break;
                    }
                    next_poll = done + POLL;
                }
                if done >= next_report {
                    report(shared);
                    next_report = (done + 1).next_power_of_two();
                }
                if shared.claim() {
                    worker.iterate(shared);
                }
            }
            shared.stop();
        });
    }
}

/// What a thread does beside that of the caller.
type Help<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does all of it, each on a thread of its own.
fn together(helps: Vec<Help<'_>>, lead: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        for help in helps {
            // Fewer threads simulate less; that is no reason to play no move.
            if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, help) {
                log::warn!("a thread cannot be started: {error}");
                break;
            }
        }
        lead();
    });
}
