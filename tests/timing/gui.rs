//! Games on a short clock in the manner of the GWD GUI 1.5, as its source has it: a timer looks at the output of the engine
//! every 50 milliseconds, and every line that has come is first added to a log, which takes 30 to 70 milliseconds on a
//! telling machine, and only then read. The clock runs from before `level` until the move is read.
//!
//! The whole test plays 100 games each at 30 and at 60 seconds a game, which takes hours:
//!
//! ```text
//! cargo test --release --test timing gui -- --ignored --nocapture
//! ```
//!
//! `GUI_GAMES`, `GUI_SECONDS` and `GUI_AT_ONCE` set the games of each clock, the clocks and how many games are played at
//! the same time: `GUI_GAMES=2 GUI_SECONDS="5 10" GUI_AT_ONCE=2`.

use crate::poller::Poller;
use kamen::{AnyGame, Variant};
use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A user interface and its clock.
#[derive(Clone, Copy, Debug)]
struct Manner {
    /// Seconds for the whole game.
    seconds: f64,
    /// Between two looks at the output.
    poll: Duration,
    /// What a line of the log takes, in milliseconds.
    line: (u64, u64),
}

impl Manner {
    /// As it was measured.
    fn measured(seconds: f64) -> Manner {
        Manner {
            seconds,
            poll: Duration::from_millis(50),
            line: (30, 70),
        }
    }
}

/// Numbers that look random, the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % bound
    }
}

/// A game of the engine against itself: its plies, and the seconds that are left to each side, of which one is negative if that
/// side has overstepped its time.
fn play(manner: Manner, seed: u64) -> (usize, [f64; 2]) {
    let mut chance = Chance(seed);
    let mut engines = [
        Poller::ready(&["--name", "White"]),
        Poller::ready(&["--name", "Black"]),
    ];
    let (mut game, mut moves) = (AnyGame::start(Variant::International), Vec::new());
    for _ in 0..4 {
        let legal = game.legal_moves();
        let chosen = legal[chance.below(legal.len() as u64) as usize].to_string();
        game.play_text(&chosen).unwrap();
        moves.push(chosen);
    }
    let mut left = [manner.seconds; 2];
    while game.over().is_none() {
        let side = moves.len() % 2;
        let (found, used) = turn(&mut engines[side], manner, &moves, left[side], &mut chance);
        left[side] -= used.as_secs_f64();
        if left[side] < 0.0 {
            break;
        }
        game.play_text(&found).unwrap();
        moves.push(found);
    }
    (moves.len(), left)
}

/// A turn of an engine: its move, and the time that it cost on the clock.
fn turn(
    engine: &mut Poller,
    manner: Manner,
    moves: &[String],
    left: f64,
    chance: &mut Chance,
) -> (String, Duration) {
    engine.send(&format!("pos start moves=\"{}\"", moves.join(" ")));
    let begin = Instant::now();
    engine.send(&format!("level time={left:.3}"));
    engine.send("go think");
    loop {
        thread::sleep(manner.poll);
        let lines = engine.look();
        let (least, most) = manner.line;
        let log = lines
            .iter()
            .map(|_| least + chance.below(most - least + 1))
            .sum();
        thread::sleep(Duration::from_millis(log));
        for line in &lines {
            let mut words = line.split(' ');
            match words.next() {
                Some("info") => {}
                Some("done") => {
                    let found = words.next().and_then(|word| word.strip_prefix("move="));
                    return (
                        found.unwrap_or_else(|| panic!("{line}")).to_owned(),
                        begin.elapsed(),
                    );
                }
                _ => panic!("{line}"),
            }
        }
    }
}

/// The numbers that an environment variable gives, or these.
fn numbers<T: std::str::FromStr + Clone>(name: &str, usual: &[T]) -> Vec<T> {
    let read = |text: String| {
        let numbers = text.split_whitespace().map(|word| word.parse().ok());
        numbers
            .collect::<Option<Vec<T>>>()
            .unwrap_or_else(|| panic!("{name}={text}"))
    };
    env::var(name).map_or_else(|_| usual.to_vec(), read)
}

/// Plays games with each clock and says how they went; how many sides have overstepped their time.
fn flags(clocks: &[Manner], games: usize, at_once: usize) -> usize {
    let (next, flags) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(manner) = clocks.get(number / games) else {
                        return;
                    };
                    let (plies, [white, black]) = play(*manner, number as u64 + 1);
                    let seconds = manner.seconds;
                    eprintln!("{seconds} s, {plies} plies, left {white:.3} s and {black:.3} s");
                    if white.min(black) < 0.0 {
                        flags.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    flags.into_inner()
}

/// In a fifth of the time.
#[test]
fn a_slow_user_interface_flags_nobody() {
    let manner = Manner {
        seconds: 6.0,
        poll: Duration::from_millis(10),
        line: (6, 14),
    };
    assert_eq!(flags(&[manner], 1, 1), 0);
}

#[test]
#[ignore = "takes hours"]
fn a_slow_user_interface_flags_nobody_in_many_games() {
    let clocks = numbers("GUI_SECONDS", &[30.0, 60.0]);
    let clocks: Vec<Manner> = clocks.into_iter().map(Manner::measured).collect();
    let games = numbers("GUI_GAMES", &[100])[0];
    let at_once = numbers("GUI_AT_ONCE", &[1])[0];
    assert_eq!(flags(&clocks, games, at_once), 0);
}
