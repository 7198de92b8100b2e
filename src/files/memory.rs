//! Facts about this machine.

/// Memory in bytes: that of the machine, or the limit of this process's group; `None` if unknown.
pub fn memory() -> Option<u64> {
    present().into_iter().chain(allowed()).min()
}

/// The memory of the machine.
#[cfg(target_os = "linux")]
fn present() -> Option<u64> {
    let facts = rustix::system::sysinfo();
    Some(facts.totalram as u64 * u64::from(facts.mem_unit)).filter(|bytes| *bytes > 0)
}

#[cfg(not(target_os = "linux"))]
fn present() -> Option<u64> {
    None
}

/// The limit of a container, by either version of control groups; other systems have no such files.
fn allowed() -> Option<u64> {
    [
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ]
    .iter()
    .find_map(|file| std::fs::read_to_string(file).ok()?.trim().parse().ok())
}

/// Whether the system would give so many bytes more: they are asked for and given back.
pub fn can_have(bytes: u64) -> bool {
    let wanted = usize::try_from(bytes).ok();
    wanted.is_some_and(|wanted| Vec::<u8>::new().try_reserve_exact(wanted).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_had_is_known() {
        assert!(can_have(1 << 20));
        assert!(!can_have(1 << 62) && !can_have(u64::MAX));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn it_is_what_the_kernel_says() {
        let table = std::fs::read_to_string("/proc/meminfo").unwrap();
        let line = table.lines().find(|line| line.starts_with("MemTotal:"));
        let kibibytes: u64 = line
            .unwrap()
            .split_whitespace()
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        assert_eq!(present().unwrap() >> 10, kibibytes);
        assert!(memory().unwrap() <= present().unwrap());
    }
}
