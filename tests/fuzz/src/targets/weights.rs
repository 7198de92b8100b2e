//! Files of weights: what is read is written so that the same is read, and evaluates every position within the range of evaluations.

use super::position;
use arbitrary::{Result, Unstructured};
use kamen_core::{AnyPosition, Score, Variant, with_rules};
use kamen_eval::weights::Weights;
use kamen_eval::{Evaluation, Evaluator};
use kamen_files::header::seal;

/// Variants whose weights are few, one for each kind of king, and one that is played to lose.
const SMALL: [Variant; 4] = [
    Variant::English,
    Variant::Czech,
    Variant::Italian,
    Variant::CzechGiveaway,
];

pub(crate) fn run(input: &[u8]) {
    if input.starts_with(b"KAMEN") {
        let bytes = &input[..input.len().saturating_sub(4)];
        let mut sealed = bytes.to_vec();
        seal(&mut sealed);
        for bytes in [input, &sealed] {
            if let Ok(weights) = Weights::from_bytes(bytes) {
                let written = weights.to_bytes().expect("weights that were read");
                assert_eq!(Weights::from_bytes(&written).ok().as_ref(), Some(&weights));
                let variant = weights.origin.variant;
                hold(&Evaluation::of(&weights), &AnyPosition::start(variant));
            }
        }
        return;
    }
    let mut input = Unstructured::new(input);
    let _ = extreme(&mut input);
}

/// Weights as no training makes them.
fn extreme(input: &mut Unstructured<'_>) -> Result<()> {
    let variant = *input.choose(&SMALL)?;
    let mut weights = Weights::of_material(variant);
    let ends = [i16::MIN, i16::MAX, -1, 0];
    let (full, empty) = (*input.choose(&ends)?, *input.choose(&ends)?);
    let step = usize::from(input.int_in_range(1..=7u8)?);
    for weight in weights.weights.iter_mut().step_by(step) {
        *weight = [full, empty];
    }
    weights.leads.fill(*input.choose(&ends)?);
    let evaluation = Evaluation::of(&weights);
    for _ in 0..8 {
        if let Some(position) = position(input, variant, variant.most_pieces())? {
            hold(&evaluation, &position);
        }
    }
    Ok(())
}

fn hold(evaluation: &Evaluation, position: &AnyPosition) {
    let most = Score::MAX_EVAL.0;
    let score = with_rules!(position.variant(), R => {
        let position = position.typed::<R>().expect("rules of the variant");
        evaluation.evaluate(&position)
    });
    assert!((-most..=most).contains(&score.0), "{score:?} {position}");
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let file = Weights::of_material(Variant::English)
        .to_bytes()
        .expect("weights");
    super::noise(4, 200).into_iter().chain([file]).collect()
}
