//! Group commit: collects concurrent writes, commits them together and replies to each.
//!
//! A commit costs an fsync and a few statements, whatever its size. New writes gather during a commit and during a pause
//! after it, so the batch grows with the load and a lone write does not wait: see [`Pace`]. If the database supports
//! several writers (see [`Db::writers`]), that many batches run in parallel. Two of them never hold writes of the same
//! key. One batch is computed while another is flushed.
//!
//! The queue has a thread of its own, on which SQLite's statements run (see [`Db::begin_batch`]). A write that arrives
//! in a commit or in a pause wakes nobody.
//!
//! A type that is written often gets this by implementing [`Write`]: [`Write::key`] orders its writes, [`Write::commit`]
//! makes one transaction of a batch and recognizes a repeated write by an id that it stores.

mod pace;

use std::{collections::HashSet, future::Future, hash::Hash, sync::Arc, thread, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tokio::{
    sync::{Notify, mpsc},
    time::Instant,
};

use self::pace::{ENOUGH, Pace};

use crate::{
    db::Db,
    error::{Error, Result},
};

/// A write that can share a transaction with others of its type.
pub trait Write: Clone + Send + Sync + 'static {
    /// Result of one write.
    type Outcome: Send + Unpin + 'static;
    /// Ordering key of writes.
    type Key: Copy + Eq + Hash + Send;

    /// Returns the ordering key. Writes with the same key are committed and answered in the order of submission.
    fn key(&self) -> Self::Key;

    /// Commits `batch` in one transaction and returns one outcome per write, in order. Effects apply in the order of
    /// the batch.
    fn commit(db: &Db, batch: &[Self]) -> impl Future<Output = Result<Vec<Self::Outcome>>> + Send;
}

/// Replies to the writes submitted with this sender, in order for each key. `u64` is the caller's tag.
pub type Answers<W> = mpsc::UnboundedSender<(u64, Result<<W as Write>::Outcome>)>;

/// The queue is full. The write was not accepted; retry later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Busy;

/// Queue of one type of write. Cheap to clone. Its task ends when the last clone is dropped and the queue is empty.
pub struct GroupCommit<W: Write> {
    queue: mpsc::Sender<Job<W>>,
    /// Notified when enough writes wait to end a pause.
    enough: Arc<Notify>,
}

impl<W: Write> Clone for GroupCommit<W> {
    fn clone(&self) -> Self {
        Self { queue: self.queue.clone(), enough: self.enough.clone() }
    }
}

struct Job<W: Write> {
    write: W,
    tag: u64,
    answers: Answers<W>,
}

/// Maximum number of writes per transaction. Keeps a commit's latency and SQLite's JSON argument small.
const MAX_BATCH: usize = 1_024;
/// Minimum number of waiting writes to start a parallel batch. Two small batches cost more than a larger one.
const MIN_PARALLEL_BATCH: usize = MAX_BATCH / 4;
/// Maximum number of waiting writes. Bounds the memory and, at a few thousand writes per second, the wait to about a
/// second.
const QUEUE: usize = 8 * MAX_BATCH;

impl<W: Write> GroupCommit<W> {
    /// Starts a queue and its thread, which under load begins a commit at most `pause` after the one before.
    pub fn start(db: Db, pause: Duration) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let enough = Arc::new(Notify::new());
        let task = run(db, Pace::new(pause), jobs, enough.clone());
        thread::spawn(|| match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime.block_on(task),
            // The queue is closed, and every write is refused.
            Err(cause) => tracing::error!(%cause, "the thread that commits could not be started"),
        });
        Self { queue, enough }
    }

    /// Submits a write. The reply arrives through `answers` with `tag`.
    pub fn submit(&self, write: W, tag: u64, answers: &Answers<W>) -> Result<(), Busy> {
        self.queue.try_send(Job { write, tag, answers: answers.clone() }).map_err(|_| Busy)?;
        if QUEUE - self.queue.capacity() >= ENOUGH {
            self.enough.notify_one();
        }
        Ok(())
    }
}

async fn run<W: Write>(db: Db, mut pace: Pace, mut jobs: mpsc::Receiver<Job<W>>, enough: Arc<Notify>) {
    let mut waiting: Vec<Job<W>> = Vec::new();
    let mut busy = HashSet::new();
    let mut under_way = FuturesUnordered::new();
    loop {
        let is_quiet = under_way.is_empty() && pace.allows(waiting.len() + jobs.len(), Instant::now());
        if is_quiet {
            while waiting.len() < MAX_BATCH
                && let Ok(job) = jobs.try_recv()
            {
                waiting.push(job);
            }
        }
        let may_begin = is_quiet || (under_way.len() < db.writers() && waiting.len() >= MIN_PARALLEL_BATCH);
        let batch = if may_begin { take(&mut waiting, &busy) } else { Vec::new() };
        if !batch.is_empty() {
            pace.begins(batch.len(), Instant::now());
            busy.extend(batch.iter().map(|job| job.write.key()));
            under_way.push(commit(&db, batch));
        }
        let pauses = under_way.is_empty() && !is_quiet;
        // While this receiver is not polled, a write wakes nobody.
        let takes_more = !pauses && under_way.len() < db.writers() && waiting.len() < MAX_BATCH;
        tokio::select! {
            biased;
            Some(keys) = under_way.next() => {
                pace.ended(Instant::now());
                for key in keys {
                    busy.remove(&key);
                }
            }
            1.. = jobs.recv_many(&mut waiting, MAX_BATCH), if takes_more => {}
            () = tokio::time::sleep_until(pace.next()), if pauses => pace.passed(waiting.len() + jobs.len()),
            () = enough.notified(), if pauses => {}
            else => break,
        }
    }
}

/// Takes the next batch from the queue. Skips writes that must follow a batch in progress.
fn take<W: Write>(waiting: &mut Vec<Job<W>>, busy: &HashSet<W::Key>) -> Vec<Job<W>> {
    waiting.extract_if(.., |job| !busy.contains(&job.write.key())).take(MAX_BATCH).collect()
}

/// Commits a batch, sends the replies and returns its keys.
async fn commit<W: Write>(db: &Db, batch: Vec<Job<W>>) -> HashSet<W::Key> {
    let (writes, callers): (Vec<W>, Vec<_>) = batch.into_iter().map(|job| (job.write, (job.tag, job.answers))).unzip();
    let mut outcomes = Vec::with_capacity(writes.len());
    match W::commit(db, &writes).await {
        Ok(all) => outcomes.extend(all.into_iter().map(Ok)),
        // A rejected write must not fail the others in its batch.
        Err(cause) if writes.len() > 1 && is_refusal(&cause) => {
            for write in &writes {
                outcomes.push(one(db, write).await);
            }
        }
        Err(cause) => {
            tracing::error!(%cause, writes = writes.len(), "a batch could not be committed");
            outcomes.push(Err(cause));
        }
    }
    let mut outcomes = outcomes.into_iter();
    for (tag, answers) in callers {
        let outcome = outcomes.next().unwrap_or(Err(Error::Database(sqlx::Error::WorkerCrashed)));
        // A disconnected caller needs no reply: its client retries with the same id.
        let _ = answers.send((tag, outcome));
    }
    writes.iter().map(W::key).collect()
}

async fn one<W: Write>(db: &Db, write: &W) -> Result<W::Outcome> {
    let mut outcomes = W::commit(db, std::slice::from_ref(write)).await?;
    outcomes.pop().ok_or_else(|| Error::Corrupt("a write without an outcome".into()))
}

/// Returns true if the database rejected something in the batch, rather than failing as a whole.
fn is_refusal(cause: &Error) -> bool {
    matches!(cause, Error::Taken | Error::NotFound | Error::Database(sqlx::Error::Database(_))) && !cause.is_outage()
}
