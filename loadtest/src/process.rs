//! CPU time, memory and open files of a process, read from /proc. Not available on other systems.

use std::fs;
use std::io;

/// Unit of times in /proc/<pid>/stat: USER_HZ, which Linux fixes at 100 for user space (proc(5), sysconf(3)).
const TICKS_PER_SECOND: f64 = 100.0;

/// Id of this process.
pub fn own_pid() -> u32 {
    std::process::id()
}

/// CPU time of a process in seconds: user and system, all threads.
pub fn cpu_seconds(pid: u32) -> io::Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    parse_stat(&stat).ok_or_else(|| io::Error::other(format!("/proc/{pid}/stat has an unknown format")))
}

/// Resident memory of a process, in bytes.
pub fn memory_bytes(pid: u32) -> io::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    parse_status(&status).ok_or_else(|| io::Error::other(format!("/proc/{pid}/status has no VmRSS")))
}

/// Maximum number of open files, and so of sockets, of this process.
pub fn open_files_limit() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn parse_stat(stat: &str) -> Option<f64> {
    // The name in parentheses may itself contain spaces and parentheses.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some((user + system) as f64 / TICKS_PER_SECOND)
}

fn parse_status(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_name_with_parentheses_keeps_the_fields() {
        let stat = "42 (a (b) c) S 1 42 42 0 -1 4194560 1190 0 0 0 250 50 7 7 20 0 3 0 700 0 0";
        assert_eq!(parse_stat(stat), Some(3.0));
        assert_eq!(parse_stat("nonsense"), None);
    }

    #[test]
    fn resident_memory_is_in_bytes() {
        assert_eq!(parse_status("Name:\tplaza\nVmHWM:\t 9 kB\nVmRSS:\t  2048 kB\n"), Some(2 << 20));
        assert_eq!(parse_status("Name:\tkthread\n"), None);
    }

    #[test]
    fn own_process_is_readable() {
        assert!(cpu_seconds(own_pid()).unwrap() >= 0.0);
        assert!(memory_bytes(own_pid()).unwrap() > 100_000);
        assert!(open_files_limit().unwrap() > 0);
    }
}
