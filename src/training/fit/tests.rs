//! Fits to games of the engine.

use super::*;
use crate::eval::pattern::{Plan, Run, terms};
use crate::rules::{Czech, Variant};
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
