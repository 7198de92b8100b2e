//! The memory of a table: zeroed, straight from the system, in large pages where it has them.
//!
//! Gigabytes are ready at once, because the system zeroes a page when it is first touched. With
//! large pages the processor finds an entry with fewer looks into its own tables.

use super::Bucket;
use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use std::fmt;
use zerocopy::FromBytes;

type Buckets<'a> = &'a [Bucket];

self_cell! {
    struct Mapped {
        owner: MutBorrow<MmapMut>,

        #[covariant]
        dependent: Buckets,
    }
}

pub(super) struct Memory(Mapped);

impl Memory {
    /// `None` if there is not so much.
    pub(super) fn new(buckets: usize) -> Option<Memory> {
        let map = MmapMut::map_anon(buckets.checked_mul(size_of::<Bucket>())?).ok()?;
        #[cfg(target_os = "linux")]
        if let Err(error) = map.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages for the transposition table: {error}");
        }
        let mapped = Mapped::try_new(MutBorrow::new(map), |map| {
            let buckets = <[Bucket]>::mut_from_bytes(map.borrow_mut()).map_err(|_| ())?;
            Ok::<_, ()>(&*buckets)
        });
        mapped.ok().map(Memory)
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
