//! What a score means: the chances to win, to draw and to lose. Begin with [`Chances::of`].

use kamen_core::rules::Variant;
use kamen_core::score::Score;

/// The chances of the side to move; they add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// Of a win.
    pub win: f64,
    /// Of a draw.
    pub draw: f64,
    /// Of a loss.
    pub loss: f64,
}

impl Chances {
    /// The chances that a score of a variant means, as `CHANCES.md` beside this file says.
    pub fn of(variant: Variant, score: Score) -> Chances {
        ChanceModel::of(variant).chances(score)
    }

    /// The points that are expected: 1 for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// In thousandths, adding up to 1000: win, draw, loss.
    pub fn permille(&self) -> [u32; 3] {
        let thousandths = |chance: f64| (1000.0 * chance).round() as u32;
        let (win, loss) = (thousandths(self.win), thousandths(self.loss));
        [win, 1000 - (win + loss).min(1000), loss]
    }
}

/// An ordered logistic model: of a score s, the chance to win is 1 / (1 + exp((margin - s) / scale)), that to lose the one
/// to win of -s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChanceModel {
    /// The score, in centi-men, at which a win is as likely as not; not negative.
    pub margin: f64,
    /// Centi-men by which the odds of a win change e-fold.
    pub scale: f64,
}

impl ChanceModel {
    /// The model of a variant, fitted to its self-play.
    pub fn of(variant: Variant) -> ChanceModel {
        let (_, margin, scale) = FITTED
            .iter()
            .find(|(fitted, ..)| *fitted == variant)
            .unwrap_or(&FITTED[0]);
        ChanceModel {
            margin: f64::from(*margin),
            scale: f64::from(*scale),
        }
    }

    /// The chances that a score means.
    pub fn chances(&self, score: Score) -> Chances {
        let (win, loss) = if score > Score::MAX_EVAL {
            (1.0, 0.0)
        } else if score < -Score::MAX_EVAL {
            (0.0, 1.0)
        } else {
            let above = |score: f64| 1.0 / (1.0 + ((self.margin - score) / self.scale).exp());
            let score = f64::from(score.0);
            (above(score), above(-score))
        };
        Chances {
            win,
            draw: (1.0 - win - loss).max(0.0),
            loss,
        }
    }
}

/// Variants with margin and scale, from `kamen chances`.
const FITTED: [(Variant, u16, u16); 22] = [
    (Variant::International, 105, 51),
    (Variant::Losing, 5, 344),
    (Variant::Killer, 66, 66),
    (Variant::Breakthrough, 0, 52),
    (Variant::Frisian, 39, 38),
    (Variant::Frysk, 145, 56),
    (Variant::Canadian, 141, 106),
    (Variant::Brazilian, 152, 56),
    (Variant::Russian, 136, 48),
    (Variant::RussianGiveaway, 24, 270),
    (Variant::Spantsireti, 136, 74),
    (Variant::Czech, 249, 79),
    (Variant::CzechZapletal, 311, 86),
    (Variant::CzechGiveaway, 124, 412),
    (Variant::English, 147, 57),
    (Variant::EnglishGiveaway, 96, 196),
    (Variant::Pool, 170, 60),
    (Variant::Italian, 144, 58),
    (Variant::Spanish, 332, 99),
    (Variant::Portuguese, 299, 86),
    (Variant::Thai, 64, 38),
    (Variant::Turkish, 137, 96),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        for variant in Variant::ALL {
            assert!(FITTED.iter().any(|(fitted, ..)| *fitted == variant));
            assert!(ChanceModel::of(variant).scale > 0.0, "{variant:?}");
            let mut last = -1.0;
            for score in (-10_000..=10_000).step_by(50) {
                let chances = Chances::of(variant, Score(score));
                let Chances { win, draw, loss } = chances;
                assert!((win + draw + loss - 1.0).abs() < 1e-9);
                assert!(win >= 0.0 && draw >= 0.0 && loss >= 0.0, "{chances:?}");
                assert!(chances.points() >= last - 1e-9);
                last = chances.points();
                assert_eq!(chances.permille().iter().sum::<u32>(), 1000);
            }
            let even = Chances::of(variant, Score::DRAW).points();
            assert!((even - 0.5).abs() < 1e-9);
            assert_eq!(
                Chances::of(variant, Score::win_in(9)).permille(),
                [1000, 0, 0]
            );
            assert_eq!(
                Chances::of(variant, -Score::table_win(9)).permille(),
                [0, 0, 1000]
            );
        }
    }

    #[test]
    fn the_model_is_the_one_that_its_document_gives() {
        let document: Vec<_> = include_str!("CHANCES.md")
            .lines()
            .filter_map(|line| {
                let cells: Vec<_> = line.split('|').map(str::trim).collect();
                let [_, variant, _, margin, scale, _] = cells[..] else {
                    return None;
                };
                Some((
                    variant.parse().ok()?,
                    margin.parse().ok()?,
                    scale.parse().ok()?,
                ))
            })
            .collect();
        assert_eq!(document, FITTED);
    }
}
