use super::*;
use crate::eval::weights::{Kind, Plan, Run};
use crate::notation::parse_fen;
use crate::rules::{Czech, Position, Rules, Variant};

type Board = <Czech as Rules>::Geometry;

/// What there is without any input.
const BIAS: usize = Inputs::<Board>::COUNT;

fn sample(fen: &str, target: f32) -> Sample<Board> {
    let position: Position<Czech> = parse_fen(Variant::Czech, fen).unwrap();
    Sample {
        board: position.board,
        turn: position.turn,
        target,
        result: 0.0,
    }
}

#[test]
fn slopes_are_those_of_the_loss() {
    let mut checked = 0;
    // With Black to move, and White ahead of a long king.
    for fen in [
        "B:W21,22,26,27,28,32:B3,11,K8",
        "W:WK1,21,22,26:B3,4,11,12,16",
    ] {
        let samples = [sample(fen, 0.2), sample("W:W21,22,30:B3,11,12", 0.7)];
        let mut model = <Model as super::super::Model<Board>>::new(&Czech::RULES, 0.5, 1);
        model.rest.leads.values.fill([0.6]);
        model.rest.constants.values.fill([0.1]);
        let loss = |model: &Model| -> f64 {
            let mut look = Look::default();
            let losses = samples.iter().map(|sample| {
                model.look(sample, &mut look);
                look.judge(sample.target, samples.len());
                look.loss
            });
            losses.sum::<f64>() / samples.len() as f64
        };
        let looks = samples.each_ref().map(|sample| {
            let mut look = Look::default();
            model.look(sample, &mut look);
            look.judge(sample.target, samples.len());
            look
        });
        let mut met = model.clone();
        for (i, part) in met.neurons.iter_mut().enumerate() {
            part.meet(&looks, i * Neurons::WIDTH);
        }
        met.rest.meet(&looks);
        let mut check = |what: &str, found: f32, at: &dyn Fn(&mut Model) -> &mut f32| {
            let before = *at(&mut model);
            let mut beside = |by: f32| {
                *at(&mut model) = before + by;
                loss(&model)
            };
            let expected = ((beside(0.01) - beside(-0.01)) / 0.02) as f32;
            *at(&mut model) = before;
            // Near the cut of a neuron the slope changes.
            let most = 0.05 * expected.abs() + 2e-4;
            assert!(
                (found - expected).abs() < most,
                "{what}: {found}, expected {expected}"
            );
            checked += u32::from(expected.abs() > 2e-3);
        };
        let inputs = looks.iter().flat_map(|look| look.inputs.iter().flatten());
        let mut inputs: Vec<usize> = inputs.map(|&input| input as usize).chain([BIAS]).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let part = 1;
        for i in (0..Neurons::WIDTH).step_by(5) {
            for &input in &inputs {
                let found = met.neurons[part].rows.slopes[input][i];
                check(&format!("input {input}, {i}"), found, &|model| {
                    &mut model.neurons[part].rows.values[input][i]
                });
            }
            for row in 0..2 * CLASSES {
                let found = met.neurons[part].out.slopes[row][i];
                check(&format!("out {row}, {i}"), found, &|model| {
                    &mut model.neurons[part].out.values[row][i]
                });
            }
        }
        for term in 0..met.rest.terms.values.len() {
            for phase in 0..2 {
                let found = met.rest.terms.slopes[term][phase];
                check(&format!("term {term}, {phase}"), found, &|model| {
                    &mut model.rest.terms.values[term][phase]
                });
            }
        }
        for class in 0..CLASSES {
            let found = met.rest.constants.slopes[class][0];
            check(&format!("constant {class}"), found, &|model| {
                &mut model.rest.constants.values[class][0]
            });
        }
        for class in 1..Weights::LEADS {
            let found = met.rest.leads.slopes[class][0];
            check(&format!("lead {class}"), found, &|model| {
                &mut model.rest.leads.values[class][0]
            });
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn what_is_read_from_weights_is_what_was_learned() {
    let model = <Model as super::super::Model<Board>>::new(&Czech::RULES, 0.5, 1);
    let origin = Origin {
        variant: Variant::Czech,
        form: Plan::of(Variant::Czech, Kind::Network).form,
        scale: 150.0,
        run: Run::default(),
    };
    let weights = super::super::Model::<Board>::to_weights(&model, origin.clone());
    let again = <Model as super::super::Model<Board>>::from_weights(&Czech::RULES, &weights);
    assert_eq!(
        super::super::Model::<Board>::to_weights(&again, origin),
        weights
    );
    let samples = [
        "W:W21,22,26,27,28,32:B3,11,K8",
        "B:WK1,21,22,26:B3,4,11,12,16",
    ]
    .map(|fen| sample(fen, 0.2));
    let odds = |model: &Model| super::super::Model::<Board>::odds(model, &samples);
    for (found, expected) in odds(&again).into_iter().zip(odds(&model)) {
        assert!(
            (found - expected).abs() < 0.05,
            "{found}, expected {expected}"
        );
    }
}
