//! Playing weaker on purpose.
//!
//! A weak player does not blunder at random, but sees less far and misjudges positions. So a handicap limits the
//! search, leaves out part of the quiescence search and blurs the evaluation. A position is misjudged in the
//! same way whenever it comes up in a game.
//!
//! `tests/experiments/skills.md` has the Elo between neighbouring skills.

use kamen_core::board::Key;
use kamen_core::rules::Variant;
use kamen_core::score::Score;

/// What makes a search weaker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap {
    /// What is left out at the leaves.
    pub leaves: Leaves,
    /// The largest misjudgement of a position, in centi-men.
    pub blur: u32,
    /// The seed of the misjudgements.
    pub seed: u64,
}

/// What quiescence search leaves out, by the number in lidraughts' `level handicap`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaves {
    /// 0: nothing; captures and threats of captures are played out.
    #[default]
    Settled,
    /// 1: threats are not noticed.
    Threatened,
    /// 2: a capture at the leaf is played, but no answer to it.
    Captured,
    /// 3: everything; positions are evaluated even in the middle of an exchange.
    Static,
}

/// The skills of [`Handicap::of_skill`].
pub const SKILLS: std::ops::RangeInclusive<u32> = 1..=20;

/// Nodes of strength 0.
const FEWEST_NODES: f64 = 76.0;
/// The factor of the nodes for one unit of strength.
const NODES_FACTOR: f64 = 1.75;
/// The blur of strength 0, in centi-men.
const MOST_BLUR: f64 = 156.0;
/// The factor of the blur for one unit of strength.
const BLUR_FACTOR: f64 = 0.82;

/// The strength of each skill, so that the steps from skill to skill are worth about the same Elo. A unit of
/// strength is worth most near 400 nodes, and little where a search sees next to nothing, which on large
/// boards takes more nodes.
struct Ladder {
    /// The strength of skill 1.
    first: f64,
    /// The smallest step from skill to skill.
    least: f64,
    /// How far above skill 1 the steps are smallest.
    centre: f64,
    /// The cubic term: how fast the steps grow away from there.
    bend: f64,
}

/// For variants with up to three rows of men on each side.
const SMALL: Ladder = Ladder {
    first: 0.0,
    least: 0.24,
    centre: 5.25,
    bend: 0.0046,
};

/// For variants with more.
const LARGE: Ladder = Ladder {
    first: 1.5,
    least: 0.32,
    centre: 3.75,
    bend: 0.0028,
};

impl Ladder {
    fn of(variant: Variant) -> &'static Ladder {
        if variant.facts().rows_of_men <= 3 {
            &SMALL
        } else {
            &LARGE
        }
    }

    /// The strength of a skill, in units of [`NODES_FACTOR`] and [`BLUR_FACTOR`].
    fn strength(&self, skill: f64) -> f64 {
        let steps = (skill - f64::from(*SKILLS.start())).max(0.0);
        let beyond = steps - self.centre;
        let cubic = beyond.powi(3) + self.centre.powi(3);
        self.first + self.least * steps + self.bend * cubic
    }
}

impl Handicap {
    /// The handicap of a skill from 1 to 20, and its limit of nodes; the highest has neither. A skill of 4.5 is between
    /// skills 4 and 5.
    pub fn of_skill(variant: Variant, skill: impl Into<f64>, seed: u64) -> (Handicap, Option<u64>) {
        let skill = skill.into();
        if skill >= f64::from(*SKILLS.end()) {
            return (Handicap::default(), None);
        }
        let strength = Ladder::of(variant).strength(skill);
        let handicap = Handicap {
            leaves: Leaves::Settled,
            blur: (MOST_BLUR * BLUR_FACTOR.powf(strength)) as u32,
            seed,
        };
        (
            handicap,
            Some((FEWEST_NODES * NODES_FACTOR.powf(strength)) as u64),
        )
    }

    /// An evaluation as a player with this handicap misjudges it.
    #[inline(always)]
    pub(super) fn blurred(&self, score: Score, key: impl FnOnce() -> Key) -> Score {
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
    /// By lidraughts' number; above 3 it is 3.
    pub fn of_number(number: u32) -> Leaves {
        match number {
            0 => Leaves::Settled,
            1 => Leaves::Threatened,
            2 => Leaves::Captured,
            _ => Leaves::Static,
        }
    }

    /// How many captures quiescence search plays on a line.
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
                let (between, more) = Handicap::of_skill(variant, f64::from(skill) + 0.5, 0);
                let (high, many) = Handicap::of_skill(variant, skill + 1, 0);
                assert!(few < more && more < many, "{variant} {skill}");
                let blurs = [low.blur, between.blur, high.blur];
                assert!(blurs[0] >= blurs[1] && blurs[1] >= blurs[2], "{blurs:?}");
                assert!(low.blur > high.blur, "{variant} {skill}");
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
