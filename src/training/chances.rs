//! Fits the chances that scores mean to games. Begin with [`Tally`].

use super::record::{Record, RecordError, Records};
use kamen_core::board::Color;
use kamen_core::rules::{GameResult, Variant};
use kamen_core::score::Score;
use kamen_eval::{ChanceModel, Chances};
use std::path::Path;

/// Centi-men of a step of scores.
const STEP: i32 = 10;
/// Scores beyond are not counted: everything is decided there.
const MOST: i32 = 1500;
const STEPS: usize = 2 * (MOST / STEP) as usize + 1;

/// How games ended from positions with so high a score: wins, draws and losses of the side to move, by step.
#[derive(Clone, Debug)]
pub struct Tally {
    counts: Vec<[u64; 3]>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            counts: vec![[0; 3]; STEPS],
        }
    }
}

/// A row of a table that compares chances with what happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// The least and the greatest score, in centi-men.
    pub scores: (i32, i32),
    /// Positions.
    pub positions: u64,
    /// The mean of the chances.
    pub expected: Chances,
    /// What happened.
    pub found: Chances,
}

impl Tally {
    /// Counts the positions of a game that were searched.
    pub fn add(&mut self, variant: Variant, record: &Record) {
        for (ply, played) in record.plies.iter().enumerate() {
            let Some(score) = played.score.filter(|score| score.0.abs() <= MOST) else {
                continue;
            };
            let first = variant.facts().first;
            let mover = if ply % 2 == 0 { first } else { !first };
            let outcome = match (record.result, mover) {
                (GameResult::Draw, _) => 1,
                (GameResult::White, Color::White) | (GameResult::Black, Color::Black) => 0,
                _ => 2,
            };
            let step = (score.0 + MOST + STEP / 2).div_euclid(STEP) as usize;
            if let Some(counts) = self.counts.get_mut(step) {
                counts[outcome] += 1;
            }
        }
    }

    /// Counts the games of a file.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn read(path: &Path) -> Result<(Variant, Tally), RecordError> {
        let records = Records::open(path)?;
        let variant = records.settings().variant;
        let mut tally = Tally::default();
        for record in records {
            tally.add(variant, &record?);
        }
        Ok((variant, tally))
    }

    /// Positions.
    pub fn positions(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    fn steps(&self) -> impl Iterator<Item = (Score, [u64; 3])> {
        let scores = (-MOST..=MOST).step_by(STEP as usize).map(Score);
        scores.zip(self.counts.iter().copied())
    }

    /// The negative logarithm of the likelihood of the counts.
    fn surprise(&self, model: ChanceModel) -> f64 {
        let of_step = |(score, counts): (Score, [u64; 3])| {
            let Chances { win, draw, loss } = model.chances(score);
            let parts = counts.iter().zip([win, draw, loss]);
            parts
                .map(|(&count, chance)| -(count as f64) * chance.max(1e-9).ln())
                .sum::<f64>()
        };
        self.steps().map(of_step).sum()
    }

    /// The most likely model, margin and scale to whole centi-men; `None` without positions.
    pub fn fit(&self) -> Option<ChanceModel> {
        if self.positions() == 0 {
            return None;
        }
        let mut best = ChanceModel {
            margin: 100.0,
            scale: 100.0,
        };
        let mut least = self.surprise(best);
        let mut step = 64.0;
        while step >= 1.0 {
            let near = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
            let better = near.into_iter().find_map(|(margin, scale)| {
                let model = ChanceModel {
                    margin: best.margin + margin,
                    scale: best.scale + scale,
                };
                let surprise = self.surprise(model);
                (model.margin >= 0.0 && model.scale >= 1.0 && surprise < least)
                    .then_some((model, surprise))
            });
            match better {
                Some(better) => (best, least) = better,
                None => step /= 2.0,
            }
        }
        Some(best)
    }

    /// Compares a model with the counts, by ranges of scores of `width` centi-men that have positions.
    pub fn calibration(&self, model: ChanceModel, width: i32) -> Vec<Calibration> {
        let width = width.max(STEP);
        let mut rows: Vec<Calibration> = Vec::new();
        for (score, counts) in self.steps() {
            let count = counts.iter().sum::<u64>();
            if count == 0 {
                continue;
            }
            let from = score.0.div_euclid(width) * width;
            if rows.last().is_none_or(|row| row.scores.0 != from) {
                let none = Chances {
                    win: 0.0,
                    draw: 0.0,
                    loss: 0.0,
                };
                rows.push(Calibration {
                    scores: (from, from + width),
                    positions: 0,
                    expected: none,
                    found: none,
                });
            }
            if let Some(row) = rows.last_mut() {
                let expected = model.chances(score);
                let found = counts.map(|part| part as f64 / count as f64);
                let found = Chances {
                    win: found[0],
                    draw: found[1],
                    loss: found[2],
                };
                let (before, all) = (row.positions, row.positions + count);
                let mean = |old: Chances, new: Chances| {
                    let part = |old: f64, new: f64| {
                        (old * before as f64 + new * count as f64) / all as f64
                    };
                    Chances {
                        win: part(old.win, new.win),
                        draw: part(old.draw, new.draw),
                        loss: part(old.loss, new.loss),
                    }
                };
                row.expected = mean(row.expected, expected);
                row.found = mean(row.found, found);
                row.positions = all;
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts as a model gives them come back as that model.
    #[test]
    fn a_model_is_found_again() {
        for (margin, scale) in [(80.0, 40.0), (0.0, 200.0), (310.0, 95.0)] {
            let model = ChanceModel { margin, scale };
            let mut tally = Tally::default();
            for (step, score) in (-MOST..=MOST).step_by(STEP as usize).enumerate() {
                let Chances { win, draw, loss } = model.chances(Score(score));
                tally.counts[step] = [win, draw, loss].map(|chance| (1e6 * chance).round() as u64);
            }
            let found = tally.fit().unwrap();
            assert!((found.margin - margin).abs() <= 1.0, "{found:?}");
            assert!((found.scale - scale).abs() <= 1.0, "{found:?}");
            for row in tally.calibration(found, 100) {
                assert!((row.expected.win - row.found.win).abs() < 0.01, "{row:?}");
            }
        }
        assert_eq!(Tally::default().fit(), None);
    }
}
