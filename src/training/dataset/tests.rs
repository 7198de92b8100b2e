//! What is taken out of games, against the definitions.

use super::*;
use crate::record::{Ply, RecordFile, SelfplaySettings};
use crate::selfplay::{Share, play, usual_random_plies};
use kamen_core::movegen::can_capture;
use kamen_core::rules::{Canadian, Czech, International, VariantOf};
use kamen_core::score::Score;
use kamen_eval::{Evaluation, HandMade};
use kamen_files::Stop;
use std::ops::ControlFlow;
use std::path::Path;
use tempfile::TempDir;

/// A file of so many games of the engine.
pub(crate) fn games(folder: &TempDir, variant: Variant, count: u32) -> PathBuf {
    games_that_explore(folder, variant, count, 0)
}

fn games_that_explore(folder: &TempDir, variant: Variant, count: u32, explore: u8) -> PathBuf {
    let path = folder.path().join("some.games");
    let settings = SelfplaySettings {
        variant,
        engine: "kamen".to_owned(),
        evaluation: "hand-made".to_owned(),
        nodes: 40,
        seed: 3,
        random_plies: usual_random_plies(variant),
        explore,
        max_plies: 120,
        adjudicates: true,
        tables: 0,
        source: None,
    };
    let mut file = RecordFile::open(&path, &settings, |_| ()).unwrap();
    let evaluation = Evaluation::HandMade(HandMade::new(variant));
    let stop = Stop::default();
    play(
        &mut file,
        Share::whole(count),
        1,
        (&evaluation).into(),
        &stop,
        &mut |_| (),
    )
    .unwrap();
    path
}

const TARGET: Target = Target {
    lambda: 0.8,
    scale: 150.0,
};

/// The samples of all games, from the last position of each to its first, and the games.
fn samples<R: Rules>(
    path: &Path,
    variant: Variant,
    target: Target,
) -> Vec<(Record, Vec<Sample<R::Geometry>>)> {
    let variant = VariantOf::<R>::new(variant).unwrap();
    let records = Records::open(path).unwrap().map(Result::unwrap);
    let replayed = records.map(|record| {
        let samples = samples_of(variant, &record, target).unwrap();
        (record, samples)
    });
    replayed.collect()
}

#[test]
fn positions_are_quiet_and_targets_are_td_lambda() {
    for explore in [0, 30] {
        let before_random = check_targets(explore);
        assert_eq!(before_random > 50, explore > 0, "{before_random}");
    }
}

/// Returns how many positions had a random move behind them.
fn check_targets(explore: u8) -> usize {
    let folder = TempDir::new().unwrap();
    let variant = Variant::International;
    let path = games_that_explore(&folder, variant, 12, explore);
    let (mut positions, mut before_random) = (0, 0);
    for (record, samples) in samples::<International>(&path, variant, TARGET) {
        let moments: Vec<_> = record
            .replay(VariantOf::<International>::new(variant).unwrap())
            .map(Result::unwrap)
            .collect();
        let result = match record.result {
            GameResult::White => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Black => 0.0,
        };
        // White's chances by the searches from a ply to the next random move.
        let later = |ply: usize| -> Vec<f64> {
            let behind = moments[ply..].iter().take_while(|m| !m.is_random);
            behind
                .filter_map(|moment| {
                    let chance = TARGET.chance(moment.score?);
                    Some(if moment.position.turn == Color::White {
                        chance
                    } else {
                        1.0 - chance
                    })
                })
                .collect()
        };
        let last_random = moments.iter().rposition(|moment| moment.is_random);
        let expected: Vec<_> = (moments.iter().rev())
            .filter(|moment| moment.score.is_some_and(|score| !score.is_decided()))
            .filter(|moment| !can_capture::<International>(&moment.position.board, Color::White))
            .filter(|moment| !can_capture::<International>(&moment.position.board, Color::Black))
            .collect();
        assert_eq!(samples.len(), expected.len());
        for (sample, moment) in samples.iter().zip(expected) {
            assert_eq!(sample.board, moment.position.board);
            let chances = later(moment.ply);
            let (own, later) = chances.split_first().unwrap();
            let is_before_random = last_random.is_some_and(|ply| moment.ply < ply);
            before_random += usize::from(is_before_random);
            // What comes after a random move says nothing: the last search before it takes the place of the result.
            let end = if is_before_random {
                *later.last().unwrap_or(own)
            } else {
                result
            };
            let weight = |n: usize| TARGET.lambda.powi(n as i32);
            let steps = later
                .iter()
                .enumerate()
                .map(|(n, chance)| weight(n) * chance);
            let target = (1.0 - TARGET.lambda) * steps.sum::<f64>() + weight(later.len()) * end;
            assert!((f64::from(sample.target) - target).abs() < 1e-5, "{target}");
            let known = (!is_before_random).then_some(result as f32);
            assert_eq!(sample.result, known);
            positions += 1;
        }
    }
    assert!(positions > 100, "{positions}");
    before_random
}

#[test]
fn lambda_runs_from_the_next_position_to_the_result() {
    let folder = TempDir::new().unwrap();
    let path = games(&folder, Variant::Czech, 5);
    let only_result = Target {
        lambda: 1.0,
        ..TARGET
    };
    for (_, samples) in samples::<Czech>(&path, Variant::Czech, only_result) {
        assert!(
            samples
                .iter()
                .all(|sample| Some(sample.target) == sample.result)
        );
    }
    let even = Target {
        lambda: 0.0,
        ..TARGET
    };
    let all = samples::<Czech>(&path, Variant::Czech, even);
    let between = all
        .iter()
        .flat_map(|(_, samples)| samples)
        .filter(|sample| Some(sample.target) != sample.result);
    assert!(between.count() > 20);
    assert_eq!(TARGET.chance(Score(0)), 0.5);
    assert!((TARGET.chance(Score(150)) - 0.731).abs() < 1e-3);
}

#[test]
fn a_sample_survives_its_bytes() {
    fn check<R: Rules>(variant: Variant) {
        let folder = TempDir::new().unwrap();
        let path = games(&folder, variant, 3);
        for (_, samples) in samples::<R>(&path, variant, TARGET) {
            for sample in samples {
                let mut bytes = Vec::new();
                sample.write(&mut bytes);
                assert_eq!(bytes.len(), Sample::<R::Geometry>::BYTES);
                let read = Sample::<R::Geometry>::read(&bytes);
                assert_eq!((read.board, read.turn), (sample.board, sample.turn));
                assert_eq!(read.result, sample.result);
                assert!((read.target - sample.target).abs() < 1e-4);
            }
        }
    }
    check::<Czech>(Variant::Czech);
    check::<Canadian>(Variant::Canadian);
}

#[test]
fn every_position_comes_once_in_an_order_of_the_seed_and_whole_games_are_held_back() {
    let folder = TempDir::new().unwrap();
    let variant = Variant::Czech;
    let path = games(&folder, variant, 2 * VALIDATION_EVERY);
    // Room for so much that the positions are dealt out to several files.
    let mut shards = Shards::new(folder.path(), 100 << 20, 1).unwrap();
    let files = [path.clone()];
    collect(variant, &files, TARGET, &mut shards, &Stop::default()).unwrap();
    let order = |seed| {
        let mut bytes = Vec::new();
        let mut take = |samples: &[Sample<<Czech as Rules>::Geometry>]| {
            for sample in samples {
                let mut one = Vec::new();
                sample.write(&mut one);
                bytes.push(one);
            }
            ControlFlow::Continue(())
        };
        assert!(
            shards
                .each_training_shard(seed, &mut take)
                .unwrap()
                .is_continue()
        );
        bytes
    };
    let (first, same, other) = (order(1), order(1), order(2));
    assert!(first == same && first != other);
    assert_eq!(first.len() as u64, shards.training_positions());
    let held_back = shards
        .validation_samples::<<Czech as Rules>::Geometry>()
        .unwrap();
    let by_game = samples::<Czech>(&path, variant, TARGET);
    let is_validation = |record: &Record| record.number % VALIDATION_EVERY == VALIDATION_EVERY - 1;
    let of_games = |back: bool| {
        let games = by_game
            .iter()
            .filter(|(record, _)| is_validation(record) == back);
        games.map(|(_, samples)| samples.len()).sum::<usize>()
    };
    assert_eq!(
        (first.len(), held_back.len()),
        (of_games(false), of_games(true))
    );
    let [mut first, mut other] = [first, other];
    first.sort();
    other.sort();
    assert!(first == other && !held_back.is_empty());
}

#[test]
fn too_few_and_foreign_games_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = games(&folder, Variant::Czech, 3);
    let files = [path.clone()];
    let mut shards = Shards::new(folder.path(), 1, 1).unwrap();
    let stop = Stop::default();
    let few = collect(Variant::Czech, &files, TARGET, &mut shards, &stop).unwrap_err();
    assert!(few.to_string().contains("0 held back"), "{few}");
    let other = census(Variant::Russian, &files, &stop)
        .unwrap_err()
        .to_string();
    assert!(
        other.contains("holds games of czech, expected russian"),
        "{other}"
    );
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - 3);
    std::fs::write(&path, &bytes).unwrap();
    let cut = census(Variant::Czech, &files, &stop)
        .unwrap_err()
        .to_string();
    assert!(
        cut.contains("some.games, byte ") && cut.contains("ends in the middle"),
        "{cut}"
    );
    assert!(Shards::new(&folder.path().join("nowhere"), 1, 1).is_err());
}

#[test]
fn the_curve_fits_the_results() {
    // Games of which a score of 195 wins 3 of 4: a scale of 195 / ln 3. What is decided says nothing.
    let mut curve = Curve::default();
    // Neither do searches before a random move.
    let ply = |score| Ply {
        choice: 0,
        score,
        is_random: score.is_none(),
    };
    let scores = [Score(-900), Score(900), Score(195), Score(-195)].map(Some);
    let game = |result| Record {
        number: 0,
        random_plies: 0,
        plies: [
            &scores[..2],
            &[None, None],
            &scores[2..],
            &[Some(Score::win_in(5))],
        ]
        .concat()
        .into_iter()
        .map(ply)
        .collect(),
        result,
        end: crate::record::End::Rules,
    };
    for result in [
        GameResult::White,
        GameResult::White,
        GameResult::White,
        GameResult::Black,
    ] {
        curve.add(&game(result), Color::White);
    }
    assert!(
        (curve.scale() - 195.0 / 3f64.ln()).abs() < 1.0,
        "{}",
        curve.scale()
    );
}
