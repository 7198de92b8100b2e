//! The weights that come with the program. `kamen train` wrote them; `src/training/TRAINING.md` says how.

use crate::rules::Variant;

/// The file of weights of a variant, if there is one.
pub(super) fn weights(variant: Variant) -> Option<&'static [u8]> {
    match variant {
        Variant::Czech => Some(include_bytes!("weights/czech.weights")),
        Variant::English => Some(include_bytes!("weights/english.weights")),
        Variant::International => Some(include_bytes!("weights/international.weights")),
        _ => None,
    }
}
