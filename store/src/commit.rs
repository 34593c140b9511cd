//! Group commit: writes from everywhere gathered, committed together, and answered together.
//!
//! A commit costs an fsync, whatever it holds. While one is under way the next writes gather, so the batch grows with the
//! load and a lone write waits for nothing.

use std::future::Future;

use tokio::sync::mpsc;

use crate::{
    db::Db,
    error::{Error, Result},
};

/// A kind of write that can share a transaction with others of its kind.
pub trait Write: Clone + Send + Sync + 'static {
    /// What became of one write.
    type Outcome: Send + Unpin + 'static;

    /// Makes all of `batch` durable in one transaction; one outcome for each write, in order. The order of the batch is
    /// the order of the effects.
    fn commit(db: &Db, batch: &[Self]) -> impl Future<Output = Result<Vec<Self::Outcome>>> + Send;
}

/// Answers, in commit order, to the writes that were handed in with this sender. `u64` is the caller's own mark.
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
    mark: u64,
    answers: Answers<W>,
}

/// Writes in one transaction at most: keeps a commit's latency and SQLite's JSON argument small.
const BATCH: usize = 1_024;
/// Writes waiting at most. Bounds the memory and, at a few thousand a second, the wait to a second or so.
const QUEUE: usize = 8 * BATCH;

impl<W: Write> GroupCommit<W> {
    /// Starts the task that commits, on the current runtime.
    pub fn start(db: Db) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(run(db, jobs));
        Self { queue }
    }

    /// Hands in a write. Its answer comes through `answers`, marked with `mark`.
    pub fn submit(&self, write: W, mark: u64, answers: &Answers<W>) -> Result<(), Busy> {
        self.queue.try_send(Job { write, mark, answers: answers.clone() }).map_err(|_| Busy)
    }
}

async fn run<W: Write>(db: Db, mut jobs: mpsc::Receiver<Job<W>>) {
    let mut gathered = Vec::new();
    while jobs.recv_many(&mut gathered, BATCH).await > 0 {
        let (writes, callers): (Vec<W>, Vec<_>) =
            gathered.drain(..).map(|job| (job.write, (job.mark, job.answers))).unzip();
        let mut outcomes = Vec::with_capacity(writes.len());
        match W::commit(&db, &writes).await {
            Ok(all) => outcomes.extend(all.into_iter().map(Ok)),
            // One write that the database refuses must not take its neighbours with it.
            Err(cause) if writes.len() > 1 && is_refusal(&cause) => {
                for write in &writes {
                    outcomes.push(one(&db, write).await);
                }
            }
            Err(cause) => {
                tracing::error!(%cause, writes = writes.len(), "a batch could not be committed");
                outcomes.push(Err(cause));
            }
        }
        let mut outcomes = outcomes.into_iter();
        for (mark, answers) in callers {
            let outcome = outcomes.next().unwrap_or(Err(Error::Database(sqlx::Error::WorkerCrashed)));
            // A caller that is gone does not need its answer: the client asks again with the same id.
            let _ = answers.send((mark, outcome));
        }
    }
}

async fn one<W: Write>(db: &Db, write: &W) -> Result<W::Outcome> {
    let mut outcomes = W::commit(db, std::slice::from_ref(write)).await?;
    outcomes.pop().ok_or_else(|| Error::Corrupt("a write without an outcome".into()))
}

/// Whether the database looked at the batch and refused something in it, rather than failing as a whole.
fn is_refusal(cause: &Error) -> bool {
    matches!(cause, Error::Taken | Error::NotFound | Error::Database(sqlx::Error::Database(_)))
}
