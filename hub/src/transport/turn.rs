//! Time slice of one connection's input before other tasks of the thread run.

/// Bytes read in one turn; a read in progress may exceed it.
const MAX_BYTES: usize = 32 * 1024;
/// Frames handled in one turn. A command takes about 10 µs, so a turn takes less than a millisecond.
const MAX_FRAMES: u32 = 64;

/// Input handled since the thread last ran other tasks.
///
/// A socket that always has bytes is always ready, and readiness is not part of tokio's cooperative budget. Without
/// this budget its task never returns to the scheduler.
#[derive(Debug, Default)]
pub struct Turn {
    bytes: usize,
    frames: u32,
}

impl Turn {
    pub fn add_bytes(&mut self, count: usize) {
        self.bytes += count;
    }

    pub fn add_frame(&mut self) {
        self.frames += 1;
    }

    pub fn is_over(&self) -> bool {
        self.bytes >= MAX_BYTES || self.frames >= MAX_FRAMES
    }

    /// Lets other tasks of the thread run if the turn is over, and begins the next one.
    pub async fn yield_if_over(&mut self) {
        if self.is_over() {
            *self = Self::default();
            tokio::task::yield_now().await;
        }
    }
}
