//! PDN and the rules: games of all variants are written, read and replayed.

use kamen::notation::pdn::{
    MoveReport, Record, RecordedMove, parse_move, pdn_result, replay, variant_of, write_game,
    write_move,
};
use kamen::notation::{NotedMove, PlayedGame};
use kamen::rules::{GameResult, Removal};
use kamen::score::Score;
use kamen::{AnyMove, AnyPosition, Variant};
use kamen_protocol::pdn::{Game, Reader};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::time::Duration;

/// The longest random game, in plies.
const MAX_PLIES: usize = 200;

/// A random game with everything that a record can have, and its moves.
struct Played {
    record: Record,
    start: AnyPosition,
    moves: Vec<AnyMove>,
}

fn random_game(variant: Variant, random: &mut Pcg64Mcg) -> Played {
    let mut position = AnyPosition::start(variant);
    let next = |position: &AnyPosition, random: &mut Pcg64Mcg| {
        position.legal_moves().choose(random).copied()
    };
    // Some games begin somewhere in the middle.
    let skipped = if random.random_bool(0.5) {
        0
    } else {
        random.random_range(1..60)
    };
    for _ in 0..skipped {
        match next(&position, random) {
            Some(m) => position = position.after(&m).unwrap(),
            None => break,
        }
    }
    let start = position;
    let mut moves = Vec::new();
    while moves.len() < MAX_PLIES {
        let Some(m) = next(&position, random) else {
            break;
        };
        position = position.after(&m).unwrap();
        moves.push(m);
    }
    let report = |random: &mut Pcg64Mcg| {
        let report = MoveReport {
            score: Some(Score(random.random_range(-9999..9999))),
            depth: Some(random.random_range(1..40)),
            time: Some(Duration::from_millis(random.random_range(0..99_999))),
        };
        if random.random_bool(0.7) {
            report.to_string()
        } else {
            String::new()
        }
    };
    let results = [
        None,
        Some(GameResult::Draw),
        Some(GameResult::White),
        Some(GameResult::Black),
    ];
    let record = Record {
        variant,
        fen: (skipped > 0).then(|| start.fen()),
        tags: vec![
            ("White".to_owned(), "Kamen \"strong\" \\ 1".to_owned()),
            ("Black".to_owned(), "Čeněk ♔".to_owned()),
            ("TimeControl".to_owned(), "75/600".to_owned()),
        ],
        moves: moves
            .iter()
            .map(|m| RecordedMove {
                text: m.to_string(),
                comment: report(random),
            })
            .collect(),
        result: *results.choose(random).unwrap(),
    };
    Played {
        record,
        start,
        moves,
    }
}

/// Writes, reads and replays games of a variant; returns the text.
fn go_round(variant: Variant, count: usize, seed: u64) -> String {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let played: Vec<Played> = (0..count)
        .map(|_| random_game(variant, &mut random))
        .collect();
    let written: Vec<Game> = played
        .iter()
        .map(|game| write_game(&game.record).unwrap())
        .collect();
    let texts: Vec<String> = written.iter().map(ToString::to_string).collect();
    let text = texts.join("\n");
    let read: Vec<Game> = Reader::new(text.as_bytes())
        .map(|game| game.unwrap())
        .collect();
    assert_eq!(read, written, "{variant}");
    for (read, played) in read.iter().zip(&played) {
        assert_eq!(variant_of(read), Ok(Some(variant)), "{read}");
        assert_eq!(
            read.result(),
            (played.record.result).map(|result| pdn_result(result, variant)),
            "{read}"
        );
        let found = replay(variant, read);
        assert_eq!(found.faults, [], "{read}");
        let moves: Vec<_> = found.played.iter().map(|(_, m)| *m).collect();
        assert_eq!(moves, played.moves, "{read}");
        if let Some((first, _)) = found.played.first() {
            assert_eq!(*first, played.start, "{read}");
        }
    }
    text
}

/// `cargo test --release --test library pdn:: -- --nocapture` also shows the speed of the reader.
#[test]
fn ten_thousand_games_go_round() {
    let mut all = String::new();
    for variant in Variant::ALL {
        all += &go_round(variant, 455, 2);
        all += "\n";
    }
    let began = std::time::Instant::now();
    let games = Reader::new(all.as_bytes()).filter(Result::is_ok).count();
    let seconds = began.elapsed().as_secs_f64();
    let megabytes = all.len() as f64 / 1e6;
    println!(
        "{games} games, {megabytes:.1} MB, read at {:.1} MB/s",
        megabytes / seconds
    );
    assert_eq!(games, 22 * 455);
}

/// Every move of every position on the way, as PDN writes it and in the forms that files have.
fn every_move(variant: Variant) {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    for _ in 0..10 {
        let mut position = AnyPosition::start(variant);
        for _ in 0..MAX_PLIES {
            let legal = position.legal_moves();
            for m in &legal {
                // Nobody plays on twelve files with letters.
                let has_letters = variant.shape().width <= 10;
                for letters in [false, has_letters] {
                    let text = write_move(&position, m, letters).to_string();
                    let fen = position.fen();
                    assert_eq!(
                        parse_move(&position, &text),
                        Ok(*m),
                        "{variant} {fen} {text}"
                    );
                }
                let captured = m.to_string();
                if variant.rules().removal == Removal::AfterMove {
                    assert_eq!(
                        parse_move(&position, &captured),
                        Ok(*m),
                        "{variant} {captured}"
                    );
                }
            }
            let Some(m) = legal.choose(&mut random) else {
                break;
            };
            position = position.after(m).unwrap();
        }
    }
}

#[test]
fn every_move_is_written_so_that_it_is_found_again() {
    for variant in Variant::ALL {
        every_move(variant);
    }
}

/// Programs that read JSON get what is read over where it belongs.
#[test]
fn variations_and_remarks_stand_at_their_moves() {
    let text = "[GameType \"20\"] (1. 31-27) 1. 33-29 (1. 99-98 {no}) 19-23 {a} (2. 34-30) (2. 32-27 {b}) 2. 35-30 {c} 1.15 20-25 12-8";
    let game = PlayedGame::read(text.as_bytes(), Variant::Czech)
        .next()
        .unwrap()
        .unwrap();
    assert_eq!(game.fault, None);
    let told = |m: &NotedMove| {
        let variations = m.variations.iter();
        let variations: Vec<String> = variations
            .map(|line| format!("{} {}", line[0].text, line[0].comment))
            .collect();
        (m.text.clone(), m.comment.clone(), variations.join(", "))
    };
    let told: Vec<(String, String, String)> = game.moves.iter().map(told).collect();
    let expected = [
        ("33-29", "(1. 99-98 {no})", "31-27 "),
        ("19-23", "a", ""),
        ("35-30", "c 1.15", "34-30 , 32-27 b"),
        ("20-25", "12-8", ""),
    ];
    let expected = expected
        .map(|(m, comment, variations)| (m.to_owned(), comment.to_owned(), variations.to_owned()));
    assert_eq!(told, expected);
    // And they are written as the standard has them.
    let written = game.write().unwrap();
    let again = PlayedGame::read(written.as_bytes(), Variant::Czech)
        .next()
        .unwrap()
        .unwrap();
    assert_eq!(again.moves.len(), 4);
    assert_eq!(
        again.moves[2].variations, game.moves[2].variations,
        "{written}"
    );
}
