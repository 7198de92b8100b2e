use super::*;
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, FinishedGame, GameLine};
use kamen_core::rules::GameResult;
use kamen_eval::Choice;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A book that is made with few nodes.
fn built(variant: Variant, batches: usize, threads: usize) -> Book {
    let mut builder = builder(Book::empty(variant), threads);
    for _ in 0..batches {
        assert_eq!(builder.expand(&|| false).unwrap(), Expanded::More);
    }
    builder.book()
}

fn builder(book: Book, threads: usize) -> Builder {
    let effort = Effort {
        eval: Choice::hand_made(),
        nodes: 200,
        threads,
        batch: Effort::BATCH,
    };
    Builder::new(book, &effort).unwrap()
}

#[test]
fn keys_are_those_of_the_description() {
    let start = |variant| key(&AnyPosition::start(variant));
    let of = |variant, fen| key(&AnyPosition::parse_fen(variant, fen).unwrap());
    let vectors = [
        (start(Variant::Czech), "222222222222555555550000000000 00"),
        (start(Variant::English), "22222222222255555555000000000000"),
        (
            of(Variant::Czech, "W:Wa1,Kc1:Bh8,Kf8"),
            "5532555555555555555555555555 0155",
        ),
    ];
    for (found, digits) in vectors {
        let digits: String = digits.split_whitespace().collect();
        let mut hash = 14_695_981_039_346_656_037_u64;
        for byte in digits.bytes() {
            hash ^= u64::from(byte);
            hash = hash.wrapping_mul(1_099_511_628_211);
        }
        assert_eq!(found, hash, "{digits}");
    }
    // A position and its half turn are one.
    assert_eq!(
        of(Variant::Czech, "B:Wa1:Bh8,Kf8"),
        of(Variant::Czech, "W:Wa1,Kc1:Bh8")
    );
    assert_ne!(
        of(Variant::Czech, "W:Wa1:Bh8,Kf8"),
        of(Variant::Czech, "B:Wa1:Bh8,Kf8")
    );
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let whole = built(Variant::Czech, 6, 1);
    assert!(whole.len() > 6 * 32, "{}", whole.len());
    assert_eq!(built(Variant::Czech, 6, 3), whole);
    // Stopped in the middle of a batch, written, read and gone on with.
    let asked = AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) > 300;
    let mut first = builder(Book::empty(Variant::Czech), 2);
    let mut batches = 0;
    while first.expand(&stop).unwrap() == Expanded::More {
        batches += 1;
    }
    assert!((1..6).contains(&batches), "{batches}");
    let mut second = builder(first.book(), 1);
    for _ in batches..6 {
        assert_eq!(second.expand(&|| false).unwrap(), Expanded::More);
    }
    assert_eq!(second.book(), whole);
}

/// The score of a position by plain minimax over the moves of the book.
fn plain(book: &Book, position: &AnyPosition, known: &mut HashMap<u64, Score>) -> Score {
    let entry = book.find(position).unwrap();
    if !entry.is_expanded {
        return entry.score();
    }
    if let Some(score) = known.get(&entry.key) {
        return *score;
    }
    let moves = position.legal_moves().into_iter();
    let scores = moves.map(|m| (-plain(book, &position.after_legal(&m), known)).to_root(1));
    let score = scores.max().unwrap();
    known.insert(entry.key, score);
    score
}

#[test]
fn scores_are_those_of_plain_minimax() {
    for variant in [
        Variant::Czech,
        Variant::English,
        Variant::RussianGiveaway,
        Variant::Turkish,
    ] {
        let book = built(variant, 4, 2);
        let mut known = HashMap::new();
        let start = AnyPosition::start(variant);
        assert_eq!(
            plain(&book, &start, &mut known),
            book.find(&start).unwrap().score()
        );
        let graph = Graph::of_book(&book);
        assert_eq!(
            (graph.len(), graph.inconsistent()),
            (book.len(), None),
            "{variant}"
        );
        assert_eq!(graph.expanded(), known.len(), "{variant}");
    }
}

#[test]
fn the_best_lines_are_looked_into_first() {
    let book = built(Variant::Czech, 20, 2);
    let start = AnyPosition::start(Variant::Czech);
    let depth = |m: &BookMove| book.line(&m.after, 100).len();
    let moves = book.moves(&start);
    assert_eq!(moves.len(), start.legal_moves().len());
    let [best, .., worst] = &moves[..] else {
        panic!("{moves:?}");
    };
    assert!(best.score() > worst.score());
    assert!(
        depth(best) > depth(worst),
        "{} {}",
        depth(best),
        depth(worst)
    );
    assert_eq!(best.score(), book.find(&start).unwrap().score());
}

#[test]
fn what_is_pruned_plays_the_same() {
    let book = built(Variant::International, 10, 2);
    let mut graph = Graph::of_book(&book);
    graph.prune(30);
    let pruned = graph.book(&Book::empty(Variant::International));
    assert!(pruned.len() < book.len(), "{} {}", pruned.len(), book.len());
    assert_eq!(
        Graph::of_book(&pruned).expanded(),
        Graph::of_book(&book).expanded()
    );
    let mut next = vec![AnyPosition::start(Variant::International)];
    let mut compared = 0;
    while let Some(position) = next.pop() {
        let good = book.good_moves(&position, 30);
        assert_eq!(pruned.good_moves(&position, 30), good);
        compared += good.len();
        next.extend(good.iter().map(|m| m.after));
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn moves_are_chosen_by_chance_within_the_margin() {
    let book = built(Variant::Czech, 8, 2);
    let start = AnyPosition::start(Variant::Czech);
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut chosen = |margin| {
        let mut counts: HashMap<String, u32> = HashMap::new();
        for _ in 0..400 {
            let m = book.choose(&start, margin, &mut random).unwrap();
            *counts.entry(m.played.to_string()).or_default() += 1;
        }
        counts
    };
    for margin in [0, 10, 60] {
        let good = book.good_moves(&start, margin);
        let counts = chosen(margin);
        assert!(good.len() > margin as usize / 20, "{margin}");
        assert_eq!(counts.len(), good.len(), "{margin}: {counts:?}");
        let [best, .., worst] = &good[..] else {
            continue;
        };
        if best.score() - margin as i32 / 2 > worst.score() {
            assert!(counts[&best.played.to_string()] > counts[&worst.played.to_string()]);
        }
    }
    // Nothing is known of what was not looked into, nor of other variants.
    let mut next = book.moves(&start);
    let leaf = std::iter::from_fn(|| {
        let m = next.pop()?;
        next.extend(book.moves(&m.after));
        Some(m)
    });
    let leaf = leaf.into_iter().find(|m| !m.entry.is_expanded).unwrap();
    assert_eq!(book.choose(&leaf.after, 100, &mut random), None);
    assert_eq!(
        book.choose(&AnyPosition::start(Variant::Russian), 100, &mut random),
        None
    );
}

/// A game of these moves.
fn game(moves: &[&str], result: GameResult) -> FinishedGame {
    let mut now = AnyGame::start(Variant::Czech);
    let start = *now.position();
    let moves = moves.iter().map(|text| now.play_text(text).unwrap());
    let line = GameLine {
        start,
        moves: moves.collect(),
    };
    FinishedGame { line, result }
}

#[test]
fn games_say_what_is_looked_into_and_make_points() {
    let mut games = Games::default();
    let all = |_: Color| true;
    let both = ["c3-d4", "b6-a5", "b2-c3"];
    assert!(games.add(&game(&both, GameResult::White), 20, all));
    assert!(games.add(&game(&both, GameResult::Draw), 20, all));
    assert!(games.add(&game(&["c3-b4", "f6-g5"], GameResult::Black), 20, all));
    // A weak player makes no points.
    assert!(
        games.add(&game(&both[..1], GameResult::White), 20, |color| color
            == Color::Black)
    );
    let mut later = game(&both, GameResult::White);
    later.line.start = later.line.end().unwrap().position().half_turned();
    assert!(!games.add(&later, 20, all));
    let mut made = builder(Book::empty(Variant::Czech), 2);
    for _ in 0..2 {
        // The same again adds nothing.
        assert!(
            made.add_games(&games, 2, &|| false, &mut |_, _| ())
                .unwrap()
        );
    }
    let book = made.book();
    let start = AnyPosition::start(Variant::Czech);
    let entry = |moves: &[&str]| {
        let line = game(moves, GameResult::Draw).line;
        book.find(line.end().unwrap().position())
    };
    assert_eq!(book.moves(&start).len(), 7);
    assert_eq!(entry(&both[..1]).unwrap().weight, 3);
    assert_eq!(entry(&both[..2]).unwrap().weight, 1);
    assert_eq!(entry(&both).unwrap().weight, 3);
    assert_eq!(entry(&["c3-b4"]).unwrap().weight, 0);
    assert!(entry(&both[..2]).unwrap().is_expanded);
    assert!(!entry(&["c3-b4"]).unwrap().is_expanded, "one game only");
    assert_eq!(entry(&["c3-b4", "f6-g5"]), None);
}

#[test]
fn books_are_merged() {
    let [small, large] = [2, 5].map(|batches| built(Variant::Czech, batches, 2));
    let empty = Book::empty(Variant::Czech);
    assert_eq!(Book::merged(Variant::Czech, &[large.clone(), empty]), large);
    // The smaller one is part of the other.
    assert_eq!(
        Book::merged(Variant::Czech, &[small.clone(), large.clone()]),
        large
    );
    let weighed = |book: &Book| {
        let entries = book.entries().map(|entry| Entry {
            weight: 20_000,
            ..entry
        });
        Book::of_entries(Variant::Czech, entries.collect())
    };
    let twice = Book::merged(Variant::Czech, &[weighed(&large), weighed(&large)]);
    assert_eq!(twice.len(), large.len());
    assert!(
        twice
            .entries()
            .all(|entry| entry.weight == Entry::MOST_WEIGHT)
    );
}

#[test]
fn moves_that_lose_by_force_are_found() {
    let book = built(Variant::Czech, 3, 2);
    let engine = kamen_search::Engine::with(Variant::Czech, &Choice::hand_made(), 16).unwrap();
    let losing = |book: &Book| {
        let graph = Graph::of_book(book);
        graph.losing(&engine, 8000, 7, &|| false).unwrap()
    };
    let found = losing(&book);
    for wrong in &found {
        let game = AnyGame::new(wrong.position.after(&wrong.played).unwrap());
        let answer = engine
            .think(&game, &kamen_search::Limits::depth(7))
            .unwrap();
        assert_eq!((-answer.score).to_root(1), wrong.score);
        assert!(answer.score.is_decided());
    }
    let graph = Graph::of_book(&book);
    assert_eq!(graph.losing(&engine, 0, 7, &|| false).unwrap(), []);
}

#[cfg(feature = "embedded")]
#[test]
fn the_books_inside_are_sound() {
    for variant in Variant::ALL {
        let book = Book::embedded(variant).unwrap_or_else(|| panic!("no book of {variant}"));
        assert_eq!(book.variant(), variant);
        let graph = Graph::of_book(&book);
        assert_eq!(graph.len(), book.len(), "{variant}");
        assert_eq!(graph.inconsistent(), None, "{variant}");
        assert!(book.to_bytes().len() <= 300_000, "{variant}");
        assert!(
            !book.good_moves(&AnyPosition::start(variant), 0).is_empty(),
            "{variant}"
        );
    }
}
