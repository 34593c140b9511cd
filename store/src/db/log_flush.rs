//! Durability of writes to SQLite.
//!
//! The connections of the driver commit to the write-ahead log without waiting for the disk (`synchronous = NORMAL`). A
//! write is acknowledged after a flush of the log, and one flush makes all commits durable that came before it. So the next
//! transaction runs while the log is flushed, and writes that wait at the same time share a flush.
//!
//! A reader may see a commit while it is being flushed. What is written because of it comes later in the log, and is not
//! durable without it. Batches ([`super::batch`]) flush in their own commit.

use std::{fs::File, io, path::PathBuf, thread};

use tokio::sync::{mpsc, oneshot};

type Waiting = oneshot::Sender<Result<(), (io::ErrorKind, String)>>;

/// Flushes the log of a database, cheap to clone. Its thread ends with the last clone.
#[derive(Clone)]
pub(super) struct LogFlush(mpsc::UnboundedSender<Waiting>);

impl LogFlush {
    /// Starts to flush the write-ahead log of the database in `file`.
    pub(super) fn start(file: PathBuf) -> io::Result<Self> {
        let mut log = file.into_os_string();
        log.push("-wal");
        Self::start_with(move || match File::open(&log) {
            Ok(log) => log.sync_data(),
            // The last connection has written the log into the database, flushed that, and removed the log.
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(cause) => Err(cause),
        })
    }

    fn start_with(flush: impl Fn() -> io::Result<()> + Send + 'static) -> io::Result<Self> {
        // Each caller waits for its answer, so that the queue is no longer than the number of callers.
        let (queue, mut waiting) = mpsc::unbounded_channel::<Waiting>();
        thread::Builder::new().name("log-flush".to_owned()).spawn(move || {
            let mut callers = Vec::new();
            while let Some(first) = waiting.blocking_recv() {
                callers.push(first);
                while let Ok(next) = waiting.try_recv() {
                    callers.push(next);
                }
                let flushed = flush().map_err(|cause| (cause.kind(), cause.to_string()));
                for caller in callers.drain(..) {
                    // A caller that was dropped needs no answer.
                    let _ = caller.send(flushed.clone());
                }
            }
        })?;
        Ok(Self(queue))
    }

    /// Returns when everything that was committed before is durable. After an error the outcome of those commits is
    /// unknown.
    pub(super) async fn flushed(&self) -> sqlx::Result<()> {
        let (caller, answer) = oneshot::channel();
        self.0.send(caller).map_err(|_| sqlx::Error::WorkerCrashed)?;
        match answer.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err((kind, text))) => Err(sqlx::Error::Io(io::Error::new(kind, text))),
            Err(_) => Err(sqlx::Error::WorkerCrashed),
        }
    }
}

/// Waits for a log, if there is one.
pub(super) async fn flushed(log: Option<&LogFlush>) -> sqlx::Result<()> {
    match log {
        Some(log) => log.flushed().await,
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc as blocking,
    };

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test]
    async fn writes_that_wait_during_a_flush_share_the_next() {
        let flushes = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&flushes);
        let (began, has_begun) = blocking::channel();
        let (end, may_end) = blocking::channel::<()>();
        let log = LogFlush::start_with(move || {
            counted.fetch_add(1, Ordering::SeqCst);
            began.send(()).unwrap();
            may_end.recv().map_err(io::Error::other)
        });
        let log = log.unwrap();
        let first = tokio::spawn({
            let log = log.clone();
            async move { log.flushed().await }
        });
        let _began = tokio::task::spawn_blocking(move || has_begun.recv().map(|()| has_begun)).await.unwrap().unwrap();
        let others = tokio::spawn(async move { join_all((0..20).map(|_| log.flushed())).await });
        tokio::task::yield_now().await;
        end.send(()).unwrap();
        end.send(()).unwrap();
        first.await.unwrap().unwrap();
        assert!(others.await.unwrap().into_iter().all(|flushed| flushed.is_ok()));
        assert_eq!(flushes.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn failed_flush_reaches_its_writes_and_the_next_is_tried() {
        let tries = AtomicUsize::new(0);
        let log = LogFlush::start_with(move || match tries.fetch_add(1, Ordering::SeqCst) {
            0 => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(()),
        });
        let log = log.unwrap();
        let failed = log.flushed().await.unwrap_err();
        assert!(matches!(failed, sqlx::Error::Io(cause) if cause.kind() == io::ErrorKind::StorageFull));
        log.flushed().await.unwrap();
    }

    #[tokio::test]
    async fn log_that_was_removed_is_flushed() {
        let folder = tempfile::tempdir().unwrap();
        LogFlush::start(folder.path().join("plaza.db")).unwrap().flushed().await.unwrap();
    }
}
