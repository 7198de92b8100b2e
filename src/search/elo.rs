//! Skills by Elo.
//!
//! How far apart skills are is measured by matches (`tests/experiments/skills.md`). Each variant has a scale of its own, which begins with
//! [`LEAST`] at skill 1, whatever that is worth against people.

use kamen_core::rules::Variant;
use std::ops::RangeInclusive;

/// The Elo of skill 1 in every variant, by definition.
const LEAST: u32 = 1000;

/// The skills whose distances are measured, in some variants not all. Games at higher ones take long, and full strength, skill 20, grows
/// with the time.
const RUNGS: [u32; 6] = [1, 4, 7, 10, 13, 16];

/// The Elo from each of [`RUNGS`] to the next, as far as it is measured.
fn gaps(variant: Variant) -> &'static [u32] {
    match variant {
        Variant::International => &[497, 346, 424, 488, 395],
        Variant::Losing => &[140, 200, 252, 459],
        Variant::Killer => &[345, 424, 531, 585],
        Variant::Breakthrough => &[280, 402, 346, 417],
        Variant::Frisian => &[319, 330, 436, 512],
        Variant::Frysk => &[313, 139, 131, 232],
        Variant::Canadian => &[313, 372, 574],
        Variant::Brazilian => &[263, 168, 263, 402, 382],
        Variant::Russian => &[266, 191, 215, 392, 436],
        Variant::RussianGiveaway => &[374, 35, 70, 241, 436],
        Variant::Spantsireti => &[223, 220, 308, 657],
        Variant::Czech => &[338, 260, 269, 372, 301],
        Variant::CzechZapletal => &[334, 168, 182, 325, 180],
        Variant::CzechGiveaway => &[377, 49, 49, 232, 359],
        Variant::English => &[419, 301, 288, 382, 436],
        Variant::EnglishGiveaway => &[180, 127, 119, 382, 636],
        Variant::Pool => &[308, 173, 182, 436, 382],
        Variant::Italian => &[449, 220, 252, 512, 470],
        Variant::Spanish => &[326, 191, 269, 449, 359],
        Variant::Portuguese => &[350, 220, 196, 241, 407],
        Variant::Thai => &[334, 230, 246, 512, 338],
        Variant::Turkish => &[117, 177, 246, 843],
    }
}

/// The strengths in Elo that [`skill_of_elo`] knows in a variant.
pub fn elos(variant: Variant) -> RangeInclusive<u32> {
    LEAST..=LEAST + gaps(variant).iter().sum::<u32>()
}

/// The skill of a strength in Elo, for [`Limits::with_skill`](crate::Limits::with_skill); as a rule between two whole skills. Beyond
/// [`elos`] it is that of the nearest.
pub fn skill_of_elo(variant: Variant, elo: u32) -> f64 {
    let mut skill = f64::from(RUNGS[0]);
    let mut above = f64::from(elo.saturating_sub(LEAST));
    for (rungs, gap) in RUNGS.windows(2).zip(gaps(variant)) {
        let gap = f64::from(*gap);
        let part = (above / gap).min(1.0);
        skill += part * f64::from(rungs[1] - rungs[0]);
        above = (above - gap).max(0.0);
    }
    skill
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_grows_with_the_skill() {
        for variant in Variant::ALL {
            let range = elos(variant);
            let skills: Vec<f64> = range
                .clone()
                .map(|elo| skill_of_elo(variant, elo))
                .collect();
            assert!(skills.is_sorted_by(|low, high| low < high), "{variant}");
            let (first, last) = (skills[0], skills[skills.len() - 1]);
            let highest = f64::from(RUNGS[gaps(variant).len()]);
            assert!((first - 1.0).abs() < 1e-9 && (last - highest).abs() < 1e-9);
            assert_eq!(skill_of_elo(variant, 0), first, "{variant}");
            assert_eq!(skill_of_elo(variant, range.end() + 1), last, "{variant}");
        }
    }

    #[test]
    fn measured_skills_have_their_elo() {
        let mut elo = LEAST;
        for (rungs, gap) in RUNGS.windows(2).zip(gaps(Variant::Czech)) {
            let (low, high) = (f64::from(rungs[0]), f64::from(rungs[1]));
            let halfway = skill_of_elo(Variant::Czech, elo + gap / 2);
            elo += gap;
            assert!((skill_of_elo(Variant::Czech, elo) - high).abs() < 1e-9);
            assert!(low < halfway && (halfway - (low + high) / 2.0).abs() < 0.03);
        }
    }
}
