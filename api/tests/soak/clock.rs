//! The time of day of a node, which a test can move. Monotonic clocks stay, as when an operator sets the clock.

use std::{
    fs,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
    process::Command,
    time::{SystemTime, UNIX_EPOCH},
};

/// Seconds of a day.
const DAY: i64 = 86_400;
/// Seconds by which the date of a response may be behind.
const STALE: i64 = 3;

/// Clock of one node.
pub struct Clock {
    /// Seconds by which it is ahead, read by the library in the node.
    file: fs::File,
    environment: Vec<(&'static str, String)>,
}

impl Clock {
    /// Creates a clock that is right. Its library is compiled into `folder` with the C compiler that links Rust programs.
    pub fn new(folder: &Path, number: usize) -> Self {
        let library = compiled(folder);
        let path = folder.join(format!("clock-{number}"));
        fs::write(&path, 0_i64.to_ne_bytes()).unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        let environment =
            vec![("LD_PRELOAD", library.display().to_string()), ("SOAK_CLOCK", path.display().to_string())];
        Self { file, environment }
    }

    /// Variables with which a process takes its time from this clock.
    pub fn environment(&self) -> &[(&'static str, String)] {
        &self.environment
    }

    /// Sets the clock this many seconds ahead of the real time.
    pub fn set(&self, seconds: i64) {
        self.file.write_all_at(&seconds.to_ne_bytes(), 0).unwrap();
    }
}

/// Returns true if the date of a response is this many seconds ahead of the real time.
pub fn is_told_in(response: &str, seconds: i64) -> bool {
    let head = response.split("\r\n\r\n").next().unwrap_or_default().to_ascii_lowercase();
    let Some(date) = head.lines().find_map(|line| line.strip_prefix("date: ")) else { return false };
    // Such as "mon, 23 nov 2026 11:08:37 gmt".
    let Some(time) = date.split(' ').find(|word| word.contains(':')) else { return false };
    let told = time.split(':').try_fold(0, |sum, part| Some(60 * sum + part.parse::<i64>().ok()?));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64;
    told.is_some_and(|told| (now + seconds - told).rem_euclid(DAY) <= STALE)
}

fn compiled(folder: &Path) -> PathBuf {
    let library = folder.join("clock.so");
    if !library.exists() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/soak/clock.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O2", "-o"]).arg(&library).arg(source).arg("-ldl");
        assert!(compiler.status().is_ok_and(|done| done.success()), "cc compiles the clock");
    }
    library
}
