//! Fits to games of the engine.

use super::chunk::Chunk;
use super::model::INITIAL;
use super::*;
use crate::board::Color;
use crate::eval::Evaluator;
use crate::eval::pattern::{Patterns, Plan, Run, terms};
use crate::geometry::Bits;
use crate::notation::parse_fen;
use crate::rules::{Czech, Variant};
use crate::training::dataset::Sample;
use crate::training::dataset::tests::games;
use crate::training::dataset::{Target, collect};
use tempfile::TempDir;

fn origin() -> Origin {
    Origin {
        variant: Variant::Czech,
        regions: Plan::of(Variant::Czech).regions,
        scale: 150.0,
        run: Run::default(),
    }
}

fn shards(folder: &TempDir) -> Shards {
    let path = games::<Czech>(folder, Variant::Czech, 60);
    let mut shards = Shards::new(folder.path(), 1, 1).unwrap();
    let target = Target {
        lambda: 0.9,
        scale: 150.0,
    };
    collect::<Czech>(Variant::Czech, &[path], target, &mut shards).unwrap();
    shards
}

/// Fits on so many threads: the weights, and the losses of the epochs.
fn fit_on(threads: usize, shards: &Shards, start: Option<&Weights>) -> (Weights, Vec<f64>) {
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
        fit::<Czech>(shards, &settings, start, origin(), &mut |epoch| {
            losses.push(epoch.learned);
            ControlFlow::Continue(())
        })
    });
    (weights.unwrap(), losses)
}

#[test]
fn the_loss_falls_and_the_number_of_threads_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let shards = shards(&folder);
    let (weights, losses) = fit_on(1, &shards, None);
    assert!(
        losses.is_sorted_by(|a, b| a > b) && losses[0] < 0.7,
        "{losses:?}"
    );
    assert!((1..=losses.len() as u32).contains(&weights.origin.run.epochs));
    let man = weights.weights[Plan::of(Variant::Czech).in_regions + terms::MAN];
    assert!(man[0] > 0 && man[1] > 0, "{man:?}");
    assert_eq!(fit_on(3, &shards, None), (weights.clone(), losses.clone()));
    // Going on from weights begins where they are.
    let (_, more) = fit_on(2, &shards, Some(&weights));
    assert!(more[0] < losses[0], "{more:?} {losses:?}");
}

type Board = <Czech as Rules>::Geometry;

#[test]
fn the_best_epoch_is_kept_and_its_men_are_worth_100() {
    let folder = TempDir::new().unwrap();
    let shards = shards(&folder);
    let settings = FitSettings {
        epochs: 30,
        rate: 0.3,
        ..FitSettings::default()
    };
    let mut losses = Vec::new();
    let weights = fit::<Czech>(&shards, &settings, None, origin(), &mut |epoch| {
        losses.push(epoch.report.loss);
        ControlFlow::Continue(())
    });
    let weights = weights.unwrap();
    let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let run = &weights.origin.run;
    assert_eq!(losses.len(), run.epochs as usize + 1, "{losses:?}");
    assert_eq!((run.loss, losses[run.epochs as usize - 1]), (least, least));
    let held_back = shards.each_held_back::<Czech>().unwrap();
    let kept = judge_all::<Czech>(&Model::from_weights::<Board>(&weights), &held_back);
    assert!((kept.loss - least).abs() < 1e-3, "{}", kept.loss);
    let patterns = Patterns::new(&weights);
    let (mut products, mut squares) = (0.0, 0.0);
    for Sample { position, .. } in held_back {
        if position.board.kings.is_empty() {
            let [white, black] = position.board.pieces.map(|men| men.count() as f64);
            let score = f64::from(patterns.evaluate(&position).0);
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
fn a_step_goes_against_the_slope_of_the_loss() {
    // White leads, but Black has a long king.
    let fen = "W:W21,22,26,27,28,32:B3,11,K8";
    let sample = Sample::<Czech> {
        position: parse_fen(Variant::Czech, fen).unwrap(),
        target: 0.2,
        result: 0.0,
    };
    let mut model = Model::from_weights::<Board>(&Weights::of_material(Variant::Czech));
    model.leads.fill(0.6);
    let pace = Pace {
        rate: 0.01,
        decay: 0.0,
    };
    let mut learned = model.clone();
    learned.learn(&[sample], &mut Vec::new(), &pace);
    let mut chunk = Chunk::new(model.regions_count());
    let mut checked = 0;
    let mut check = |what: &str, after: f32, at: &dyn Fn(&mut Model) -> &mut f32| {
        let before = *at(&mut model);
        let mut loss = |by: f32| {
            *at(&mut model) = before + by;
            chunk.judge(&model, &[sample]);
            chunk.loss()
        };
        let slope = ((loss(0.01) - loss(-0.01)) / 0.02) as f32;
        *at(&mut model) = before;
        let expected = -pace.rate * slope / (INITIAL + slope * slope).sqrt();
        // What both sides have is taken to and fro.
        let rest = if slope.abs() < 1e-5 { 1e-3 } else { 1e-6 };
        let (found, most) = (after - before, 0.02 * expected.abs() + rest);
        assert!(
            (found - expected).abs() < most,
            "{what}: {found}, expected {expected}"
        );
        checked += u32::from(expected.abs() > 1e-4);
    };
    let phases = |cells: usize| (0..cells).flat_map(|cell| [(cell, 0), (cell, 1)]);
    for (term, phase) in phases(learned.terms.len()) {
        let after = learned.terms[term].weight[phase];
        let what = format!("term {term}, {phase}");
        check(&what, after, &|model| &mut model.terms[term].weight[phase]);
    }
    for class in 0..Weights::LEADS {
        let what = format!("lead {class}");
        check(&what, learned.leads[class], &|model| {
            &mut model.leads[class]
        });
    }
    for (cell, phase) in phases(learned.regions.len()) {
        let after = learned.regions[cell].weight[phase];
        if after != 0.0 {
            let what = format!("cell {cell}, {phase}");
            check(&what, after, &|model| {
                &mut model.regions[cell].weight[phase]
            });
        }
    }
    assert!(checked > 20, "{checked}");
}
