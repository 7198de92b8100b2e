//! Playing weaker on purpose.
//!
//! A weak player does not blunder at random: he looks less far and misjudges what he sees. So a
//! handicap shortens the search, stops looking at what happens beyond its end, and blurs the
//! evaluation; a position is misjudged in the same way each time it comes up in a game.
//!
//! Elo by which a skill beats the one below it, ± 33 to 58 (120 games each, 4 random plies, depth at most 40):
//!
//! | Skill | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | czech | 158 | 176 | 114 | 95 | 83 | 70 | 98 | 127 | 98 | 108 | 124 | 104 | 140 | 89 | 86 | 89 |
//! | international | 127 | 124 | 130 | 111 | 140 | 127 | 130 | 83 | 140 | 134 | 165 | 185 | 134 | 191 | | |
//!
//! `kamen match czech --engine kamen name=low param.skill=4 --engine kamen name=high param.skill=5
//! --each depth=40 --each param.tt-size=16 --games 120 --random-plies 4` is one of them.

use crate::board::Key;
use crate::rules::Variant;
use crate::score::Score;

/// How a search is held back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap {
    /// What is left out at the leaves.
    pub leaves: Leaves,
    /// The greatest misjudgement of a position, in centi-men.
    pub blur: u32,
    /// What the misjudgements depend on, beside the position.
    pub seed: u64,
}

/// What is left out at the leaves; the numbers are lidraughts' `level handicap`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaves {
    /// 0: nothing, captures and threats of captures are played out.
    #[default]
    Settled,
    /// 1: threats are not noticed.
    Threatened,
    /// 2: a capture at the leaf is made, but no answer to it.
    Captured,
    /// 3: the position is judged as it stands, also in the middle of an exchange.
    Static,
}

/// The steps of [`Handicap::of_skill`].
pub const SKILLS: std::ops::RangeInclusive<u32> = 1..=20;

/// Nodes of strength 0, about.
const FEWEST_NODES: f64 = 76.0;
/// By how much nodes grow in one unit of strength.
const GROWTH: f64 = 1.75;
/// The blur of strength 0, in centi-men.
const MOST_BLUR: f64 = 156.0;
/// By how much it shrinks in one unit of strength.
const SHRINKAGE: f64 = 0.82;

/// How skills follow each other, so that each step is worth about the same in games. What a step of search
/// and blur is worth depends on where it is made: most near 400 nodes, little where a search sees
/// next to nothing, which on large boards takes more nodes.
struct Ladder {
    /// The strength of skill 1, in units of [`GROWTH`] and [`SHRINKAGE`].
    first: f64,
    /// The least step from skill to skill.
    least: f64,
    /// Steps above skill 1 at which it is the least.
    steepest: f64,
    /// By how much steps grow away from there.
    bend: f64,
}

/// With up to three rows of men on each side.
const SMALL: Ladder = Ladder {
    first: 0.0,
    least: 0.35,
    steepest: 6.0,
    bend: 0.0043,
};

/// With more.
const LARGE: Ladder = Ladder {
    first: 1.5,
    least: 0.27,
    steepest: 5.0,
    bend: 0.0038,
};

impl Ladder {
    fn of(variant: Variant) -> &'static Ladder {
        if variant.facts().rows_of_men <= 3 {
            &SMALL
        } else {
            &LARGE
        }
    }

    /// The strength of a skill, in units of [`GROWTH`] and [`SHRINKAGE`].
    fn strength(&self, skill: u32) -> f64 {
        let steps = f64::from(skill.max(*SKILLS.start()) - SKILLS.start());
        let beyond = steps - self.steepest;
        let bends = beyond.powi(3) + self.steepest.powi(3);
        self.first + self.least * steps + self.bend * bends
    }
}

impl Handicap {
    /// The handicap of a skill from 1 to 20 with the nodes that go with it; the highest has neither.
    pub fn of_skill(variant: Variant, skill: u32, seed: u64) -> (Handicap, Option<u64>) {
        if skill >= *SKILLS.end() {
            return (Handicap::default(), None);
        }
        let strength = Ladder::of(variant).strength(skill);
        let handicap = Handicap {
            leaves: Leaves::Settled,
            blur: (MOST_BLUR * SHRINKAGE.powf(strength)) as u32,
            seed,
        };
        (
            handicap,
            Some((FEWEST_NODES * GROWTH.powf(strength)) as u64),
        )
    }

    /// The evaluation of a position as a player with this handicap sees it.
    #[inline(always)]
    pub(super) fn see(&self, score: Score, key: impl FnOnce() -> Key) -> Score {
        if self.blur == 0 {
            return score;
        }
        score + self.misjudgement(key())
    }

    /// A number from -blur to blur, those near 0 more likely.
    #[cold]
    fn misjudgement(&self, key: Key) -> i32 {
        let mixed = (key.0 ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd134_2543_de82_ef95);
        let mixed = mixed ^ mixed >> 32;
        let range = u64::from(self.blur) + 1;
        let part = |half: u64| (((half & 0xffff_ffff) * range) >> 32) as i32;
        part(mixed) - part((mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 32)
    }
}

impl Leaves {
    /// By number; beyond 3 it is 3.
    pub fn of_number(number: u32) -> Leaves {
        match number {
            0 => Leaves::Settled,
            1 => Leaves::Threatened,
            2 => Leaves::Captured,
            _ => Leaves::Static,
        }
    }

    /// How many captures in a row are played out at the end of a line.
    pub(super) fn captures(self) -> u32 {
        match self {
            Leaves::Settled | Leaves::Threatened => u32::MAX,
            Leaves::Captured => 1,
            Leaves::Static => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_skill_sees_more_and_more_clearly() {
        for variant in Variant::ALL {
            for skill in 1..19 {
                let (low, few) = Handicap::of_skill(variant, skill, 0);
                let (high, many) = Handicap::of_skill(variant, skill + 1, 0);
                assert!(few < many && low.blur > high.blur, "{variant} {skill}");
            }
            let highest = Handicap::of_skill(variant, 20, 7);
            assert_eq!(highest, (Handicap::default(), None));
        }
    }

    #[test]
    fn misjudgements_stay_within_the_blur_and_depend_on_position_and_seed() {
        let blurred = |seed| Handicap {
            blur: 50,
            seed,
            ..Handicap::default()
        };
        let seen: Vec<i32> = (0..2000)
            .map(|i: u64| blurred(1).misjudgement(Key(i.wrapping_mul(0x1234_5678_9abc_def1))))
            .collect();
        assert!(seen.iter().all(|x| x.abs() <= 50));
        let mean = seen.iter().sum::<i32>() / 2000;
        assert!(mean.abs() < 3, "{mean}");
        assert!(seen.iter().any(|x| *x > 30) && seen.iter().any(|x| *x < -30));
        let other: Vec<i32> = (0..2000)
            .map(|i: u64| blurred(2).misjudgement(Key(i.wrapping_mul(0x1234_5678_9abc_def1))))
            .collect();
        assert_ne!(seen, other);
    }
}
