//! Settings of the memory allocator.

/// Free memory that the allocator keeps for later allocations.
const MAX_FREE: usize = 64 << 20;

/// Blocks of this size or more are mapped individually and returned to the system when freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 1 << 20;

/// Makes the C library's allocator return large blocks to the system.
///
/// By default the allocator keeps such blocks in every arena after the first 19 MiB freed by password hashing. After
/// fifty sign-ups the process held 930 MiB; with these settings it holds 20.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a C function that takes two numbers; called before there is a second thread")]
pub fn tune_malloc() {
    // SAFETY: mallopt only sets parameters of the allocator, and no other thread allocates yet.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 4 * LARGE);
    }
}

/// Returns the free memory of every arena to the system. Each worker builds the route descriptions at startup and would
/// keep the 9 MiB used for them.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a C function that takes a number")]
pub fn trim_malloc() {
    // SAFETY: malloc_trim may be called at any time, from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// No-op: other C libraries return memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn tune_malloc() {}

/// No-op: other C libraries return memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn trim_malloc() {}

/// Returns free memory to the system after a peak. Otherwise blocks freed between used blocks stay resident: a server
/// that had used 1.5 GB briefly still held 1.3 GB minutes later.
#[derive(Debug, Default)]
pub struct Trimmer {
    /// Resident memory not in use that the last trim could not return, such as parts of pages.
    left: usize,
}

impl Trimmer {
    /// Trims if much more is free than the last trim left. Returns the bytes returned to the system.
    ///
    /// Locks the allocator's arenas one after the other, so it is called at most every few seconds.
    pub fn trim(&mut self) -> usize {
        let free = free_resident();
        if free <= self.left + MAX_FREE {
            self.left = self.left.min(free);
            return 0;
        }
        trim_malloc();
        self.left = free_resident();
        free.saturating_sub(self.left)
    }
}

/// Resident memory that the allocator holds unused. 0 if little memory is resident or the figure is unavailable.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a C function that only reads the allocator's counts")]
fn free_resident() -> usize {
    let resident = std::fs::read_to_string("/proc/self/status").ok().and_then(|status| anonymous_bytes(&status));
    let Some(resident) = resident.filter(|bytes| *bytes > MAX_FREE) else { return 0 };
    // SAFETY: mallinfo2 may be called at any time, from any thread.
    let info = unsafe { libc::mallinfo2() };
    resident.saturating_sub(info.uordblks + info.hblkhd)
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn free_resident() -> usize {
    0
}

/// The anonymous resident memory in `/proc/self/status`, in bytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn anonymous_bytes(status: &str) -> Option<usize> {
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    Some(line.split_whitespace().next()?.parse::<usize>().ok()? * 1024)
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn resident() -> usize {
        anonymous_bytes(&std::fs::read_to_string("/proc/self/status").unwrap()).unwrap()
    }

    #[test]
    fn trim_returns_blocks_freed_between_used_blocks() {
        let mut trimmer = Trimmer::default();
        assert_eq!(trimmer.trim(), 0);
        // Another thread uses another arena than the main one.
        let used = std::thread::spawn(|| {
            let blocks: Vec<_> = (0..100_000).map(|_| vec![1_u8; 3_000]).collect();
            blocks.into_iter().step_by(64).collect::<Vec<_>>()
        });
        let used = used.join().unwrap();
        let peak = resident();
        assert!(peak > 250 << 20, "{peak} bytes: the allocator returns them by itself");
        let returned = trimmer.trim();
        assert!(returned > 200 << 20 && resident() < peak / 2, "{returned} of {peak} bytes");
        assert_eq!(trimmer.trim(), 0, "once");
        drop(used);
    }
}
