//! Fits to games of the engine.

use super::*;
use crate::dataset::Sample;
use crate::dataset::tests::games;
use crate::dataset::{Target, collect};
use kamen_core::board::Color;
use kamen_core::geometry::Bits;
use kamen_core::rules::{Czech, Position, Rules, Variant};
use kamen_eval::weights::{Plan, TrainingRun};
use kamen_eval::{Evaluation, Evaluator, terms};
use tempfile::TempDir;

type Board = <Czech as Rules>::Geometry;

fn origin(kind: Kind) -> Origin {
    Origin {
        variant: Variant::Czech,
        form: Plan::of(Variant::Czech, kind).form,
        scale: 150.0,
        run: TrainingRun::default(),
    }
}

fn shards(folder: &TempDir) -> Shards {
    let path = games(folder, Variant::Czech, 60);
    let mut shards = Shards::new(folder.path(), 1, 1).unwrap();
    let target = Target {
        lambda: 0.9,
        scale: 150.0,
    };
    let stop = Stop::default();
    collect(Variant::Czech, &[path], target, &mut shards, &stop).unwrap();
    shards
}

/// Fits to the end.
fn fit(
    shards: &Shards,
    settings: &FitSettings,
    start: Option<&Weights>,
    origin: Origin,
    seen: &mut dyn FnMut(&Epoch),
) -> Weights {
    let fit = Fit {
        shards,
        settings,
        start,
        origin,
        stop: &Stop::default(),
    };
    match fit.run(seen).unwrap() {
        Fitted::Complete(weights) => weights,
        Fitted::Stopped(_) => panic!("nobody stopped it"),
    }
}

/// Fits on so many threads: the weights, and the losses of the epochs.
fn fit_on(
    threads: usize,
    kind: Kind,
    shards: &Shards,
    start: Option<&Weights>,
) -> (Weights, Vec<f64>) {
    let settings = FitSettings {
        epochs: 3,
        ..FitSettings::default()
    };
    let mut losses = Vec::new();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    let weights = pool.install(|| {
        fit(shards, &settings, start, origin(kind), &mut |epoch| {
            losses.push(epoch.training_loss);
        })
    });
    (weights, losses)
}

#[test]
fn the_loss_falls_and_the_number_of_threads_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let shards = shards(&folder);
    for kind in Kind::ALL {
        check_loss(kind, &shards);
    }
}

fn check_loss(kind: Kind, shards: &Shards) {
    let (weights, losses) = fit_on(1, kind, shards, None);
    assert!(
        losses.is_sorted_by(|a, b| a > b) && losses[0] < 0.7,
        "{losses:?}"
    );
    assert!((1..=losses.len() as u32).contains(&weights.origin.run.epochs));
    let (_, worth) = weights.parts();
    let man = worth[terms::MAN];
    assert!(man[0] > 0 && man[1] > 0, "{man:?}");
    // Only the moves of long kings are looked at, so the rules reached the fit.
    assert_ne!(worth[terms::KING_MOVES], [0; 2]);
    assert_eq!(
        fit_on(3, kind, shards, None),
        (weights.clone(), losses.clone())
    );
    // Going on from weights begins where they are.
    let (_, more) = fit_on(2, kind, shards, Some(&weights));
    assert!(more[0] < losses[0], "{more:?} {losses:?}");
}

#[test]
fn the_best_epoch_is_kept_and_its_men_are_worth_100() {
    let folder = TempDir::new().unwrap();
    let shards = shards(&folder);
    check_best::<patterns::Model<false>>(Kind::Patterns, 0.3, &shards);
    check_best::<patterns::Model<true>>(Kind::KingPatterns, 0.3, &shards);
    check_best::<network::Model>(Kind::Network, 0.01, &shards);
}

fn check_best<M: Model<Board>>(kind: Kind, rate: f64, shards: &Shards) {
    let settings = FitSettings {
        epochs: 30,
        learning_rate: Some(rate),
        ..FitSettings::default()
    };
    let mut losses = Vec::new();
    let weights = fit(shards, &settings, None, origin(kind), &mut |epoch| {
        losses.push(epoch.validation.loss);
    });
    let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let run = &weights.origin.run;
    assert_eq!(losses.len(), run.epochs as usize + 1, "{losses:?}");
    assert_eq!((run.loss, losses[run.epochs as usize - 1]), (least, least));
    let validation_set = shards.validation_samples::<Board>().unwrap();
    let kept = validate(&M::from_weights(&Czech::RULES, &weights), &validation_set);
    assert!((kept.loss - least).abs() < 1e-3, "{}", kept.loss);
    let evaluation = Evaluation::of(&weights);
    let (mut products, mut squares) = (0.0, 0.0);
    for Sample { board, turn, .. } in validation_set {
        let position = Position::<Czech>::new(board, turn);
        if position.board.kings.is_empty() {
            let [white, black] = position.board.pieces.map(|men| men.count() as f64);
            let score = f64::from(evaluation.evaluate(&position).0);
            let for_white = if position.turn == Color::White {
                score
            } else {
                -score
            };
            products += (white - black) * for_white;
            squares += (white - black) * (white - black);
        }
    }
    let man = products / squares;
    assert!((man - 100.0).abs() < 2.0, "{man}");
}

#[test]
fn scores_stay_in_range_where_men_tell_nothing() {
    let folder = TempDir::new().unwrap();
    let shards = shards(&folder);
    let settings = FitSettings {
        epochs: 0,
        ..FitSettings::default()
    };
    for (scale, expected) in [(200.0, 200.0), (5000.0, MOST_SCALE)] {
        let mut origin = origin(Kind::Patterns);
        origin.scale = scale;
        let weights = fit(&shards, &settings, None, origin, &mut |_| ());
        assert_eq!(weights.origin.scale, expected);
    }
}

#[test]
fn a_stop_keeps_the_best_whole_epoch() {
    let folder = TempDir::new().unwrap();
    let shards = shards(&folder);
    let settings = FitSettings {
        learning_rate: Some(0.01),
        ..FitSettings::default()
    };
    for stopped_in in 1..=2 {
        let stop = Stop::default();
        if stopped_in == 1 {
            stop.now();
        }
        let fit = Fit {
            shards: &shards,
            settings: &settings,
            start: None,
            origin: origin(Kind::Patterns),
            stop: &stop,
        };
        let mut whole = Vec::new();
        let fitted = fit.run(&mut |epoch| {
            whole.push(epoch.validation.loss);
            if epoch.number + 1 == stopped_in {
                stop.now();
            }
        });
        let Fitted::Stopped(weights) = fitted.unwrap() else {
            panic!("it went on");
        };
        assert_eq!(whole.len() as u32, stopped_in - 1);
        let kept = weights.map(|weights| (weights.origin.run.epochs, weights.origin.run.loss));
        assert_eq!(kept, whole.last().map(|&loss| (stopped_in - 1, loss)));
    }
}
