//! Shared state of the virtual users of a run: targets, checker, counters and clock.

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

/// Initial delay before a reconnect.
pub const BACKOFF_MIN: Duration = Duration::from_millis(50);
/// Maximum concurrent handshakes, and joins at the start of a run: more would time out in the accept queue.
const MAX_HANDSHAKES: usize = 64;

/// Shared state of the virtual users of a run.
pub struct Run {
    pub api: Api,
    /// Connections alternate between these.
    pub targets: Vec<Target>,
    pub wire: Wire,
    /// 24-bit id that marks messages of this run.
    pub id: u32,
    /// Time part of command ids, so that they sort by run.
    pub unix_ms: u64,
    /// Bytes of text in a message.
    pub size: usize,
    pub checker: RefCell<Checker>,
    pub counters: Counters,
    /// Start of the schedule.
    pub start: Cell<Instant>,
    /// Messages due earlier, in microseconds after the start, are checked but not measured.
    pub warm_up: u64,
    /// End of a closed loop, in which each reply triggers the next message.
    pub closed_until: Option<u64>,
    /// Temporarily rejected messages are resent.
    pub retry: bool,
    pub backoff_max: Duration,
    pub handshakes: Arc<Semaphore>,
}

/// Counters and latencies of a run.
pub struct Counters {
    /// Messages written to a socket: all, and those in the measured part.
    pub sent: Cell<u64>,
    pub sent_measured: Cell<u64>,
    pub acks: Cell<u64>,
    /// Deliveries of this run's messages, counted per reader.
    pub deliveries: Cell<u64>,
    pub reconnects: Cell<u64>,
    /// Connections dropped by the run itself.
    pub drops: Cell<u64>,
    /// Rejected commands by code.
    pub refusals: RefCell<BTreeMap<String, u64>>,
    /// Resent commands by code of the rejection.
    pub retried: RefCell<BTreeMap<String, u64>>,
    /// Disconnects and failed connects by reason.
    pub errors: RefCell<BTreeMap<String, u64>>,
    /// Time from due to acknowledged.
    pub ack: RefCell<Latency>,
    /// Time from due to delivered, for readers that never stall.
    pub delivery: RefCell<Latency>,
    /// The same since the last point of the series.
    pub recent: RefCell<Latency>,
    /// Time from due to delivered, for readers that stall.
    pub stalled: RefCell<Latency>,
    /// Time from a drop until the reader is up to date again.
    pub reconnect: RefCell<Latency>,
    /// Time from due to written: latency added by the driver.
    pub lag: RefCell<Latency>,
    pub completion: RefCell<Completion>,
}

impl Run {
    /// `closed`: length of a closed loop; `None` for an open loop.
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

    /// Starts the clock of the schedule.
    pub fn begin(&self) -> Instant {
        self.start.set(Instant::now());
        self.start.get()
    }

    /// Microseconds after the start.
    pub fn now(&self) -> u64 {
        micros(self.start.get().elapsed())
    }

    /// Records the time from `due` to now, unless `due` is before the measured part.
    pub fn measure(&self, latency: &RefCell<Latency>, due: u64) {
        if due >= self.warm_up {
            latency.borrow_mut().record(self.now().saturating_sub(due));
        }
    }

    /// Records a reply or delivery at `now` of a message due at `due`.
    pub fn record_completion(&self, now: u64, due: u64) {
        self.counters.completion.borrow_mut().record(due, now);
    }

    /// Records `count` deliveries to one reader at `now` of messages due at `due`.
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
