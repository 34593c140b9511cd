//! A seat in a room: one connection of one account, for the length of a run. It sends the slots it is given, hands all that
//! it gets to the checker, and comes back after a cut: from where it was, with what was not answered.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{Semaphore, oneshot, watch};

use crate::api::Api;
use crate::checker::{Checker, Reader};
use crate::link::Link;
use crate::metric::{Latency, micros};
use crate::people::{Account, TOKEN_AGE};
use crate::stamp::Stamp;
use crate::target::Target;
use crate::wire::{Delivered, Incoming, Position, Stream, Wire};
use crate::ws::Ended;

/// Handshakes at a time while a run begins: the rest would only time out in the accept queue.
const DOORS: usize = 64;
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// What all seats of a run share.
pub struct Run {
    pub api: Api,
    pub target: Target,
    pub wire: Wire,
    /// 24 bits that mark this run's messages.
    pub id: u32,
    /// The time part of command ids, so that they sort by run.
    pub unix_ms: u64,
    /// Bytes of text in a message.
    pub size: usize,
    pub checker: RefCell<Checker>,
    pub tally: Tally,
    start: Cell<Instant>,
    /// Messages due before this, in microseconds after the start, are checked and not measured.
    warm_up: u64,
    doors: Semaphore,
}

/// Counts and latencies of a run.
pub struct Tally {
    /// Messages written to a socket, all and those that are measured.
    pub sent: Cell<u64>,
    pub sent_measured: Cell<u64>,
    pub acks: Cell<u64>,
    /// Deliveries of this run's messages, each reader's own.
    pub deliveries: Cell<u64>,
    pub reconnects: Cell<u64>,
    /// Codes of refused commands.
    pub refusals: RefCell<BTreeMap<String, u64>>,
    /// Why connections ended or were not opened, in words.
    pub troubles: RefCell<BTreeMap<String, u64>>,
    /// From due to acknowledged.
    pub ack: RefCell<Latency>,
    /// From due to delivered.
    pub delivery: RefCell<Latency>,
    /// From due to written: what the driver itself adds.
    pub lag: RefCell<Latency>,
}

impl Run {
    pub fn new(
        target: &Target,
        wire: Wire,
        id: u32,
        unix_ms: u64,
        size: usize,
        warm_up: Duration,
    ) -> Result<Self, String> {
        Ok(Self {
            api: Api::new(target),
            target: target.clone(),
            wire,
            id,
            unix_ms,
            size,
            checker: RefCell::new(Checker::new(id)),
            tally: Tally {
                sent: Cell::new(0),
                sent_measured: Cell::new(0),
                acks: Cell::new(0),
                deliveries: Cell::new(0),
                reconnects: Cell::new(0),
                refusals: RefCell::default(),
                troubles: RefCell::default(),
                ack: RefCell::new(Latency::new()?),
                delivery: RefCell::new(Latency::new()?),
                lag: RefCell::new(Latency::new()?),
            },
            start: Cell::new(Instant::now()),
            warm_up: micros(warm_up),
            doors: Semaphore::new(DOORS),
        })
    }

    /// The schedule begins now.
    pub fn begin(&self) -> Instant {
        self.start.set(Instant::now());
        self.start.get()
    }

    fn now(&self) -> u64 {
        micros(self.start.get().elapsed())
    }

    fn measure(&self, latency: &RefCell<Latency>, due: u64) {
        if due >= self.warm_up {
            latency.borrow_mut().record(self.now().saturating_sub(due));
        }
    }

    fn delivered(&self, message: &Delivered) {
        if let Some(stamp) = message.stamp {
            count(&self.tally.deliveries);
            self.measure(&self.tally.delivery, stamp.due);
        }
    }
}

fn count(cell: &Cell<u64>) {
    cell.set(cell.get() + 1);
}

fn note(words: &RefCell<BTreeMap<String, u64>>, text: String) {
    *words.borrow_mut().entry(text).or_default() += 1;
}

/// One connection of one account to one room.
pub struct Seat {
    pub run: Rc<Run>,
    pub account: Rc<Account>,
    /// The room's index in the checker.
    pub room: usize,
    pub reader: Reader,
    pub stream: Stream,
    pub source: Option<IpAddr>,
    position: Option<Position>,
    /// Sent and not answered: number and due time.
    unanswered: BTreeMap<u32, u64>,
    joined: Option<oneshot::Sender<Result<(), String>>>,
}

/// Why a seat stopped attending its connection.
enum Left {
    Stopped,
    Cut(Ended),
    /// The server asked us to come back after so long.
    Asked(Duration),
}

impl Seat {
    /// A seat that tells through `joined` when it has its first snapshot, or why it could not.
    pub fn new(
        run: &Rc<Run>,
        account: &Rc<Account>,
        room: usize,
        stream: Stream,
        source: Option<IpAddr>,
        joined: oneshot::Sender<Result<(), String>>,
    ) -> Self {
        let reader = run.checker.borrow_mut().add_reader(room);
        Self {
            run: Rc::clone(run),
            account: Rc::clone(account),
            room,
            reader,
            stream,
            source,
            position: None,
            unanswered: BTreeMap::new(),
            joined: Some(joined),
        }
    }

    /// Attends until `stop`. `slots` brings the due times of what to send.
    pub async fn attend(mut self, mut slots: UnboundedReceiver<u64>, mut stop: watch::Receiver<bool>) {
        let mut pause = SHORTEST_PAUSE;
        while !*stop.borrow() {
            let wait = match self.open().await {
                Ok(mut link) => {
                    let since = Instant::now();
                    match self.converse(&mut link, &mut slots, &mut stop).await {
                        Left::Stopped => return link.close(),
                        Left::Asked(delay) => delay,
                        Left::Cut(ended) => {
                            self.trouble(ended.to_string());
                            if since.elapsed() > LONGEST_PAUSE {
                                pause = SHORTEST_PAUSE;
                            }
                            pause
                        }
                    }
                }
                Err(words) => {
                    self.trouble(words);
                    pause
                }
            };
            if self.position.is_none() {
                // Never got in: the run does not begin without it.
                return;
            }
            count(&self.run.tally.reconnects);
            // Spread, or all seats would come back in the same instant.
            let wait = wait.mul_f64(0.5 + rand::random::<f64>());
            pause = (pause * 2).min(LONGEST_PAUSE);
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                _ = stop.changed() => {}
            }
        }
    }

    async fn open(&self) -> Result<Link, String> {
        // The semaphore is never closed.
        let _door = self.run.doors.acquire().await;
        let Run { api, target, wire, .. } = &*self.run;
        let token = self.account.token(api, TOKEN_AGE).await?;
        Link::open(target, self.source, *wire, self.stream, &token, self.position.as_ref()).await
    }

    async fn converse(
        &mut self,
        link: &mut Link,
        slots: &mut UnboundedReceiver<u64>,
        stop: &mut watch::Receiver<bool>,
    ) -> Left {
        let opened = Instant::now();
        for (number, due) in &self.unanswered {
            if let Err(ended) = self.say(link, *number, *due) {
                return Left::Cut(ended);
            }
        }
        loop {
            tokio::select! {
                Some(due) = slots.recv() => {
                    let number = self.run.checker.borrow_mut().sent(self.room);
                    self.unanswered.insert(number, due);
                    count(&self.run.tally.sent);
                    // What fell due while the server was away is the server's delay, not this driver's.
                    if self.run.start.get() + Duration::from_micros(due) >= opened {
                        self.run.measure(&self.run.tally.lag, due);
                    }
                    if due >= self.run.warm_up {
                        count(&self.run.tally.sent_measured);
                    }
                    if let Err(ended) = self.say(link, number, due) {
                        return Left::Cut(ended);
                    }
                }
                incoming = link.next() => match incoming {
                    Ok(Incoming::Reconnect { delay_ms }) => return Left::Asked(Duration::from_millis(delay_ms)),
                    Ok(Incoming::Renew) => match self.account.token(&self.run.api, SHORTEST_PAUSE).await {
                        Ok(token) => if let Err(ended) = link.renew(&token) { return Left::Cut(ended) },
                        Err(words) => self.trouble(words),
                    },
                    Ok(incoming) => self.take(incoming),
                    Err(ended) => return Left::Cut(ended),
                },
                _ = stop.changed() => return Left::Stopped,
            }
        }
    }

    fn say(&self, link: &mut Link, number: u32, due: u64) -> Result<(), Ended> {
        let stamp = Stamp { run: self.run.id, number, due };
        let room = u32::try_from(self.room).unwrap_or(u32::MAX);
        let id = stamp.command_id(self.run.unix_ms + due / 1000, room);
        link.say(number, &id, &stamp.text(self.run.size))
    }

    fn take(&mut self, incoming: Incoming) {
        let run = &*self.run;
        let mut checker = run.checker.borrow_mut();
        match incoming {
            Incoming::Event { at, message } => {
                self.position = Some(at.clone());
                if checker.event(self.reader, at, message.as_ref())
                    && let Some(message) = &message
                {
                    run.delivered(message);
                }
            }
            Incoming::Ack { number, answer: Ok(seq) } => {
                let due = self.unanswered.remove(&number);
                if checker.acked(self.room, number, seq) {
                    count(&run.tally.acks);
                    if let Some(due) = due {
                        run.measure(&run.tally.ack, due);
                    }
                }
            }
            Incoming::Ack { number, answer: Err(code) } => {
                self.unanswered.remove(&number);
                if checker.refused(self.room, number) {
                    note(&run.tally.refusals, code);
                }
            }
            Incoming::Snapshot { at, messages, .. } => {
                self.position = Some(at.clone());
                checker.snapshot(self.reader, at, &messages, |message| run.delivered(message));
                if let Some(joined) = self.joined.take() {
                    // Whoever waited may have given up.
                    let _ = joined.send(Ok(()));
                }
            }
            Incoming::Resumed { at, from, events } => {
                self.position = Some(at.clone());
                checker.resumed(self.reader, at, from, &events, |message| run.delivered(message));
            }
            Incoming::Problem(code) => note(&run.tally.troubles, format!("problem {code}")),
            _ => {}
        }
    }

    fn trouble(&mut self, words: String) {
        if let Some(joined) = self.joined.take() {
            let _ = joined.send(Err(words.clone()));
        }
        note(&self.run.tally.troubles, words);
    }
}
