//! What this machine has.

use sysinfo::System;

/// Bytes of memory in all, or that the group of this process may use; `None` if it is not known.
pub(super) fn memory() -> Option<u64> {
    let mut system = System::new();
    system.refresh_memory();
    let allowed = system.cgroup_limits().map(|limits| limits.total_memory);
    let present = Some(system.total_memory()).filter(|bytes| *bytes > 0);
    present.into_iter().chain(allowed).min()
}
