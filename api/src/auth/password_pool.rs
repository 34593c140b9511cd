//! Password hashing on a small pool of low-priority threads, separate from the workers.
//!
//! A hash takes about 20 ms of a core and 19 MiB, and a wave of logins computes many. At equal priority each hash would
//! delay a worker's other tasks. These threads yield as soon as a chat delivery is due.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

use tokio::sync::{Semaphore, oneshot};

use crate::error::{Error, Result};

/// Increment of the threads' niceness. Under contention they get a tenth of a worker's share of the core. A login under
/// full load then takes a tenth of a second instead of a second.
#[cfg(target_os = "linux")]
const NICE_INCREMENT: libc::c_int = 10;

/// Scheduler time slice of these threads. A waking thread with a shorter slice preempts a hash at once, not at the end
/// of an equal slice. All other threads have slices of some milliseconds. Needs Linux 6.12 or newer.
#[cfg(target_os = "linux")]
const TIME_SLICE: std::time::Duration = std::time::Duration::from_millis(100);

type Job = Box<dyn FnOnce() + Send>;

/// Thread pool. Dropping it ends the threads.
pub struct PasswordHashPool {
    jobs: mpsc::Sender<Job>,
    /// A permit per thread, so that a cancelled waiter costs nothing.
    permits: Semaphore,
}

impl PasswordHashPool {
    /// Starts `at_once` threads, each running a single hash at a time.
    pub fn start(at_once: usize) -> io::Result<Self> {
        let (jobs, todo) = mpsc::channel::<Job>();
        let todo = Arc::new(Mutex::new(todo));
        for _ in 0..at_once {
            let todo = Arc::clone(&todo);
            thread::Builder::new().name("hashing".to_owned()).spawn(move || {
                yield_to_others();
                loop {
                    let next = todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(job) = next else { return };
                    job();
                }
            })?;
        }
        Ok(Self { jobs, permits: Semaphore::new(at_once) })
    }

    /// Runs `work` on the pool and returns its result.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _turn = self.permits.acquire().await.map_err(Error::internal)?;
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move || {
            if answer.is_closed() {
                return;
            }
            // The thread survives a panic. The dropped sender reports it to the receiver.
            if let Ok(done) = catch_unwind(AssertUnwindSafe(work)) {
                // The receiver may have been dropped.
                let _ = answer.send(done);
            }
        });
        self.jobs.send(job).map_err(Error::internal)?;
        answered.await.map_err(|_| Error::internal("hashing failed"))
    }
}

/// On Linux a thread has its own priority. Elsewhere the priority is the process's and stays unchanged.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "C functions that take numbers")]
fn yield_to_others() {
    // SAFETY: getpriority takes plain numbers; 0 means the calling thread.
    let now = unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) };
    let attributes = libc::sched_attr {
        size: size_of::<libc::sched_attr>() as u32,
        sched_policy: libc::SCHED_BATCH as u32,
        sched_flags: 0,
        sched_nice: (now + NICE_INCREMENT).min(19),
        sched_priority: 0,
        sched_runtime: TIME_SLICE.as_nanos() as u64,
        sched_deadline: 0,
        sched_period: 0,
    };
    // SAFETY: the structure outlives the call and contains its own size; 0 means the calling thread, and no flags.
    let done = unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
    if done != 0 {
        tracing::warn!(cause = %io::Error::last_os_error(), "hashing goes on at the priority of everything else");
    }
}

#[cfg(not(target_os = "linux"))]
fn yield_to_others() {}

#[cfg(test)]
mod tests {
    use std::sync::{
        Barrier,
        atomic::{AtomicUsize, Ordering},
    };

    use futures_util::future::join_all;

    use super::*;

    #[actix_web::test]
    async fn pool_returns_results_and_limits_concurrency() {
        static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);
        let hashing = PasswordHashPool::start(2).unwrap();
        // Both threads are needed to pass it.
        let both = Arc::new(Barrier::new(2));
        let jobs = (0..8).map(|n| {
            let both = Arc::clone(&both);
            hashing.run(move || {
                let at_once = UNDER_WAY.fetch_add(1, Ordering::SeqCst) + 1;
                both.wait();
                UNDER_WAY.fetch_sub(1, Ordering::SeqCst);
                (n, at_once)
            })
        });
        let done: Vec<(i32, usize)> = join_all(jobs).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(done.iter().map(|(n, _)| *n).collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
        assert!(done.iter().all(|(_, at_once)| *at_once <= 2), "{done:?}");
    }

    #[actix_web::test]
    async fn pool_thread_survives_panic_and_returns_error() {
        let hashing = PasswordHashPool::start(1).unwrap();
        assert!(hashing.run(|| panic!("on purpose")).await.is_err_and(|error| matches!(error, Error::Internal(_))));
        assert_eq!(hashing.run(|| 7).await.unwrap(), 7);
    }

    #[cfg(target_os = "linux")]
    #[actix_web::test]
    #[allow(unsafe_code, reason = "C functions that take numbers")]
    async fn pool_threads_run_at_lower_priority() {
        // SAFETY: both calls take plain numbers.
        let priority = || unsafe { (libc::getpriority(libc::PRIO_PROCESS, 0), libc::sched_getscheduler(0)) };
        let hashing = PasswordHashPool::start(1).unwrap();
        let ((niceness, policy), (own, _)) = (hashing.run(priority).await.unwrap(), priority());
        assert!(niceness > own, "{niceness} {own}");
        assert_eq!(policy, libc::SCHED_BATCH);
    }
}
