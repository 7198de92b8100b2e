//! Several threads on one search.

use kamen::AnyPosition;
use kamen::eval::{Evaluation, Evaluator, HandMade};
use kamen::rules::{Czech, Game, International, Position, Variant, VariantOf};
use kamen::score::Score;
use kamen::search::{Control, Limits, Resources, SearchResult, TranspositionTable, search_by};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

fn start() -> Game<International> {
    Game::start(VariantOf::new(Variant::International).unwrap())
}

fn search_on(threads: usize, limits: &Limits, control: &Control) -> SearchResult<International> {
    let resources = Resources {
        evaluator: &Evaluation::HandMade(HandMade::new(Variant::International)),
        tt: &TranspositionTable::new(18).unwrap(),
        threads,
        tables: None,
    };
    search_by(&start(), resources, limits, control, &mut ())
}

#[test]
fn any_number_of_threads_finds_the_same_win() {
    let position = AnyPosition::parse_fen(Variant::Czech, "W:WK29,K31,K30:B5,6").unwrap();
    let of = VariantOf::<Czech>::new(Variant::Czech).unwrap();
    let game = Game::new(of, position.typed().unwrap());
    let limits = Limits::depth(20);
    let score = |threads| {
        let resources = Resources {
            evaluator: &Evaluation::HandMade(HandMade::new(Variant::Czech)),
            tt: &TranspositionTable::new(18).unwrap(),
            threads,
            tables: None,
        };
        search_by(&game, resources, &limits, &Control::new(), &mut ()).score
    };
    let alone = score(1);
    assert!(alone > Score::MAX_EVAL, "{alone}");
    for threads in [0, 2, 3, 8, 33] {
        let found = score(threads);
        assert!(found > Score::MAX_EVAL, "{threads} threads: {found}");
    }
}

#[test]
fn the_limit_of_nodes_is_for_all_threads_together() {
    let limits = Limits::nodes(200_000);
    for threads in 1..=4 {
        let nodes = search_on(threads, &limits, &Control::new()).nodes;
        // Each looks at the count every 2,048 nodes.
        let most = 200_000 + 2 * 2048 * (threads as u64 - 1);
        assert!((150_000..=most).contains(&nodes), "{threads}: {nodes}");
    }
}

/// Panics on every thread but one.
struct Fragile {
    leader: ThreadId,
    has_panicked: AtomicBool,
    whole: HandMade,
}

impl Evaluator<International> for Fragile {
    fn evaluate(&self, position: &Position<International>) -> Score {
        if thread::current().id() != self.leader {
            self.has_panicked.store(true, Ordering::Relaxed);
            panic!("a helper is to fail here");
        }
        self.whole.evaluate(position)
    }
}

#[test]
fn a_helper_that_panics_loses_no_game() {
    let evaluator = Fragile {
        leader: thread::current().id(),
        has_panicked: AtomicBool::new(false),
        whole: HandMade::new(Variant::International),
    };
    let limits = Limits::depth(9);
    let tt = TranspositionTable::new(16).unwrap();
    let resources = Resources {
        evaluator: &evaluator,
        tt: &tt,
        threads: 3,
        tables: None,
    };
    let outcome = search_by(&start(), resources, &limits, &Control::new(), &mut ());
    assert!(evaluator.has_panicked.load(Ordering::Relaxed));
    assert!(outcome.best.is_some() && outcome.depth == 9);
}

/// Only the first thread looks at the clock.
#[test]
fn all_threads_end_with_the_first() {
    let limits = Limits::move_time(Duration::from_millis(100));
    for threads in [2, 5] {
        let control = Control::new();
        let took = thread::scope(|scope| {
            let begun = Instant::now();
            let searching = scope.spawn(|| search_on(threads, &limits, &control));
            while !searching.is_finished() && begun.elapsed() < Duration::from_secs(5) {
                thread::sleep(Duration::from_millis(10));
            }
            let took = begun.elapsed();
            control.stop();
            took
        });
        assert!(took < Duration::from_secs(5), "{threads}: {took:?}");
    }
}

/// The time itself is for a bench on a quiet machine; here it is only told from a hang.
#[test]
fn all_threads_stop_when_told() {
    let endless = Limits {
        wait_for_stop: true,
        ..Limits::default()
    };
    for threads in [1, 2, 5] {
        let control = Control::new();
        let took = thread::scope(|scope| {
            let searching = scope.spawn(|| search_on(threads, &endless, &control));
            thread::sleep(Duration::from_millis(50));
            let told = Instant::now();
            control.stop();
            assert!(searching.join().unwrap().best.is_some());
            told.elapsed()
        });
        assert!(took < Duration::from_secs(2), "{threads}: {took:?}");
    }
}
