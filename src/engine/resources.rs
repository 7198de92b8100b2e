//! The endgame tables and the book that the options ask for.

use super::Options;
use super::options::BB_PATH;
use kamen_book::{Book, BookError};
use kamen_files::note;
use kamen_tables::{Folder, Tables};
use std::path::Path;

/// The endgame tables that the options ask for, if there are any: those that the program carries inside, and those of the
/// folder, of which it is told what was found. Files that cannot be used are left out, and named.
pub(super) fn tables(options: &Options) -> Option<Tables> {
    let mut tables = Tables::new(options.variant);
    tables.add_embedded(options.bb_size);
    if !options.bb_path.is_empty() && options.bb_size > 0 {
        add_folder(&mut tables, options);
    }
    let is_known = tables.most_pieces() > 0;
    is_known.then(|| tables.with_cache(options.bb_cache << 20))
}

/// Adds the tables of the folder, and tells what was found there. That a folder which nobody asked for is not there goes
/// without saying.
fn add_folder(tables: &mut Tables, options: &Options) {
    let folder = Folder::new(Path::new(&options.bb_path), options.variant);
    let path = folder.path().display();
    let embedded = tables.files()[0].len();
    let problems = tables.add_folder(folder.path(), options.bb_size);
    let found = tables.files()[0].len() - embedded;
    for problem in &problems {
        note(format_args!(
            "kamen: {problem}; the engine plays without it"
        ));
    }
    if found > 0 {
        let known = tables.coverage();
        note(format_args!(
            "kamen: endgame tables of {found} materials in {path}; known now: {known}"
        ));
    } else if problems.is_empty() && options.bb_path != BB_PATH {
        note(format_args!(
            "kamen: no endgame tables in {path}; the engine plays without them"
        ));
    }
}

/// The opening book that the options ask for, if there is one. Players other than the engine have none.
pub(super) fn book(options: &Options) -> Result<Option<Book>, BookError> {
    let path = Path::new(&options.book_file);
    match (&options.player, options.book_file.as_str()) {
        (Some(_), _) => Ok(None),
        (None, "") => Ok(Book::embedded(options.variant)),
        (None, _) => Book::read_of(path, options.variant).map(Some),
    }
}
