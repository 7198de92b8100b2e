use super::*;
use crate::{Facts, Tree, key, random};
use kamen_core::game::AnyPosition;
use kamen_core::notation::pdn::Replay;
use kamen_core::rules::{GameResult, Variant};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const RESULTS: [Option<GameResult>; 4] = [
    Some(GameResult::White),
    Some(GameResult::Draw),
    None,
    Some(GameResult::Black),
];

/// Some games of two variants.
fn games() -> Vec<(Facts, Replay)> {
    let of = |variant, count, plies| {
        let games = random::replays(variant, count, plies)
            .into_iter()
            .enumerate();
        games.map(move |(n, replay)| {
            let facts = Facts {
                variant,
                result: RESULTS[n % 4],
                ratings: [n as u16 * 3, 2000],
                year: if n % 5 == 0 { 0 } else { 1900 + n as u16 % 100 },
            };
            (facts, replay)
        })
    };
    of(Variant::Czech, 110, 40)
        .chain(of(Variant::Turkish, 10, 300))
        .collect()
}

fn keys(replay: &Replay) -> Vec<u64> {
    let positions = (0..=replay.played.len()).filter_map(|ply| replay.position_after(ply));
    positions.map(|position| key(&position)).collect()
}

fn indexed(number: usize, facts: Facts) -> Indexed {
    Indexed {
        number: number as u32 + 1,
        offset: 1 << 33 | number as u64,
        column: 7,
        facts,
    }
}

/// Adds the games of a file from one on; how many the index had.
fn add(writer: &mut Writer, file: &Path, games: &[(Facts, Replay)], upto: usize) -> u32 {
    let source = writer.source(file).unwrap();
    let (last, is_whole) = writer.begin(source).unwrap();
    if !is_whole {
        for (number, (facts, replay)) in games.iter().enumerate().take(upto).skip(last as usize) {
            writer.add(&indexed(number, *facts), &keys(replay)).unwrap();
        }
        if upto >= games.len() {
            writer.end();
        }
    }
    last
}

fn check(index: &mut Index, games: &[(Facts, Replay)]) {
    assert_eq!(index.games(), games.len() as u64);
    let mut expected: BTreeMap<u64, Vec<Occurrence>> = BTreeMap::new();
    for (game, (_, replay)) in games.iter().enumerate() {
        for (ply, key) in keys(replay).into_iter().enumerate() {
            let at = Occurrence {
                game: game as u64,
                ply: ply as u32,
            };
            expected.entry(key).or_default().push(at);
        }
    }
    let all: usize = expected.values().map(Vec::len).sum();
    assert_eq!(index.positions(), all as u64);
    for (key, places) in expected {
        assert_eq!(index.find(key).unwrap(), places);
        assert_eq!(index.find(!key).unwrap(), []);
    }
    for (number, (facts, _)) in games.iter().enumerate() {
        let (game, source) = index.game(number as u64).unwrap();
        assert_eq!(game, indexed(number, *facts));
        assert_eq!(source.path, Path::new("games.pdn"));
    }
    assert!(index.game(games.len() as u64).is_err());
}

#[test]
fn what_is_indexed_is_found() {
    let games = games();
    let folder = tempfile::tempdir().unwrap();
    let [file, path] = ["games.pdn", "games.kidx"].map(|name| folder.path().join(name));
    fs::write(&file, "as many games").unwrap();
    for most in [100, 3000, 1 << 20] {
        let mut writer = Writer::open(&path).unwrap().with_segments_of(most);
        assert_eq!(add(&mut writer, &file, &games, usize::MAX), 0);
        writer.finish().unwrap();
        let mut index = Index::open(&path).unwrap();
        check(&mut index, &games);
        let bytes = fs::metadata(&path).unwrap().len() as f64 / index.positions() as f64;
        if most == 1 << 20 {
            assert!(bytes < 12.0, "{bytes} bytes a position");
        }
        // The same command again changes nothing.
        let before = fs::read(&path).unwrap();
        let mut writer = Writer::open(&path).unwrap();
        assert_eq!(
            add(&mut writer, &file, &games, usize::MAX),
            games.len() as u32
        );
        writer.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), before);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn an_index_that_was_cut_off_goes_on() {
    let games = games();
    let folder = tempfile::tempdir().unwrap();
    let [file, path] = ["games.pdn", "games.kidx"].map(|name| folder.path().join(name));
    fs::write(&file, "as many games").unwrap();
    let mut writer = Writer::open(&path).unwrap().with_segments_of(1500);
    add(&mut writer, &file, &games, usize::MAX);
    writer.finish().unwrap();
    let whole = fs::read(&path).unwrap();
    let kept = Index::open(&path).unwrap().games();
    for end in (0..whole.len()).step_by(whole.len() / 40) {
        fs::write(&path, &whole[..end]).unwrap();
        let before = Index::open(&path).map_or(0, |index| index.games());
        assert!(before < kept);
        let mut writer = Writer::open(&path).unwrap().with_segments_of(1500);
        assert_eq!(
            u64::from(add(&mut writer, &file, &games, usize::MAX)),
            before
        );
        writer.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "cut at {end}");
    }
    // In order, in the midst of a segment.
    fs::remove_file(&path).unwrap();
    for upto in [40, 70, 115, usize::MAX] {
        let mut writer = Writer::open(&path).unwrap();
        add(&mut writer, &file, &games, upto);
        writer.finish().unwrap();
    }
    check(&mut Index::open(&path).unwrap(), &games);
}

#[test]
fn trees_of_an_index_and_of_its_games_are_the_same() {
    let games = games();
    let folder = tempfile::tempdir().unwrap();
    let [file, path] = ["games.pdn", "games.kidx"].map(|name| folder.path().join(name));
    fs::write(&file, "as many games").unwrap();
    let mut writer = Writer::open(&path).unwrap().with_segments_of(2000);
    add(&mut writer, &file, &games, usize::MAX);
    writer.finish().unwrap();
    let mut index = Index::open(&path).unwrap();
    let start = AnyPosition::start(Variant::Czech);
    let later = games[3].1.position_after(3).unwrap();
    let turkish = games.last().unwrap().1.position_after(1).unwrap();
    for (root, plies, least) in [
        (start, 1, 1),
        (start, 6, 1),
        (start, 6, 3),
        (start, 60, 1),
        (later, 8, 1),
        (turkish, 300, 1),
    ] {
        let mut expected = Tree::new(root, plies);
        for (facts, replay) in &games {
            expected.add(facts, replay);
        }
        expected.finish(least);
        let found = index.tree(root, plies, least, &|_| true).unwrap();
        assert!(found.nodes().len() > usize::from(plies > 1));
        let lists = [&found, &expected].map(|tree| {
            let nodes = tree.nodes().iter();
            let text = |node: &crate::Node| {
                (
                    key(&node.position),
                    format!("{:?}", node.tally),
                    node.moves.len(),
                )
            };
            nodes.map(text).collect::<Vec<_>>()
        });
        assert_eq!(lists[0], lists[1]);
        assert_eq!(found.nodes(), expected.nodes(), "{plies} plies, {least}");
    }
}

#[test]
fn damage_and_changes_are_told() {
    let games = games();
    let folder = tempfile::tempdir().unwrap();
    let [file, path] = ["games.pdn", "games.kidx"].map(|name| folder.path().join(name));
    fs::write(&file, "as many games").unwrap();
    let mut writer = Writer::open(&path).unwrap();
    add(&mut writer, &file, &games, usize::MAX);
    // Another process.
    let error = Writer::open(&path).unwrap_err().to_string();
    assert!(
        error.contains("games.kidx is in use by another indexing"),
        "{error}"
    );
    writer.finish().unwrap();
    let index = Index::open(&path).unwrap();
    let source = index.parts().next().unwrap().source.clone();
    index.check(&source).unwrap();
    // Written again with the same bytes.
    fs::write(&file, "as many games").unwrap();
    index.check(&source).unwrap();
    for text in ["as many Games", "as many games and more"] {
        fs::write(&file, text).unwrap();
        let error = index.check(&source).unwrap_err().to_string();
        assert!(error.contains("has changed since"), "{error}");
        let mut writer = Writer::open(&path).unwrap();
        let source = writer.source(&file).unwrap();
        let error = writer.begin(source).unwrap_err().to_string();
        assert!(
            error.contains("remove the index and make it again"),
            "{error}"
        );
    }
    fs::remove_file(&file).unwrap();
    let error = index.check(&source).unwrap_err().to_string();
    assert!(error.contains("games.pdn: No such file"), "{error}");
    // Every bit that is asked for counts.
    let whole = fs::read(&path).unwrap();
    let all_keys: Vec<u64> = games.iter().flat_map(|(_, replay)| keys(replay)).collect();
    for at in (0..whole.len()).step_by(whole.len() / 120) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, &bytes).unwrap();
        let answered = Index::open(&path).and_then(|mut index| {
            (0..games.len() as u64).try_for_each(|game| index.game(game).map(drop))?;
            all_keys
                .iter()
                .step_by(7)
                .try_for_each(|&key| index.find(key).map(drop))
        });
        let error = answered.expect_err(&format!("byte {at}")).to_string();
        let known = ["damaged", "no index", "version", "checksum", "header"];
        assert!(
            known.iter().any(|word| error.contains(word)),
            "byte {at}: {error}"
        );
    }
    fs::write(&path, &whole).unwrap();
    let mut newer = whole;
    newer[8] = 2;
    fs::write(&path, newer).unwrap();
    let error = Index::open(&path).unwrap_err().to_string();
    assert!(
        error.contains("found version 2 of the format, expected 1"),
        "{error}"
    );
    assert!(Index::is_at(&path) && !Index::is_at(&file));
}
