use super::*;
use crate::notation::parse_fen;
use crate::rules::{Czech, Position, Rules, Variant};

type Board = <Czech as Rules>::Geometry;

#[test]
fn a_step_goes_against_the_slope_of_the_loss() {
    // White leads, but Black has a long king.
    let fen = "W:W21,22,26,27,28,32:B3,11,K8";
    let position: Position<Czech> = parse_fen(Variant::Czech, fen).unwrap();
    let sample = Sample::<Board> {
        board: position.board,
        turn: position.turn,
        target: 0.2,
        result: 0.0,
    };
    let material = Weights::of_material(Variant::Czech);
    let mut model = <Model as super::super::Model<Board>>::from_weights(&Czech::RULES, &material);
    model.leads.fill(0.6);
    let pace = Pace {
        rate: 0.01,
        decay: 0.0,
    };
    let mut learned = model.clone();
    super::super::Model::learn(&mut learned, &[sample], &pace);
    let mut chunk = Chunk::new(model.sizes.len());
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
