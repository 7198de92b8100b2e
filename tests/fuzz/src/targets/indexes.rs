//! Indexes of games: what they say they have is there, a writer goes on with them or refuses them; and what is asked of them.

use super::Scratch;
use kamen_collection::index::{Index, Indexed, Writer};
use kamen_collection::{Facts, Material, Names, Pattern, Query, Terms, key};
use kamen_core::rules::GameResult;
use kamen_core::{AnyGame, AnyPosition, Variant};
use kamen_files::header::seal;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

pub(crate) fn run(input: &[u8]) {
    for bytes in [input, &mended(input).unwrap_or_default()] {
        Scratch::with(bytes, |_, path| {
            hold(path);
            // It may have a beginning that is sound.
            if let Ok(writer) = Writer::open(path) {
                drop(writer);
                assert!(Index::open(path).is_ok());
                hold(path);
            }
        });
    }
    asked(&String::from_utf8_lossy(input));
}

fn hold(path: &std::path::Path) {
    let Ok(mut index) = Index::open(path) else {
        return;
    };
    let games = index.games();
    assert!(index.game(games).is_err());
    let known = (0..games.min(20)).all(|game| index.game(game).is_ok());
    for variant in [Variant::Czech, Variant::Turkish] {
        let start = AnyPosition::start(variant);
        let Ok(found) = index.find(key(&start)) else {
            continue;
        };
        // Games of which the index knows nothing are damage; a tree would tell it.
        let tree = index.tree(start, 3, 1, &|_| true);
        if let (Ok(tree), true) = (tree, known) {
            assert!(tree.nodes()[0].tally.games <= found.len() as u64);
        }
    }
}

/// Text that a user asks with.
fn asked(text: &str) {
    for line in text.lines().take(10) {
        let _ = line.parse::<Material>();
        for variant in [Variant::Czech, Variant::International, Variant::Turkish] {
            let start = AnyPosition::start(variant);
            if let Ok(pattern) = Pattern::parse(variant, line) {
                assert_eq!(pattern.half_turned().half_turned(), pattern);
                let is_in = pattern.is_in(&start);
                assert_eq!(pattern.half_turned().is_in(&start.half_turned()), is_in);
            }
            let terms = Terms {
                fen: Some(line.to_owned()),
                mirror: true,
                ..Terms::default()
            };
            if let Ok(query) = Query::new(variant, &terms) {
                assert!(query.positions().all(|position| query.has(position)));
            }
        }
    }
    let _ = Names::parse(Variant::English, text, text);
}

/// The same bytes with the checksums that belong to them, as far as they can be told apart.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = usize::from(u16::from_le_bytes(*bytes.get(10..)?.first_chunk()?));
    let (head, rest) = bytes.split_at_checked(12 + length)?;
    let mut mended = head.to_vec();
    seal(&mut mended);
    // The first segment.
    let fixed = rest.get(4..12)?;
    let size = u32::from_le_bytes(*fixed.get(4..)?.first_chunk()?) as usize;
    let mut part = fixed.to_vec();
    seal(&mut part);
    mended.extend(&part);
    let body = rest.get(16..)?;
    let text = body.get(..size)?;
    let mut part = text.to_vec();
    seal(&mut part);
    mended.extend(&part);
    let told: serde_json::Value = serde_json::from_slice(text).ok()?;
    let games = told["parts"][0]["games"].as_u64()?.min(1 << 16) as usize;
    let blocks = told["blocks"].as_u64()?.min(1 << 16) as usize;
    let mut rest = body.get(size + 4..)?;
    let mut pieces: Vec<usize> = (0..games.div_ceil(1024))
        .map(|chunk| 22 * (games - 1024 * chunk).min(1024))
        .collect();
    pieces.push(12 * blocks);
    for length in pieces {
        let (piece, after) = rest.split_at_checked(length)?;
        let mut piece = piece.to_vec();
        seal(&mut piece);
        mended.extend(&piece);
        rest = after.get(4..)?;
    }
    // One block, the last.
    if let Some(length) = rest.len().checked_sub(4) {
        let mut piece = rest.get(..length)?.to_vec();
        seal(&mut piece);
        mended.extend(&piece);
    }
    Some(mended)
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let of = |variant: Variant, games: usize| {
        Scratch::with(b"games", |scratch, source| {
            let path = scratch.file("index");
            let mut writer = Writer::open(&path).expect("room for a temporary file");
            let source = writer.source(source).expect("a file");
            let _ = writer.begin(source).expect("a new file");
            let mut random = Pcg64Mcg::seed_from_u64(64);
            for number in 1..=games {
                let mut game = AnyGame::start(variant);
                let mut keys = vec![key(game.position())];
                while game.over().is_none() && game.plies() < 8 {
                    let legal = game.legal_moves();
                    game.play_legal(&legal[random.random_range(0..legal.len())]);
                    keys.push(key(game.position()));
                }
                let facts = Facts {
                    variant,
                    result: [None, Some(GameResult::White), Some(GameResult::Draw)][number % 3],
                    ratings: [2000, number as u16],
                    year: 1998,
                };
                let indexed = Indexed {
                    number: number as u32,
                    offset: 100 * number as u64,
                    column: 1,
                    facts,
                };
                writer
                    .add(&indexed, &keys)
                    .expect("room for a temporary file");
            }
            writer.end();
            writer.finish().expect("room for a temporary file");
            std::fs::read(&path).expect("a file")
        })
    };
    let mut seeds = vec![
        of(Variant::Czech, 1),
        of(Variant::Czech, 12),
        of(Variant::Turkish, 30),
    ];
    seeds.extend(super::texts(&[
        "W:W31,K32:B14:E33,34\nWc3,?d4:Bb4\n?:W21-24\nB:W?31-35:E1-5\n4-3\nkk-k\n2km-3m\nW:W31,K32:B1,2",
        "# source: us\nCross: 11-15 23-18\nOld Fourteenth: 11-15 23-19 8-11 22-17 4-8\n",
    ]));
    seeds
}
