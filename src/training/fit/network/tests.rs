use super::*;
use kamen_core::rules::{Czech, Position, Rules, Variant};
use kamen_eval::weights::{Kind, Plan, TrainingRun};

type Board = <Czech as Rules>::Geometry;

/// What there is without any input.
const BIAS: usize = Inputs::<Board>::COUNT;

fn sample(fen: &str, target: f32) -> Sample<Board> {
    let position: Position<Czech> = kamen_core::game::typed(Variant::Czech, fen);
    Sample {
        board: position.board,
        turn: position.turn,
        target,
        result: Some(0.0),
    }
}

#[test]
fn gradients_are_those_of_the_loss() {
    let mut checked = 0;
    // With Black to move, and White ahead of a long king.
    for fen in [
        "B:W21,22,26,27,28,32:B3,11,K8",
        "W:WK1,21,22,26:B3,4,11,12,16",
    ] {
        let samples = [sample(fen, 0.2), sample("W:W21,22,30:B3,11,12", 0.7)];
        let mut model = <Model as super::super::Model<Board>>::new(&Czech::RULES, 0.5, 1);
        model.output.leads.values.fill([0.6]);
        model.output.biases.values.fill([0.1]);
        let loss = |model: &Model| -> f64 {
            let mut pass = ForwardPass::default();
            let losses = samples.iter().map(|sample| {
                model.forward(sample, &mut pass);
                pass.compute_loss(sample.target, samples.len());
                pass.loss
            });
            losses.sum::<f64>() / samples.len() as f64
        };
        let passes = samples.each_ref().map(|sample| {
            let mut pass = ForwardPass::default();
            model.forward(sample, &mut pass);
            pass.compute_loss(sample.target, samples.len());
            pass
        });
        let mut trained = model.clone();
        for (i, part) in trained.hidden.iter_mut().enumerate() {
            part.accumulate(&passes, i * HiddenSlice::WIDTH);
        }
        trained.output.accumulate(&passes);
        let mut check = |what: &str, found: f32, at: &dyn Fn(&mut Model) -> &mut f32| {
            let before = *at(&mut model);
            let mut beside = |by: f32| {
                *at(&mut model) = before + by;
                loss(&model)
            };
            let expected = ((beside(0.01) - beside(-0.01)) / 0.02) as f32;
            *at(&mut model) = before;
            // Where a neuron is clamped the gradient jumps.
            let most = 0.05 * expected.abs() + 2e-4;
            assert!(
                (found - expected).abs() < most,
                "{what}: {found}, expected {expected}"
            );
            checked += u32::from(expected.abs() > 2e-3);
        };
        let inputs = passes.iter().flat_map(|pass| pass.inputs.iter().flatten());
        let mut inputs: Vec<usize> = inputs.map(|&input| input as usize).chain([BIAS]).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let part = 1;
        for i in (0..HiddenSlice::WIDTH).step_by(5) {
            for &input in &inputs {
                let found = trained.hidden[part].incoming.gradients[input][i];
                check(&format!("input {input}, {i}"), found, &|model| {
                    &mut model.hidden[part].incoming.values[input][i]
                });
            }
            for row in 0..2 * CLASSES {
                let found = trained.hidden[part].outgoing.gradients[row][i];
                check(&format!("out {row}, {i}"), found, &|model| {
                    &mut model.hidden[part].outgoing.values[row][i]
                });
            }
        }
        for term in 0..trained.output.terms.values.len() {
            for phase in 0..2 {
                let found = trained.output.terms.gradients[term][phase];
                check(&format!("term {term}, {phase}"), found, &|model| {
                    &mut model.output.terms.values[term][phase]
                });
            }
        }
        for class in 0..CLASSES {
            let found = trained.output.biases.gradients[class][0];
            check(&format!("bias {class}"), found, &|model| {
                &mut model.output.biases.values[class][0]
            });
        }
        for class in 1..Weights::LEADS {
            let found = trained.output.leads.gradients[class][0];
            check(&format!("lead {class}"), found, &|model| {
                &mut model.output.leads.values[class][0]
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
        run: TrainingRun::default(),
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
    let logits = |model: &Model| super::super::Model::<Board>::logits(model, &samples);
    for (found, expected) in logits(&again).into_iter().zip(logits(&model)) {
        assert!(
            (found - expected).abs() < 0.05,
            "{found}, expected {expected}"
        );
    }
}
