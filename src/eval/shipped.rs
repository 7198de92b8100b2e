//! The weights that come with the program. `kamen train` wrote them; `src/training/EXPERIMENTS.md` records how.

use crate::rules::Variant;

/// The file of weights of a variant.
pub(super) fn weights(variant: Variant) -> &'static [u8] {
    match variant {
        Variant::Brazilian => include_bytes!("weights/brazilian.weights"),
        Variant::Breakthrough => include_bytes!("weights/breakthrough.weights"),
        Variant::Canadian => include_bytes!("weights/canadian.weights"),
        Variant::Czech => include_bytes!("weights/czech.weights"),
        Variant::CzechGiveaway => include_bytes!("weights/czech_giveaway.weights"),
        Variant::CzechZapletal => include_bytes!("weights/czech_zapletal.weights"),
        Variant::English => include_bytes!("weights/english.weights"),
        Variant::EnglishGiveaway => include_bytes!("weights/english_giveaway.weights"),
        Variant::Frisian => include_bytes!("weights/frisian.weights"),
        Variant::Frysk => include_bytes!("weights/frysk.weights"),
        Variant::International => include_bytes!("weights/international.weights"),
        Variant::Italian => include_bytes!("weights/italian.weights"),
        Variant::Killer => include_bytes!("weights/killer.weights"),
        Variant::Losing => include_bytes!("weights/losing.weights"),
        Variant::Pool => include_bytes!("weights/pool.weights"),
        Variant::Portuguese => include_bytes!("weights/portuguese.weights"),
        Variant::Russian => include_bytes!("weights/russian.weights"),
        Variant::RussianGiveaway => include_bytes!("weights/russian_giveaway.weights"),
        Variant::Spanish => include_bytes!("weights/spanish.weights"),
        Variant::Spantsireti => include_bytes!("weights/spantsireti.weights"),
        Variant::Thai => include_bytes!("weights/thai.weights"),
        Variant::Turkish => include_bytes!("weights/turkish.weights"),
    }
}
