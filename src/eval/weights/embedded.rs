//! The weights that come with the program.

use kamen_core::rules::Variant;
use kamen_files::given;

/// The file of learned weights that was handed over, or comes with the program; `None` if the variant has none and plays with the
/// hand-made evaluation.
///
/// With the feature `evalfile` the file that `KAMEN_EVALFILE` named when the library was compiled takes the place of that of its
/// variant.
pub fn embedded(variant: Variant) -> Option<&'static [u8]> {
    let name = format!("{variant}.weights");
    let carried = || match cfg!(target_family = "wasm") {
        true => None,
        false => {
            kamen_data_weights_8x8::file(&name).or_else(|| kamen_data_weights_larger::file(&name))
        }
    };
    given(&name).or_else(|| evalfile(variant)).or_else(carried)
}
#[cfg(not(feature = "evalfile"))]
fn evalfile(_: Variant) -> Option<&'static [u8]> {
    None
}

#[cfg(feature = "evalfile")]
fn evalfile(variant: Variant) -> Option<&'static [u8]> {
    use super::{FORMAT, Origin};
    static FILE: &[u8] = include_bytes!(env!(
        "KAMEN_EVALFILE",
        "the feature evalfile needs the path of a file of weights in KAMEN_EVALFILE"
    ));
    match FORMAT.open::<Origin>(FILE) {
        Ok((origin, _)) => (origin.variant == variant).then_some(FILE),
        Err(error) => {
            log::error!("the evaluation that was compiled in: {error}");
            None
        }
    }
}
