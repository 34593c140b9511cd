//! A seat in a room: one connection of one account, for the length of a run. It does what it is told, hands all that it gets
//! to the checker, and comes back after a cut: from where it was, with what was not answered.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Semaphore, oneshot, watch};

use crate::api::Api;
use crate::checker::{Checker, Reader};
use crate::completion::Completion;
use crate::link::Link;
use crate::metric::{Latency, micros};
use crate::people::{Account, TOKEN_AGE};
use crate::scenario::play::Load;
use crate::scenario::{Common, unix_ms};
use crate::stamp::Stamp;
use crate::target::Target;
use crate::wire::{Delivered, Incoming, Position, Stream, Wire};
use crate::ws::{Ended, Source};

/// Handshakes at a time while a run begins: the rest would only time out in the accept queue.
const DOORS: usize = 64;
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);
/// How long what was not taken for the moment waits.
const PUT_OFF: Duration = Duration::from_millis(250);
/// What the kernel keeps for a seat that is to stall: little, so that the server soon holds what is not read.
const STALLING_BUFFER: u32 = 4 * 1024;

/// What a seat is told to do, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Todo {
    /// Send a message that is due then, in microseconds after the start.
    Send(u64),
    /// Drop the connection without a word, and come back at once.
    Drop,
    /// Read nothing for so long.
    Stall(Duration),
    /// Send the message with this number again, which was not taken for the moment.
    Again(u32),
}

/// What all seats of a run share.
pub struct Run {
    pub api: Api,
    /// Connections take turns between these.
    pub targets: Vec<Target>,
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
    /// In a closed loop each answer brings the next message, until then.
    closed_until: Option<u64>,
    /// What is not taken for the moment is sent again.
    insist: bool,
    longest_pause: Duration,
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
    /// Connections that the run itself dropped.
    pub drops: Cell<u64>,
    /// Codes of refused commands.
    pub refusals: RefCell<BTreeMap<String, u64>>,
    /// The same of those that were sent again for it.
    pub put_off: RefCell<BTreeMap<String, u64>>,
    /// Why connections ended or were not opened, in words.
    pub troubles: RefCell<BTreeMap<String, u64>>,
    /// From due to acknowledged.
    pub ack: RefCell<Latency>,
    /// From due to delivered, to readers that read.
    pub delivery: RefCell<Latency>,
    /// The same since the last line on the terminal.
    pub recent: RefCell<Latency>,
    /// From due to delivered, to readers that stall.
    pub stalled: RefCell<Latency>,
    /// From a drop to being up to date again.
    pub back: RefCell<Latency>,
    /// From due to written: what the driver itself adds.
    pub lag: RefCell<Latency>,
    pub completion: RefCell<Completion>,
}

impl Run {
    /// `closed`: how long a closed loop goes on; `None` when it is open.
    pub fn new(common: &Common, id: u32, load: &Load, closed: Option<Duration>) -> Result<Self, String> {
        Ok(Self {
            api: Api::new(common.target()),
            targets: common.urls.clone(),
            wire: common.wire,
            id,
            unix_ms: unix_ms(),
            size: load.size,
            checker: RefCell::new(Checker::new(id)),
            tally: Tally {
                sent: Cell::new(0),
                sent_measured: Cell::new(0),
                acks: Cell::new(0),
                deliveries: Cell::new(0),
                reconnects: Cell::new(0),
                drops: Cell::new(0),
                refusals: RefCell::default(),
                put_off: RefCell::default(),
                troubles: RefCell::default(),
                ack: RefCell::new(Latency::new()?),
                delivery: RefCell::new(Latency::new()?),
                recent: RefCell::new(Latency::new()?),
                stalled: RefCell::new(Latency::new()?),
                back: RefCell::new(Latency::new()?),
                lag: RefCell::new(Latency::new()?),
                completion: RefCell::default(),
            },
            start: Cell::new(Instant::now()),
            warm_up: micros(load.warm_up()),
            closed_until: closed.map(micros),
            insist: load.insist,
            longest_pause: load.back_off.max(SHORTEST_PAUSE),
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

    /// An answer or a delivery of the message that was due then.
    fn came(&self, due: u64) {
        self.tally.completion.borrow_mut().came(due, self.now());
    }

    fn delivered(&self, message: &Delivered, stalls: bool) {
        let Some(stamp) = message.stamp else { return };
        count(&self.tally.deliveries);
        self.came(stamp.due);
        if stalls {
            return self.measure(&self.tally.stalled, stamp.due);
        }
        self.measure(&self.tally.delivery, stamp.due);
        self.tally.recent.borrow_mut().record(self.now().saturating_sub(stamp.due));
    }
}

fn count(cell: &Cell<u64>) {
    cell.set(cell.get() + 1);
}

/// Or all seats would come back in the same instant.
fn spread(pause: Duration) -> Duration {
    pause.mul_f64(0.5 + rand::random::<f64>())
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
    pub target: usize,
    pub source: Option<IpAddr>,
    /// It will be told to stall.
    pub stalls: bool,
    /// Where it tells itself what to do next.
    own: UnboundedSender<Todo>,
    todo: UnboundedReceiver<Todo>,
    position: Option<Position>,
    /// Since when it is away, when the run has dropped it.
    dropped: Option<Instant>,
    /// Sent and not answered: number and due time.
    unanswered: BTreeMap<u32, u64>,
    joined: Option<oneshot::Sender<Result<(), String>>>,
}

/// Why a seat stopped attending its connection.
enum Left {
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
            position: None,
            dropped: None,
            unanswered: BTreeMap::new(),
            joined: Some(joined),
        };
        (seat, own)
    }

    /// Attends until `stop`.
    pub async fn attend(mut self, mut stop: watch::Receiver<bool>) {
        let mut pause = SHORTEST_PAUSE;
        while !*stop.borrow() {
            let wait = match self.open().await {
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
            if self.position.is_none() {
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

    async fn open(&self) -> Result<Link, String> {
        // The semaphore is never closed.
        let _door = self.run.doors.acquire().await;
        let Run { api, targets, wire, .. } = &*self.run;
        let token = self.account.token(api, TOKEN_AGE).await?;
        let from = Source { address: self.source, buffer: self.stalls.then_some(STALLING_BUFFER) };
        Link::open(&targets[self.target], from, *wire, self.stream, &token, self.position.as_ref()).await
    }

    async fn converse(&mut self, link: &mut Link, stop: &mut watch::Receiver<bool>) -> Left {
        let opened = Instant::now();
        for (number, due) in &self.unanswered {
            if let Err(ended) = self.say(link, *number, *due) {
                return Left::Cut(ended);
            }
        }
        loop {
            tokio::select! {
                Some(todo) = self.todo.recv() => match todo {
                    Todo::Send(due) => if let Err(ended) = self.send(link, due, opened) { return Left::Cut(ended) },
                    Todo::Again(number) => if let Err(ended) = self.again(link, number) { return Left::Cut(ended) },
                    Todo::Drop => return Left::Dropped,
                    Todo::Stall(length) => tokio::select! {
                        () = tokio::time::sleep(length) => {}
                        _ = stop.changed() => return Left::Stopped,
                    },
                },
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

    /// Sends the message that was due then, on a connection that was `opened` then.
    fn send(&mut self, link: &mut Link, due: u64, opened: Instant) -> Result<(), Ended> {
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
        self.say(link, number, due)
    }

    /// Sends what was put off, unless it has been answered meanwhile.
    fn again(&self, link: &mut Link, number: u32) -> Result<(), Ended> {
        self.unanswered.get(&number).map_or(Ok(()), |due| self.say(link, number, *due))
    }

    fn say(&self, link: &mut Link, number: u32, due: u64) -> Result<(), Ended> {
        let stamp = Stamp { run: self.run.id, number, due };
        let room = u32::try_from(self.room).unwrap_or(u32::MAX);
        let id = stamp.command_id(self.run.unix_ms + due / 1000, room);
        link.say(number, &id, &stamp.text(self.run.size))
    }

    fn take(&mut self, incoming: Incoming) {
        let run = Rc::clone(&self.run);
        let mut checker = run.checker.borrow_mut();
        if matches!(incoming, Incoming::Snapshot { .. } | Incoming::Resumed { .. })
            && let Some(dropped) = self.dropped.take()
        {
            run.tally.back.borrow_mut().record(micros(dropped.elapsed()));
        }
        match incoming {
            Incoming::Event { at, message } => {
                self.position = Some(at.clone());
                if checker.event(self.reader, at, message.as_ref())
                    && let Some(message) = &message
                {
                    run.delivered(message, self.stalls);
                }
            }
            Incoming::Ack { number, answer: Ok(seq) } => {
                let due = self.unanswered.remove(&number);
                if checker.acked(self.room, number, seq) {
                    count(&run.tally.acks);
                    if let Some(due) = due {
                        run.measure(&run.tally.ack, due);
                        run.came(due);
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
                self.position = Some(at.clone());
                checker.snapshot(self.reader, at, &messages, |message| run.delivered(message, self.stalls));
                if let Some(joined) = self.joined.take() {
                    // Whoever waited may have given up.
                    let _ = joined.send(Ok(()));
                }
            }
            Incoming::Resumed { at, from, events } => {
                self.position = Some(at.clone());
                checker.resumed(self.reader, at, from, &events, |message| run.delivered(message, self.stalls));
            }
            Incoming::Problem(code) => note(&run.tally.troubles, format!("problem {code}")),
            _ => {}
        }
    }

    /// In a closed loop, an answer brings the next message.
    fn go_on(&self) {
        let now = self.run.now();
        if self.run.closed_until.is_some_and(|end| now < end) {
            // The receiver is this seat's own.
            let _ = self.own.send(Todo::Send(now));
        }
    }

    fn trouble(&mut self, words: String) {
        if let Some(joined) = self.joined.take() {
            let _ = joined.send(Err(words.clone()));
        }
        note(&self.run.tally.troubles, words);
    }
}
