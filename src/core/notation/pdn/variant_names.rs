//! The names of variants in files: `Brazilian draughts`, `American/English`. Begin with [`named`].

use crate::rules::Variant;

/// Words that a name may have around it and that tell no variant from another.
const NOISE: &[&str] = &[
    "draughts",
    "draught",
    "checkers",
    "checker",
    "chequers",
    "shashki",
    "dama",
    "damas",
    "dame",
    "dames",
    "damen",
    "dammen",
    "damspel",
    "jeu",
    "de",
    "the",
    "game",
    "rules",
    "variant",
    "style",
    "standard",
    "classic",
    "classical",
    "traditional",
    "official",
    "board",
    "64",
    "100",
    "144",
    "8x8",
    "10x10",
    "12x12",
    "10x8",
];

/// Names of variants by other words than ours, Hub's and lidraughts'; words of two languages stand for themselves.
const OTHERS: &[(&str, Variant)] = &[
    ("polish", Variant::International),
    ("internationaal", Variant::International),
    ("internationales", Variant::International),
    ("draughts_100", Variant::International),
    ("draughts_10x10", Variant::International),
    ("100", Variant::International),
    ("anglo_american", Variant::English),
    ("american_english", Variant::English),
    ("english_american", Variant::English),
    ("british", Variant::English),
    ("straight", Variant::English),
    ("acf", Variant::English),
    ("wcdf", Variant::English),
    ("american_pool", Variant::Pool),
    ("shashki", Variant::Russian),
    ("russkie", Variant::Russian),
    ("русские", Variant::Russian),
    ("русские_шашки", Variant::Russian),
    ("шашки", Variant::Russian),
    ("russian_poddavki", Variant::RussianGiveaway),
    ("поддавки", Variant::RussianGiveaway),
    ("brazil", Variant::Brazilian),
    ("brasil", Variant::Brazilian),
    ("бразильские", Variant::Brazilian),
    ("бразильские_шашки", Variant::Brazilian),
    ("международные", Variant::International),
    ("международные_шашки", Variant::International),
    ("стоклеточные", Variant::International),
    ("стоклеточные_шашки", Variant::International),
    ("английские_шашки", Variant::English),
    ("чешские_шашки", Variant::Czech),
    ("турецкие_шашки", Variant::Turkish),
    ("канадские_шашки", Variant::Canadian),
    ("brasileira", Variant::Brazilian),
    ("brasileiras", Variant::Brazilian),
    ("brasileiro", Variant::Brazilian),
    ("damas_brasileiras", Variant::Brazilian),
    ("italiana", Variant::Italian),
    ("española", Variant::Spanish),
    ("españolas", Variant::Spanish),
    ("portuguesas", Variant::Portuguese),
    ("portuguesa", Variant::Portuguese),
    ("česká", Variant::Czech),
    ("ceska", Variant::Czech),
    ("česká_dáma", Variant::Czech),
    ("žravá_dáma", Variant::CzechGiveaway),
    ("türk", Variant::Turkish),
    ("türk_daması", Variant::Turkish),
    ("turk_damasi", Variant::Turkish),
    ("makhos", Variant::Thai),
    ("makhot", Variant::Thai),
    ("fries", Variant::Frisian),
    ("frisian_frysk", Variant::Frisian),
    ("antidraughts", Variant::Losing),
    ("international_giveaway", Variant::Losing),
    ("international_losing", Variant::Losing),
    ("losing_international", Variant::Losing),
    ("american_giveaway", Variant::EnglishGiveaway),
    ("english_suicide", Variant::EnglishGiveaway),
    ("spantsiretti", Variant::Spantsireti),
    ("spancirety", Variant::Spantsireti),
];

/// The variant of a name, ignoring case, spaces, punctuation and words such as `draughts` (`Czech giveaway`, `Frysk!`,
/// `Pool checkers`); of several names, between slashes, commas or brackets, all that are known must name the same.
pub(super) fn named(text: &str) -> Option<Variant> {
    whole(text).or_else(|| {
        let parts = text.split(['/', ',', ';', '(', ')', '|']);
        let words = parts.map(words).filter(|words| !is_noise(words));
        let mut found = words.map(|words| by_words(&words));
        let first = found.next()??;
        found.all(|other| other == Some(first)).then_some(first)
    })
}

fn whole(text: &str) -> Option<Variant> {
    by_words(&words(text))
}

/// The words of a name in lower case.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn is_noise(words: &[String]) -> bool {
    words.iter().all(|word| NOISE.contains(&word.as_str()))
}

fn by_words(words: &[String]) -> Option<Variant> {
    let telling = words.iter().filter(|word| !NOISE.contains(&word.as_str()));
    let telling: Vec<&str> = telling.map(String::as_str).collect();
    by_name(&words.join("_")).or_else(|| by_name(&telling.join("_")))
}

/// The variant of a name in lower case, its words joined.
fn by_name(name: &str) -> Option<Variant> {
    let goes_by = |variant: &Variant| variant.facts().pdn.names.contains(&name);
    let other = OTHERS.iter().find(|(other, _)| *other == name);
    Variant::built()
        .find(goes_by)
        .or(other
            .map(|&(_, variant)| variant)
            .filter(|variant| variant.is_built()))
        .or_else(|| name.parse().ok())
        .or_else(|| name.replace('_', "-").parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Variant::*;

    #[test]
    fn names_are_found_in_their_noise() {
        let cases = [
            ("Brazilian draughts", Some(Brazilian)),
            ("brazilian  Checkers", Some(Brazilian)),
            ("American checkers", Some(English)),
            ("American/English", Some(English)),
            ("English (American checkers)", Some(English)),
            ("Anglo-American checkers", Some(English)),
            ("English draughts", Some(English)),
            ("Checkers", Some(English)),
            ("Pool checkers", Some(Pool)),
            ("American Pool Checkers", Some(Pool)),
            ("Russian draughts 64", Some(Russian)),
            ("Russian draughts-64", Some(Russian)),
            ("Russian checkers (8x8)", Some(Russian)),
            ("Shashki", Some(Russian)),
            ("Russian shashki", Some(Russian)),
            ("International draughts", Some(International)),
            ("International draughts (10x10)", Some(International)),
            ("International", Some(International)),
            ("Draughts-100", Some(International)),
            ("Standard", Some(International)),
            ("Polish draughts", Some(International)),
            ("Canadian checkers 12x12", Some(Canadian)),
            ("Frisian draughts", Some(Frisian)),
            ("Frysk!", Some(Frysk)),
            ("Brasil", Some(Brazilian)),
            ("Бразильские шашки", Some(Brazilian)),
            ("Международные шашки", Some(International)),
            ("Dama italiana", Some(Italian)),
            ("Italian Dama", Some(Italian)),
            ("Turkish draughts", Some(Turkish)),
            ("Türk daması", Some(Turkish)),
            ("Czech draughts", Some(Czech)),
            ("Spanish checkers", Some(Spanish)),
            ("Portuguese draughts", Some(Portuguese)),
            ("Thai checkers", Some(Thai)),
            ("Russian giveaway", Some(RussianGiveaway)),
            ("Killer draughts", Some(Killer)),
            ("Breakthrough!", Some(Breakthrough)),
            ("Losing draughts", Some(Losing)),
            ("Antidraughts", Some(Losing)),
            // What is not known tells nothing, rather than something else.
            ("", None),
            ("draughts", None),
            ("From Position", None),
            ("Brazilian giveaway", None),
            ("Russian/Brazilian", None),
            ("Draughts-64", None),
            ("Armenian draughts", None),
            ("Chess", None),
        ];
        for (text, expected) in cases {
            assert_eq!(named(text), expected, "{text}");
        }
        for variant in Variant::ALL {
            assert_eq!(named(variant.name()), Some(variant));
            assert_eq!(named(&format!("{variant} draughts")), Some(variant));
            for name in variant.facts().hub_names {
                assert_eq!(named(name), Some(variant), "{name}");
            }
        }
    }
}
