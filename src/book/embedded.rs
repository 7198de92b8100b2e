//! The books that the program carries inside, as `kamen book build` writes them and `kamen book prune` makes them smaller.

use super::Book;
use kamen_core::rules::Variant;
use kamen_files::given;

/// The book of a variant, if there is one.
pub(super) fn open(variant: Variant) -> Option<Book> {
    let name = format!("{variant}.book");
    let carried = || match cfg!(target_family = "wasm") {
        true => None,
        false => kamen_data_books::file(&name),
    };
    let bytes = given(&name).or_else(carried)?;
    // A test opens all of them.
    let book = Book::of_bytes(bytes.into());
    let book = book.map_err(|error| log::error!("the book of {variant}: {error}"));
    book.ok().filter(|book| book.variant() == variant)
}
