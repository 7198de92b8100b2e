//! The books that the program carries inside, as `kamen book build` writes them and `kamen book prune` makes them smaller.

use super::Book;
use crate::rules::Variant;
use include_dir::{Dir, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/book/embedded");

/// The book of a variant, if there is one.
pub(super) fn open(variant: Variant) -> Option<Book> {
    let bytes = FILES.get_file(format!("{variant}.book"))?.contents();
    // A test opens all of them.
    let book = Book::of_bytes(bytes.into());
    let book = book.map_err(|error| log::error!("the book of {variant}: {error}"));
    book.ok().filter(|book| book.variant() == variant)
}
