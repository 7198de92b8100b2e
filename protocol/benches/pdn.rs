//! Speed of PDN: `cargo bench -p kamen-protocol`.
//!
//! `read` reads a file of made-up games of 10x10, 8x8 in letters, and games of engines with a
//! comment behind each move; `write` writes them. A rate is bytes a second of one core.

use divan::Bencher;
use divan::counter::BytesCount;
use kamen_protocol::pdn::{Game, Reader};
use std::fmt::Write;

/// Plies of a game.
const PLIES: usize = 100;
/// About the size of a file, in bytes.
const SIZE: usize = 10_000_000;

fn main() {
    divan::main();
}

/// What the games of a file look like.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Numbers,
    Letters,
    Commented,
}

const KINDS: [Kind; 3] = [Kind::Numbers, Kind::Letters, Kind::Commented];

/// A random number below `end`, by Knuth's generator of MMIX.
fn random(state: &mut u64, end: u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % end
}

fn square(kind: Kind, state: &mut u64) -> String {
    match kind {
        Kind::Letters => {
            let file = (b'a' + random(state, 8) as u8) as char;
            format!("{file}{}", 1 + random(state, 8))
        }
        _ => (1 + random(state, 50)).to_string(),
    }
}

/// A file of games, which no rule allows: the reader knows none.
fn file(kind: Kind) -> String {
    let mut state = 1;
    let mut text = String::with_capacity(SIZE + 10_000);
    while text.len() < SIZE {
        let round = random(&mut state, 999);
        let _ = write!(
            text,
            "[Event \"Made up\"]\n[Site \"?\"]\n[Date \"2026.01.01\"]\n[Round \"{round}\"]\n\
             [White \"One\"]\n[Black \"Other\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n\n"
        );
        for ply in 0..PLIES {
            if ply % 2 == 0 {
                let _ = write!(text, "{}. ", ply / 2 + 1);
            }
            let (from, to) = (square(kind, &mut state), square(kind, &mut state));
            let sign = if random(&mut state, 4) == 0 { 'x' } else { '-' };
            let _ = write!(text, "{from}{sign}{to}");
            if matches!(kind, Kind::Commented) {
                let score = random(&mut state, 100);
                let _ = write!(text, " {{+0.{score:02}/12 0.{score:03}s}}");
            }
            text.push(if ply % 12 == 11 { '\n' } else { ' ' });
        }
        text.push_str("1-1\n\n");
    }
    text
}

#[divan::bench(args = KINDS, max_time = 3)]
fn read(bencher: Bencher, kind: Kind) {
    let text = file(kind);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        Reader::new(divan::black_box(text.as_bytes()))
            .filter(Result::is_ok)
            .count()
    });
}

#[divan::bench(args = KINDS, max_time = 3)]
fn write(bencher: Bencher, kind: Kind) {
    let text = file(kind);
    let games: Vec<Game> = Reader::new(text.as_bytes()).flatten().collect();
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let games = divan::black_box(&games).iter();
        games.map(|game| game.to_string().len()).sum::<usize>()
    });
}
