//! The memory of a table: zeroed, straight from the system, in large pages where there are any.
//!
//! The system hands out a page when it is first written to, and on a virtual machine a large one can take
//! milliseconds. So every page is written to ([`Memory::touch`]) before a search needs it. With large pages the
//! processor translates the address of an entry with fewer look-ups.

use super::Bucket;
use kamen_files::processors;
use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use std::fmt;
use std::io::ErrorKind;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use zerocopy::{FromBytes, FromZeros};

type Buckets<'a> = &'a [Bucket];

enum Owner {
    Mapped(MmapMut),
    /// Of a system that maps nothing, or nothing but files.
    Flat(Box<[Bucket]>),
}

self_cell! {
    struct Mapped {
        owner: MutBorrow<Owner>,

        #[covariant]
        dependent: Buckets,
    }
}

pub(super) struct Memory(Mapped);

impl Memory {
    /// Zeroed memory; `None` if there is not enough.
    pub(super) fn new(buckets: usize) -> Option<Memory> {
        let bytes = buckets.checked_mul(size_of::<Bucket>())?;
        // Windows maps its page file, and Wine a file on the disk, which makes large tables slow.
        let mapped = match cfg!(windows) {
            true => Err(ErrorKind::Unsupported.into()),
            false => MmapMut::map_anon(bytes),
        };
        let owner = match mapped {
            Ok(map) => {
                #[cfg(target_os = "linux")]
                if let Err(error) = map.advise(memmap2::Advice::HugePage) {
                    log::debug!("no large pages for the transposition table: {error}");
                }
                Owner::Mapped(map)
            }
            Err(error) if error.kind() == ErrorKind::Unsupported => {
                Owner::Flat(<[Bucket]>::new_box_zeroed_with_elems(buckets).ok()?)
            }
            Err(_) => return None,
        };
        let mapped = Mapped::try_new(MutBorrow::new(owner), |owner| match owner.borrow_mut() {
            Owner::Mapped(map) => match <[Bucket]>::mut_from_bytes(map) {
                Ok(buckets) => Ok(&*buckets),
                Err(_) => Err(()),
            },
            Owner::Flat(buckets) => Ok(&**buckets),
        });
        Some(Memory(mapped.ok()?))
    }

    /// Writes zeros to every page of some buckets, which nobody uses yet, so that they are resident; fewer once
    /// `is_unwanted`.
    pub(super) fn touch(&self, buckets: Range<usize>, threads: usize, is_unwanted: &AtomicBool) {
        /// The smallest page of the systems that there are.
        const PAGE: usize = 4096;
        /// A large page.
        const CHUNK: usize = 2 << 20;
        in_parts(&self.buckets()[buckets], threads, |part| {
            for chunk in part.chunks(CHUNK / size_of::<Bucket>()) {
                if is_unwanted.load(Ordering::Relaxed) {
                    return;
                }
                for bucket in chunk.iter().step_by(PAGE / size_of::<Bucket>()) {
                    bucket.0[0][0].store(0, Ordering::Relaxed);
                }
            }
        });
    }

    /// Sets every entry to zero.
    pub(super) fn zero(&self) {
        in_parts(self.buckets(), processors(), |part| {
            for word in part.iter().flat_map(|bucket| bucket.0.as_flattened()) {
                word.store(0, Ordering::Relaxed);
            }
        });
    }

    #[inline(always)]
    pub(super) fn buckets(&self) -> &[Bucket] {
        self.0.borrow_dependent()
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} buckets", self.buckets().len())
    }
}

/// Does the same to all buckets, on some threads.
fn in_parts(buckets: &[Bucket], threads: usize, work: impl Fn(&[Bucket]) + Sync) {
    // Smaller parts take less time than the start of a thread.
    const LEAST: usize = 1 << 14;
    let part = buckets.len().div_ceil(threads).max(LEAST);
    thread::scope(|scope| {
        let (first, others) = buckets.split_at(part.min(buckets.len()));
        for part in others.chunks(part) {
            let thread = thread::Builder::new();
            if thread.spawn_scoped(scope, || work(part)).is_err() {
                work(part);
            }
        }
        work(first);
    });
}
