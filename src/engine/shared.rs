//! What the engines of one process share. Begin with [`Shared::bounded`].

use super::Options;
use super::resources;
use super::turns::{Turn, Turns};
use kamen_core::rules::Variant;
use kamen_search::{Control, Limits, TranspositionTable};
use kamen_tables::Tables;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// MiB of unpacked tables that engines which share them keep in memory, for each variant.
const SHARED_CACHE: usize = 16;
/// The same for each engine that wants others than all.
const OWN_CACHE: usize = 1;

/// The processor, the memory and the endgame tables, for all engines of a process.
///
/// Searches wait for their turn, who comes first is served first; at the end of a depth they make room for others. Where nothing is
/// bounded, each engine is alone and has what its options ask for.
#[derive(Debug)]
pub struct Shared {
    /// `None` for an engine that is alone.
    turns: Option<Turns>,
    /// Bytes that transposition tables may have together.
    bytes: u64,
    used: AtomicU64,
    /// One for each variant, once it was asked for; `None` where nothing is shared.
    tables: Option<Mutex<Vec<Arc<Tables>>>>,
}

/// Memory for a transposition table that more engines would need than may have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for tt-size {size} ({} MiB): all engines together may have {} MiB, and {} MiB are free",
        TranspositionTable::bytes(*.size) >> 20, .bytes >> 20, .free >> 20)]
pub struct TooMuch {
    /// The exponent of the size, as asked for.
    pub size: u32,
    /// Bytes for all.
    pub bytes: u64,
    /// Bytes that are left.
    pub free: u64,
}

/// Memory of an engine, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Reserved {
    shared: Arc<Shared>,
    bytes: u64,
}

impl Shared {
    /// For an engine that is alone: nothing is bounded.
    pub fn alone() -> Arc<Shared> {
        Arc::new(Shared {
            turns: None,
            bytes: u64::MAX,
            used: AtomicU64::new(0),
            tables: None,
        })
    }

    /// For many engines, which search on so many threads together, one at least, and have so many bytes of transposition tables.
    pub fn bounded(threads: usize, bytes: u64) -> Arc<Shared> {
        Arc::new(Shared {
            turns: Some(Turns::new(threads.max(1))),
            bytes,
            used: AtomicU64::new(0),
            tables: Some(Mutex::default()),
        })
    }

    /// Bytes of transposition tables in use.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Runs a search on so many threads when it is its turn; what it is given is to be called at the end of each depth.
    pub fn search<T>(
        &self,
        threads: usize,
        control: &Arc<Control>,
        limits: &Limits,
        search: impl FnOnce(&mut dyn FnMut()) -> T,
    ) -> T {
        match &self.turns {
            Some(turns) => {
                let mut turn: Turn = turns.take(threads, control, limits);
                search(&mut || turn.offer())
            }
            None => search(&mut || ()),
        }
    }

    /// Reserves the memory of a transposition table.
    pub(super) fn reserve(self: &Arc<Shared>, size: u32) -> Result<Reserved, TooMuch> {
        let bytes = TranspositionTable::bytes(size);
        let fits = |used: u64| used.checked_add(bytes).filter(|&all| all <= self.bytes);
        let reserved = (self.used).fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits);
        match reserved {
            Ok(_) => Ok(Reserved {
                shared: Arc::clone(self),
                bytes,
            }),
            Err(used) => Err(TooMuch {
                size,
                bytes: self.bytes,
                free: self.bytes.saturating_sub(used),
            }),
        }
    }

    /// The endgame tables of a variant that the options ask for; engines that ask for all of them share them.
    pub fn tables(&self, variant: Variant, options: &Options) -> Option<Arc<Tables>> {
        let options = &Options {
            variant,
            ..options.clone()
        };
        let Some(shared) = &self.tables else {
            return resources::tables(options).map(Arc::new);
        };
        let with_cache = |mebibytes: usize| {
            let options = Options {
                bb_cache: mebibytes.min(options.bb_cache),
                ..options.clone()
            };
            resources::tables(&options).map(Arc::new)
        };
        if options.bb_size != Options::default().bb_size {
            return with_cache(OWN_CACHE);
        }
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = of(&shared, variant) {
            return Some(tables);
        }
        let tables = with_cache(SHARED_CACHE)?;
        shared.push(Arc::clone(&tables));
        Some(tables)
    }
}

fn of(shared: &[Arc<Tables>], variant: Variant) -> Option<Arc<Tables>> {
    let mut shared = shared.iter();
    shared.find(|tables| tables.variant() == variant).cloned()
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.shared.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_reserved_and_given_back() {
        let shared = Shared::bounded(1, 3 << 20);
        let one = shared.reserve(16).unwrap();
        let two = shared.reserve(17).unwrap();
        assert_eq!(shared.used(), 3 << 20);
        let error = shared.reserve(12).unwrap_err();
        assert_eq!((error.free, error.bytes), (0, 3 << 20));
        drop(one);
        assert_eq!(
            shared.reserve(17).unwrap_err().to_string(),
            "no memory for tt-size 17 (2 MiB): all engines together may have 3 MiB, and 1 MiB are free"
        );
        drop(two);
        assert_eq!(shared.used(), 0);
        assert!(Shared::alone().reserve(28).is_ok());
    }

    #[test]
    fn engines_share_their_tables() {
        let shared = Shared::bounded(1, 0);
        let options = Options {
            bb_path: String::new(),
            ..Options::default()
        };
        let [one, two] = [(); 2].map(|()| shared.tables(Variant::Czech, &options).unwrap());
        assert!(Arc::ptr_eq(&one, &two));
        let none = Options {
            bb_size: 0,
            ..options.clone()
        };
        assert!(shared.tables(Variant::Czech, &none).is_none());
        let few = Options {
            bb_size: 2,
            ..options.clone()
        };
        assert_eq!(
            shared.tables(Variant::Czech, &few).unwrap().most_pieces(),
            2
        );
        assert!(!Arc::ptr_eq(
            &Shared::alone().tables(Variant::Czech, &options).unwrap(),
            &one
        ));
    }
}
