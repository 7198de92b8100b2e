//! Perft suites: node counts and move lists of draughts variants, kept as text files with
//! their sources in `suites/`. What reads them and holds the engine against them is
//! [`kamen_perft::suite`]; nothing here counts.

use include_dir::{Dir, File, include_dir};

/// The folder `suites/`, as part of the program, so that it runs from anywhere.
static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/suites");

/// The suites of `suites/`, by name: file names and texts.
pub fn suites() -> Vec<(&'static str, &'static str)> {
    let mut suites: Vec<_> = FOLDER.files().filter_map(suite).collect();
    suites.sort_unstable();
    suites
}

/// Name and text of a file.
fn suite(file: &'static File<'static>) -> Option<(&'static str, &'static str)> {
    let name = file.path().file_name()?.to_str()?;
    Some((name, file.contents_utf8()?))
}
