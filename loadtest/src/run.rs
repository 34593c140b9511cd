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

/// The shortest pause between two tries to come reconnect.
pub const BACKOFF_MIN: Duration = Duration::from_millis(50);
/// Handshakes at a time, and joins while a run begins: the rest would only time out in the accept queue.
const MAX_HANDSHAKES: usize = 64;

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
    pub counters: Counters,
    /// When the schedule began.
    pub start: Cell<Instant>,
    /// Messages due before this, in microseconds after the start, are checked and not measured.
    pub warm_up: u64,
    /// In a closed loop each answer brings the next message, until then.
    pub closed_until: Option<u64>,
    /// What is not taken for the moment is sent again.
    pub retry: bool,
    pub backoff_max: Duration,
    pub handshakes: Arc<Semaphore>,
}

/// Counts and latencies of a run.
pub struct Counters {
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
    pub retried: RefCell<BTreeMap<String, u64>>,
    /// Why connections ended or were not opened, in words.
    pub errors: RefCell<BTreeMap<String, u64>>,
    /// From due to acknowledged.
    pub ack: RefCell<Latency>,
    /// From due to record_deliveries, to readers that read.
    pub delivery: RefCell<Latency>,
    /// The same since the last line on the terminal.
    pub recent: RefCell<Latency>,
    /// From due to record_deliveries, to readers that stall.
    pub stalled: RefCell<Latency>,
    /// From a drop to being up to date again.
    pub reconnect: RefCell<Latency>,
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
            counters: Counters {
                sent: Cell::new(0),
                sent_measured: Cell::new(0),
                acks: Cell::new(0),
                deliveries: Cell::new(0),
                reconnects: Cell::new(0),
                drops: Cell::new(0),
                refusals: RefCell::default(),
                retried: RefCell::default(),
                errors: RefCell::default(),
                ack: RefCell::new(Latency::new()?),
                delivery: RefCell::new(Latency::new()?),
                recent: RefCell::new(Latency::new()?),
                stalled: RefCell::new(Latency::new()?),
                reconnect: RefCell::new(Latency::new()?),
                lag: RefCell::new(Latency::new()?),
                completion: RefCell::default(),
            },
            start: Cell::new(Instant::now()),
            warm_up: micros(load.warm_up()),
            closed_until: closed.map(micros),
            retry: load.retry,
            backoff_max: load.back_off.max(BACKOFF_MIN),
            handshakes: Arc::new(Semaphore::new(MAX_HANDSHAKES)),
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
    pub fn record_completion(&self, now: u64, due: u64) {
        self.counters.completion.borrow_mut().record(due, now);
    }

    /// A reader got so many messages that were due then, `now`.
    pub fn record_deliveries(&self, now: u64, due: u64, count: u64, is_staller: bool) {
        let Counters { deliveries, delivery, recent, stalled, .. } = &self.counters;
        deliveries.set(deliveries.get() + count);
        self.record_completion(now, due);
        let latency = now.saturating_sub(due);
        if due >= self.warm_up {
            let all = if is_staller { stalled } else { delivery };
            all.borrow_mut().record_n(latency, count);
        }
        if !is_staller {
            recent.borrow_mut().record_n(latency, count);
        }
    }
}

pub fn increment(cell: &Cell<u64>) {
    cell.set(cell.get() + 1);
}

pub fn increment_reason(reasons: &RefCell<BTreeMap<String, u64>>, reason: String) {
    *reasons.borrow_mut().entry(reason).or_default() += 1;
}
