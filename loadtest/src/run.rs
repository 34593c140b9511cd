//! What all seats of a run share: where it goes, what is judged, what is counted, and the clock.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::api::Api;
use crate::checker::Checker;
use crate::clock::unix_ms;
use crate::completion::Completion;
use crate::metric::{Latency, micros};
use crate::options::{Common, Load};
use crate::target::Target;
use crate::wire::Wire;

/// The shortest pause between two tries to come back.
pub const SHORTEST_PAUSE: Duration = Duration::from_millis(50);
/// Handshakes at a time, and joins while a run begins: the rest would only time out in the accept queue.
const DOORS: usize = 64;

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
    /// When the schedule began.
    pub start: Cell<Instant>,
    /// Messages due before this, in microseconds after the start, are checked and not measured.
    pub warm_up: u64,
    /// In a closed loop each answer brings the next message, until then.
    pub closed_until: Option<u64>,
    /// What is not taken for the moment is sent again.
    pub insist: bool,
    pub longest_pause: Duration,
    pub doors: Arc<Semaphore>,
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
            doors: Arc::new(Semaphore::new(DOORS)),
        })
    }

    /// The schedule begins now.
    pub fn begin(&self) -> Instant {
        self.start.set(Instant::now());
        self.start.get()
    }

    /// Microseconds after the start.
    pub fn now(&self) -> u64 {
        micros(self.start.get().elapsed())
    }

    /// Takes the time from `due` until now, unless that was before measuring began.
    pub fn measure(&self, latency: &RefCell<Latency>, due: u64) {
        if due >= self.warm_up {
            latency.borrow_mut().record(self.now().saturating_sub(due));
        }
    }

    /// An answer or a delivery of what was due then has come, `now`.
    pub fn came(&self, now: u64, due: u64) {
        self.tally.completion.borrow_mut().came(due, now);
    }

    /// A reader got so many messages that were due then, `now`.
    pub fn delivered(&self, now: u64, due: u64, count: u64, stalls: bool) {
        let Tally { deliveries, delivery, recent, stalled, .. } = &self.tally;
        deliveries.set(deliveries.get() + count);
        self.came(now, due);
        let latency = now.saturating_sub(due);
        if due >= self.warm_up {
            let all = if stalls { stalled } else { delivery };
            all.borrow_mut().record_all(latency, count);
        }
        if !stalls {
            recent.borrow_mut().record_all(latency, count);
        }
    }
}

pub fn count(cell: &Cell<u64>) {
    cell.set(cell.get() + 1);
}

pub fn note(words: &RefCell<BTreeMap<String, u64>>, text: String) {
    *words.borrow_mut().entry(text).or_default() += 1;
}
