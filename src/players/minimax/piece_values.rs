//! Evaluates material for a minimax player.

use super::MinimaxEvaluation;
use super::row_factor::RowFactor;
use super::value::{Value, WIN};
use kamen_core::board::Color;
use kamen_core::geometry::{Bits, Geometry};
use kamen_core::rules::{BoardOf, Facts, Objective, Position, Rules};

/// The value of each piece.
#[derive(Clone, Debug)]
pub(crate) struct PieceValues {
    /// The integer value of 1 in [`MinimaxEvaluation`]: the cube of the number of rows to the
    /// crowning row, which makes all values integers.
    unit: Value,
    king: Value,
    /// The value of a man, by the rows it has advanced.
    man: [Value; 16],
    /// What a man on the left or right edge is worth more.
    edge: [Value; 16],
    /// Whether a man has the same value on all rows.
    is_flat: bool,
    /// -1 in giveaway, otherwise 1.
    sign: Value,
}

impl PieceValues {
    pub(crate) fn new<G: Geometry>(evaluation: &MinimaxEvaluation, facts: &Facts) -> PieceValues {
        match evaluation {
            MinimaxEvaluation::Simulated(rows) | MinimaxEvaluation::Rated { rows, .. } => {
                PieceValues::simulated::<G>(facts, *rows)
            }
            _ => PieceValues::material::<G>(evaluation, facts.objective),
        }
    }

    /// The evaluation of the 2011 thesis: a man as [`RowFactor`] says, and a tenth more on the edge; a king 2; divided by the
    /// men of a side at the start and by 100, so that 1 is a win.
    fn simulated<G: Geometry>(facts: &Facts, rows: RowFactor) -> PieceValues {
        let men = (facts.rows_of_men * G::SQUARES / G::HEIGHT) as Value;
        // Round, so that a tenth of a hundredth is exact.
        let unit = WIN / (100 * men) / 1000 * 1000;
        let man = |gone: usize| (f64::from(unit) * rows.at(gone)).round() as Value;
        PieceValues {
            unit,
            king: 2 * unit,
            man: std::array::from_fn(man),
            edge: std::array::from_fn(|gone| man(gone) / 10),
            is_flat: false,
            sign: sign(facts.objective),
        }
    }

    fn material<G: Geometry>(evaluation: &MinimaxEvaluation, objective: Objective) -> PieceValues {
        let way = G::HEIGHT as Value - 1;
        let unit = way.pow(3);
        let is_flat = *evaluation == MinimaxEvaluation::Basic;
        let man = |gone: usize| {
            if is_flat {
                unit
            } else {
                // (p - 1)^3 + 3 with p = gone / way, times way^3.
                3 * unit + (gone as Value - way).pow(3)
            }
        };
        PieceValues {
            unit,
            king: 5 * unit,
            man: std::array::from_fn(man),
            edge: [0; 16],
            is_flat,
            sign: sign(objective),
        }
    }

    pub(crate) fn unit(&self) -> Value {
        self.unit
    }

    /// The material of the side to move minus that of the opponent.
    #[inline]
    pub(crate) fn evaluate<R: Rules>(&self, position: &Position<R>) -> Value {
        let board = &position.board;
        let white = self.side::<R>(board, Color::White) - self.side::<R>(board, Color::Black);
        match position.turn {
            Color::White => self.sign * white,
            Color::Black => -self.sign * white,
        }
    }

    #[inline]
    fn side<R: Rules>(&self, board: &BoardOf<R>, color: Color) -> Value {
        let men = board.men(color);
        let kings = board.kings(color).count() as Value * self.king;
        if self.is_flat {
            return kings + men.count() as Value * self.unit;
        }
        let last = R::Geometry::HEIGHT - 1;
        let row = |gone: usize| match color {
            Color::White => R::Geometry::ROWS[last - gone],
            Color::Black => R::Geometry::ROWS[gone],
        };
        let by_rows = (0..last).fold(kings, |sum, gone| {
            sum + (men & row(gone)).count() as Value * self.man[gone]
        });
        if self.edge[0] == 0 {
            return by_rows;
        }
        let edges = men & (R::Geometry::FILES[0] | R::Geometry::FILES[R::Geometry::WIDTH - 1]);
        (0..last).fold(by_rows, |sum, gone| {
            sum + (edges & row(gone)).count() as Value * self.edge[gone]
        })
    }
}

/// Who wants the material.
fn sign(objective: Objective) -> Value {
    match objective {
        Objective::Win => 1,
        Objective::Giveaway => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;
    use kamen_core::with_rules;

    #[test]
    fn men_and_kings_have_their_worth() {
        use MinimaxEvaluation::{Basic, Progressive};
        let simulated = || {
            let (start, slope) = (1.0, 1.0);
            MinimaxEvaluation::Simulated(RowFactor { start, slope })
        };
        let usual = || MinimaxEvaluation::Simulated(RowFactor::default());
        let slow = || {
            let (start, slope) = (0.5, 0.25);
            MinimaxEvaluation::Simulated(RowFactor { start, slope })
        };
        use Variant::{Canadian, Czech, CzechGiveaway, International, Thai};
        // In men, for White; a man on its back row is worth 2, one row before crowning almost 3.
        let cases = [
            (Czech, Basic, "W:Wa1,c3,Kd8:Bb6", 6.0),
            (Czech, Progressive, "W:Wa1:BKb6", 2.0 - 5.0),
            (Czech, Progressive, "W:Wc7:BKb6", 3.0 - 1.0 / 343.0 - 5.0),
            (Czech, Progressive, "W:WKb6:Bd8", 5.0 - 2.0),
            (Czech, Progressive, "W:WKb6:Ba3", 5.0 - (3.0 - 8.0 / 343.0)),
            (International, Progressive, "W:W46:B1", 0.0),
            (International, Progressive, "W:W6:B1", 1.0 - 1.0 / 729.0),
            (Canadian, Progressive, "W:W7:B", 3.0 - 1.0 / 1331.0),
            (Thai, Progressive, "W:W28:B29", 1.0 - 1.0 / 343.0),
            (CzechGiveaway, Basic, "W:Wa1,c3,Kd8:Bb6", -6.0),
            // A man is worth one more with each row: c3 has gone two; on the edge a tenth more, and a king 2 anywhere.
            (Czech, simulated(), "W:Wc3:BKb6", 3.0 - 2.0),
            (Czech, simulated(), "W:Wa3,c3:BKb6", 2.1 * 3.0 - 2.0),
            (Czech, simulated(), "W:WKa3:Bh4", 2.0 - 1.1 * 5.0),
            (International, simulated(), "W:W46:B1", 0.1),
            (CzechGiveaway, simulated(), "W:Wc3:BKb6", 2.0 - 3.0),
            (Czech, usual(), "W:Wc3:BKb6", 2.1 - 2.0),
            (Czech, slow(), "W:Wc3:BKb6", 1.0 - 2.0),
            (Czech, slow(), "W:Wa7:BKb6", 1.1 * 2.0 - 2.0),
        ];
        for (variant, evaluation, fen, expected) in cases {
            with_rules!(variant, R => {
                let values = PieceValues::new::<<R as Rules>::Geometry>(&evaluation, variant.facts());
                let mut position = kamen_core::game::typed::<R>(variant, fen);
                let value = values.evaluate(&position);
                let found = f64::from(value) / f64::from(values.unit);
                assert!((found - expected).abs() < 1e-5, "{variant} {fen}: {found}");
                position.turn = !position.turn;
                assert_eq!(values.evaluate(&position), -value, "{variant} {fen}");
            });
        }
    }
}
