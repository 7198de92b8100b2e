//! Endgame tables in a folder. Begin with [`add`].

use kamen_core::Variant;
use kamen_tables::{MOST_PIECES, Tables};
use std::path::Path;

/// Adds the tables of a folder, in which `kamen tables make` keeps those of each variant in a folder of its own.
///
/// # Errors
/// There are none, or one of them cannot be used; the others are added.
pub(crate) fn add(tables: &mut Tables, root: &str, pieces: usize) -> Result<(), String> {
    let folder = Path::new(root).join(tables.variant().name());
    let before = tables.files()[0].len();
    let faults = tables.add_folder(&folder, pieces);
    match (faults.first(), tables.files()[0].len() - before) {
        (Some(fault), _) => Err(fault.to_string()),
        (None, 0) => Err(format!("no tables in {}", folder.display())),
        (None, _) => Ok(()),
    }
}

/// What there is in a folder, in words.
pub(crate) fn contents(variant: Variant, root: &str) -> String {
    let mut tables = Tables::new(variant);
    match add(&mut tables, root, MOST_PIECES) {
        Ok(()) => format!("tables of {variant} draughts: {}", tables.coverage()),
        Err(fault) => fault,
    }
}
