//! Reel of the test server: likes, and the connections that watch their number.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;

use super::Flaw;
use super::room::{Connection, Format, Outgoing};

pub const FEED: &str = "/api/v1/userprofessional/all-reels/";
pub const LIKE: &str = "/api/v1/userprofessional/reel-like/";
/// Path of its stream on a plain WebSocket, with the start of the query.
pub const SOCKET: &str = "/ws/reels/1/?token=";
pub const ID: u64 = 1;
/// Shortest time between two updates of the counters.
const UPDATE_INTERVAL: Duration = Duration::from_millis(500);
/// Revision after which the flaw withholds the counters from one watcher.
const FORGOTTEN_AFTER: u64 = 5;

pub struct Reel {
    flaw: Flaw,
    /// Number of likes.
    revision: u64,
    watchers: Vec<(Format, UnboundedSender<Outgoing>)>,
    /// Earliest time of the next update.
    next_update: Instant,
    is_scheduled: bool,
}

/// Body of the first page of the feed.
pub fn feed() -> String {
    json!({"status": true, "data": [{"id": ID}]}).to_string()
}

/// Counts a like and returns its revision. The watchers learn of it at once, or with the likes that follow in the
/// interval after the last update.
pub fn like(reel: &Rc<RefCell<Reel>>) -> u64 {
    let mut state = reel.borrow_mut();
    state.revision += 1;
    if state.flaw == Flaw::CountEachLike {
        state.publish();
    } else if !state.is_scheduled {
        state.is_scheduled = true;
        let (due, reel) = (state.next_update, Rc::clone(reel));
        tokio::task::spawn_local(async move {
            tokio::time::sleep_until(due).await;
            let mut state = reel.borrow_mut();
            state.is_scheduled = false;
            state.next_update = Instant::now() + UPDATE_INTERVAL;
            state.publish();
        });
    }
    state.revision
}

impl Reel {
    pub fn new(flaw: Flaw) -> Self {
        Self { flaw, revision: 0, watchers: Vec::new(), next_update: Instant::now(), is_scheduled: false }
    }

    pub fn join(&mut self, connection: &Connection) {
        self.watchers.push((connection.format, connection.out.clone()));
        connection.send(&json!({"type": "snapshot", "stream": stream(), "epoch": "e", "seq": 0, "reason": "join",
            "data": {"counts": self.counts(), "watching": self.watchers.len(), "comments": []}}));
    }

    pub fn leave(&mut self, out: &UnboundedSender<Outgoing>) {
        self.watchers.retain(|(_, other)| !other.same_channel(out));
    }

    fn counts(&self) -> Value {
        json!({"likes": self.revision, "revision": self.revision})
    }

    /// Sends the counters to all watchers. The flaw leaves out the last one.
    fn publish(&self) {
        let forgets = self.flaw == Flaw::ForgetWatcher && self.revision > FORGOTTEN_AFTER;
        let signal = json!({"type": "signal", "stream": stream(),
            "data": {"type": "counts", "counts": self.counts(), "watching": self.watchers.len()}});
        let reached = self.watchers.len().saturating_sub(usize::from(forgets));
        for (format, out) in &self.watchers[..reached] {
            let _ = out.send(Outgoing::Text(format.frame(&signal)));
        }
    }
}

fn stream() -> String {
    format!("reel:{ID}")
}
