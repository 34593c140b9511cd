//! Background tasks of the server.

use std::{cell::RefCell, future::poll_fn, rc::Rc, task::Poll};

use futures_util::{
    FutureExt as _,
    future::{Fuse, LocalBoxFuture},
};

/// Background task. Dropping it drops its future at once.
///
/// An aborted task is dropped by the runtime later. If the runtime ends first, a query of the task cannot give its
/// connection back: that needs a runtime, and its panic ends the process.
pub struct Worker(Rc<RefCell<Option<Fuse<LocalBoxFuture<'static, ()>>>>>);

impl Worker {
    /// Runs `work` on the current thread.
    pub fn start(work: impl Future<Output = ()> + 'static) -> Self {
        let work = Rc::new(RefCell::new(Some(work.boxed_local().fuse())));
        let polled = Rc::clone(&work);
        actix_rt::spawn(poll_fn(move |context| match polled.borrow_mut().as_mut() {
            Some(work) => work.poll_unpin(context),
            None => Poll::Ready(()),
        }));
        Self(work)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.0.take();
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, future::pending};

    use tokio::runtime::Handle;

    use super::*;

    /// Notes whether it is dropped within a runtime.
    struct Connection(Rc<Cell<Option<bool>>>);

    impl Drop for Connection {
        fn drop(&mut self) {
            self.0.set(Some(Handle::try_current().is_ok()));
        }
    }

    #[test]
    fn dropped_worker_drops_its_future_within_the_runtime() {
        let dropped = Rc::new(Cell::new(None));
        let connection = Connection(Rc::clone(&dropped));
        actix_rt::System::new().block_on(async move {
            let worker = Worker::start(async move {
                let _connection = connection;
                pending().await
            });
            actix_rt::task::yield_now().await;
            drop(worker);
        });
        assert_eq!(dropped.get(), Some(true));
    }
}
