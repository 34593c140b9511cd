//! Group commit: writes from everywhere gathered, committed together, and answered together.
//!
//! A commit costs an fsync, whatever it holds. While one is under way the next writes gather, so the batch grows with the
//! load and a lone write waits for nothing. Where the database takes several writers (see [`Db::writers`]) as many batches
//! are under way at once, no two of which hold writes of the same key: one is worked out while another is made durable.

use std::{collections::HashSet, future::Future, hash::Hash};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tokio::sync::mpsc;

use crate::{
    db::Db,
    error::{Error, Result},
};

/// A kind of write that can share a transaction with others of its kind.
pub trait Write: Clone + Send + Sync + 'static {
    /// What became of one write.
    type Outcome: Send + Unpin + 'static;
    /// What writes are kept in order by.
    type Key: Copy + Eq + Hash + Send;

    /// Of two writes with the same key, the one that was handed in first is durable and answered first.
    fn key(&self) -> Self::Key;

    /// Makes all of `batch` durable in one transaction; one outcome for each write, in order. The order of the batch is
    /// the order of the effects.
    fn commit(db: &Db, batch: &[Self]) -> impl Future<Output = Result<Vec<Self::Outcome>>> + Send;
}

/// Answers to the writes that were handed in with this sender, in order for each key. `u64` is the caller's own mark.
pub type Answers<W> = mpsc::UnboundedSender<(u64, Result<<W as Write>::Outcome>)>;

/// More writes are waiting than the queue holds: nothing was taken, try again later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Busy;

/// The queue in front of one kind of write. Cheap to clone; its task ends after the last clone is gone and the queue is
/// empty.
pub struct GroupCommit<W: Write> {
    queue: mpsc::Sender<Job<W>>,
}

impl<W: Write> Clone for GroupCommit<W> {
    fn clone(&self) -> Self {
        Self { queue: self.queue.clone() }
    }
}

struct Job<W: Write> {
    write: W,
    tag: u64,
    answers: Answers<W>,
}

/// Writes in one transaction at most: keeps a commit's latency and SQLite's JSON argument small.
const MAX_BATCH: usize = 1_024;
/// Writes that have to wait for a batch to begin beside another: two small ones cost more than one that is larger.
const MIN_PARALLEL_BATCH: usize = MAX_BATCH / 4;
/// Writes waiting at most. Bounds the memory and, at a few thousand a second, the wait to a second or so.
const QUEUE: usize = 8 * MAX_BATCH;

impl<W: Write> GroupCommit<W> {
    /// Starts the task that commits, on the current runtime.
    pub fn start(db: Db) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(run(db, jobs));
        Self { queue }
    }

    /// Hands in a write. Its answer comes through `answers`, marked with `tag`.
    pub fn submit(&self, write: W, tag: u64, answers: &Answers<W>) -> Result<(), Busy> {
        self.queue.try_send(Job { write, tag, answers: answers.clone() }).map_err(|_| Busy)
    }
}

async fn run<W: Write>(db: Db, mut jobs: mpsc::Receiver<Job<W>>) {
    let mut waiting: Vec<Job<W>> = Vec::new();
    let mut busy = HashSet::new();
    let mut under_way = FuturesUnordered::new();
    loop {
        let may_begin = under_way.is_empty() || (under_way.len() < db.writers() && waiting.len() >= MIN_PARALLEL_BATCH);
        let batch = if may_begin { take(&mut waiting, &busy) } else { Vec::new() };
        if !batch.is_empty() {
            busy.extend(batch.iter().map(|job| job.write.key()));
            under_way.push(commit(&db, batch));
        }
        let takes_more = under_way.len() < db.writers() && waiting.len() < MAX_BATCH;
        tokio::select! {
            Some(keys) = under_way.next() => for key in keys {
                busy.remove(&key);
            },
            1.. = jobs.recv_many(&mut waiting, MAX_BATCH), if takes_more => {}
            else => break,
        }
    }
}

/// Takes the next batch out of what waits: the first that no batch under way is to go before.
fn take<W: Write>(waiting: &mut Vec<Job<W>>, busy: &HashSet<W::Key>) -> Vec<Job<W>> {
    waiting.extract_if(.., |job| !busy.contains(&job.write.key())).take(MAX_BATCH).collect()
}

/// Commits a batch and answers it. Its keys are free again.
async fn commit<W: Write>(db: &Db, batch: Vec<Job<W>>) -> HashSet<W::Key> {
    let (writes, callers): (Vec<W>, Vec<_>) = batch.into_iter().map(|job| (job.write, (job.tag, job.answers))).unzip();
    let mut outcomes = Vec::with_capacity(writes.len());
    match W::commit(db, &writes).await {
        Ok(all) => outcomes.extend(all.into_iter().map(Ok)),
        // One write that the database refuses must not take its neighbours with it.
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
        // A caller that is gone does not need its answer: the client asks again with the same id.
        let _ = answers.send((tag, outcome));
    }
    writes.iter().map(W::key).collect()
}

async fn one<W: Write>(db: &Db, write: &W) -> Result<W::Outcome> {
    let mut outcomes = W::commit(db, std::slice::from_ref(write)).await?;
    outcomes.pop().ok_or_else(|| Error::Corrupt("a write without an outcome".into()))
}

/// Returns true if the database refused something in the batch, rather than failing as a whole.
fn is_refusal(cause: &Error) -> bool {
    matches!(cause, Error::Taken | Error::NotFound | Error::Database(sqlx::Error::Database(_))) && !cause.is_outage()
}
