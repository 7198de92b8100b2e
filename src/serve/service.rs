//! What the answers come from: engines, tables and books, for all connections.

use crate::Settings;
use kamen_book::Book;
use kamen_core::rules::Variant;
use kamen_engine::{Options, Shared};
use kamen_search::TranspositionTable;
use kamen_tables::Tables;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The size of a table that an engine has if its client asks for none: 2 MiB.
const TT_SIZE: u32 = 17;
/// The part of the memory of all engines that one may have.
const SHARE: u64 = 4;

/// Engines, tables and books.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) shared: Arc<Shared>,
    /// What the options of an engine are before its client sets any.
    pub(crate) options: Options,
    /// The longest search of `/analyse`.
    pub(crate) think: Duration,
    books: [OnceLock<Option<Book>>; Variant::ALL.len()],
}

impl Service {
    pub(crate) fn new(settings: &Settings) -> Service {
        let fits = |size: &u32| TranspositionTable::bytes(*size) <= settings.memory / SHARE;
        let most_tt_size = (12..=28).rev().find(fits).unwrap_or(12);
        let tables = settings.tables.as_ref();
        let mut options = Options::default();
        options.tt_size = TT_SIZE.min(most_tt_size);
        options.most_tt_size = Some(most_tt_size);
        options.most_threads = Some(settings.threads);
        options.opens_files = false;
        options.bb_path = tables.map_or_else(String::new, |path| path.display().to_string());
        Service {
            shared: Shared::bounded(settings.threads, settings.memory),
            options,
            think: settings.think,
            books: [const { OnceLock::new() }; Variant::ALL.len()],
        }
    }

    /// The endgame tables of a variant.
    pub(crate) fn tables(&self, variant: Variant) -> Option<Arc<Tables>> {
        self.shared.tables(variant, &self.options)
    }

    /// The opening book of a variant.
    pub(crate) fn book(&self, variant: Variant) -> Option<&Book> {
        let book = self.books.get(variant as usize)?;
        book.get_or_init(|| Book::embedded(variant)).as_ref()
    }
}
