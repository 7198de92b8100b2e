//! Clients that look for answers at intervals get them when they look.

use crate::poller::Poller;
use std::thread;
use std::time::{Duration, Instant};

/// How much later than at the next look an answer may come.
const LATE: Duration = Duration::from_millis(10);
/// A machine that is busy with something else may spoil some of them.
const TRIES: usize = 15;

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Tries until an answer comes in time: how long after the question, which it may take `own` to answer.
fn is_in_time(name: &str, own: Duration, mut answer: impl FnMut(Duration) -> Duration) {
    for interval in [ms(1), ms(30), ms(100)] {
        let most = own + interval + LATE;
        let mut least = Duration::MAX;
        for _ in 0..TRIES {
            least = least.min(answer(interval));
            if least <= most {
                break;
            }
        }
        assert!(least <= most, "{name}, every {interval:?}: {least:?}");
    }
}

#[test]
fn the_handshake_waits_for_nobody() {
    is_in_time("the handshake", Duration::ZERO, |interval| {
        let mut engine = Poller::start(&[]);
        let asked = Instant::now();
        engine.send("hub");
        engine.wait_for("wait", interval);
        asked.elapsed()
    });
}

#[test]
fn a_move_comes_in_its_time() {
    let mut engine = Poller::ready(&[]);
    is_in_time("a move", ms(100), |interval| {
        engine.send("pos start");
        let asked = Instant::now();
        engine.send("level move-time=0.1");
        engine.send("go think");
        engine.wait_for("done", interval);
        asked.elapsed()
    });
}

#[test]
fn a_stopped_analysis_answers() {
    let mut engine = Poller::ready(&[]);
    is_in_time("stop", Duration::ZERO, |interval| {
        engine.send("pos start");
        engine.send("go analyze");
        thread::sleep(ms(250));
        let asked = Instant::now();
        engine.send("stop");
        engine.wait_for("done", interval);
        asked.elapsed()
    });
}

/// What comes between the answers to a search.
fn searched(engine: &mut Poller, level: &str, mode: &str) -> Vec<Vec<String>> {
    engine.send("pos start");
    engine.send(level);
    engine.send(mode);
    let looks = engine.wait_for("done", ms(1));
    looks.into_iter().filter(|look| !look.is_empty()).collect()
}

#[test]
fn a_quick_move_comes_with_one_line_of_progress() {
    let mut engine = Poller::ready(&[]);
    for level in ["level move-time=0.2", "level time=3", "level depth=6"] {
        let looks = searched(&mut engine, level, "go think");
        let [lines] = &looks[..] else {
            panic!("{level}: {looks:?}");
        };
        assert_eq!(lines.len(), 2, "{level}: {lines:?}");
        assert!(
            lines[0].starts_with("info ") && lines[1].starts_with("done "),
            "{lines:?}"
        );
    }
}

#[test]
fn an_analysis_shows_its_first_lines_soon() {
    let mut engine = Poller::ready(&[]);
    let looks = searched(&mut engine, "level move-time=1", "go analyze");
    let infos: Vec<&String> = looks
        .iter()
        .flatten()
        .filter(|l| l.starts_with("info "))
        .collect();
    let time = |info: &str| -> f64 {
        let time = info.split(' ').find_map(|word| word.strip_prefix("time="));
        time.unwrap().parse().unwrap()
    };
    assert!((2..=11).contains(&infos.len()), "{infos:?}");
    // A tenth of a second, and what a busy machine adds.
    assert!(time(infos[0]) <= 0.2, "{infos:?}");
}

/// For py-draughts.
#[test]
fn a_client_that_wants_it_gets_one_line_at_a_time() {
    let lines_at_once = || {
        let mut engine = Poller::start(&["--line-by-line"]);
        engine.send("hub");
        let mut looks = engine.wait_for("wait", ms(5));
        engine.send("init");
        looks.extend(engine.wait_for("ready", ms(5)));
        engine.send("pos start");
        engine.send("level depth=5");
        engine.send("go think");
        looks.extend(engine.wait_for("done", ms(5)));
        looks.iter().map(Vec::len).max().unwrap()
    };
    // Whoever does not look for 50 milliseconds gets more.
    assert!((0..TRIES).any(|_| lines_at_once() == 1));
}
