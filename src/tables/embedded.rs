//! The tables that the program carries inside. Begin with [`open`].
//!
//! For each variant a file of values and one of distances, as [`file`](super::file) describes them, compressed with zstd.
//! `kamen tables embed` writes them.

use super::content::Content;
use super::file::TableFile;
use kamen_core::rules::Variant;
use kamen_files::given;
use std::path::PathBuf;

/// The most bytes of an uncompressed file.
const MOST: usize = 1 << 22;

/// The name of a file.
fn name(variant: Variant, content: Content) -> String {
    format!("{variant}.{}", content.extension())
}

/// The tables of a variant, if there are any.
pub(super) fn open(variant: Variant, content: Content) -> Option<TableFile> {
    let name = name(variant, content);
    let carried = || match cfg!(target_family = "wasm") {
        true => None,
        false => kamen_data_tables::file(&name),
    };
    let packed = given(&name).or_else(carried)?;
    let path = PathBuf::from(name);
    let bytes = zstd::bulk::decompress(packed, MOST);
    let file = bytes.map_err(|error| error.to_string()).and_then(|bytes| {
        let file = TableFile::in_memory(&path, bytes, variant, content);
        file.map_err(|error| error.to_string())
    });
    // A test opens all of them.
    file.map_err(|error| log::error!("{error}")).ok()
}
