//! The page that plays and analyses in the browser, as files.

use include_dir::{Dir, include_dir};

/// The files of this folder; a server shows those that a page is made of.
pub static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR");
