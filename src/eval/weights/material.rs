//! Initial weights: material values only.

use super::{Kind, Origin, Plan, TrainingRun, Weight, Weights};
use crate::hand_made::{MAN, king};
use crate::terms;
use kamen_core::rules::{Objective, Variant};
use kamen_files::PROGRAM;

impl Weights {
    /// Creates weights with only the material values of the hand-made evaluation, a start for
    /// training.
    pub fn of_material(variant: Variant) -> Weights {
        let plan = Plan::of(variant, Kind::Patterns);
        let sign = match variant.facts().objective {
            Objective::Giveaway => -1,
            _ => 1,
        };
        let worth = |centi_men: i32| -> Weight { [(sign * centi_men * Weights::UNIT) as i16; 2] };
        let king = worth(king(variant.rules()));
        let mut weights = vec![Weight::default(); plan.weights];
        for (term, value) in weights.iter_mut().skip(plan.in_regions).enumerate() {
            match term {
                terms::MAN => *value = worth(MAN),
                terms::FIRST_KING | terms::MORE_KINGS => *value = king,
                _ => {}
            }
        }
        Weights {
            origin: Origin {
                variant,
                form: plan.form,
                scale: f64::from(MAN),
                run: TrainingRun {
                    engine: PROGRAM.to_owned(),
                    ..TrainingRun::default()
                },
            },
            network: Vec::new(),
            weights,
            leads: vec![Weights::WHOLE; Weights::LEADS],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Patterns};
    use kamen_core::rules::Rules;
    use kamen_core::with_rules;

    fn score<R: Rules>(variant: Variant, fen: &str) -> i32 {
        let position = kamen_core::game::typed::<R>(variant, fen);
        Patterns::new(&Weights::of_material(variant))
            .evaluate(&position)
            .0
    }

    #[test]
    fn pieces_are_worth_what_they_are_by_hand() {
        let cases = [
            (Variant::International, "W:W31,32,33:B20", 200),
            (Variant::International, "B:W31,32,33:B20", -200),
            (Variant::International, "W:WK46,31:B20", 300),
            (Variant::Losing, "W:W31,32,33:B20", -200),
            (Variant::English, "W:WK29,K30:B1", 180),
            (Variant::Turkish, "W:Wa3,Kb1:Bd6", 450),
        ];
        for (variant, fen, expected) in cases {
            let found = with_rules!(variant, R => score::<R>(variant, fen));
            assert_eq!(found, expected, "{variant} {fen}");
        }
        for variant in Variant::ALL {
            let weights = Weights::of_material(variant);
            let bytes = weights.to_bytes().unwrap();
            assert_eq!(Weights::from_bytes(&bytes).unwrap(), weights);
        }
    }
}
