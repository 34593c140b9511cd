//! Virtual user: one connection of one account for the length of a run. It executes actions, passes received messages
//! to the checker, and reconnects after a disconnect: resumes at its position and resends unanswered messages.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, oneshot, watch};

use crate::accounts::{Account, MAX_TOKEN_AGE};
use crate::action::Action;
use crate::checker::Reader;
use crate::metric::micros;
use crate::run::{BACKOFF_MIN, Run, increment, increment_reason};
use crate::stamp::Stamp;
use crate::stream_client::{Handler, StreamClient};
use crate::wire::{Delivered, Incoming, Stream};
use crate::ws::{Disconnect, Source};

/// Delay before a temporarily rejected message is resent.
const RETRY_DELAY: Duration = Duration::from_millis(250);
/// Receive buffer of a user that will stall. Small, so that unread data soon accumulates in the server.
const STALL_RECEIVE_BUFFER: u32 = 4 * 1024;

/// One connection of one account to one room.
pub struct VirtualUser {
    pub run: Rc<Run>,
    pub account: Rc<Account>,
    /// Index of the room in the checker.
    pub room: usize,
    pub reader: Reader,
    pub stream: Stream,
    pub target: usize,
    pub source: Option<IpAddr>,
    /// A disturbance will stall this user.
    pub is_staller: bool,
    /// Own queue, for delayed actions.
    sender: UnboundedSender<Action>,
    actions: UnboundedReceiver<Action>,
    /// Replies that each trigger a message, in a closed loop.
    replies_due: usize,
    /// Time of a deliberate drop, until the user is up to date again.
    dropped_at: Option<Instant>,
    /// Unanswered messages: number and due time.
    unanswered: BTreeMap<u32, u64>,
    joined: Option<oneshot::Sender<Result<(), String>>>,
    /// Held until the user has joined.
    handshake_permit: Option<OwnedSemaphorePermit>,
}

/// Interruption of the receive loop.
pub enum Interrupt {
    Ended(EndReason),
    Stall(Duration),
    /// The token expires soon.
    Renew,
}

/// Reason for the end of a connection.
pub enum EndReason {
    Stopped,
    /// Dropped deliberately.
    Dropped,
    Disconnected(Disconnect),
    /// The server asked to reconnect after this delay.
    ReconnectRequested(Duration),
}

/// Placement and behaviour of a user.
pub struct Placement {
    /// Index of the room in the checker.
    pub room: usize,
    pub stream: Stream,
    /// Index of the target that it connects to.
    pub target: usize,
    pub source: Option<IpAddr>,
    pub is_staller: bool,
}

impl VirtualUser {
    /// Creates a user, which reports its first snapshot or an error through `joined`. Returns it with the sender of its
    /// actions.
    pub fn new(
        run: &Rc<Run>,
        account: &Rc<Account>,
        placement: Placement,
        joined: oneshot::Sender<Result<(), String>>,
    ) -> (Self, UnboundedSender<Action>) {
        let Placement { room, stream, target, source, is_staller } = placement;
        let reader = run.checker.borrow_mut().add_reader(room);
        let (sender, actions) = unbounded_channel();
        let user = Self {
            run: Rc::clone(run),
            account: Rc::clone(account),
            room,
            reader,
            stream,
            target,
            source,
            is_staller,
            sender: sender.clone(),
            actions,
            replies_due: 0,
            dropped_at: None,
            unanswered: BTreeMap::new(),
            joined: Some(joined),
            handshake_permit: None,
        };
        (user, sender)
    }

    /// Runs until `stop`.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let mut pause = BACKOFF_MIN;
        while !*stop.borrow() {
            // Boxed, since it is rare: keeps the future out of each task.
            let wait = match Box::pin(self.open()).await {
                Ok(mut client) => {
                    let since = Instant::now();
                    match self.drive(&mut client, &mut stop).await {
                        EndReason::Stopped => return client.close(),
                        // The server has already spread the delays.
                        EndReason::ReconnectRequested(delay) => delay,
                        EndReason::Dropped => {
                            client.abort();
                            self.dropped_at = Some(Instant::now());
                            increment(&self.run.counters.drops);
                            Duration::ZERO
                        }
                        EndReason::Disconnected(disconnect) => {
                            self.record_error(disconnect.to_string());
                            if since.elapsed() > self.run.backoff_max {
                                pause = BACKOFF_MIN;
                            }
                            jittered(pause)
                        }
                    }
                }
                Err(error) => {
                    self.record_error(error);
                    jittered(pause)
                }
            };
            if self.run.checker.borrow().position(self.reader).is_none() {
                // It never joined, so the run does not start.
                return;
            }
            increment(&self.run.counters.reconnects);
            if !wait.is_zero() {
                pause = (pause * 2).min(self.run.backoff_max);
            }
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                _ = stop.changed() => {}
            }
        }
    }

    async fn open(&mut self) -> Result<StreamClient, String> {
        // The semaphore is never closed.
        let handshake_permit = Arc::clone(&self.run.handshakes).acquire_owned().await.ok();
        if self.joined.is_some() {
            // The server would reject most of thousands of simultaneous joins of one room.
            self.handshake_permit = handshake_permit;
        }
        let Run { api, targets, wire, .. } = &*self.run;
        let token = self.account.token(api, MAX_TOKEN_AGE).await?;
        let from = Source { address: self.source, receive_buffer: self.is_staller.then_some(STALL_RECEIVE_BUFFER) };
        let position = self.run.checker.borrow().position(self.reader).cloned();
        StreamClient::open(&targets[self.target], from, *wire, self.stream, &token, position.as_ref()).await
    }

    async fn drive(&mut self, client: &mut StreamClient, stop: &mut watch::Receiver<bool>) -> EndReason {
        let opened_at = Instant::now();
        for (number, due) in &self.unanswered {
            self.publish(client, *number, *due);
        }
        loop {
            match poll_fn(|cx| self.poll_interrupt(cx, client, opened_at)).await {
                Interrupt::Ended(reason) => return reason,
                Interrupt::Stall(length) => tokio::select! {
                    () = tokio::time::sleep(length) => {}
                    _ = stop.changed() => return EndReason::Stopped,
                },
                Interrupt::Renew => match Box::pin(self.account.token(&self.run.api, BACKOFF_MIN)).await {
                    Ok(token) => client.renew(&token),
                    Err(error) => self.record_error(error),
                },
            }
        }
    }

    /// Executes actions and receives messages.
    fn poll_interrupt(
        &mut self,
        cx: &mut Context<'_>,
        client: &mut StreamClient,
        opened_at: Instant,
    ) -> Poll<Interrupt> {
        while let Poll::Ready(Some(action)) = self.actions.poll_recv(cx) {
            match action {
                Action::Send(due) => self.send(client, due, opened_at),
                Action::Resend(number) => {
                    // It may have been answered meanwhile.
                    if let Some(due) = self.unanswered.get(&number) {
                        self.publish(client, number, *due);
                    }
                }
                Action::Drop => return Poll::Ready(Interrupt::Ended(EndReason::Dropped)),
                Action::Stall(length) => return Poll::Ready(Interrupt::Stall(length)),
                Action::Stop => return Poll::Ready(Interrupt::Ended(EndReason::Stopped)),
            }
        }
        loop {
            match client.poll_messages(cx, self) {
                Poll::Ready(Ok(interrupt)) => return Poll::Ready(interrupt),
                Poll::Ready(Err(disconnect)) => {
                    return Poll::Ready(Interrupt::Ended(EndReason::Disconnected(disconnect)));
                }
                Poll::Pending if self.replies_due > 0 => {
                    let now = self.run.now();
                    for _ in 0..std::mem::take(&mut self.replies_due) {
                        self.send(client, now, opened_at);
                    }
                }
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    /// Sends the message due at `due` on a connection opened at `opened_at`.
    fn send(&mut self, client: &mut StreamClient, due: u64, opened_at: Instant) {
        let run = &self.run;
        let number = run.checker.borrow_mut().sent(self.room);
        self.unanswered.insert(number, due);
        increment(&run.counters.sent);
        // Messages due while the server was away do not count as lag of the driver.
        if run.start.get() + Duration::from_micros(due) >= opened_at {
            run.measure(&run.counters.lag, due);
        }
        if due >= run.warm_up {
            increment(&run.counters.sent_measured);
        }
        self.publish(client, number, due);
    }

    fn publish(&self, client: &mut StreamClient, number: u32, due: u64) {
        let stamp = Stamp { run: self.run.id, number, due };
        let room = u32::try_from(self.room).unwrap_or(u32::MAX);
        let id = stamp.command_id(self.run.unix_ms + due / 1000, room);
        client.publish(number, &id, &stamp.text(self.run.size));
    }

    fn receive(&mut self, incoming: Incoming, frame: Option<&[u8]>) {
        let run = Rc::clone(&self.run);
        let mut checker = run.checker.borrow_mut();
        if matches!(incoming, Incoming::Snapshot { .. } | Incoming::Resumed { .. })
            && let Some(dropped_at) = self.dropped_at.take()
        {
            run.counters.reconnect.borrow_mut().record(micros(dropped_at.elapsed()));
        }
        let is_staller = self.is_staller;
        let fresh = |message: &Delivered| {
            if let Some(stamp) = message.stamp {
                run.record_deliveries(run.now(), stamp.due, 1, is_staller);
            }
        };
        match incoming {
            Incoming::Event { at, message, .. } => {
                let is_new = checker.event(self.reader, at, message.as_ref(), frame);
                message.iter().filter(|_| is_new).for_each(fresh);
            }
            Incoming::Ack { number, result: Ok(seq) } => {
                let due = self.unanswered.remove(&number);
                if checker.acked(self.room, number, seq) {
                    increment(&run.counters.acks);
                    if let Some(due) = due {
                        run.measure(&run.counters.ack, due);
                        run.record_completion(run.now(), due);
                    }
                    self.continue_loop();
                }
            }
            Incoming::Ack { number, result: Err(code) }
                if run.retry && matches!(&*code, "busy" | "unavailable" | "too_many") =>
            {
                increment_reason(&run.counters.retried, code);
                let sender = self.sender.clone();
                tokio::task::spawn_local(async move {
                    tokio::time::sleep(RETRY_DELAY).await;
                    // The run may be over.
                    let _ = sender.send(Action::Resend(number));
                });
            }
            Incoming::Ack { number, result: Err(code) } => {
                self.unanswered.remove(&number);
                if checker.refused(self.room, number) {
                    increment_reason(&run.counters.refusals, code);
                    self.continue_loop();
                }
            }
            Incoming::Snapshot { at, messages, .. } => {
                checker.snapshot(self.reader, at, &messages, fresh);
                self.handshake_permit = None;
                if let Some(joined) = self.joined.take() {
                    // The receiver may have given up.
                    let _ = joined.send(Ok(()));
                }
            }
            Incoming::Resumed { at, from, events } => {
                checker.resumed(self.reader, at, from, &events, fresh);
            }
            Incoming::Error(code) => increment_reason(&run.counters.errors, format!("problem {code}")),
            _ => {}
        }
    }

    /// In a closed loop, each reply triggers the next message.
    fn continue_loop(&mut self) {
        let now = self.run.now();
        if self.run.closed_until.is_some_and(|end| now < end) {
            self.replies_due += 1;
        }
    }

    fn record_error(&mut self, error: String) {
        if let Some(joined) = self.joined.take() {
            let _ = joined.send(Err(error.clone()));
        }
        increment_reason(&self.run.counters.errors, error);
    }
}

/// Spreads reconnects of many users.
fn jittered(pause: Duration) -> Duration {
    pause.mul_f64(0.5 + rand::random::<f64>())
}

impl Handler for VirtualUser {
    type Stop = Interrupt;

    fn skip_known(&mut self, bytes: &[u8]) -> usize {
        let Self { run, is_staller, .. } = self;
        let mut now = None;
        run.checker.borrow_mut().skip_known(self.reader, bytes, |due, count| {
            run.record_deliveries(*now.get_or_insert_with(|| run.now()), due, count, *is_staller);
        })
    }

    fn on_message(&mut self, incoming: Incoming, frame: Option<&[u8]>) -> ControlFlow<Interrupt> {
        match incoming {
            Incoming::Reconnect { delay_ms } => {
                return ControlFlow::Break(Interrupt::Ended(EndReason::ReconnectRequested(Duration::from_millis(
                    delay_ms,
                ))));
            }
            Incoming::Renew => return ControlFlow::Break(Interrupt::Renew),
            incoming => self.receive(incoming, frame),
        }
        ControlFlow::Continue(())
    }
}
