//! The weights that come with the program.

use kamen_core::rules::Variant;

/// The file of learned weights that comes with the program; `None` if the variant has none and plays with the
/// hand-made evaluation.
pub fn embedded(variant: Variant) -> Option<&'static [u8]> {
    let name = format!("{variant}.weights");
    kamen_data_weights_8x8::file(&name).or_else(|| kamen_data_weights_larger::file(&name))
}
