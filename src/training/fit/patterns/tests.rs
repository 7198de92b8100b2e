use super::*;
use kamen_core::board::Color;
use kamen_core::rules::{Czech, Position, Rules, Variant};
use kamen_eval::weights::{Kind, Plan};
use kamen_eval::{Evaluation, Evaluator};

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
    let position: Position<Czech> = kamen_core::game::typed(Variant::Czech, fen);
    let sample = Sample::<Board> {
        board: position.board,
        turn: position.turn,
        target: 0.2,
        result: Some(0.0),
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

/// Training and play are two implementations of one evaluation.
#[test]
fn what_is_learned_is_what_is_played() {
    let men = check_play::<false>(Kind::Patterns);
    let pieces = check_play::<true>(Kind::KingPatterns);
    assert_ne!(men, pieces, "regions around kings count");
}

/// The scores in play of positions with kings.
fn check_play<const KINGS: bool>(kind: Kind) -> Vec<i32> {
    let material = Weights::of_material(Variant::Czech);
    let plan = Plan::of(Variant::Czech, kind);
    let weight = |i: usize| [7919, 104_729].map(|prime| (i * prime % 601) as i16 - 300);
    let weights = Weights {
        weights: (0..plan.weights).map(weight).collect(),
        origin: Origin {
            form: plan.form,
            ..material.origin
        },
        ..material
    };
    let model = <Model<KINGS> as super::super::Model<Board>>::from_weights(&Czech::RULES, &weights);
    let evaluation = Evaluation::of(&weights);
    let fens = [
        "W:W21,22,26,27,28,32,K14:B3,11,K8",
        "B:WK1,21,22,26:B3,4,11,12,16,K30",
        "W:WK18,K29:BK5,K15,7",
    ];
    let score = |fen| {
        let position: Position<Czech> = kamen_core::game::typed(Variant::Czech, fen);
        let sample = Sample::<Board> {
            board: position.board,
            turn: position.turn,
            target: 0.5,
            result: Some(0.5),
        };
        let logit = super::super::Model::<Board>::logits(&model, &[sample])[0];
        let expected = f64::from(logit) * weights.origin.scale;
        let found = match position.turn {
            Color::White => evaluation.evaluate(&position),
            Color::Black => -evaluation.evaluate(&position),
        };
        assert!(
            (f64::from(found.0) - expected).abs() < 2.0,
            "{fen}: {found:?}, expected {expected}"
        );
        found.0
    };
    fens.map(score).to_vec()
}
