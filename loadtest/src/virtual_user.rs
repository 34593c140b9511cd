//! A seat in a room: one connection of one account, for the length of a run. It does what it is told, hands all that it gets
//! to the checker, and comes back after a cut: from where it was, with what was not answered.

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

use crate::accounts::{Account, TOKEN_AGE};
use crate::action::Todo;
use crate::checker::Reader;
use crate::metric::micros;
use crate::run::{Run, SHORTEST_PAUSE, count, note};
use crate::stamp::Stamp;
use crate::stream_client::{Ear, Link};
use crate::wire::{Delivered, Incoming, Stream};
use crate::ws::{Ended, Source};

/// How long what was not taken for the moment waits.
const PUT_OFF: Duration = Duration::from_millis(250);
/// What the kernel keeps for a seat that is to stall: little, so that the server soon holds what is not read.
const STALLING_BUFFER: u32 = 4 * 1024;

/// One connection of one account to one room.
pub struct Seat {
    pub run: Rc<Run>,
    pub account: Rc<Account>,
    /// The room's index in the checker.
    pub room: usize,
    pub reader: Reader,
    pub stream: Stream,
    pub target: usize,
    pub source: Option<IpAddr>,
    /// It will be told to stall.
    pub stalls: bool,
    /// Where it tells itself what to do later.
    own: UnboundedSender<Todo>,
    todo: UnboundedReceiver<Todo>,
    /// Answers that bring a message each, in a closed loop.
    answers: usize,
    /// Since when it is away, when the run has dropped it.
    dropped: Option<Instant>,
    /// Sent and not answered: number and due time.
    unanswered: BTreeMap<u32, u64>,
    joined: Option<oneshot::Sender<Result<(), String>>>,
    /// Held until it has joined.
    door: Option<OwnedSemaphorePermit>,
}

/// What makes a seat do something else than hear.
pub enum Turn {
    Left(Left),
    Stall(Duration),
    /// The token ends soon.
    Renew,
}

/// Why a seat stopped attending its connection.
pub enum Left {
    Stopped,
    /// It was told to drop.
    Dropped,
    Cut(Ended),
    /// The server asked us to come back after so long.
    Asked(Duration),
}

/// Where a seat is, and how it behaves.
pub struct Place {
    /// The room's index in the checker.
    pub room: usize,
    pub stream: Stream,
    /// Which of the targets it connects to.
    pub target: usize,
    pub source: Option<IpAddr>,
    pub stalls: bool,
}

impl Seat {
    /// A seat that tells through `joined` when it has its first snapshot, or why it could not. What it is told to do goes
    /// through the sender that comes with it.
    pub fn new(
        run: &Rc<Run>,
        account: &Rc<Account>,
        place: Place,
        joined: oneshot::Sender<Result<(), String>>,
    ) -> (Self, UnboundedSender<Todo>) {
        let Place { room, stream, target, source, stalls } = place;
        let reader = run.checker.borrow_mut().add_reader(room);
        let (own, todo) = unbounded_channel();
        let seat = Self {
            run: Rc::clone(run),
            account: Rc::clone(account),
            room,
            reader,
            stream,
            target,
            source,
            stalls,
            own: own.clone(),
            todo,
            answers: 0,
            dropped: None,
            unanswered: BTreeMap::new(),
            joined: Some(joined),
            door: None,
        };
        (seat, own)
    }

    /// Attends until `stop`.
    pub async fn attend(mut self, mut stop: watch::Receiver<bool>) {
        let mut pause = SHORTEST_PAUSE;
        while !*stop.borrow() {
            // Opening is rare, so its state is not kept in every task.
            let wait = match Box::pin(self.open()).await {
                Ok(mut link) => {
                    let since = Instant::now();
                    match self.converse(&mut link, &mut stop).await {
                        Left::Stopped => return link.close(),
                        // The server has spread these itself.
                        Left::Asked(delay) => delay,
                        Left::Dropped => {
                            link.abort();
                            self.dropped = Some(Instant::now());
                            count(&self.run.tally.drops);
                            Duration::ZERO
                        }
                        Left::Cut(ended) => {
                            self.trouble(ended.to_string());
                            if since.elapsed() > self.run.longest_pause {
                                pause = SHORTEST_PAUSE;
                            }
                            spread(pause)
                        }
                    }
                }
                Err(words) => {
                    self.trouble(words);
                    spread(pause)
                }
            };
            if self.run.checker.borrow().position(self.reader).is_none() {
                // Never got in: the run does not begin without it.
                return;
            }
            count(&self.run.tally.reconnects);
            if !wait.is_zero() {
                pause = (pause * 2).min(self.run.longest_pause);
            }
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                _ = stop.changed() => {}
            }
        }
    }

    async fn open(&mut self) -> Result<Link, String> {
        // The semaphore is never closed.
        let door = Arc::clone(&self.run.doors).acquire_owned().await.ok();
        if self.joined.is_some() {
            // A room that thousands ask to join in one moment would put most of them off.
            self.door = door;
        }
        let Run { api, targets, wire, .. } = &*self.run;
        let token = self.account.token(api, TOKEN_AGE).await?;
        let from = Source { address: self.source, buffer: self.stalls.then_some(STALLING_BUFFER) };
        let position = self.run.checker.borrow().position(self.reader).cloned();
        Link::open(&targets[self.target], from, *wire, self.stream, &token, position.as_ref()).await
    }

    async fn converse(&mut self, link: &mut Link, stop: &mut watch::Receiver<bool>) -> Left {
        let opened = Instant::now();
        for (number, due) in &self.unanswered {
            self.say(link, *number, *due);
        }
        loop {
            match poll_fn(|cx| self.poll_turn(cx, link, opened)).await {
                Turn::Left(left) => return left,
                Turn::Stall(length) => tokio::select! {
                    () = tokio::time::sleep(length) => {}
                    _ = stop.changed() => return Left::Stopped,
                },
                Turn::Renew => match Box::pin(self.account.token(&self.run.api, SHORTEST_PAUSE)).await {
                    Ok(token) => link.renew(&token),
                    Err(words) => self.trouble(words),
                },
            }
        }
    }

    /// Does what it is told, and hears what comes in.
    fn poll_turn(&mut self, cx: &mut Context<'_>, link: &mut Link, opened: Instant) -> Poll<Turn> {
        while let Poll::Ready(Some(todo)) = self.todo.poll_recv(cx) {
            match todo {
                Todo::Send(due) => self.send(link, due, opened),
                Todo::Again(number) => {
                    // Unless it has been answered meanwhile.
                    if let Some(due) = self.unanswered.get(&number) {
                        self.say(link, number, *due);
                    }
                }
                Todo::Drop => return Poll::Ready(Turn::Left(Left::Dropped)),
                Todo::Stall(length) => return Poll::Ready(Turn::Stall(length)),
                Todo::Leave => return Poll::Ready(Turn::Left(Left::Stopped)),
            }
        }
        loop {
            match link.poll_hear(cx, self) {
                Poll::Ready(Ok(turn)) => return Poll::Ready(turn),
                Poll::Ready(Err(ended)) => return Poll::Ready(Turn::Left(Left::Cut(ended))),
                Poll::Pending if self.answers > 0 => {
                    let now = self.run.now();
                    for _ in 0..std::mem::take(&mut self.answers) {
                        self.send(link, now, opened);
                    }
                }
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    /// Sends the message that was due then, on a connection that was `opened` then.
    fn send(&mut self, link: &mut Link, due: u64, opened: Instant) {
        let run = &self.run;
        let number = run.checker.borrow_mut().sent(self.room);
        self.unanswered.insert(number, due);
        count(&run.tally.sent);
        // What fell due while the server was away is the server's delay, not this driver's.
        if run.start.get() + Duration::from_micros(due) >= opened {
            run.measure(&run.tally.lag, due);
        }
        if due >= run.warm_up {
            count(&run.tally.sent_measured);
        }
        self.say(link, number, due);
    }

    fn say(&self, link: &mut Link, number: u32, due: u64) {
        let stamp = Stamp { run: self.run.id, number, due };
        let room = u32::try_from(self.room).unwrap_or(u32::MAX);
        let id = stamp.command_id(self.run.unix_ms + due / 1000, room);
        link.say(number, &id, &stamp.text(self.run.size));
    }

    fn take(&mut self, incoming: Incoming, frame: Option<&[u8]>) {
        let run = Rc::clone(&self.run);
        let mut checker = run.checker.borrow_mut();
        if matches!(incoming, Incoming::Snapshot { .. } | Incoming::Resumed { .. })
            && let Some(dropped) = self.dropped.take()
        {
            run.tally.back.borrow_mut().record(micros(dropped.elapsed()));
        }
        let stalls = self.stalls;
        let fresh = |message: &Delivered| {
            if let Some(stamp) = message.stamp {
                run.delivered(run.now(), stamp.due, 1, stalls);
            }
        };
        match incoming {
            Incoming::Event { at, message } => {
                let is_new = checker.event(self.reader, at, message.as_ref(), frame);
                message.iter().filter(|_| is_new).for_each(fresh);
            }
            Incoming::Ack { number, answer: Ok(seq) } => {
                let due = self.unanswered.remove(&number);
                if checker.acked(self.room, number, seq) {
                    count(&run.tally.acks);
                    if let Some(due) = due {
                        run.measure(&run.tally.ack, due);
                        run.came(run.now(), due);
                    }
                    self.go_on();
                }
            }
            Incoming::Ack { number, answer: Err(code) }
                if run.insist && matches!(&*code, "busy" | "unavailable" | "too_many") =>
            {
                note(&run.tally.put_off, code);
                let own = self.own.clone();
                tokio::task::spawn_local(async move {
                    tokio::time::sleep(PUT_OFF).await;
                    // The run may be over.
                    let _ = own.send(Todo::Again(number));
                });
            }
            Incoming::Ack { number, answer: Err(code) } => {
                self.unanswered.remove(&number);
                if checker.refused(self.room, number) {
                    note(&run.tally.refusals, code);
                    self.go_on();
                }
            }
            Incoming::Snapshot { at, messages, .. } => {
                checker.snapshot(self.reader, at, &messages, fresh);
                self.door = None;
                if let Some(joined) = self.joined.take() {
                    // Whoever waited may have given up.
                    let _ = joined.send(Ok(()));
                }
            }
            Incoming::Resumed { at, from, events } => {
                checker.resumed(self.reader, at, from, &events, fresh);
            }
            Incoming::Problem(code) => note(&run.tally.troubles, format!("problem {code}")),
            _ => {}
        }
    }

    /// In a closed loop, an answer brings the next message.
    fn go_on(&mut self) {
        let now = self.run.now();
        if self.run.closed_until.is_some_and(|end| now < end) {
            self.answers += 1;
        }
    }

    fn trouble(&mut self, words: String) {
        if let Some(joined) = self.joined.take() {
            let _ = joined.send(Err(words.clone()));
        }
        note(&self.run.tally.troubles, words);
    }
}

/// Or all seats would come back in the same instant.
fn spread(pause: Duration) -> Duration {
    pause.mul_f64(0.5 + rand::random::<f64>())
}

impl Ear for Seat {
    type Stop = Turn;

    fn known(&mut self, bytes: &[u8]) -> usize {
        let Self { run, stalls, .. } = self;
        let mut now = None;
        run.checker.borrow_mut().known(self.reader, bytes, |due, count| {
            run.delivered(*now.get_or_insert_with(|| run.now()), due, count, *stalls);
        })
    }

    fn hear(&mut self, incoming: Incoming, frame: Option<&[u8]>) -> ControlFlow<Turn> {
        match incoming {
            Incoming::Reconnect { delay_ms } => {
                return ControlFlow::Break(Turn::Left(Left::Asked(Duration::from_millis(delay_ms))));
            }
            Incoming::Renew => return ControlFlow::Break(Turn::Renew),
            incoming => self.take(incoming, frame),
        }
        ControlFlow::Continue(())
    }
}
