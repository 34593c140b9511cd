//! How the process holds memory.

/// Blocks from this size on are mapped one by one and given back when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 1 << 20;

/// Has the C library's allocator give large blocks back to the system.
///
/// Left alone it learns from the first 19 MiB that hashing a password frees to keep such blocks, once for each arena: after
/// fifty sign-ups the process held 930 MiB, with this 20.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a C function that takes two numbers; called before there is a second thread")]
pub fn give_back_large_blocks() {
    // SAFETY: mallopt only sets parameters of the allocator, and no other thread allocates yet.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 4 * LARGE);
    }
}

/// Has the allocator give back what is free of every arena. Each worker describes all routes while it starts, and would keep
/// the 9 MiB that this takes for the moment.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a C function that takes a number")]
pub fn give_back_free() {
    // SAFETY: malloc_trim may be called at any time, from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Other C libraries do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_large_blocks() {}

/// Other C libraries do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_free() {}
