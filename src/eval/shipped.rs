//! The weights that come with the program. `kamen train` wrote them; `src/training/TRAINING.md` says how.

use crate::rules::Variant;

/// The file of weights of a variant, if there is one.
pub(super) fn weights(variant: Variant) -> Option<&'static [u8]> {
    match variant {
        Variant::Brazilian => Some(include_bytes!("weights/brazilian.weights")),
        Variant::Breakthrough => Some(include_bytes!("weights/breakthrough.weights")),
        Variant::Czech => Some(include_bytes!("weights/czech.weights")),
        Variant::CzechGiveaway => Some(include_bytes!("weights/czech_giveaway.weights")),
        Variant::CzechZapletal => Some(include_bytes!("weights/czech_zapletal.weights")),
        Variant::English => Some(include_bytes!("weights/english.weights")),
        Variant::EnglishGiveaway => Some(include_bytes!("weights/english_giveaway.weights")),
        Variant::Frisian => Some(include_bytes!("weights/frisian.weights")),
        Variant::Frysk => Some(include_bytes!("weights/frysk.weights")),
        Variant::International => Some(include_bytes!("weights/international.weights")),
        Variant::Italian => Some(include_bytes!("weights/italian.weights")),
        Variant::Killer => Some(include_bytes!("weights/killer.weights")),
        Variant::Losing => Some(include_bytes!("weights/losing.weights")),
        Variant::Pool => Some(include_bytes!("weights/pool.weights")),
        Variant::Portuguese => Some(include_bytes!("weights/portuguese.weights")),
        Variant::Russian => Some(include_bytes!("weights/russian.weights")),
        Variant::RussianGiveaway => Some(include_bytes!("weights/russian_giveaway.weights")),
        Variant::Spanish => Some(include_bytes!("weights/spanish.weights")),
        Variant::Spantsireti => Some(include_bytes!("weights/spantsireti.weights")),
        Variant::Thai => Some(include_bytes!("weights/thai.weights")),
        Variant::Turkish => Some(include_bytes!("weights/turkish.weights")),
        _ => None,
    }
}
