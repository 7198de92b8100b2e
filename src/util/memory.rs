//! Facts about this machine.

use sysinfo::System;

/// Memory in bytes: that of the machine, or the limit of this process's group; `None` if unknown.
pub(crate) fn memory() -> Option<u64> {
    let mut system = System::new();
    system.refresh_memory();
    let allowed = system.cgroup_limits().map(|limits| limits.total_memory);
    let present = Some(system.total_memory()).filter(|bytes| *bytes > 0);
    present.into_iter().chain(allowed).min()
}
