use super::*;
use crate::rules::{Czech, Position, Rules, Variant};

type Board = <Czech as Rules>::Geometry;

#[test]
fn a_step_follows_the_gradient_of_the_loss() {
    let of_men = check_step::<false>();
    assert!(of_men > 20, "{of_men}");
    // Four regions look at the king from either side.
    let with_kings = check_step::<true>();
    assert!(
        with_kings >= of_men + 4,
        "{with_kings}, without kings {of_men}"
    );
}

/// The number of parameters with a gradient that were checked.
fn check_step<const KINGS: bool>() -> u32 {
    // White leads, but Black has a long king.
    let fen = "W:W21,22,26,27,28,32:B3,11,K8";
    let position: Position<Czech> = crate::game::typed(Variant::Czech, fen);
    let sample = Sample::<Board> {
        board: position.board,
        turn: position.turn,
        target: 0.2,
        result: 0.0,
    };
    let material = Weights::of_material(Variant::Czech);
    let mut model =
        <Model<KINGS> as super::super::Model<Board>>::from_weights(&Czech::RULES, &material);
    model.leads.fill(0.6);
    let params = StepParams {
        learning_rate: 0.01,
        weight_decay: 0.0,
    };
    let mut trained = model.clone();
    super::super::Model::step(&mut trained, &[sample], &params);
    let mut chunk = Chunk::new(model.sizes.len());
    let mut checked = 0;
    let mut check = |what: &str, after: f32, at: &dyn Fn(&mut Model<KINGS>) -> &mut f32| {
        let before = *at(&mut model);
        let mut loss = |by: f32| {
            *at(&mut model) = before + by;
            chunk.forward(&model, &[sample]);
            chunk.loss()
        };
        let gradient = ((loss(0.01) - loss(-0.01)) / 0.02) as f32;
        *at(&mut model) = before;
        let expected =
            -params.learning_rate * gradient / (INITIAL_SQUARES + gradient * gradient).sqrt();
        // What both sides have takes two opposite steps.
        let tolerance = if gradient.abs() < 1e-5 { 1e-3 } else { 1e-6 };
        let (found, most) = (after - before, 0.02 * expected.abs() + tolerance);
        assert!(
            (found - expected).abs() < most,
            "{what}: {found}, expected {expected}"
        );
        checked += u32::from(expected.abs() > 1e-4);
    };
    let phases =
        |parameters: usize| (0..parameters).flat_map(|parameter| [(parameter, 0), (parameter, 1)]);
    for (term, phase) in phases(trained.terms.len()) {
        let after = trained.terms[term].weight[phase];
        let what = format!("term {term}, {phase}");
        check(&what, after, &|model| &mut model.terms[term].weight[phase]);
    }
    for class in 0..Weights::LEADS {
        let what = format!("lead {class}");
        check(&what, trained.leads[class], &|model| {
            &mut model.leads[class]
        });
    }
    for (parameter, phase) in phases(trained.regions.len()) {
        let after = trained.regions[parameter].weight[phase];
        if after != 0.0 {
            let what = format!("parameter {parameter}, {phase}");
            check(&what, after, &|model| {
                &mut model.regions[parameter].weight[phase]
            });
        }
    }
    checked
}
